"""Random samples of segments, a block of them at a time, the same for all systems and metrics;
and the intervals that scores of samples span.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from .arrays import Floats
from .errors import UsageError, warn_user

LEVEL, SAMPLES, SEED = 0.95, 1000, 12345
# Below this the bootstrap finds differences where there are none more often than it says.
FEW = 20
_BLOCK = 1 << 22  # weights in memory at a time
MOST = 1_000_000  # samples that somebody may wait for; 10,000 give an interval to two digits
_HELD = 1 << 27  # scores of samples that may be kept, a gigabyte

Told = Callable[[int], None]


class Interval(NamedTuple):
    """A confidence interval, ends included."""

    low: float
    high: float


@dataclass(frozen=True)
class Confidence:
    """The bootstrap interval of a score, and what it was drawn with."""

    low: float
    high: float
    level: float
    samples: int
    seed: int


@dataclass(frozen=True)
class Resampling:
    """The interval that is asked for: what the middle `level` of so many samples spans."""

    level: float = LEVEL
    samples: int = SAMPLES
    seed: int = SEED

    def __post_init__(self) -> None:
        check_resampling(self.samples, self.seed, self.level)

    def confidence(self, sampled: Floats) -> Confidence:
        """What scores of samples say."""
        interval = percentile_interval(sampled, self.level)
        return Confidence(*interval, self.level, self.samples, self.seed)


def check_resampling(samples: int | None, seed: int, level: float) -> None:
    """Refuse numbers out of range; `samples` may be left open."""
    if samples is not None and (not isinstance(samples, int) or samples < 1):
        raise UsageError(f"{samples!r} samples: give a number from 1 on, such as 1000")
    if samples is not None and samples > MOST:
        raise UsageError(f"{samples} samples take too long: give {MOST} at most, 10000 are plenty")
    if not isinstance(seed, int) or seed < 0:
        raise UsageError(f"seed {seed!r}: give a whole number from 0 on")
    if not isinstance(level, float) or not 0 < level < 1:
        raise UsageError(f"level {level!r}: give a number between 0 and 1, such as 0.95")


def check_held(samples: int, scores: int) -> None:
    """Refuse samples of so many scores as memory may not hold."""
    if samples * scores > _HELD:
        raise UsageError(
            f"{samples} samples of {scores} scores do not fit into memory: give "
            f"{_HELD // scores} samples at most, or compare fewer at a time"
        )


def warn_of_few(segments: int, spoilt: str = "intervals are too narrow; add segments") -> None:
    """Few segments tell little, and the bootstrap less than it seems."""
    if segments < FEW:
        warn_user(
            f"only {segments} segment{'s' * (segments > 1)}: below about {FEW} the bootstrap's "
            f"{spoilt}"
        )


def percentile_interval(sampled: Floats, level: float) -> Interval:
    """What the middle `level` of the samples spans."""
    low, high = np.quantile(sampled, [(1 - level) / 2, (1 + level) / 2])
    return Interval(float(low), float(high))


def draws(
    segments: int, samples: int, seed: int, told: Told | None = None, most: int = MOST
) -> Iterator[Floats]:
    """Bootstrap: how often each segment is drawn, with replacement; a row a sample.

    Blocks have `most` rows or fewer; `told` hears how many more have been used.
    """
    random = np.random.default_rng((seed, 0))
    for rows in _blocks(segments, samples, most):
        drawn = random.integers(0, segments, (rows, segments))
        drawn += np.arange(0, rows * segments, segments)[:, None]
        counts = np.bincount(drawn.ravel(), minlength=rows * segments)
        yield counts.reshape(rows, segments).astype(np.float64)
        if told is not None:
            told(rows)


def swaps(segments: int, samples: int, seed: int, told: Told | None = None) -> Iterator[Floats]:
    """Approximate randomisation: 0 where the two systems change places in a segment, else 1."""
    random = np.random.default_rng((seed, 1))
    for rows in _blocks(segments, samples, samples):
        yield random.integers(0, 2, (rows, segments)).astype(np.float64)
        if told is not None:
            told(rows)


def _blocks(segments: int, samples: int, most: int) -> Iterator[int]:
    size = min(most, max(1, _BLOCK // segments))
    for start in range(0, samples, size):
        yield min(size, samples - start)
