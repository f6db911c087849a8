"""The first pass: what metrics learn from all references before they score the first row."""

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import Any

from ..analysis.frequencies import SentenceCounts
from ..encoding.session import Session, default_session
from ..intake.references import present
from ..metrics.base import Metric
from .texts import Texts


def learning(metrics: Sequence[Metric[Any]], session: Session | None = None) -> list[Metric[Any]]:
    """Those that must hear of all references."""
    session = session or default_session()
    return [metric for metric in metrics if metric.learns(session)]


def taught(
    metrics: Sequence[Metric[Any]],
    texts: Callable[[], Iterable[Texts]],
    session: Session | None = None,
) -> tuple[Metric[Any], ...]:
    """The metrics with what rows that can be scored teach; `texts` is called if one must learn."""
    session = session or default_session()
    counts = {id(metric): SentenceCounts() for metric in learning(metrics, session)}
    for own in texts() if counts else ():
        for metric in metrics:
            if id(metric) in counts and own.rows:
                beside = partial(present, own.beside.of(metric.against))
                counts[id(metric)].merge(metric.count_references(session, beside))
    return tuple(
        metric.taught(counts[id(metric)]) if id(metric) in counts else metric for metric in metrics
    )
