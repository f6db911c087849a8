"""Metrics of summaries that take texts without a word, which the intake refuses."""

from typing import Any, TypeVar

from tesla_metrics import Metric

Kind = TypeVar("Kind", bound=Metric[Any])


def taking_all(metric: Kind) -> Kind:
    """The same metric; the numbers that both cores have for such texts must hold all the same."""
    object.__setattr__(metric, "of_documents", False)
    return metric
