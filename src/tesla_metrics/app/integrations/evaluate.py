"""Adapter for Hugging Face `evaluate`: metrics with `compute` and `add_batch`, without network."""

from typing import Any

from ...metrics.base import Metric
from ...metrics.registry import DEFAULT_METRIC
from ...optional import requires_package
from . import resolve_metric

with requires_package("evaluate"):
    import datasets
    import evaluate

# Constructor arguments of evaluate.Metric; all others are options of our metric.
_EVALUATE_ARGUMENTS = {
    "config_name", "keep_in_memory", "cache_dir", "num_process", "process_id", "seed",
    "experiment_id", "hash", "max_concurrent_cache_files", "timeout",
}  # fmt: skip

_INPUTS_DESCRIPTION = """
Args:
    predictions: list of texts.
    references: a reference text, or a list of reference texts, for each prediction.
Returns:
    metric, score, higher_is_better, signature, and segments (the score of each prediction).
"""


class EvaluateMetric(evaluate.Metric):
    """A metric of this package with the interface of `evaluate.Metric`.

    Data is kept in memory, unless several processes share the work (`num_process`).

    Parameters
    ----------
    metric : str or Metric
        Name of a metric, or a metric object.
    **options
        Arguments of `evaluate.Metric`, and options of the metric if it is given by name.
    """

    def __init__(self, metric: str | Metric[Any] = DEFAULT_METRIC, **options: Any) -> None:
        arguments = {name: options.pop(name) for name in _EVALUATE_ARGUMENTS & options.keys()}
        self._metric = resolve_metric(metric, options)
        arguments.setdefault("keep_in_memory", arguments.get("num_process", 1) == 1)
        arguments.setdefault("config_name", self._metric.name)
        super().__init__(**arguments)
        # The name that `evaluate.combine` uses for the scores.
        self._module_info.module_name = self._metric.name

    def _build_data_dir(self) -> str:
        # No folder is needed for data in memory, and the file system may be read-only.
        if self.keep_in_memory:
            return str(self._data_dir_root)
        return str(super()._build_data_dir())

    def _info(self) -> Any:
        text = datasets.Value("string")
        return evaluate.MetricInfo(
            description=f"{self._metric.name} of tesla-metrics: {self._metric.__doc__}",
            citation="",
            inputs_description=_INPUTS_DESCRIPTION,
            features=[
                datasets.Features({"predictions": text, "references": datasets.Sequence(text)}),
                datasets.Features({"predictions": text, "references": text}),
            ],
        )

    def _compute(self, predictions: Any, references: Any, jobs: int = 1) -> dict[str, Any]:
        score = self._metric.score(predictions, references, references_by="segment", jobs=jobs)
        return score.to_dict()
