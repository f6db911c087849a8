"""Whether a decoder does what its weights say: a command that never reads them seems to work."""

import numpy as np

from ...arrays import Floats
from ...errors import warn_user
from ...nbest.nbest import Nbest
from ...nbest.weights import Weights, weighted

# Of the lists: fewer may be ties, or what a decoder's own numbers have beside ours.
_MANY = 0.1
# Of the sum of what weights make of each feature: decoders print six digits.
_CLEAR = 1e-3


class Obedience:
    """Sees the lists of each iteration, and warns once if weights do not show in them.

    The first ones are only remembered: they may well be of weights that the decoder has of itself.
    """

    def __init__(self) -> None:
        self._told = False
        self._last: tuple[Weights, Nbest] | None = None

    def see(self, number: int, weights: Weights, nbest: Nbest) -> None:
        """What was decoded in that iteration, with these weights."""
        last, self._last = self._last, (weights, nbest)
        if last is None or self._told:
            return
        lower, unsorted = _strays(nbest, weights)
        most = _MANY * len(nbest)
        same = _others(weights, last[0]) and _same(nbest, last[1])
        if lower > most:
            what = (
                f"of {lower} of {len(nbest)} sentences the decoder's first candidate is not the "
                "one that its weights choose from the same list"
            )
        elif same and unsorted > most:
            what = "the decoder wrote the same lists as with other weights"
        else:
            return
        self._told = True
        warn_user(
            f"iteration {number}: {what}; does it read {{weights}}, and sort lists by them? Run "
            "its command by hand with two files of weights to see"
        )


def _strays(nbest: Nbest, weights: Weights) -> tuple[int, int]:
    """Lists whose first candidate is clearly not the best, and those that are not sorted."""
    values = weights.of(nbest.names)
    scores = weighted(nbest.features.T, values)
    clear = _CLEAR * weighted(np.abs(nbest.features.T), np.abs(values))
    starts = nbest.starts[:-1]
    gaps: Floats = np.maximum.reduceat(scores, starts) - scores[starts]
    lower = gaps > np.maximum.reduceat(clear, starts)
    rises = (np.diff(scores) > clear[1:]) & (np.diff(nbest.owners) == 0)
    return int(lower.sum()), len(np.unique(nbest.owners[1:][rises]))


def _others(one: Weights, other: Weights) -> bool:
    """Whether they may sort candidates otherwise: the same at another scale do not."""
    pair = [each.of(one.names) for each in (one, other)]
    sizes = [np.abs(each).sum() or 1.0 for each in pair]
    return not np.allclose(pair[0] / sizes[0], pair[1] / sizes[1], rtol=1e-6, atol=1e-9)


def _same(one: Nbest, other: Nbest) -> bool:
    return (
        np.array_equal(one.starts, other.starts)
        and list(one.texts) == list(other.texts)
        and np.array_equal(one.features, other.features)
    )
