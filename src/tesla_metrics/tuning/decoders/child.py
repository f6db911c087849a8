"""A program that is run and waited for, and never left behind."""

import os
import re
import signal
import subprocess
from collections.abc import Sequence
from pathlib import Path
from typing import BinaryIO

from ...errors import TeslaError
from ...files.schema import UNSHOWN

_TAIL_LINES, _TAIL = 3, 300
# Colours and the like, which are for a terminal and would act on ours.
_ESCAPE = re.compile(r"\x1b(?:\[[0-?]*[ -/]*[@-~]|[@-Z\\^_])")


def run_child(
    command: Sequence[str] | str, folder: Path, source: Path | None, output: Path | None, log: Path
) -> None:
    """Run it in the folder; source is its standard input, output gets its standard output.

    A text is for the shell. What it says on standard error goes to the log. Whoever is interrupted
    takes the program with him; on Windows programs that it started itself may stay.
    """
    nothing = Path(os.devnull)
    with (
        (source or nothing).open("rb") as given,
        (output or nothing).open("wb") as taken,
        log.open("wb") as said,
    ):
        code = _waited(command, folder, given, taken, said)
    if code:
        how = f"ended with code {code}" if code > 0 else f"was ended by signal {-code}"
        raise TeslaError(f"the decoder {how}{tail(log)}")


def _waited(
    command: Sequence[str] | str, folder: Path, given: BinaryIO, taken: BinaryIO, said: BinaryIO
) -> int:
    try:
        # A group of its own: all that it starts can be ended with it.
        child = subprocess.Popen(
            command, cwd=folder, stdin=given, stdout=taken, stderr=said,
            shell=isinstance(command, str), start_new_session=os.name == "posix",
        )  # fmt: skip
    except OSError as error:
        raise TeslaError(
            f"cannot start the decoder {error.filename or command[0]!r}: {error.strerror}; check "
            "decoder.command"
        ) from error
    try:
        return child.wait()
    finally:
        if child.returncode is None:
            _end(child)


def _end(child: "subprocess.Popen[bytes]") -> None:
    if os.name == "posix":
        os.killpg(child.pid, signal.SIGKILL)
    else:
        child.kill()
    child.wait()


def tail(log: Path) -> str:
    """The last lines of what it said, to end a message with."""
    said = _ESCAPE.sub("", log.read_text(encoding="utf-8", errors="replace"))
    lines = [UNSHOWN.sub(" ", line).strip() for line in said.splitlines()]
    last = list(filter(None, lines))[-_TAIL_LINES:]
    if not last:
        return f"; it said nothing (standard error is in {log})"
    return f": {' / '.join(last)[-_TAIL:]} (all of it is in {log})"
