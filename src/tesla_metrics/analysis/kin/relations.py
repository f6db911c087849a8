"""Words of one family (explain, explanation) and opposites (angry, delighted), as a table.

The body of a relations file has a line for each lemma, alphabetically, with those of its partners
that come later: `word<TAB>+derived<TAB>-opposite`.
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import IntEnum
from functools import cached_property
from hashlib import sha256
from operator import lt
from pathlib import Path
from types import MappingProxyType

from ...files.header import malformed
from ...files.resource import Resource
from ...files.schema import LANGUAGE, MisfitError, anything, decode_utf8, record, whole
from ..language_tables import is_checked, read_table, shipped_table

KIND = "relations"
VERSION = 1

SETTINGS = record({"language": LANGUAGE, "pairs": whole(1, 10**9)}, others=anything())
_BODY = re.compile(rb"(?>(?:[^\t\n]++(?>(?:\t[+-][^\t\n]++)+)\n)*)")
_MARK = re.compile(rb"(?<=\t)[+-]")


class Kinship(IntEnum):
    """What two lemmas are to each other."""

    DERIVED = 1
    OPPOSITE = 2


_MARKS = {Kinship.DERIVED: "+", Kinship.OPPOSITE: "-"}
_BY_MARK = {mark: relation for relation, mark in _MARKS.items()}
_NONE: Mapping[str, Kinship] = MappingProxyType({})


@dataclass(frozen=True, eq=False)
class Relations:
    """Pairs of lemmas; tables are equal whose contents are, by all of their digest."""

    name: str
    body: bytes = field(repr=False)

    @cached_property
    def digest(self) -> str:
        """SHA-256 of the pairs."""
        return sha256(self.body).hexdigest()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Relations) and self.digest == other.digest

    def __hash__(self) -> int:
        return hash(self.digest)

    @cached_property
    def _related(self) -> Mapping[str, Mapping[str, Kinship]]:
        """Both ways round, for plain Python; the native core reads the body by itself."""
        found: dict[str, dict[str, Kinship]] = {}
        for line in self.body.decode().split("\n")[:-1]:
            word, *partners = line.split("\t")
            for partner in partners:
                other, relation = partner[1:], _BY_MARK[partner[0]]
                found.setdefault(word, {})[other] = relation
                found.setdefault(other, {})[word] = relation
        return found

    def related(self, lemma: str) -> Mapping[str, Kinship]:
        """Its relatives and opposites."""
        return self._related.get(lemma, _NONE)


NO_RELATIONS = Relations("none", b"")


def relations_resource(
    pairs: Mapping[tuple[str, str], Kinship], lang: str, sources: Iterable[str]
) -> Resource:
    """The content of a file; the words of each pair are in alphabetical order."""
    lines: dict[str, list[str]] = {}
    for (word, other), relation in sorted(pairs.items()):
        lines.setdefault(word, []).append(_MARKS[relation] + other)
    body = "".join(f"{word}\t" + "\t".join(others) + "\n" for word, others in lines.items())
    settings = {"language": lang, "sources": list(sources), "pairs": len(pairs)}
    return Resource(KIND, VERSION, settings, body.encode())


def shipped_relations(lang: str) -> Path | None:
    """The table that comes with the package, if there is one."""
    return shipped_table(KIND, lang)


def load_relations(path: Path, lang: str) -> Relations:
    """A table that tools/make_relations.py wrote."""
    resource = read_table(path, KIND, VERSION, SETTINGS, lang)
    try:
        if not is_checked(resource):
            _check(resource.settings["pairs"], resource.body)
    except MisfitError as error:
        raise malformed(path, error, KIND) from error
    return Relations(f"{lang}@{resource.short_hash}", resource.body)


def _check(pairs: int, body: bytes) -> None:
    """In alphabetical order no pair is there twice, which the two cores would take differently."""
    if not _BODY.fullmatch(body):
        raise MisfitError("its body is no list of words with relatives")
    decode_utf8(body)
    found = body.count(b"\t")
    if found != pairs:
        raise MisfitError(f"its body has {found} pairs, not {pairs}")
    lines = [line.split(b"\t") for line in _MARK.sub(b"", body).split(b"\n")[:-1]]
    heads = [line[0] for line in lines]
    if not all(all(map(lt, words, words[1:])) for words in [heads, *lines]):
        raise MisfitError("its body is not in alphabetical order")
