"""`tesla score -m tesla-celab`: its options, and each metric's own defaults."""

from pathlib import Path

import pytest

from app.cli.running import refused, run, score, write
from tesla_metrics import TeslaCelab, TeslaCelabMinus, TeslaM

HYPOTHESES, REFERENCES = ["买伞", "他们昨天来了"], ["买雨伞", "他昨天才来"]


@pytest.fixture
def files(tmp_path: Path) -> list[str]:
    (tmp_path / "own.tsv").write_text("雨伞\t伞\n", encoding="utf-8")
    for name, lines in (("hyp.txt", HYPOTHESES), ("ref.txt", REFERENCES)):
        (tmp_path / name).write_text("\n".join(lines) + "\n", encoding="utf-8")
    hyp, ref, own = (str(tmp_path / name) for name in ("hyp.txt", "ref.txt", "own.tsv"))
    return [hyp, "-r", ref, "-l", "zh", "--synonyms", own]


def test_defaults_are_each_metrics_own(files: list[str]) -> None:
    names = ["-m", "tesla-celab", "-m", "tesla-celab-", "-m", "tesla-m"]
    records = score(*files, *names)
    own = files[-1]
    metrics = (
        TeslaCelab(lang="zh", synonyms=own),
        TeslaCelabMinus(lang="zh"),
        TeslaM(lang="zh", synonyms=own),
    )
    for record, metric in zip(records, metrics, strict=True):
        assert record["signature"] == str(metric.signature(1))
        assert tuple(record["segments"]) == metric.score(HYPOTHESES, REFERENCES).segments
    assert records[0]["segments"][0] == 1


def test_options(files: list[str]) -> None:
    options = ["--order", "3", "--candidate-weight", "0.5", "--weights", "1,0.5,0.25"]
    (record,) = score(*files, "-m", "tesla-celab", *options)
    metric = TeslaCelab(
        lang="zh", synonyms=files[-1], order=3, candidate_weight=0.5, weights=(1, 0.5, 0.25)
    )
    assert record["score"] == metric.score(HYPOTHESES, REFERENCES).score
    assert "|n:3|f:0.5|weights:1.0,0.5,0.25|" in record["signature"]


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--weights", "1,x"], "'1,x' is not a list of numbers"),
        (["--weights", "1,1"], "2 weights for n-grams up to 4"),
        (["--candidate-weight", "-1"], "candidate_weight -1.0"),
    ],
)
def test_bad_options(files: list[str], options: list[str], message: str) -> None:
    result = run("score", *files, "-m", "tesla-celab", *options)
    assert result.code == 2
    assert message in result.err


def test_no_dictionary_for_the_language(tmp_path: Path) -> None:
    path = write(tmp_path / "a", ["mvua inanyesha leo"])
    usual = ("score", path, "-r", path, "-l", "sw", "-m")
    refused(run(*usual, "tesla-celab"), 4, "'sw'", "tesla-celab-", "--synonyms none")
    assert run(*usual, "tesla-celab", "--synonyms", "none").code == 0
    assert run(*usual, "tesla-celab-").code == 0
