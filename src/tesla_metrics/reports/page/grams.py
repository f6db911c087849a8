"""N-grams of the references that one system gets and another misses."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np

from ...arrays import Array, Floats, Indices
from .tokens import NumberedTexts

LONGEST = 4
# Of each length: enough for every pair of 15 systems to find its own among them.
MOST = 1000
_NONE = -1


class TellingGrams(NamedTuple):
    """N-grams of one length: their words, how often references have them, who gets how many.

    got     a row an n-gram, a column a system; what a segment has more often than its references
            counts only as often as these have it
    """

    words: Indices
    wanted: Indices
    got: Indices


def telling_grams(
    references: NumberedTexts, systems: Sequence[NumberedTexts], vocabulary: int, most: int = MOST
) -> Iterator[TellingGrams]:
    """For n = 1, 2, ...: those that the systems differ in most."""
    keys = [texts.words for texts in (references, *systems)]
    for n in range(1, LONGEST + 1):
        known, first = np.unique(keys[0][keys[0] != _NONE], return_index=True)
        if not len(known):
            return
        starts = np.flatnonzero(keys[0] != _NONE)[first]
        ids = [_among(known, own) for own in keys]
        places, wanted = _counted(references, ids[0], len(known))
        got = np.empty((len(known), len(systems)), dtype=np.intp)
        for column, (texts, own) in enumerate(zip(systems, ids[1:], strict=True)):
            matched = np.minimum(_at(places, *_counted(texts, own, len(known))), wanted)
            got[:, column] = np.bincount(places % len(known), matched, len(known))
        all_wanted = np.bincount(places % len(known), wanted, len(known)).astype(np.intp)
        chosen = _most_telling(got, all_wanted, most)
        words = references.words[starts[chosen][:, None] + np.arange(n)]
        yield TellingGrams(words, all_wanted[chosen], got[chosen])
        pairs = zip((references, *systems), ids, strict=True)
        keys = [_longer(texts, own, n, vocabulary) for texts, own in pairs]


def matched_words(references: NumberedTexts, texts: NumberedTexts) -> Floats:
    """Of each word of the references what the text of its segment has of it, from 0 to 1."""
    known = np.unique(references.words)
    own = _among(known, references.words)
    places, wanted = _counted(references, own, len(known))
    theirs = _counted(texts, _among(known, texts.words), len(known))
    found = np.minimum(_at(places, *theirs), wanted)
    at = references.segments[references.texts] * len(known) + own
    shares: Floats = (found / wanted)[np.searchsorted(places, at)]
    return shares


def _most_telling(got: Indices, wanted: Indices, most: int) -> Indices:
    """Differences are the surer the fewer there are beside them: counts stray by their root.

    One system differs from one that gets everything.
    """
    highest = wanted if got.shape[1] == 1 else got.max(axis=1)
    spread = highest - got.min(axis=1)
    order = np.argsort(-spread / np.sqrt(got.sum(axis=1) + 1), kind="stable")[:most]
    telling: Indices = order[spread[order] > 0]
    return telling


def _among(known: Array, keys: Array) -> Indices:
    """The place of each key, or none."""
    places = np.minimum(np.searchsorted(known, keys), len(known) - 1)
    return np.where((known[places] == keys) & (keys != _NONE), places, _NONE)


def _longer(texts: NumberedTexts, ids: Indices, n: int, vocabulary: int) -> Array:
    """A number for each n-gram with the word that follows it in its text."""
    end = max(len(texts.words) - n, 0)
    inside = (ids[:end] != _NONE) & (texts.texts[:end] == texts.texts[n:][:end])
    following = ids[:end].astype(np.int64) * vocabulary + texts.words[n:][:end]
    return np.where(inside, following, _NONE)


def _counted(texts: NumberedTexts, ids: Indices, size: int) -> tuple[Array, Array]:
    """How often a segment's texts have an n-gram at most: (segment, n-gram) as one number."""
    here = np.flatnonzero(ids != _NONE)
    each, counts = np.unique(texts.texts[here] * size + ids[here], return_counts=True)
    keys = texts.segments[each // size] * size + each % size
    places, back = np.unique(keys, return_inverse=True)
    highest = np.zeros(len(places), dtype=np.intp)
    np.maximum.at(highest, back.ravel(), counts)
    return places, highest


def _at(places: Array, own: Array, counts: Array) -> Array:
    """The counts at these places, 0 where there are none."""
    if not len(own):
        return np.zeros(len(places), dtype=np.intp)
    found = np.minimum(np.searchsorted(own, places), len(own) - 1)
    return np.where(own[found] == places, counts[found], 0)
