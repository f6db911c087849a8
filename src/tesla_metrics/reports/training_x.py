"""What training TESLA-X found out, as people and programs read it."""

import json
from collections.abc import Sequence
from dataclasses import asdict

from ..training.tesla_x import TrainedX
from .table import Cell, Table, render
from .training import learnt_from


def render_constants(trained: TrainedX, style: str) -> str:
    """Constants that moved (JSON: all of them), and agreement on held-out folds."""
    if style == "json":
        record = {
            "training": dict(trained.model.training),
            "constants": dict(trained.model.constants),
            "start": dict(trained.start),
            "curve": [asdict(tried) for tried in trained.curve],
        }
        return json.dumps(record, indent=2, ensure_ascii=False) + "\n"
    rows: list[Sequence[Cell]] = [
        (name, f"{value:g}", f"{trained.model.constants[name]:g}")
        for name, value in trained.start.items()
        if trained.model.constants[name] != value
    ]
    notes = [_stayed(trained, len(trained.start) - len(rows)), *_notes(trained)]
    return render(Table(("constant", "before", "after"), rows, notes), style)


def _stayed(trained: TrainedX, number: int) -> str:
    note = f"{number} of {len(trained.start)} learnt constants stayed at their defaults"
    if not trained.chosen.strength:
        note += ": no others are clearly better on held-out segments"
    return note


def _notes(trained: TrainedX) -> list[str]:
    facts, chosen = trained.model.training, trained.chosen
    tried = ", ".join(f"{one.agreement:.4f} at {one.strength:g}" for one in trained.curve)
    return [
        learnt_from(facts),
        f"{trained.measure} {chosen.agreement:.4f} on {facts['folds']} held-out folds with "
        f"strength {chosen.strength:g} ({tried}); before {trained.curve[0].agreement:.4f}",
    ]
