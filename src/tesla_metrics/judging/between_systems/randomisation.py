"""Approximate randomisation (Noreen 1989): outputs of equal systems could change places."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from ...arrays import Floats
from ...metrics.base import Metric
from ...resampling import swaps
from ..noise import NOISE, subtract
from .evidence import Evidence

_STEP = 128  # totals evaluated at a time


def randomised_differences(
    metric: Metric[Any],
    systems: Mapping[str, Evidence],
    pairs: Sequence[tuple[str, str]],
    samples: int,
    seed: int,
) -> list[Floats]:
    """Differences of each pair after swapping segments by the toss of a coin."""
    segments = len(next(iter(systems.values())).segments)
    parts: list[list[Floats]] = [[] for _ in pairs]
    for weights in swaps(segments, samples, seed):
        # Statistics add up, so each system's are summed once for all its pairs.
        kept = {name: weights @ system.rows for name, system in systems.items()}
        given = {name: system.rows.sum(axis=0) - kept[name] for name, system in systems.items()}
        for part, (a, b) in zip(parts, pairs, strict=True):
            left = _evaluate(metric, kept[a] + given[b])
            part.append(subtract(left, _evaluate(metric, given[a] + kept[b])))
    return [np.concatenate(part) for part in parts]


def randomisation_p_value(a: Evidence, b: Evidence, sampled: Floats) -> float:
    """Two-sided: how often swapped systems differ as much as the real ones."""
    margin = NOISE * max(abs(a.value), abs(b.value))
    reached = np.abs(sampled) >= abs(float(subtract(a.value, b.value))) - margin
    return (1 + int(reached.sum())) / (len(sampled) + 1)


def _evaluate(metric: Metric[Any], totals: Floats) -> Floats:
    """The score of each total: a sample in which it alone is drawn."""
    scores = [
        metric.resampled(part, np.eye(len(part)))
        for part in (totals[start : start + _STEP] for start in range(0, len(totals), _STEP))
    ]
    return np.concatenate(scores)
