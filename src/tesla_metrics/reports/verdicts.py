"""What a comparison of systems means, in words."""

from collections.abc import Iterator, Sequence

from ..judging.between_systems.findings import PairTest
from ..judging.comparison import Comparison


def pair_verdicts(comparison: Comparison) -> Iterator[str]:
    """A sentence a pair, by the first test."""
    decisive = [pair for pair in comparison.pairs if pair.test == comparison.tests[0]]
    for start in range(0, len(decisive), len(comparison.metrics)):
        yield _sentence(comparison, decisive[start : start + len(comparison.metrics)])


def cluster_verdicts(comparison: Comparison) -> Iterator[str]:
    """A line a metric: which systems come before which."""
    for metric in comparison.metrics:
        groups: dict[int | None, list[str]] = {}
        for standing in comparison.standings:
            if standing.metric == metric:
                groups.setdefault(standing.cluster, []).append(standing.system)
        yield f"By {metric}: {' > '.join(', '.join(group) for group in groups.values())}."


def p_in_words(p: float) -> str:
    """p-values as papers print them: no zero before the point, three digits."""
    if p < 0.001:
        return "p < .001"
    digits = f"{p:.3f}"
    return f"p = {digits[1:]}" if digits < "1" else "p = 1"


def _sentence(comparison: Comparison, pair: Sequence[PairTest]) -> str:
    told = [row for row in pair if comparison.significant(row)]
    untold = [row for row in pair if not comparison.significant(row)]
    if not told:
        return f"{pair[0].a} and {pair[0].b} cannot be told apart by {_by(untold, 'or')}."
    first = told[0].better
    other = pair[0].b if first == pair[0].a else pair[0].a
    better = [row for row in told if row.better == first]
    worse = [row for row in told if row.better != first]
    sentence = f"{first} is better than {other} by {_by(better)}"
    if worse:
        sentence += f", worse by {_by(worse)}"
    if untold:
        sentence += f"; they cannot be told apart by {_by(untold, 'or')}"
    return sentence + "."


def _by(rows: Sequence[PairTest], conjunction: str = "and") -> str:
    named = [f"{row.metric} ({p_in_words(row.p_holm)})" for row in rows]
    if len(named) == 1:
        return named[0]
    return f"{', '.join(named[:-1])} {conjunction} {named[-1]}"
