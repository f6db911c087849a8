"""Adapters for other packages. Each module needs the package of the same name.

sacrebleu       SacrebleuMetric: corpus_score, sentence_score, get_signature, significance tests
evaluate        EvaluateMetric: compute, add, add_batch, combine
torchmetrics    TorchMetric: update and compute, also distributed
mbrs            MbrsMetric: the metric "tesla" of decoders
sklearn         TextScore and text_scorer, for make_scorer and parameter searches
"""

from typing import Any

from ...errors import UsageError
from ...metrics.base import Metric
from ...metrics.registry import make_metric


def resolve_metric(metric: str | Metric[Any], options: dict[str, Any]) -> Metric[Any]:
    """Return the metric if it is an object; otherwise create one by its name and options."""
    if not isinstance(metric, Metric):
        return make_metric(metric, **options)
    if options:
        raise UsageError(
            f"{metric.name} is given as an object: set {min(options)!r} there, or give its name"
        )
    return metric


def check_segmentwise(metric: Metric[Any]) -> Metric[Any]:
    """Return the metric; raise an error if it learns from all references of a test set.

    The segment scores of such metrics depend on the other segments of the call. Adapters that
    score parts of a test set need this check.
    """
    metric.open()  # raises an error if the metric needs references
    return metric
