"""A comparison as people and programs read it."""

import csv
import io
import json
from dataclasses import replace

import pytest

from reporting.compared import comparison, pair
from tesla_metrics.evaluation.systems.comparison import Comparison
from tesla_metrics.reporting.comparison import build_comparison_charts, render_comparison

FOUND = comparison(pair("m", 1 / 3, 0.004), pair("ter", 2.0, 0.3, better="b"))


def many(found: Comparison, systems: int) -> Comparison:
    """The same with more systems: all pairs of them tie with each other."""
    names = [f"s{i}" for i in range(systems)]
    rows = [
        replace(row, a=a, b=b, better=a)
        for place, a in enumerate(names)
        for b in names[place + 1 :]
        for row in found.pairs
    ]
    standings = [
        replace(found.standings[0], system=name, metric=metric, rank=rank, cluster=1)
        for metric in found.metrics
        for rank, name in enumerate(names, 1)
    ]
    values = dict.fromkeys(names, 0.5)
    buckets = [replace(b, scores=values, wins=dict.fromkeys(names, 1)) for b in found.buckets]
    return replace(
        found,
        systems=tuple(names),
        pairs=tuple(rows),
        standings=tuple(standings),
        buckets=tuple(buckets),
        contrasts=(
            replace(found.contrasts[0], a="s0", b="s1"),
            replace(found.contrasts[0], a="s2", b="s3", output_b="unseen"),
        ),
    )


def test_json_has_everything_at_full_precision() -> None:
    record = json.loads(render_comparison(FOUND, "json"))
    assert (record["seed"], record["samples"], record["level"]) == (12345, 1000, 0.95)
    assert record["pairs"][0] == {
        "a": "a",
        "b": "b",
        "metric": "m",
        "test": "bootstrap",
        "difference": 1 / 3,
        "interval": [1 / 3 - 0.125, 1 / 3 + 0.125],
        "p_value": 0.004,
        "p_holm": 0.004,
        "effect_size": 1 / 3,
        "wins": 5,
        "losses": 2,
        "ties": 1,
        "better": "a",
    }
    assert record["standings"][0] == {
        "system": "a",
        "metric": "m",
        "score": 0.625,
        "interval": [0.5625, 0.6875],
        "rank": 1,
        "cluster": 1,
    }
    assert record["buckets"][1]["high"] is None
    assert record["buckets"][1]["scores"] == {"a": 0.5, "b": 1 / 3}
    assert record["contrasts"][0]["segment"] == 7
    assert record["signatures"] == {"m": "m|v:1", "ter": "ter|v:1"}


def test_json_knows_no_infinity() -> None:
    odd = replace(FOUND, pairs=(replace(FOUND.pairs[0], effect_size=None),))
    text = render_comparison(odd, "json")
    assert json.loads(text)["pairs"][0]["effect_size"] is None
    assert "  -  " in render_comparison(odd, "text")


def test_tsv_is_one_table_of_pairs() -> None:
    rows = list(csv.DictReader(io.StringIO(render_comparison(FOUND, "tsv")), delimiter="\t"))
    assert [row["metric"] for row in rows] == ["m", "ter"]
    assert float(rows[0]["difference"]) == 1 / 3
    assert float(rows[0]["p_holm"]) == 0.004


def test_text_begins_with_words_and_ends_with_signatures() -> None:
    parts = render_comparison(FOUND, "text").split("\n\n")
    assert parts[0] == (
        "a is better than b by m (p = .004); they do not differ significantly by ter (p = .300)."
    )
    assert [part.split()[0] for part in parts[1:4]] == ["metric", "a", "metric"]
    assert parts[4].splitlines() == [
        "segment 7, m +0.5000",
        "  reference          one",
        "  a          0.7500  two",
        "  b          0.2500  t*ree",
    ]
    notes = parts[5].splitlines()
    assert notes[0].startswith("seed 12345, 1000 samples, 8 segments; ")
    assert "means of segment scores" in notes[1]
    assert "paired bootstrap" in notes[2]
    assert notes[3:] == ["m|v:1", "ter|v:1"]


def test_lengths() -> None:
    table = render_comparison(FOUND, "text").split("\n\n")[3].splitlines()
    assert table[0].split() == "metric words segments a b wins of a wins of b".split()
    assert table[2].split() == "m 51+ 2 0.5000 0.3333 1 1".split()


def test_markdown_is_escaped() -> None:
    text = render_comparison(FOUND, "markdown")
    assert text.startswith("- a is better than b by m")
    assert r"| b | 0.2500 | t\*ree |" in text
    assert r"- m\|v:1" in text
    for block in text.split("\n\n"):
        if block.startswith("|"):
            widths = {line.replace(r"\|", "").count("|") for line in block.splitlines()}
            assert len(widths) == 1


def test_latex_has_two_tables() -> None:
    text = render_comparison(FOUND, "latex")
    assert text.count(r"\begin{tabular}") == text.count(r"\end{tabular}") == 2
    assert text.startswith("% seed 12345")
    assert r"p\_holm" in text


@pytest.mark.parametrize("style", ["text", "markdown"])
def test_many_systems_are_told_briefly(style: str) -> None:
    crowd = many(FOUND, 9)
    text = render_comparison(crowd, style)
    assert "By m: s0, s1, s2, s3, s4, s5, s6, s7, s8." in text
    assert "difference" not in text.replace("differ ", "")
    assert "list all pairs" in text
    assert "unseen" not in text
    assert "lengths and segments are shown for s0 and s1;" in text
    assert len(json.loads(render_comparison(crowd, "json"))["pairs"]) == 72
    assert render_comparison(crowd, "tsv").count("\n") == 73


def test_a_baseline_has_no_clusters() -> None:
    crowd = many(FOUND, 5)
    against = [replace(row, a=row.b, b="s0") for row in crowd.pairs if row.a == "s0"]
    standings = [replace(standing, cluster=None) for standing in crowd.standings]
    found = replace(
        crowd, baseline="s0", pairs=tuple(against), standings=tuple(standings), contrasts=()
    )
    text = render_comparison(found, "text")
    assert "cluster" not in text
    assert text.splitlines()[0].startswith("s0 is better than s1 by m")
    assert "wins of s0" in text
    assert "wins of s1" in text
    assert "wins of s2" not in text


def test_charts() -> None:
    first, second = build_comparison_charts(replace(FOUND, lower_is_better=frozenset({"ter"})))
    assert (first.title, second.title) == ("m", "ter")
    assert [bar.label for bar in second.bars] == ["b", "a"]
    assert (first.bars[0].low, first.bars[0].value, first.bars[0].high) == (0.5625, 0.625, 0.6875)
    assert "95 %" in first.note
    assert (first.value_label, second.value_label) == ("score", "score, lower is better")
