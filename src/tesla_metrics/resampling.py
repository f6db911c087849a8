"""Bootstrap resampling and approximate randomisation of segments, and confidence intervals.

Samples are drawn in blocks to limit memory. For a seed, all systems and metrics have the same
samples.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from .arrays import Floats
from .errors import UsageError, warn_user

# Default values: confidence level, number of samples, seed of the random generator.
DEFAULT_LEVEL, DEFAULT_SAMPLES, DEFAULT_SEED = 0.95, 1000, 12345
# With fewer segments, the bootstrap reports more false differences than the level promises.
MIN_SEGMENTS = 20
_BLOCK_SIZE = 1 << 22  # maximum number of elements (samples times segments) of a block
MAX_SAMPLES = 1_000_000  # 10,000 samples determine an interval to two digits
_MAX_SAMPLE_SCORES = 1 << 27  # maximum number of scores in memory: one gigabyte

# Called with the number of samples that were drawn since the previous call.
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

    level: float = DEFAULT_LEVEL
    samples: int = DEFAULT_SAMPLES
    seed: int = DEFAULT_SEED

    def __post_init__(self) -> None:
        check_resampling(self.samples, self.seed, self.level)

    def compute_confidence(self, sample_scores: Floats) -> Confidence:
        """Return the confidence interval, given the score of each sample."""
        interval = compute_percentile_interval(sample_scores, self.level)
        return Confidence(*interval, self.level, self.samples, self.seed)


def check_resampling(samples: int | None, seed: int, level: float) -> None:
    """Raise a UsageError if a value is out of range. If `n_samples` is None, it is not checked."""
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


def check_sample_memory(n_samples: int, n_scores: int) -> None:
    """Raise a UsageError if the scores of all samples do not fit into memory.

    `n_scores` is the number of scores per sample.
    """
    if n_samples * n_scores > _MAX_SAMPLE_SCORES:
        raise UsageError(
            f"{n_samples} samples of {n_scores} scores do not fit into memory: give at most "
            f"{_MAX_SAMPLE_SCORES // n_scores} samples, or compare fewer systems or metrics at a "
            "time"
        )


def warn_few_segments(
    n_segments: int, consequence: str = "intervals are too narrow; add segments"
) -> None:
    """Warn if there are too few segments for the bootstrap.

    `consequence` completes the message after "the bootstrap's".
    """
    if n_segments < MIN_SEGMENTS:
        warn_user(
            f"only {n_segments} segment{'s' * (n_segments > 1)}: below about {MIN_SEGMENTS} the "
            f"bootstrap's {consequence}"
        )


def compute_percentile_interval(sample_scores: Floats, level: float) -> Interval:
    """Return the interval that contains the share `level` of the scores, in the middle."""
    low, high = np.quantile(sample_scores, [(1 - level) / 2, (1 + level) / 2])
    return Interval(float(low), float(high))


def draw_bootstrap_counts(
    n_segments: int,
    n_samples: int,
    seed: int,
    progress: ResamplingProgress | None = None,
    max_rows: int = MAX_SAMPLES,
) -> Iterator[Floats]:
    """Yield bootstrap samples in blocks: how often each segment is drawn in each sample.

    A block is an array of shape (n_rows, segments) with one row per sample and at most `max_rows`
    rows. After each block, `progress` is called with its number of rows.
    """
    random = np.random.default_rng((seed, 0))
    for n_rows in _generate_block_sizes(n_segments, n_samples, max_rows):
        drawn_indices = random.integers(0, n_segments, (n_rows, n_segments))
        # Each row has its own range of indices, so that all rows are counted at once.
        drawn_indices += np.arange(0, n_rows * n_segments, n_segments)[:, None]
        counts = np.bincount(drawn_indices.ravel(), minlength=n_rows * n_segments)
        yield counts.reshape(n_rows, n_segments).astype(np.float64)
        if progress is not None:
            progress(n_rows)


def draw_randomisation_masks(
    n_segments: int, n_samples: int, seed: int, progress: ResamplingProgress | None = None
) -> Iterator[Floats]:
    """Yield samples for approximate randomisation in blocks.

    A block is an array of shape (n_rows, segments) with one row per sample: 0 if the outputs of two
    systems are swapped in a segment, else 1.
    """
    random = np.random.default_rng((seed, 1))
    for n_rows in _generate_block_sizes(n_segments, n_samples, n_samples):
        yield random.integers(0, 2, (n_rows, n_segments)).astype(np.float64)
        if progress is not None:
            progress(n_rows)


def _generate_block_sizes(n_segments: int, n_samples: int, max_rows: int) -> Iterator[int]:
    """Yield the number of rows of each block."""
    block_rows = min(max_rows, max(1, _BLOCK_SIZE // n_segments))
    for start in range(0, n_samples, block_rows):
        yield min(block_rows, n_samples - start)
