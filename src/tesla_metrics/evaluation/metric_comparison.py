"""Tests of whether one metric agrees better with people than another; agreement between judges."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from math import exp, isnan, lgamma, log

import numpy as np

from ..arrays import Floats
from ..resampling import ResamplingProgress
from .judgments import Rankings, Track
from .measures.base import MAX_BLOCK_NUMBERS, Measure
from .scored import Scored
from .systems.evidence import subtract


def t_test_p_value(t: float, degrees_of_freedom: float) -> float:
    """Return the two-sided p-value of Student's t with so many degrees of freedom."""
    return _incomplete_beta(
        degrees_of_freedom / 2, 0.5, degrees_of_freedom / (degrees_of_freedom + t * t)
    )


def _incomplete_beta(a: float, b: float, x: float) -> float:
    """Return the regularised incomplete beta function by its continued fraction (Lentz)."""
    if x <= 0 or x >= 1:
        return float(x >= 1)
    if x > (a + 1) / (a + b + 2):  # the other tail converges faster here
        return 1 - _incomplete_beta(b, a, 1 - x)
    front = exp(lgamma(a + b) - lgamma(a) - lgamma(b) + a * log(x) + b * log(1 - x)) / a
    tiny = 1e-300
    c, d = 1.0, 1 / max(1 - (a + b) * x / (a + 1), tiny)
    fraction = d
    for m in range(1, 1000):
        for term in (
            m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m)),
            -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1)),
        ):
            d = 1 / (1 + term * d or tiny)
            c = 1 + term / c or tiny
            fraction *= c * d
        if abs(c * d - 1) < 1e-15:
            break
    return front * fraction


@dataclass(frozen=True)
class MetricDifference:
    """Result of testing metric a against metric b; `difference` is a's value minus b's.

    share       share of the bootstrap samples in which a is better
    interval    95 % interval of the differences
    track       the tested track, for tests of single tracks
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
) -> MetricDifference:
    """Compare the values of two metrics on the same samples of segments (Koehn 2004).

    The p-value is two-sided: twice the smaller share of samples in which one metric is not better
    than the other.
    """
    differences = subtract(first, second)
    not_better, not_worse = (differences <= 0).sum(), (differences >= 0).sum()
    p_value = min(1.0, 2 * float(min(not_better, not_worse) + 1) / (len(differences) + 1))
    low, high = np.quantile(differences, (0.025, 0.975)).tolist()
    share = float((differences > 0).mean())
    return MetricDifference(a, b, "bootstrap", difference, p_value, share, (low, high))


def compare_by_permutation(
    measure: Measure,
    tracks: Sequence[Track],
    a: Sequence[Scored],
    b: Sequence[Scored],
    samples: int,
    seed: int,
    report_samples: ResamplingProgress | None = None,
) -> MetricDifference | None:
    """Run the PERM-BOTH test, which swaps scores of single outputs (Deutsch, Dror & Roth 2021).

    Both metrics are standardised first, and system scores are means of segment scores here. The
    p-value is the share of permutations with an absolute difference at least as large as the
    observed one.
    """
    generator = np.random.default_rng(seed)
    observed, permuted = 0.0, np.zeros(samples)
    for track, first, second in zip(tracks, a, b, strict=True):
        if first.segments is None or second.segments is None:
            return None
        x, y = _standardise(first.segments), _standardise(second.segments)
        observed += float(_measure_difference(measure, track, x[None], y[None])[0])
        step = max(1, MAX_BLOCK_NUMBERS // x.size)
        for start in range(0, samples, step):
            stop = min(start + step, samples)
            swap = generator.random((stop - start, *x.shape)) < 0.5
            mixed = np.where(swap, y, x), np.where(swap, x, y)
            permuted[start:stop] += _measure_difference(measure, track, *mixed)
            if report_samples is not None:
                report_samples(stop - start)
    if isnan(observed):
        return None
    # An undefined difference counts as reaching the observed one, so it never lowers the p-value.
    reached = ~(np.abs(permuted) < abs(observed) - 1e-12)
    p_value = float(reached.sum() + 1) / (samples + 1)
    return MetricDifference(
        a[0].metric, b[0].metric, "permutation", observed / len(tracks), p_value
    )


def compare_by_williams(track: Track, a: Scored, b: Scored) -> MetricDifference | None:
    """Run Williams' test on two correlations with human system scores (Graham & Baldwin 2014)."""
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
        p_value = t_test_p_value(t, n - 3)
    return MetricDifference(a.metric, b.metric, "williams", r12 - r13, p_value, track=track.pair)


def _standardise(segments: Floats) -> Floats:
    spread = float(np.nanstd(segments))
    return (segments - np.nanmean(segments)) / (spread or 1.0)


def _measure_difference(measure: Measure, track: Track, xs: Floats, ys: Floats) -> Floats:
    return measure.matrix_values(track, xs) - measure.matrix_values(track, ys)


UNIFORM_EXPECTED_AGREEMENT = 1 / 3  # better, worse, tie


@dataclass(frozen=True)
class Agreement:
    """Agreement of judges: P(A), the observed share of agreeing pairs, and P(E), that by chance."""

    pairs: int
    observed: float
    expected: float = UNIFORM_EXPECTED_AGREEMENT

    @property
    def kappa(self) -> float:
        return (self.observed - self.expected) / (1 - self.expected)


def inter_judge_agreement(rankings: Rankings) -> Agreement | None:
    """Return the agreement of two judges on the same two outputs, or None without such pairs."""
    return _agreement(rankings, same_judge=False)


def intra_judge_agreement(rankings: Rankings) -> Agreement | None:
    """Return the agreement of judges with their own repeated judgments, or None without any."""
    return _agreement(rankings, same_judge=True)


def expected_agreement(rankings: Rankings) -> float:
    """Return P(E) as computed by WMT since 2011, from the frequencies of better, worse and tie.

    The order of the two systems carries no meaning, so better and worse are equally probable.
    """
    tie = float((rankings.preference == 0).mean())
    return tie**2 + 2 * ((1 - tie) / 2) ** 2


def _agreement(rankings: Rankings, same_judge: bool) -> Agreement | None:
    judgments: defaultdict[tuple[int, int, int], list[tuple[str, int]]] = defaultdict(list)
    columns = (rankings.segment, rankings.a, rankings.b, rankings.preference)
    rows = zip(*(column.tolist() for column in columns), rankings.judges, strict=True)
    for segment, a, b, preference, judge in rows:
        if a > b:
            a, b, preference = b, a, -preference
        judgments[segment, a, b].append((judge, preference))
    pairs = agreeing = 0
    for pair_judgments in judgments.values():
        for (judge, first), (other, second) in combinations(pair_judgments, 2):
            if (judge == other) == same_judge:
                pairs += 1
                agreeing += first == second
    return Agreement(pairs, agreeing / pairs) if pairs else None
