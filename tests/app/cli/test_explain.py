"""`tesla explain`: sentences and files, text, JSON and a page, with the numbers of the library."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from app.cli.running import refused, run, score, write
from tesla_metrics import TeslaX

HYPOTHESIS = "The cats were sleeping on the couch for 3 hours."
REFERENCE = "The kittens slept on the sofa for two hours."
OTHER = "A cat slept there."

HYPOTHESES = ["A dog barked.", HYPOTHESIS, "It rains."]
REFERENCES = ["A dog was barking.", REFERENCE, "It is raining."]


def records(*arguments: object) -> list[dict[str, Any]]:
    result = run("explain", *arguments, "-l", "en", "-f", "json")
    assert (result.code, result.err) == (0, "")
    found: list[dict[str, Any]] = json.loads(result.out)
    return found


@pytest.fixture
def files(tmp_path: Path) -> tuple[Path, Path]:
    return write(tmp_path / "hyp", HYPOTHESES), write(tmp_path / "ref", REFERENCES)


def test_json_is_what_the_library_says() -> None:
    (found,) = records(HYPOTHESIS, REFERENCE, OTHER)
    assert found == TeslaX(lang="en").explain(HYPOTHESIS, [REFERENCE, OTHER]).to_dict()


def test_segments_of_files(files: tuple[Path, Path]) -> None:
    hyp, ref = files
    (scored,) = score(hyp, "-r", ref, "-l", "en")
    found = records(hyp, "-r", ref, "--segment", 3, "--segment", 2)
    assert [(one["system"], one["segment"]) for one in found] == [("hyp", 3), ("hyp", 2)]
    for one in found:
        assert one["score"] == pytest.approx(scored["segments"][one["segment"] - 1], abs=1e-12)


@pytest.mark.parametrize(
    ("words", "numbers"),
    [
        (["3", "2"], [3, 2]),
        (["3,1"], [3, 1]),
        (["2-3", "1"], [2, 3, 1]),
        (["1,2-3", "2"], [1, 2, 3]),
        (["2", "--segment", "1"], [2, 1]),
    ],
)
def test_several_segments(files: tuple[Path, Path], words: list[str], numbers: list[int]) -> None:
    hyp, ref = files
    found = records(hyp, "-r", ref, "--segment", *words)
    assert [one["segment"] for one in found] == numbers
    assert records("--segment", *words, hyp, "-r", ref) == found  # files may follow


def test_the_worst(files: tuple[Path, Path]) -> None:
    hyp, ref = files
    (scored,) = score(hyp, "-r", ref, "-l", "en")
    order = sorted(range(3), key=lambda number: scored["segments"][number])
    found = records(hyp, "-r", ref, "--worst", 2)
    assert [one["segment"] - 1 for one in found] == order[:2]


def test_an_only_segment_need_not_be_chosen(tmp_path: Path) -> None:
    hyp, ref = write(tmp_path / "hyp", [HYPOTHESIS]), write(tmp_path / "ref", [REFERENCE])
    assert [one["segment"] for one in records(hyp, "-r", ref)] == [1]


def test_sentences_may_follow_the_metric() -> None:
    result = run("explain", "-l", "en", "-m", "tesla-x", "a cat", "the cat")
    assert result.code == 0
    assert result.out.startswith("tesla-x 0.")


def test_text_has_words_marks_and_costs() -> None:
    result = run("explain", HYPOTHESIS, REFERENCE, "-l", "en")
    assert result.code == 0
    assert "\x1b" not in result.out
    lines = result.out.splitlines()
    (number,) = (k for k, line in enumerate(lines) if line.startswith("reference"))
    words, marks, costs = lines[number : number + 3]
    assert words.split()[1:] == REFERENCE.removesuffix(".").split()
    # Each mark stands under its word.
    assert marks[words.index("sofa")] == "≈"
    assert marks[words.index("slept")] == "~"
    assert marks[words.index("two")] == "−"
    assert re.match(r"−0\.\d{3}", costs[words.index("two") :])
    assert "sofa ↔ couch" in result.out
    assert "synonyms (couch, lounge, sofa)" in result.out
    assert "signature  tesla-x|" in result.out


def test_several_references_each(files: tuple[Path, Path]) -> None:
    result = run("explain", HYPOTHESIS, REFERENCE, OTHER, "-l", "en")
    assert "reference 1: 0." in result.out
    assert "reference 2: 0." in result.out
    assert "counts for 50%" in result.out


def test_colours_if_they_are_wanted(monkeypatch: pytest.MonkeyPatch) -> None:
    words = ("explain", HYPOTHESIS, REFERENCE, "-l", "en")
    coloured = run(*words, "--color", "always").out
    assert "\x1b[32msofa\x1b[0m" in coloured
    assert re.sub(r"\x1b\[[\d;]*m", "", coloured) == run(*words).out


def test_nothing_that_a_terminal_would_obey() -> None:
    result = run("explain", "a \x1b[31m\x9bcat\u2028", "the \x1b]0;cat\x07", "-l", "en")
    assert not re.search("[\x00-\x09\x0b-\x1f\x7f-\x9f\u2028]", result.out)


def test_wide_and_combining_characters_keep_the_columns() -> None:
    out = run("explain", "猫在睡觉", "小猫睡觉", "-l", "zh").out.splitlines()
    (number,) = (k for k, line in enumerate(out) if line.startswith("reference"))
    words, marks = out[number : number + 2]
    # A character takes two columns, and two places of the line below it.
    wide = "".join(c + "\0" if c in "小猫睡觉" else c for c in words)
    assert marks[wide.index("猫")] == "="


def test_as_wide_as_columns_says(monkeypatch: pytest.MonkeyPatch) -> None:
    def longest() -> int:
        out = run("explain", HYPOTHESIS, REFERENCE, "-l", "en").out
        return max(map(len, out.partition("signature")[0].splitlines()))

    monkeypatch.setenv("COLUMNS", "40")
    assert longest() <= 40
    for said in ("", "0", "wide", "-5"):
        monkeypatch.setenv("COLUMNS", said)
        assert 60 < longest() <= 100


def test_a_page(files: tuple[Path, Path], tmp_path: Path) -> None:
    hyp, ref = files
    page = tmp_path / "why.html"
    result = run(*("explain", hyp, "-r", ref, "-l", "en", "--worst", 2, "-f", "html", "-o", page))
    assert (result.code, result.out) == (0, "")
    text = page.read_text("utf-8")
    assert text.startswith("<!DOCTYPE html>")
    assert '"segment' not in text.partition('id="articles"')[0]
    assert "Segment 2, hyp" in text


def test_two_systems_of_a_segment_stand_side_by_side(files: tuple[Path, Path]) -> None:
    hyp, ref = files
    other = write(hyp.parent / "other", REFERENCES)
    result = run(*("explain", hyp, other, "-r", ref, "-l", "en", "--segment", 2, "-f", "html"))
    found = re.search('id="articles">(.*?)</script>', result.out)
    assert found
    (article,) = json.loads(found[1])
    assert article["names"] == ["hyp", "other"]
    assert [one["score"] for one in article["explanations"]][1] == pytest.approx(1.0)


def test_markup_stays_text() -> None:
    result = run("explain", "<script>alert(1)</script>", "a <b>cat</b>", "-l", "en", "-f", "html")
    assert result.code == 0
    assert "alert(1)<" not in result.out.replace("&lt;", "")


def test_an_empty_hypothesis_is_explained(tmp_path: Path) -> None:
    hyp, ref = write(tmp_path / "hyp", ["", "x"]), write(tmp_path / "ref", ["a cat", "x"])
    for style in ("text", "json", "html"):
        result = run("explain", hyp, "-r", ref, "-l", "en", "--segment", 1, "-f", style)
        assert result.code == 0
        assert result.out


@pytest.mark.parametrize("sentence", ["a word of many " * 40, "一只猫" * 90])
def test_sentences_may_be_longer_than_names(sentence: str) -> None:
    assert run("explain", sentence, "A cat.", "-l", "en").code == 0


def test_doubts_about_files(files: tuple[Path, Path]) -> None:
    hyp, ref = files
    words = ("explain", hyp, "-r", ref, "-l", "ru", "--segment", 1)
    warned = run(*words)
    assert warned.code == 0
    assert "warning: not in the script of 'ru': hyp (3 of 3 lines" in warned.err
    assert run(*words, "-q").err == ""
    assert (run(*words, "--strict").code, run(*words, "--strict").out) == (3, "")


def test_slips(files: tuple[Path, Path], tmp_path: Path) -> None:
    hyp, ref = files
    usual = ("explain", hyp, "-r", ref, "-l", "en")
    refused(run("explain", HYPOTHESIS, "-l", "en"), 2, "hypothesis and a reference are needed")
    refused(run("explain", hyp, ref, "-l", "en"), 2, "are files", "-r", "--segment N")
    refused(run("explain", hyp, "A cat.", "-l", "en"), 2, "hyp is a file, and without -r")
    refused(run("explain", "a \udcff", "A cat.", "-l", "en"), 3, "sentence 1 is not UTF-8")
    refused(run(*usual, "--worst", 0), 2, "--worst 0: give a number of at least 1")
    refused(run(*usual), 2, "3 segments", "--segment N", "--worst N")
    refused(run(*usual, "--segment", 4), 2, "--segment 4", "has 3")
    refused(run(*usual, "--segment", 0), 2, "--segment 0", "has 3")
    refused(run(*usual, "--segment", "2-4"), 2, "--segment 4", "has 3")
    refused(run(*usual, "--segment", "1-999999999999"), 2, "--segment 999999999999", "has 3")
    refused(run(*usual, "--segment", "3-2"), 2, "'3-2' is not a segment", "3-8")
    refused(run(*usual, "--segment", "two"), 2, "'two' is not a segment")
    refused(run(*usual, "--segment", "2,"), 2, "'' is not a segment")
    refused(run(*usual, "--worst", -1), 2, "--worst -1")
    refused(run(*usual, "-m", "bleu", "--worst", 1), 2, "bleu does not explain its scores")
    refused(run(*usual, "-m", "tesla-x", "tesla-m"), 2, "2 metrics", "one to explain")
    refused(run(*usual, "--worst", 1, "-f", "html", "-o", ref), 3, "would be overwritten")
    refused(run("explain", "a", "b"), 2, "-l LANG")
    refused(run("explain", hyp, "-r", tmp_path / "no", "-l", "en", "--worst", 1), 3, "no")
