"""Whoever is interrupted takes the decoder with him."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from toy_loops import pids_in, python, write_config


@pytest.mark.skipif(os.name != "posix", reason="signals of POSIX")
def test_the_decoder_and_all_that_it_started_end_with_us(tmp_path: Path) -> None:
    (tmp_path / "slow.py").write_text(
        "import os, subprocess, sys, time\n"
        "child = subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(60)'])\n"
        "open('pids.part', 'w').write(f'{os.getpid()} {child.pid}')\n"
        "os.rename('pids.part', 'pids')\ntime.sleep(60)\n",
        encoding="utf-8",
    )
    config = write_config(tmp_path, python(tmp_path / "slow.py") + " {weights}")
    run = subprocess.Popen(
        [sys.executable, "-m", "tesla_metrics", "tune", "--config", str(config)],
        stderr=subprocess.PIPE,
    )
    try:
        pids = pids_in(tmp_path / "pids")
        run.send_signal(signal.SIGINT)
        _, said = run.communicate(timeout=30)
    finally:
        run.kill()
    assert run.returncode == 130
    assert b"interrupted" in said
    for pid in pids:
        _wait_until_gone(pid)


def _wait_until_gone(pid: int) -> None:
    for _ in range(200):
        try:
            os.kill(pid, 0)
        except ProcessLookupError:
            return
        status = Path(f"/proc/{pid}/stat")
        if status.exists() and status.read_text().rpartition(")")[2].split()[0] == "Z":
            return  # ended, and nobody has asked for its code
        time.sleep(0.05)
    raise AssertionError(f"{pid} lives on")
