"""Synonym tables in memory: for words, for phrases, and with conversion to one script."""

import re
from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from ...files.schema import SchemaError, decode_utf8
from ..script_conversion import ScriptConverter
from .base import NO_SYNSETS, SynonymDictionary, Synonyms, normalize_word

# A synset is the set of its words, which are normalised by `normalize_word`.
Synset = frozenset[str]

# Lines of words and synset numbers. They have up to 9 digits, since the core stores 32-bit numbers.
_BODY_PATTERN = re.compile(rb"(?>(?:[^\t\n]++\t[0-9]{1,9}+(?>(?: [0-9]{1,9}+)*)\n)*)")


@dataclass(frozen=True, eq=False)
class SynonymTable:
    """A synonym dictionary in memory.

    The synset numbers of a word are stored as text and parsed when the word is looked up. A text
    needs only a few words, and parsing all numbers would take most of the loading time.
    """

    name: str  # for signatures
    synset_numbers: Mapping[str, str] = field(
        repr=False
    )  # word -> synset numbers separated by spaces
    digest: str = ""  # hash of the compiled file; empty if there is no compiled file
    lines: bytes | None = field(default=None, repr=False)  # the body of the compiled file
    _cache: dict[str, frozenset[int]] = field(default_factory=dict, init=False, repr=False)

    def words(self) -> Iterable[str]:
        """Return all words of the dictionary."""
        return self.synset_numbers

    def synsets(self, lemma: str) -> frozenset[int]:
        """Return the synsets of a lower-cased lemma; empty if it is unknown."""
        synsets = self._cache.get(lemma)
        if synsets is None:
            numbers = self.synset_numbers.get(lemma)
            is_normalized = lemma.isascii() and " " not in lemma
            if numbers is None and not is_normalized:
                numbers = self.synset_numbers.get(normalize_word(lemma))
            if numbers is None:
                return NO_SYNSETS
            synsets = self._cache[lemma] = frozenset(map(int, numbers.split(" ")))
        return synsets

    def members(self, synset: int) -> tuple[str, ...]:
        """Return the words of a synset, in alphabetical order."""
        return self._members.get(synset, ())

    @cached_property
    def _members(self) -> Mapping[int, tuple[str, ...]]:
        """Mapping from synsets to words. It is created on first use: only explanations need it."""
        words_by_synset: dict[str, list[str]] = {}
        for word, numbers in self.synset_numbers.items():
            for synset in numbers.split(" "):
                words_by_synset.setdefault(synset, []).append(word)
        return {int(synset): tuple(sorted(words)) for synset, words in words_by_synset.items()}

    def get_synsets_of_key(self, word: str) -> frozenset[int]:
        """Return the synsets of a word that is already normalised by `normalize_word`."""
        return self.synsets(word) if word in self.synset_numbers else NO_SYNSETS


NO_SYNONYMS = SynonymTable("none", {}, lines=b"")


def number_synsets(synsets: Iterable[Synset]) -> dict[str, str]:
    """Number the distinct synsets and return the synset numbers of each word as text.

    The words of the result are sorted.
    """
    numbers_by_word: dict[str, list[str]] = {}
    for index, synset in enumerate(dict.fromkeys(synsets)):
        for word in synset:
            numbers_by_word.setdefault(word, []).append(str(index))
    return {word: " ".join(numbers_by_word[word]) for word in sorted(numbers_by_word)}


def encode_synsets(numbers: Mapping[str, str]) -> bytes:
    """Encode the result of `number_synsets` as the body of a compiled file, one line per word."""
    return "".join(f"{word}\t{text}\n" for word, text in numbers.items()).encode()


def decode_synsets(body: bytes, is_valid: bool = False) -> dict[str, str]:
    """Decode the body of a compiled file to a mapping like the result of `number_synsets`.

    `is_valid` means that the format is known to be valid; otherwise a SchemaError is raised if the
    body is malformed.
    """
    if not is_valid and not _BODY_PATTERN.fullmatch(body):
        raise SchemaError("its body is not a list of words with synset numbers")
    text = decode_utf8(body)
    fields = text.replace("\n", "\t").removesuffix("\t").split("\t") if text else []
    return dict(zip(fields[::2], fields[1::2], strict=True))


