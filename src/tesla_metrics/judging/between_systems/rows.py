"""What a comparison found, a row or a line each."""

from typing import Any

from ...resampling import Interval
from .findings import PairTest, Standing

STANDING = ("metric", "rank", "system", "score", "low", "high", "cluster")
PAIR = ("metric", "test", "a", "b", "difference", "low", "high", "p_holm", "significant", "better")


def standing_row(one: Standing) -> tuple[Any, ...]:
    """Its values, in the order of STANDING."""
    return (one.metric, one.rank, one.system, one.score, *one.interval, one.cluster)


def pair_row(one: PairTest, significant: bool) -> tuple[Any, ...]:
    """Its values, in the order of PAIR; nobody is called better who may not be."""
    return (
        *(one.metric, one.test, one.a, one.b, one.difference, *one.interval, one.p_holm),
        *(significant, one.better if significant else None),
    )


def standing_line(one: Standing) -> str:
    """A system, its score and interval."""
    return f"{one.metric} {one.rank}. {one.system}: {one.score:.4f} {_shown(one.interval)}"


def pair_line(one: PairTest, significant: bool) -> str:
    """Two systems, and which of them is better if that is certain enough."""
    verdict = f"{one.better} is better" if significant else "not told apart"
    return (
        f"{one.metric} {one.a} - {one.b}: {one.difference:+.4f} {_shown(one.interval)}, "
        f"{one.test} p {one.p_holm:.4f}, {verdict}"
    )


def _shown(interval: Interval) -> str:
    return f"[{interval.low:.4f}, {interval.high:.4f}]"
