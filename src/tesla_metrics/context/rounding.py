"""Matrices as whole numbers of seven bits, and factors that make what they take as even as can be.

What is multiplied with a matrix is rounded to eight bits by the largest of its numbers, so that a
few large ones leave the others but coarse steps. Each of them is divided by a factor, and the
column of the matrix that it meets is multiplied by it. The factor is the root of how large the
number may become over how large the column is: thus both are rounded about as finely. How large a
number may become follows from the normalisation before it; no texts are needed to find it.
"""

from collections.abc import Sequence

import numpy as np

from ..arrays import Array, Floats, Singles
from .architecture import Arrays

# 255 * 64 * 2 is less than 2**15: pairs of products are added up in sixteen bits on some machines.
MOST_WEIGHT = 63
# Where a normal number with the mean 0 and the spread 1 seldom comes.
_FAR = 3.0
# GELU is nowhere less than the negative of it.
LEAST_GELU = 0.17
# Beyond these a factor would be of what is hardly there.
_LEAST, _MOST = 1 / 64, 64.0
_TINY = 1e-30


def seven_bits(weight: Singles) -> tuple[Array, Singles]:
    """Whole numbers for a matrix, and a factor for each row."""
    scales = np.abs(weight).max(axis=1) / np.float32(MOST_WEIGHT)
    scales = np.maximum(scales, np.float32(_TINY))
    return np.round(weight / scales[:, None]).astype(np.int8), scales


def even_factors(largest: Floats, weight: Singles) -> Singles:
    """For each column of a matrix what its numbers are divided by; in the mean they stay."""
    own = np.maximum(np.abs(weight).max(axis=0).astype(np.float64), _TINY)
    logs = np.log(np.maximum(largest, _TINY) / own) / 2
    found: Singles = np.exp(logs - logs.mean()).clip(_LEAST, _MOST).astype(np.float32)
    return found


def largest_normalised(arrays: Arrays, norm: str) -> Floats:
    """How large a number may become that was normalised."""
    weight, bias = (_doubles(arrays, f"{norm}.{what}") for what in ("weight", "bias"))
    return _FAR * np.abs(weight) + np.abs(bias)


def largest_inside(arrays: Arrays, layer: int) -> Floats:
    """The same of what `up` and GELU make of what was normalised."""
    weight, bias = (_doubles(arrays, f"{layer}.norm1.{what}") for what in ("weight", "bias"))
    up = _doubles(arrays, f"{layer}.up.weight")
    mean = up @ bias + _doubles(arrays, f"{layer}.up.bias")
    spread = np.sqrt(((up * weight) ** 2).sum(axis=1))
    found: Floats = np.maximum(mean + _FAR * spread, LEAST_GELU)
    return found


def joined(arrays: Arrays, names: Sequence[str]) -> Singles:
    """Matrices that take the same numbers, one below the other."""
    return np.concatenate([arrays[f"{name}.weight"] for name in names])


def _doubles(arrays: Arrays, name: str) -> Floats:
    return arrays[name].astype(np.float64)
