"""Shipped files are compressed as their kind is written, and keep their content."""

import zlib
from pathlib import Path

import pytest
from odd_values import container

import repack_resources
from tesla_metrics.files.compression import RESOURCE_MAGIC, detect_compression
from tesla_metrics.files.resource import (
    DATA_FOLDER,
    read_json_model,
    read_resource,
    write_json_model,
)


def test_a_file_is_repacked_once_and_models_follow(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(repack_resources, "DATA_FOLDER", tmp_path)
    for kind in ("srl", "counts"):
        header = f'{{"kind": "{kind}", "settings": {{}}, "version": 1}}'.encode()
        (tmp_path / f"en.{kind}").write_bytes(container(header, zlib.compress(b"a b"), " 3"))
    path = tmp_path / "en.srl"
    old, counts = read_resource(path, "srl", 1), (tmp_path / "en.counts").read_bytes()
    model = tmp_path / "en.model"
    write_json_model(model, "x", 1, {"roles": f"srl-en@{old.short_hash}", "sha256": old.digest})
    repack_resources.main()
    new = read_resource(path, "srl", 1)
    assert new == old
    assert new.digest != old.digest
    expected = {"roles": f"srl-en@{new.short_hash}", "sha256": new.digest}
    assert read_json_model(model, "x", 1, "") == expected
    assert (tmp_path / "en.counts").read_bytes() == counts
    before = path.read_bytes()
    repack_resources.main()
    assert path.read_bytes() == before


def test_large_models_ship_with_xz() -> None:
    shipped: dict[str, set[str]] = {"": set(), ".xz": set()}
    for path in DATA_FOLDER.rglob("*.*"):
        content = path.read_bytes()
        if content.startswith(RESOURCE_MAGIC):
            packed = content.split(b"\n", 2)[2]
            shipped[detect_compression(packed)].add(path.suffix)
    assert shipped[".xz"] == {".parser", ".srl", ".discourse", ".lm", ".table", ".synonyms"}
    assert ".tagger" in shipped[""]
    assert shipped[""] & shipped[".xz"] == {".synonyms"}  # those of a few languages
