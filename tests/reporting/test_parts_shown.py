"""Parts of scores stand beside them, in every format."""

import csv
import json
from pathlib import Path

import pytest

from tesla_metrics import Score, read_testset
from tesla_metrics.files.item import Item
from tesla_metrics.metrics.score import Signature
from tesla_metrics.reporting.scores import ScoreLayout, render_numbers, render_scores
from tesla_metrics.reporting.segment_rows import write_rows
from tesla_metrics.resampling import Confidence

PARTS = {"some": 0.5, "more": -2.0}
WITH = Score(
    "w",
    0.25,
    (0.2, 0.3),
    Signature("w", ()),
    parts=PARTS,
    segment_parts={"some": (0.4, 0.6), "more": (-3.0, -1.0)},
)
WITHOUT = Score("n", 0.75, (0.7, 0.8), Signature("n", ()))
SCORES = [("a", WITH), ("a", WITHOUT)]
ITEMS = [[Item("one", ("eins",)), Item("two", ("zwei",))]]


def test_json_names_them_plainly() -> None:
    first, second = json.loads(
        render_scores(SCORES, "json", ScoreLayout(with_segments=True), ITEMS)
    )
    assert (first["some"], first["more"]) == (0.5, -2.0)
    assert first["segment_parts"] == {"some": [0.4, 0.6], "more": [-3.0, -1.0]}
    assert first["items"][1] == {
        "segment": 2,
        "score": 0.3,
        "some": 0.6,
        "more": -1.0,
        "candidate": "two",
        "references": ["zwei"],
    }
    assert "some" not in second
    assert "some" not in second["items"][0]


def test_tsv_has_empty_cells_where_a_metric_has_none() -> None:
    assert render_scores(SCORES, "tsv").splitlines() == [
        "system\tmetric\tscore\tsome\tmore\tsignature",
        "a\tw\t0.25\t0.5\t-2.0\tw",
        "a\tn\t0.75\t\t\tn",
    ]


@pytest.mark.parametrize(
    ("style", "head", "row"),
    [
        ("text", "system w some more n", "a 0.2500 0.5000 -2.0000 0.7500"),
        ("latex", r"system & w & some & more & n \\", r"a & 0.2500 & 0.5000 & -2.0000 & 0.7500 \\"),
        (
            "markdown",
            "| system | w | some | more | n |",
            "| a | 0.2500 | 0.5000 | -2.0000 | 0.7500 |",
        ),
    ],
)
def test_tables_have_columns_behind_the_metric(style: str, head: str, row: str) -> None:
    lines = [" ".join(line.split()) for line in render_scores(SCORES, style).splitlines()]
    assert head in lines
    assert row in lines


def test_segments_and_extremes_have_them() -> None:
    lines = render_scores(SCORES, "tsv", ScoreLayout(with_segments=True)).splitlines()
    assert lines[:2] == ["system\tsegment\tw\tsome\tmore\tn", "a\t1\t0.2\t0.4\t-3.0\t0.7"]
    worst = render_scores(SCORES, "text", ScoreLayout(n_worst=1), ITEMS)
    assert "segment 1, w 0.2000, some 0.4000, more -3.0000, n 0.7000" in worst


def test_intervals_stand_before_them() -> None:
    ends = Confidence(0.2, 0.3, 0.95, 1000, 1)
    sure = Score("w", 0.25, (), Signature("w", ()), confidence=ends, parts=PARTS)
    assert render_scores([("a", sure)], "tsv").splitlines()[0] == (
        "system\tmetric\tscore\tlow\thigh\tsome\tmore\tsignature"
    )
    assert render_numbers([("a", sure)], 2) == "0.25\n"


def test_rows_have_columns_of_them(tmp_path: Path) -> None:
    table = tmp_path / "in.tsv"
    table.write_text("hyp\tref\tsome\none\teins\tmine\ntwo\tzwei\tours\n", encoding="utf-8")
    testset = read_testset([str(table)], kind="tsv")
    (system,) = testset.systems
    write_rows(tmp_path / "out.tsv", testset, [(system, WITH)])
    with (tmp_path / "out.tsv").open(encoding="utf-8", newline="") as stream:
        rows = list(csv.reader(stream, delimiter="\t"))
    assert rows[0] == ["hyp", "ref", "some", "w", "some (2)", "more"]
    assert rows[2] == ["two", "zwei", "ours", "0.3", "0.6", "-1.0"]
    for name, text in (("h", "one\ntwo\n"), ("r", "eins\nzwei\n")):
        (tmp_path / name).write_text(text, encoding="utf-8")
    testset = read_testset([str(tmp_path / "h")], [str(tmp_path / "r")])
    write_rows(tmp_path / "out.jsonl", testset, [(next(iter(testset.systems)), WITH)])
    last = json.loads((tmp_path / "out.jsonl").read_text("utf-8").splitlines()[-1])
    assert (last["w"], last["some"], last["more"]) == (0.3, 0.6, -1.0)
