"""Tables of related words: paraphrases, word families and antonyms."""

import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from enum import IntEnum
from functools import cached_property
from hashlib import sha256
from operator import lt
from pathlib import Path
from types import MappingProxyType
from typing import Any, Generic, NamedTuple, TypeVar

from ..errors import InputError
from ..files.resource import Resource, malformed_error
from ..files.schema import LANGUAGE, SchemaError, anything, decode_utf8, integer, record
from .language_tables import find_shipped_table, is_checked, read_table

# Tables of pairs of lemmas and their relation
#
# The body of a file has one line per word, in alphabetical order. A line has the word and its
# related words that come later in the alphabet. Before a related word, there is the relation: a
# strength in hundredths (`word<TAB>31 other<TAB>7 another`), or a sign
# (`word<TAB>+derived<TAB>-opposite`).

# The type of a relation: a strength, or a `WordRelation`.
RelationT = TypeVar("RelationT")

SETTINGS = record({"language": LANGUAGE, "pairs": integer(1, 10**9)}, other_fields=anything())
_NO_RELATED_WORDS: Mapping[str, Any] = MappingProxyType({})


@dataclass(frozen=True, eq=False)
class RelatedWordTable(ABC, Generic[RelationT]):
    """A table of pairs of related lemmas. Tables are equal if their digests are equal."""

    name: str  # for signatures
    body: bytes = field(repr=False)  # as stored in a file

    @staticmethod
    @abstractmethod
    def parse_entry(entry: str) -> tuple[str, RelationT]:
        """Parse an entry of a line; return the related word and its relation."""

    @cached_property
    def digest(self) -> str:
        """SHA-256 of the body."""
        return sha256(self.body).hexdigest()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, type(self)) and self.digest == other.digest

    def __hash__(self) -> int:
        return hash(self.digest)

    def decode_pairs(self) -> dict[tuple[str, str], RelationT]:
        """Return all pairs, each once, in alphabetical order."""
        pairs = {}
        for line in self.body.decode().split("\n")[:-1]:
            word, *entries = line.split("\t")
            for other, relation in map(self.parse_entry, entries):
                pairs[word, other] = relation
        return pairs

    @cached_property
    def _related(self) -> Mapping[str, Mapping[str, RelationT]]:
        """Mapping from each word of a pair to the other word and the relation.

        It is created on first use, because the native core reads the body directly.
        """
        related: dict[str, dict[str, RelationT]] = {}
        for (word, other), relation in self.decode_pairs().items():
            related.setdefault(word, {})[other] = relation
            related.setdefault(other, {})[word] = relation
        return related

    def get_related(self, lemma: str) -> Mapping[str, RelationT]:
        """Return the related words of a lemma with their relations."""
        return self._related.get(lemma, _NO_RELATED_WORDS)


class RelatedWordFormat(NamedTuple):
    """The file format of a kind of table."""

    kind: str
    version: int
    body_pattern: re.Pattern[bytes]  # pattern of the body
    relation_pattern: re.Pattern[bytes]  # pattern of the relation before a related word
    description: str  # name of the related words in error messages

    def build_resource(
        self,
        pairs: Mapping[tuple[str, str], RelationT],
        format_entry: Callable[[str, RelationT], str],
        settings: Mapping[str, Any],
    ) -> Resource:
        """Return the content of a file with these pairs.

        The words of each pair must be in alphabetical order. `format_entry` formats an entry.
        """
        entries_by_word: dict[str, list[str]] = {}
        for (word, other), relation in sorted(pairs.items()):
            entries_by_word.setdefault(word, []).append(format_entry(other, relation))
        lines = ("\t".join((word, *entries)) for word, entries in entries_by_word.items())
        body = "".join(f"{line}\n" for line in lines)
        return Resource(self.kind, self.version, {**settings, "pairs": len(pairs)}, body.encode())

    def load(self, path: Path, lang: str) -> Resource:
        """Read and check a file; raise an error if its language is not `lang`."""
        resource = read_table(path, self.kind, self.version, SETTINGS, lang)
        try:
            if not is_checked(resource):
                self._check(resource.settings["pairs"], resource.body)
        except SchemaError as error:
            raise malformed_error(path, error, self.kind) from error
        return resource

    def _check(self, n_pairs: int, body: bytes) -> None:
        """Check the format, the number of pairs and the order of a body.

        Strictly ascending lines exclude duplicates, which Python and the native core would treat
        differently.
        """
        if not self.body_pattern.fullmatch(body):
            raise SchemaError(f"its body is not a list of words with {self.description}")
        decode_utf8(body)
        count = body.count(b"\t")
        if count != n_pairs:
            raise SchemaError(f"its body has {count} pairs, not {n_pairs}")
        lines = [
            line.split(b"\t") for line in self.relation_pattern.sub(b"", body).split(b"\n")[:-1]
        ]
        first_words = [line[0] for line in lines]
        if not all(map(_is_increasing, [first_words, *lines])):
            raise SchemaError("its body is not in alphabetical order")


