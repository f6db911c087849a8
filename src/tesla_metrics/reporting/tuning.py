"""Render results of tuning and reranking."""

import json
from collections.abc import Sequence
from dataclasses import asdict

from ..decoding.rerank import RankedCandidate, RankedList, Reranking
from ..decoding.tuning.loop import LoopResult
from ..decoding.tuning.loop_state import Iteration
from ..decoding.tuning.tune import Tuned
from .table import Cell, Table, render_table

_DECIMALS = 6  # decimals, for weights that add up to 1


def render_tuning(result: Tuned, style: str) -> str:
    """Render the metric's value and the weights, before and after tuning."""
    if style == "json":
        return json.dumps(result.to_dict(), indent=2, ensure_ascii=False) + "\n"
    weights = zip(result.start.names, result.start.values, result.weights.values, strict=True)
    rows: list[Sequence[Cell]] = [[result.metric, result.start_value, result.value], *weights]
    notes = [
        f"first candidates {result.first_value:.{_DECIMALS}f}, oracle "
        f"{result.oracle_value:.{_DECIMALS}f}; {result.changed} of {len(result.chosen)} choices "
        "changed",
        str(result.signature),
    ]
    return render_table(Table(("", "start", "tuned"), rows, notes, _DECIMALS), style)


def tuning_note(result: Tuned) -> str:
    """Return the comment of a file of weights that says where they come from."""
    return f"{result.metric} {result.start_value!r} -> {result.value!r}\n{result.signature}"


def render_loop(result: LoopResult, style: str) -> str:
    """Render the tuning run as a table or as JSON."""
    if style == "json":
        return json.dumps(result.to_dict(), indent=2, ensure_ascii=False) + "\n"
    names = result.weights.names
    columns = ("iteration", result.metric, "pooled", "tuned", "new", "candidates", *names)
    notes = (
        f"{result.metric} {result.value:.4f}, {result.start:.4f} at the start; ended by: "
        f"{result.reason}",
        result.signature,
    )
    return render_table(
        Table(columns, [_iteration_row(iteration) for iteration in result.iterations], notes), style
    )


def _iteration_row(iteration: Iteration) -> list[Cell]:
    counts: list[Cell] = [iteration.new, iteration.candidates]
    return [
        iteration.number,
        iteration.decoded,
        iteration.before,
        iteration.tuned,
        *counts,
        *iteration.weights,
    ]


def iteration_line(iteration: Iteration, metric: str) -> str:
    """Return the progress line of an iteration."""
    weights = " ".join(
        f"{name} {value:.4g}"
        for name, value in zip(iteration.names, iteration.weights, strict=True)
    )
    return (
        f"iteration {iteration.number}: {metric} {iteration.decoded:.4f} with {weights}; "
        f"{iteration.new} new of {iteration.candidates} candidates, {iteration.before:.4f} with "
        f"these weights and {iteration.tuned:.4f} with tuned ones"
    )


def render_reranking(
    result: Reranking, style: str, best: bool = False, *, bare: bool = True
) -> str:
    """Render one row per candidate, in order; with `best`, only the first of each list.

    With `bare`, text output of `best` has the texts only.
    """
    if best and bare and style == "text":
        return "".join(f"{' '.join(text.split())}\n" for text in result.best)
    if style == "json":
        return json.dumps(_record(result, best), indent=2, ensure_ascii=False) + "\n"
    parts = list(result.lists[0].candidates[0].parts)
    rows: list[Sequence[Cell]] = [
        [
            ranked.ident,
            candidate.rank,
            candidate.place,
            candidate.score,
            *candidate.parts.values(),
            candidate.candidate,
        ]
        for ranked in result.lists
        for candidate in _shown_candidates(ranked, best)
    ]
    columns = ("id", "rank", "place", result.metric, *parts, "candidate")
    return render_table(Table(columns, rows, _notes(result)), style)


def _notes(reranking: Reranking) -> list[str]:
    notes = [] if reranking.signature is None else [str(reranking.signature)]
    if (systems := reranking.systems) is not None:
        notes.insert(
            0,
            f"{systems.metric} of first candidates {systems.first:.4f}, of the choice "
            f"{systems.chosen:.4f}, of the oracle {systems.oracle:.4f}",
        )
    return notes


def _shown_candidates(ranked: RankedList, best: bool) -> Sequence[RankedCandidate]:
    return ranked.candidates[:1] if best else ranked.candidates


def _record(reranking: Reranking, best: bool) -> dict[str, object]:
    return {
        "metric": reranking.metric,
        **({} if reranking.signature is None else {"signature": str(reranking.signature)}),
        **({} if reranking.systems is None else {"systems": asdict(reranking.systems)}),
        "lists": [
            {
                "id": ranked.ident,
                **({} if ranked.source is None else {"source": ranked.source}),
                "candidates": [
                    candidate.to_dict() for candidate in _shown_candidates(ranked, best)
                ],
            }
            for ranked in reranking.lists
        ],
    }
