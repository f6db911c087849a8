"""Outputs belong to one process at a time, for as long as it lives."""

import errno
import os
import threading
from pathlib import Path

import pytest
from holding import held

from tesla_metrics.errors import InputError, TeslaError
from tesla_metrics.files import locking
from tesla_metrics.files.atomic import write_atomically
from tesla_metrics.files.locking import hold_output_lock
from tesla_metrics.files.resource import Resource, write_resource

posix = pytest.mark.skipif(os.name != "posix", reason="no fork, no links here")


def is_taken(output: Path) -> bool:
    """As any other thread sees it."""
    found: list[bool] = []

    def ask() -> None:
        try:
            with hold_output_lock(output):
                found.append(False)
        except TeslaError:
            found.append(True)

    thread = threading.Thread(target=ask)
    thread.start()
    thread.join()
    return found[0]


def test_nothing_is_left(tmp_path: Path) -> None:
    with hold_output_lock(tmp_path / "x"):
        assert [path.name for path in tmp_path.iterdir()] == [".x.tesla-lock"]
    assert list(tmp_path.iterdir()) == []
    with pytest.raises(KeyboardInterrupt), hold_output_lock(tmp_path / "x"):
        raise KeyboardInterrupt
    assert list(tmp_path.iterdir()) == []


def test_another_process_is_refused_and_its_death_is_enough(tmp_path: Path) -> None:
    output = tmp_path / "x"
    with held(output) as process:
        with pytest.raises(
            TeslaError, match=r"x is already being written.*wait.*another output"
        ) as caught:
            write_resource(output, Resource("counts", 1, {}, b""))
        assert "\n" not in str(caught.value)
        with hold_output_lock(tmp_path / "y"):
            pass
        process.kill()
        process.wait()
        assert (tmp_path / ".x.tesla-lock").exists()
        with hold_output_lock(output):
            assert is_taken(output)
    assert list(tmp_path.iterdir()) == []


def test_a_thread_may_ask_again_and_another_may_not(tmp_path: Path) -> None:
    with hold_output_lock(tmp_path / "x"):
        with hold_output_lock(tmp_path / "x"):
            assert is_taken(tmp_path / "x")
        assert is_taken(tmp_path / "x")
    assert not is_taken(tmp_path / "x")


@posix
def test_another_spelling_is_the_same_output(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "folder").mkdir()
    (tmp_path / "link").symlink_to("folder/x")
    with hold_output_lock(tmp_path / "folder" / "x"):
        for other in ("link", "folder/../folder/x"):
            assert is_taken(Path(other))


@posix
@pytest.mark.filterwarnings("ignore:.*fork:DeprecationWarning")
def test_a_child_that_lives_on_does_not_keep_it(tmp_path: Path) -> None:
    reading, writing = os.pipe()
    with hold_output_lock(tmp_path / "x"):
        if not (child := os.fork()):
            os.close(writing)
            os.read(reading, 1)  # until the parent has no more of it
            os._exit(0)
        assert is_taken(tmp_path / "x")
    assert not is_taken(tmp_path / "x")
    os.close(writing)
    os.close(reading)
    assert os.waitpid(child, 0)[1] == 0


@posix
@pytest.mark.filterwarnings("ignore:.*fork:DeprecationWarning")
def test_a_child_neither_has_it_nor_ends_it(tmp_path: Path) -> None:
    with hold_output_lock(tmp_path / "x"):
        if not (child := os.fork()):
            try:
                with hold_output_lock(tmp_path / "x"):
                    os._exit(1)
            except TeslaError:
                os._exit(0)
        assert os.waitpid(child, 0)[1] == 0
        assert is_taken(tmp_path / "x")


def test_one_that_was_removed_between_is_not_taken(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Else two would have it: one the old file, the other the new one."""
    tries = []
    really_take = locking.try_lock

    def take(handle: int) -> bool | None:
        tries.append(handle)
        if len(tries) == 1:
            (tmp_path / ".x.tesla-lock").unlink()
        return really_take(handle)

    monkeypatch.setattr(locking, "try_lock", take)
    with hold_output_lock(tmp_path / "x"):
        assert len(tries) == 2
        assert is_taken(tmp_path / "x")


def test_no_locks_no_trouble(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(handle: int) -> None:
        raise OSError(errno.ENOLCK, "No locks available")

    monkeypatch.setattr(locking, "_lock", refuse)
    with hold_output_lock(tmp_path / "x"), hold_output_lock(tmp_path / "x"):
        assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("place", ["gone/x", "folder", "file/x"])
def test_where_no_lock_can_be_the_error_comes_from_writing(tmp_path: Path, place: str) -> None:
    (tmp_path / "folder").mkdir()
    (tmp_path / "file").write_text("")
    with hold_output_lock(tmp_path / place):
        pass
    assert sorted(path.name for path in tmp_path.rglob("*")) == ["file", "folder"]


@pytest.mark.skipif(not Path("/dev/null").exists(), reason="no devices here")
def test_a_device_is_anybodys() -> None:
    with hold_output_lock(Path("/dev/null")):
        assert not is_taken(Path("/dev/null"))


def test_a_file_of_somebody_else_stays(tmp_path: Path) -> None:
    (tmp_path / ".x.tesla-lock").write_text("a thesis")
    with hold_output_lock(tmp_path / "x"):
        assert is_taken(tmp_path / "x")
    assert (tmp_path / ".x.tesla-lock").read_text() == "a thesis"


def test_where_names_and_open_files_never_agree_it_is_held_all_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(locking, "is_same_file", lambda handle, path: False)
    with hold_output_lock(tmp_path / "x"):
        assert is_taken(tmp_path / "x")
    assert not is_taken(tmp_path / "x")


@posix
@pytest.mark.parametrize("character", ["x", "\u00e9"])
def test_names_as_long_as_they_may_be(tmp_path: Path, character: str) -> None:
    size = len(character.encode())
    for length in (238, 240, 242, 254):
        output, other = (tmp_path / f"{character * (length // size)}{end}" for end in "ab")
        with hold_output_lock(output):
            assert is_taken(output)
            assert not is_taken(other)
            write_resource(output, Resource("counts", 1, {}, b""))
        output.unlink()
    assert list(tmp_path.iterdir()) == []


@posix
def test_names_that_cannot_be(tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to("link")
    for name, reason in (("x" * 300, errno.ENAMETOOLONG), ("link", errno.ELOOP)):
        with (
            pytest.raises(InputError, match=os.strerror(reason)),
            hold_output_lock(tmp_path / name),
        ):
            pass
        with pytest.raises(InputError, match=os.strerror(reason)):
            write_atomically(tmp_path / name, b"")
    assert [path.name for path in tmp_path.iterdir()] == ["link"]
