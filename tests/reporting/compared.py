"""Comparisons made by hand, of systems a and b."""

from tesla_metrics.evaluation.systems.comparison import Comparison
from tesla_metrics.evaluation.systems.findings import Contrast, LengthBucket, PairTest, RankedSystem
from tesla_metrics.resampling import Interval


def pair(metric: str, difference: float, p: float, better: str | None = "a") -> PairTest:
    """A bootstrap test."""
    interval = Interval(difference - 0.125, difference + 0.125)
    return PairTest(
        "a", "b", metric, "bootstrap", difference, interval, p, p, 1 / 3, 5, 2, 1, better
    )


def comparison(*pairs: PairTest) -> Comparison:
    """Of these tests, one a metric; the better system scores 0.75 or so."""
    standings, buckets = [], []
    for row in pairs:
        order = ("b", "a") if row.better == "b" else ("a", "b")
        for rank, system in enumerate(order, 1):
            cluster = rank if row.p_holm <= 0.05 else 1
            score = 0.75 - rank / 8
            interval = Interval(score - 0.0625, score + 0.0625)
            standings.append(RankedSystem(system, row.metric, score, interval, rank, cluster))
        buckets.append(LengthBucket(row.metric, 0, 10, 6, {"a": 0.5, "b": 0.25}, {"a": 4, "b": 1}))
        buckets.append(
            LengthBucket(row.metric, 51, None, 2, {"a": 0.5, "b": 1 / 3}, {"a": 1, "b": 1})
        )
    return Comparison(
        systems=("a", "b"),
        metrics=tuple(row.metric for row in pairs),
        tests=("bootstrap",),
        baseline=None,
        segments=8,
        samples=1000,
        seed=12345,
        level=0.95,
        standings=tuple(standings),
        pairs=pairs,
        buckets=tuple(buckets),
        contrasts=(Contrast("a", "b", pairs[0].metric, 7, 0.75, 0.25, 0.5, "one", "two", "t*ree"),),
        signatures={row.metric: f"{row.metric}|v:1" for row in pairs},
    )
