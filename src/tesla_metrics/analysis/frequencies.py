"""In how many sentences words and character n-grams occur: what makes rare ones weigh more.

A table knows the number N of its sentences and, of words (lower-cased tokens with a letter or
digit) and of character n-grams (of padded text, case kept), in how many of them each occurs. What
occurs in df sentences weighs ln((N + 1) / max(df, 1)) / ln(N + 1): 1 where it was hardly ever
seen, nearly 0 where it is everywhere.

The body of a frequencies file has a line for each number, `df<TAB>word<TAB>word ...`, falling; then
an empty line; then the same for n-grams.
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
from ..files.header import malformed
from ..files.resource import Resource
from ..files.schema import LANGUAGE, MisfitError, anything, decode_utf8, record, whole
from .language_tables import is_checked, read_table, shipped_table
from .padding import padded
from .sentence import Sentence, has_alphanumeric

KIND = "frequencies"
VERSION = 1
GRAM_ORDER = 4
MIN_WORDS, MIN_GRAMS = 3, 20

_SETTINGS = record({"language": LANGUAGE, "sentences": whole(1, 10**18 - 1)}, others=anything())
_LINES = rb"(?>(?:[0-9]{1,18}+(?>(?:\t[^\t\n]++)+)\n)*)"
_BODY = re.compile(_LINES + rb"\n" + _LINES)
_NUMBERS = re.compile(rb"^[0-9]+", re.MULTILINE)


@dataclass(frozen=True, eq=False)
class Frequencies:
    """Sentence frequencies; tables are equal whose contents are, by all of their digest."""

    name: str
    sentences: int
    body: bytes = field(repr=False)

    @cached_property
    def digest(self) -> str:
        """SHA-256 of all that weights depend on."""
        # Empty references leave no trace in the body, yet they count.
        return sha256(b"%d\n%s" % (self.sentences, self.body)).hexdigest()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Frequencies) and self.digest == other.digest

    def __hash__(self) -> int:
        return hash(self.digest)

    @cached_property
    def _counts(self) -> tuple[dict[str, int], dict[str, int]]:
        """Of words and of n-grams; the native core reads the body by itself."""
        lines = self.body.decode().split("\n")
        cut = lines.index("")
        return _decode(lines[:cut]), _decode(lines[cut + 1 : -1])

    def word(self, form: str) -> float:
        """The weight of a lower-cased word."""
        return self._weight(self._counts[0].get(form, 0))

    def gram(self, gram: str) -> float:
        """The weight of a character n-gram."""
        return self._weight(self._counts[1].get(gram, 0))

    @property
    def rarest(self) -> float:
        """The weight of what the table does not have."""
        return self._weight(0)

    def _weight(self, df: int) -> float:
        if not self.sentences:
            return 1.0
        return log((self.sentences + 1) / max(df, 1)) / log(self.sentences + 1)


# Where nothing is known, everything weighs the same.
UNIFORM = Frequencies("none", 0, b"\n")


@dataclass
class SentenceCounts:
    """In how many sentences words and n-grams occur; counts of parts of a text may be added up."""

    sentences: int = 0
    words: Counter[str] = field(default_factory=Counter)
    grams: Counter[str] = field(default_factory=Counter)

    def add(self, sentences: Iterable[Sentence]) -> None:
        """Count more sentences."""
        for sentence in sentences:
            self.sentences += 1
            forms = (token.form for token in sentence.tokens)
            self.words.update({form.lower() for form in forms if has_alphanumeric(form)})
            text = padded(sentence.text)
            for n in range(1, GRAM_ORDER + 1):
                self.grams.update({text[start : start + n] for start in range(len(text) - n + 1)})

    def merge(self, other: "SentenceCounts") -> None:
        """Add what was counted elsewhere."""
        self.sentences += other.sentences
        self.words.update(other.words)
        self.grams.update(other.grams)

    def body(self, min_words: int = 1, min_grams: int = 1) -> bytes:
        """Of a file; what is rarer is left out."""
        # A lone surrogate is no text, but must not stop anybody either.
        body = f"{_lines(self.words, min_words)}\n{_lines(self.grams, min_grams)}"
        return body.encode(errors="replace")

    def of_references(self) -> Frequencies:
        """The frequencies of references themselves, for languages without a table."""
        counted = Frequencies("references", self.sentences, self.body())
        return replace(counted, name=f"references@{counted.digest[:8]}")


def count_sentences(sentences: Iterable[Sentence]) -> SentenceCounts:
    """The counts of these."""
    counts = SentenceCounts()
    counts.add(sentences)
    return counts


def check_least(words: int, grams: int) -> None:
    """Refuse minimal counts that cannot be."""
    if words < 1 or grams < 1:
        raise UsageError(f"minimal counts {words} and {grams}; give 1 or more")


def frequencies_resource(
    counts: SentenceCounts,
    lang: str,
    sources: Iterable[str],
    min_words: int = MIN_WORDS,
    min_grams: int = MIN_GRAMS,
) -> Resource:
    """The content of a file; rarer words and n-grams than these are left out.

    `sources` are names of what was counted; they only go into the settings.
    """
    check_least(min_words, min_grams)
    body = counts.body(min_words, min_grams)
    if not counts.sentences:
        raise InputError("no sentence in the text; give a file with one sentence a line")
    if body == UNIFORM.body:
        raise InputError(
            f"no word is in {min_words} or more sentences, no character n-gram in {min_grams}: "
            "give more text, or lower --min-words and --min-grams"
        )
    settings = {"language": lang, "sources": list(sources), "sentences": counts.sentences}
    return Resource(KIND, VERSION, settings, body)


def shipped_frequencies(lang: str) -> Path | None:
    """The table that comes with the package, if there is one."""
    return shipped_table(KIND, lang)


def load_frequencies(path: Path, lang: str) -> Frequencies:
    """A table that `tesla build frequencies` wrote."""
    resource = read_table(path, KIND, VERSION, _SETTINGS, lang)
    total: int = resource.settings["sentences"]
    try:
        if not is_checked(resource):
            _check(total, resource.body)
    except MisfitError as error:
        raise malformed(path, error, KIND) from error
    return Frequencies(f"{lang}@{resource.short_hash}", total, resource.body)


def _check(total: int, body: bytes) -> None:
    if body == UNIFORM.body or not _BODY.fullmatch(body):
        raise MisfitError("its body is no list of numbers with words and n-grams")
    decode_utf8(body)
    for df in map(int, _NUMBERS.findall(body)):
        if not 1 <= df <= total:
            raise MisfitError(f"something is in {df} of {total} sentences")


def _lines(counts: Mapping[str, int], least: int) -> str:
    keys: dict[int, list[str]] = {}
    for key in sorted(counts):
        # Given analyses may have anything in a word; one that cannot be written is left out.
        if counts[key] >= least and "\t" not in key and "\n" not in key:
            keys.setdefault(counts[key], []).append(key)
    return "".join(f"{df}\t" + "\t".join(keys[df]) + "\n" for df in sorted(keys, reverse=True))


def _decode(lines: Sequence[str]) -> dict[str, int]:
    counts: dict[str, int] = {}
    for line in lines:
        df, *keys = line.split("\t")
        counts.update(dict.fromkeys(keys, int(df)))
    return counts
