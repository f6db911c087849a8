"""`tesla tune --nbest`: weights, choices, and what it says of bad input."""

import json
from pathlib import Path
from typing import Any

import pytest

from app.cli.running import refused, run, score, write

REFERENCES = ["the cat sat on the mat", "a dog barked all night long", "we went home early"]
# Text, then a feature that prefers good ones and one that does not.
CANDIDATES = [
    [("a cat sits on mats", -1, 2), ("the cat sat on a mat", -2, 0), ("cat", -4, 1)],
    [("dog barks", -1, 2), ("a dog barked all night", -3, 0)],
    [("we have gone to our home", -1, 1), ("we went home early", -2, 0)],
]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    lines = [
        f"{ident} ||| {text} ||| lm= {lm} tm= {tm} ||| {lm + tm}"
        for ident, own in enumerate(CANDIDATES)
        for text, lm, tm in own
    ]
    write(tmp_path / "nbest", lines)
    write(tmp_path / "ref", REFERENCES)
    return tmp_path


def tune(folder: Path, *more: object) -> Any:
    """What `tesla tune … -f json` prints."""
    files = "--nbest", folder / "nbest", "-r", folder / "ref"
    result = run("tune", *files, "-l", "en", "-m", "tesla-m", "-q", "-f", "json", *more)
    assert result.code == 0, result.err
    return json.loads(result.out)


def test_choices_have_the_score_that_is_said(folder: Path) -> None:
    found = tune(folder, "-o", folder / "weights", "--choices", folder / "chosen")
    chosen = (folder / "chosen").read_text("utf-8").splitlines()
    assert chosen == ["the cat sat on a mat", "a dog barked all night", "we went home early"]
    (fresh,) = score(folder / "chosen", "-r", folder / "ref", "-l", "en", "-m", "tesla-m", "-q")
    assert found["value"] == pytest.approx(fresh["score"], abs=1e-9)
    assert found["signature"] == fresh["signature"]
    assert found["value"] == pytest.approx(found["oracle_value"], abs=1e-9)
    assert found["value"] > found["start_value"]
    assert found["start_value"] == pytest.approx(found["first_value"], abs=1e-9)
    assert found["changed"] == 3
    assert found["start"] == {"lm_0": pytest.approx(1), "tm_0": pytest.approx(1)}


@pytest.mark.parametrize("metric", ["tesla-m", "ter", "bleu"])
def test_choices_against_several_references_have_the_score_that_is_said(
    folder: Path, metric: str
) -> None:
    write(folder / "other", ["a cat was on the mat", "the dog barked", "early we went home"])
    references = "-r", folder / "ref", folder / "other"
    how = *references, "-l", "en", "-m", metric, "-q"
    result = run(
        "tune", "--nbest", folder / "nbest", *how, "--choices", folder / "chosen", "-f", "json"
    )
    assert result.code == 0, result.err
    found = json.loads(result.out)
    (fresh,) = score(folder / "chosen", *how)
    assert found["value"] == pytest.approx(fresh["score"], abs=1e-9)
    assert found["signature"] == fresh["signature"]
    lower = metric == "ter"
    assert (found["value"] < found["start_value"]) is lower
    assert found["higher_is_better"] is not lower


def test_weights_are_read_again(folder: Path) -> None:
    first = tune(folder, "-o", folder / "weights")
    said = (folder / "weights").read_text("utf-8")
    assert said.startswith("# tesla-m ")
    again = tune(folder, "--start", folder / "weights", "--restarts", 0)
    assert again["start"] == again["weights"] == first["weights"]
    assert again["start_value"] == pytest.approx(first["value"], abs=1e-9)


def test_text_has_the_metric_and_all_weights(folder: Path) -> None:
    files = "--nbest", folder / "nbest", "-r", folder / "ref"
    result = run("tune", *files, "-m", "ter", "-q", "--bounds", "lm_0=0:1", "--fix", "tm_0")
    assert result.code == 0, result.err
    first, *rows = result.out.splitlines()
    assert first.split() == ["start", "tuned"]
    assert [row.split()[0] for row in rows[:3]] == ["ter", "lm_0", "tm_0"]
    assert rows[4].startswith("first candidates ")
    assert rows[5].startswith("ter|")


