"""Count words, and split compounds into frequent words (Koehn & Knight 2003)."""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from itertools import repeat
from pathlib import Path
from unicodedata import normalize

from ..errors import InputError, UsageError
from ..files.cache import is_enabled, load_or_compute
from ..files.resource import Resource, malformed_error, read_resource
from ..files.schema import LANGUAGE, SchemaError, anything, decode_utf8, integer, record
from .language_tables import LazyTable, find_shipped_table, is_checked
from .languages import Compounds, find_language

# Number of binary searches before the complete table is decoded. It takes about the same time.
_MAX_SEARCHES = 20_000
_CACHE_PREFIX = b"sorted counts 1 "


class SearchableCounts(LazyTable[int]):
    """Word counts that are decoded only after many lookups.

    Short texts need only a few of 100,000 words. Therefore the first lookups are binary searches
    in sorted lines, which are cached in a file. `decode` decodes the counts, and `digest` is the
    hash of the encoded counts.
    """

    def __init__(self, decode: Callable[[], Mapping[str, int]], digest: str) -> None:
        super().__init__(decode, self._search if is_enabled() else None)
        self._key = _CACHE_PREFIX + digest.encode()
        self._lines = b""  # as returned by `format_sorted_lines`; loaded by the first search
        self._searches_left = _MAX_SEARCHES

    @property
    def fastest_mapping(self) -> Mapping[str, int]:
        """The decoded counts if they exist already, else this object."""
        return self if self._mapping is None else self._mapping

    def _search(self, word: str) -> int | None:
        self._searches_left -= 1
        if not self._lines:  # if there is no cached file, the table is decoded once
            self._lines = load_or_compute(self._key, lambda: format_sorted_lines(self.mapping))
        if self._searches_left < 0:
            self._lines = b""
            return self.mapping.get(word)
        return find_count(self._lines, word)


def format_sorted_lines(counts: Mapping[str, int]) -> bytes:
    """Return one line `word<TAB>count` per word, sorted by the bytes of the words."""
    items = sorted((word.encode(), count) for word, count in counts.items())
    return b"".join(b"%s\t%d\n" % item for item in items)


