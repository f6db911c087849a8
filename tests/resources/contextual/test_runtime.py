"""onnxruntime against plain numpy; a text's vectors in any company."""

from pathlib import Path

import numpy as np
import pytest
from oracles.numpy_encoder import plain_layers
from tiny_encoder import LAYERS, POSITIONS

from tesla_metrics.arrays import Float32s, Indices
from tesla_metrics.resources.contextual.contextual_model import ContextModel, EncoderRuntime
from tesla_metrics.resources.contextual.encoder_file import PackedEncoder, find_encoder
from tesla_metrics.resources.contextual.onnx_graph import FLOAT32, INT8

ALL = list(range(1, LAYERS + 1))


@pytest.fixture(scope="module")
def packed(tiny: Path) -> PackedEncoder:
    return find_encoder(str(tiny), "en")


def drawn(count: int, seed: int = 1) -> Indices:
    return np.random.default_rng(seed).integers(4, 40, count).astype(np.intp)


def plain(packed: PackedEncoder, ids: Indices) -> Float32s:
    whole = np.concatenate([packed.tokenizer.start_ids, ids, packed.tokenizer.end_ids])
    layers = plain_layers(packed.architecture, packed.get_arrays(), whole)
    return np.stack(layers[1:])[:, 1:-1]


@pytest.mark.parametrize("count", [1, 2, 7, POSITIONS - 2])
@pytest.mark.parametrize(("arithmetic", "most"), [(FLOAT32, 1e-4), (INT8, 0.3)])
def test_as_in_plain_numpy(packed: PackedEncoder, count: int, arithmetic: str, most: float) -> None:
    ids = drawn(count)
    ours = EncoderRuntime(packed, None, ALL, arithmetic).encode(ids).layers
    assert ours.shape == (LAYERS, count, packed.architecture.dim)
    assert np.abs(ours - plain(packed, ids)).max() < most


@pytest.mark.parametrize("arithmetic", [FLOAT32, INT8])
def test_company_and_threads_change_nothing(packed: PackedEncoder, arithmetic: str) -> None:
    model = ContextModel(packed, None, arithmetic)
    texts = ["a dog", "the old bridge was not closed", "", "two cats slept!", "?", "a dog"]
    alone = [model.encode_texts([text])[0] for text in texts]
    for threads in (1, 2, 5):
        for one, other in zip(alone, model.encode_texts(texts, threads), strict=True):
            assert (one.vectors == other.vectors).all()
            assert (one.mean_vector == other.mean_vector).all()


def test_only_wanted_layers(packed: PackedEncoder) -> None:
    ids = drawn(5)
    every = EncoderRuntime(packed, None, ALL, FLOAT32).encode(ids).layers
    last = EncoderRuntime(packed, None, [LAYERS], FLOAT32).encode(ids).layers
    assert np.abs(every[-1:] - last).max() < 1e-5


def test_long_texts_go_in_windows(packed: PackedEncoder) -> None:
    runtime = EncoderRuntime(packed, None, ALL, FLOAT32)
    ids = drawn(3 * POSITIONS)
    found = runtime.encode(ids).layers
    assert found.shape[1] == len(ids)
    first = runtime.encode(ids[: runtime.max_pieces]).layers
    assert np.abs(found[:, :5] - first[:, :5]).max() < 1e-5


def test_no_pieces(packed: PackedEncoder) -> None:
    empty = np.zeros(0, dtype=np.intp)
    assert EncoderRuntime(packed, None, ALL, INT8).encode(empty).layers.shape[1] == 0


def test_the_whole_is_the_mean_of_all_with_marks(packed: PackedEncoder) -> None:
    ids = drawn(11)
    whole = np.concatenate([packed.tokenizer.start_ids, ids, packed.tokenizer.end_ids])
    wanted = plain_layers(packed.architecture, packed.get_arrays(), whole)[-1].mean(axis=0)
    found = EncoderRuntime(packed, None, ALL, FLOAT32).encode(ids).mean_vector
    assert np.abs(found - wanted).max() < 1e-4
