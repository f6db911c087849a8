"""Adapter for torchmetrics: sums in tensors, which can be combined across processes."""

from collections.abc import Sequence
from typing import Any, ClassVar

from ...metrics.base import Metric
from ...metrics.inputs import check_inputs
from ...metrics.registry import DEFAULT_METRIC
from ...optional import requires_package
from . import check_segmentwise, resolve_metric

with requires_package("torchmetrics"):
    import torch
    import torchmetrics

# Constructor arguments of torchmetrics.Metric; all others are options of our metric.
_TORCHMETRICS_ARGUMENTS = {
    "compute_on_cpu", "compute_with_cache", "dist_sync_fn", "dist_sync_on_step",
    "distributed_available_fn", "process_group", "sync_on_compute",
}  # fmt: skip


class TorchMetric(torchmetrics.Metric):
    """A metric of this package with the interface of `torchmetrics.Metric`.

    `compute` returns the score of all segments; it does not matter how they are split into
    updates. Metrics that learn from all references of a test set are refused.

    Parameters
    ----------
    metric : str or Metric
        Name of a metric, or a metric object.
    jobs : int
        Number of threads.
    **options
        Arguments of `torchmetrics.Metric`, and options of the metric if it is given by name.
    """

    is_differentiable: ClassVar[bool] = False
    full_state_update: ClassVar[bool] = False

    def __init__(
        self, metric: str | Metric[Any] = DEFAULT_METRIC, *, jobs: int = 1, **options: Any
    ) -> None:
        super().__init__(
            **{name: options.pop(name) for name in _TORCHMETRICS_ARGUMENTS & options.keys()}
        )
        self.metric = check_segmentwise(resolve_metric(metric, options))
        self.jobs = jobs
        # Score any text to learn how many statistics there are per segment.
        (statistics_row,) = self.metric.open().statistics(["a"], [["a"]])
        zeros = torch.zeros(len(statistics_row), dtype=torch.float64)
        self.add_state("total", default=zeros, dist_reduce_fx="sum")
        self.add_state("segments", default=torch.tensor(0), dist_reduce_fx="sum")

    @property
    def higher_is_better(self) -> bool:
        return self.metric.higher_is_better

    def update(self, preds: str | Sequence[str], target: str | Sequence[Any] = ()) -> None:
        """Add texts and, if the metric needs them, a reference or a list of references for each."""
        if isinstance(preds, str):
            preds, target = [preds], [target]
        texts, reference_sets = check_inputs(
            preds, target, "segment", counterpart=self.metric.against,
            has_documents=self.metric.of_documents,
        )  # fmt: skip
        rows = self.metric.open().statistics(texts, reference_sets, self.jobs)
        total = torch.tensor(self.metric.total(rows), dtype=torch.float64)
        self.total += total.to(self.total.device)
        self.segments += len(texts)

    def compute(self) -> Any:
        """Return the score of all segments; NaN if there are none."""
        value = self.metric.system_value(self.total.tolist()) if self.segments else float("nan")
        return torch.tensor(value, dtype=torch.float64, device=self.total.device)
