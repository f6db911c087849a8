"""Edits that make a translation worse."""

import re
from collections import defaultdict
from random import Random

from .numbers import other_digits, other_spelt, spelt_number
from .words import KnownWords, Words, bare, pick, put

_AUXILIARY = frozenset(
    "is are was were will would can could should has had have must may might does did do".split()
)
_NEGATION = ("not", "never", "no")
_HARMS = (
    "drop drop_some cut_end swap shuffle repeat replace replace negate negate renumber renumber "
    "renumber"
).split()
_TRIES = 12
# Seen at least so often, a word may replace another.
_OFTEN = 3
# Sentences with fewer words lose no part, and are not put out of order.
_LONG, _ORDERED = 8, 6


class Harm:
    """Each edit gives words that differ, or None where it cannot be made."""

    def __init__(self, drawn: Random, vocabulary: KnownWords) -> None:
        self._drawn, self._vocabulary = drawn, vocabulary
        self._alike: dict[tuple[bool, str], list[str]] = defaultdict(list)
        for word in vocabulary.often(_OFTEN):
            self._alike[word[0].isupper(), word[-2:].lower()].append(word)

    def any(self, words: Words) -> tuple[str, Words] | None:
        """One of all, by chance, and its name."""
        for _ in range(_TRIES):
            name = self._drawn.choice(_HARMS)
            made: Words | None = getattr(self, name)(words)
            if made and made != words:
                return name, made
        return None

    def drop(self, words: Words) -> Words | None:
        contents = self._vocabulary.contents(words)
        place = pick(self._drawn, contents) if len(contents) > 1 else None
        return None if place is None else words[:place] + words[place + 1 :]

    def drop_some(self, words: Words) -> Words | None:
        if len(words) < _LONG:
            return None
        count = self._drawn.randint(2, max(2, len(words) // 4))
        place = self._drawn.randrange(len(words) - count)
        return words[:place] + words[place + count :]

    def cut_end(self, words: Words) -> Words | None:
        if len(words) < _LONG:
            return None
        return words[: len(words) - self._drawn.randint(2, max(2, len(words) // 3))]

    def swap(self, words: Words) -> Words | None:
        contents = self._vocabulary.contents(words)
        if len(contents) < 2:
            return None
        one, two = sorted(self._drawn.sample(contents, 2))
        return put(put(words, one, bare(words[two])), two, bare(words[one]))

    def shuffle(self, words: Words) -> Words | None:
        if len(words) < _ORDERED:
            return None
        count = self._drawn.randint(4, min(10, len(words)))
        place = self._drawn.randrange(len(words) - count + 1)
        part = words[place : place + count]
        self._drawn.shuffle(part)
        return words[:place] + part + words[place + count :]

    def repeat(self, words: Words) -> Words | None:
        count = self._drawn.randint(1, min(3, len(words)))
        place = self._drawn.randrange(len(words) - count + 1)
        return words[: place + count] + words[place:]

    def negate(self, words: Words) -> Words | None:
        """English: without a negation, or with one."""
        lower = [bare(word).lower() for word in words]
        place = pick(self._drawn, [at for at, word in enumerate(lower) if word in _NEGATION])
        if place is not None:
            return words[:place] + words[place + 1 :]
        short = [at for at, word in enumerate(lower) if re.fullmatch(r".*[^ao]n't", word)]
        place = pick(self._drawn, short)
        if place is not None:
            return put(words, place, bare(words[place])[:-3])
        place = pick(self._drawn, [at for at, word in enumerate(lower) if word in _AUXILIARY])
        if place is None or place + 1 == len(words):
            return None
        return [*words[: place + 1], self._drawn.choice(_NEGATION[:2]), *words[place + 1 :]]

    def renumber(self, words: Words) -> Words | None:
        digits = [at for at, word in enumerate(words) if re.search(r"\d", word)]
        spelt = [at for at, word in enumerate(words) if spelt_number(bare(word))]
        place = pick(self._drawn, digits + spelt)
        if place is None:
            return None
        if place in spelt:
            return put(words, place, other_spelt(bare(words[place]), self._drawn))
        other = other_digits(words[place], self._drawn)
        return None if other is None else [*words[:place], other, *words[place + 1 :]]

    def replace(self, words: Words) -> Words | None:
        """By a word with the same ending."""
        place = pick(self._drawn, self._vocabulary.contents(words))
        if place is None:
            return None
        own = bare(words[place])
        options = self._alike.get((own[0].isupper(), own[-2:].lower()))
        return put(words, place, self._drawn.choice(options)) if options else None
