"""Segments in chunks: the unit of progress and of work for processes."""

import multiprocessing
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from typing import Protocol

from .inputs import Segment


class ScoreSegments(Protocol):
    """What is called on each chunk."""

    def __call__(
        self,
        hypotheses: Sequence[Segment],
        references: Sequence[Sequence[Segment]],
        threads: int = 1,
    ) -> list[float]: ...


# A 10,000-token segment takes plain Python seconds: chunks are also bounded in characters.
_CHUNK = 200
_CHUNK_CHARACTERS = 100_000
# The native core is a hundred times as fast, and its threads want work to share.
_THREADED = 20


def in_chunks(
    score: ScoreSegments,
    hypotheses: Sequence[Segment],
    references: Sequence[Sequence[Segment]],
    jobs: int,
    progress: Callable[[int], None] | None,
    threaded: bool,
) -> list[float]:
    """`score` over all segments; the same numbers whatever `jobs` is."""
    spans = _spans(hypotheses, _THREADED if threaded else 1)
    parts = [(hypotheses[a:b], [column[a:b] for column in references]) for a, b in spans]
    if threaded or jobs == 1 or len(parts) == 1:
        run = partial(score, threads=jobs)
        return _collect((run(*part) for part in parts), progress)
    # spawn: forking a process that has threads (numpy, a server) is not safe.
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(min(jobs, len(parts)), context) as pool:
        return _collect(pool.map(score, *zip(*parts, strict=True)), progress)


def _collect(results: Iterator[list[float]], progress: Callable[[int], None] | None) -> list[float]:
    segments: list[float] = []
    for scores in results:
        segments.extend(scores)
        if progress is not None:
            progress(len(scores))
    return segments


def _spans(hypotheses: Sequence[Segment], scale: int) -> Iterator[tuple[int, int]]:
    start = size = 0
    for position, segment in enumerate(hypotheses):
        size += len(segment if isinstance(segment, str) else segment.text)
        if position + 1 - start >= _CHUNK * scale or size >= _CHUNK_CHARACTERS * scale:
            yield start, position + 1
            start, size = position + 1, 0
    if start < len(hypotheses):
        yield start, len(hypotheses)