def _is_increasing(words: list[bytes]) -> bool:
    return all(map(lt, words, words[1:]))


# Paraphrases: words with the same translations, which can replace each other
#
# A pair of lemmas has a strength from 0 to 1: the share of common translations or, in English, the
# similarity of their vectors (tools/make_neighbours.py).

PARAPHRASES_KIND = "paraphrases"
PARAPHRASES_VERSION = 1
_PARAPHRASES_FORMAT = RelatedWordFormat(
    PARAPHRASES_KIND,
    PARAPHRASES_VERSION,
    re.compile(rb"(?>(?:[^\t\n ]++(?>(?:\t(?:100|[1-9][0-9]?) [^\t\n ]++)+)\n)*)"),
    re.compile(rb"(?<=\t)[0-9]+ "),
    "paraphrases",
)


@dataclass(frozen=True, eq=False)
class Paraphrases(RelatedWordTable[float]):
    """A table of paraphrases. The relation of two words is a strength from 0 to 1."""

    @staticmethod
    def parse_entry(entry: str) -> tuple[str, float]:
        hundredths, _, other = entry.partition(" ")
        return other, int(hundredths) / 100


NO_PARAPHRASES = Paraphrases("none", b"")


def build_paraphrase_resource(
    pairs: Mapping[tuple[str, str], float], lang: str, sources: Iterable[str]
) -> Resource:
    """Return the content of a file of paraphrases with their strengths (at most 1).

    The words of each pair must be in alphabetical order. `sources` are the names of the data
    sources, which are stored in the settings of the file.
    """
    if not pairs:
        raise InputError(
            "no two words have such similar translations: lower --least or give a larger phrase "
            "table"
        )
    return _PARAPHRASES_FORMAT.build_resource(
        pairs, _format_strength, {"language": lang, "sources": list(sources)}
    )


def _format_strength(other: str, strength: float) -> str:
    return f"{max(1, round(100 * strength))} {other}"


def find_shipped_paraphrases(lang: str) -> Path | None:
    """Return the path of the paraphrases that ship with the package; None if there are none."""
    return find_shipped_table(PARAPHRASES_KIND, lang)


def load_paraphrases(path: Path, lang: str) -> Paraphrases:
    """Read a file of paraphrases, as written by `tesla build paraphrases`."""
    resource = _PARAPHRASES_FORMAT.load(path, lang)
    return Paraphrases(f"{lang}@{resource.short_hash}", resource.body)


# Relations: words of a word family, and antonyms

RELATIONS_KIND = "relations"
RELATIONS_VERSION = 1
_RELATIONS_FORMAT = RelatedWordFormat(
    RELATIONS_KIND,
    RELATIONS_VERSION,
    re.compile(rb"(?>(?:[^\t\n]++(?>(?:\t[+-][^\t\n]++)+)\n)*)"),
    re.compile(rb"(?<=\t)[+-]"),
    "relatives",
)


class WordRelation(IntEnum):
    """The relation between two lemmas."""

    DERIVED = 1  # one is derived from the other: happy, happiness
    OPPOSITE = 2  # antonyms: happy, sad


_MARK_BY_RELATION = {WordRelation.DERIVED: "+", WordRelation.OPPOSITE: "-"}
_RELATION_BY_MARK = {mark: relation for relation, mark in _MARK_BY_RELATION.items()}


@dataclass(frozen=True, eq=False)
class Relations(RelatedWordTable[WordRelation]):
    """A table of derived words and antonyms."""

    @staticmethod
    def parse_entry(entry: str) -> tuple[str, WordRelation]:
        return entry[1:], _RELATION_BY_MARK[entry[0]]


NO_RELATIONS = Relations("none", b"")


def build_relation_resource(
    pairs: Mapping[tuple[str, str], WordRelation], lang: str, sources: Iterable[str]
) -> Resource:
    """Return the content of a file of relations.

    The words of each pair must be in alphabetical order. `sources` are the names of the data
    sources, which are stored in the settings of the file.
    """
    return _RELATIONS_FORMAT.build_resource(
        pairs, _format_relation, {"language": lang, "sources": list(sources)}
    )


def _format_relation(other: str, relation: WordRelation) -> str:
    return _MARK_BY_RELATION[relation] + other


def find_shipped_relations(lang: str) -> Path | None:
    """Return the path of the relations that ship with the package; None if there are none."""
    return find_shipped_table(RELATIONS_KIND, lang)


def load_relations(path: Path, lang: str) -> Relations:
    """Read a file of relations, as written by tools/make_relations.py."""
    resource = _RELATIONS_FORMAT.load(path, lang)
    return Relations(f"{lang}@{resource.short_hash}", resource.body)
