"""Files with what was learnt: read, refused, merged."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from oracles.numpy_encoder import plain_layers
from tiny_encoder import DIM, HIDDEN, PIECES, sections, settings

from tesla_metrics import ResourceError, UsageError
from tesla_metrics.resources.contextual.adapter_file import read_adapter, write_adapter
from tesla_metrics.resources.contextual.contextual_model import EncoderRuntime, open_model
from tesla_metrics.resources.contextual.encoder_file import PackedEncoder, find_encoder
from tesla_metrics.resources.contextual.onnx_graph import FLOAT32


@pytest.fixture(scope="module")
def packed(tiny: Path) -> PackedEncoder:
    return find_encoder(str(tiny), "en")


def test_what_was_learnt_is_added(packed: PackedEncoder, tmp_path: Path) -> None:
    path = tmp_path / "tiny.adapter"
    write_adapter(path, settings(packed.weights_sha256), sections())
    adapter = read_adapter(path)
    arrays, own = packed.get_arrays(), sections()
    change = own["0.q.b"].astype(np.float32) @ own["0.q.a"].astype(np.float32)
    arrays["0.q.weight"] = arrays["0.q.weight"] + 0.5 * change
    ids = np.arange(5, 12)
    whole = np.concatenate([packed.tokenizer.start_ids, ids, packed.tokenizer.end_ids])
    wanted = plain_layers(packed.architecture, arrays, whole)
    found = EncoderRuntime(packed, adapter, [1, 2], FLOAT32).encode(ids).layers
    assert np.abs(found - np.stack(wanted[1:])[:, 1:-1]).max() < 1e-4
    unchanged = EncoderRuntime(packed, None, [1, 2], FLOAT32).encode(ids).layers
    assert np.abs(found - unchanged).max() > 1e-3


@pytest.mark.parametrize(
    ("facts", "arrays", "message"),
    [
        ({"temperature": 0}, {}, "temperature is 0"),
        ({"layers": [2, 1]}, {}, "not in ascending order"),
        ({"layers": [1]}, {}, "has weights of 10 features"),
        ({}, {"idf": None}, "idf is missing"),
        ({}, {"0.q.b": None}, "0.q.b is missing"),
        ({}, {"0.q.b": np.zeros((DIM, 3), np.float32)}, "do not fit each other"),
        ({}, {"head.output": np.ones(2, np.float32)}, "a different size"),
        ({}, {"idf": -np.ones(len(PIECES), np.float32)}, "not weights"),
        ({}, {"idf": np.full(len(PIECES), np.nan, np.float32)}, "not numbers"),
        ({}, {"idf": np.ones(len(PIECES), np.int32)}, "idf has type int32"),
    ],
)
def test_what_cannot_be_is_refused(
    packed: PackedEncoder, tmp_path: Path, facts: Any, arrays: Any, message: str
) -> None:
    path = tmp_path / "tiny.adapter"
    write_adapter(path, settings(packed.weights_sha256, **facts), sections(**arrays))
    with pytest.raises(ResourceError, match=message):
        read_adapter(path)


@pytest.mark.parametrize(
    ("facts", "arrays", "message"),
    [
        ({"encoder": "0" * 64}, {}, "was trained for the encoder with the SHA-256 00000000"),
        ({"layers": [1, 9]}, {}, "the encoder has no layer 9"),
        ({}, {"idf": np.ones(3, np.float32)}, "it has weights of 3 word pieces"),
        (
            {},
            {"head.hidden.weight": np.ones((HIDDEN, 4), np.float32)},
            "the input of its head has 4 numbers",
        ),
        (
            {},
            {"9.q.a": np.ones((1, DIM), np.float32), "9.q.b": np.ones((DIM, 1), np.float32)},
            "the encoder has no 9.q",
        ),
        (
            {},
            {"1.q.a": np.ones((1, 3), np.float32), "1.q.b": np.ones((DIM, 1), np.float32)},
            "1.q changes a matrix of 16 by 3",
        ),
    ],
)
def test_what_does_not_fit_the_encoder_is_refused(
    packed: PackedEncoder, tiny: Path, tmp_path: Path, facts: Any, arrays: Any, message: str
) -> None:
    path = tmp_path / "tiny.adapter"
    write_adapter(path, settings(packed.weights_sha256, **facts), sections(**arrays))
    with pytest.raises(ResourceError, match=message):
        open_model(str(tiny), str(path), "en", FLOAT32)


def test_another_language_is_refused(packed: PackedEncoder, tiny: Path, tmp_path: Path) -> None:
    path = tmp_path / "tiny.adapter"
    write_adapter(path, settings(packed.weights_sha256), sections())
    with pytest.raises(UsageError, match="was trained on texts in 'en', but these are 'de'"):
        open_model(str(tiny), str(path), "de", FLOAT32)


def test_a_gate_changes_weights(packed: PackedEncoder, tmp_path: Path) -> None:
    path = tmp_path / "tiny.adapter"
    gate = np.random.default_rng(3).normal(0, 1, DIM).astype(np.float32)
    write_adapter(path, settings(packed.weights_sha256), sections(gate=gate))
    ids, last = np.array([4, 5]), np.random.default_rng(4).normal(0, 1, (2, DIM))
    found = read_adapter(path).compute_piece_weights(ids, last.astype(np.float32))
    unit = last / np.linalg.norm(last, axis=1, keepdims=True)
    assert found == pytest.approx(
        sections()["idf"][ids] * np.exp(2 * np.tanh(unit @ gate)), rel=1e-4
    )
