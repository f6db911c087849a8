"""The encoder in plain numpy: what the graph for onnxruntime is held against."""

from math import erf, sqrt

import numpy as np

from ..arrays import Indices, Singles
from .architecture import Architecture, Arrays

_erf = np.frompyfunc(erf, 1, 1)


def plain_layers(architecture: Architecture, arrays: Arrays, ids: Indices) -> list[Singles]:
    """The vectors of pieces before the first layer and after each: one more than there are layers.

    `ids` are of one text, with the marks of both ends.
    """
    first, norm = architecture.first, architecture.epsilon
    places = np.arange(first, first + len(ids))
    x = arrays["words"][ids] + arrays["positions"][places] + arrays["type"]
    x = _normalised(x, arrays, "norm", norm)
    found = [x]
    for layer in range(architecture.layers):
        x = _normalised(
            x + _attended(x, architecture, arrays, layer), arrays, f"{layer}.norm1", norm
        )
        inner = _gelu(_linear(x, arrays, f"{layer}.up"))
        changed = _linear(inner, arrays, f"{layer}.down")
        x = _normalised(x + changed, arrays, f"{layer}.norm2", norm)
        found.append(x)
    return found


def _attended(x: Singles, architecture: Architecture, arrays: Arrays, layer: int) -> Singles:
    heads = architecture.heads
    q, k, v = (
        _linear(x, arrays, f"{layer}.{name}").reshape(len(x), heads, -1).transpose(1, 0, 2)
        for name in "qkv"
    )
    weights = q @ k.transpose(0, 2, 1) / np.float32(sqrt(q.shape[-1]))
    weights = np.exp(weights - weights.max(axis=-1, keepdims=True))
    weights /= weights.sum(axis=-1, keepdims=True)
    return _linear((weights @ v).transpose(1, 0, 2).reshape(x.shape), arrays, f"{layer}.o")


def _linear(x: Singles, arrays: Arrays, name: str) -> Singles:
    found: Singles = x @ arrays[f"{name}.weight"].T + arrays[f"{name}.bias"]
    return found


def _normalised(x: Singles, arrays: Arrays, name: str, epsilon: float) -> Singles:
    centred = x - x.mean(axis=-1, keepdims=True)
    spread = np.sqrt((centred**2).mean(axis=-1, keepdims=True) + np.float32(epsilon))
    found: Singles = centred / spread * arrays[f"{name}.weight"] + arrays[f"{name}.bias"]
    return found


def _gelu(x: Singles) -> Singles:
    found: Singles = x * 0.5 * (1 + _erf(x / np.float32(sqrt(2))).astype(np.float32))
    return found
