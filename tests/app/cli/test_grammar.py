"""Which words are metrics, references and systems, and what is said of a slip."""

import json
from pathlib import Path
from typing import Any

import pytest
from judged.folders import layout

from app.cli.running import refused, run, write
from tesla_metrics import Bleu


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder to stand in, with two systems and two references."""
    write(tmp_path / "a.txt", ["a small boat", "two old oars"])
    write(tmp_path / "b.txt", ["one tiny boat", "a pair of oars"])
    write(tmp_path / "ref.txt", ["a little boat", "two old oars"])
    write(tmp_path / "other.txt", ["a tiny boat", "a pair of old oars"])
    monkeypatch.chdir(tmp_path)
    return tmp_path


def scored(*arguments: object) -> list[tuple[str, str]]:
    result = run("score", "-f", "json", *arguments)
    assert (result.code, result.err) == (0, ""), result
    return [(record["system"], record["metric"]) for record in json.loads(result.out)]


ONE = [("a.txt", "bleu")]
TWO = [("a.txt", "bleu"), ("a.txt", "chrf")]
BOTH = [("a.txt", "bleu"), ("b.txt", "bleu")]


@pytest.mark.usefixtures("here")
@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("a.txt -r ref.txt -m bleu", ONE),
        ("a.txt -r ref.txt -m bleu chrf", TWO),
        ("a.txt -r ref.txt -m bleu -m chrf", TWO),
        ("a.txt -r ref.txt -m BLEU bleu chrf", TWO),
        ("-m bleu a.txt -r ref.txt", ONE),
        ("-m bleu chrf a.txt -r ref.txt", TWO),
        ("-m bleu a.txt chrf -r ref.txt", TWO),
        ("-m bleu a.txt b.txt -r ref.txt", BOTH),
        ("a.txt -m bleu b.txt -r ref.txt", BOTH),
        ("a.txt -q b.txt -m bleu -r ref.txt", BOTH),
        ("-r ref.txt -m bleu -- a.txt b.txt", BOTH),
        ("a.txt -r ref.txt -m bleu -- b.txt", BOTH),
        ("-r ref.txt -m bleu a.txt -- b.txt", BOTH),
        ("-r ref.txt -q a.txt -m bleu", ONE),
        ("-mbleu -rref.txt a.txt", ONE),
        ("--metric bleu --reference ref.txt -- a.txt", ONE),
        ("--metrics bleu chrf --reference ref.txt -- a.txt", TWO),
    ],
)
def test_words_find_their_places(line: str, expected: list[tuple[str, str]]) -> None:
    assert scored(*line.split()) == expected


def test_a_metric_is_one_though_a_file_has_its_name(here: Path) -> None:
    write(here / "chrf", ["x", "y"])
    assert scored("a.txt", "-r", "ref.txt", "-m", "bleu", "chrf") == TWO


def test_a_file_may_be_called_anything(here: Path) -> None:
    write(here / "boat", ["a small boat", "two old oars"])
    assert scored("-m", "bleu", "boat", "-r", "ref.txt") == [("boat", "bleu")]
    write(here / "-odd", ["a small boat", "two old oars"])
    assert scored("-m", "bleu", "-r", "ref.txt", "--", "-odd") == [("-odd", "bleu")]


@pytest.mark.usefixtures("here")
def test_references_side_by_side_and_one_by_one() -> None:
    usual = ("score", "a.txt", "-m", "bleu", "-f", "json")
    together = run(*usual, "-r", "ref.txt", "other.txt")
    assert together == run(*usual, "-r", "ref.txt", "-r", "other.txt")
    (record,) = json.loads(together.out)
    texts = [Path(name).read_text("utf-8").splitlines() for name in ("ref.txt", "other.txt")]
    hypotheses = ["a small boat", "two old oars"]
    assert record["score"] == Bleu().score(hypotheses, texts, references_by="set").score


@pytest.mark.usefixtures("here")
@pytest.mark.parametrize(
    ("line", "facts"),
    [
        (
            "score -r ref.txt a.txt -l en",
            ["no hypothesis is left: ref.txt a.txt were read as references", "before -r", "--"],
        ),
        ("score -r ref.txt -l en", ["no hypothesis is given"]),
        ("score -m bleu", ["no hypothesis is given"]),
        ("score a.txt -m bleu", ["there is no reference", "-r REF", "-t"]),
        ("score a.txt -r ref.txt -m bleu chfr", ["'chfr'", "and there is no file", "mean chrf?"]),
        ("score a.txt -r ref.txt -m bleu hpy.txt", ["hpy.txt does not exist"]),
        ("score a.txt -r ref.txt -m bleu,chrf", ["'bleu,chrf'", "spaces", "bleu chrf"]),
        ("score a.txt -r ref.txt -m a.txt", ["unknown metric 'a.txt'"]),
        ("score a.txt -r ref.txt", ["tesla-x needs the language", "-l"]),
        ("score a.txt -r ref.txt -m bleu tesla-m", ["tesla-m needs the language", "-l"]),
        ("compare a.txt -r ref.txt b.txt -l en", ["a.txt is the only system", "ref.txt b.txt"]),
        ("compare -r ref.txt a.txt b.txt -l en", ["no hypothesis is left", "ref.txt a.txt b.txt"]),
        ("score a.txt --refernce ref.txt", ["unknown option --refernce", "mean --reference?"]),
        ("score a.txt --refernce=ref.txt", ["--refernce=ref.txt", "mean --reference?"]),
        ("score a.txt -r ref.txt --qqqqq", ["unknown option --qqqqq", "tesla score --help"]),
        ("score a.txt -r ref.txt -f josn", ["josn", "did you mean json?"]),
        ("languages -f text -z", ["unknown option -z"]),
        ("scor a.txt", ["unknown command 'scor'", "did you mean score?"]),
        ("build tager", ["unknown command 'tager'", "did you mean tagger?"]),
        ("build lm a.txt -l en -o x.arpa b.txt -n", ["-n"]),
        ("qqq", ["qqq", "score"]),
    ],
)
def test_slips(line: str, facts: list[str]) -> None:
    code = 3 if "does not exist" in facts[0] else 2
    refused(run(*line.split()), code, *facts)


@pytest.mark.parametrize(
    "name",
    [
        *("meteor", "COMET", "wmt22-comet-da", "XCOMET-XL", "bleurt", "BLEURT-20", "bert_score"),
        *("gleu", "nist", "WER", "cer", "metricx-24", "yisi-1", "metoer"),
    ],
)
def test_metrics_of_others(name: str) -> None:
    result = run("score", "x", "-r", "y", "-l", "en", "-m", name)
    refused(result, 2, f"unknown metric '{name}'", "tesla meta DIR --scores", f"{name}.seg.score")


@pytest.mark.parametrize(
    ("name", "near"), [("belu", "bleu"), ("chrF2", "chrf"), ("teslax", "tesla-x"), ("tre", "ter")]
)
def test_near_ones(name: str, near: str) -> None:
    refused(run("score", "x", "-r", "y", "-l", "en", "-m", name), 2, f"did you mean {near}?")


def test_peers_need_no_language(here: Path) -> None:
    names = ["bleu", "chrf", "chrf++", "ter"]
    assert scored("a.txt", "-r", "ref.txt", "-m", *names) == [("a.txt", name) for name in names]
    result = run("compare", "a.txt", "b.txt", "-r", "ref.txt", "-m", "chrf")
    assert result.code == 0, result.err


def test_meta_takes_several_too(tmp_path: Path) -> None:
    folder = layout(tmp_path / "own" / "de-en")
    usual: tuple[Any, ...] = ("--samples", "20", "-f", "json")
    together = run("meta", "-m", "bleu", "ter", folder, *usual)
    assert together.code == 0, together.err
    assert together == run("meta", folder, "-m", "bleu", "-m", "ter", *usual)
    refused(run("meta", "-m", "bleu", "ter"), 2, "no judged test set is given")
    refused(run("meta", folder, "-m", "bleu", "comet"), 2, "'comet'", "--scores")
