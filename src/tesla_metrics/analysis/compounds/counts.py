"""How often words occur: counting them, and the file that holds the counts.

The body of a counts file has a line for each count, `count<TAB>word word ...`, counts falling,
words sorted. Few counts are distinct, so this loads in a fraction of the time of a line a word.
"""

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import repeat
from pathlib import Path
from unicodedata import normalize

from ...errors import InputError, UsageError
from ...files.header import malformed
from ...files.resource import Resource, read_resource
from ...files.schema import LANGUAGE, MisfitError, anything, decode_utf8, record, whole
from ..language_tables import is_checked, shipped_table
from .searched import SearchedCounts

KIND = "counts"
VERSION = 1

_SETTINGS = record({"language": LANGUAGE, "tokens": whole(1, 10**18)}, others=anything())
_BODY = re.compile(rb"(?>(?:[1-9][0-9]{0,17}+\t[^\0- ]++(?>(?: [^\0- ]++)*)\n)+)")
_LETTERS = re.compile(r"[^\W\d_]+")


def count_words(
    texts: Iterable[str], lang: str, min_count: int, sources: Sequence[str] = ()
) -> Resource:
    """Count the words (maximal runs of letters, lower-cased) that occur `min_count` times or more.

    `sources` are names of what was counted; they only go into the settings.
    """
    check_min_count(min_count)
    found: Counter[str] = Counter()
    for text in texts:
        found.update(words_of(text))
    return frequent_resource(found, found.total(), lang, min_count, sources)


def check_min_count(min_count: int) -> None:
    """Before the work and not after it."""
    if min_count < 1:
        raise UsageError(f"the minimal count is {min_count}; give 1 or more")


def words_of(text: str) -> list[str]:
    """The words that are counted."""
    # Letters with separate accents would otherwise fall apart at each accent.
    return _LETTERS.findall(normalize("NFC", text).lower())


def frequent_resource(
    counts: Mapping[str, int], tokens: int, lang: str, min_count: int, sources: Sequence[str] = ()
) -> Resource:
    """The file's content: of a text of so many words those that occur often enough."""
    kept = {word: count for word, count in counts.items() if count >= min_count}
    if not kept:
        raise InputError(
            f"no word occurs {min_count} times in the text; give more text or a lower minimal count"
        )
    return counts_resource(kept, lang, sources, tokens)


def counts_resource(
    counts: Mapping[str, int], lang: str, sources: Sequence[str], tokens: int
) -> Resource:
    """The file's content for counts that are known already; `tokens` includes words left out."""
    words_of: dict[int, list[str]] = {}
    for word in sorted(counts):
        words_of.setdefault(counts[word], []).append(word)
    lines = (f"{count}\t{' '.join(words_of[count])}\n" for count in sorted(words_of, reverse=True))
    settings = {"language": lang, "sources": list(sources), "tokens": tokens}
    return Resource(KIND, VERSION, settings, "".join(lines).encode())


def shipped_counts(lang: str) -> Path | None:
    """The counts that come with the package, if there are any of the language."""
    return shipped_table(KIND, lang)


def load_counts(path: Path) -> Mapping[str, int]:
    """Word to count, from a file that `tesla build counts` wrote."""
    return read_counts(path)[0]


def read_counts(path: Path) -> tuple[Mapping[str, int], str]:
    """The same, and the file's short hash."""
    resource = read_resource(path, KIND, VERSION, _SETTINGS)
    if is_checked(resource):
        counts = SearchedCounts(lambda: _decode(resource.body), resource.digest)
        return counts, resource.short_hash
    try:
        return _checked(resource.body), resource.short_hash
    except MisfitError as error:
        raise malformed(path, error, KIND) from error


def _checked(body: bytes) -> dict[str, int]:
    if not _BODY.fullmatch(body):
        raise MisfitError("its body is no list of counts with words")
    counts = _decode(body)
    # Between two words stands a space or a line's end, and each line has its count.
    if len(counts) != body.count(b" ") + body.count(b"\n"):
        raise MisfitError("its body counts a word twice")
    return counts


def _decode(body: bytes) -> dict[str, int]:
    counts: dict[str, int] = {}
    for line in decode_utf8(body).split("\n")[:-1]:
        count, _, listed = line.partition("\t")
        counts.update(zip(listed.split(" "), repeat(int(count)), strict=False))
    return counts
