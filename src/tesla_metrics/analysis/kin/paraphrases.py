"""Words that are translated alike, and so can stand for each other: what pivots know, as a table.

A pair of lemmas has a strength from 0 to 1, in hundredths: how much of their translations they
have in common, or, in English, how near their vectors are (tools/make_neighbours.py).
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from ...errors import InputError
from ...files.resource import Resource
from ..language_tables import shipped_table
from .table import KinFormat, KinTable

KIND = "paraphrases"
VERSION = 1
_FORMAT = KinFormat(
    KIND,
    VERSION,
    re.compile(rb"(?>(?:[^\t\n ]++(?>(?:\t(?:100|[1-9][0-9]?) [^\t\n ]++)+)\n)*)"),
    re.compile(rb"(?<=\t)[0-9]+ "),
    "paraphrases",
)


@dataclass(frozen=True, eq=False)
class Paraphrases(KinTable[float]):
    """Pairs of lemmas with their strengths."""

    @staticmethod
    def read(partner: str) -> tuple[str, float]:
        hundredths, _, other = partner.partition(" ")
        return other, int(hundredths) / 100


NO_PARAPHRASES = Paraphrases("none", b"")


def paraphrases_resource(
    pairs: Mapping[tuple[str, str], float], lang: str, sources: Iterable[str]
) -> Resource:
    """The content of a file; pairs are in alphabetical order, strengths at most 1.

    `sources` are names of what they come from; they only go into the settings.
    """
    if not pairs:
        raise InputError(
            "no two words are translated alike as far: lower --least or give a larger phrase table"
        )
    return _FORMAT.resource(pairs, _written, {"language": lang, "sources": list(sources)})


def _written(other: str, strength: float) -> str:
    return f"{max(1, round(100 * strength))} {other}"


def shipped_paraphrases(lang: str) -> Path | None:
    """The table that comes with the package, if there is one."""
    return shipped_table(KIND, lang)


def load_paraphrases(path: Path, lang: str) -> Paraphrases:
    """A table that `tesla build paraphrases` wrote."""
    resource = _FORMAT.load(path, lang)
    return Paraphrases(f"{lang}@{resource.short_hash}", resource.body)
