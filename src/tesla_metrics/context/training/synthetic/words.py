"""Words of a sentence as they stand between spaces, with the marks around them."""

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from random import Random

Words = list[str]
_CORE = re.compile(r"(\W*)(.*?)(\W*)", re.DOTALL)
_ENDS = frozenset(".!?:\"'")
# So many of the most frequent words of texts are taken for words that say little by themselves.
_FUNCTION = 120
SHORTEST_CONTENT, SHORTEST_NAME = 3, 4


def parts(word: str) -> tuple[str, str, str]:
    """Marks before, the word itself, marks after."""
    match = _CORE.fullmatch(word)
    assert match is not None
    before, own, after = match.groups()
    return before, own, after


def bare(word: str) -> str:
    """Without marks."""
    return parts(word)[1]


def put(words: Words, place: int, new: str) -> Words:
    """Another word there, between the same marks."""
    before, _, after = parts(words[place])
    return [*words[:place], before + new + after, *words[place + 1 :]]


def pick(drawn: Random, options: Sequence[int]) -> int | None:
    """One of them, if there are any."""
    return drawn.choice(options) if options else None


def names(words: Words) -> list[int]:
    """Places of capitalised words that begin no sentence; of headlines none."""
    if 2 * sum(word[:1].isupper() for word in words) > len(words):
        return []
    return [place for place in range(1, len(words)) if _is_name(words, place)]


def _is_name(words: Words, place: int) -> bool:
    own, before = bare(words[place]), words[place - 1]
    if before[-1:] in _ENDS or not bare(before):
        return False
    return len(own) >= SHORTEST_NAME and own.isalpha() and own[0].isupper() and own[1:].islower()


class KnownWords:
    """What texts have of words: how often, which are names, which say little."""

    def __init__(self, texts: Iterable[Words]) -> None:
        self.counts: Counter[str] = Counter()
        named: Counter[str] = Counter()
        for words in texts:
            self.counts.update(map(bare, words))
            named.update(bare(words[place]) for place in names(words))
        lower: Counter[str] = Counter()
        for word, count in self.counts.items():
            lower[word.lower()] += count
        common = (word for word, _ in sorted(lower.items(), key=lambda one: (-one[1], one[0])))
        self.function = {word for word, _ in zip(common, range(_FUNCTION), strict=False)}
        self.names = sorted(
            name for name, count in named.items() if count > self.counts[name.lower()]
        )

    def is_content(self, word: str) -> bool:
        """Whether it says something by itself."""
        own = bare(word)
        return (
            len(own) >= SHORTEST_CONTENT and own[0].isalpha() and own.lower() not in self.function
        )

    def contents(self, words: Words) -> list[int]:
        """Places of words that say something."""
        return [place for place, word in enumerate(words) if self.is_content(word)]

    def often(self, least: int) -> list[str]:
        """Words that say something and are seen so often, in order."""
        found = (word for word, count in self.counts.items() if count >= least)
        return sorted(word for word in found if self.is_content(word))
