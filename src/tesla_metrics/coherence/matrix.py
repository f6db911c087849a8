"""The discourse role matrix (Lin, Ng & Kan 2011): which term plays which role in which sentence."""

from dataclasses import dataclass
from typing import TypeAlias

# Comp.Arg1, E.Temp.Arg2, ... in the order of their strings; none: nil.
Cell: TypeAlias = tuple[str, ...]


@dataclass(frozen=True)
class RoleMatrix:
    """Rows are sentences, columns the stemmed open-class terms in the order they are met.

    A cell has the roles of relations without E. and N.; `features` makes those where it is asked.
    """

    terms: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]
