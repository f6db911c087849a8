"""Pairs of lemmas and what they are to each other, as a table.

The body of a file has a line for each word, alphabetically, with those of its partners that come
later, each with what it is: `word<TAB>31 other<TAB>7 another` or `word<TAB>+derived<TAB>-opposite`.
"""

import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from hashlib import sha256
from operator import lt
from pathlib import Path
from types import MappingProxyType
from typing import Any, Generic, NamedTuple, TypeVar

from ...files.header import malformed
from ...files.resource import Resource
from ...files.schema import LANGUAGE, MisfitError, anything, decode_utf8, record, whole
from ..language_tables import is_checked, read_table

Kin = TypeVar("Kin")

SETTINGS = record({"language": LANGUAGE, "pairs": whole(1, 10**9)}, others=anything())
_NONE: Mapping[str, Any] = MappingProxyType({})


@dataclass(frozen=True, eq=False)
class KinTable(ABC, Generic[Kin]):
    """Pairs of lemmas; tables are equal whose contents are, by all of their digest."""

    name: str
    body: bytes = field(repr=False)

    @staticmethod
    @abstractmethod
    def read(partner: str) -> tuple[str, Kin]:
        """A word as it stands behind another, and what it is to it."""

    @cached_property
    def digest(self) -> str:
        """SHA-256 of the pairs."""
        return sha256(self.body).hexdigest()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, type(self)) and self.digest == other.digest

    def __hash__(self) -> int:
        return hash(self.digest)

    def pairs(self) -> dict[tuple[str, str], Kin]:
        """Each once, in alphabetical order."""
        found = {}
        for line in self.body.decode().split("\n")[:-1]:
            word, *partners = line.split("\t")
            for other, kin in map(self.read, partners):
                found[word, other] = kin
        return found

    @cached_property
    def _related(self) -> Mapping[str, Mapping[str, Kin]]:
        """Both ways round, for plain Python; the native core reads the body by itself."""
        found: dict[str, dict[str, Kin]] = {}
        for (word, other), kin in self.pairs().items():
            found.setdefault(word, {})[other] = kin
            found.setdefault(other, {})[word] = kin
        return found

    def related(self, lemma: str) -> Mapping[str, Kin]:
        """Its partners, and what each is to it."""
        return self._related.get(lemma, _NONE)


class KinFormat(NamedTuple):
    """What tells files of a kind.

    body    what a body looks like
    mark    what stands before a partner
    what    ... partners are, for who reads an error
    """

    kind: str
    version: int
    body: re.Pattern[bytes]
    mark: re.Pattern[bytes]
    what: str

    def resource(
        self,
        pairs: Mapping[tuple[str, str], Kin],
        write: Callable[[str, Kin], str],
        settings: Mapping[str, Any],
    ) -> Resource:
        """The content of a file; the words of each pair are in alphabetical order."""
        lines: dict[str, list[str]] = {}
        for (word, other), kin in sorted(pairs.items()):
            lines.setdefault(word, []).append(write(other, kin))
        body = "".join(f"{word}\t" + "\t".join(others) + "\n" for word, others in lines.items())
        return Resource(self.kind, self.version, {**settings, "pairs": len(pairs)}, body.encode())

    def load(self, path: Path, lang: str) -> Resource:
        """Read and check."""
        resource = read_table(path, self.kind, self.version, SETTINGS, lang)
        try:
            if not is_checked(resource):
                self._check(resource.settings["pairs"], resource.body)
        except MisfitError as error:
            raise malformed(path, error, self.kind) from error
        return resource

    def _check(self, pairs: int, body: bytes) -> None:
        """In alphabetical order no pair is there twice, which the cores would take differently."""
        if not self.body.fullmatch(body):
            raise MisfitError(f"its body is no list of words with {self.what}")
        decode_utf8(body)
        found = body.count(b"\t")
        if found != pairs:
            raise MisfitError(f"its body has {found} pairs, not {pairs}")
        lines = [line.split(b"\t") for line in self.mark.sub(b"", body).split(b"\n")[:-1]]
        heads = [line[0] for line in lines]
        if not all(map(_rises, [heads, *lines])):
            raise MisfitError("its body is not in alphabetical order")


def _rises(words: list[bytes]) -> bool:
    return all(map(lt, words, words[1:]))
