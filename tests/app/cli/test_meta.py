"""`tesla meta`: formats, controls, seeds, foreign scores, charts."""

import json
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from judged.folders import SEGMENT_SCORES, layout, lines, mt_metrics_eval

from app.cli.running import Run, run
from tesla_metrics.evaluation.meta import evaluate
from tesla_metrics.evaluation.scored import build_baseline_scores, score_track
from tesla_metrics.evaluation.tracks import read_tracks
from tesla_metrics.metrics.registry import make_metric

QUICK = ("-m", "bleu", "-m", "ter", "--samples", "40")


@pytest.fixture
def judged(tmp_path: Path) -> Path:
    return layout(tmp_path / "own" / "de-en")


def done(*arguments: object) -> Run:
    result = run("meta", *arguments)
    assert (result.code, result.err) == (0, ""), result.err
    return result


def parsed(*arguments: object) -> dict[str, Any]:
    def refuse(name: str) -> None:
        raise AssertionError(f"{name} is not JSON")

    text = done(*arguments, "-f", "json").out
    record: dict[str, Any] = json.loads(text, parse_constant=refuse)
    return record


def metrics_of(record: dict[str, Any], measure: str) -> dict[str, dict[str, Any]]:
    (block,) = (block for block in record["blocks"] if block["measure"] == measure)
    return {row["metric"]: row for row in block["rows"]}


def test_json_has_the_numbers_of_the_api(judged: Path) -> None:
    record = parsed(judged, *QUICK, "--seed", "3")
    tracks = read_tracks([judged])
    scored = [
        *(score_track(make_metric(name, lang="en"), tracks[0]) for name in ("bleu", "ter")),
        *build_baseline_scores(tracks[0], 3),
    ]
    evaluation = evaluate(tracks, [scored], samples=40, seed=3)
    assert len(record["blocks"]) == len(evaluation.blocks) == 12
    for found, block in zip(record["blocks"], evaluation.blocks, strict=True):
        assert (found["measure"], found["test_set"]) == (block.measure.name, "own")
        assert found["tracks"] == ["de-en"]
        for row, expected in zip(found["rows"], block.rows, strict=True):
            undefined = expected.mean != expected.mean
            assert row == {
                "metric": expected.metric,
                "values": [None] if undefined else list(expected.values),
                "mean": None if undefined else expected.mean,
                "interval": None if expected.interval is None else list(expected.interval),
                "cluster": expected.cluster,
            }
        (difference,) = block.differences
        assert [(d["a"], d["b"], d["p_value"]) for d in found["differences"]] == [
            (difference.a, difference.b, difference.p_value)
        ]
    assert (record["samples"], record["seed"], record["test"]) == (40, 3, "bootstrap")
    assert [text.split("|")[0] for text in record["signatures"]] == ["bleu", "ter"]


def test_what_people_judged(judged: Path) -> None:
    (track,) = parsed(judged, "-m", "none", "--test", "none")["tracks"]
    assert track["systems"] == ["fair", "good", "poor", "void"]
    assert (track["segments"], track["references"]) == (4, ["A"])
    assert (track["rankings"], track["human_ties"]) == (8, 2)
    assert (track["segment_scores"], track["system_scores"]) == (16, True)
    # Two pairs of judgments by two judges: one the same, one not.
    between = track["agreement"]["between_judges"]
    assert (between["pairs"], between["observed"]) == (2, 0.5)
    assert between["kappa"] == pytest.approx(0.25)
    assert track["agreement"]["within_judges"] is None


def test_controls_are_always_there(judged: Path) -> None:
    for options in (QUICK, ("-m", "none"), ("-m", "bleu", "--test", "none")):
        record = parsed(judged, *options, "--samples", "20")
        for block in record["blocks"]:
            assert {"(constant)", "(random)"} <= {row["metric"] for row in block["rows"]}
        assert metrics_of(record, "consistency")["(constant)"]["mean"] == 0
        for measure in ("pearson-seg", "spearman-sys", "kendall-seg"):
            assert metrics_of(record, measure)["(constant)"]["mean"] is None
    ties = {row["metric"]: row["share"] for row in record["ties"]}
    assert (ties["(constant)"], ties["(random)"]) == (1, 0)


