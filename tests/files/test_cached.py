"""What is kept in the user's cache folder: made once, bounded, and never in the way."""

import os
from pathlib import Path

import pytest

from tesla_metrics.files import cache as module
from tesla_metrics.files.cache import VARIABLE, cached, is_enabled


class Maker:
    """Makes the same each time, and counts how often."""

    def __init__(self, content: bytes = b"made") -> None:
        self.content, self.times = content, 0

    def __call__(self) -> bytes:
        self.times += 1
        return self.content


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    found = tmp_path / "new" / "cache"
    monkeypatch.setenv(VARIABLE, str(found))
    return found


def test_made_once(folder: Path) -> None:
    make = Maker()
    assert [cached(b"a", make) for _ in range(3)] == [b"made"] * 3
    assert make.times == 1
    assert len(list(folder.iterdir())) == 1


def test_another_key_is_another_thing(folder: Path) -> None:
    assert cached(b"a", Maker(b"one")) == b"one"
    assert cached(b"b", Maker(b"two")) == b"two"
    assert cached(b"a", Maker(b"three")) == b"one"


@pytest.mark.parametrize("damage", [b"", b"short", b"x" * 60])
def test_a_damaged_file_is_made_again(folder: Path, damage: bytes) -> None:
    cached(b"a", Maker())
    (path,) = folder.iterdir()
    path.write_bytes(damage)
    make = Maker()
    assert cached(b"a", make) == b"made"
    assert make.times == 1
    assert cached(b"a", make) == b"made"
    assert make.times == 1


def test_nothing_is_kept_where_that_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(VARIABLE, "")
    make = Maker()
    assert cached(b"a", make) == cached(b"a", make)
    assert make.times == 2


def test_a_folder_that_cannot_be(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("in the way")
    monkeypatch.setenv(VARIABLE, str(tmp_path / "file" / "cache"))
    assert cached(b"a", Maker()) == b"made"


def test_what_was_not_used_for_long_goes(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_MAX_BYTES", 250)
    for number in range(3):
        cached(b"%d" % number, Maker(bytes(60)))
        for path in folder.iterdir():  # each older than the next
            facts = path.stat()
            os.utime(path, ns=(facts.st_atime_ns, facts.st_mtime_ns - 10**9))
    assert len(list(folder.iterdir())) == 2
    kept, gone = Maker(), Maker()
    cached(b"1", kept)
    cached(b"0", gone)
    assert (kept.times, gone.times) == (0, 1)


def test_where_it_is_by_default(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(VARIABLE)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setenv("LOCALAPPDATA", str(tmp_path))
    cached(b"a", Maker())
    assert [path.name for path in tmp_path.iterdir()] == ["tesla-metrics"]


def test_a_good_file_of_somebody_else_is_used(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    cached(b"a", Maker())

    def refuse(*_: object) -> None:
        raise PermissionError(1, "Operation not permitted")

    monkeypatch.setattr(os, "utime", refuse)
    make = Maker()
    assert cached(b"a", make) == b"made"
    assert make.times == 0


def test_what_was_kept_under_another_key_is_none(folder: Path) -> None:
    cached(b"a", Maker(b"one"))
    (first,) = folder.iterdir()
    cached(b"b", Maker(b"two"))
    (second,) = (path for path in folder.iterdir() if path != first)
    second.write_bytes(first.read_bytes())
    assert cached(b"b", Maker(b"two")) == b"two"


def test_what_killed_processes_left_behind_goes(folder: Path) -> None:
    cached(b"a", Maker())
    left = folder / ".something.kept.abcdefgh.tesla"
    left.write_bytes(b"half of")
    other = folder / "notes.txt"
    other.write_bytes(b"not ours")
    os.utime(left, (0, 0))
    cached(b"b", Maker())
    assert not left.exists()
    assert other.exists()


def test_whether_anything_is_kept(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert is_enabled()
    monkeypatch.setenv(VARIABLE, "")
    assert not is_enabled()


def test_what_is_larger_than_all_may_be_stays(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "_MAX_BYTES", 250)
    small, large = Maker(b"small"), Maker(bytes(300))
    cached(b"small", small)
    for path in folder.iterdir():  # as if another process had kept it just now
        os.utime(path, (2**32, 2**32))
    for _ in range(2):
        assert cached(b"large", large) == bytes(300)
    assert large.times == 1
    assert len(list(folder.iterdir())) == 1
    cached(b"small", small)
    assert len(list(folder.iterdir())) == 1
