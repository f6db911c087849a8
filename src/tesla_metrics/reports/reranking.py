"""Sorted candidates as people and programs read them."""

import json
from collections.abc import Sequence
from dataclasses import asdict

from ..nbest.rerank import RankedCandidate, RankedList, Reranking
from .table import Cell, Table, render


def render_reranking(found: Reranking, style: str, best: bool = False, *, bare: bool = True) -> str:
    """A row a candidate, in order; with `best` the first of each, `bare` as text that alone."""
    if best and bare and style == "text":
        return "".join(f"{' '.join(text.split())}\n" for text in found.best)
    if style == "json":
        return json.dumps(_record(found, best), indent=2, ensure_ascii=False) + "\n"
    parts = list(found.lists[0].candidates[0].parts)
    rows: list[Sequence[Cell]] = [
        [one.ident, own.rank, own.place, own.score, *own.parts.values(), own.candidate]
        for one in found.lists
        for own in _shown(one, best)
    ]
    columns = ("id", "rank", "place", found.metric, *parts, "candidate")
    return render(Table(columns, rows, _notes(found)), style)


def _notes(found: Reranking) -> list[str]:
    notes = [] if found.signature is None else [str(found.signature)]
    if (own := found.systems) is not None:
        notes.insert(
            0,
            f"{own.metric} of first candidates {own.first:.4f}, of the choice {own.chosen:.4f}, of "
            f"the oracle {own.oracle:.4f}",
        )
    return notes


def _shown(one: RankedList, best: bool) -> Sequence[RankedCandidate]:
    return one.candidates[:1] if best else one.candidates


def _record(found: Reranking, best: bool) -> dict[str, object]:
    return {
        "metric": found.metric,
        **({} if found.signature is None else {"signature": str(found.signature)}),
        **({} if found.systems is None else {"systems": asdict(found.systems)}),
        "lists": [
            {
                "id": one.ident,
                **({} if one.source is None else {"source": one.source}),
                "candidates": [own.to_dict() for own in _shown(one, best)],
            }
            for one in found.lists
        ],
    }
