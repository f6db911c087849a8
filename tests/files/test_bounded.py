"""Small files that would become large ones in memory."""

import io
import json
import lzma
import sys
import zlib
from collections.abc import Callable
from pathlib import Path

import pytest
from odd_values import container

from tesla_metrics import ResourceError
from tesla_metrics.files.compression import MAPPED_MAGIC, decompress_bounded, read_bounded
from tesla_metrics.files.mapped_arrays import read_mapped
from tesla_metrics.files.resource import Resource, encode_resource, read_resource, write_resource
from tesla_metrics.files.schema import SchemaError

HEADER = b'{"kind": "counts", "version": 1, "settings": {}}'


@pytest.mark.parametrize("compress", [zlib.compress, lzma.compress])
@pytest.mark.parametrize("size", [0, 1, 1000, 70_000])
def test_bodies_of_the_stated_size(size: int, compress: Callable[[bytes], bytes]) -> None:
    body = bytes(range(256)) * (size // 256) + bytes(size % 256)
    packed = compress(body)
    assert decompress_bounded(packed, size) == decompress_bounded(packed, None) == body
    for wrong in (size - 1, size + 1):
        with pytest.raises(SchemaError, match=r"its body (has|says)"):
            decompress_bounded(packed, max(wrong, 0) if size else 1)


@pytest.mark.parametrize(
    ("packed", "fact"),
    [
        (zlib.compress(b"a b") + b"x", "extra data after its body"),
        (zlib.compress(b"a b")[:-1], "its body is truncated"),
        (lzma.compress(b"a b") + b"x", "extra data after its body"),
        (lzma.compress(b"a b") * 2, "extra data after its body"),
        (lzma.compress(b"a b")[:-1], "its body is truncated"),
        (lzma.compress(b"a b")[:6], "its body is truncated"),
        (b"", "its body is truncated"),
    ],
)
def test_bodies_that_end_elsewhere(packed: bytes, fact: str) -> None:
    for stated in (3, None):
        with pytest.raises(SchemaError, match=fact):
            decompress_bounded(packed, stated)


@pytest.mark.parametrize(
    "bomb", [zlib.compress(bytes(20_000_000), 1), lzma.compress(bytes(20_000_000), preset=0)]
)
@pytest.mark.parametrize("stated", ["", " 100", " 10000000000"])
def test_a_body_that_expands_without_end(tmp_path: Path, stated: str, bomb: bytes) -> None:
    path = tmp_path / "bomb.counts"
    path.write_bytes(container(HEADER, bomb, stated))
    with pytest.raises(
        ResourceError, match=r"bomb\.counts is malformed \(its (body has|stated body size)"
    ):
        read_resource(path, "counts", 1)


@pytest.mark.parametrize("stated", [" 03", " -3", " 3 ", " x", "  3", " 3.0", " 2", " 4"])
def test_sizes_that_are_none(tmp_path: Path, stated: str) -> None:
    path = tmp_path / "x"
    path.write_bytes(container(HEADER, zlib.compress(b"abc"), stated))
    with pytest.raises(ResourceError, match=r"damaged|malformed"):
        read_resource(path, "counts", 1)
    for right in (" 3", ""):  # files of old do not say
        path.write_bytes(container(HEADER, zlib.compress(b"abc"), right))
        assert read_resource(path, "counts", 1).body == b"abc"


def test_a_header_without_end(tmp_path: Path) -> None:
    settings = {"sources": ["x" * 2_000_000]}
    facts = {"kind": "counts", "version": 1, "settings": settings}
    path = tmp_path / "x"
    path.write_bytes(container(json.dumps(facts).encode(), zlib.compress(b"")))
    with pytest.raises(ResourceError, match=r"header is longer than 1048576 bytes"):
        read_resource(path, "counts", 1)
    path.write_bytes(
        container(json.dumps(facts | {"sections": {}}).encode(), b"", "", MAPPED_MAGIC)
    )
    with pytest.raises(ResourceError, match=r"header is longer than 1048576 bytes"):
        read_mapped(path, "counts", 1)


def test_no_more_is_read_than_there_may_be() -> None:
    assert read_bounded(io.BytesIO(b"abc"), 3, Path("x")) == b"abc"
    with pytest.raises(ResourceError, match="x has more than 2 MiB"):
        read_bounded(io.BytesIO(bytes(3 << 20)), 2 << 20, Path("x"))


@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="no device without end")
def test_a_device_without_end() -> None:
    for read in (read_resource, read_mapped):
        with pytest.raises(ResourceError, match="it is binary"):
            read(Path("/dev/zero"), "tagger", 1)


