"""Split compounds into frequent words (Koehn & Knight 2003), and the word counts for it."""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from itertools import repeat
from pathlib import Path
from unicodedata import normalize

from ..errors import InputError, UsageError
from ..files.cache import cached, is_enabled
from ..files.resource import Resource, malformed_error, read_resource
from ..files.schema import LANGUAGE, SchemaError, anything, decode_utf8, integer, record
from .language_tables import LazyTable, is_checked, shipped_table
from .languages import Compounds, find_language

# Decoding the complete table takes as long as this number of searches.
_MAX_SEARCHES = 20_000
_CACHE_PREFIX = b"sorted counts 1 "


class SearchableCounts(LazyTable[int]):
    """Word counts that are decoded only after many lookups.

    `make` decodes the counts, and `digest` is the hash of the data that it decodes. Short texts
    need only a few of 100,000 words: the first lookups use binary search in sorted lines.
    """

    def __init__(self, make: Callable[[], Mapping[str, int]], digest: str) -> None:
        super().__init__(make, self._search if is_enabled() else None)
        self._key = _CACHE_PREFIX + digest.encode()
        self._lines = b""
        self._searches_left = _MAX_SEARCHES

    @property
    def fastest(self) -> Mapping[str, int]:
        """The mapping with the fastest lookup."""
        return self if self._mapping is None else self._mapping

    def _search(self, word: str) -> int | None:
        self._searches_left -= 1
        if not self._lines:  # decodes the table if the lines are not cached yet
            self._lines = cached(self._key, lambda: sorted_lines(self.mapping))
        if self._searches_left < 0:
            self._lines = b""
            return self.mapping.get(word)
        return find_count(self._lines, word)


def sorted_lines(counts: Mapping[str, int]) -> bytes:
    """Return lines `word<TAB>count`, one per word, sorted by bytes."""
    encoded = sorted((word.encode(), count) for word, count in counts.items())
    return b"".join(b"%s\t%d\n" % item for item in encoded)


