"""A run that is killed in the middle of decoding goes on, and ends as if nothing had happened."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from toy_loops import calls, pids_in, python, run_in, toy, write_config

# The second call waits until somebody kills us, or has done so.
WAITS = """
import os, pathlib, subprocess, sys, time
if pathlib.Path("calls").exists() and not pathlib.Path("killed").exists():
    pathlib.Path("pids.part").write_text(str(os.getpid()))
    os.rename("pids.part", "pids")
    time.sleep(60)
sys.exit(subprocess.call([sys.executable, *sys.argv[1:]]))
"""


@pytest.mark.skipif(os.name != "posix", reason="signals of POSIX")
def test_a_killed_run_goes_on(tmp_path: Path) -> None:
    killed, whole = tmp_path / "killed", tmp_path / "whole"
    for folder in (killed, whole):
        folder.mkdir()
        (folder / "waits.py").write_text(WAITS, encoding="utf-8")
    (whole / "killed").touch()
    command = f"{python('waits.py')} {toy('calls').split(' ', 1)[1]}"
    config = write_config(killed, command)
    run = subprocess.Popen(
        [sys.executable, "-m", "tesla_metrics", "tune", "--config", str(config), "-q"]
    )
    try:
        (decoder,) = pids_in(killed / "pids")
    finally:
        run.kill()
        run.wait()
    os.kill(decoder, signal.SIGKILL)  # nobody was left to do so
    assert calls(killed) == 1
    (killed / "killed").touch()
    went_on, never_stopped = run_in(killed, command), run_in(whole, command)
    assert went_on.iterations == never_stopped.iterations
    assert went_on.weights == never_stopped.weights
    assert went_on.scored < never_stopped.scored
    assert calls(killed) == calls(whole)
