"""The encoder in plain numpy, as a reference for tests of the ONNX graph."""

from math import erf, sqrt

import numpy as np

from tesla_metrics.arrays import Float32s, Indices
from tesla_metrics.resources.contextual.word_pieces import Architecture, Arrays

_erf = np.frompyfunc(erf, 1, 1)


def plain_layers(architecture: Architecture, arrays: Arrays, ids: Indices) -> list[Float32s]:
    """Return the vectors of pieces before the first layer and after each layer.

    `ids` are the pieces of one text, including special tokens.
    """
    first, epsilon = architecture.first, architecture.epsilon
    positions = np.arange(first, first + len(ids))
    x = arrays["words"][ids] + arrays["positions"][positions] + arrays["type"]
    x = _layer_norm(x, arrays, "norm", epsilon)
    layers = [x]
    for layer in range(architecture.layers):
        x = _layer_norm(
            x + _attention(x, architecture, arrays, layer), arrays, f"{layer}.norm1", epsilon
        )
        inner = _gelu(_linear(x, arrays, f"{layer}.up"))
        update = _linear(inner, arrays, f"{layer}.down")
        x = _layer_norm(x + update, arrays, f"{layer}.norm2", epsilon)
        layers.append(x)
    return layers


def _attention(x: Float32s, architecture: Architecture, arrays: Arrays, layer: int) -> Float32s:
    heads = architecture.heads
    q, k, v = (
        _linear(x, arrays, f"{layer}.{name}").reshape(len(x), heads, -1).transpose(1, 0, 2)
        for name in "qkv"
    )
    weights = q @ k.transpose(0, 2, 1) / np.float32(sqrt(q.shape[-1]))
    weights = np.exp(weights - weights.max(axis=-1, keepdims=True))
    weights /= weights.sum(axis=-1, keepdims=True)
    return _linear((weights @ v).transpose(1, 0, 2).reshape(x.shape), arrays, f"{layer}.o")


def _linear(x: Float32s, arrays: Arrays, name: str) -> Float32s:
    result: Float32s = x @ arrays[f"{name}.weight"].T + arrays[f"{name}.bias"]
    return result


def _layer_norm(x: Float32s, arrays: Arrays, name: str, epsilon: float) -> Float32s:
    centred = x - x.mean(axis=-1, keepdims=True)
    deviation = np.sqrt((centred**2).mean(axis=-1, keepdims=True) + np.float32(epsilon))
    result: Float32s = centred / deviation * arrays[f"{name}.weight"] + arrays[f"{name}.bias"]
    return result


def _gelu(x: Float32s) -> Float32s:
    result: Float32s = x * 0.5 * (1 + _erf(x / np.float32(sqrt(2))).astype(np.float32))
    return result
