"""What training found out, as people and programs read it."""

import json
from collections.abc import Mapping, Sequence
from typing import Any

from ..training.study import GroupStudy
from ..training.tesla_f import Trained
from .table import Cell, Table, render


def render_training(trained: Trained, study: Sequence[GroupStudy], style: str) -> str:
    """Agreement on held-out folds, weights, and the feature study where there is one."""
    if style == "json":
        return json.dumps(_record(trained, study), indent=2, ensure_ascii=False) + "\n"
    parts = [render(_weights(trained), style)]
    if study:
        parts.append(render(_study(trained, study), style))
    return "\n".join(parts)


def _record(trained: Trained, study: Sequence[GroupStudy]) -> dict[str, object]:
    record: dict[str, object] = {
        "training": dict(trained.model.training),
        "features": dict(trained.model.weights),
        "curve": [{"c": c, "agreement": value} for c, value in trained.validated.curve],
    }
    if study:
        record["study"] = [group._asdict() for group in study]
    return record


def _weights(trained: Trained) -> Table:
    rows: list[Sequence[Cell]] = [
        (name, weight, weight * deviation)
        for (name, weight), deviation in zip(
            trained.model.weights.items(), trained.deviations.tolist(), strict=True
        )
    ]
    return Table(("feature", "weight", "effect"), rows, _notes(trained))


def _notes(trained: Trained) -> list[str]:
    facts, validated = trained.model.training, trained.validated
    others = ", ".join(f"{value:.4f} at {c:g}" for c, value in validated.curve)
    return [
        learnt_from(facts),
        f"{trained.problem.measure} {validated.agreement:.4f} on {facts['folds']} held-out folds "
        f"with C = {validated.strength:g} ({others})",
    ]


def learnt_from(facts: Mapping[str, Any], units: str = "segments") -> str:
    """The judgments that a model says it was trained on; `units` are what folds do not share."""
    kind = "pairs" if "pairs" in facts else "outputs"
    sizes = facts[kind]
    sets = ", ".join(f"{name} {size}" for name, size in sizes.items())
    return (
        f"{facts['method']} on {sum(sizes.values())} {kind} ({sets}), {facts['segments']} {units}"
    )


def _study(trained: Trained, study: Sequence[GroupStudy]) -> Table:
    whole = trained.validated.agreement
    rows: list[Sequence[Cell]] = [("(all)", sum(g.features for g in study), "", whole)]
    rows += [
        (g.group, g.features, "-" if g.without is None else f"{g.without:.4f}", g.alone)
        for g in study
    ]
    measure = trained.problem.measure
    return Table(("group", "features", "without it", "alone"), rows, [f"{measure}, held out"])
