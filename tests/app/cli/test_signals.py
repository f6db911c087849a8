"""Ctrl-C and SIGTERM at moments that a signal from outside would hardly meet.

`tools/interrupt.py` tries all moments, by hand.
"""

import os
import select
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from app.cli.running import write
from tesla_metrics.app.cli.signals import Terminated, signals_as_exceptions

pytestmark = pytest.mark.skipif(os.name == "nt", reason="no signals")

INTERRUPTED = (signal.SIGINT, (130, "tesla: interrupted\n"))
TERMINATED = (signal.SIGTERM, (143, "tesla: terminated\n"))
# `tell()` sends the signal; HOOK is run whenever something is imported or opened.
PROGRAM = """
import atexit, os, sys
def tell():
    os.kill(os.getpid(), {number:d})
class Swallows:
    def __del__(self):
        tell()
def hook(event, args):
    {hook}
sys.addaudithook(hook)
from tesla_metrics.__main__ import main
sys.exit(main())
"""


def run(hook: str, number: int, *arguments: object, ignores: bool = False) -> tuple[int, str]:
    """Exit code and complaints of `tesla` that is told by the hook."""
    program = PROGRAM.format(hook=hook, number=number)
    if ignores:  # as the shell has it for what runs in the background
        program = f"import signal; signal.signal({number:d}, signal.SIG_IGN)\n{program}"
    result = subprocess.run(
        [sys.executable, "-c", program, *map(str, arguments)],
        stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, timeout=100,
    )  # fmt: skip
    return result.returncode, result.stderr


def importing(module: str, does: str = "tell()") -> str:
    return f"if event == 'import' and args[0] == {module!r}: {does}"


@pytest.mark.parametrize(
    ("module", "told"),
    [
        ("tesla_metrics.app.cli.signals", INTERRUPTED),  # before handlers are there
        ("argparse", TERMINATED),
        ("tesla_metrics.reporting.table", INTERRUPTED),
    ],
)
def test_while_modules_are_imported(module: str, told: tuple[int, tuple[int, str]]) -> None:
    number, found = told
    assert run(importing(module), number, "languages") == found


@pytest.mark.parametrize(
    ("does", "told"),
    [
        ("tell()", INTERRUPTED),
        ("(tell(), tell())", TERMINATED),
        ("Swallows()", TERMINATED),
    ],
)
def test_while_the_command_runs(
    tmp_path: Path, does: str, told: tuple[int, tuple[int, str]]
) -> None:
    text = write(tmp_path / "text", ["Fog lies over the harbour."])
    hook = f"if event == 'open' and str(args[0]) == {str(text)!r}: {does}"
    number, found = told
    assert run(hook, number, "analyze", text, "-l", "sw") == found


def test_while_numpy_is_imported(tmp_path: Path) -> None:
    text = write(tmp_path / "text", ["Fog lies over the harbour."])
    number, found = TERMINATED
    assert run(importing("numpy"), number, "score", text, "-r", text, "-m", "bleu") == found


def test_while_the_interpreter_ends() -> None:
    hook = importing("argparse", "atexit.register(tell)")
    assert run(hook, signal.SIGINT, "languages") == (0, "")


def test_who_ignores_signals_goes_on_doing_so() -> None:
    assert run(importing("argparse"), signal.SIGTERM, "languages", ignores=True) == (0, "")


def test_while_nobody_reads_what_is_written(tmp_path: Path) -> None:
    text = write(tmp_path / "text", ["The quiet harbour slept under thick fog."] * 400)
    reading, writing = os.pipe()
    with subprocess.Popen(
        [sys.executable, "-m", "tesla_metrics", "analyze", text, "-l", "en"],
        stdout=writing, stderr=subprocess.PIPE, text=True,
    ) as process:  # fmt: skip
        assert process.stderr is not None
        try:
            assert is_full(writing)
            number, found = TERMINATED
            process.send_signal(number)
            assert (process.wait(timeout=100), process.stderr.read()) == found
        finally:
            process.kill()
    os.close(reading)
    os.close(writing)


def is_full(pipe: int) -> bool:
    """Whether a pipe comes to take no more, in a minute at the most."""
    for _ in range(1200):
        if not select.select([], [pipe], [], 0)[1]:
            return True
        time.sleep(0.05)
    return False


def test_other_threads_leave_what_the_main_one_heard() -> None:
    def run_there() -> None:
        with signals_as_exceptions():
            pass

    with pytest.raises(Terminated), signals_as_exceptions():  # noqa: PT012
        thread = threading.Thread(target=run_there)
        thread.start()
        thread.join()
        os.kill(os.getpid(), signal.SIGTERM)
        time.sleep(10)
