"""How often words occur: counting them, and the file that holds the counts.

The body of a counts file has a line for each count, `count<TAB>word word ...`, counts falling,
words sorted. Few counts are distinct, so this loads in a fraction of the time of a line a word.
"""

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from unicodedata import normalize

from ...errors import InputError, ResourceError, UsageError
from ...files.resource import Resource, read_resource
from ..language_tables import shipped_table

KIND = "counts"
VERSION = 1

_LETTERS = re.compile(r"[^\W\d_]+")


def count_words(
    texts: Iterable[str], lang: str, min_count: int, sources: Sequence[str] = ()
) -> Resource:
    """Count the words (maximal runs of letters, lower-cased) that occur `min_count` times or more.

    `sources` are names of what was counted; they only go into the settings.
    """
    if min_count < 1:
        raise UsageError(f"the minimal count is {min_count}; give 1 or more")
    found: Counter[str] = Counter()
    for text in texts:
        # Letters with separate accents would otherwise fall apart at each accent.
        found.update(_LETTERS.findall(normalize("NFC", text).lower()))
    kept = {word: count for word, count in found.items() if count >= min_count}
    if not kept:
        raise InputError(
            f"no word occurs {min_count} times in the text; give more text or a lower minimal count"
        )
    return counts_resource(kept, lang, sources, found.total())


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
    return decode_counts(read_resource(path, KIND, VERSION), path)


def decode_counts(resource: Resource, path: Path) -> Mapping[str, int]:
    """The counts inside a resource; `path` is for the message."""
    counts: dict[str, int] = {}
    try:
        for line in resource.body.decode().splitlines():
            count, words = line.split("\t")
            counts.update(dict.fromkeys(words.split(" "), int(count)))
    except ValueError as error:
        raise ResourceError(
            f"{path} does not hold counts of words; build it anew with 'tesla build counts'"
        ) from error
    return counts
