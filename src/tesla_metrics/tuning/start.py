"""Where tuning starts when nobody says: at the weights that the decoder had."""

from collections.abc import Callable

import numpy as np

from ..arrays import Floats
from ..nbest.nbest import Nbest

# Decoders print scores and features to about six digits.
_EXACT = 1e-3
_DIGITS = 9  # tried, of the largest weight


def decoders_weights(nbest: Nbest) -> Floats | None:
    """Those that make its scores of the features, but for a constant of each list.

    None where there are no scores, or they are something else.
    """
    if nbest.scores is None or not nbest.names:
        return None
    begin, owners = nbest.starts[:-1], nbest.owners
    features = nbest.features - nbest.features[begin][owners]
    scores = nbest.scores - nbest.scores[begin][owners]
    # By the products of columns: a million rows need not be there twice.
    scale = np.sqrt((features * features).sum(axis=0))
    scale[scale == 0] = 1.0
    features /= scale
    weights = np.linalg.lstsq(features.T @ features, features.T @ scores, rcond=1e-9)[0]
    found: Floats = weights / scale
    features *= scale

    def missed(tried: Floats) -> float:
        return float(np.abs(features @ tried - scores).max(initial=0.0))

    if missed(found) > _EXACT * np.abs(scores).max(initial=0.0):
        return None
    return _shortest(found, missed)


def _shortest(weights: Floats, missed: Callable[[Floats], float]) -> Floats:
    """With as few digits as do nearly as well: people gave them, and other digits are noise."""
    allowed = 2 * missed(weights) + 1e-9
    whole = int(np.floor(np.log10(np.abs(weights).max(initial=0.0) or 1.0)))
    for digits in range(_DIGITS):
        rounded = np.round(weights, digits - whole) + 0.0  # -0 is 0
        if missed(rounded) <= allowed:
            return rounded
    return weights
