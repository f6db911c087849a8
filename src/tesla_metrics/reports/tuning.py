"""What tuning found, as people and programs read it."""

import json
from collections.abc import Sequence

from ..tuning.tuned import Tuned
from .table import Cell, Table, render

_DECIMALS = 6  # of weights that add up to 1


def render_tuning(found: Tuned, style: str) -> str:
    """The metric's value and the weights, before and after."""
    if style == "json":
        return json.dumps(found.to_dict(), indent=2, ensure_ascii=False) + "\n"
    weights = zip(found.start.names, found.start.values, found.weights.values, strict=True)
    rows: list[Sequence[Cell]] = [[found.metric, found.start_value, found.value], *weights]
    notes = [
        f"first candidates {found.first_value:.{_DECIMALS}f}, oracle "
        f"{found.oracle_value:.{_DECIMALS}f}; {found.changed} of {len(found.chosen)} choices "
        "changed",
        str(found.signature),
    ]
    return render(Table(("", "start", "tuned"), rows, notes, _DECIMALS), style)


def tuning_note(found: Tuned) -> str:
    """What stands in a file of weights, so that nobody wonders where they come from."""
    return f"{found.metric} {found.start_value!r} -> {found.value!r}\n{found.signature}"
