"""The container of everything built: round trip, damage, other kinds."""

from hashlib import sha256
from pathlib import Path
from zlib import compress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tesla_metrics.errors import InputError, ResourceError
from tesla_metrics.files.resource import (
    MAGIC,
    Resource,
    encode_resource,
    read_resource,
    write_resource,
)

SAMPLE = Resource("counts", 3, {"language": "de", "größe": [1, 2.5, None]}, b"12\tein wort\n\0\xff")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "sample"
    write_resource(path, SAMPLE)
    return path


def test_round_trip(path: Path) -> None:
    found = read_resource(path, "counts", 3)
    assert found == SAMPLE
    assert len(found.digest) == 64
    assert found.short_hash == found.digest[:8]


@given(st.binary(max_size=200), st.dictionaries(st.text(max_size=5), st.integers(), max_size=3))
def test_any_content(
    tmp_path_factory: pytest.TempPathFactory, body: bytes, settings: dict[str, int]
) -> None:
    path = tmp_path_factory.mktemp("any") / "x"
    resource = Resource("tagger", 1, settings, body)
    write_resource(path, resource)
    assert read_resource(path, "tagger", 1) == resource


def test_the_same_resource_gives_the_same_bytes() -> None:
    one, two = ({"b": 1, "a": 2}, {"a": 2, "b": 1})
    assert encode_resource(Resource("x", 1, one, b"y")) == encode_resource(
        Resource("x", 1, two, b"y")
    )


def test_every_flipped_byte_is_noticed(path: Path) -> None:
    content = path.read_bytes()
    for position in range(len(content)):
        for bit in (1, 0x20, 0x80):
            damaged = bytearray(content)
            damaged[position] ^= bit
            path.write_bytes(damaged)
            with pytest.raises(ResourceError, match="sample"):
                read_resource(path, "counts", 3)


def test_every_truncation_is_noticed(path: Path) -> None:
    content = path.read_bytes()
    for length in range(len(content)):
        path.write_bytes(content[:length])
        with pytest.raises(ResourceError, match="sample"):
            read_resource(path, "counts", 3)
    path.write_bytes(content + b"\n")
    with pytest.raises(ResourceError, match="damaged"):
        read_resource(path, "counts", 3)


@pytest.mark.parametrize(
    ("kind", "version"), [("a tagger", 3), ("a counts", 2), ("a counts", 4), ("an encoder", 3)]
)
def test_other_kinds_and_versions(path: Path, kind: str, version: int) -> None:
    message = f"contains a counts of version 3, expected {kind} of version {version}"
    with pytest.raises(ResourceError, match=message):
        read_resource(path, kind.split()[1], version)


def test_missing_and_foreign(tmp_path: Path) -> None:
    with pytest.raises(ResourceError, match=r"cannot read tagger .*gone: No such file"):
        read_resource(tmp_path / "gone", "tagger", 1)
    with pytest.raises(ResourceError, match=r"cannot read tagger .*: Is a directory"):
        read_resource(tmp_path, "tagger", 1)
    other = tmp_path / "other"
    other.write_bytes(b"\x80\x04 pickle")
    with pytest.raises(ResourceError, match="is not a tagger file"):
        read_resource(other, "tagger", 1)


@pytest.mark.parametrize("rest", [b"{}\n", b"[1]\n", b"\xff\n", b'{"kind": 1}\nabc', b""])
def test_malformed_though_its_checksum_fits(tmp_path: Path, rest: bytes) -> None:
    path = tmp_path / "odd"
    path.write_bytes(b"tesla-resource 1 " + sha256(rest).hexdigest().encode() + b"\n" + rest)
    with pytest.raises(ResourceError, match="malformed"):
        read_resource(path, "counts", 1)


@pytest.mark.parametrize("settings", ["[]", "null", "3", '"x"'])
def test_settings_that_are_no_object(tmp_path: Path, settings: str) -> None:
    rest = f'{{"kind": "counts", "version": 3, "settings": {settings}}}\n'.encode() + compress(b"")
    path = tmp_path / "x"
    path.write_bytes(MAGIC + sha256(rest).hexdigest().encode() + b"\n" + rest)
    with pytest.raises(ResourceError, match=r"malformed \(settings is .*, expected an object\)"):
        read_resource(path, "counts", 3)


def test_names_that_are_no_text_and_headers_that_are_too_long(tmp_path: Path) -> None:
    path = tmp_path / "x"
    write_resource(path, Resource("counts", 1, {"sources": ["a\udcff.txt"]}, b""))
    assert read_resource(path, "counts", 1).settings == {"sources": ["a?.txt"]}
    with pytest.raises(InputError, match="join the files"):
        write_resource(path, Resource("counts", 1, {"sources": ["x" * 1_100_000]}, b""))


def test_the_first_line_states_the_size_and_leaves_the_hash_as_it_was(path: Path) -> None:
    first, _, rest = path.read_bytes().partition(b"\n")
    assert first.endswith(b" %d" % len(SAMPLE.body))
    path.write_bytes(first.rpartition(b" ")[0] + b"\n" + rest)  # as files were before
    assert read_resource(path, "counts", 3).digest == sha256(rest).hexdigest()
