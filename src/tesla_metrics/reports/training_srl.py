"""What training the labeller of semantic roles found out, as people and programs read it."""

import json
from collections.abc import Mapping, Sequence

from ..srl.model import CLASSIFY, IDENTIFY, RoleModel
from ..training.srl_check import RoleCheck
from .table import Cell, Table, render

# Of predicates, then of what is theirs.
_COLUMNS = ("precision", "recall", "found", "senses", "identified", "classified", "both")
_NOTE = "per cent: predicates found (F1), then those given: senses, F1 of arguments, of"


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
        figures = [_shown(value) for value in _figures(check).values()] if check else []
        rows.append((kind, *sizes, *figures))
    tested = [f"{check.found.gold} {kind}s" for kind, check in checks.items()]
    notes = [f"{_NOTE} {' and '.join(tested)} with given trees"] if tested else []
    columns = ["predicates", "roles", "identifying", "classifying"]
    if tested:
        columns += _COLUMNS
    return render(Table(columns, rows, notes), style)


def _sizes(model: RoleModel, kind: str) -> dict[str, int]:
    """Labels, and features of both stages."""
    whether, which = (model.classifier(f"{kind}.{stage}") for stage in (IDENTIFY, CLASSIFY))
    return {
        "roles": len(which.labels),
        "identify": len(whether.weights),
        "classify": len(which.weights),
    }


def _figures(check: RoleCheck) -> dict[str, float | None]:
    """None where people found nothing: nothing can be said then."""
    found, *others = check
    figures = {
        "precision": found.precision,
        "recall": found.recall,
        "found": found.f1,
        **{name: one.f1 for name, one in zip(_COLUMNS[3:], others, strict=True)},
    }
    tallies = found, found, found, *others
    return {
        name: value if tally.gold else None
        for (name, value), tally in zip(figures.items(), tallies, strict=True)
    }


def _shown(value: float | None) -> str:
    return "-" if value is None else f"{value:.2f}"
