"""Measures as their definitions read: loops, no arrays."""

from itertools import combinations
from math import isnan

from judged.tracks import Matrix
from tesla_metrics.evaluation.judgments import Track


def sign(value: float) -> int:
    return int(value > 0) - int(value < 0)


def ranking_counts(track: Track, segments: Matrix) -> tuple[int, int, int]:
    """Concordant, discordant, tied by the metric; human ties left out."""
    assert track.rankings is not None
    own = track.rankings
    counts = {1: 0, -1: 0, 0: 0}
    for segment, a, b, preference in zip(own.segment, own.a, own.b, own.preference, strict=True):
        if preference:
            counts[sign(segments[a, segment] - segments[b, segment]) * int(preference)] += 1
    return counts[1], counts[-1], counts[0]


def acc_eq(human: Matrix, metric: Matrix) -> float:
    """Every difference between two outputs of a segment is tried as the threshold."""
    columns = []
    for y, x in zip(human.T.tolist(), metric.T.tolist(), strict=True):
        pairs = [
            (sign(y[a] - y[b]), x[a] - x[b])
            for a, b in combinations(range(len(y)), 2)
            if not isnan(y[a]) and not isnan(y[b])
        ]
        if pairs:
            columns.append(pairs)
    thresholds = {0.0} | {abs(difference) for pairs in columns for _, difference in pairs}
    best = 0.0
    for threshold in thresholds:
        accuracies = []
        for pairs in columns:
            right = sum(
                order == (0 if abs(difference) <= threshold else sign(difference))
                for order, difference in pairs
            )
            accuracies.append(right / len(pairs))
        best = max(best, sum(accuracies) / len(accuracies))
    return best


def permutation_p(
    differences: list[float], signs: list[list[float]], drawn: list[float] | None = None
) -> float:
    """The share of sums with signs changed that exceed the observed; equal ones count half.

    `drawn` says how often each stands there; the sum of that many signs strays by its root.
    """
    drawn = drawn or [1.0] * len(differences)
    observed = sum(d * w for d, w in zip(differences, drawn, strict=True))
    differences = [d * w**0.5 for d, w in zip(differences, drawn, strict=True)]
    higher = equal = 0
    for column in range(len(signs[0])):
        changed = sum(d * row[column] for d, row in zip(differences, signs, strict=True))
        if abs(changed - observed) < 1e-9:
            equal += 1
        elif changed > observed:
            higher += 1
    return (higher + equal / 2) / len(signs[0])


def soft_accuracy(human: Matrix, metric: Matrix, signs: list[list[float]]) -> float:
    """Both have all segments; rows of `signs` are segments."""
    distances = [
        abs(
            permutation_p((human[a] - human[b]).tolist(), signs)
            - permutation_p((metric[a] - metric[b]).tolist(), signs)
        )
        for a, b in combinations(range(len(human)), 2)
    ]
    return 1 - sum(distances) / len(distances)


def pairwise_accuracy(human: list[float], metric: list[float]) -> float:
    right = [
        sign(metric[a] - metric[b]) == sign(human[a] - human[b])
        for a, b in combinations(range(len(human)), 2)
        if human[a] != human[b]
    ]
    return sum(right) / len(right)
