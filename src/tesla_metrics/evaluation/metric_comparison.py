"""Significance tests between metrics, and the agreement between human judges."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from math import exp, isnan, lgamma, log

import numpy as np

from ..arrays import Floats
from ..resampling import ResamplingProgress
from .judgments import Rankings, Track
from .measures.base import MAX_BLOCK_ELEMENTS, Measure
from .scored import Scored
from .systems.evidence import subtract


def compute_t_test_p_value(t: float, degrees_of_freedom: float) -> float:
    """Return the two-sided p-value of a value t of Student's distribution."""
    return _incomplete_beta(
        degrees_of_freedom / 2, 0.5, degrees_of_freedom / (degrees_of_freedom + t * t)
    )


def _incomplete_beta(a: float, b: float, x: float) -> float:
    """Return the regularised incomplete beta function I_x(a, b).

    The continued fraction is evaluated with the method of Lentz, where `c` and `d` are its ratios
    of numerators and denominators.
    """
    if x <= 0 or x >= 1:
        return float(x >= 1)
    if x > (a + 1) / (a + b + 2):  # the fraction converges faster for the other tail
        return 1 - _incomplete_beta(b, a, 1 - x)
    prefactor = exp(lgamma(a + b) - lgamma(a) - lgamma(b) + a * log(x) + b * log(1 - x)) / a
    tiny = 1e-300
    c, d = 1.0, 1 / max(1 - (a + b) * x / (a + 1), tiny)
    fraction = d
    for step in range(1, 1000):
        for coefficient in (
            step * (b - step) * x / ((a + 2 * step - 1) * (a + 2 * step)),
            -(a + step) * (a + b + step) * x / ((a + 2 * step) * (a + 2 * step + 1)),
        ):
            d = 1 / (1 + coefficient * d or tiny)
            c = 1 + coefficient / c or tiny
            fraction *= c * d
        if abs(c * d - 1) < 1e-15:
            break
    return prefactor * fraction