def test_several_lists_are_pooled(folder: Path) -> None:
    write(folder / "more", ["2 ||| we left ||| lm= 0 tm= 1 ||| 1"])
    found = tune(folder, "--nbest", folder / "nbest", folder / "more")
    assert found["lists"] == 3


@pytest.mark.parametrize(
    ("more", "code", "fact"),
    [
        (["--bounds", "lm_0"], 2, "'lm_0' is not a bound: give NAME=LOW:HIGH"),
        (["--bounds", "lm_0=a:b"], 2, "is not a bound"),
        (["--bounds", "lm_0=nan:1"], 2, "is not a bound"),
        (["--bounds", "lm=0:1"], 2, "there is no feature 'lm': did you mean lm_0?"),
        (["--bounds", "lm_0=2:9", "--bounds", "lm_0=3:4"], 2, "lm_0 has bounds twice"),
        (["--restarts", "-3"], 2, "restarts -3"),
        (["-m", "bleu"], 2, "for one metric, not 2"),
        (["-o", "nbest"], 3, "is an input file and would be overwritten"),
        (["-o", "weights", "--choices", "no/where"], 3, "cannot write no"),
        (["-o", "both", "--choices", "both"], 2, "give two different names"),
        (["--start", "short"], 3, "no weight for feature tm_0"),
        (["--nbest", "nothing"], 3, "nothing"),
        (["-r", "two"], 3, "two has 2 lines, of ids from 0"),
        (["--nbest", "later"], 3, "later"),
    ],
)
def test_slips_are_told_in_one_line(
    folder: Path, monkeypatch: pytest.MonkeyPatch, more: list[str], code: int, fact: str
) -> None:
    monkeypatch.chdir(folder)
    write(folder / "two", REFERENCES[:2])
    write(folder / "short", ["lm_0 1"])
    write(folder / "later", ["3 ||| one ||| lm= 1 ||| 1"])
    result = run("tune", "--nbest", "nbest", "-r", "ref", "-l", "en", "-m", "tesla-m", *more)
    refused(result, code, fact)
    assert not (folder / "weights").exists()


def test_ids_with_gaps_are_refused(folder: Path) -> None:
    write(folder / "gap", ["0 ||| a ||| lm= 1", "2 ||| b ||| lm= 2"])
    result = run("tune", folder / "gap", "-r", folder / "ref", "-m", "bleu")
    refused(result, 3, "no candidate of id 1, line 2 of")


@pytest.mark.parametrize(
    ("words", "fact"),
    [
        (["-m", "bleu", "-r", "ref"], "nothing to tune on: give --nbest LIST"),
        (["--nbest", "nbest", "-r", "ref"], "no metric to tune for"),
        (["--nbest", "nbest", "-m", "bleu"], "give -r REF"),
    ],
)
def test_what_is_missing_is_asked_for(words: list[str], fact: str) -> None:
    refused(run("tune", *words), 2, fact)


@pytest.mark.parametrize(
    ("more", "fact"),
    [
        (["-r", "ref", "-s", "nosuch"], "bleu compares with references, not with -s"),
        (["-r", "ref", "--method", "svm", "--restarts", "3"], "leave --restarts out"),
    ],
)
def test_what_would_do_nothing_is_refused(folder: Path, more: list[str], fact: str) -> None:
    refused(run("tune", "--nbest", folder / "nbest", "-m", "bleu", *more), 2, fact)


def test_sources_stand_in_for_references_and_not_beside_them() -> None:
    words = ("tune", "--nbest", "nbest", "-m", "pem", "-l", "en", "-s", "src", "-r", "ref")
    refused(run(*words), 2, "pem compares with one of -s and -r")


def test_help_shows_what_it_can_do() -> None:
    shown = run("tune", "--help").out
    usage = [line.removeprefix("usage:").split() for line in shown.splitlines()[:5]]
    kinds = ["--nbest", "--nbest", "--config", "--config", "--train-smt"]
    assert [line[2] for line in usage] == kinds
    assert "(12345)" in shown


def test_options_of_metrics_are_not_needed(folder: Path) -> None:
    files = "--nbest", folder / "nbest", "-r", folder / "ref"
    result = run("tune", *files, "-l", "en", "-m", "tesla-m")
    assert result.code == 0, result.err
    assert "lm_0" in result.out
