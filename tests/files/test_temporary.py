"""What killed writers leave goes; what others have does not."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tesla_metrics.files import atomic, locking
from tesla_metrics.files.atomic import create_locked_temporary, open_atomically, write_atomically

_WRITE = """
import os, signal, sys
from pathlib import Path
from tesla_metrics.files.atomic import open_atomically

with open_atomically(Path(sys.argv[1])) as stream:
    stream.write(b"half")
    stream.flush()
    os.kill(os.getpid(), signal.SIGKILL)
"""


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


@pytest.mark.skipif(os.name != "posix", reason="no signals")
def test_the_next_writer_clears_what_a_killed_one_left(tmp_path: Path) -> None:
    output = tmp_path / "en.arpa"
    killed = subprocess.run([sys.executable, "-c", _WRITE, output])
    assert killed.returncode == -signal.SIGKILL
    (left,) = names(tmp_path)
    assert left.startswith(".en.arpa.")
    write_atomically(tmp_path / "other", b"")
    assert left in names(tmp_path)
    write_atomically(output, b"whole")
    assert names(tmp_path) == ["en.arpa", "other"]


def test_files_of_others_stay(tmp_path: Path) -> None:
    others = [".x.abcdefgh", ".x.y.abcdefgh.tesla", ".x.abcdefghi.tesla", ".x.tesla", "x.tesla"]
    for name in others:
        (tmp_path / name).write_text("mine")
    (tmp_path / ".x.abcdefgh.tesla").mkdir()
    write_atomically(tmp_path / "x", b"")
    assert names(tmp_path) == sorted([*others, ".x.abcdefgh.tesla", "x"])


def test_a_file_that_is_being_written_stays(tmp_path: Path) -> None:
    with open_atomically(tmp_path / "x") as stream:
        write_atomically(tmp_path / "x", b"first")
        assert len(names(tmp_path)) == 2
        stream.write(b"last")
    assert names(tmp_path) == ["x"]
    assert (tmp_path / "x").read_bytes() == b"last"


def test_one_that_went_before_it_was_locked_is_made_anew(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tries = []

    def take(handle: int) -> bool | None:
        tries.append(handle)
        if len(tries) == 1:
            for path in tmp_path.iterdir():
                path.unlink()
        return locking.try_lock(handle)

    monkeypatch.setattr(atomic, "try_lock", take)
    handle, path = create_locked_temporary(tmp_path / "x")
    assert len(tries) == 2
    assert path.exists()
    os.close(handle)


def test_without_locks_nothing_is_cleared(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(atomic, "try_lock", lambda handle: None)
    (tmp_path / ".x.abcdefgh.tesla").write_text("whose?")
    write_atomically(tmp_path / "x", b"")
    assert names(tmp_path) == [".x.abcdefgh.tesla", "x"]


def test_where_names_and_open_files_never_agree_it_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(atomic, "is_same_file", lambda handle, path: False)
    write_atomically(tmp_path / "x", b"whole")
    assert names(tmp_path) == ["x"]


def test_one_who_has_the_old_file_open_is_waited_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(atomic, "_PAUSES", (0.0, 0.0))  # as in Windows
    replace, tries = Path.replace, []

    def busy(self: Path, target: Path) -> Path:
        tries.append(self)
        if len(tries) < 3:
            raise PermissionError(13, "Permission denied")
        return replace(self, target)

    monkeypatch.setattr(Path, "replace", busy)
    write_atomically(tmp_path / "x", b"whole")
    assert (len(tries), names(tmp_path)) == (3, ["x"])


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no forks")
@pytest.mark.filterwarnings("ignore:.*fork:DeprecationWarning")
def test_a_child_that_lives_on_keeps_no_lock(tmp_path: Path) -> None:
    (reading, writing), (hearing, telling) = os.pipe(), os.pipe()
    with open_atomically(tmp_path / "x") as stream:
        (left,) = names(tmp_path)
        if not (child := os.fork()):
            os.close(writing)
            os.write(telling, b"x")
            os.read(reading, 1)  # until the parent has no more of it
            stream.write(b"leads nowhere")
            stream.flush()
            os._exit(0)
        os.read(hearing, 1)
    (tmp_path / "x").rename(tmp_path / left)  # as if the parent had been killed
    write_atomically(tmp_path / "x", b"whole")
    assert names(tmp_path) == ["x"]
    for handle in (reading, writing, hearing, telling):
        os.close(handle)
    assert os.waitpid(child, 0)[1] == 0
