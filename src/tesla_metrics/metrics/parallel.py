"""Segments in chunks: the unit of progress and of work for processes."""

import multiprocessing
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor

from ..errors import UsageError
from .inputs import Segment

ScoreSegments = Callable[[Sequence[Segment], Sequence[Sequence[Segment]]], list[float]]
_CHUNK = 200
# A 10,000-token segment takes seconds: chunks are also bounded in characters.
_CHUNK_CHARACTERS = 100_000


def in_chunks(
    score: ScoreSegments,
    hypotheses: Sequence[Segment],
    references: Sequence[Sequence[Segment]],
    jobs: int,
    progress: Callable[[int], None] | None,
) -> list[float]:
    """`score` over all segments; the same numbers whatever `jobs` is."""
    if jobs < 1:
        raise UsageError(f"{jobs} jobs: give a number of processes from 1 on")
    spans = list(_spans(hypotheses))
    parts = [(hypotheses[a:b], [column[a:b] for column in references]) for a, b in spans]
    if jobs == 1 or len(parts) == 1:
        return _collect((score(*part) for part in parts), progress)
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


def _spans(hypotheses: Sequence[Segment]) -> Iterator[tuple[int, int]]:
    start = size = 0
    for position, segment in enumerate(hypotheses):
        size += len(segment if isinstance(segment, str) else segment.text)
        if position + 1 - start >= _CHUNK or size >= _CHUNK_CHARACTERS:
            yield start, position + 1
            start, size = position + 1, 0
    if start < len(hypotheses):
        yield start, len(hypotheses)
