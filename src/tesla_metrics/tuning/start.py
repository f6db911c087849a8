"""Where tuning starts: at given weights, or at those that the decoder had."""

from collections.abc import Callable

import numpy as np

from ..arrays import Floats
from ..errors import InputError, warn_user
from ..nbest.nbest import Nbest
from ..nbest.weights import Weights
from .bounds import LARGEST, Bounds, arrays, check_start

# Decoders print scores and features to about six digits.
_EXACT = 1e-3
_DIGITS = 9  # tried, of the largest weight
# Features that are nearer to sums of others leave weights open.
_APART = 1e-9


def start_weights(nbest: Nbest, given: Weights | None, bounds: Bounds) -> Floats:
    """Those given, else the decoder's own, else 1 for each feature, moved into bounds."""
    _check_features(nbest)
    if given is not None:
        start = given.of(nbest.names, "the start")
        check_start(nbest.names, start, bounds)
        return start
    _warn_of_same(nbest)
    own = decoders_weights(nbest)
    low, high = arrays(nbest.names, np.zeros(len(nbest.names)), bounds, ())
    return np.clip(np.ones(len(nbest.names)) if own is None else own, low, high)


def _check_features(nbest: Nbest) -> None:
    """Refuse lists without features, and features that cannot be added up."""
    if not nbest.names:
        raise InputError("the candidates have no features to tune weights of: give lists with some")
    wrong = np.argwhere(~(np.abs(nbest.features) <= LARGEST))
    if not len(wrong):
        return
    row, column = wrong[0].tolist()
    owner = int(nbest.owners[row])
    raise InputError(
        f"feature {nbest.names[column]} of candidate {row - int(nbest.starts[owner]) + 1} of id "
        f"{nbest.ids[owner]} is {float(nbest.features[row, column])}, which is infinite, no number "
        "or too large: mend the lists"
    )


def _warn_of_same(nbest: Nbest) -> None:
    if (nbest.features == nbest.features[nbest.starts[:-1]][nbest.owners]).all():
        warn_user(
            "candidates of a list never differ in a feature, so that weights stay as they are at "
            "the start: give longer lists"
        )


def decoders_weights(nbest: Nbest) -> Floats | None:
    """Those that make its scores of the features, but for a constant of each list.

    None where there are no scores, they are something else, or other weights make them as well.
    Of a feature that never differs they say nothing: it gets the mean size of the others, since 0
    would switch it off in the decoder, and 1 would drown weights of a hundredth.
    """
    if nbest.scores is None or not (np.abs(nbest.scores) <= LARGEST).all():
        return None
    begin, owners = nbest.starts[:-1], nbest.owners
    features = nbest.features - nbest.features[begin][owners]
    scores = nbest.scores - nbest.scores[begin][owners]
    # By the products of columns: a million rows need not be there twice.
    scale = np.sqrt((features * features).sum(axis=0))
    differ = scale > 0
    scale[~differ] = 1.0
    features /= scale
    weights, _, rank, _ = np.linalg.lstsq(features.T @ features, features.T @ scores, rcond=_APART)
    if rank < differ.sum() or not scores.any():
        return None
    found: Floats = weights / scale
    features *= scale

    def missed(tried: Floats) -> float:
        return float(np.abs(features @ tried - scores).max(initial=0.0))

    if missed(found) > _EXACT * np.abs(scores).max(initial=0.0):
        return None
    found = _shortest(found, missed)
    found[~differ] = np.abs(found[differ]).mean()
    return found


def _shortest(weights: Floats, missed: Callable[[Floats], float]) -> Floats:
    """With as few digits as do nearly as well: people gave them, and other digits are noise."""
    allowed = 2 * missed(weights) + 1e-9
    whole = int(np.floor(np.log10(np.abs(weights).max(initial=0.0) or 1.0)))
    for digits in range(_DIGITS):
        rounded = np.round(weights, digits - whole) + 0.0  # -0 is 0
        if missed(rounded) <= allowed:
            return rounded
    return weights
