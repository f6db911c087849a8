"""From averaged weights to few small integers that fit a file."""

import zlib
from collections.abc import Mapping
from dataclasses import replace

from .body import LARGEST, Body, encode_body, encode_weights

Weights = Mapping[str, Mapping[int, float]]

SCALE = 10.0


def quantise(weights: Weights, least: int) -> dict[str, str]:
    """Weights times SCALE, rounded; those below `least` in size are dropped."""
    kept: dict[str, str] = {}
    for feature, by_label in weights.items():
        rounded = {label: round(weight * SCALE) for label, weight in by_label.items()}
        pairs = {
            label: max(-LARGEST, min(LARGEST, weight))
            for label, weight in rounded.items()
            if abs(weight) >= least
        }
        if pairs:
            kept[feature] = encode_weights(pairs)
    return kept


def fit(body: Body, weights: Weights, limit: int) -> tuple[Body, int]:
    """The body with as many weights as fit `limit` compressed bytes, and the size dropped below."""
    least = 1
    while True:
        fitted = replace(body, weights=quantise(weights, least))
        if len(zlib.compress(encode_body(fitted), 9)) <= limit or not fitted.weights:
            return fitted, least
        least += 1
