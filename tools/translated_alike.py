"""Families and opposites of words by what they are translated into, for make_relations.py.

Words that begin alike are of one family if enough of their English translations are the same or of
one family. Words are opposites if chief translations of theirs are.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations, product, takewhile
from pathlib import Path
from typing import NamedTuple

from tesla_metrics.resources.pivot.phrase_table import open_phrase_table

Pair = tuple[str, str]
Translations = Mapping[str, Mapping[str, float]]  # shares of a word's translations

ALIKE = 4  # letters that words of one family begin with, and ...
ALIKE_SHARE = 0.5  # ... what part of the longer one that is at least
LEAST_COUNT, UNSEEN = 5, 5
# Of a chief translation: its share, and the word's share of what has that translation.
CHIEF, CHIEF_BACK = 0.25, 0.15
MOST_COMMON = 0.03  # what opposites have in common is chance


class BothWays(NamedTuple):
    """Shares of each word's translations, and its share of all that is so translated."""

    shares: Translations
    back: Translations


def begin_alike(one: str, other: str) -> bool:
    """Whether words may be of one family, by their letters."""
    same = sum(1 for _ in takewhile(lambda two: two[0] == two[1], zip(one, other, strict=False)))
    return same >= max(ALIKE, ALIKE_SHARE * max(len(one), len(other)))


def translations_by_synsets(
    words: Mapping[str, Sequence[str]], members: Mapping[str, Sequence[str]]
) -> Translations:
    """By synset: words of a language, and English ones."""
    of = defaultdict(list)
    for synset, own in words.items():
        for word in own:
            of[word].append([one for one in members.get(synset, ()) if one.isalpha()])
    found: dict[str, dict[str, float]] = {}
    for word, synsets in of.items():
        shares = found.setdefault(word, defaultdict(float))
        for english in synsets:
            for one in english:
                shares[one] += 1 / len(english) / len(synsets)
    return found


def translations_by_table(path: Path) -> BothWays:
    """Of single words by single words of a phrase table."""
    table = open_phrase_table(path)
    counts: dict[str, int] = {}
    pairs: dict[str, dict[str, float]] = {}
    totals: dict[str, float] = defaultdict(float)
    for place in range(len(table)):
        word, *more = table.get_phrase(place)
        if more or table.counts[place] < LEAST_COUNT:
            continue
        counts[word], own = int(table.counts[place]), pairs.setdefault(word, defaultdict(float))
        for pivot in table.pivots((word,)):
            if len(pivot.words) == 1:
                number = pivot.probability * counts[word]
                own[pivot.words[0][0]] += number
                totals[pivot.words[0][0]] += number
    shares = {
        word: {one: number / (counts[word] + UNSEEN) for one, number in own.items()}
        for word, own in pairs.items()
    }
    back = {
        word: {one: number / (totals[one] + UNSEEN) for one, number in own.items()}
        for word, own in pairs.items()
    }
    return BothWays(shares, back)


def families(shares: Translations, derived: Mapping[str, set[str]], least: float) -> Iterator[Pair]:
    """Pairs that have that much in common."""
    groups = defaultdict(list)
    for word in shares:
        groups[word[:ALIKE]].append(word)
    for group in groups.values():
        for one, other in combinations(group, 2):
            if begin_alike(one, other) and _common(shares, one, other, derived) >= least:
                yield one, other


def _common(shares: Translations, one: str, other: str, derived: Mapping[str, set[str]]) -> float:
    theirs = shares[other]
    return sum(
        min(share, sum(theirs.get(kin, 0.0) for kin in {english, *derived.get(english, ())}))
        for english, share in shares[one].items()
    )


def opposites(both: BothWays, opposed: Mapping[str, set[str]]) -> Iterator[Pair]:
    """Pairs of which chief translations are opposites, and that have none in common."""
    shares, back = both
    words = defaultdict(list)
    for word, own in shares.items():
        for english, share in own.items():
            if share >= CHIEF and back[word][english] >= CHIEF_BACK:
                words[english].append(word)
    for english, ones in words.items():
        for opposite in opposed.get(english, ()):
            for one, other in product(ones, words.get(opposite, ())):
                if one != other and _common(shares, one, other, {}) < MOST_COMMON:
                    yield one, other
