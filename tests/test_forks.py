"""Forks while other threads score, load or hold what children need."""

import os
import signal
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

from tesla_metrics import Session, TeslaM, native
from tesla_metrics.files.input_file import open_inputs
from tesla_metrics.native import load_native

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
def beside(work: Callable[[Event, Event], None]) -> Iterator[Event]:
    """A thread that says when it is where it should be, and is told to end."""
    begun, end = Event(), Event()
    thread = Thread(target=work, args=(begun, end))
    thread.start()
    begun.wait()
    try:
        yield end
    finally:
        end.set()
        thread.join()


@pytest.fixture(autouse=True)
def little_patience(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(native, "_LOCK_TIMEOUT", 0.2)


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
    metrics = ("tesla-m", "tesla-x", "tesla-celab", "tesla-b")
    run_scene("native", "fork,thread,executor", tmp_path, *metrics)


def test_children_score_as_their_parent_in_plain_python(tmp_path: Path) -> None:
    run_scene("python", "fork-of-fork,process", tmp_path, "tesla-celab")


def scores(session: Session) -> bool:
    return TeslaM(lang="en").score(["a red boat"], ["a red boat"], session=session).score == 1


def test_a_lock_that_stays_held_is_free_in_the_child() -> None:
    session = session_of("auto")

    def hold(begun: Event, end: Event) -> None:
        with session.loading_lock.lock:
            begun.set()
            end.wait()

    with beside(hold):
        assert in_child(lambda: scores(session))
    assert scores(session)


def test_what_is_loaded_is_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(native, "_LOCK_TIMEOUT", 60)
    session, loaded = Session(), []

    def load(begun: Event, end: Event) -> None:
        def slowly() -> str:
            begun.set()
            time.sleep(0.3)  # a package is imported, say
            loaded.append("all of it")
            return "a table"

        session.once(slowly)

    with beside(load):
        assert in_child(lambda: loaded == ["all of it"])


def test_a_property_that_is_being_computed() -> None:
    class Slow:
        begun: Event

        @cached_property
        def value(self) -> int:
            if os.getpid() == parent:
                self.begun.set()
                time.sleep(0.5)
            return 3

    parent, slow = os.getpid(), Slow()

    def compute(begun: Event, end: Event) -> None:
        slow.begun = begun
        assert slow.value == 3

    native.__dict__["_Slow"] = Slow  # where those of the package are found
    try:
        with beside(compute):
            assert in_child(lambda: slow.value == 3)
    finally:
        del native.__dict__["_Slow"]


class Interrupted:
    """A core that hears Ctrl-C just before or after it is asked for something, once for each."""

    def __init__(self, *moments: str) -> None:
        self.moments, self.held, self.was_held = list(moments), False, False

    def at(self, moment: str) -> None:
        if moment in self.moments:
            self.moments.remove(moment)
            os.kill(os.getpid(), signal.SIGINT)
            time.sleep(0.001)  # it is heard here

    def hold(self) -> None:
        self.at("before hold")
        self.held = True
        self.at("after hold")

    def go_on(self) -> None:
        self.at("before go_on")
        self.held = False
        self.at("after go_on")

    def renew(self) -> None:  # twice
        self.was_held, self.held = self.was_held or self.held, False


@pytest.mark.parametrize("moment", ["before hold", "after hold", "before go_on", "after go_on"])
@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
def test_an_interrupted_fork_is_done_whole(moment: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Python swallows the exception, and forks: all must be held then, and nothing after that."""
    first, last = Interrupted(moment), Interrupted()
    guard = native.ForkSafeLock()
    monkeypatch.setattr(native, "_cores", [first, *native._cores, last])
    assert in_child(lambda: first.was_held and last.was_held)
    assert first.moments == []
    assert [first.held, last.held] == [False, False]
    with pytest.raises(RuntimeError):
        guard.lock.release()
    assert scores(session_of("auto"))


@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
def test_a_wait_that_is_interrupted_gives_back_what_was_taken(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(native, "_LOCK_TIMEOUT", 60)
    guards = [native.ForkSafeLock() for _ in range(3)]

    def hold(begun: Event, end: Event) -> None:
        with guards[1].lock:
            begun.set()
            time.sleep(0.2)
            os.kill(os.getpid(), signal.SIGINT)
            end.wait()

    with guards[2].lock, beside(hold):  # this thread's own stays its own
        assert in_child(lambda: True)
    for guard in guards:
        with pytest.raises(RuntimeError):
            guard.lock.release()


def test_guards_made_meanwhile_disturb_nothing() -> None:
    """Who went through a weak set would find that it changed."""
    switching = sys.getswitchinterval()

    def make(begun: Event, end: Event) -> None:
        kept: list[native.ForkSafeLock] = []
        while not end.is_set():
            kept = [*kept[-50:], native.ForkSafeLock()]
            begun.set()

    some = [native.ForkSafeLock() for _ in range(500)]
    try:
        sys.setswitchinterval(1e-6)
        with beside(make):
            for _ in range(50):
                native._acquire_locks()
                native._release_in_parent()
    finally:
        sys.setswitchinterval(switching)
    assert len(some) == 500


def test_a_child_that_ends_leaves_the_copy_of_a_pipe(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    (given,) = open_inputs([str(pipe)])

    def write(begun: Event, end: Event) -> None:
        begun.set()
        pipe.write_text("Fog lies over the harbour.\n")

    with beside(write):
        assert list(given.lines()) == ["Fog lies over the harbour."]

    def leave() -> bool:
        nonlocal given
        del given
        return True

    assert in_child(leave)
    assert list(given.lines()) == ["Fog lies over the harbour."]
