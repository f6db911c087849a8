"""scikit-learn: estimators that predict texts, in cross-validation and searches."""

from typing import Any

from ..metrics.base import Metric
from ..metrics.registry import DEFAULT
from ..optional import needs_package
from .chosen import chosen_metric


class TextScore:
    """`score(y_true, y_pred)`: texts, and for each a reference or a list of references."""

    def __init__(self, metric: str | Metric[Any] = DEFAULT, **options: Any) -> None:
        self.metric = chosen_metric(metric, options)
        self.__name__ = self.metric.name  # make_scorer prints it

    def __call__(self, y_true: Any, y_pred: Any) -> float:
        return self.metric.score(y_pred, y_true, references_by="segment").score


def text_scorer(metric: str | Metric[Any] = DEFAULT, **options: Any) -> Any:
    """`scorer(estimator, X, y)`, for `scoring=`; greater is better, as everywhere there."""
    with needs_package("scikit-learn"):
        from sklearn.metrics import make_scorer

    score = TextScore(metric, **options)
    return make_scorer(score, greater_is_better=score.metric.higher_is_better)
