"""Words of one family (explain, explanation) and opposites (hot, cold), as a table."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import IntEnum
from pathlib import Path

from ...files.resource import Resource
from ..language_tables import shipped_table
from .table import KinFormat, KinTable

KIND = "relations"
VERSION = 1
_FORMAT = KinFormat(
    KIND,
    VERSION,
    re.compile(rb"(?>(?:[^\t\n]++(?>(?:\t[+-][^\t\n]++)+)\n)*)"),
    re.compile(rb"(?<=\t)[+-]"),
    "relatives",
)


class Kinship(IntEnum):
    """What two lemmas are to each other."""

    DERIVED = 1
    OPPOSITE = 2


_MARKS = {Kinship.DERIVED: "+", Kinship.OPPOSITE: "-"}
_BY_MARK = {mark: relation for relation, mark in _MARKS.items()}


@dataclass(frozen=True, eq=False)
class Relations(KinTable[Kinship]):
    """Pairs of lemmas that are relatives or opposites."""

    @staticmethod
    def read(partner: str) -> tuple[str, Kinship]:
        return partner[1:], _BY_MARK[partner[0]]


NO_RELATIONS = Relations("none", b"")


def relations_resource(
    pairs: Mapping[tuple[str, str], Kinship], lang: str, sources: Iterable[str]
) -> Resource:
    """The content of a file; the words of each pair are in alphabetical order."""
    return _FORMAT.resource(pairs, _written, {"language": lang, "sources": list(sources)})


def _written(other: str, relation: Kinship) -> str:
    return _MARKS[relation] + other


def shipped_relations(lang: str) -> Path | None:
    """The table that comes with the package, if there is one."""
    return shipped_table(KIND, lang)


def load_relations(path: Path, lang: str) -> Relations:
    """A table that tools/make_relations.py wrote."""
    resource = _FORMAT.load(path, lang)
    return Relations(f"{lang}@{resource.short_hash}", resource.body)
