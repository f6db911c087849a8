"""Render results of tuning and reranking."""

import json
from collections.abc import Sequence
from dataclasses import asdict

from ..decoding.rerank import RankedCandidate, RankedList, Reranking
from ..decoding.tuning.loop import LoopResult
from ..decoding.tuning.loop_state import Iteration
from ..decoding.tuning.tune import Tuned
from .table import Cell, Table, render_table

_WEIGHT_DECIMALS = 6


def render_tuning(result: Tuned, style: str) -> str:
    """Render the metric's value and the weights, before and after tuning."""
    if style == "json":
        return json.dumps(result.to_dict(), indent=2, ensure_ascii=False) + "\n"
    weights = zip(result.start.names, result.start.values, result.weights.values, strict=True)
    rows: list[Sequence[Cell]] = [[result.metric, result.start_value, result.value], *weights]
    notes = [
        f"first candidates {result.first_value:.{_WEIGHT_DECIMALS}f}, oracle "
        f"{result.oracle_value:.{_WEIGHT_DECIMALS}f}; {result.changed} of {len(result.chosen)} "
        "choices changed",
        str(result.signature),
    ]
    return render_table(Table(("", "start", "tuned"), rows, notes, _WEIGHT_DECIMALS), style)


def format_tuning_note(result: Tuned) -> str:
    """Return the comment for a file of weights: the scores before and after tuning."""
    return f"{result.metric} {result.start_value!r} -> {result.value!r}\n{result.signature}"


def render_loop(result: LoopResult, style: str) -> str:
    """Render the result of the tuning loop as a table with one row per iteration, or as JSON."""
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
        Table(columns, [_build_iteration_row(iteration) for iteration in result.iterations], notes),
        style,
    )


def _build_iteration_row(iteration: Iteration) -> list[Cell]:
    counts: list[Cell] = [iteration.new, iteration.candidates]
    return [
        iteration.number,
        iteration.decoded,
        iteration.before,
        iteration.tuned,
        *counts,
        *iteration.weights,
    ]


def format_iteration_line(iteration: Iteration, metric: str) -> str:
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
    result: Reranking, style: str, only_best: bool = False, *, texts_only: bool = True
) -> str:
    """Render one row per candidate, best first; with `only_best`, only the best of each list.

    With `only_best` and `texts_only`, text output has only the texts of the candidates.
    """
    if only_best and texts_only and style == "text":
        return "".join(f"{' '.join(text.split())}\n" for text in result.best)
    if style == "json":
        return json.dumps(_build_record(result, only_best), indent=2, ensure_ascii=False) + "\n"
    parts = list(result.lists[0].candidates[0].parts)
    rows: list[Sequence[Cell]] = [
        [
            ranked_list.list_id,
            candidate.rank,
            candidate.place,
            candidate.score,
            *candidate.parts.values(),
            candidate.candidate,
        ]
        for ranked_list in result.lists
        for candidate in _get_shown_candidates(ranked_list, only_best)
    ]
    columns = ("id", "rank", "place", result.metric, *parts, "candidate")
    return render_table(Table(columns, rows, _build_notes(result)), style)


def _build_notes(reranking: Reranking) -> list[str]:
    notes = [] if reranking.signature is None else [str(reranking.signature)]
    if (system_scores := reranking.systems) is not None:
        notes.insert(
            0,
            f"{system_scores.metric} of first candidates {system_scores.first:.4f}, of the choice "
            f"{system_scores.chosen:.4f}, of the oracle {system_scores.oracle:.4f}",
        )
    return notes


def _get_shown_candidates(ranked_list: RankedList, only_best: bool) -> Sequence[RankedCandidate]:
    return ranked_list.candidates[:1] if only_best else ranked_list.candidates


def _build_record(reranking: Reranking, only_best: bool) -> dict[str, object]:
    return {
        "metric": reranking.metric,
        **({} if reranking.signature is None else {"signature": str(reranking.signature)}),
        **({} if reranking.systems is None else {"systems": asdict(reranking.systems)}),
        "lists": [
            {
                "id": ranked_list.list_id,
                **({} if ranked_list.source is None else {"source": ranked_list.source}),
                "candidates": [
                    candidate.to_dict()
                    for candidate in _get_shown_candidates(ranked_list, only_best)
                ],
            }
            for ranked_list in reranking.lists
        ],
    }
