"""Is one metric better than another? Tests on a measure, averaged over tracks."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import isnan

import numpy as np

from ..arrays import Floats
from ..resampling import Told
from .judgments import Track
from .measures.base import BLOCK, Measure
from .noise import subtract
from .scored import Scored
from .student import two_sided


@dataclass(frozen=True)
class Difference:
    """Metric a against metric b; `difference` is a's value less b's.

    `share` is that of the samples in which a is better (bootstrap only), `interval` the middle
    95 % of the differences, `track` the one tested where a test goes track by track.
    """

    a: str
    b: str
    test: str
    difference: float
    p_value: float
    share: float | None = None
    interval: tuple[float, float] | None = None
    track: str | None = None


def compare_by_bootstrap(
    a: str, b: str, difference: float, first: Floats, second: Floats
) -> Difference:
    """The two metrics' values on the same samples of segments (Koehn 2004).

    Two-sided: twice the smaller share of samples in which one is not better than the other.
    """
    differences = subtract(first, second)
    below, above = (differences <= 0).sum(), (differences >= 0).sum()
    p_value = min(1.0, 2 * float(min(below, above) + 1) / (len(differences) + 1))
    low, high = np.quantile(differences, (0.025, 0.975)).tolist()
    share = float((differences > 0).mean())
    return Difference(a, b, "bootstrap", difference, p_value, share, (low, high))


def compare_by_permutation(
    measure: Measure,
    tracks: Sequence[Track],
    a: Sequence[Scored],
    b: Sequence[Scored],
    samples: int,
    seed: int,
    told: Told | None = None,
) -> Difference | None:
    """PERM-BOTH (Deutsch, Dror & Roth 2021): scores of single outputs change sides at random.

    Both metrics are standardised first, system scores are means of segments' here, and p is the
    share of permutations whose difference is at least as large, in either direction.
    """
    generator = np.random.default_rng(seed)
    observed, permuted = 0.0, np.zeros(samples)
    for track, first, second in zip(tracks, a, b, strict=True):
        if first.segments is None or second.segments is None:
            return None
        x, y = _standardised(first.segments), _standardised(second.segments)
        observed += float(_difference(measure, track, x[None], y[None])[0])
        step = max(1, BLOCK // x.size)
        for start in range(0, samples, step):
            stop = min(start + step, samples)
            swap = generator.random((stop - start, *x.shape)) < 0.5
            mixed = np.where(swap, y, x), np.where(swap, x, y)
            permuted[start:stop] += _difference(measure, track, *mixed)
            if told is not None:
                told(stop - start)
    if isnan(observed):
        return None
    # What is not defined in a permutation speaks for neither.
    reached = ~(np.abs(permuted) < abs(observed) - 1e-12)
    p_value = float(reached.sum() + 1) / (samples + 1)
    return Difference(a[0].metric, b[0].metric, "permutation", observed / len(tracks), p_value)


def compare_by_williams(track: Track, a: Scored, b: Scored) -> Difference | None:
    """Williams' test of two correlations with human system scores (Graham & Baldwin 2014)."""
    human = track.system_scores
    assert human is not None
    judged = np.isfinite(human)
    n = int(judged.sum())
    if n < 4:
        return None
    rows = np.stack([human[judged], a.systems[judged], b.systems[judged]])
    with np.errstate(invalid="ignore", divide="ignore"):
        matrix: list[list[float]] = np.corrcoef(rows).tolist()  # type: ignore[assignment]
    r12, r13, r23 = matrix[0][1], matrix[0][2], matrix[1][2]
    if isnan(r12 + r13 + r23):
        return None
    determinant = 1 - r12**2 - r13**2 - r23**2 + 2 * r12 * r13 * r23
    middle = (r12 + r13) ** 2 / 4
    spread = 2 * determinant * (n - 1) / (n - 3) + middle * (1 - r23) ** 3
    if r12 == r13 or spread <= 0:
        p_value = 1.0
    else:
        t = (r12 - r13) * ((n - 1) * (1 + r23) / spread) ** 0.5
        p_value = two_sided(t, n - 3)
    return Difference(a.metric, b.metric, "williams", r12 - r13, p_value, track=track.pair)


def _standardised(segments: Floats) -> Floats:
    spread = float(np.nanstd(segments))
    return (segments - np.nanmean(segments)) / (spread or 1.0)


def _difference(measure: Measure, track: Track, xs: Floats, ys: Floats) -> Floats:
    return measure.of_matrices(track, xs) - measure.of_matrices(track, ys)
