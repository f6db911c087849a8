"""What was tried on the way to a regression, as people and programs read it."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, astuple
from typing import Any, Protocol

from ..learning.kernel_regression import KernelRegression
from ..learning.svr import GridPoint
from .table import Cell, Table, render


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
            "grid": [asdict(point) for point in trained.grid],
            "alone": dict(trained.alone),
            "support_vectors": vectors,
        }
        return json.dumps(record, indent=2, ensure_ascii=False) + "\n"
    rows: list[Sequence[Cell]] = [
        (f"{c:g}", f"{gamma:g}", *figures, "*" * (point is trained.chosen))
        for point in trained.grid
        for c, gamma, *figures in [astuple(point)]
    ]
    alone = ", ".join(f"{name} {value:.4f}" for name, value in trained.alone.items())
    low, high = facts["scale"]["low"], facts["scale"]["high"]
    notes = [
        f"support vector regression on {learnt_from}, ratings from {low:g} to {high:g}",
        f"pearson {trained.chosen.pearson:.4f} on {facts['folds']} held-out folds of "
        f"{held}{remark}, {vectors} support vectors",
        f"pearson of each part alone: {alone}",
    ]
    columns = ("C", "gamma", "pearson", "rated alone", "rmse", "chosen")
    return render(Table(columns, rows, notes), style)
