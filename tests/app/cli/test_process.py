"""The command as a process of its own."""

import errno
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from app.cli.running import run, write
from tesla_metrics.app.cli import main as main_module

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
    assert result.stderr == (
        "tesla: error: cannot write standard output: No space left on device; free some space "
        "there, or choose another folder\n"
    )


def test_a_fault_of_reading_is_not_laid_to_the_output(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def fail(arguments: object) -> None:
        raise OSError(errno.EIO, "Input/output error")

    monkeypatch.setattr(main_module, "_run", fail)
    monkeypatch.setattr(main_module, "_close_output", lambda: None)
    assert main_module.main(["languages"]) == 1
    assert capsys.readouterr().err == "tesla: error: cannot continue: Input/output error\n"


@pytest.mark.skipif(os.name != "posix", reason="the shell closes what it is told to")
def test_closed_streams(tmp_path: Path) -> None:
    path = write(tmp_path / "text", ["Fog lies over the harbour."])
    for redirection, system, code in ((">&-", path, 2), ("<&-", "-", 3)):
        command = (
            f"{sys.executable} -m tesla_metrics score {system} -r {path} -m bleu {redirection}"
        )
        result = subprocess.run(["bash", "-c", command], capture_output=True, text=True)
        assert result.returncode == code
        assert result.stderr.startswith("tesla: error: standard ")
        assert result.stderr.count("\n") == 1


def test_output_is_utf8_whatever_the_locale(tmp_path: Path) -> None:
    path = write(tmp_path / "text", ["žluťoučký kůň"])
    result = subprocess.run(
        [*COMMAND, "analyze", path, "-l", "cs", "--synonyms", "none"],
        capture_output=True,
        env=os.environ | {"PYTHONIOENCODING": "ascii"},
    )
    assert result.returncode == 0
    assert "žluťoučký" in result.stdout.decode()


def wait_for(what: Callable[[], Any], process: "subprocess.Popen[bytes]") -> Any:
    """What comes to be while the process runs."""
    end = time.monotonic() + 60
    while not (found := what()):
        assert time.monotonic() < end, "it does not come"
        assert process.poll() is None, process.stderr and process.stderr.read()
        time.sleep(0.02)
    return found


def has_open(process: int, folder: Path) -> bool:
    """Whether a process has a file of that folder open."""
    for place in Path(f"/proc/{process}/fd").iterdir():
        try:
            if str(folder) in str(place.readlink()):
                return True
        except FileNotFoundError:
            continue  # closed meanwhile
    return False


@pytest.mark.skipif(not Path("/proc/self/fd").exists(), reason="no list of open files")
@pytest.mark.parametrize(
    ("number", "code", "said"),
    [
        (signal.SIGTERM, 143, b"tesla: terminated\n"),
        (signal.SIGINT, 130, b"tesla: interrupted\n"),
        (signal.SIGKILL, -9, b""),
    ],
)
def test_a_copy_of_standard_input_goes(tmp_path: Path, number: int, code: int, said: bytes) -> None:
    ref, folder = write(tmp_path / "ref", ["A red boat."]), tmp_path / "temporary"
    folder.mkdir()
    reading, writing = os.pipe()
    os.write(writing, b"A red boat.\n")
    with subprocess.Popen(
        [*COMMAND, "score", "-", "-r", ref, "-l", "en"],
        stdin=reading, stderr=subprocess.PIPE, env=os.environ | {"TMPDIR": str(folder)},
    ) as process:  # fmt: skip
        assert process.stderr is not None
        # It has no name, or none for long.
        wait_for(lambda: has_open(process.pid, folder), process)
        process.send_signal(number)
        assert process.wait() == code
        assert process.stderr.read() == said
    os.close(reading)
    os.close(writing)
    assert list(folder.iterdir()) == []


def children_of(process: int) -> int:
    """How many processes it has, whichever of its threads started them."""
    count = 0
    for listed in Path(f"/proc/{process}/task").glob("*/children"):
        with suppress(FileNotFoundError, ProcessLookupError):  # a thread that has ended
            count += len(listed.read_text().split())
    return count


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="no list of children")
@pytest.mark.parametrize(
    ("tell", "number", "code", "said"),
    [
        (os.kill, signal.SIGTERM, 143, b"tesla: terminated\n"),
        (os.killpg, signal.SIGINT, 130, b"tesla: interrupted\n"),  # as a terminal does it
    ],
)
def test_no_process_stays_behind(
    tmp_path: Path, tell: Callable[[int, int], None], number: int, code: int, said: bytes
) -> None:
    text = write(tmp_path / "text", [f"A red boat number {n} sails today." for n in range(9000)])
    with subprocess.Popen(
        [*COMMAND, "score", text, "-r", text, "-l", "en", "-m", "tesla-m", "-j", "2", "-q"],
        stderr=subprocess.PIPE, env=os.environ | {"TESLA_PURE": "1"}, start_new_session=True,
    ) as process:  # fmt: skip
        # The third looks after what the others share.
        wait_for(lambda: children_of(process.pid) > 2, process)
        tell(process.pid, number)
        # Who is left has it open still, and there is no end.
        _, complaint = process.communicate(timeout=100)
        assert (process.returncode, complaint) == (code, said)


def test_a_handler_of_somebody_else_stays() -> None:
    before = signal.getsignal(signal.SIGTERM)
    try:
        for handler in (signal.SIG_DFL, signal.SIG_IGN, lambda *_: None):
            signal.signal(signal.SIGTERM, handler)
            assert run("languages").code == 0
            assert signal.getsignal(signal.SIGTERM) is handler
    finally:
        signal.signal(signal.SIGTERM, before)
