"""torchmetrics: sums in tensors, so that processes on other machines can add theirs."""

from collections.abc import Sequence
from typing import Any, ClassVar

from ..metrics.base import Metric
from ..metrics.inputs import check_inputs
from ..metrics.registry import DEFAULT
from ..optional import needs_package
from .chosen import by_itself, chosen_metric

with needs_package("torchmetrics"):
    import torch
    import torchmetrics

# Arguments of torchmetrics' own; all others are options of our metric.
_THEIRS = {
    "compute_on_cpu", "compute_with_cache", "dist_sync_fn", "dist_sync_on_step",
    "distributed_available_fn", "process_group", "sync_on_compute",
}  # fmt: skip


class TorchMetric(torchmetrics.Metric):
    """One of our metrics, by name and options or made already.

    `update` takes texts, and for each a reference or a list of references. The score is that of all
    segments, however they came in; what learns from the references there are cannot be used, and
    says so at once.
    """

    is_differentiable: ClassVar[bool] = False
    full_state_update: ClassVar[bool] = False

    def __init__(
        self, metric: str | Metric[Any] = DEFAULT, *, jobs: int = 1, **options: Any
    ) -> None:
        super().__init__(**{name: options.pop(name) for name in _THEIRS & options.keys()})
        self.metric = by_itself(chosen_metric(metric, options))
        self.jobs = jobs
        rows = self.metric.open().statistics(["a"], [["a"]])
        zeros = torch.zeros(len(rows[0]), dtype=torch.float64)
        self.add_state("total", default=zeros, dist_reduce_fx="sum")
        self.add_state("segments", default=torch.tensor(0), dist_reduce_fx="sum")

    @property
    def higher_is_better(self) -> bool:
        return self.metric.higher_is_better

    def update(self, preds: str | Sequence[str], target: str | Sequence[Any] = ()) -> None:
        """More texts, and for each a reference or a list of references, if the metric wants any."""
        if isinstance(preds, str):
            preds, target = [preds], [target]
        texts, sets = check_inputs(
            preds, target, "segment", against=self.metric.against,
            documents=self.metric.of_documents,
        )  # fmt: skip
        rows = self.metric.open().statistics(texts, sets, self.jobs)
        total = torch.tensor(self.metric.total(rows), dtype=torch.float64)
        self.total += total.to(self.total.device)
        self.segments += len(texts)

    def compute(self) -> Any:
        """The score of all there were; NaN of none."""
        value = self.metric.system_value(self.total.tolist()) if self.segments else float("nan")
        return torch.tensor(value, dtype=torch.float64, device=self.total.device)
