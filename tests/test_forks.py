"""Forks while other threads score, load or hold what children need."""

import os
import subprocess
import sys
import time
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cached_property
from pathlib import Path
from threading import Event, Thread

import pytest
import toy_resources
from cores import session_of

from tesla_metrics import Session, TeslaM, forks
from tesla_metrics._core.native import load_native
from tesla_metrics.files.given import give

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="no forks")


def in_child(check: Callable[[], bool]) -> bool:
    """What a forked child finds; one that hangs finds nothing."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)  # Python 3.12 warns of threads
        pid = os.fork()
    if not pid:
        code = 1
        try:
            code = not check()
        finally:
            os._exit(code)
    for _ in range(1000):
        done, status = os.waitpid(pid, os.WNOHANG)
        if done:
            return status == 0
        time.sleep(0.02)
    os.kill(pid, 9)
    os.waitpid(pid, 0)
    return False


@contextmanager
def beside(work: Callable[[Event], None]) -> Iterator[Event]:
    """A thread that says that it has begun, and is told to end."""
    begun, end = Event(), Event()

    def run() -> None:
        begun.set()
        work(end)

    thread = Thread(target=run)
    thread.start()
    begun.wait()
    try:
        yield end
    finally:
        end.set()
        thread.join()


@pytest.fixture(autouse=True)
def little_patience(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(forks, "_PATIENCE", 0.2)


def run_scene(core: str, ways: str, folder: Path, *metrics: str) -> None:
    result = subprocess.run(
        [sys.executable, "-W", "error", Path(__file__).with_name("forking.py"),
         core, ways, "1", folder, *metrics],
        capture_output=True, text=True, timeout=300,
    )  # fmt: skip
    assert (result.returncode, result.stdout, result.stderr) == (0, "", "")


@pytest.mark.skipif(load_native() is None, reason="the native core is not built")
def test_children_score_as_their_parent_natively(tmp_path: Path) -> None:
    toy_resources.make_table(tmp_path)
    metrics = ("tesla-m", "maxsim", "tesla-x", "tesla-celab", "tesla-b")
    run_scene("native", "fork,thread,executor", tmp_path, *metrics)


def test_children_score_as_their_parent_in_plain_python(tmp_path: Path) -> None:
    run_scene("python", "fork-of-fork,process", tmp_path, "tesla-x", "tesla-celab")


def scores(session: Session) -> bool:
    return TeslaM(lang="en").score(["a red boat"], ["a red boat"], session=session).score == 1


def test_a_lock_that_stays_held_is_free_in_the_child() -> None:
    session = session_of("auto")

    def hold(end: Event) -> None:
        with session.loading.lock:
            end.wait()

    with beside(hold):
        assert in_child(lambda: scores(session))
    assert scores(session)


def test_what_is_loaded_is_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(forks, "_PATIENCE", 60)
    session, loaded = Session(), []

    def load(end: Event) -> None:
        def slowly() -> str:
            time.sleep(0.3)  # a package is imported, say
            loaded.append("all of it")
            return "a table"

        session.once(slowly)

    with beside(load):
        time.sleep(0.05)
        assert in_child(lambda: loaded == ["all of it"])


def test_a_property_that_is_being_computed() -> None:
    computing = Event()

    class Slow:
        @cached_property
        def value(self) -> int:
            if os.getpid() == parent:
                computing.set()
                time.sleep(0.5)
            return 3

    parent, slow = os.getpid(), Slow()
    forks.__dict__["_Slow"] = Slow  # where those of the package are found
    try:
        with beside(lambda end: setattr(slow, "seen", slow.value)):
            computing.wait()
            assert in_child(lambda: slow.value == 3)
    finally:
        del forks.__dict__["_Slow"]


@pytest.mark.skipif(load_native() is None, reason="the native core is not built")
def test_a_fork_that_fails_lets_others_in() -> None:
    session = session_of("native")
    forks._before()
    forks._after_in_parent()
    assert scores(session)


def test_a_child_that_ends_leaves_the_copy_of_a_pipe(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    (given,) = give([str(pipe)])

    def write(end: Event) -> None:
        pipe.write_text("Fog lies over the harbour.\n")

    with beside(write):
        assert list(given.lines()) == ["Fog lies over the harbour."]

    def leave() -> bool:
        nonlocal given
        del given
        return True

    assert in_child(leave)
    assert list(given.lines()) == ["Fog lies over the harbour."]
