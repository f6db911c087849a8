"""What training PEM found out, as people and programs read it."""

import json
from collections.abc import Sequence
from dataclasses import asdict, astuple

from ..training.pem import TrainedPem
from .table import Cell, Table, render


def render_pem(trained: TrainedPem, style: str) -> str:
    """Agreement and error on held-out folds for each choice, and what was chosen."""
    if style == "json":
        record = {
            "training": dict(trained.model.training),
            "grid": [asdict(point) for point in trained.grid],
            "alone": trained.alone,
            "support_vectors": len(trained.model.regression.weights),
        }
        return json.dumps(record, indent=2, ensure_ascii=False) + "\n"
    rows: list[Sequence[Cell]] = [
        (f"{c:g}", f"{gamma:g}", *figures, "*" * (point is trained.chosen))
        for point in trained.grid
        for c, gamma, *figures in [astuple(point)]
    ]
    columns = ("C", "gamma", "pearson", "rated alone", "rmse", "chosen")
    return render(Table(columns, rows, _notes(trained)), style)


def _notes(trained: TrainedPem) -> list[str]:
    facts, scale = trained.model.training, trained.model.training["scale"]
    alone = ", ".join(f"{name} {value:.4f}" for name, value in trained.alone.items())
    controls = f" and {facts['controls']} control pairs" if facts["controls"] else ""
    without = f" ({trained.chosen.rated:.4f} without the controls)" if controls else ""
    return [
        f"support vector regression on {facts['pairs']} rated pairs{controls}, "
        f"{facts['sources']} sources, ratings from {scale['low']:g} to {scale['high']:g}",
        f"pearson {trained.chosen.pearson:.4f} on {facts['folds']} held-out folds of "
        f"sources{without}, {len(trained.model.regression.weights)} support vectors",
        f"pearson of each part alone: {alone}",
    ]
