"""`tesla score --confidence`: the intervals of `tesla compare`, from command and library."""

import json
from pathlib import Path
from typing import Any

import pytest

from app.cli.running import refused, run, write
from tesla_metrics import TeslaWarning, UsageError, compare, make_metric

REFERENCE = [f"Room {n} on floor {n % 5} has a view of the harbour." for n in range(30)]
PLAIN = [f"Room {n} on floor {n % 5} looks at {'the ' * (n % 3)}port." for n in range(30)]
BROKEN = [f"Room {n} view floor has {n % 3} {'of ' * (n % 4)}harbour." for n in range(30)]
NAMES = ["tesla-x", "tesla-m", "bleu", "chrf", "ter"]


@pytest.fixture
def usual(tmp_path: Path) -> list[object]:
    plain, broken = write(tmp_path / "plain", PLAIN), write(tmp_path / "broken", BROKEN)
    reference = write(tmp_path / "ref", REFERENCE)
    return [plain, broken, "-r", reference, "-l", "en", "-m", *NAMES]


def records(*arguments: object) -> list[dict[str, Any]]:
    result = run("score", *arguments, "-f", "json")
    assert (result.code, result.err) == (0, ""), result
    found: list[dict[str, Any]] = json.loads(result.out)
    return found


def test_the_numbers_of_compare_and_of_the_library(usual: list[object]) -> None:
    options = ("--samples", "200", "--seed", "7", "--level", "0.9")
    found = records(*usual, "--confidence", *options)
    metrics = [make_metric(name, lang="en") for name in NAMES]
    own = compare(
        {"plain": PLAIN, "broken": BROKEN}, REFERENCE, metrics, samples=200, seed=7, level=0.9
    )
    standings = {(s.system, s.metric): s for s in own.standings}
    assert len(found) == len(standings) == 10
    for record in found:
        standing = standings[record["system"], record["metric"]]
        low, high = standing.interval
        settings = {"level": 0.9, "samples": 200, "seed": 7}
        assert record["score"] == pytest.approx(standing.score, rel=0, abs=1e-9)
        expected = {"low": low, "high": high, **settings}
        assert record["confidence"] == pytest.approx(expected, rel=0, abs=1e-9)
        assert low < high
        texts = PLAIN if record["system"] == "plain" else BROKEN
        metric = make_metric(record["metric"], lang="en")
        score = metric.score(texts, REFERENCE, confidence=0.9, samples=200, seed=7)
        assert score.confidence is not None
        found_here = (score.confidence.low, score.confidence.high)
        assert found_here == pytest.approx((low, high), rel=0, abs=1e-9)
        assert metric.score(texts, REFERENCE).confidence is None


def test_defaults_are_those_of_compare(usual: list[object]) -> None:
    for record in records(*usual, "--confidence"):
        assert record["confidence"]["level"] == 0.95
        assert (record["confidence"]["samples"], record["confidence"]["seed"]) == (1000, 12345)
    assert "confidence" not in records(*usual)[0]


def test_tables(usual: list[object]) -> None:
    found = {(r["system"], r["metric"]): r for r in records(*usual, "--confidence")}
    text = run("score", *usual, "--confidence").out.splitlines()
    assert text[0].split() == ["system", *(w for name in NAMES for w in (name, "low", "high"))]
    own = [found["plain", name] for name in NAMES]
    values = [(r["score"], r["confidence"]["low"], r["confidence"]["high"]) for r in own]
    assert text[1].split() == ["plain", *(f"{v:.4f}" for three in values for v in three)]
    assert text[4] == "low and high: 95 % bootstrap interval, 1000 samples, seed 12345"
    rows = [
        line.split("\t")
        for line in run("score", *usual, "--confidence", "-f", "tsv").out.split("\n")
    ]
    assert rows[0] == ["system", "metric", "score", "low", "high", "signature"]
    shown = [float(value) for row in rows[1:6] for value in row[2:5]]
    assert shown == pytest.approx([v for three in values for v in three], rel=0, abs=1e-9)
    for style in ("latex", "markdown"):
        assert "low" in run("score", *usual, "--confidence", "-f", style).out


def test_what_is_refused(usual: list[object]) -> None:
    refused(run("score", *usual, "--level", "0.9"), 2, "--level", "add --confidence")
    refused(run("score", *usual, "--confidence", "--level", "95"), 2, "level 95.0", "0.95")
    refused(run("score", *usual, "--confidence", "--samples", "0"), 2, "0 samples")
    refused(run("score", *usual, "--confidence", "--seed", "-1"), 2, "seed -1")
    with pytest.raises(UsageError, match="level 95"):
        make_metric("chrf").score(PLAIN, REFERENCE, confidence=95)


def test_few_segments(tmp_path: Path) -> None:
    hyp, ref = write(tmp_path / "hyp", PLAIN[:3]), write(tmp_path / "ref", REFERENCE[:3])
    result = run("score", hyp, "-r", ref, "-m", "chrf", "bleu", "--confidence")
    assert result.code == 0
    (warning,) = result.err.splitlines()  # once, whatever the systems and metrics
    assert "only 3 segments" in warning
    with pytest.warns(TeslaWarning, match="only 3 segments"):
        make_metric("chrf").score(PLAIN[:3], REFERENCE[:3], confidence=0.95)
