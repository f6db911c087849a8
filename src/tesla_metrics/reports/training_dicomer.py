"""What training DICOMER found out, as people and programs read it."""

import json
from collections.abc import Sequence

from ..training.dicomer import TrainedDicomer
from .table import Cell, Table, render
from .training import learnt_from

_SHOWN = 10  # features, of each sign


def render_dicomer(trained: TrainedDicomer, style: str) -> str:
    """Agreement on held-out folds, and the features that weigh most, either way."""
    judge, validated = trained.model.judge, trained.learnt.validated
    if style == "json":
        record = {
            "training": dict(trained.model.training),
            "logistic": {"slope": judge.slope, "centre": judge.centre, "bend": judge.bend},
            "weights": dict(judge.weights),
            "curve": [{"c": c, "agreement": value} for c, value in validated.curve],
        }
        return json.dumps(record, indent=2, ensure_ascii=False) + "\n"
    by_weight = sorted(judge.weights.items(), key=lambda one: -one[1])
    shown = by_weight[:_SHOWN] + by_weight[_SHOWN:][-_SHOWN:]
    rows: list[Sequence[Cell]] = [(name, str(weight)) for name, weight in shown]
    return render(Table(("feature", "weight"), rows, _notes(trained)), style)


def _notes(trained: TrainedDicomer) -> list[str]:
    facts, validated = trained.model.training, trained.learnt.validated
    others = ", ".join(f"{value:.4f} at {c:g}" for c, value in validated.curve)
    return [
        learnt_from(facts, "topics"),
        f"consistency {validated.agreement:.4f} on {facts['folds']} held-out folds with C = "
        f"{validated.strength:g} ({others})",
        f"{len(trained.model.judge.weights)} features of {trained.model.judge.kind.name}",
    ]