# The caches of n-grams are cleared when they have this many entries; few n-grams occur again.
_MAX_CACHED_NGRAMS = 200_000


class PhraseCodes:
    """Returns codes by which n-grams are matched: their text, and their synsets.

    Parameters
    ----------
    synonyms : Synonyms
        The synonym dictionary.
    joint : str
        The separator between the tokens of an n-gram in its text.
    spellings : sequence of str
        Possible separators between the tokens of an n-gram in the dictionary.
    """

    def __init__(
        self, synonyms: Synonyms, separator: str, dictionary_separators: Sequence[str]
    ) -> None:
        self.synonyms = synonyms
        self.separator, self.dictionary_separators = separator, tuple(dictionary_separators)
        self._normalized_tokens: dict[str, str] = {}
        self._codes: dict[tuple[str, ...], tuple[Hashable, ...]] = {}
        # Returns the synsets of an n-gram, which is normalised because its tokens are normalised.
        self.get_synsets_of_key = (
            synonyms.get_synsets_of_key if isinstance(synonyms, SynonymTable) else synonyms.synsets
        )

    def get_codes(self, tokens: tuple[str, ...]) -> tuple[Hashable, ...]:
        """Return the codes of an n-gram. N-grams with a common code are equal or synonyms."""
        codes = self._codes.get(tokens)
        if codes is None:
            codes = (self.separator.join(tokens), *self.get_synsets(tokens))
            if len(self._codes) >= _MAX_CACHED_NGRAMS:
                self._codes.clear()
            self._codes[tokens] = codes
        return codes

    def get_synsets(self, tokens: Sequence[str]) -> frozenset[int]:
        """Return the synsets of an n-gram with any of the possible separators."""
        phrases = self.join_tokens([self.normalize_token(token) for token in tokens])
        synset_sets = list(map(self.get_synsets_of_key, phrases))
        return synset_sets[0] if len(synset_sets) == 1 else frozenset().union(*synset_sets)

    def join_tokens(self, tokens: Sequence[str]) -> list[str]:
        """Join normalised tokens with each of the possible separators."""
        if len(tokens) == 1 or len(self.dictionary_separators) == 1:
            return [self.dictionary_separators[0].join(tokens)]
        return [separator.join(tokens) for separator in self.dictionary_separators]

    def normalize_token(self, token: str) -> str:
        """Normalise a token like the words of the dictionary."""
        normalized = self._normalized_tokens.get(token)
        if normalized is None:
            if len(self._normalized_tokens) >= _MAX_CACHED_NGRAMS:
                self._normalized_tokens.clear()
            normalized = self._normalized_tokens[token] = normalize_word(token)
        return normalized


@dataclass(frozen=True, eq=False)
class ScriptedSynonyms:
    """A synonym dictionary whose words are converted to one Chinese script.

    If several words become the same, the result has the synsets of all of them.
    """

    dictionary: SynonymDictionary
    script: ScriptConverter
    _originals: dict[str, list[str]] = field(init=False, repr=False)  # converted -> original words
    _cache: dict[str, frozenset[int]] = field(default_factory=dict, init=False, repr=False)

    def __post_init__(self) -> None:
        words = list(self.dictionary.words())
        originals: dict[str, list[str]] = {}
        # Words are converted one by one, since OpenCC takes the context into account.
        for word, converted in zip(words, map(self.script, words), strict=True):
            originals.setdefault(converted, []).append(word)
        object.__setattr__(self, "_originals", originals)

    @property
    def name(self) -> str:
        return f"{self.dictionary.name}+{self.script.name}"

    def synsets(self, lemma: str) -> frozenset[int]:
        """Return the synsets of a lower-cased lemma in either script; empty if it is unknown."""
        synsets = self._cache.get(lemma)
        if synsets is None:
            # The lemma is converted only if necessary: texts are usually converted already.
            words = self._originals.get(lemma) or self._originals.get(
                self.script(normalize_word(lemma))
            )
            if words is None:
                return NO_SYNSETS
            synsets = frozenset().union(*map(self.dictionary.synsets, words))
            self._cache[lemma] = synsets
        return synsets

    def members(self, synset: int) -> tuple[str, ...]:
        """Return the words of a synset, converted to the script."""
        return tuple(sorted(set(map(self.script, self.dictionary.members(synset)))))