@dataclass(frozen=True)
class MetricDifference:
    """Result of a significance test between the metrics a and b.

    test        name of the test: bootstrap, permutation or williams
    difference  value of the measure for a minus its value for b
    p_value     two-sided p-value
    share       share of the bootstrap samples in which a is better; None for other tests
    interval    95 % bootstrap interval of the difference; None for other tests
    track       language pair of the tested track; None if the test is of a mean over tracks
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
    a: str, b: str, difference: float, a_values: Floats, b_values: Floats
) -> MetricDifference:
    """Compare the values of two metrics on the same bootstrap samples of segments (Koehn 2004).

    The p-value is two-sided: twice the smaller share of samples in which one metric is not better
    than the other.
    """
    differences = subtract(a_values, b_values)
    n_not_better, n_not_worse = (differences <= 0).sum(), (differences >= 0).sum()
    p_value = min(1.0, 2 * float(min(n_not_better, n_not_worse) + 1) / (len(differences) + 1))
    low, high = np.quantile(differences, (0.025, 0.975)).tolist()
    share = float((differences > 0).mean())
    return MetricDifference(a, b, "bootstrap", difference, p_value, share, (low, high))


def compare_by_permutation(
    measure: Measure,
    tracks: Sequence[Track],
    a: Sequence[Scored],
    b: Sequence[Scored],
    n_samples: int,
    seed: int,
    report_samples: ResamplingProgress | None = None,
) -> MetricDifference | None:
    """Compare two metrics by the test PERM-BOTH of Deutsch, Dror & Roth (2021).

    `a` and `b` are the scores of the two metrics on each track. A permutation swaps the scores of
    random outputs between the metrics, which are standardised first; system scores are means of
    segment scores in this test. The p-value is the share of permutations with an absolute
    difference at least as large as the observed one. Return None if a metric has no segment scores
    or the difference is undefined.
    """
    generator = np.random.default_rng(seed)
    observed_difference, permuted_differences = 0.0, np.zeros(n_samples)
    for track, a_scores, b_scores in zip(tracks, a, b, strict=True):
        if a_scores.segments is None or b_scores.segments is None:
            return None
        a_matrix, b_matrix = _standardise(a_scores.segments), _standardise(b_scores.segments)
        observed_difference += float(
            _compute_differences(measure, track, a_matrix[None], b_matrix[None])[0]
        )
        batch_size = max(1, MAX_BLOCK_ELEMENTS // a_matrix.size)
        for start in range(0, n_samples, batch_size):
            stop = min(start + batch_size, n_samples)
            is_swapped = generator.random((stop - start, *a_matrix.shape)) < 0.5
            swapped_matrices = (
                np.where(is_swapped, b_matrix, a_matrix),
                np.where(is_swapped, a_matrix, b_matrix),
            )
            permuted_differences[start:stop] += _compute_differences(
                measure, track, *swapped_matrices
            )
            if report_samples is not None:
                report_samples(stop - start)
    if isnan(observed_difference):
        return None
    # An undefined difference counts as large, so it never lowers the p-value.
    is_as_large = ~(np.abs(permuted_differences) < abs(observed_difference) - 1e-12)
    p_value = float(is_as_large.sum() + 1) / (n_samples + 1)
    return MetricDifference(
        a[0].metric, b[0].metric, "permutation", observed_difference / len(tracks), p_value
    )


def compare_by_williams(track: Track, a: Scored, b: Scored) -> MetricDifference | None:
    """Compare two metrics' correlations with human system scores (Graham & Baldwin 2014).

    Williams' statistic, with the correlations r12 of human and a, r13 of human and b, and r23 of a
    and b over n systems, and with the determinant K of the correlation matrix, is

        t(n - 3) = (r12 - r13) sqrt((n - 1) (1 + r23))
                   / sqrt(2 K (n - 1) / (n - 3) + (r12 + r13)^2 / 4 (1 - r23)^3).

    Return None if fewer than four systems were judged or a correlation is undefined.
    """
    human = track.system_scores
    assert human is not None
    is_judged = np.isfinite(human)
    n = int(is_judged.sum())
    if n < 4:
        return None
    score_rows = np.stack([human[is_judged], a.systems[is_judged], b.systems[is_judged]])
    with np.errstate(invalid="ignore", divide="ignore"):
        correlations: list[list[float]] = np.corrcoef(score_rows).tolist()  # type: ignore[assignment]
    r12, r13, r23 = correlations[0][1], correlations[0][2], correlations[1][2]
    if isnan(r12 + r13 + r23):
        return None
    determinant = 1 - r12**2 - r13**2 - r23**2 + 2 * r12 * r13 * r23
    squared_mean = (r12 + r13) ** 2 / 4
    denominator = 2 * determinant * (n - 1) / (n - 3) + squared_mean * (1 - r23) ** 3
    if r12 == r13 or denominator <= 0:
        p_value = 1.0
    else:
        t = (r12 - r13) * ((n - 1) * (1 + r23) / denominator) ** 0.5
        p_value = compute_t_test_p_value(t, n - 3)
    return MetricDifference(a.metric, b.metric, "williams", r12 - r13, p_value, track=track.pair)


def _standardise(segments: Floats) -> Floats:
    """Shift and scale segment scores to mean 0 and standard deviation 1."""
    deviation = float(np.nanstd(segments))
    return (segments - np.nanmean(segments)) / (deviation or 1.0)


def _compute_differences(
    measure: Measure, track: Track, a_matrices: Floats, b_matrices: Floats
) -> Floats:
    """Return the difference of the measure between metrics a and b for each pair of matrices."""
    return measure.matrix_values(track, a_matrices) - measure.matrix_values(track, b_matrices)


UNIFORM_EXPECTED_AGREEMENT = 1 / 3  # better, worse and tie are equally probable


@dataclass(frozen=True)
class Agreement:
    """Agreement of human judges.

    pairs     number of pairs of judgments of the same two outputs
    observed  P(A), the share of these pairs that agree
    expected  P(E), the share that would agree by chance
    """

    pairs: int
    observed: float
    expected: float = UNIFORM_EXPECTED_AGREEMENT

    @property
    def kappa(self) -> float:
        """Kappa coefficient: (P(A) - P(E)) / (1 - P(E))."""
        return (self.observed - self.expected) / (1 - self.expected)


def compute_inter_judge_agreement(rankings: Rankings) -> Agreement | None:
    """Return the agreement of different judges on the same two outputs, or None without pairs."""
    return _compute_agreement(rankings, same_judge=False)


def compute_intra_judge_agreement(rankings: Rankings) -> Agreement | None:
    """Return the agreement of judges with their earlier judgments, or None without repetitions."""
    return _compute_agreement(rankings, same_judge=True)


def compute_expected_agreement(rankings: Rankings) -> float:
    """Return P(E) as computed by WMT since 2011, from the frequencies of better, worse and tie.

    The order of the two systems carries no meaning, so better and worse are equally probable.
    """
    tie_share = float((rankings.preference == 0).mean())
    return tie_share**2 + 2 * ((1 - tie_share) / 2) ** 2


def _compute_agreement(rankings: Rankings, same_judge: bool) -> Agreement | None:
    # (segment, first system, second system) -> list of (judge, preference)
    judgments: defaultdict[tuple[int, int, int], list[tuple[str, int]]] = defaultdict(list)
    columns = (rankings.segment, rankings.a, rankings.b, rankings.preference)
    rows = zip(*(column.tolist() for column in columns), rankings.judges, strict=True)
    for segment, a, b, preference, judge in rows:
        if a > b:
            a, b, preference = b, a, -preference
        judgments[segment, a, b].append((judge, preference))
    n_pairs = n_agreeing = 0
    for pair_judgments in judgments.values():
        for (first_judge, first_preference), (second_judge, second_preference) in combinations(
            pair_judgments, 2
        ):
            if (first_judge == second_judge) == same_judge:
                n_pairs += 1
                n_agreeing += first_preference == second_preference
    return Agreement(n_pairs, n_agreeing / n_pairs) if n_pairs else None
