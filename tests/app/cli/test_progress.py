"""The progress bar shows on a terminal, after a while, and leaves no trace."""

import io
from unittest.mock import patch

import pytest

from tesla_metrics.app.cli.progress import ProgressBar


class Screen(io.StringIO):
    """Standard error on a terminal."""

    def isatty(self) -> bool:
        return True


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    now = [100.0]
    monkeypatch.setattr("time.monotonic", lambda: now[0])
    return now


def test_long_work(clock: list[float]) -> None:
    with patch("sys.stderr", Screen()) as screen, ProgressBar(10, "scoring") as bar:
        clock[0] += 2
        bar.advance(5)
        assert "scoring" in screen.getvalue()
        assert " 50% 2 s left" in screen.getvalue()
    assert screen.getvalue().endswith("\r\x1b[K")
    assert "\n" not in screen.getvalue()


def test_short_work(clock: list[float]) -> None:
    with patch("sys.stderr", Screen()) as screen, ProgressBar(10, "scoring") as bar:
        clock[0] += 0.5
        bar.advance(10)
    assert screen.getvalue() == ""


def test_quiet(clock: list[float]) -> None:
    with patch("sys.stderr", Screen()) as screen, ProgressBar(10, "scoring", quiet=True) as bar:
        clock[0] += 9
        bar.advance(1)
    assert screen.getvalue() == ""


def test_no_terminal(clock: list[float], capsys: pytest.CaptureFixture[str]) -> None:
    with ProgressBar(10, "scoring") as bar:
        clock[0] += 9
        bar.advance(1)
    assert capsys.readouterr() == ("", "")
