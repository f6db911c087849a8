"""Synonym tables in memory, for words, phrases and one script."""

import re
from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from ...files.schema import SchemaError, decode_utf8
from ..script_conversion import Script
from .base import NO_SYNSETS, SynonymDictionary, Synonyms, word_key

# A synset is the set of its lower-cased members.
Synset = frozenset[str]

# The core stores synset numbers in 32 bits.
_BODY = re.compile(rb"(?>(?:[^\t\n]++\t[0-9]{1,9}+(?>(?: [0-9]{1,9}+)*)\n)*)")


@dataclass(frozen=True, eq=False)
class SynonymTable:
    """Mapping from words to the numbers of their synsets.

    Numbers are parsed when a word is looked up: a sentence needs only a few words, and parsing
    all numbers would take most of the loading time.
    """

    name: str
    numbers: Mapping[str, str] = field(repr=False)
    digest: str = ""  # of the compiled file that the table was read from
    lines: bytes | None = field(default=None, repr=False)  # the same data as stored in the file
    _cache: dict[str, frozenset[int]] = field(default_factory=dict, init=False, repr=False)

    def words(self) -> Iterable[str]:
        """Return every word that has a synset."""
        return self.numbers

    def synsets(self, lemma: str) -> frozenset[int]:
        """Return the synsets of a lower-cased lemma; empty if it is unknown."""
        known = self._cache.get(lemma)
        if known is None:
            text = self.numbers.get(lemma)
            if text is None and not (lemma.isascii() and " " not in lemma):
                text = self.numbers.get(
                    word_key(lemma)
                )  # normalised like the words of the dictionary
            if text is None:
                return NO_SYNSETS
            known = self._cache[lemma] = frozenset(map(int, text.split(" ")))
        return known

    def members(self, synset: int) -> tuple[str, ...]:
        """Return the words of a synset, in alphabetical order."""
        return self._members.get(synset, ())

    @cached_property
    def _members(self) -> Mapping[int, tuple[str, ...]]:
        """Words by synset, created on first use, since only explanations need it."""
        members: dict[str, list[str]] = {}
        for word, text in self.numbers.items():
            for digits in text.split(" "):
                members.setdefault(digits, []).append(word)
        return {int(digits): tuple(sorted(words)) for digits, words in members.items()}

    def synsets_of_key(self, word: str) -> frozenset[int]:
        """Return the synsets of a word that is already normalised by `word_key`."""
        return self.synsets(word) if word in self.numbers else NO_SYNSETS


NO_SYNONYMS = SynonymTable("none", {}, lines=b"")


def number_synsets(synsets: Iterable[Synset]) -> dict[str, str]:
    """Number distinct synsets in order and return the numbers of each word, words sorted."""
    numbers: dict[str, list[str]] = {}
    for index, synset in enumerate(dict.fromkeys(synsets)):
        digits = str(index)
        for word in synset:
            numbers.setdefault(word, []).append(digits)
    return {word: " ".join(numbers[word]) for word in sorted(numbers)}


def encode_synsets(numbers: Mapping[str, str]) -> bytes:
    """Return the body of a compiled file, one line per word."""
    return "".join(f"{word}\t{text}\n" for word, text in numbers.items()).encode()


def decode_synsets(body: bytes, checked: bool = False) -> dict[str, str]:
    """Parse the body of a compiled file.

    Raises MisfitError if the body is malformed, unless it was already `checked`.
    """
    if not checked and not _BODY.fullmatch(body):
        raise SchemaError("its body is not a list of words with synset numbers")
    text = decode_utf8(body)
    fields = text.replace("\n", "\t").removesuffix("\t").split("\t") if text else []
    return dict(zip(fields[::2], fields[1::2], strict=True))


# Maximum number of cached n-grams; few of them occur again.
_MAX_CACHED = 200_000


class PhraseCodes:
    """Returns codes by which n-grams match: their string and their synsets in the dictionary."""

    def __init__(self, synonyms: Synonyms, joint: str, spellings: Sequence[str]) -> None:
        self.synonyms = synonyms
        self.joint, self.spellings = joint, tuple(spellings)
        self._folded: dict[str, str] = {}
        self._codes: dict[tuple[str, ...], tuple[Hashable, ...]] = {}
        # Tokens are normalised individually, so their combinations are normalised already.
        self.of_key = (
            synonyms.synsets_of_key if isinstance(synonyms, SynonymTable) else synonyms.synsets
        )

    def codes(self, tokens: tuple[str, ...]) -> tuple[Hashable, ...]:
        """Return the codes of an n-gram; n-grams with a common code are equal or synonyms."""
        codes = self._codes.get(tokens)
        if codes is None:
            codes = (self.joint.join(tokens), *self.synsets(tokens))
            if len(self._codes) >= _MAX_CACHED:
                self._codes.clear()
            self._codes[tokens] = codes
        return codes

    def synsets(self, tokens: Sequence[str]) -> frozenset[int]:
        """Return the synsets of the tokens joined with each of the possible separators."""
        synset_sets = list(
            map(self.of_key, self.join_tokens([self.fold(token) for token in tokens]))
        )
        return synset_sets[0] if len(synset_sets) == 1 else frozenset().union(*synset_sets)

    def join_tokens(self, folded: Sequence[str]) -> list[str]:
        """Return normalised tokens joined with each of the possible separators."""
        if len(folded) == 1 or len(self.spellings) == 1:
            return [self.spellings[0].join(folded)]
        return [spelling.join(folded) for spelling in self.spellings]

    def fold(self, token: str) -> str:
        """Normalise a token like the words of the dictionary."""
        folded = self._folded.get(token)
        if folded is None:
            if len(self._folded) >= _MAX_CACHED:
                self._folded.clear()
            folded = self._folded[token] = word_key(token)
        return folded


@dataclass(frozen=True, eq=False)
class ScriptedSynonyms:
    """A dictionary converted to one script; words with the same conversion share their synsets."""

    dictionary: SynonymDictionary
    script: Script
    _spellings: dict[str, list[str]] = field(init=False, repr=False)
    _cache: dict[str, frozenset[int]] = field(default_factory=dict, init=False, repr=False)

    def __post_init__(self) -> None:
        words = list(self.dictionary.words())
        spellings: dict[str, list[str]] = {}
        # Converted individually, since OpenCC takes the context into account.
        for word, converted in zip(words, map(self.script, words), strict=True):
            spellings.setdefault(converted, []).append(word)
        object.__setattr__(self, "_spellings", spellings)

    @property
    def name(self) -> str:
        return f"{self.dictionary.name}+{self.script.name}"

    def synsets(self, lemma: str) -> frozenset[int]:
        """Return the synsets of a lower-cased lemma in either script; empty if it is unknown."""
        known = self._cache.get(lemma)
        if known is None:
            # First without conversion: words of converted text need none.
            words = self._spellings.get(lemma) or self._spellings.get(self.script(word_key(lemma)))
            if words is None:
                return NO_SYNSETS
            known = frozenset().union(*map(self.dictionary.synsets, words))
            self._cache[lemma] = known
        return known

    def members(self, synset: int) -> tuple[str, ...]:
        """Return the words of a synset, converted to the script."""
        return tuple(sorted(set(map(self.script, self.dictionary.members(synset)))))
