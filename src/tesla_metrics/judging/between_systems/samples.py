"""Random samples of segments, a block of them at a time, the same for all systems and metrics."""

from collections.abc import Iterator

import numpy as np

from ...arrays import Floats

_BLOCK = 1 << 22  # weights in memory at a time


def draws(segments: int, samples: int, seed: int) -> Iterator[Floats]:
    """Bootstrap: how often each segment is drawn, with replacement; a row a sample."""
    random = np.random.default_rng((seed, 0))
    for rows in _blocks(segments, samples):
        drawn = random.integers(0, segments, (rows, segments))
        drawn += np.arange(0, rows * segments, segments)[:, None]
        counts = np.bincount(drawn.ravel(), minlength=rows * segments)
        yield counts.reshape(rows, segments).astype(np.float64)


def swaps(segments: int, samples: int, seed: int) -> Iterator[Floats]:
    """Approximate randomisation: 0 where the two systems change places in a segment, else 1."""
    random = np.random.default_rng((seed, 1))
    for rows in _blocks(segments, samples):
        yield random.integers(0, 2, (rows, segments)).astype(np.float64)


def _blocks(segments: int, samples: int) -> Iterator[int]:
    size = max(1, _BLOCK // segments)
    for start in range(0, samples, size):
        yield min(size, samples - start)
