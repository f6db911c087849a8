"""Summaries in test sets: their sentences, topics with all systems, and what is refused."""

import json
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import pytest

from tesla_metrics import Testset, read_testset
from tesla_metrics.errors import InputError
from tesla_metrics.files.item import join_sentences

BOTH = ["The ferry left late.", "Nobody minded."]
LONG: list[dict[str, Any]] = [
    {"id": "d1", "system": "A", "sentences": BOTH, "references": ["Late ferry.", "A ferry."]},
    {"id": "d2", "system": "A", "text": "Prices fell.\n Why?", "references": ["Prices\r\nfell."]},
    {"id": "d2", "system": "B", "text": "Prices rose.", "references": ["Prices\r\nfell."]},
    {"id": "d1", "system": "B", "text": "It sank.", "references": ["Late ferry.", "A ferry."]},
]


def topic(name: str, **facts: Any) -> dict[str, Any]:
    systems = {"A": {"summary": f"{name} by A."}, "B": {"sentences": [f"{name}.", "By B."]}}
    whole = {"doc": name, "source": f"All of {name}.", "references": ["Short."], "systems": systems}
    return {key: value for key, value in {**whole, **facts}.items() if value is not None}


def read(folder: Path, rows: Iterable[dict[str, Any]], **options: Any) -> Testset:
    path = folder / "a.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return read_testset([str(path)], **{"documents": True, **options})


def all_read(found: Testset) -> dict[str, Any]:
    return {system: found.read(system) for system in found.systems}


def test_a_line_is_a_sentence(tmp_path: Path) -> None:
    found = read(tmp_path, LONG)
    outputs, references = found.read("A")
    assert outputs == [join_sentences(BOTH), "Prices fell.\nWhy?"]
    assert references == [["Late ferry.", "Prices\nfell."], ["A ferry.", None]]
    assert [item.id for item in found.items("B")] == ["d1", "d2"]


def test_for_other_metrics_it_is_a_space(tmp_path: Path) -> None:
    found = read(tmp_path, LONG, documents=False)
    assert found.read("A")[0] == ["The ferry left late. Nobody minded.", "Prices fell. Why?"]


def test_references_as_sentences(tmp_path: Path) -> None:
    rows = [{"text": "A b.", "references": [["One.", " Two. "], "Three."]}]
    assert read(tmp_path, rows).read("a.jsonl")[1] == [
        [join_sentences(["One.", "Two."])],
        ["Three."],
    ]


def test_topics_with_all_systems(tmp_path: Path) -> None:
    found = read(tmp_path, [topic("d1"), topic("d2", references=["One.", ["Two.", "Three."]])])
    references = [["Short.", "One."], [None, join_sentences(["Two.", "Three."])]]
    assert all_read(found) == {
        "A": (["d1 by A.", "d2 by A."], references),
        "B": ([join_sentences([f"{name}.", "By B."]) for name in ("d1", "d2")], references),
    }
    first = next(iter(found.items("A")))
    assert (first.source, first.id) == ("All of d1.", "d1")
    plain = [{"id": 7, "reference": "Short.", "systems": {"A": "Text alone."}}]
    assert all_read(read(tmp_path, plain)) == {"A": (["Text alone."], [["Short."]])}


def without(row: dict[str, Any], **other: Any) -> dict[str, Any]:
    return {key: value for key, value in {**row, **other}.items() if value is not None}


BAD: list[tuple[Callable[[], list[dict[str, Any]]], str]] = [
    (
        lambda: [*LONG[:2], {**LONG[2], "text": " \n ..."}, LONG[3]],
        "a.jsonl, line 3: segment d2 of B has no sentence: give texts",
    ),
    (
        lambda: [without(LONG[0], sentences=[]), *LONG[1:]],
        "line 1: segment d1 of A has no sentence",
    ),
    (
        lambda: [{**row, "references": []} if row["id"] == "d2" else row for row in LONG],
        "line 2: there is no reference for segment d2: give at least one",
    ),
    (
        lambda: [{**row, "references": [" ", "--"]} if row["id"] == "d1" else row for row in LONG],
        "line 1: there is no reference for segment d1",
    ),
    (lambda: LONG[:3], "B lacks segment d1, which A has"),
    (lambda: [{**LONG[0], "sentences": ["One.", 2]}], "line 1: 'sentences' is 2: give a text"),
    (lambda: [{**LONG[0], "summary": "One."}], "sentences and summary could each be the cand"),
    (lambda: [topic("d1"), topic("d1")], "line 2: topic d1 occurs again .first on line 1."),
    (
        lambda: [topic("d1"), topic("d2", systems={"A": "One."})],
        "a.jsonl, line 2: there is no system B, which line 1 has: give all systems for every topic",
    ),
    (
        lambda: [topic("d1", systems={"A": "One."}), topic("d2")],
        "a.jsonl, line 1: there is no system B, which line 2 has",
    ),
    (lambda: [topic("d1", systems={"A": {"scores": {}}})], "line 1: system A has no text"),
    (lambda: [topic("d1"), topic("d2", systems=None)], "line 2: no systems: give a text for each"),
    (lambda: [topic("d1"), topic("d2", doc=None)], "line 2: the topic has no name"),
    (lambda: [topic("d1"), topic("d2", references=None)], "line 2: there is no reference for"),
    (
        lambda: [topic("d1"), topic("d2", systems={"A": "", "B": "One."})],
        "line 2: segment d2 of A has no sentence",
    ),
    (
        lambda: [topic("d1"), topic("d2", source=None)],
        "line 2: topic d2 has no source, but other topics have: give all topics a source, or none",
    ),
    (lambda: [topic("d1", id="e1", src="Again.")], "source and src could each be the source"),
]  # fmt: skip


@pytest.mark.parametrize("number", range(len(BAD)))
def test_refused(tmp_path: Path, number: int) -> None:
    rows, message = BAD[number]
    with pytest.raises(InputError, match=message):
        all_read(read(tmp_path, rows()))


def test_plain_lines(tmp_path: Path) -> None:
    for name, text in {"hyp": "One.\n\nThree.\n", "ref": "One.\nTwo.\nThree.\n"}.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    files = [str(tmp_path / "hyp")], [str(tmp_path / "ref")]
    with pytest.raises(InputError, match="hyp, line 2: segment 2 has no sentence"):
        read_testset(*files, documents=True).read("hyp")
    with pytest.raises(InputError, match="hyp, line 2: there is no reference for segment 2"):
        read_testset(files[1], files[0], documents=True).read("ref")
    assert read_testset(*files).read("hyp")[0] == ["One.", "", "Three."]
