"""How much of each group of words every system gets."""

from collections.abc import Sequence

import numpy as np

from ...arrays import Floats, Indices
from ...explaining.drawings import Drawings
from .grams import matched_words
from .tokens import NumberedTexts, WordNumbers
from .word_groups import ReferenceWords, WordGroups


class GroupSums:
    """Adds up, group by group, what systems have got of words: shares from 0 to 1."""

    def __init__(self, groups: Sequence[WordGroups], systems: int) -> None:
        self.groups = groups
        self.got = [np.zeros((len(one.names), systems)) for one in groups]
        self.words = [np.zeros((len(one.names), systems)) for one in groups]

    def add(self, number: int, of: Indices, system: int, shares: Floats) -> None:
        """Of words in these groups by the property of that number; those in none do not count."""
        inside = of >= 0
        size = len(self.groups[number].names)
        self.got[number][:, system] += np.bincount(of[inside], shares[inside], size)
        self.words[number][:, system] += np.bincount(of[inside], minlength=size)

    def found(self) -> list[dict[str, object]]:
        """For the page; groups without a word are left out."""
        tables: list[dict[str, object]] = []
        for group, got, words in zip(self.groups, self.got, self.words, strict=True):
            there = np.flatnonzero(words.sum(axis=1)).tolist()
            with np.errstate(invalid="ignore"):
                shares = np.nan_to_num(got / words)
            tables.append(
                {
                    "title": group.title,
                    "note": group.note,
                    "names": [group.names[place] for place in there],
                    "words": words[there].max(axis=1).astype(int).tolist(),
                    "got": shares[there].round(4).tolist(),
                }
            )
        return tables


def add_equal(
    sums: GroupSums,
    words: ReferenceWords,
    names: WordNumbers,
    systems: Sequence[NumberedTexts],
) -> None:
    """A word is got where the output has one of the same form, each once."""
    references = names.read([one] for one in words.sentences)
    for system, texts in enumerate(systems):
        shares = matched_words(references, texts)
        for number, group in enumerate(sums.groups):
            sums.add(number, np.concatenate(group.of), system, shares)


def add_drawn(
    sums: GroupSums, words: ReferenceWords, drawn: Drawings, segments: Indices, systems: Indices
) -> None:
    """A word is got as far as its weight flows, times the similarity of where it flows to.

    `segments` and `systems` are those of the pairs drawn.
    """
    pairs = np.arange(len(drawn.left))
    sizes = np.diff(drawn.x_offsets)
    owner = np.repeat(pairs, sizes)
    place = np.arange(len(owner)) - drawn.x_offsets[:-1][owner]
    at = drawn.references.offsets[drawn.left][owner] + place
    weights = drawn.references.weights[at]
    flowing = np.repeat(pairs, np.diff(drawn.flow_offsets))
    worth = drawn.amounts * drawn.similarities
    got = np.bincount(drawn.x_offsets[flowing] + drawn.x, worth, len(owner))
    here = np.flatnonzero(weights > 0)
    shares = np.clip(got[here] / weights[here], 0, 1)
    for number, group in enumerate(sums.groups):
        of = _looked_up(words, group, segments[owner[here]], drawn.references.starts[at[here]])
        for system in np.unique(systems):
            own = systems[owner[here]] == system
            sums.add(number, of[own], int(system), shares[own])


def _looked_up(
    words: ReferenceWords, group: WordGroups, segments: Indices, starts: Indices
) -> Indices:
    """The groups of words that are written there; segments are in order."""
    found = np.full(len(starts), -1, dtype=np.intp)
    for segment in np.unique(segments):
        own, here = words.starts[segment], segments == segment
        if len(own):
            places = np.searchsorted(own, starts[here], "right") - 1
            found[here] = group.of[segment][np.maximum(places, 0)]
    return found
