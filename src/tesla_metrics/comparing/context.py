"""Pairs of texts by the vectors that an encoder makes of their pieces."""

from collections.abc import Iterator, Sequence

import numpy as np

from ..arrays import Indices
from ..context.features import ContextText, Stacked, features
from ..context.head import feature_names
from ..context.model import ContextModel
from ..encoding.pairs import Pairs
from ..encoding.remembered import Remembered
from ..encoding.session import Session
from ..tasks import Segment, text_of
from .comparer import Comparer, Rows

# References whose vectors are there at once.
_AT_ONCE = 128
# Vectors take more room than other codes do.
_SHARE = 2


class ContextComparer(Comparer):
    """The head's features, and what its network adds to them.

    Both sides are encoded by themselves, each text once as long as it is kept.
    """

    def __init__(self, session: Session, model: ContextModel) -> None:
        self.model = model
        self._kept = Remembered[ContextText](_SHARE * session.memory, 1, _bytes)

    @property
    def columns(self) -> tuple[str, ...]:
        return (*feature_names(self.model.head.layers), "residual")

    @property
    def ranges(self) -> Rows:
        found = super().ranges
        found[:, -1] = -np.inf, np.inf
        return found

    def compare(self, pairs: Pairs, threads: int = 1) -> Rows:
        rows = np.zeros((len(pairs), len(self.columns)))
        for at in _by_reference(pairs.left):
            rows[at] = self._compare(pairs.only(at), threads)
        return rows

    def encode(self, segments: Sequence[Segment], threads: int = 1) -> list[ContextText]:
        """The vectors of each."""
        texts = list(map(text_of, segments))
        return self._kept.all(texts, lambda fresh: self.model.texts(fresh, threads))

    def _compare(self, pairs: Pairs, threads: int) -> Rows:
        # Together, so that threads have more to share, and a text on both sides is one.
        count = len(pairs.references)
        texts = self.encode([*pairs.references, *pairs.candidates], threads)
        references, candidates = texts[:count], texts[count:]
        rows = np.zeros((len(pairs), len(self.columns)))
        stacked, beside = None, np.zeros(0, dtype=np.int64)
        for reference, text in enumerate(references):
            at = np.flatnonzero(pairs.left == reference)
            if stacked is None or not np.array_equal(pairs.right[at], beside):
                beside = pairs.right[at]
                stacked = Stacked([candidates[place] for place in beside.tolist()])
            rows[at, :-1] = features(text, stacked, self.model.idf)
            own = np.broadcast_to(text.whole, stacked.wholes.shape)
            rows[at, -1] = self.model.head.residual(own, stacked.wholes)
            rows[at[stacked.same(text)], -1] = 0.0
        return rows


def _by_reference(left: Indices) -> Iterator[Indices]:
    """Places of pairs, with so many references at a time."""
    if not len(left):
        return
    order = np.argsort(left, kind="stable")
    numbers = np.unique(left[order], return_inverse=True)[1] // _AT_ONCE
    yield from np.split(order, np.flatnonzero(np.diff(numbers)) + 1)


def _bytes(text: ContextText) -> int:
    return text.vectors.nbytes + text.whole.nbytes + text.ids.nbytes
