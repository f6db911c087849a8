"""What was tried on the way to a regression, as people and programs read it."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Any, Protocol

from ..learning.kernel_regression import KernelRegression
from ..learning.kernels import LinearKernel
from ..learning.svr import GridPoint
from .table import Cell, Table, render

_HEADS = {"c": "C", "rated": "rated alone"}


class RegressionModel(Protocol):
    """What models from ratings have in common."""

    @property
    def regression(self) -> KernelRegression: ...

    @property
    def training(self) -> Mapping[str, Any]: ...


class TrainedRegression(Protocol):
    """What trainings from ratings have in common."""

    @property
    def model(self) -> RegressionModel: ...

    @property
    def chosen(self) -> GridPoint: ...

    @property
    def grid(self) -> tuple[GridPoint, ...]: ...

    @property
    def alone(self) -> Mapping[str, float]: ...


def render_regression(
    trained: TrainedRegression, style: str, learnt_from: str, held: str, remark: str = ""
) -> str:
    """Agreement and error on held-out folds for each choice, and what was chosen.

    learnt_from  what the ratings are of
    held         what folds do not share
    remark       what else is to be said of the agreement
    """
    facts = trained.model.training
    vectors = len(trained.model.regression.weights)
    if style == "json":
        record = {
            "training": dict(facts),
            "grid": [_named(trained, point) for point in trained.grid],
            "alone": dict(trained.alone),
            "support_vectors": vectors,
        }
        return json.dumps(record, indent=2, ensure_ascii=False) + "\n"
    rows: list[Sequence[Cell]] = [
        (*_cells(_named(trained, point)), "*" * (point is trained.chosen)) for point in trained.grid
    ]
    alone = ", ".join(f"{name} {value:.4f}" for name, value in trained.alone.items())
    low, high = facts["scale"]["low"], facts["scale"]["high"]
    notes = [
        f"support vector regression on {learnt_from}, ratings from {low:g} to {high:g}",
        f"pearson {trained.chosen.pearson:.4f} on {facts['folds']} held-out folds of "
        f"{held}{remark}, {vectors} support vectors",
        f"pearson of each part alone: {alone}",
    ]
    columns = [_HEADS.get(name, name) for name in _named(trained, trained.chosen)]
    return render(Table((*columns, "chosen"), rows, notes), style)


def _named(trained: TrainedRegression, point: GridPoint) -> dict[str, float]:
    """What there is to say of a choice: a linear kernel has no gamma to choose, and without
    controls all rows are rated.
    """
    without = set[str]()
    if isinstance(trained.model.regression.kernel, LinearKernel):
        without.add("gamma")
    if not trained.model.training.get("controls"):
        without.add("rated")
    return {name: value for name, value in asdict(point).items() if name not in without}


def _cells(named: Mapping[str, float]) -> list[Cell]:
    return [f"{value:g}" if name in ("c", "gamma") else value for name, value in named.items()]
