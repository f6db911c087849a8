"""Sentence frequencies of words and character n-grams, and their idf weights.

A table has the number of sentences N, and the sentence frequency (df) of each word and character
n-gram: the number of sentences in which it occurs. Words are lower-cased tokens with a letter or
digit. Character n-grams are taken from the padded text and keep their case. The weight of a word or
n-gram is ln((N + 1) / max(df, 1)) / ln(N + 1). It is 1 if the word occurs in at most one sentence,
and nearly 0 if it occurs in all sentences.

The body of a frequencies file has one line `df<TAB>word<TAB>word ...` per distinct df, in
descending order; then an empty line; then the same for n-grams.
"""

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from hashlib import sha256
from math import log
from pathlib import Path

from ..errors import InputError, UsageError
from ..files.resource import Resource, malformed_error
from ..files.schema import LANGUAGE, SchemaError, anything, decode_utf8, integer, record
from ..files.sentence import Sentence, has_alphanumeric
from .characters import pad_text
from .language_tables import find_shipped_table, is_checked, read_table

KIND = "frequencies"
VERSION = 1
MAX_GRAM_LENGTH = 4  # maximum length of character n-grams
MIN_WORD_COUNT, MIN_GRAM_COUNT = 3, 20  # default minimum frequencies of words and n-grams in files

_SETTINGS_SCHEMA = record(
    {"language": LANGUAGE, "sentences": integer(1, 10**18 - 1)}, other_fields=anything()
)
_LINES_PATTERN = rb"(?>(?:[0-9]{1,18}+(?>(?:\t[^\t\n]++)+)\n)*)"
_BODY_PATTERN = re.compile(_LINES_PATTERN + rb"\n" + _LINES_PATTERN)
_LINE_COUNTS = re.compile(rb"^[0-9]+", re.MULTILINE)


@dataclass(frozen=True, eq=False)
class Frequencies:
    """A table of sentence frequencies. Tables are equal if their digests are equal."""

    name: str  # for signatures
    sentences: int  # number of sentences
    body: bytes = field(repr=False)  # as stored in a file

    @cached_property
    def digest(self) -> str:
        """SHA-256 of everything that the weights depend on."""
        # The number of sentences is included: empty references change it, but not the body.
        return sha256(b"%d\n%s" % (self.sentences, self.body)).hexdigest()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Frequencies) and self.digest == other.digest

    def __hash__(self) -> int:
        return hash(self.digest)

    @cached_property
    def _counts(self) -> tuple[dict[str, int], dict[str, int]]:
        """Frequencies of words, and of n-grams. The native core reads the body instead."""
        lines = self.body.decode().split("\n")
        empty_line = lines.index("")
        return _parse_lines(lines[:empty_line]), _parse_lines(lines[empty_line + 1 : -1])

    def get_word_weight(self, form: str) -> float:
        """Return the weight of a lower-cased word."""
        word_counts, _ = self._counts
        return self._compute_weight(word_counts.get(form, 0))

    def get_gram_weight(self, gram: str) -> float:
        """Return the weight of a character n-gram."""
        _, gram_counts = self._counts
        return self._compute_weight(gram_counts.get(gram, 0))

    @property
    def unseen_weight(self) -> float:
        """The weight of words and n-grams that are not in the table."""
        return self._compute_weight(0)

    def _compute_weight(self, df: int) -> float:
        if not self.sentences:
            return 1.0
        return log((self.sentences + 1) / max(df, 1)) / log(self.sentences + 1)


# A table without data, with which all weights are 1.
UNIFORM_FREQUENCIES = Frequencies("none", 0, b"\n")


@dataclass
class SentenceCounts:
    """Counters of sentences, and of the sentences in which words and n-grams occur."""

    sentences: int = 0  # number of sentences
    words: Counter[str] = field(default_factory=Counter)
    grams: Counter[str] = field(default_factory=Counter)

    def add(self, sentences: Iterable[Sentence]) -> None:
        """Count more sentences."""
        for sentence in sentences:
            self.sentences += 1
            forms = (token.form for token in sentence.tokens)
            self.words.update({form.lower() for form in forms if has_alphanumeric(form)})
            text = pad_text(sentence.text)
            for n in range(1, MAX_GRAM_LENGTH + 1):
                grams = {text[start : start + n] for start in range(len(text) - n + 1)}
                self.grams.update(grams)

    def merge(self, other: "SentenceCounts") -> None:
        """Add the counts of another object."""
        self.sentences += other.sentences
        self.words.update(other.words)
        self.grams.update(other.grams)

    def encode(self, min_word_count: int = 1, min_gram_count: int = 1) -> bytes:
        """Return the body of a frequencies file.

        Words and n-grams in fewer than `min_word_count` or `min_gram_count` sentences are left out.
        """
        # Lone surrogates cannot be encoded and are replaced.
        word_lines = _format_lines(self.words, min_word_count)
        gram_lines = _format_lines(self.grams, min_gram_count)
        body = f"{word_lines}\n{gram_lines}"
        return body.encode(errors="replace")

    def to_reference_frequencies(self) -> Frequencies:
        """Return the frequencies of counted references, for languages without a shipped table."""
        frequencies = Frequencies("references", self.sentences, self.encode())
        return replace(frequencies, name=f"references@{frequencies.digest[:8]}")


