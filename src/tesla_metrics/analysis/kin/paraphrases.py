"""Words that are translated alike, and so can stand for each other: what pivots know, as a table.

A pair of lemmas has a strength from 0 to 1, in hundredths: how much of their translations they
have in common, or, in English, how near their vectors are (tools/make_neighbours.py). The body of
a paraphrases file has a line for each word, alphabetically, with those of its partners that come
later, `word<TAB>31 other<TAB>7 another`.
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from hashlib import sha256
from operator import lt
from pathlib import Path
from types import MappingProxyType

from ...errors import InputError
from ...files.header import malformed
from ...files.resource import Resource
from ...files.schema import LANGUAGE, MisfitError, anything, decode_utf8, record, whole
from ..language_tables import is_checked, read_table, shipped_table

KIND = "paraphrases"
VERSION = 1

SETTINGS = record({"language": LANGUAGE, "pairs": whole(1, 10**9)}, others=anything())
_BODY = re.compile(rb"(?>(?:[^\t\n ]++(?>(?:\t(?:100|[1-9][0-9]?) [^\t\n ]++)+)\n)*)")
_STRENGTH = re.compile(rb"(?<=\t)[0-9]+ ")
_NONE: Mapping[str, float] = MappingProxyType({})


@dataclass(frozen=True, eq=False)
class Paraphrases:
    """Pairs of lemmas; tables are equal whose contents are, by all of their digest."""

    name: str
    body: bytes = field(repr=False)

    @cached_property
    def digest(self) -> str:
        """SHA-256 of the pairs."""
        return sha256(self.body).hexdigest()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Paraphrases) and self.digest == other.digest

    def __hash__(self) -> int:
        return hash(self.digest)

    def pairs(self) -> dict[tuple[str, str], float]:
        """Each once, in alphabetical order, with its strength."""
        found = {}
        for line in self.body.decode().split("\n")[:-1]:
            word, *partners = line.split("\t")
            for partner in partners:
                hundredths, _, other = partner.partition(" ")
                found[word, other] = int(hundredths) / 100
        return found

    @cached_property
    def _related(self) -> Mapping[str, Mapping[str, float]]:
        """Both ways round, for plain Python; the native core reads the body by itself."""
        found: dict[str, dict[str, float]] = {}
        for (word, other), strength in self.pairs().items():
            found.setdefault(word, {})[other] = strength
            found.setdefault(other, {})[word] = strength
        return found

    def related(self, lemma: str) -> Mapping[str, float]:
        """Its paraphrases with their strengths."""
        return self._related.get(lemma, _NONE)


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
    lines: dict[str, list[str]] = {}
    for (word, other), strength in sorted(pairs.items()):
        lines.setdefault(word, []).append(f"{max(1, round(100 * strength))} {other}")
    body = "".join(f"{word}\t" + "\t".join(others) + "\n" for word, others in lines.items())
    settings = {"language": lang, "sources": list(sources), "pairs": len(pairs)}
    return Resource(KIND, VERSION, settings, body.encode())


def shipped_paraphrases(lang: str) -> Path | None:
    """The table that comes with the package, if there is one."""
    return shipped_table(KIND, lang)


def load_paraphrases(path: Path, lang: str) -> Paraphrases:
    """A table that `tesla build paraphrases` wrote."""
    resource = read_table(path, KIND, VERSION, SETTINGS, lang)
    try:
        if not is_checked(resource):
            _check(resource.settings["pairs"], resource.body)
    except MisfitError as error:
        raise malformed(path, error, KIND) from error
    return Paraphrases(f"{lang}@{resource.short_hash}", resource.body)


def _check(pairs: int, body: bytes) -> None:
    """In alphabetical order no pair is there twice, which the two cores would take differently."""
    if not _BODY.fullmatch(body):
        raise MisfitError("its body is no list of words with paraphrases")
    decode_utf8(body)
    found = body.count(b"\t")
    if found != pairs:
        raise MisfitError(f"its body has {found} pairs, not {pairs}")
    lines = [line.split(b"\t") for line in _STRENGTH.sub(b"", body).split(b"\n")[:-1]]
    heads = [line[0] for line in lines]
    if not all(map(_rises, [heads, *lines])):
        raise MisfitError("its body is not in alphabetical order")


def _rises(words: list[bytes]) -> bool:
    return all(map(lt, words, words[1:]))
