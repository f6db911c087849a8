"""Files appear whole or not at all."""

import os
from pathlib import Path

import pytest

from tesla_metrics.errors import InputError, TeslaError
from tesla_metrics.files.atomic import write_atomically


def test_written_and_replaced(tmp_path: Path) -> None:
    path = tmp_path / "out"
    for content in (b"one", b"two\0"):
        write_atomically(path, content)
        assert path.read_bytes() == content
    assert list(tmp_path.iterdir()) == [path]


def test_permissions_follow_the_umask(tmp_path: Path) -> None:
    before = os.umask(0o027)
    try:
        write_atomically(tmp_path / "out", b"")
        assert os.umask(0o027) == 0o027
    finally:
        os.umask(before)
    assert (tmp_path / "out").stat().st_mode & 0o777 == 0o640


@pytest.mark.parametrize("error", [KeyboardInterrupt, OSError(28, "No space left on device")])
@pytest.mark.parametrize("old", [None, b"old"])
def test_interrupted(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    error: BaseException | type[BaseException],
    old: bytes | None,
) -> None:
    path = tmp_path / "out"
    if old is not None:
        path.write_bytes(old)

    def fail(self: Path, target: Path) -> None:
        raise error

    monkeypatch.setattr(Path, "replace", fail)
    expected = KeyboardInterrupt if error is KeyboardInterrupt else TeslaError
    with pytest.raises(expected):
        write_atomically(path, b"new")
    assert [p.read_bytes() for p in tmp_path.iterdir()] == ([] if old is None else [old])


def test_message_has_the_reason(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(InputError, match=r"cannot write .*no.out: No such file or directory"):
        write_atomically(tmp_path / "no" / "out", b"")
    (tmp_path / "folder").mkdir()
    with pytest.raises(InputError, match=r"cannot write .*folder"):
        write_atomically(tmp_path / "folder", b"")
    assert [path.name for path in tmp_path.iterdir()] == ["folder"]


def test_a_link_stays_and_what_it_leads_to_is_written(tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to(tmp_path / "real")
    write_atomically(tmp_path / "link", b"x")
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "real").read_bytes() == b"x"


@pytest.mark.skipif(not Path("/dev/fd").exists(), reason="no names of open files here")
def test_a_pipe_by_the_name_of_its_handle() -> None:
    reading, writing = os.pipe()
    write_atomically(Path(f"/dev/fd/{writing}"), b"x")
    os.close(writing)
    assert os.read(reading, 9) == b"x"
    os.close(reading)


@pytest.mark.skipif(not Path("/dev/null").exists(), reason="no devices here")
def test_a_device_is_written_to_and_not_replaced() -> None:
    write_atomically(Path("/dev/null"), b"x")
    assert Path("/dev/null").is_char_device()
