"""Adapter for scikit-learn: score estimators that predict texts."""

from typing import Any

from ...metrics.base import Metric
from ...metrics.registry import DEFAULT_METRIC
from ...optional import requires_package
from . import resolve_metric


class TextScore:
    """A score function `score(y_true, y_pred)` for texts.

    `y_true` has a reference or a list of references for each text in `y_pred`.

    Parameters
    ----------
    metric : str or Metric
        Name of a metric, or a metric object.
    **options
        Options of the metric, if it is given by name.
    """

    def __init__(self, metric: str | Metric[Any] = DEFAULT_METRIC, **options: Any) -> None:
        self.metric = resolve_metric(metric, options)
        self.__name__ = self.metric.name  # printed by the scorer of `make_scorer`

    def __call__(self, y_true: Any, y_pred: Any) -> float:
        return self.metric.score(y_pred, y_true, references_by="segment").score


def text_scorer(metric: str | Metric[Any] = DEFAULT_METRIC, **options: Any) -> Any:
    """Return a scorer for the argument `scoring=` of scikit-learn; greater is better.

    Parameters
    ----------
    metric : str or Metric
        Name of a metric, or a metric object.
    **options
        Options of the metric, if it is given by name.

    Returns
    -------
    callable
        A function `scorer(estimator, X, y)`.
    """
    with requires_package("scikit-learn"):
        from sklearn.metrics import make_scorer

    score = TextScore(metric, **options)
    return make_scorer(score, greater_is_better=score.metric.higher_is_better)
