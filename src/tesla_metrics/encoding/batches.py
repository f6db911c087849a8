"""Pairs in batches: the one driver of batches, with threads, processes and progress."""

from collections.abc import Callable, Iterator
from contextlib import closing
from typing import TypeAlias

import numpy as np

from ..arrays import Floats
from .pairs import Batch, Pairs

Rows: TypeAlias = Floats
Progress: TypeAlias = Callable[[int], None]

# A 10,000-token segment takes plain Python seconds: batches are also bounded in characters.
_SEGMENTS, _CHARACTERS = 200, 100_000
# The native core is a hundred times as fast, its threads want work to share, and codes must not
# take more memory than caches do.
_THREADED = 3


def in_batches(
    compare: "Callable[[Pairs, int], Rows]",
    pairs: Pairs,
    jobs: int = 1,
    progress: Progress | None = None,
    *,
    threaded: bool = True,
    send: "Callable[[Pairs], Rows] | None" = None,
) -> Rows:
    """What `compare` makes of all pairs; the same numbers whatever `jobs` is.

    `compare` is told how many threads it may use. Where threads do not help, `send`, which can be
    sent to processes, does the same there.
    """
    scale = _THREADED if threaded else 1
    batches = list(pairs.batches(_SEGMENTS * scale, _CHARACTERS * scale))
    if threaded or jobs == 1 or len(batches) == 1 or send is None:
        return _collect(len(pairs), batches, (compare(b.pairs, jobs) for b in batches), progress)
    from ..processes import shared

    done = shared(send, (batch.pairs for batch in batches), min(jobs, len(batches)))
    with closing(done) as results:
        return _collect(len(pairs), batches, results, progress)


def _collect(
    count: int, batches: list[Batch], results: Iterator[Rows], progress: Progress | None
) -> Rows:
    rows: Rows | None = None
    for batch, found in zip(batches, results, strict=True):
        if len(batches) == 1 and progress is None:
            return found
        if rows is None:
            rows = np.empty((count, *found.shape[1:]))
        rows[batch.at] = found
        if progress is not None and batch.done:
            progress(batch.done)
    assert rows is not None
    return rows
