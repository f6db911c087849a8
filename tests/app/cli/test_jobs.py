"""How many threads `tesla score` uses where nobody says it."""

import argparse
from pathlib import Path

import pytest

from tesla_metrics import processes
from tesla_metrics.app.cli import engines
from tesla_metrics.app.cli.engines import get_job_count, processor_count

from .running import run


def _asked(number: int | None) -> argparse.Namespace:
    return argparse.Namespace(jobs=number)


@pytest.mark.parametrize("threaded", [True, False])
def test_what_is_asked_for_counts(threaded: bool) -> None:
    assert get_job_count(_asked(7), is_threaded=threaded) == 7


@pytest.mark.parametrize(("found", "used"), [(1, 1), (3, 3), (128, 4)])
def test_a_thread_a_processor(monkeypatch: pytest.MonkeyPatch, found: int, used: int) -> None:
    monkeypatch.setattr(engines, "processor_count", lambda: found)
    assert get_job_count(_asked(None), is_threaded=True) == used
    assert get_job_count(_asked(None), is_threaded=False) == 1


def test_there_is_a_processor() -> None:
    assert processor_count() >= 1


def test_processes_are_for_who_asks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engines, "processor_count", lambda: 2)
    monkeypatch.setattr(processes, "parallel_map", lambda *_: pytest.fail("a process was started"))
    path = tmp_path / "lines"
    path.write_text("".join(f"A cat of {n} years sat down.\n" for n in range(450)), "utf-8")
    assert run("score", path, "-r", path, "-l", "en", "-m", "rouge-2", "-q").code == 0


def test_the_same_scores_without_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engines, "processor_count", lambda: 3)
    texts = [tmp_path / "a", tmp_path / "b"]
    for path, verb in zip(texts, ("sat", "sits"), strict=True):
        path.write_text("".join(f"Cat {n} {verb} down.\n" for n in range(450)), "utf-8")
    command = "score", texts[0], "-r", texts[1], "-l", "en", "-f", "json", "--segments", "-q"
    assert run(*command).out == run(*command, "-j", "1").out
