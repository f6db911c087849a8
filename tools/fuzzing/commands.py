"""Command lines: a documented exit code, one line of error, nothing half done, input untouched."""

import contextlib
import io
import json
import os
import random
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

from tesla_metrics.app.cli.main import main

from .command_files import Case
from .command_makers import QUICK, SLOW, Command
from .command_words import spoilt
from .faults import check
from .place import Place

# docs/score.md; what interrupts and terminates does not happen here.
CODES = (0, 1, 2, 3, 4, 5)


class Run(NamedTuple):
    """Exit code and both outputs."""

    code: int
    out: str
    err: str


def fuzz_commands(rng: random.Random, place: Place) -> None:
    """In this process, which is quick; what is raised is a traceback."""
    _fuzz(rng, place, rng.choice(QUICK), _in_process)


def fuzz_slow_commands(rng: random.Random, place: Place) -> None:
    """Builders and trainers, which take longer."""
    _fuzz(rng, place, rng.choice(SLOW), _in_process, 3)


def fuzz_processes(rng: random.Random, place: Place) -> None:
    """As a user has it: a process of its own."""
    _fuzz(rng, place, rng.choice(QUICK), _as_process, 2)


def _fuzz(
    rng: random.Random,
    place: Place,
    command: Command,
    run: Callable[[list[str], bytes], Run],
    times: int = 1,
) -> None:
    """`times` the limit that other inputs have."""
    case = Case(rng, place)
    try:
        place.ready(case.lang)
        words = spoilt(rng, command(case))
        before = case.state()
        place.watchdog.again(times)
        with _inside(case.folder):
            result = run(words, "".join(f"{t}\n" for t in case.texts["hyp.txt"]).encode())
        _judge(words, result, before, case.state())
        place.count(f"commands/{words[0] if words else 'none'} {result.code}")
    finally:
        shutil.rmtree(case.folder)


@contextlib.contextmanager
def _inside(folder: Path) -> Iterator[None]:
    here = Path.cwd()
    os.chdir(folder)
    try:
        yield
    finally:
        os.chdir(here)


def _in_process(words: list[str], stdin: bytes) -> Run:
    """With outputs as strict as those of a process are."""
    out, err = (io.TextIOWrapper(io.BytesIO(), encoding="utf-8") for _ in range(2))
    kept = sys.stdin
    sys.stdin = io.TextIOWrapper(io.BytesIO(stdin), encoding="utf-8")
    try:
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            try:
                code = main(words)
            except SystemExit as leaving:
                code = leaving.code if isinstance(leaving.code, int) else 0
    finally:
        sys.stdin = kept
    for stream in (out, err):
        stream.flush()
    sides = (stream.buffer.getvalue().decode() for stream in (out, err))
    return Run(code, *sides)


def _as_process(words: list[str], stdin: bytes) -> Run:
    command = [sys.executable, "-m", "tesla_metrics", *words]
    if any("\0" in word for word in words):
        return Run(2, "", "tesla: error: no system has such words")
    done = subprocess.run(command, input=stdin, capture_output=True)
    sides = (side.decode("utf-8", "backslashreplace") for side in (done.stdout, done.stderr))
    return Run(done.returncode, *sides)


def _judge(
    words: list[str],
    result: Run,
    before: dict[str, bytes | None],
    after: dict[str, bytes | None],
) -> None:
    said = f"{words!r} gives {result.code}: {result.err[-600:]}"
    check(result.code in CODES, f"exit code, {said}")
    check("Traceback" not in result.err, f"traceback, {said}")
    lines = result.err.split("\n")
    check(lines.pop() == "", f"an unfinished line, {said}")
    errors = [line for line in lines if not line.startswith("tesla: warning: ")]
    if 1 <= result.code <= 4 and words:
        fits = len(errors) == 1 and errors[0].startswith("tesla: error: ")
        check(fits, f"not one line of error, {said}")
        # What is analysed or asked is answered as it comes.
        coming = words[0] in ("analyze", "stream")
        check(result.out == "" or coming, f"output beside an error, {said}")
    elif result.code == 0:
        check(not errors or "-q" not in words, f"words on standard error, {said}")
    done = result.code in (0, 5)
    for name, content in before.items():
        # What is given to be written, and for nothing else.
        written = done and words.count(name) == 1 and words[words.index(name) - 1] == "-o"
        check(written or after.get(name, b"gone") == content, f"changed {name!r}, {said}")
    new = [name for name, content in after.items() if name not in before and content is not None]
    if not done:  # what a phrase table is made of serves again, with less pruning for instance
        left = [name for name in new if ".table.work/" not in name]
        check(not left, f"left {left}, {said}")
    for name in new:
        given = any(word and name.startswith(word.rstrip("/")) for word in words)
        check(given, f"made {name!r}, {said}")
    if result.code == 0 and words.count("-f") == 1 and words[words.index("-f") + 1] == "json":
        json.loads(result.out)
