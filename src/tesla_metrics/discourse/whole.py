"""A discourse model that has all that the parser asks for, checked when it is read."""

import re
from collections.abc import Callable, Mapping
from pathlib import Path

from ..files.header import malformed
from ..files.schema import MisfitError, demand
from .explicit.arguments import (
    AROUND,
    BEFORE,
    BEHIND,
    EARLIER,
    END1,
    END2,
    NO,
    PLACE,
    START1,
    START2,
    YES,
)
from .explicit.candidates import GAP
from .explicit.find import CONNECTIVE, STRINGS
from .explicit.senses import SENSE, TOP
from .implicit.between import SENSE as IMPLICIT_SENSE
from .implicit.between import TOP as BETWEEN
from .implicit.within import NONE, WITHIN
from .model import DiscourseModel
from .relation import ENT_REL, NO_REL, TOP_SENSES

_PLACES = frozenset((EARLIER, BEFORE, BEHIND, AROUND))
# Contingency, or Contingency.Cause+belief.Reason+belief.
_SENSE = re.compile(rf"(?:{'|'.join(TOP_SENSES)})(?:\.[A-Za-z0-9+-]+){{0,2}}")


def load_whole(path: Path) -> DiscourseModel:
    """Read a file; one that lacks a part, or has labels that nothing knows, is refused."""
    model = DiscourseModel.load(path)
    try:
        check_whole(model)
    except MisfitError as error:
        raise malformed(path, error, model.kind) from error
    return model


def check_whole(model: DiscourseModel) -> None:
    """MisfitError where a part is missing, or has other labels than those that are asked for."""
    for name in (CONNECTIVE, START2, END2, START1, END1):
        # Which sum is whose goes by their order.
        demand(_labels(model, name) == (NO, YES), f"{name} has other labels than {NO} and {YES}")
    for name, known in _KNOWN.items():
        odd = next((label for label in _labels(model, name) if not known(label)), None)
        demand(odd is None, f"{name} has an unknown label, {odd!r:.60}")
    demand(STRINGS in model.lists, f"it has no list of {STRINGS}")
    for string in model.lists[STRINGS]:
        pieces = string.split(f" {GAP} ")
        demand(all(map(_is_piece, pieces)), f"{string!r:.60} is no connective")


def _labels(model: DiscourseModel, name: str) -> tuple[str, ...]:
    demand(name in model.classifiers, f"it has no {name} classifier")
    return model.classifiers[name].labels


def _is_sense(label: str) -> bool:
    return _SENSE.fullmatch(label) is not None


def _is_piece(piece: str) -> bool:
    """Words with one space between."""
    return bool(piece) and piece.split() == piece.split(" ") and GAP not in piece.split()


_KNOWN: Mapping[str, Callable[[str], bool]] = {
    PLACE: _PLACES.__contains__,
    TOP: TOP_SENSES.__contains__,
    SENSE: _is_sense,
    BETWEEN: (*TOP_SENSES, ENT_REL, NO_REL).__contains__,
    IMPLICIT_SENSE: _is_sense,
    WITHIN: lambda label: label == NONE or _is_sense(label),
}
