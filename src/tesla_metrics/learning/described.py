"""What support vector regression learnt as plain values, which models on disk have."""

from collections.abc import Mapping
from typing import Any

import numpy as np

from ..files.schema import Shape, list_of, number, record, row
from .kernel_regression import KernelRegression
from .kernels import Kernel

_MOST = 1e9
_PLAIN = number(-_MOST, _MOST)
_POSITIVE = number(0.0, _MOST, above=True)


def regression_shape(columns: int) -> Shape:
    """Of one of so many features."""
    return record(
        {
            "gamma": _POSITIVE,
            "intercept": _PLAIN,
            "centre": row(*[_PLAIN] * columns),
            "scale": row(*[_POSITIVE] * columns),
            # The features, scaled; then the weight.
            "vectors": list_of(row(*[_PLAIN] * (columns + 1))),
        }
    )


def described_regression(own: KernelRegression) -> dict[str, Any]:
    """All but which kernel it is."""
    return {
        "gamma": float(own.kernel.gamma),
        "intercept": float(own.intercept),
        "centre": own.centre.tolist(),
        "scale": own.scale.tolist(),
        "vectors": np.column_stack([own.vectors, own.weights]).tolist(),
    }


def regression_of(facts: Mapping[str, Any], kind: type[Kernel]) -> KernelRegression:
    """The regression that has these values, which were checked."""
    centre = np.array(facts["centre"], dtype=np.float64)
    vectors = np.array(facts["vectors"], dtype=np.float64).reshape(-1, len(centre) + 1)
    return KernelRegression(
        centre,
        np.array(facts["scale"], dtype=np.float64),
        vectors[:, :-1],
        vectors[:, -1],
        float(facts["intercept"]),
        kind(float(facts["gamma"])),
    )
