"""The paired bootstrap (Koehn 2004), with its p-value taken under the null hypothesis."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from ...arrays import Floats
from ...metrics.base import Metric
from ...resampling import Told, draws
from ..noise import NOISE, subtract
from .evidence import Evidence


def resample(
    evidence: Sequence[tuple[Metric[Any], Evidence]],
    samples: int,
    seed: int,
    told: Told | None = None,
) -> list[Floats]:
    """Scores of every system in the same bootstrap samples."""
    segments = len(evidence[0][1].segments)
    parts: list[list[Floats]] = [[] for _ in evidence]
    for weights in draws(segments, samples, seed, told):
        for part, (metric, system) in zip(parts, evidence, strict=True):
            part.append(metric.resampled(system.rows, weights))
    return [np.concatenate(part) for part in parts]


def bootstrap_p_value(a: Evidence, b: Evidence, sampled: Floats) -> float:
    """Two-sided: how often chance alone strays as far from 0 as the difference is.

    `sampled` are differences in samples. They stray about the difference that was found; were
    there none, they would stray about 0 just so. Equal systems therefore have p = 1. One segment
    cannot show how far chance strays.
    """
    if len(a.segments) == 1:
        return 1.0
    difference = float(subtract(a.value, b.value))
    margin = NOISE * max(abs(a.value), abs(b.value))
    strayed = np.abs(sampled - difference) >= abs(difference) - margin
    return (1 + int(strayed.sum())) / (len(sampled) + 1)
