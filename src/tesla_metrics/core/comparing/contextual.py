"""Comparer that computes the features of TESLA-N."""

from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import NamedTuple

import numpy as np

from ...arrays import Indices
from ...files.item import Segment, text_of
from ...resources.contextual.contextual_model import ContextModel
from ...resources.contextual.features import (
    ContextText,
    TextStack,
    feature_names,
    pair_features,
    same_pieces,
    stack_batches,
)
from ..encoding.pairs import Pairs
from ..encoding.session import Session, TextCache
from .comparer import Comparer, Rows

# Maximum number of references whose vectors are in memory at once.
_MAX_REFERENCES = 128
# Maximum number of references per task with several threads.
_REFERENCES_PER_THREAD = 32
# Vectors need more memory than other codes.
_MEMORY_FACTOR = 2


class ContextComparer(Comparer):
    """Computes the features of the head and the residual of its network.

    References and candidates are encoded separately; the vectors of texts are cached.
    """

    def __init__(self, session: Session, model: ContextModel) -> None:
        self.model = model
        self._cache = TextCache[ContextText](_MEMORY_FACTOR * session.memory, 1, _bytes)

    @property
    def columns(self) -> tuple[str, ...]:
        return (*feature_names(self.model.head.layers), "residual")

    @property
    def ranges(self) -> Rows:
        bounds = super().ranges
        bounds[:, -1] = -np.inf, np.inf
        return bounds

    def compare(self, pairs: Pairs, threads: int = 1) -> Rows:
        rows = np.zeros((len(pairs), len(self.columns)))
        for indices in _reference_chunks(pairs.left):
            rows[indices] = self._compare(pairs.select(indices), threads)
        return rows

    def encode(self, segments: Sequence[Segment], threads: int = 1) -> list[ContextText]:
        """Return the vectors of each segment."""
        texts = list(map(text_of, segments))
        return self._cache.get_all(texts, lambda fresh: self.model.encode_texts(fresh, threads))

    def _compare(self, pairs: Pairs, threads: int) -> Rows:
        # Encode both sides in one call: threads have more to share, and equal texts are encoded
        # once.
        count = len(pairs.references)
        texts = self.encode([*pairs.references, *pairs.candidates], threads)
        rows = np.zeros((len(pairs), len(self.columns)))

        def fill(group: _ReferenceGroup) -> None:
            x, y = (
                [texts[index] for index in group.references],
                [texts[count + index] for index in group.candidates],
            )
            references = list(_stacked(x, y))
            for right, candidates in _stacked(y, x):
                for left, stacked in references:
                    rows[group.at[np.ix_(left, right)]] = self._compare_stacked(stacked, candidates)

        work = list(
            _reference_groups(pairs, _REFERENCES_PER_THREAD if threads > 1 else _MAX_REFERENCES)
        )
        if threads > 1 and len(pairs) > len(work):
            with ThreadPoolExecutor(threads) as pool:
                list(pool.map(fill, work))
        else:
            list(map(fill, work))
        return rows

    def _compare_stacked(self, references: TextStack, candidates: TextStack) -> Rows:
        residual = self.model.head.residual(references.mean_vectors, candidates.mean_vectors)
        residual[same_pieces(references, candidates)] = 0.0
        return np.dstack([pair_features(references, candidates), residual])


class _ReferenceGroup(NamedTuple):
    """References that are all compared with the same candidates, and the indices of these pairs."""

    references: list[int]
    candidates: list[int]
    at: Indices


def _stacked(
    texts: Sequence[ContextText], others: Sequence[ContextText]
) -> Iterator[tuple[Indices, TextStack]]:
    """Yield batches of texts that can be compared with the others at once, and their indices."""
    longest = max(len(text.keys) for text in others)
    for indices in stack_batches(texts, longest):
        yield indices, TextStack([texts[index] for index in indices])


def _reference_groups(pairs: Pairs, max_references: int) -> Iterator[_ReferenceGroup]:
    """Yield groups of at most `max_references` references that have the same candidates."""
    order = np.argsort(pairs.left, kind="stable")
    ends = np.cumsum(np.bincount(pairs.left, minlength=len(pairs.references)))
    group: list[tuple[int, Indices]] = []
    for reference, indices in enumerate(np.split(order, ends[:-1])):
        right = pairs.right[indices]
        same = group and np.array_equal(pairs.right[group[0][1]], right)
        if group and (not same or len(group) == max_references):
            yield _make_group(group, pairs)
            group = []
        group.append((reference, indices))
    if group:
        yield _make_group(group, pairs)


def _make_group(members: list[tuple[int, Indices]], pairs: Pairs) -> _ReferenceGroup:
    candidates = pairs.right[members[0][1]].tolist()
    return _ReferenceGroup(
        [reference for reference, _ in members],
        candidates,
        np.stack([indices for _, indices in members]),
    )


def _reference_chunks(left: Indices) -> Iterator[Indices]:
    """Yield indices of pairs, with at most `_MAX_REFERENCES` references at a time."""
    if not len(left):
        return
    order = np.argsort(left, kind="stable")
    chunk_ids = np.unique(left[order], return_inverse=True)[1] // _MAX_REFERENCES
    yield from np.split(order, np.flatnonzero(np.diff(chunk_ids)) + 1)


def _bytes(text: ContextText) -> int:
    return sum(array.nbytes for array in text)
