"""Adapters for other packages. A module is imported on use and needs the package of its name.

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
    """Return a metric object, or create one by name and options."""
    if not isinstance(metric, Metric):
        return make_metric(metric, **options)
    if options:
        raise UsageError(
            f"{metric.name} is given as an object: set {min(options)!r} there, or give its name"
        )
    return metric


def check_segmentwise(metric: Metric[Any]) -> Metric[Any]:
    """Return the metric; refuse one whose segment scores depend on the other segments of a call.

    Callers that score less than a test set per call need this check. It refuses metrics that learn
    from the references of each call.
    """
    metric.open()
    return metric
