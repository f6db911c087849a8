"""A loop of decoding and tuning: a row an iteration, and which weights are the best."""

import json

from ..tuning.loop.run import LoopResult
from ..tuning.loop.state import Iteration
from .table import Cell, Table, render


def render_loop(result: LoopResult, style: str) -> str:
    """The run in one of the formats of tables, or as JSON."""
    if style == "json":
        return json.dumps(result.to_dict(), indent=2, ensure_ascii=False) + "\n"
    names = result.weights.names
    columns = ("iteration", result.metric, "pooled", "tuned", "new", "candidates", *names)
    notes = (
        f"{result.metric} {result.value:.4f}, {result.start:.4f} at the start; ended by: "
        f"{result.reason}",
        result.signature,
    )
    return render(Table(columns, [_row(one) for one in result.iterations], notes), style)


def _row(one: Iteration) -> list[Cell]:
    counts: list[Cell] = [one.new, one.candidates]
    return [one.number, one.decoded, one.before, one.tuned, *counts, *one.weights]


def iteration_line(one: Iteration, metric: str) -> str:
    """What is said of an iteration while the run goes on."""
    weights = " ".join(
        f"{name} {value:.4g}" for name, value in zip(one.names, one.weights, strict=True)
    )
    return (
        f"iteration {one.number}: {metric} {one.decoded:.4f} with {weights}; {one.new} new of "
        f"{one.candidates} candidates, of which these weights choose {one.before:.4f} and tuned "
        f"ones {one.tuned:.4f}"
    )
