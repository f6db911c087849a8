"""Pairs of segments to compare, and their processing in batches."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from typing import NamedTuple, TypeAlias, cast

import numpy as np
from numpy.typing import NDArray

from ...arrays import Floats
from ...files.item import Item, ReferenceSet, Segment, get_text, lowercase

PairIndices = NDArray[np.int64]

# Maximum number of references in a batch, for candidates that are compared with many references.
_MAX_REFERENCES = 2_000


class Product(NamedTuple):
    """Candidates that are all compared with the same references."""

    candidates: Sequence[Segment]
    references: Sequence[Segment]


class Batch(NamedTuple):
    """A part of the pairs, with only the segments that it needs; a unit of work and of progress."""

    pairs: "Pairs"
    indices: PairIndices  # indices of the batch's pairs among all pairs
    n_finished: int  # number of candidates that have no pairs in later batches


@dataclass(frozen=True, eq=False)
class Pairs:
    """Pairs of references and candidates, by their indices.

    Pair k is the reference with the index `reference_indices[k]`
    and the candidate with the index `candidate_indices[k]`.

    Parameters
    ----------
    references, candidates : sequence of str or Sentence
        The segments.
    reference_indices, candidate_indices : ndarray of int
        Indices of the references and of the candidates, one per pair.
    """

    references: Sequence[Segment]
    candidates: Sequence[Segment]
    reference_indices: PairIndices
    candidate_indices: PairIndices

    def __len__(self) -> int:
        return len(self.reference_indices)

    @classmethod
    def from_lines(cls, candidates: Sequence[Segment], references: Sequence[Segment]) -> "Pairs":
        """Pair the i-th candidate with the i-th reference."""
        if len(candidates) != len(references):
            raise ValueError(f"{len(candidates)} candidates, but {len(references)} references")
        indices = np.arange(len(candidates))
        return cls(references, candidates, indices, indices)

    @classmethod
    def from_product(cls, candidates: Sequence[Segment], references: Sequence[Segment]) -> "Pairs":
        """Pair every candidate with every reference; the reference index varies fastest."""
        return cls.from_products([Product(candidates, references)])

    @classmethod
    def from_products(cls, groups: "Sequence[Product]") -> "Pairs":
        """Pair every candidate of each group with every reference of the group."""
        reference_indices, candidate_indices = [], []
        n_references = n_candidates = 0  # of the groups so far
        for candidates, references in groups:
            group_references = np.arange(n_references, n_references + len(references))
            group_candidates = np.arange(n_candidates, n_candidates + len(candidates))
            reference_indices.append(np.tile(group_references, len(candidates)))
            candidate_indices.append(np.repeat(group_candidates, len(references)))
            n_references += len(references)
            n_candidates += len(candidates)
        return cls(
            [text for _, segments in groups for text in segments],
            [text for segments, _ in groups for text in segments],
            np.concatenate(reference_indices),
            np.concatenate(candidate_indices),
        )

    @classmethod
    def from_items(cls, items: Sequence[Item]) -> "Pairs":
        """Pair each candidate with its references; their number may differ between items."""
        counts = [len(item.references) for item in items]
        references = [reference for item in items for reference in item.references]
        candidate_indices = np.repeat(np.arange(len(items)), counts)
        candidates = [item.candidate for item in items]
        return cls(references, candidates, np.arange(len(references)), candidate_indices)

    @classmethod
    def from_reference_sets(
        cls, candidates: Sequence[Segment], reference_sets: Sequence[ReferenceSet]
    ) -> "Pairs":
        """Pair the i-th candidate with the i-th reference of every set, unless that is None."""
        if len(reference_sets) == 1:
            return cls.from_lines(candidates, cast(Sequence[Segment], reference_sets[0]))
        items = []
        for candidate, references in zip(
            candidates, zip(*reference_sets, strict=True), strict=True
        ):
            present = tuple([reference for reference in references if reference is not None])
            items.append(Item(candidate, present))
        return cls.from_items(items)

    @classmethod
    def from_nbest(
        cls, nbest_lists: Sequence[Sequence[Segment]], references: Sequence[Segment]
    ) -> "Pairs":
        """Pair all candidates of the i-th list with the i-th reference."""
        if len(nbest_lists) != len(references):
            raise ValueError(f"{len(nbest_lists)} n-best lists, but {len(references)} references")
        candidates = [candidate for nbest_list in nbest_lists for candidate in nbest_list]
        lengths = [len(nbest_list) for nbest_list in nbest_lists]
        reference_indices = np.repeat(np.arange(len(nbest_lists)), lengths)
        return cls(references, candidates, reference_indices, np.arange(len(candidates)))

    def to_lowercase(self) -> "Pairs":
        """Return the same pairs with lower-cased segments."""
        return replace(
            self,
            references=list(map(lowercase, self.references)),
            candidates=list(map(lowercase, self.candidates)),
        )

    def split_into_batches(self, max_segments: int, max_characters: int) -> Iterator[Batch]:
        """Yield batches of about at most `max_segments` candidates and `max_characters` characters.

        Only the characters of candidates count.
        """
        text_lengths = list(map(len, _get_texts(self.candidates)))
        is_small = len(self.candidates) <= max_segments and len(self.references) <= _MAX_REFERENCES
        if is_small and sum(text_lengths) <= max_characters:
            yield Batch(self, np.arange(len(self)), len(self.candidates))
            return
        batch_ids = _assign_batches(
            np.array(text_lengths, dtype=np.float64), max_segments, max_characters
        )
        # The sort is stable, so that pairs that are already sorted keep their order.
        pair_order = np.argsort(batch_ids[self.candidate_indices], kind="stable")
        ends = np.searchsorted(
            batch_ids[self.candidate_indices][pair_order],
            np.arange(batch_ids[-1] + 1),
            side="right",
        )
        start = 0
        for end in ends.tolist():
            batch_pairs, start = pair_order[start:end], end
            if not len(batch_pairs):  # none of these candidates is in a pair
                continue
            *earlier_parts, last_part = self._split_by_references(batch_pairs)
            for indices in earlier_parts:
                yield Batch(self.select(indices), indices, 0)
            yield Batch(
                self.select(last_part),
                last_part,
                len(np.unique(self.candidate_indices[batch_pairs])),
            )

    def _split_by_references(self, indices: PairIndices) -> list[PairIndices]:
        """Split pairs into chunks of at most `_MAX_REFERENCES` references."""
        part_ids = self.reference_indices[indices] // _MAX_REFERENCES
        if len(np.unique(self.reference_indices[indices])) <= _MAX_REFERENCES:
            return [indices]
        return [indices[part_ids == part_id] for part_id in np.unique(part_ids)]

    def select(self, indices: PairIndices) -> "Pairs":
        """Return the pairs at these indices, with only the segments that they need."""
        kept_references, new_reference_indices = np.unique(
            self.reference_indices[indices], return_inverse=True
        )
        kept_candidates, new_candidate_indices = np.unique(
            self.candidate_indices[indices], return_inverse=True
        )
        return Pairs(
            _select_segments(self.references, kept_references),
            _select_segments(self.candidates, kept_candidates),
            new_reference_indices.astype(np.int64),
            new_candidate_indices.astype(np.int64),
        )


def _get_texts(segments: Sequence[Segment]) -> Iterable[str]:
    """Return the texts of segments; segments are either all strings or all analysed sentences."""
    if segments and isinstance(segments[0], str):
        return cast(Sequence[str], segments)
    return map(get_text, segments)


def _select_segments(segments: Sequence[Segment], indices: PairIndices) -> Sequence[Segment]:
    """Return the segments at these ascending indices; consecutive ones as a slice."""
    first, last = int(indices[0]), int(indices[-1])
    if isinstance(segments, list | tuple) and last - first + 1 == len(indices):
        return segments[first : last + 1]
    return [segments[index] for index in indices.tolist()]


def _assign_batches(
    lengths: NDArray[np.float64], max_segments: int, max_characters: int
) -> PairIndices:
    """Return the index of the batch of each segment.

    A segment uses the larger of two shares of a batch: 1 / `max_segments`, and its length divided
    by `max_characters`.
    """
    shares = np.maximum(lengths / max_characters, 1 / max_segments)
    batch_numbers = np.floor(np.cumsum(shares) - shares + 1e-9).astype(np.int64)
    batch_ids: PairIndices = np.unique(batch_numbers, return_inverse=True)[1].astype(np.int64)
    return batch_ids


Rows: TypeAlias = Floats
Progress: TypeAlias = Callable[[int], None]

# Maximum size of a batch in plain Python. Characters are limited, too, because a segment of 10,000
# tokens takes seconds.
_BATCH_SEGMENTS, _BATCH_CHARACTERS = 200, 100_000
# Factor of the size of batches for the native core, which is about 100 times faster and whose
# threads need enough work to share. A larger factor would need more memory than the caches.
_NATIVE_BATCH_FACTOR = 2


def compare_in_batches(
    compare: "Callable[[Pairs, int], Rows]",
    pairs: Pairs,
    jobs: int = 1,
    progress: Progress | None = None,
    *,
    use_threads: bool = True,
    process_task: "Callable[[Pairs], Rows] | None" = None,
) -> Rows:
    """Return the rows that `compare` computes for all pairs; they do not depend on `jobs`.

    `compare` receives a batch of pairs and the number of threads that it may use. If `use_threads`
    is false, `process_task`, a picklable function with the same result, runs in `jobs` worker
    processes instead. `progress` is called with the number of candidates that are done.
    """
    factor = _NATIVE_BATCH_FACTOR if use_threads else 1
    batches = list(pairs.split_into_batches(_BATCH_SEGMENTS * factor, _BATCH_CHARACTERS * factor))
    if use_threads or jobs == 1 or len(batches) == 1 or process_task is None:
        batch_rows = (compare(batch.pairs, jobs) for batch in batches)
        return _combine_rows(len(pairs), batches, batch_rows, progress)
    from ...processes import parallel_map

    result_stream = parallel_map(
        process_task, (batch.pairs for batch in batches), min(jobs, len(batches))
    )
    with closing(result_stream) as results:
        return _combine_rows(len(pairs), batches, results, progress)


def _combine_rows(
    n_pairs: int, batches: list[Batch], results: Iterator[Rows], progress: Progress | None
) -> Rows:
    """Combine the rows of batches into one array with the rows of all pairs, in their order."""
    rows: Rows | None = None
    for batch, values in zip(batches, results, strict=True):
        if len(batches) == 1 and progress is None:
            return values
        if rows is None:
            rows = np.empty((n_pairs, *values.shape[1:]))
        rows[batch.indices] = values
        if progress is not None and batch.n_finished:
            progress(batch.n_finished)
    assert rows is not None
    return rows