def test_guesses_are_right_half_of_the_time(tmp_path: Path) -> None:
    folder = tmp_path / "de-en"
    for name in ("ref.A.txt", "systems/a.txt", "systems/b.txt"):
        lines(folder / name, ["same"] * 1000)
    header = "seg\tjudge\tsystemA\tsystemB\tpreference"
    rows = [f"{segment}\tj\ta\tb\tA" for segment in range(1, 1001)]
    lines(folder / "human.rank.tsv", [header, *rows])
    record = parsed(folder, "-m", "none", "--measure", "consistency", "--test", "none")
    row = metrics_of(record, "consistency")["(random)"]
    # Three standard errors of the mean of 100 draws of 1000 pairs, and about two of one draw.
    assert row["mean"] == pytest.approx(0.5, abs=0.0048)
    assert row["interval"] == pytest.approx([0.469, 0.531], abs=0.01)


@pytest.mark.parametrize("test", ["bootstrap", "none"])
def test_random_baseline_has_an_interval_in_all_formats(judged: Path, test: str) -> None:
    options = ("-m", "bleu", "--measure", "pearson-sys", "--samples", "20", "--test", test)
    row = metrics_of(parsed(judged, *options), "pearson-sys")["(random)"]
    low, high = row["interval"]
    assert -1 <= low < row["mean"] < high <= 1
    (line,) = (
        fields
        for text in done(judged, *options, "-f", "tsv").out.splitlines()
        if (fields := text.split("\t"))[1] == "mean" and fields[3] == "(random)"
    )
    assert list(map(float, line[4:7])) == [row["mean"], low, high]
    text = done(judged, *options).out
    assert f"{row['mean']:.4f}" in text
    assert f"{low:.4f} … {high:.4f}" in text
    assert ("95 % of draws" in text) == (test == "none")
    assert "random scores (mean and 95 % of 100 draws)" in text
    assert done(judged, *options).out == text
    assert done(judged, *options, "--seed", "7").out != text


def test_ter_is_turned(judged: Path) -> None:
    record = parsed(judged, *QUICK)
    for measure in ("consistency", "pearson-seg", "pearson-sys", "accuracy-sys"):
        for metric in ("bleu", "ter"):
            assert metrics_of(record, measure)[metric]["mean"] > 0.6


def test_seeds(judged: Path) -> None:
    one, same, other = (done(judged, *QUICK, "--seed", seed).out for seed in (1, 1, 2))
    assert one == same
    assert one != other
    first, second = (parsed(judged, *QUICK, "--seed", seed) for seed in (1, 2))
    for measure in ("pearson-seg", "pearson-sys"):
        rows = [metrics_of(record, measure)["bleu"] for record in (first, second)]
        assert rows[0]["values"] == rows[1]["values"]
        assert rows[0]["interval"] != rows[1]["interval"]


@pytest.mark.parametrize("test", ["bootstrap", "permutation", "williams", "none"])
@pytest.mark.parametrize("style", ["text", "latex", "markdown"])
def test_tables(judged: Path, test: str, style: str) -> None:
    text = done(judged, *QUICK, "--test", test, "-f", style, "--differences").out
    for title in ("Human judgments", "own · consistency", "own · spa", "Differences"):
        assert title in text
    for metric in ("bleu", "ter", "(constant)", "(random)"):
        assert metric in text
    assert "nan" not in text
    assert ("% of samples" in text.replace("\\", "")) == (test == "bootstrap")
    assert text.count(r"\begin{tabular}") == (15 if style == "latex" else 0)
    assert ("| --- |" in text) == (style == "markdown")


def test_tsv(judged: Path) -> None:
    header, *rows = done(judged, *QUICK, "-f", "tsv").out.splitlines()
    columns = ["set", "pair", "measure", "metric", "value", "low", "high", "cluster"]
    assert header.split("\t") == columns
    assert len(rows) == 12 * 4 * 2
    record = parsed(judged, *QUICK)
    for row in rows:
        test_set, pair, measure, metric, value, *_ = row.split("\t")
        assert test_set == "own"
        assert pair in ("de-en", "mean")
        expected = metrics_of(record, measure)[metric]["mean"]
        assert value == "nan" if expected is None else float(value) == expected


def test_chosen_measures(judged: Path) -> None:
    names = ["spa", "consistency"]
    options = [option for name in names for option in ("--measure", name)]
    record = parsed(judged, *QUICK, *options)
    assert [block["measure"] for block in record["blocks"]] == names


