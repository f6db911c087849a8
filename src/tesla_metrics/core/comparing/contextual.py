"""Comparer that computes the features of TESLA-N."""

from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import NamedTuple

import numpy as np

from ...arrays import Indices
from ...files.item import Segment, get_text
from ...resources.contextual.contextual_model import ContextModel
from ...resources.contextual.features import (
    ContextText,
    TextStack,
    compute_pair_features,
    find_equal_texts,
    get_feature_names,
    iterate_stack_batches,
)
from ..encoding.pairs import Pairs
from ..encoding.session import Session, TextCache
from .comparer import Comparer, Rows

# Maximum number of references with vectors in memory at the same time.
_MAX_REFERENCES = 128
# Maximum number of references per task, if there are several threads.
_REFERENCES_PER_THREAD = 32
# Size of the cache of vectors, relative to other caches: vectors need more memory than other codes.
_MEMORY_FACTOR = 2


class ContextComparer(Comparer):
    """Comparer that computes the features of TESLA-N and the residual of the model's network.

    References and candidates are encoded separately; the vectors of texts are cached.
    """

    def __init__(self, session: Session, model: ContextModel) -> None:
        self.model = model
        self._cache = TextCache[ContextText](_MEMORY_FACTOR * session.memory, 1, _count_bytes)

    @property
    def columns(self) -> tuple[str, ...]:
        return (*get_feature_names(self.model.head.layers), "residual")

    @property
    def ranges(self) -> Rows:
        bounds = super().ranges
        bounds[:, -1] = -np.inf, np.inf  # the residual
        return bounds

    def compare(self, pairs: Pairs, threads: int = 1) -> Rows:
        rows = np.zeros((len(pairs), len(self.columns)))
        for indices in _iter_reference_chunks(pairs.reference_indices):
            rows[indices] = self._compare(pairs.select(indices), threads)
        return rows

    def encode(self, segments: Sequence[Segment], threads: int = 1) -> list[ContextText]:
        """Return the vectors of each segment."""
        texts = list(map(get_text, segments))
        return self._cache.get_all(texts, lambda fresh: self.model.encode_texts(fresh, threads))

    def _compare(self, pairs: Pairs, threads: int) -> Rows:
        # Both sides are encoded in one call, so that threads have more work to share and equal
        # texts are encoded once.
        n_references = len(pairs.references)
        texts = self.encode([*pairs.references, *pairs.candidates], threads)
        rows = np.zeros((len(pairs), len(self.columns)))

        def fill_rows(group: _ReferenceGroup) -> None:
            references = [texts[index] for index in group.references]
            candidates = [texts[n_references + index] for index in group.candidates]
            reference_stacks = list(_stack_texts(references, candidates))
            for candidate_indices, candidate_stack in _stack_texts(candidates, references):
                for reference_indices, reference_stack in reference_stacks:
                    indices = group.pair_indices[np.ix_(reference_indices, candidate_indices)]
                    rows[indices] = self._compare_stacks(reference_stack, candidate_stack)

        max_references = _REFERENCES_PER_THREAD if threads > 1 else _MAX_REFERENCES
        groups = list(_iter_reference_groups(pairs, max_references))
        if threads > 1 and len(pairs) > len(groups):
            with ThreadPoolExecutor(threads) as pool:
                list(pool.map(fill_rows, groups))
        else:
            list(map(fill_rows, groups))
        return rows

    def _compare_stacks(self, references: TextStack, candidates: TextStack) -> Rows:
        residual = self.model.head.compute_residuals(
            references.mean_vectors, candidates.mean_vectors
        )
        residual[find_equal_texts(references, candidates)] = 0.0  # equal texts have no residual
        return np.dstack([compute_pair_features(references, candidates), residual])


class _ReferenceGroup(NamedTuple):
    """References that are all compared with the same candidates, by their indices.

    pair_indices    indices of these pairs among all pairs, of shape (n_references, n_candidates)
    """

    references: list[int]
    candidates: list[int]
    pair_indices: Indices


def _stack_texts(
    texts: Sequence[ContextText], other_texts: Sequence[ContextText]
) -> Iterator[tuple[Indices, TextStack]]:
    """Yield batches of texts as (their indices, their stacked vectors).

    A batch is small enough to be compared with the longest of the other texts in one step.
    """
    max_length = max(len(text.keys) for text in other_texts)
    for indices in iterate_stack_batches(texts, max_length):
        yield indices, TextStack([texts[index] for index in indices])


def _iter_reference_groups(pairs: Pairs, max_references: int) -> Iterator[_ReferenceGroup]:
    """Yield groups of at most `max_references` references that have the same candidates."""
    pair_order = np.argsort(pairs.reference_indices, kind="stable")
    ends = np.cumsum(np.bincount(pairs.reference_indices, minlength=len(pairs.references)))
    members: list[tuple[int, Indices]] = []  # (reference, indices of its pairs)
    for reference, indices in enumerate(np.split(pair_order, ends[:-1])):
        candidates = pairs.candidate_indices[indices]
        has_same = members and np.array_equal(pairs.candidate_indices[members[0][1]], candidates)
        if members and (not has_same or len(members) == max_references):
            yield _make_group(members, pairs)
            members = []
        members.append((reference, indices))
    if members:
        yield _make_group(members, pairs)


def _make_group(members: list[tuple[int, Indices]], pairs: Pairs) -> _ReferenceGroup:
    """Return the group of these references, which are given with the indices of their pairs."""
    candidates = pairs.candidate_indices[members[0][1]].tolist()
    return _ReferenceGroup(
        [reference for reference, _ in members],
        candidates,
        np.stack([indices for _, indices in members]),
    )


def _iter_reference_chunks(reference_indices: Indices) -> Iterator[Indices]:
    """Yield the indices of the pairs of at most `_MAX_REFERENCES` references at a time.

    `reference_indices` has the index of the reference of each pair.
    """
    if not len(reference_indices):
        return
    pair_order = np.argsort(reference_indices, kind="stable")
    chunk_ids = np.unique(reference_indices[pair_order], return_inverse=True)[1] // _MAX_REFERENCES
    yield from np.split(pair_order, np.flatnonzero(np.diff(chunk_ids)) + 1)


def _count_bytes(text: ContextText) -> int:
    return sum(array.nbytes for array in text)
