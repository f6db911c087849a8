"""The metric behind a face."""

from typing import Any

from ..errors import UsageError
from ..metrics.base import Metric
from ..metrics.registry import make_metric


def chosen_metric(metric: str | Metric[Any], options: dict[str, Any]) -> Metric[Any]:
    """One that was made already, or one by name and options."""
    if not isinstance(metric, Metric):
        return make_metric(metric, **options)
    if options:
        raise UsageError(
            f"{metric.name} is made already: give it {min(options)!r} where it is made, or its name"
        )
    return metric


def by_itself(metric: Metric[Any]) -> Metric[Any]:
    """The metric, once it is sure that a segment's score does not hang on what is scored with it.

    Whoever scores less than a set in a call needs that; what learns from the references of each
    call is refused.
    """
    metric.open()
    return metric
