"""Approximate randomisation (Noreen 1989): outputs of equal systems could change places."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from ...arrays import Floats
from ...metrics.base import Metric
from ...resampling import Told, swaps
from ..noise import NOISE, subtract
from .evidence import Evidence


def randomisation_p_values(
    metric: Metric[Any],
    systems: Mapping[str, Evidence],
    pairs: Sequence[tuple[str, str]],
    samples: int,
    seed: int,
    told: Told | None = None,
) -> list[float]:
    """Two-sided, a pair each: how often swapped systems differ as much as the real ones."""
    least = [_least(systems[a], systems[b]) for a, b in pairs]
    reached = [0] * len(pairs)
    for sampled in randomised_differences(metric, systems, pairs, samples, seed, told):
        for place, differences in enumerate(sampled):
            reached[place] += int((np.abs(differences) >= least[place]).sum())
    return [(1 + count) / (samples + 1) for count in reached]


def randomised_differences(
    metric: Metric[Any],
    systems: Mapping[str, Evidence],
    pairs: Sequence[tuple[str, str]],
    samples: int,
    seed: int,
    told: Told | None = None,
) -> Iterator[list[Floats]]:
    """Differences of each pair after swapping segments by the toss of a coin, block by block."""
    segments = len(next(iter(systems.values())).segments)
    for weights in swaps(segments, samples, seed, told):
        # Statistics add up, so each system's are summed once for all its pairs.
        kept = {name: weights @ system.rows for name, system in systems.items()}
        given = {name: system.rows.sum(axis=0) - kept[name] for name, system in systems.items()}
        yield [
            subtract(
                metric.system_values(kept[a] + given[b]), metric.system_values(given[a] + kept[b])
            )
            for a, b in pairs
        ]


def _least(a: Evidence, b: Evidence) -> float:
    """What differs as much, but for noise."""
    margin = NOISE * max(abs(a.value), abs(b.value))
    return abs(float(subtract(a.value, b.value))) - margin
