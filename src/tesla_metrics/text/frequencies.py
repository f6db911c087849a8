"""Sentence frequencies of words and character n-grams, and the idf weights derived from them.

A table contains the number N of sentences and the number of sentences (df) in which each word
(lower-cased token with a letter or digit) and each character n-gram (of padded text, case kept)
occurs. The weight is ln((N + 1) / max(df, 1)) / ln(N + 1): 1 for items that hardly ever occur and
nearly 0 for items that occur everywhere.

The body of a frequencies file has one line per df, `df<TAB>word<TAB>word ...`, in descending order;
then an empty line; then the same for n-grams.
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
from .language_tables import is_checked, read_table, shipped_table

KIND = "frequencies"
VERSION = 1
GRAM_ORDER = 4
MIN_WORDS, MIN_GRAMS = 3, 20

_SETTINGS = record({"language": LANGUAGE, "sentences": integer(1, 10**18 - 1)}, others=anything())
_LINES = rb"(?>(?:[0-9]{1,18}+(?>(?:\t[^\t\n]++)+)\n)*)"
_BODY = re.compile(_LINES + rb"\n" + _LINES)
_LINE_COUNTS = re.compile(rb"^[0-9]+", re.MULTILINE)


@dataclass(frozen=True, eq=False)
class Frequencies:
    """Sentence frequencies; tables are equal if their digests are equal."""

    name: str
    sentences: int
    body: bytes = field(repr=False)

    @cached_property
    def digest(self) -> str:
        """SHA-256 of everything that the weights depend on."""
        # Empty references change the number of sentences, but not the body.
        return sha256(b"%d\n%s" % (self.sentences, self.body)).hexdigest()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Frequencies) and self.digest == other.digest

    def __hash__(self) -> int:
        return hash(self.digest)

    @cached_property
    def _counts(self) -> tuple[dict[str, int], dict[str, int]]:
        """Counts of words and of n-grams. The native core reads the body directly."""
        lines = self.body.decode().split("\n")
        separator = lines.index("")
        return _parse_lines(lines[:separator]), _parse_lines(lines[separator + 1 : -1])

    def word_weight(self, form: str) -> float:
        """Return the weight of a lower-cased word."""
        return self._weight(self._counts[0].get(form, 0))

    def gram_weight(self, gram: str) -> float:
        """Return the weight of a character n-gram."""
        return self._weight(self._counts[1].get(gram, 0))

    @property
    def unseen_weight(self) -> float:
        """The weight of words and n-grams that are not in the table."""
        return self._weight(0)

    def _weight(self, df: int) -> float:
        if not self.sentences:
            return 1.0
        return log((self.sentences + 1) / max(df, 1)) / log(self.sentences + 1)


# A table without data: all weights are equal.
UNIFORM = Frequencies("none", 0, b"\n")


@dataclass
class SentenceCounts:
    """Numbers of sentences in which words and n-grams occur; counts can be merged."""

    sentences: int = 0
    words: Counter[str] = field(default_factory=Counter)
    grams: Counter[str] = field(default_factory=Counter)

    def add(self, sentences: Iterable[Sentence]) -> None:
        """Count more sentences."""
        for sentence in sentences:
            self.sentences += 1
            forms = (token.form for token in sentence.tokens)
            self.words.update({form.lower() for form in forms if has_alphanumeric(form)})
            text = pad_text(sentence.text)
            for n in range(1, GRAM_ORDER + 1):
                self.grams.update({text[start : start + n] for start in range(len(text) - n + 1)})

    def merge(self, other: "SentenceCounts") -> None:
        """Add the counts of another object."""
        self.sentences += other.sentences
        self.words.update(other.words)
        self.grams.update(other.grams)

    def body(self, min_words: int = 1, min_grams: int = 1) -> bytes:
        """Return the body of a frequencies file without words and n-grams below these counts."""
        # Lone surrogates cannot be encoded; replace them instead of raising an error.
        body = f"{_format_lines(self.words, min_words)}\n{_format_lines(self.grams, min_grams)}"
        return body.encode(errors="replace")

    def reference_frequencies(self) -> Frequencies:
        """Return frequencies counted on the references, for languages without a table."""
        frequencies = Frequencies("references", self.sentences, self.body())
        return replace(frequencies, name=f"references@{frequencies.digest[:8]}")


def count_sentences(sentences: Iterable[Sentence]) -> SentenceCounts:
    """Count the words and n-grams of sentences."""
    counts = SentenceCounts()
    counts.add(sentences)
    return counts


def check_min_counts(words: int, grams: int) -> None:
    """Check that minimum counts are positive."""
    if words < 1 or grams < 1:
        raise UsageError(f"minimum counts are {words} and {grams}; give 1 or more")


def frequencies_resource(
    counts: SentenceCounts,
    lang: str,
    sources: Iterable[str],
    min_words: int = MIN_WORDS,
    min_grams: int = MIN_GRAMS,
) -> Resource:
    """Return the content of a frequencies file without words and n-grams below these counts.

    `sources` are the names of the counted texts, which are stored in the settings.
    """
    check_min_counts(min_words, min_grams)
    body = counts.body(min_words, min_grams)
    if not counts.sentences:
        raise InputError("the text has no sentences; give a file with one sentence per line")
    if body == UNIFORM.body:
        raise InputError(
            f"no word is in {min_words} or more sentences, no character n-gram in {min_grams}: "
            "give more text, or lower --min-words and --min-grams"
        )
    settings = {"language": lang, "sources": list(sources), "sentences": counts.sentences}
    return Resource(KIND, VERSION, settings, body)


def shipped_frequencies(lang: str) -> Path | None:
    """Return the path of the table that ships with the package, if there is one."""
    return shipped_table(KIND, lang)


def load_frequencies(path: Path, lang: str) -> Frequencies:
    """Read a table written by `tesla build frequencies`."""
    resource = read_table(path, KIND, VERSION, _SETTINGS, lang)
    total: int = resource.settings["sentences"]
    try:
        if not is_checked(resource):
            _check_body(total, resource.body)
    except SchemaError as error:
        raise malformed_error(path, error, KIND) from error
    return Frequencies(f"{lang}@{resource.short_hash}", total, resource.body)


def _check_body(total: int, body: bytes) -> None:
    if body == UNIFORM.body or not _BODY.fullmatch(body):
        raise SchemaError("its body is not a list of counts with words and n-grams")
    decode_utf8(body)
    for df in map(int, _LINE_COUNTS.findall(body)):
        if not 1 <= df <= total:
            raise SchemaError(f"it has a count of {df} in {total} sentences")


def _format_lines(counts: Mapping[str, int], min_count: int) -> str:
    keys: dict[int, list[str]] = {}
    for key in sorted(counts):
        # Words of external analyses may contain any character; skip words that cannot be written.
        if counts[key] >= min_count and "\t" not in key and "\n" not in key:
            keys.setdefault(counts[key], []).append(key)
    return "".join(f"{df}\t" + "\t".join(keys[df]) + "\n" for df in sorted(keys, reverse=True))


def _parse_lines(lines: Sequence[str]) -> dict[str, int]:
    counts: dict[str, int] = {}
    for line in lines:
        df, *keys = line.split("\t")
        counts.update(dict.fromkeys(keys, int(df)))
    return counts