def test_files_of_old_are_bounded_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tesla_metrics.files.compression._MAX_UNSTATED", 999)
    monkeypatch.setattr("tesla_metrics.files.compression.MAX_BODY", 1000)
    packed = zlib.compress(bytes(1000))
    assert decompress_bounded(packed, 1000) == bytes(1000)
    with pytest.raises(SchemaError, match="more than the allowed 999 bytes"):
        decompress_bounded(packed, None)
    with pytest.raises(SchemaError, match="stated body size is 1001"):
        decompress_bounded(zlib.compress(bytes(1001)), 1001)


def test_what_was_written_can_be_read_however_well_it_packs(tmp_path: Path) -> None:
    resource = Resource("counts", 1, {}, bytes(1_000_000))
    write_resource(tmp_path / "x", resource)
    assert (tmp_path / "x").stat().st_size < 2000
    assert read_resource(tmp_path / "x", "counts", 1) == resource


def test_an_xz_body_that_needs_much_memory_is_refused() -> None:
    filters = [{"id": lzma.FILTER_LZMA2, "preset": 0, "dict_size": 1 << 30}]
    packed = lzma.compress(b"a b", filters=filters)
    with pytest.raises(SchemaError, match="Memory usage limit exceeded"):
        decompress_bounded(packed, 3)


@pytest.mark.parametrize("format_", [lzma.FORMAT_ALONE, lzma.FORMAT_RAW])
def test_lzma_data_without_the_header_of_xz_is_refused(format_: int) -> None:
    filters = [{"id": lzma.FILTER_LZMA1 if format_ == lzma.FORMAT_ALONE else lzma.FILTER_LZMA2}]
    with pytest.raises(SchemaError):
        decompress_bounded(lzma.compress(b"a b", format=format_, filters=filters), 3)


def test_large_models_are_written_with_xz_and_read_with_either(tmp_path: Path) -> None:
    path = tmp_path / "x"
    for kind, start in {"srl": b"\xfd7zXZ\0", "tagger": b"x\xda"}.items():
        resource = Resource(kind, 1, {}, b"a b" * 1000)
        content = encode_resource(resource)
        header, packed = content.split(b"\n", 2)[1:]
        assert packed.startswith(start)
        for body in (packed, zlib.compress(resource.body), lzma.compress(resource.body)):
            path.write_bytes(container(header, body, " 3000"))
            assert read_resource(path, kind, 1) == resource


def test_every_flipped_byte_of_an_xz_body_is_noticed_without_the_checksum(tmp_path: Path) -> None:
    path = tmp_path / "x"
    packed = lzma.compress(b"some words", check=lzma.CHECK_CRC32)
    for position in range(len(packed)):
        damaged = bytearray(packed)
        damaged[position] ^= 0x20
        path.write_bytes(container(HEADER, bytes(damaged), " 10"))
        with pytest.raises(ResourceError, match="malformed"):
            read_resource(path, "counts", 1)


def test_a_python_without_lzma(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "en.srl"
    resource = Resource("srl", 1, {}, b"a b")
    write_resource(path, resource)
    monkeypatch.setitem(sys.modules, "lzma", None)  # the import raises an ImportError
    message = r"en\.srl is compressed with xz, which this Python cannot read \(it was built without"
    with pytest.raises(ResourceError, match=message) as caught:
        read_resource(path, "srl", 1)
    assert caught.value.exit_code == 4
    assert "\n" not in str(caught.value)
    with pytest.raises(ResourceError, match="this Python cannot read"):
        encode_resource(resource)
    path.write_bytes(
        container(b'{"kind": "srl", "version": 1, "settings": {}}', zlib.compress(b"a b"))
    )
    assert read_resource(path, "srl", 1) == resource
