"""An empty line of a further reference file, and what it means."""

import json
from pathlib import Path

import pytest
import sacrebleu

from app.cli.running import run, score, write
from tesla_metrics import TeslaX

HYP = ["The tram stops behind the old theatre.", "Three tickets are left."] * 12
REF = ["The tram stops behind the old playhouse.", "There are three tickets left."] * 12
HALF = ["Behind the old theatre the tram stops.", "  "] * 12
GAPS = [text.strip() or None for text in HALF]


@pytest.fixture
def files(tmp_path: Path) -> list[str]:
    texts = {"hyp": HYP, "ref": REF, "half": HALF}
    return [str(write(tmp_path / name, lines)) for name, lines in texts.items()]


def test_scores_do_not_fall(files: list[str]) -> None:
    hyp, ref, half = files
    common = ("-l", "en", "-m", "tesla-x", "-m", "bleu", "-m", "ter")
    ours, bleu, ter = score(hyp, "-r", ref, "-r", half, "--skip-empty-references", *common)
    expected = TeslaX(lang="en").score(HYP, [REF, GAPS])
    assert (ours["score"], tuple(ours["segments"])) == (expected.score, expected.segments)
    assert "refs:var|multi:mean" in ours["signature"]
    assert bleu["score"] == sacrebleu.corpus_bleu(HYP, [REF, GAPS]).score  # type: ignore[list-item]
    assert "nrefs:var" in bleu["signature"]
    assert ter["score"] == sacrebleu.corpus_ter(HYP, [REF, GAPS]).score  # type: ignore[list-item]
    as_it_is = score(hyp, "-r", ref, "-r", half, *common)
    assert as_it_is[0]["score"] < ours["score"] - 0.1
    assert "refs:2" in as_it_is[0]["signature"]


def test_nothing_is_said_of_what_is_skipped(files: list[str]) -> None:
    hyp, ref, half = files
    warned = run("score", hyp, "-r", ref, "-r", half, "-l", "en")
    assert "12 of 24 segments are empty" in warned.err
    result = run("score", hyp, "-r", ref, "-r", half, "-l", "en", "--skip-empty-references")
    assert (result.code, result.err) == (0, "")


def test_the_first_file_has_every_reference(files: list[str]) -> None:
    hyp, ref, half = files
    first = score(hyp, "-r", half, "-r", ref, "-l", "en", "--skip-empty-references")
    assert "refs:2" in first[0]["signature"]


def test_compare(files: list[str]) -> None:
    hyp, ref, half = files
    common = ("-l", "en", "-m", "tesla-x", "-m", "chrf", "-f", "json", "--skip-empty-references")
    result = run("compare", hyp, ref, "-r", ref, "-r", half, *common)
    assert result.code == 0, result.err
    found = json.loads(result.out)
    scores = {(one["system"], one["metric"]): one["score"] for one in found["standings"]}
    assert scores["hyp", "tesla-x"] == TeslaX(lang="en").score(HYP, [REF, GAPS]).score
    assert all("refs:var" in signature for signature in found["signatures"].values())


def test_frequencies_are_of_the_references_there_are(files: list[str]) -> None:
    hyp, ref, half = files
    common = ("-l", "en", "--frequencies", "references", "--skip-empty-references")
    (found,) = score(hyp, "-r", ref, "-r", half, *common)
    expected = TeslaX(lang="en", frequencies="references").score(HYP, [REF, GAPS])
    assert found["score"] == expected.score
    assert found["signature"] == str(expected.signature)
