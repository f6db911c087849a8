"""What is kept in the user's cache folder: made once, bounded, and never in the way."""

import os
from pathlib import Path

import pytest

from tesla_metrics.files import cache as module
from tesla_metrics.files.cache import FOLDER_VARIABLE, is_enabled, load_or_compute


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
    monkeypatch.setenv(FOLDER_VARIABLE, str(found))
    return found


def test_made_once(folder: Path) -> None:
    make = Maker()
    assert [load_or_compute(b"a", make) for _ in range(3)] == [b"made"] * 3
    assert make.times == 1
    assert len(list(folder.iterdir())) == 1


def test_another_key_is_another_thing(folder: Path) -> None:
    assert load_or_compute(b"a", Maker(b"one")) == b"one"
    assert load_or_compute(b"b", Maker(b"two")) == b"two"
    assert load_or_compute(b"a", Maker(b"three")) == b"one"


@pytest.mark.parametrize("damage", [b"", b"short", b"x" * 60])
def test_a_damaged_file_is_made_again(folder: Path, damage: bytes) -> None:
    load_or_compute(b"a", Maker())
    (path,) = folder.iterdir()
    path.write_bytes(damage)
    make = Maker()
    assert load_or_compute(b"a", make) == b"made"
    assert make.times == 1
    assert load_or_compute(b"a", make) == b"made"
    assert make.times == 1


def test_nothing_is_kept_where_that_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(FOLDER_VARIABLE, "")
    make = Maker()
    assert load_or_compute(b"a", make) == load_or_compute(b"a", make)
    assert make.times == 2


def test_a_folder_that_cannot_be(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("in the way")
    monkeypatch.setenv(FOLDER_VARIABLE, str(tmp_path / "file" / "cache"))
    assert load_or_compute(b"a", Maker()) == b"made"


def test_what_was_not_used_for_long_goes(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_MAX_BYTES", 250)
    for number in range(3):
        load_or_compute(b"%d" % number, Maker(bytes(60)))
        for path in folder.iterdir():  # each older than the next
            facts = path.stat()
            os.utime(path, ns=(facts.st_atime_ns, facts.st_mtime_ns - 10**9))
    assert len(list(folder.iterdir())) == 2
    kept, gone = Maker(), Maker()
    load_or_compute(b"1", kept)
    load_or_compute(b"0", gone)
    assert (kept.times, gone.times) == (0, 1)


def test_where_it_is_by_default(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(FOLDER_VARIABLE)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setenv("LOCALAPPDATA", str(tmp_path))
    load_or_compute(b"a", Maker())
    assert [path.name for path in tmp_path.iterdir()] == ["tesla-metrics"]


def test_a_good_file_of_somebody_else_is_used(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    load_or_compute(b"a", Maker())

    def refuse(*_: object) -> None:
        raise PermissionError(1, "Operation not permitted")

    monkeypatch.setattr(os, "utime", refuse)
    make = Maker()
    assert load_or_compute(b"a", make) == b"made"
    assert make.times == 0


def test_what_was_kept_under_another_key_is_none(folder: Path) -> None:
    load_or_compute(b"a", Maker(b"one"))
    (first,) = folder.iterdir()
    load_or_compute(b"b", Maker(b"two"))
    (second,) = (path for path in folder.iterdir() if path != first)
    second.write_bytes(first.read_bytes())
    assert load_or_compute(b"b", Maker(b"two")) == b"two"


def test_what_killed_processes_left_behind_goes(folder: Path) -> None:
    load_or_compute(b"a", Maker())
    left = folder / ".something.kept.abcdefgh.tesla"
    left.write_bytes(b"half of")
    other = folder / "notes.txt"
    other.write_bytes(b"not ours")
    os.utime(left, (0, 0))
    load_or_compute(b"b", Maker())
    assert not left.exists()
    assert other.exists()


def test_whether_anything_is_kept(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert is_enabled()
    monkeypatch.setenv(FOLDER_VARIABLE, "")
    assert not is_enabled()


def test_what_is_larger_than_all_may_be_stays(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "_MAX_BYTES", 250)
    small, large = Maker(b"small"), Maker(bytes(300))
    load_or_compute(b"small", small)
    for path in folder.iterdir():  # as if another process had kept it just now
        os.utime(path, (2**32, 2**32))
    for _ in range(2):
        assert load_or_compute(b"large", large) == bytes(300)
    assert large.times == 1
    assert len(list(folder.iterdir())) == 1
    load_or_compute(b"small", small)
    assert len(list(folder.iterdir())) == 1