def test_several_tracks(judged: Path) -> None:
    layout(judged.parent / "fr-en")
    layout(judged.parent.parent / "more" / "de-en")
    record = parsed(judged.parent.parent, *QUICK, "--measure", "pearson-sys")
    found = {block["test_set"]: block["tracks"] for block in record["blocks"]}
    assert found == {"more": ["de-en"], "own": ["de-en", "fr-en"]}
    record = parsed(judged.parent.parent, *QUICK, "--measure", "pearson-sys", "--pairs", "fr-en")
    assert [block["tracks"] for block in record["blocks"]] == [["fr-en"]]
    text = done(judged.parent.parent, *QUICK, "--measure", "pearson-sys").out
    assert "mean" in text


@pytest.mark.parametrize("metric", ["bleu", "ter", "tesla-m"])
def test_written_scores_are_read_as_computed(judged: Path, tmp_path: Path, metric: str) -> None:
    scores = tmp_path / "scores"
    computed = parsed(judged, "-m", metric, "--samples", "20", "--write-scores", scores)
    folder = scores / "own" / "de-en"
    files = sorted(path.name for path in folder.iterdir())
    assert files == [f"{metric}-A.seg.score", f"{metric}-A.sys.score"]
    read = parsed(judged, "-m", "none", "--samples", "20", "--scores", *folder.iterdir())
    for block in computed["blocks"]:
        name = block["measure"]
        ours, theirs = metrics_of(computed, name)[metric], metrics_of(read, name)[f"{metric}-A"]
        # To the last digit: files have all of them, and given scores are kept as given.
        assert ours["values"] == theirs["values"]
        if block["level"] == "segment":
            assert ours["interval"] == theirs["interval"]


def test_foreign_scores_beside_ours(judged: Path, tmp_path: Path) -> None:
    path = lines(tmp_path / "oracle.tsv", ["system\tseg\tscore", *SEGMENT_SCORES])
    record = parsed(judged, *QUICK, "--scores", path)
    assert metrics_of(record, "pearson-seg")["oracle"]["mean"] == pytest.approx(1.0)
    assert metrics_of(record, "spa")["oracle"]["mean"] == 1.0
    assert next(iter(metrics_of(record, "pearson-seg"))) == "oracle"


def test_mt_metrics_eval(tmp_path: Path) -> None:
    folder = mt_metrics_eval(tmp_path / "wmt99")
    mt_metrics_eval(folder, "fr-en")
    record = parsed(folder, *QUICK, "--refs", "refA", "--pairs", "de-en")
    assert metrics_of(record, "pearson-sys")["bleu"]["mean"] > 0.8
    (track,) = record["tracks"]
    assert (track["track"], track["references"]) == ("wmt99/de-en", ["refA"])
    record = parsed(folder, *QUICK, "--human", "wmt-raw")
    assert {block["level"] for block in record["blocks"]} == {"segment", "system"}
    assert [track["segment_scores"] for track in record["tracks"]] == [12, 12]


@pytest.mark.parametrize("suffix", ["svg", "html"])
def test_plot(judged: Path, tmp_path: Path, suffix: str) -> None:
    layout(judged.parent / "fr-en")
    for folders in ([judged], [judged.parent]):
        path = tmp_path / f"plot.{suffix}"
        done(*folders, *QUICK, "--plot", path)
        text = path.read_text(encoding="utf-8")
        for name in ("bleu", "ter", "consistency", "spa"):
            assert name in text
        assert "nan" not in text
        if suffix == "svg":
            ElementTree.fromstring(text)
        path.unlink()


def test_not_a_single_measure(tmp_path: Path) -> None:
    # Two systems with scores are too few for any correlation.
    folder = layout(tmp_path / "de-en")
    for name in ("human.rank.tsv", "human.seg.tsv"):
        (folder / name).unlink()
    lines(folder / "human.sys.tsv", ["system\tscore", "good\t2", "poor\t1"])
    result = run("meta", folder, "-m", "none", "-f", "json")
    assert (result.code, json.loads(result.out)["blocks"]) == (0, [])
    assert (
        "de-en, where people judged too few outputs; a correlation needs at least three"
        in result.err
    )
    assert "Human judgments" in run("meta", folder, "-m", "none").out
