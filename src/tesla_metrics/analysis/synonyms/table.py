"""A synonym dictionary in memory, and as lines `word<TAB>id id id`, in which it is stored."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property

from ...files.schema import MisfitError, decode_utf8
from .base import UNKNOWN
from .source import key

# One synset: its members, lower-cased.
Synset = frozenset[str]

# The core keeps numbers in 32 bits.
_BODY = re.compile(rb"(?>(?:[^\t\n]++\t[0-9]{1,9}+(?>(?: [0-9]{1,9}+)*)\n)*)")


@dataclass(frozen=True, eq=False)
class SynonymTable:
    """Words with their synsets' numbers.

    The numbers stay text until a word is asked for: a sentence needs a handful of words, and
    parsing them all would take most of the time that loading takes.
    """

    name: str
    numbers: Mapping[str, str] = field(repr=False)
    digest: str = ""  # of the compiled file it was read from
    lines: bytes | None = field(default=None, repr=False)  # the same numbers, as they are stored
    _asked: dict[str, frozenset[int]] = field(default_factory=dict, init=False, repr=False)

    def words(self) -> Iterable[str]:
        """Every word that has a synset."""
        return self.numbers

    def synsets(self, lemma: str) -> frozenset[int]:
        """The synsets of a lower-cased lemma; empty if it is not known."""
        known = self._asked.get(lemma)
        if known is None:
            text = self.numbers.get(lemma)
            if text is None and not (lemma.isascii() and " " not in lemma):
                text = self.numbers.get(key(lemma))  # as the dictionary's words were folded
            if text is None:
                return UNKNOWN
            known = self._asked[lemma] = frozenset(map(int, text.split(" ")))
        return known

    def members(self, synset: int) -> tuple[str, ...]:
        """The words of a synset, in alphabetical order."""
        return self._members.get(synset, ())

    @cached_property
    def _members(self) -> Mapping[int, tuple[str, ...]]:
        """Only explanations ask: made when the first one does."""
        found: dict[str, list[str]] = {}
        for word, text in self.numbers.items():
            for digits in text.split(" "):
                found.setdefault(digits, []).append(word)
        return {int(digits): tuple(sorted(words)) for digits, words in found.items()}

    def of_key(self, word: str) -> frozenset[int]:
        """The synsets of a word that is folded already as the dictionary's are."""
        return self.synsets(word) if word in self.numbers else UNKNOWN


NO_SYNONYMS = SynonymTable("none", {}, lines=b"")


def number(synsets: Iterable[Synset]) -> dict[str, str]:
    """Number the synsets in order, equal ones once; word to numbers, words sorted."""
    numbers: dict[str, list[str]] = {}
    for index, synset in enumerate(dict.fromkeys(synsets)):
        digits = str(index)
        for word in synset:
            numbers.setdefault(word, []).append(digits)
    return {word: " ".join(numbers[word]) for word in sorted(numbers)}


def encode(numbers: Mapping[str, str]) -> bytes:
    """The body of a compiled file, a line a word."""
    return "".join(f"{word}\t{text}\n" for word, text in numbers.items()).encode()


def decode(body: bytes, checked: bool = False) -> dict[str, str]:
    """The inverse; MisfitError if the body is no such thing, unless it was `checked` before."""
    if not checked and not _BODY.fullmatch(body):
        raise MisfitError("its body is no list of words with numbers of synsets")
    text = decode_utf8(body)
    fields = text.replace("\n", "\t").removesuffix("\t").split("\t") if text else []
    return dict(zip(fields[::2], fields[1::2], strict=True))
