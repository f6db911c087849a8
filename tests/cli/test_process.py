"""The command as a process of its own."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from cli.running import write

COMMAND = [sys.executable, "-m", "tesla_metrics"]


def test_exit_code_and_message(tmp_path: Path) -> None:
    path = tmp_path / "gone"
    result = subprocess.run(
        [*COMMAND, "score", path, "-r", path, "-l", "en"], capture_output=True, text=True
    )
    assert (result.returncode, result.stdout) == (3, "")
    assert result.stderr == f"tesla: error: {path} does not exist: check the path\n"


def test_a_reader_that_leaves_early(tmp_path: Path) -> None:
    path = write(tmp_path / "text", ["The quiet harbour slept under thick fog."] * 3000)
    with subprocess.Popen(
        [*COMMAND, "analyze", path, "-l", "sw"], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        assert process.stdout.readline().startswith(b"# analyzer = ")
        process.stdout.close()
        complaint = process.stderr.read()
        assert process.wait() == 1
    assert complaint == b""


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no device that is always full")
def test_no_room_for_the_output(tmp_path: Path) -> None:
    path = write(tmp_path / "text", ["The quiet harbour slept under thick fog."])
    with Path("/dev/full").open("w") as full:
        result = subprocess.run(
            [*COMMAND, "score", path, "-r", path, "-l", "en", "-q"],
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
        )
    assert result.returncode == 1
    assert result.stderr == "tesla: error: cannot go on: No space left on device\n"


def test_output_is_utf8_whatever_the_locale(tmp_path: Path) -> None:
    path = write(tmp_path / "text", ["žluťoučký kůň"])
    result = subprocess.run(
        [*COMMAND, "analyze", path, "-l", "cs", "--synonyms", "none"],
        capture_output=True,
        env=os.environ | {"PYTHONIOENCODING": "ascii"},
    )
    assert result.returncode == 0
    assert "žluťoučký" in result.stdout.decode()
