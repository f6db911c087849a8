"""Bootstrap samples and randomisation of segments, and confidence intervals of scores.

Samples are drawn in blocks and are the same for all systems and metrics.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from .arrays import Floats
from .errors import UsageError, warn_user

LEVEL, SAMPLES, SEED = 0.95, 1000, 12345
# With fewer segments the bootstrap reports more false differences than its level says.
MIN_SEGMENTS = 20
_BLOCK_SIZE = 1 << 22  # weights in memory at a time
MAX_SAMPLES = 1_000_000  # samples; 10,000 give an interval to two digits
_MAX_SCORES = 1 << 27  # scores of samples in memory: one gigabyte

ResamplingProgress = Callable[[int], None]


class Interval(NamedTuple):
    """A confidence interval, including its ends."""

    low: float
    high: float


@dataclass(frozen=True)
class Confidence:
    """The bootstrap confidence interval of a score.

    Attributes
    ----------
    low, high : float
        Ends of the interval.
    level : float
        Confidence level, such as 0.95.
    samples : int
        Number of bootstrap samples.
    seed : int
        Seed of the random generator.
    """

    low: float
    high: float
    level: float
    samples: int
    seed: int


@dataclass(frozen=True)
class Resampling:
    """Settings of a percentile interval: confidence level, number of samples and seed."""

    level: float = LEVEL
    samples: int = SAMPLES
    seed: int = SEED

    def __post_init__(self) -> None:
        check_resampling(self.samples, self.seed, self.level)

    def confidence(self, sampled: Floats) -> Confidence:
        """Return the confidence interval of the scores of the samples."""
        interval = percentile_interval(sampled, self.level)
        return Confidence(*interval, self.level, self.samples, self.seed)


def check_resampling(samples: int | None, seed: int, level: float) -> None:
    """Refuse values out of range; `samples` may be None."""
    if samples is not None and (not isinstance(samples, int) or samples < 1):
        raise UsageError(f"{samples!r} samples: give a whole number of at least 1, such as 1000")
    if samples is not None and samples > MAX_SAMPLES:
        raise UsageError(
            f"{samples} samples take too long: give at most {MAX_SAMPLES}; 10000 are enough"
        )
    if not isinstance(seed, int) or seed < 0:
        raise UsageError(f"seed {seed!r}: give a whole number of at least 0")
    if not isinstance(level, float) or not 0 < level < 1:
        raise UsageError(f"level {level!r}: give a number between 0 and 1, such as 0.95")


def check_memory(samples: int, scores: int) -> None:
    """Refuse more samples than fit into memory."""
    if samples * scores > _MAX_SCORES:
        raise UsageError(
            f"{samples} samples of {scores} scores do not fit into memory: give at "
            f"most {_MAX_SCORES // scores} samples, or compare fewer systems or metrics at a time"
        )


def warn_few_segments(
    segments: int, consequence: str = "intervals are too narrow; add segments"
) -> None:
    """Warn if there are too few segments for the bootstrap."""
    if segments < MIN_SEGMENTS:
        warn_user(
            f"only {segments} segment{'s' * (segments > 1)}: below about {MIN_SEGMENTS} the "
            "bootstrap's "
            f"{consequence}"
        )


def percentile_interval(sampled: Floats, level: float) -> Interval:
    """Return the interval that contains the middle `level` of the samples."""
    low, high = np.quantile(sampled, [(1 - level) / 2, (1 + level) / 2])
    return Interval(float(low), float(high))


def bootstrap_counts(
    segments: int,
    samples: int,
    seed: int,
    progress: ResamplingProgress | None = None,
    max_rows: int = MAX_SAMPLES,
) -> Iterator[Floats]:
    """Yield blocks of bootstrap samples: how often each segment is drawn, one row per sample.

    Blocks have at most `max_rows` rows; `progress` is called with the number of rows after each
    block.
    """
    random = np.random.default_rng((seed, 0))
    for rows in _blocks(segments, samples, max_rows):
        drawn = random.integers(0, segments, (rows, segments))
        drawn += np.arange(0, rows * segments, segments)[:, None]
        counts = np.bincount(drawn.ravel(), minlength=rows * segments)
        yield counts.reshape(rows, segments).astype(np.float64)
        if progress is not None:
            progress(rows)


def randomisation_signs(
    segments: int, samples: int, seed: int, progress: ResamplingProgress | None = None
) -> Iterator[Floats]:
    """Yield blocks for approximate randomisation: 0 where two systems are swapped, else 1."""
    random = np.random.default_rng((seed, 1))
    for rows in _blocks(segments, samples, samples):
        yield random.integers(0, 2, (rows, segments)).astype(np.float64)
        if progress is not None:
            progress(rows)


def _blocks(segments: int, samples: int, max_rows: int) -> Iterator[int]:
    size = min(max_rows, max(1, _BLOCK_SIZE // segments))
    for start in range(0, samples, size):
        yield min(size, samples - start)
