"""Samples: bounded in number and in memory, and heard of while they are drawn."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from app.cli.running import refused, run, write
from judged.folders import layout

from tesla_metrics import (
    UsageError,
    compare,
    evaluate,
    make_metric,
    read_tracks,
    resampling,
    score_track,
)
from tesla_metrics.evaluation import meta
from tesla_metrics.metrics.base import RunningScore
from tesla_metrics.resampling import (
    MAX_SAMPLES,
    Resampling,
    check_sample_memory,
    draw_bootstrap_counts,
)

HUGE = 10**9
A = ["The kettle sings.", "A lamp glows.", "Rain falls on the roof."] * 8
C = ["The kettle sings loudly.", "A lamp glows.", "Rain is falling."] * 8
B = ["A kettle sang.", "The lamp glows.", "Rain fell."] * 8


@pytest.fixture
def track(tmp_path: Path) -> Any:
    (found,) = read_tracks([layout(tmp_path / "own" / "de-en")])
    return found


def test_too_many_are_refused_before_any_work(tmp_path: Path, track: Any) -> None:
    bleu = make_metric("bleu")
    for attempt in (
        lambda: bleu.score(A, B, confidence=0.95, samples=HUGE),
        lambda: compare({"a": A, "b": B}, B, bleu, samples=HUGE),
        lambda: evaluate([track], [[]], samples=HUGE),
    ):
        with pytest.raises(
            UsageError, match=f"{HUGE} samples take too long: give at most {MAX_SAMPLES}"
        ):
            attempt()
    a, b = write(tmp_path / "a", A), write(tmp_path / "b", B)
    for command in (
        ("score", a, "-r", b, "-m", "bleu", "--confidence"),
        ("compare", a, b, "-r", b, "-m", "bleu"),
        ("compare", a, b, "-r", b, "-m", "bleu", "--test", "randomisation"),
        ("meta", tmp_path / "own", "-m", "bleu"),
        ("meta", tmp_path / "own", "-m", "bleu", "--test", "permutation"),
    ):
        refused(run(*command, "--samples", HUGE), 2, f"{HUGE} samples", f"at most {MAX_SAMPLES}")


def test_what_memory_does_not_hold_is_refused() -> None:
    check_sample_memory(MAX_SAMPLES, 100)
    with pytest.raises(
        UsageError, match=r"1000000 samples of 1000 scores .* at most 134217 samples"
    ):
        check_sample_memory(MAX_SAMPLES, 1000)


def test_blocks_are_small_and_told() -> None:
    told: list[int] = []
    sizes = [len(block) for block in draw_bootstrap_counts(3, 25, 1, told.append, 10)]
    assert sizes == told == [10, 10, 5]


def test_measures_see_blocks_and_say_the_same(track: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    scored = [[score_track(make_metric(name), track) for name in ("bleu", "chrf")]]
    whole = evaluate([track], scored, samples=50).to_dict()
    seen: list[int] = []
    monkeypatch.setattr(meta, "_SAMPLES_PER_BATCH", 7)
    parts = evaluate([track], scored, samples=50, sampling=seen.append).to_dict()
    assert seen == [7] * 7 + [1]
    np.testing.assert_allclose(_numbers(parts), _numbers(whole), rtol=1e-9)
    seen.clear()
    evaluate([track], scored, samples=50, test="permutation", sampling=seen.append)
    assert sum(seen) % 50 == 0 < sum(seen)


def _numbers(record: Any) -> list[float]:
    if isinstance(record, dict):
        record = list(record.values())
    if isinstance(record, list | tuple):
        return [number for one in record for number in _numbers(one)]
    return [float(record)] if isinstance(record, int | float) else []


def test_randomisation_in_blocks_says_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    tests = ("bootstrap", "randomisation")

    def p_values(told: list[int]) -> list[float]:
        found = compare({"a": A, "b": B, "c": A[::-1]}, C, "chrf", tests=tests, samples=90,
                        sampling=told.append)  # fmt: skip
        return [pair.p_value for pair in found.pairs]

    whole, parts = list[int](), list[int]()
    expected = p_values(whole)
    monkeypatch.setattr(resampling, "_BLOCK_SIZE", 10 * len(A))
    assert p_values(parts) == pytest.approx(expected, rel=1e-9)
    assert (whole, parts) == ([90] * 2, [10] * 18)


def test_intervals_are_told_of() -> None:
    told: list[int] = []
    asked = Resampling(samples=30)
    running = RunningScore(make_metric("bleu").open(), keep_segments=False, resampling=asked)
    running.add(A, [B], 1, None)
    assert running.score(told.append).confidence is not None
    assert sum(told) == 30
