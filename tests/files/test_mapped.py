"""The container of arrays that are mapped."""

import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tesla_metrics.errors import InputError, ResourceError
from tesla_metrics.files import mapped_arrays as container
from tesla_metrics.files.mapped_arrays import Section, read_mapped, write_mapped

ARRAYS: dict[str, Section] = {
    "few": np.arange(3, dtype=np.int16),
    "none": np.zeros((0, 4), np.float32),
    "many": np.arange(100, dtype=np.float64).reshape(4, 25),
}


def test_round_trip(tmp_path: Path) -> None:
    write_mapped(tmp_path / "x", "numbers", 2, {"why": "é"}, ARRAYS)
    mapped = read_mapped(tmp_path / "x", "numbers", 2)
    assert mapped.settings == {"why": "é"}
    for name, array in ARRAYS.items():
        assert isinstance(array, np.ndarray)
        found = mapped.arrays_by_name[name]
        assert (found.dtype, found.shape) == (array.dtype, array.shape)
        assert found.tolist() == array.tolist()
        assert not found.flags.writeable
        assert found.flags.aligned
    assert mapped.short_hash == mapped.digest[:8]
    assert [path.name for path in tmp_path.iterdir()] == ["x"]


def test_an_array_from_a_file_makes_the_same_bytes(tmp_path: Path) -> None:
    raw = tmp_path / "raw"
    raw.write_bytes(np.arange(100.0).tobytes())
    sections: dict[str, Section] = {**ARRAYS, "many": (raw, "<f8", (4, 25))}
    write_mapped(tmp_path / "one", "numbers", 1, {}, sections)
    write_mapped(tmp_path / "two", "numbers", 1, {}, ARRAYS)
    assert (tmp_path / "one").read_bytes() == (tmp_path / "two").read_bytes()


def test_kinds_and_versions(tmp_path: Path) -> None:
    write_mapped(tmp_path / "x", "numbers", 2, {}, ARRAYS)
    with pytest.raises(ResourceError, match="version 2"):
        read_mapped(tmp_path / "x", "numbers", 3)
    with pytest.raises(ResourceError, match="contains a numbers"):
        read_mapped(tmp_path / "x", "letters", 2)
    with pytest.raises(ResourceError, match="No such file"):
        read_mapped(tmp_path / "y", "numbers", 2)


def test_damage(tmp_path: Path) -> None:
    path = tmp_path / "x"
    write_mapped(path, "numbers", 1, {}, ARRAYS)
    whole = path.read_bytes()
    for at in (20, 90, 200, len(whole) - 1):
        path.write_bytes(whole[:at] + bytes([whole[at] ^ 1]) + whole[at + 1 :])
        with pytest.raises(ResourceError, match="damaged"):
            read_mapped(path, "numbers", 1)
        path.write_bytes(whole[:at])
        with pytest.raises(ResourceError, match="damaged"):
            read_mapped(path, "numbers", 1)


def test_nowhere_to_write(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="cannot write"):
        write_mapped(tmp_path / "no" / "x", "numbers", 1, {}, ARRAYS)


@pytest.mark.skipif(sys.platform == "win32", reason="open files are not replaced there")
def test_what_was_checked_is_what_is_mapped(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, other = tmp_path / "x", tmp_path / "y"
    write_mapped(path, "numbers", 1, {}, {"few": np.arange(3)})
    write_mapped(other, "numbers", 1, {}, {"few": np.arange(3) + 7})
    check = container._check_digest

    def check_and_replace(*given: Any) -> str:
        digest = check(*given)
        other.replace(path)
        return digest

    monkeypatch.setattr(container, "_check_digest", check_and_replace)
    assert read_mapped(path, "numbers", 1).arrays_by_name["few"].tolist() == [0, 1, 2]
