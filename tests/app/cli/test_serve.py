"""`tesla serve` as a process: what it prints, and how it ends."""

import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from urllib.request import urlopen

import pytest

from app.cli.running import refused, run

COMMAND = [sys.executable, "-m", "tesla_metrics", "serve", "--port", "0"]


@contextmanager
def started(*arguments: str, **environment: str) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """The process, and the address that it prints."""
    with subprocess.Popen(
        [*COMMAND, *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        env={**os.environ, **environment},
    ) as process:  # fmt: skip
        try:
            assert process.stdout is not None
            line = process.stdout.readline()
            found = re.fullmatch(r"tesla: serving on (http://\S+) \(Ctrl-C ends it\)\n", line)
            assert found, (line, process.stderr and process.stderr.read())
            yield process, found[1]
        finally:
            process.kill()


@pytest.mark.skipif(os.name == "nt", reason="no signals")
@pytest.mark.parametrize(
    ("number", "code", "said"),
    [
        (signal.SIGINT, 130, "tesla: interrupted\n"),
        (signal.SIGTERM, 143, "tesla: terminated\n"),
    ],
)
def test_ends_by_signals(number: int, code: int, said: str) -> None:
    token = "my-own-long-token"
    with started(TESLA_TOKEN=token) as (process, address):
        url, _, secret = address.partition("#")
        assert secret == f"token={token}"
        with urlopen(f"{url}healthz", timeout=30) as answer:
            assert answer.read() == b"ok\n"
        process.send_signal(number)
        assert process.communicate(timeout=30) == ("", said)
        assert process.returncode == code


def test_slips() -> None:
    refused(run("serve", "--port", "99999"), 2, "port 99999", "from 0 to 65535")
    refused(run("serve", "--token", "short"), 2, "16 or more")
    refused(run("serve", "--port", "0", "-l", "qq"), 2, "qq")
    refused(run("serve", "-j", "0"), 2, "0 jobs")
    refused(run("serve", "--timeout", "0"), 2, "seconds 0")
    refused(run("serve", "texts"), 2, "unexpected argument 'texts'")