def count_sentences(sentences: Iterable[Sentence]) -> SentenceCounts:
    """Count the words and n-grams of sentences."""
    counts = SentenceCounts()
    counts.add(sentences)
    return counts


def check_min_counts(min_word_count: int, min_gram_count: int) -> None:
    """Raise a UsageError if a minimum count is not positive."""
    if min_word_count < 1 or min_gram_count < 1:
        raise UsageError(
            f"minimum counts are {min_word_count} and {min_gram_count}; give 1 or more"
        )


def build_frequency_resource(
    counts: SentenceCounts,
    lang: str,
    sources: Iterable[str],
    min_word_count: int = MIN_WORD_COUNT,
    min_gram_count: int = MIN_GRAM_COUNT,
) -> Resource:
    """Return the content of a frequencies file.

    Words and n-grams in fewer than `min_word_count` or `min_gram_count` sentences are left out.
    `sources` are the names of the counted texts, which are stored in the settings of the file.
    """
    check_min_counts(min_word_count, min_gram_count)
    body = counts.encode(min_word_count, min_gram_count)
    if not counts.sentences:
        raise InputError("the text has no sentences; give a file with one sentence per line")
    if body == UNIFORM_FREQUENCIES.body:
        raise InputError(
            f"no word is in {min_word_count} or more sentences, no character n-gram in "
            f"{min_gram_count}: "
            "give more text, or lower --min-words and --min-grams"
        )
    settings = {"language": lang, "sources": list(sources), "sentences": counts.sentences}
    return Resource(KIND, VERSION, settings, body)


def find_shipped_frequencies(lang: str) -> Path | None:
    """Return the path of the frequencies that ship with the package; None if there are none."""
    return find_shipped_table(KIND, lang)


def load_frequencies(path: Path, lang: str) -> Frequencies:
    """Read a frequencies file, as written by `tesla build frequencies`."""
    resource = read_table(path, KIND, VERSION, _SETTINGS_SCHEMA, lang)
    n_sentences: int = resource.settings["sentences"]
    try:
        if not is_checked(resource):
            _check_body(n_sentences, resource.body)
    except SchemaError as error:
        raise malformed_error(path, error, KIND) from error
    return Frequencies(f"{lang}@{resource.short_hash}", n_sentences, resource.body)


def _check_body(n_sentences: int, body: bytes) -> None:
    if body == UNIFORM_FREQUENCIES.body or not _BODY_PATTERN.fullmatch(body):
        raise SchemaError("its body is not a list of counts with words and n-grams")
    decode_utf8(body)
    for df in map(int, _LINE_COUNTS.findall(body)):
        if not 1 <= df <= n_sentences:
            raise SchemaError(f"it has a count of {df} in {n_sentences} sentences")


def _format_lines(counts: Mapping[str, int], min_count: int) -> str:
    """Format one line per distinct count: the count, and its words or n-grams."""
    items_by_count: dict[int, list[str]] = {}
    for item, count in sorted(counts.items()):
        # Words of external analyses may contain tabs and line ends; these words are left out.
        if count >= min_count and "\t" not in item and "\n" not in item:
            items_by_count.setdefault(count, []).append(item)
    lines = []
    for count in sorted(items_by_count, reverse=True):
        lines.append("\t".join((str(count), *items_by_count[count])) + "\n")
    return "".join(lines)


def _parse_lines(lines: Sequence[str]) -> dict[str, int]:
    """Parse the lines of `_format_lines` to a mapping from words or n-grams to counts."""
    counts: dict[str, int] = {}
    for line in lines:
        df, *items = line.split("\t")
        counts.update(dict.fromkeys(items, int(df)))
    return counts
