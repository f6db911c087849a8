"""What training TESLA-N found out, as people and programs read it."""

import json
from collections.abc import Sequence
from typing import TYPE_CHECKING

from .table import Cell, Table, render

if TYPE_CHECKING:
    from ..context.training.adapter import TrainedAdapter


def render_adapter(trained: "TrainedAdapter", style: str) -> str:
    """Agreement with people on segments that a first run left out, beside tesla-x's."""
    if style == "json":
        record = {"training": dict(trained.facts.training), "encoder": trained.facts.encoder}
        return json.dumps(record, indent=2, ensure_ascii=False) + "\n"
    rows: list[Sequence[Cell]] = []
    for name in ("consistency", "pearson"):
        own, other = getattr(trained.held_out, name), getattr(trained.graded, name)
        if own is not None:
            rows.append((name, f"{own:.4f}", f"{other:.4f}"))
    sets = trained.facts.training["judged sets"]
    counts = [sum(one[kind] for one in sets.values()) for kind in ("rankings", "scores")]
    note = f"learnt from {counts[0]} rankings and {counts[1]} scores of {len(sets)} judged sets"
    return render(Table(("held out", "tesla-n", "tesla-x"), rows, [note]), style)