def find_count(lines: bytes, word: str) -> int | None:
    """Find the count of a word in sorted lines by binary search; None if it is missing."""
    sought = word.encode(errors="surrogatepass")  # a lone surrogate is in no table
    low, high = 0, len(lines)
    while low < high:
        start = lines.rfind(b"\n", low, (low + high) // 2) + 1 or low
        tab = lines.index(b"\t", start)
        candidate = lines[start:tab]
        if candidate == sought:
            return int(lines[tab + 1 : lines.index(b"\n", tab)])
        if candidate < sought:
            low = lines.index(b"\n", tab) + 1
        else:
            high = start
    return None


# Word counts and their file format.
#
# The body of a counts file has one line per count, `count<TAB>word word ...`, in descending order,
# with sorted words. Few counts are distinct, so it loads much faster than one line per word.

KIND = "counts"
VERSION = 1

_SETTINGS = record({"language": LANGUAGE, "tokens": integer(1, 10**18)}, others=anything())
_BODY = re.compile(rb"(?>(?:[1-9][0-9]{0,17}+\t[^\0- ]++(?>(?: [^\0- ]++)*)\n)+)")
_LETTERS = re.compile(r"[^\W\d_]+")


def count_words(
    texts: Iterable[str], lang: str, min_count: int, sources: Sequence[str] = ()
) -> Resource:
    """Count the words (maximal runs of letters, lower-cased) that occur `min_count` times or more.

    `sources` are the names of the counted texts, which are stored in the settings.
    """
    check_min_count(min_count)
    counts: Counter[str] = Counter()
    for text in texts:
        counts.update(countable_words(text))
    return frequent_resource(counts, counts.total(), lang, min_count, sources)


def check_min_count(min_count: int) -> None:
    """Check that the minimum count is positive."""
    if min_count < 1:
        raise UsageError(f"the minimum count is {min_count}; give 1 or more")


def countable_words(text: str) -> list[str]:
    """Return the words of a text that are counted."""
    # Without NFC, words would be split at combining accents.
    return _LETTERS.findall(normalize("NFC", text).lower())


def frequent_resource(
    counts: Mapping[str, int], tokens: int, lang: str, min_count: int, sources: Sequence[str] = ()
) -> Resource:
    """Return the content of a counts file with the words that occur `min_count` times or more."""
    frequent = {word: count for word, count in counts.items() if count >= min_count}
    if not frequent:
        raise InputError(
            f"no word occurs {min_count} times in the text; give more text or a lower minimum count"
        )
    return counts_resource(frequent, lang, sources, tokens)


def counts_resource(
    counts: Mapping[str, int], lang: str, sources: Sequence[str], tokens: int
) -> Resource:
    """Return the content of a counts file; `tokens` includes words that are left out."""
    words_by_count: dict[int, list[str]] = {}
    for word in sorted(counts):
        words_by_count.setdefault(counts[word], []).append(word)
    lines = (
        f"{count}\t{' '.join(words_by_count[count])}\n"
        for count in sorted(words_by_count, reverse=True)
    )
    settings = {"language": lang, "sources": list(sources), "tokens": tokens}
    return Resource(KIND, VERSION, settings, "".join(lines).encode())


def shipped_counts(lang: str) -> Path | None:
    """Return the path of the counts that ship with the package, if there are any."""
    return shipped_table(KIND, lang)


def load_counts(path: Path) -> Mapping[str, int]:
    """Read the word counts of a file written by `tesla build counts`."""
    return read_counts(path)[0]


def read_counts(path: Path) -> tuple[Mapping[str, int], str]:
    """Read the word counts of a file and return them with its short hash."""
    resource = read_resource(path, KIND, VERSION, _SETTINGS)
    if is_checked(resource):
        counts = SearchableCounts(lambda: _decode(resource.body), resource.digest)
        return counts, resource.short_hash
    try:
        return _decode_checked(resource.body), resource.short_hash
    except SchemaError as error:
        raise malformed_error(path, error, KIND) from error


def _decode_checked(body: bytes) -> dict[str, int]:
    if not _BODY.fullmatch(body):
        raise SchemaError("its body is not a list of counts with words")
    counts = _decode(body)
    # The number of words is the number of spaces and line ends.
    if len(counts) != body.count(b" ") + body.count(b"\n"):
        raise SchemaError("its body counts a word twice")
    return counts


def _decode(body: bytes) -> dict[str, int]:
    counts: dict[str, int] = {}
    for line in decode_utf8(body).split("\n")[:-1]:
        count, _, listed = line.partition("\t")
        counts.update(zip(listed.split(" "), repeat(int(count)), strict=False))
    return counts


# Compounds are split into frequent words (Koehn & Knight 2003).
#
# The best split, which may be the unsplit word, has the highest geometric mean of the parts' corpus
# counts. The search is exact: counts and the products that are compared are integers. Ties are
# resolved in favour of fewer parts, then of longer parts from the left. Parts are then split in the
# same way: Kinder-krankenhaus has the parts of Krankenhaus.

# Longer strings are not words, and the search time is cubic in the length.
MIN_WORD, MAX_WORD = 6, 100
MIN_PART = 4
MEMO_SIZE = 1 << 16

# Language whose joints are used for languages without their own, if a user has counts.
_DEFAULT_LANGUAGE = "de"


@dataclass(frozen=True, eq=False)
class CompoundSplitter:
    """Splits compounds with a table of word counts.

    Parts have `min_part` or more letters unless they are short parts of the language, and the
    words in `never_parts` are excluded. Between two parts there is one of the language's joints.
    """

    counts: Mapping[str, int] = field(repr=False)
    name: str = "compounds"
    min_part: int = MIN_PART
    facts: Compounds = field(default_factory=lambda: compound_rules(_DEFAULT_LANGUAGE), repr=False)
    _memo: dict[str, tuple[str, ...]] = field(default_factory=dict, init=False, repr=False)

    @property
    def _fastest_counts(self) -> Mapping[str, int]:
        """The counts with the fastest lookup, since each word needs hundreds of lookups."""
        return self.counts.fastest if isinstance(self.counts, SearchableCounts) else self.counts

    def split(self, word: str) -> tuple[str, ...]:
        """Return the parts, capitalised if the word is; the word itself if it is not split."""
        parts = self._memo.get(word)
        if parts is None:
            parts = self._split(word)
            if len(self._memo) >= MEMO_SIZE:
                self._memo.clear()
            self._memo[word] = parts
        return parts

    def _split(self, word: str) -> tuple[str, ...]:
        rest = word[1:]
        # Words with inner capitals are abbreviations and are not split.
        if not MIN_WORD <= len(word) <= MAX_WORD or not word.isalpha() or rest != rest.lower():
            return (word,)
        parts = self._split_recursively(word.lower())
        if len(parts) == 1:
            return (word,)
        return tuple(part.capitalize() for part in parts) if word[0].isupper() else parts

    def _split_recursively(self, word: str) -> tuple[str, ...]:
        """Split parts recursively, so that a part matches the same word outside the compound."""
        facts = self.facts
        if (
            len(word) < MIN_WORD
            or word in facts.unsplit_words
            or word.endswith(facts.unsplit_endings)
        ):
            return (word,)
        parts = self._best_split(word)
        if len(parts) == 1:
            return (word,)
        return tuple(smaller for part in parts for smaller in self._split_recursively(part))

    def _best_split(self, word: str) -> tuple[str, ...]:
        # best[i][k] is the highest product of counts over splits of word[i:] into k parts, with
        # these parts. Start positions are processed from the right and candidates for the first
        # part from the longest, and only a higher product replaces an entry; this resolves ties.
        end, known = len(word), self._fastest_counts
        best: list[dict[int, tuple[int, tuple[str, ...]]]] = [{} for _ in range(end)]
        best.append({0: (1, ())})
        for start in range(end - 1, -1, -1):
            splits = best[start]
            for part, count, after in self._parts_from(word, start, known):
                for size, (product, parts) in best[after].items():
                    if size + 1 not in splits or count * product > splits[size + 1][0]:
                        splits[size + 1] = (count * product, (part, *parts))
        best[0][1] = (known.get(word, 0), (word,))
        chosen, (highest, parts) = 1, best[0][1]
        for size in sorted(best[0]):
            product, candidate = best[0][size]
            # product ** (1 / size) > highest ** (1 / chosen), without roots
            if product**chosen > highest**size:
                chosen, highest, parts = size, product, candidate
        return parts

    def _parts_from(
        self, word: str, start: int, known: Mapping[str, int]
    ) -> Iterator[tuple[str, int, int]]:
        """Yield parts that may begin at `start`, longest first, with count and next start."""
        end, facts = len(word), self.facts
        if start and self._can_be_part(word[start:], known):
            yield word[start:], known[word[start:]], end
        for stop in range(end - 1, start, -1):
            stem = word[start:stop]
            if stem not in known:
                part = stem + facts.dropped_letters
                # Inside a word, three letters are accidental: Gast-ros(e)-kopie, but Erd(e)-beben.
                min_length = facts.min_stem_length + (start > 0)
                if len(stem) >= min_length and self._can_be_part(part, known):
                    yield part, known[part], stop
            elif self._can_be_part(stem, known):
                for joint in facts.joints:
                    after = stop + len(joint.letters)
                    # There is no joint at the end of the word.
                    if (
                        after < end
                        and word.startswith(joint.letters, stop)
                        and joint.can_follow(stem)
                    ):
                        yield stem, known[stem], after

    def _can_be_part(self, part: str, known: Mapping[str, int]) -> bool:
        return (
            part in known
            and part not in self.facts.never_parts
            and (len(part) >= self.min_part or part in self.facts.short_parts)
        )


def compound_rules(lang: str) -> Compounds:
    """Return the compound rules of a language, or those of German if it has none."""
    facts = find_language(lang).compounds or find_language(_DEFAULT_LANGUAGE).compounds
    assert facts is not None
    return facts


def default_splitter(lang: str) -> CompoundSplitter | None:
    """Return the splitter with the shipped counts; None if the language has none."""
    path = shipped_counts(lang)
    return _shipped_splitter(path, compound_rules(lang)) if path else None


@cache
def _shipped_splitter(path: Path, facts: Compounds) -> CompoundSplitter:
    return CompoundSplitter(*_named_counts(path), facts=facts)


def load_splitter(path: Path, lang: str = _DEFAULT_LANGUAGE) -> CompoundSplitter:
    """Return a splitter with the counts of a file written by `tesla build counts`.

    The lists of words that are not parts or not compounds are used only with the shipped counts.
    """
    facts = replace(compound_rules(lang), never_parts=frozenset(), unsplit_words=frozenset())
    return CompoundSplitter(*_named_counts(path), facts=facts)


def _named_counts(path: Path) -> tuple[Mapping[str, int], str]:
    counts, short_hash = read_counts(path)
    return counts, f"compounds@{short_hash}"


__all__ = [
    "CompoundSplitter",
    "compound_rules",
    "count_words",
    "counts_resource",
    "default_splitter",
    "load_counts",
    "load_splitter",
    "shipped_counts",
]
