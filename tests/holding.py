"""Another process that makes an output."""

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

_HOLD = """
import sys
from pathlib import Path
from tesla_metrics.files.locking import hold_output_lock as locked

with locked(Path(sys.argv[1])):
    print("held", flush=True)
    sys.stdin.readline()
"""


@contextmanager
def held(output: Path) -> Iterator["subprocess.Popen[str]"]:
    """For as long as the block lasts, or until the process is killed."""
    with subprocess.Popen(
        [sys.executable, "-c", _HOLD, output],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
    ) as process:  # fmt: skip
        assert process.stdout is not None
        assert process.stdout.readline() == "held\n"
        yield process
        process.kill()
