"""What training the labeller of semantic roles found out, as people and programs read it."""

import json
from collections.abc import Mapping, Sequence

from ..srl.model import CLASSIFY, IDENTIFY, RoleModel
from ..training.srl_check import RoleCheck
from .table import Cell, Table, render


def render_srl(model: RoleModel, checks: Mapping[str, RoleCheck], style: str) -> str:
    """The sizes of a model's parts and, where it was tested, F1 of its stages in per cent."""
    if style == "json":
        record = {
            "training": dict(model.settings),
            "parts": {kind: _sizes(model, kind) for kind in model.kinds},
            "test": {kind: _figures(check) for kind, check in checks.items()},
        }
        return json.dumps(record, indent=2, ensure_ascii=False) + "\n"
    rows: list[Sequence[Cell]] = []
    for kind in model.kinds:
        sizes = [str(size) for size in _sizes(model, kind).values()]
        check = checks.get(kind)
        figures = [f"{value:.2f}" for value in _figures(check).values()] if check else []
        rows.append((kind, *sizes, *figures))
    tested = [str(check.predicates) + f" {kind}s" for kind, check in checks.items()]
    notes = [f"F1 in per cent, of {' and '.join(tested)} with given trees"] if tested else []
    columns = ["predicates", "roles", "identifying", "classifying"]
    if tested:
        columns += ["identified", "classified", "both"]
    return render(Table(columns, rows, notes), style)


def _sizes(model: RoleModel, kind: str) -> dict[str, int]:
    """Labels, and features of both stages."""
    whether, which = (model.classifier(f"{kind}.{stage}") for stage in (IDENTIFY, CLASSIFY))
    return {
        "roles": len(which.labels),
        "identify": len(whether.weights),
        "classify": len(which.weights),
    }


def _figures(check: RoleCheck) -> dict[str, float]:
    return {
        "identified": check.identified.f1,
        "classified": check.classified.f1,
        "both": check.combined.f1,
    }
