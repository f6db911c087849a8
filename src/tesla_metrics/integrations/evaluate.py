"""Hugging Face's `evaluate`: a metric with `compute` and `add_batch`, which needs no network."""

from typing import Any

from ..metrics.base import Metric
from ..metrics.registry import DEFAULT
from ..optional import needs_package
from .chosen import chosen_metric

with needs_package("evaluate"):
    import datasets
    import evaluate

# Arguments of evaluate's own; all others are options of our metric.
_THEIRS = {
    "config_name", "keep_in_memory", "cache_dir", "num_process", "process_id", "seed",
    "experiment_id", "hash", "max_concurrent_cache_files", "timeout",
}  # fmt: skip

_INPUTS = """
Args:
    predictions: a list of texts.
    references: for each of them a text, or a list of texts.
Returns:
    metric, score, higher_is_better, signature, and segments: the score of each prediction.
"""


class EvaluateMetric(evaluate.Metric):
    """One of our metrics, by name and options or made already.

    Data is kept in memory, unless several processes share the work (`num_process`).
    """

    def __init__(self, metric: str | Metric[Any] = DEFAULT, **options: Any) -> None:
        theirs = {name: options.pop(name) for name in _THEIRS & options.keys()}
        self._metric = chosen_metric(metric, options)
        theirs.setdefault("keep_in_memory", theirs.get("num_process", 1) == 1)
        theirs.setdefault("config_name", self._metric.name)
        super().__init__(**theirs)
        # What `combine` calls the scores of.
        self._module_info.module_name = self._metric.name

    def _build_data_dir(self) -> str:
        # What is kept in memory needs no folder, and some machines let nobody write.
        if self.keep_in_memory:
            return str(self._data_dir_root)
        return str(super()._build_data_dir())

    def _info(self) -> Any:
        text = datasets.Value("string")
        return evaluate.MetricInfo(
            description=f"{self._metric.name} of tesla-metrics: {self._metric.__doc__}",
            citation="",
            inputs_description=_INPUTS,
            features=[
                datasets.Features({"predictions": text, "references": datasets.Sequence(text)}),
                datasets.Features({"predictions": text, "references": text}),
            ],
        )

    def _compute(self, predictions: Any, references: Any, jobs: int = 1) -> dict[str, Any]:
        score = self._metric.score(predictions, references, references_by="segment", jobs=jobs)
        return score.to_dict()
