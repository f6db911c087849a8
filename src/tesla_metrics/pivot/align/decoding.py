"""The most probable alignment in each direction."""

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from ...arrays import Array
from ..corpus import Corpus
from .diagonal import NONE, weigh
from .groups import batches
from .lexicon import UNSEEN, Direction, TranslationLexicon

_LINKS = 1 << 20


class Aligned(NamedTuple):
    """A sentence pair; -1 stands for no word."""

    sentence: int
    rows: list[int]  # for each pivot word the target word that explains it
    columns: list[int]  # for each target word the pivot word that explains it


def viterbi(corpus: Corpus, sentences: Array, lexicon: TranslationLexicon) -> Iterator[Aligned]:
    """The most probable links of every sentence, in the order that batches come in."""
    for batch in batches(corpus, sentences, _LINKS):
        keys = np.concatenate([group.keys(lexicon.pivot_size) for group in batch])
        places = lexicon.places(keys)
        of_pivot = _look_up(lexicon.pivot_given_target, places)
        of_target = _look_up(lexicon.target_given_pivot, places)
        at = 0
        for group in batch:
            part = slice(at, at + group.links)
            at += group.links
            shape = -1, group.rows, group.columns
            rows = _best(of_pivot[part].reshape(shape), lexicon.pivot_given_target, group.pivot)
            columns = _best(
                of_target[part].reshape(shape).swapaxes(1, 2),
                lexicon.target_given_pivot,
                group.target,
            )
            yield from map(Aligned, group.sentences.tolist(), rows.tolist(), columns.tolist())


def _look_up(direction: Direction, places: Array) -> Array:
    known = places < len(direction.probabilities)
    found = np.full(len(places), UNSEEN, np.float32)
    found[known] = direction.probabilities[places[known]]
    return found


def _best(links: Array, direction: Direction, explained: Array) -> Array:
    weigh(links, direction.tension)
    best = links.argmax(axis=1)
    chosen = np.take_along_axis(links, best[:, None, :], axis=1)[:, 0, :]
    none = direction.none[explained] * np.float32(NONE)
    return np.where(chosen > none, best, -1)
