"""Pairs of segments to compare, and their processing in batches."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from typing import NamedTuple, TypeAlias, cast

import numpy as np
from numpy.typing import NDArray

from ...arrays import Floats
from ...files.item import Item, ReferenceSet, Segment, lowercase, text_of

PairIndices = NDArray[np.int64]

# Maximum number of references that one batch of candidates is compared with in a large product.
_MAX_REFERENCES = 2_000


class Product(NamedTuple):
    """Candidates that are all compared with the same references."""

    candidates: Sequence[Segment]
    references: Sequence[Segment]


class Batch(NamedTuple):
    """Some of the pairs, with only the segments that they need; a unit of work and of progress."""

    pairs: "Pairs"
    indices: PairIndices  # their indices among all pairs
    finished: int  # number of candidates that this batch completes


@dataclass(frozen=True, eq=False)
class Pairs:
    """Pairs of references and candidates by index.

    `references[left[k]]` is compared with `candidates[right[k]]`.

    Parameters
    ----------
    references, candidates : sequence of str or Sentence
        The segments.
    left, right : ndarray of int
        Indices of the references and of the candidates, one per pair.
    """

    references: Sequence[Segment]
    candidates: Sequence[Segment]
    left: PairIndices
    right: PairIndices

    def __len__(self) -> int:
        return len(self.left)

    @classmethod
    def of_lines(cls, candidates: Sequence[Segment], references: Sequence[Segment]) -> "Pairs":
        """Pair the i-th candidate with the i-th reference."""
        if len(candidates) != len(references):
            raise ValueError(f"{len(candidates)} candidates, but {len(references)} references")
        indices = np.arange(len(candidates))
        return cls(references, candidates, indices, indices)

    @classmethod
    def product(cls, candidates: Sequence[Segment], references: Sequence[Segment]) -> "Pairs":
        """Pair every candidate with every reference; the reference index varies fastest."""
        return cls.products([Product(candidates, references)])

    @classmethod
    def products(cls, groups: "Sequence[Product]") -> "Pairs":
        """Concatenate the products of several groups."""
        left, right, x, y = [], [], 0, 0
        for candidates, references in groups:
            left.append(np.tile(np.arange(x, x + len(references)), len(candidates)))
            right.append(np.repeat(np.arange(y, y + len(candidates)), len(references)))
            x, y = x + len(references), y + len(candidates)
        return cls(
            [text for _, segments in groups for text in segments],
            [text for segments, _ in groups for text in segments],
            np.concatenate(left),
            np.concatenate(right),
        )

    @classmethod
    def of_items(cls, items: Sequence[Item]) -> "Pairs":
        """Pair each candidate with its references; their number may differ between items."""
        counts = [len(item.references) for item in items]
        references = [reference for item in items for reference in item.references]
        right = np.repeat(np.arange(len(items)), counts)
        candidates = [item.candidate for item in items]
        return cls(references, candidates, np.arange(len(references)), right)

    @classmethod
    def of_sets(cls, candidates: Sequence[Segment], sets: Sequence[ReferenceSet]) -> "Pairs":
        """Pair each candidate with its line of every reference set that has one."""
        if len(sets) == 1:
            return cls.of_lines(candidates, cast(Sequence[Segment], sets[0]))
        return cls.of_items(
            [
                Item(
                    candidate,
                    tuple([reference for reference in line_references if reference is not None]),
                )
                for candidate, line_references in zip(
                    candidates, zip(*sets, strict=True), strict=True
                )
            ]
        )

    @classmethod
    def nbest(cls, lists: Sequence[Sequence[Segment]], references: Sequence[Segment]) -> "Pairs":
        """Pair all candidates of the i-th list with the i-th reference."""
        if len(lists) != len(references):
            raise ValueError(f"{len(lists)} n-best lists, but {len(references)} references")
        candidates = [candidate for nbest_list in lists for candidate in nbest_list]
        left = np.repeat(np.arange(len(lists)), [len(nbest_list) for nbest_list in lists])
        return cls(references, candidates, left, np.arange(len(candidates)))

    def lower_cased(self) -> "Pairs":
        """Return the same pairs with lower-cased segments."""
        return replace(
            self,
            references=list(map(lowercase, self.references)),
            candidates=list(map(lowercase, self.candidates)),
        )

    def batches(self, max_segments: int, max_characters: int) -> Iterator[Batch]:
        """Yield batches with at most about this many candidates and characters of candidates."""
        lengths = list(map(len, _texts(self.candidates)))
        is_small = len(self.candidates) <= max_segments and len(self.references) <= _MAX_REFERENCES
        if is_small and sum(lengths) <= max_characters:
            yield Batch(self, np.arange(len(self)), len(self.candidates))
            return
        tiles = _tile_indices(np.array(lengths, dtype=np.float64), max_segments, max_characters)
        # The sort is stable; pairs are already in order unless the caller built them in another
        # order.
        order = np.argsort(tiles[self.right], kind="stable")
        ends = np.searchsorted(tiles[self.right][order], np.arange(tiles[-1] + 1), side="right")
        start = 0
        for end in ends.tolist():
            tile_pairs, start = order[start:end], end
            if not len(tile_pairs):  # these candidates are in no pair
                continue
            *parts, last = self._split_by_references(tile_pairs)
            for indices in parts:
                yield Batch(self.select(indices), indices, 0)
            yield Batch(self.select(last), last, len(np.unique(self.right[tile_pairs])))

    def _split_by_references(self, indices: PairIndices) -> list[PairIndices]:
        """Split pairs into chunks of at most `_MAX_REFERENCES` references."""
        tiles = self.left[indices] // _MAX_REFERENCES
        if len(np.unique(self.left[indices])) <= _MAX_REFERENCES:
            return [indices]
        return [indices[tiles == tile] for tile in np.unique(tiles)]

    def select(self, indices: PairIndices) -> "Pairs":
        """Return the pairs at these indices, with only the segments that they need."""
        left, new_left = np.unique(self.left[indices], return_inverse=True)
        right, new_right = np.unique(self.right[indices], return_inverse=True)
        return Pairs(_select(self.references, left), _select(self.candidates, right),
                     new_left.astype(np.int64), new_right.astype(np.int64))  # fmt: skip


def _texts(segments: Sequence[Segment]) -> Iterable[str]:
    """Return the texts of segments; segments are either all strings or all analysed sentences."""
    if segments and isinstance(segments[0], str):
        return cast(Sequence[str], segments)
    return map(text_of, segments)


def _select(segments: Sequence[Segment], indices: PairIndices) -> Sequence[Segment]:
    first, last = int(indices[0]), int(indices[-1])
    if isinstance(segments, list | tuple) and last - first + 1 == len(indices):
        return segments[first : last + 1]
    return [segments[index] for index in indices.tolist()]


def _tile_indices(lengths: NDArray[np.float64], max_segments: int, characters: int) -> PairIndices:
    """Return the tile index of each segment.

    Each segment takes the larger of its share of the characters and its share of the segments of a
    tile.
    """
    shares = np.maximum(lengths / characters, 1 / max_segments)
    tiles = np.floor(np.cumsum(shares) - shares + 1e-9).astype(np.int64)
    consecutive: PairIndices = np.unique(tiles, return_inverse=True)[1].astype(np.int64)
    return consecutive


Rows: TypeAlias = Floats
Progress: TypeAlias = Callable[[int], None]

# A 10,000-token segment takes seconds in plain Python, so batches are also bounded in characters.
_BATCH_SEGMENTS, _BATCH_CHARACTERS = 200, 100_000
# Factor for the native core: it is about 100 times faster, and its threads need enough work to
# share. It is not larger because codes must not need more memory than the caches.
_NATIVE_SCALE = 2


def in_batches(
    compare: "Callable[[Pairs, int], Rows]",
    pairs: Pairs,
    jobs: int = 1,
    progress: Progress | None = None,
    *,
    threaded: bool = True,
    process_task: "Callable[[Pairs], Rows] | None" = None,
) -> Rows:
    """Return the rows that `compare` computes for all pairs; they do not depend on `jobs`.

    `compare` receives the number of threads that it may use. Where threads do not help,
    `process_task`, a picklable function with the same result, runs in worker processes instead.
    """
    scale = _NATIVE_SCALE if threaded else 1
    batches = list(pairs.batches(_BATCH_SEGMENTS * scale, _BATCH_CHARACTERS * scale))
    if threaded or jobs == 1 or len(batches) == 1 or process_task is None:
        return _collect(len(pairs), batches, (compare(b.pairs, jobs) for b in batches), progress)
    from ...processes import parallel_map

    stream = parallel_map(process_task, (batch.pairs for batch in batches), min(jobs, len(batches)))
    with closing(stream) as results:
        return _collect(len(pairs), batches, results, progress)


def _collect(
    count: int, batches: list[Batch], results: Iterator[Rows], progress: Progress | None
) -> Rows:
    rows: Rows | None = None
    for batch, values in zip(batches, results, strict=True):
        if len(batches) == 1 and progress is None:
            return values
        if rows is None:
            rows = np.empty((count, *values.shape[1:]))
        rows[batch.indices] = values
        if progress is not None and batch.finished:
            progress(batch.finished)
    assert rows is not None
    return rows