def find_count(lines: bytes, word: str) -> int | None:
    """Return the count of a word in the result of `format_sorted_lines`, or None if missing."""
    # Lone surrogates are never listed, but must not raise an error.
    encoded = word.encode(errors="surrogatepass")
    low, high = 0, len(lines)
    while low < high:
        start = lines.rfind(b"\n", low, (low + high) // 2) + 1 or low
        tab = lines.index(b"\t", start)
        candidate = lines[start:tab]
        if candidate == encoded:
            return int(lines[tab + 1 : lines.index(b"\n", tab)])
        if candidate < encoded:
            low = lines.index(b"\n", tab) + 1
        else:
            high = start
    return None


# Word counts and their file format
#
# The body of a counts file has one line per distinct count: `count<TAB>word word ...`. Lines are in
# descending order of the count, and the words of a line are sorted. Many words have the same count,
# so that this format loads much faster than one line per word.

KIND = "counts"
VERSION = 1

_SETTINGS_SCHEMA = record(
    {"language": LANGUAGE, "tokens": integer(1, 10**18)}, other_fields=anything()
)
_BODY_PATTERN = re.compile(rb"(?>(?:[1-9][0-9]{0,17}+\t[^\0- ]++(?>(?: [^\0- ]++)*)\n)+)")
_LETTER_RUN = re.compile(r"[^\W\d_]+")


def count_words(
    texts: Iterable[str], lang: str, min_count: int, sources: Sequence[str] = ()
) -> Resource:
    """Count words and return the content of a counts file.

    Words are sequences of letters, lower-cased. Only words that occur `min_count` times or more are
    kept. `sources` are the names of the texts, which are stored in the settings of the file.
    """
    check_min_count(min_count)
    counts: Counter[str] = Counter()
    for text in texts:
        counts.update(find_words(text))
    return build_frequent_counts(counts, counts.total(), lang, min_count, sources)


def check_min_count(min_count: int) -> None:
    """Raise a UsageError if the minimum count is not positive."""
    if min_count < 1:
        raise UsageError(f"the minimum count is {min_count}; give 1 or more")


def find_words(text: str) -> list[str]:
    """Return the words of a text for counting: its sequences of letters, lower-cased."""
    # Without NFC, words would be split at combining accents.
    return _LETTER_RUN.findall(normalize("NFC", text).lower())


def build_frequent_counts(
    counts: Mapping[str, int], n_tokens: int, lang: str, min_count: int, sources: Sequence[str] = ()
) -> Resource:
    """Return the content of a counts file with the words that occur `min_count` times or more."""
    frequent = {word: count for word, count in counts.items() if count >= min_count}
    if not frequent:
        raise InputError(
            f"no word occurs {min_count} times in the text; give more text or a lower minimum count"
        )
    return build_counts(frequent, lang, sources, n_tokens)


def build_counts(
    counts: Mapping[str, int], lang: str, sources: Sequence[str], n_tokens: int
) -> Resource:
    """Return the content of a counts file with these counts.

    `n_tokens` is the number of all words of the texts, including words that are not in `counts`.
    """
    words_by_count: dict[int, list[str]] = {}
    for word in sorted(counts):
        words_by_count.setdefault(counts[word], []).append(word)
    lines = (
        f"{count}\t{' '.join(words_by_count[count])}\n"
        for count in sorted(words_by_count, reverse=True)
    )
    settings = {"language": lang, "sources": list(sources), "tokens": n_tokens}
    return Resource(KIND, VERSION, settings, "".join(lines).encode())


def find_shipped_counts(lang: str) -> Path | None:
    """Return the path of the counts file that ships with the package; None if there is none."""
    return find_shipped_table(KIND, lang)


def load_counts(path: Path) -> Mapping[str, int]:
    """Read the word counts of a file written by `tesla build counts`."""
    return read_counts(path)[0]


def read_counts(path: Path) -> tuple[Mapping[str, int], str]:
    """Return the word counts of a file, and the short hash of the file."""
    resource = read_resource(path, KIND, VERSION, _SETTINGS_SCHEMA)
    if is_checked(resource):
        counts = SearchableCounts(lambda: _decode(resource.body), resource.digest)
        return counts, resource.short_hash
    try:
        return _check_and_decode(resource.body), resource.short_hash
    except SchemaError as error:
        raise malformed_error(path, error, KIND) from error


def _check_and_decode(body: bytes) -> dict[str, int]:
    if not _BODY_PATTERN.fullmatch(body):
        raise SchemaError("its body is not a list of counts with words")
    counts = _decode(body)
    # The number of words is the number of spaces and line ends.
    if len(counts) != body.count(b" ") + body.count(b"\n"):
        raise SchemaError("its body counts a word twice")
    return counts


def _decode(body: bytes) -> dict[str, int]:
    counts: dict[str, int] = {}
    for line in decode_utf8(body).split("\n")[:-1]:
        count, _, words = line.partition("\t")
        counts.update(zip(words.split(" "), repeat(int(count)), strict=False))
    return counts


# Splitting compounds (Koehn & Knight 2003, Empirical Methods for Compound Splitting)
#
# The best split has the highest geometric mean of the counts of its parts. The unsplit word is one
# of the candidates. All comparisons are exact, since counts and their products are integers. Among
# equal splits, the split with fewer parts is preferred, then the split with the longer first part.
# Parts are split again in the same way: Kinderkrankenhaus becomes Kinder-Kranken-Haus if
# Krankenhaus is split.

# Lengths of words that may be split. Longer strings are not words, and the search time is cubic in
# the length.
_MIN_WORD_LENGTH, _MAX_WORD_LENGTH = 6, 100
_MIN_PART_LENGTH = 4  # minimum length of a part
MEMO_SIZE = 1 << 16  # the cache of splits is cleared when it has this many words

# Language whose rules are used for languages without compound rules, if a user provides counts.
_DEFAULT_LANGUAGE = "de"


@dataclass(frozen=True, eq=False)
class CompoundSplitter:
    """Splits compounds with a table of word counts.

    A part is a counted word with `min_part_length` letters or more, or a word that the rules of the
    language allow as a short part. The rules also exclude words and define the linking letters
    between two parts.
    """

    counts: Mapping[str, int] = field(repr=False)
    name: str = "compounds"
    min_part_length: int = _MIN_PART_LENGTH
    rules: Compounds = field(
        default_factory=lambda: get_compound_rules(_DEFAULT_LANGUAGE), repr=False
    )
    _memo: dict[str, tuple[str, ...]] = field(default_factory=dict, init=False, repr=False)

    @property
    def _fastest_counts(self) -> Mapping[str, int]:
        """The counts, decoded if possible, since splitting a word needs hundreds of lookups."""
        return (
            self.counts.fastest_mapping
            if isinstance(self.counts, SearchableCounts)
            else self.counts
        )

    def split(self, word: str) -> tuple[str, ...]:
        """Return the parts of a word, capitalised if the word is; only the word if not split."""
        parts = self._memo.get(word)
        if parts is None:
            parts = self._split(word)
            if len(self._memo) >= MEMO_SIZE:
                self._memo.clear()
            self._memo[word] = parts
        return parts

    def _split(self, word: str) -> tuple[str, ...]:
        # Words with capitals after the first letter are abbreviations.
        has_inner_capitals = word[1:] != word[1:].lower()
        if (
            not _MIN_WORD_LENGTH <= len(word) <= _MAX_WORD_LENGTH
            or not word.isalpha()
            or has_inner_capitals
        ):
            return (word,)
        parts = self._split_recursively(word.lower())
        if len(parts) == 1:
            return (word,)
        return tuple(part.capitalize() for part in parts) if word[0].isupper() else parts

    def _split_recursively(self, word: str) -> tuple[str, ...]:
        """Split a word and its parts.

        A part is split like a separate word, so that both have the same parts in two texts.
        """
        rules = self.rules
        if (
            len(word) < _MIN_WORD_LENGTH
            or word in rules.unsplit_words
            or word.endswith(rules.unsplit_endings)
        ):
            return (word,)
        parts = self._best_split(word)
        if len(parts) == 1:
            return (word,)
        return tuple(subpart for part in parts for subpart in self._split_recursively(part))

    def _best_split(self, word: str) -> tuple[str, ...]:
        # best[i][k] is the best split of word[i:] into k parts: the product of the counts of the
        # parts, and the parts. It is computed from right to left. The candidates for the first part
        # begin with the longest and replace a previous candidate only if the product is higher,
        # so that the longest of equal candidates is kept.
        end, counts = len(word), self._fastest_counts
        best: list[dict[int, tuple[int, tuple[str, ...]]]] = [{} for _ in range(end)]
        best.append({0: (1, ())})
        for start in range(end - 1, -1, -1):
            splits = best[start]
            for part, count, next_start in self._find_parts(word, start, counts):
                for n_parts, (product, parts) in best[next_start].items():
                    if n_parts + 1 not in splits or count * product > splits[n_parts + 1][0]:
                        splits[n_parts + 1] = (count * product, (part, *parts))
        best[0][1] = (counts.get(word, 0), (word,))
        best_size, (best_product, best_parts) = 1, best[0][1]
        for n_parts in sorted(best[0]):
            product, parts = best[0][n_parts]
            # Compares geometric means without roots:
            # product ** (1 / n_parts) > best_product ** (1 / best_size)
            if product**best_size > best_product**n_parts:
                best_size, best_product, best_parts = n_parts, product, parts
        return best_parts

    def _find_parts(
        self, word: str, start: int, counts: Mapping[str, int]
    ) -> Iterator[tuple[str, int, int]]:
        """Yield the possible parts at index `start`, longest first.

        The result consists of the part, its count and the start of the next part.
        """
        end, rules = len(word), self.rules
        if start and self._can_be_part(word[start:], counts):
            yield word[start:], counts[word[start:]], end
        for stop in range(end - 1, start, -1):
            stem = word[start:stop]
            if stem not in counts:
                part = stem + rules.dropped_letters
                # After the first part, a stem needs one more letter, since short stems occur by
                # chance: Gast-ros(e)-kopie is wrong, Erd(e)-beben is right.
                min_length = rules.min_stem_length + (start > 0)
                if len(stem) >= min_length and self._can_be_part(part, counts):
                    yield part, counts[part], stop
            elif self._can_be_part(stem, counts):
                for joint in rules.joints:
                    next_start = stop + len(joint.letters)
                    # There are no linking letters at the end of the word.
                    if (
                        next_start < end
                        and word.startswith(joint.letters, stop)
                        and joint.can_follow(stem)
                    ):
                        yield stem, counts[stem], next_start

    def _can_be_part(self, part: str, counts: Mapping[str, int]) -> bool:
        return (
            part in counts
            and part not in self.rules.never_parts
            and (len(part) >= self.min_part_length or part in self.rules.short_parts)
        )


def get_compound_rules(lang: str) -> Compounds:
    """Return the compound rules of a language; the German rules if it has none."""
    rules = find_language(lang).compounds or find_language(_DEFAULT_LANGUAGE).compounds
    assert rules is not None
    return rules


def load_shipped_splitter(lang: str) -> CompoundSplitter | None:
    """Return the splitter with the shipped counts; None if no counts are shipped."""
    path = find_shipped_counts(lang)
    return _create_shipped_splitter(path, get_compound_rules(lang)) if path else None


@cache
def _create_shipped_splitter(path: Path, rules: Compounds) -> CompoundSplitter:
    return CompoundSplitter(*_read_named_counts(path), rules=rules)


def load_splitter(path: Path, lang: str = _DEFAULT_LANGUAGE) -> CompoundSplitter:
    """Return a splitter with the counts of a file written by `tesla build counts`.

    The lists `never_parts` and `unsplit_words` of the language are made for the shipped counts and
    are not used here.
    """
    rules = replace(get_compound_rules(lang), never_parts=frozenset(), unsplit_words=frozenset())
    return CompoundSplitter(*_read_named_counts(path), rules=rules)


def _read_named_counts(path: Path) -> tuple[Mapping[str, int], str]:
    """Return the counts of a file, and the name of the splitter for signatures."""
    counts, short_hash = read_counts(path)
    return counts, f"compounds@{short_hash}"


__all__ = [
    "CompoundSplitter",
    "build_counts",
    "count_words",
    "find_shipped_counts",
    "get_compound_rules",
    "load_counts",
    "load_shipped_splitter",
    "load_splitter",
]
