"""Pairs of texts by the vectors that an encoder makes of their pieces."""

from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor

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
        order = np.argsort(pairs.left, kind="stable")
        ends = np.cumsum(np.bincount(pairs.left, minlength=count))
        work: list[tuple[ContextText, Stacked, Indices]] = []
        beside = np.zeros(0, dtype=np.int64)
        for reference, at in zip(references, np.split(order, ends[:-1]), strict=True):
            # References that stand beside the same candidates share what is made of these.
            if not work or not np.array_equal(pairs.right[at], beside):
                beside = pairs.right[at]
                stacked = Stacked([candidates[place] for place in beside.tolist()])
            work.append((reference, stacked, at))

        def compare_one(one: tuple[ContextText, Stacked, Indices]) -> None:
            rows[one[2]] = self._beside(one[0], one[1])

        if threads > 1 and len(pairs) > len(work):
            with ThreadPoolExecutor(threads) as pool:
                list(pool.map(compare_one, work))
        else:
            list(map(compare_one, work))
        return rows

    def _beside(self, reference: ContextText, candidates: Stacked) -> Rows:
        own = np.broadcast_to(reference.whole, candidates.wholes.shape)
        residual = self.model.head.residual(own, candidates.wholes)
        residual[candidates.same(reference)] = 0.0
        return np.column_stack([features(reference, candidates), residual])


def _by_reference(left: Indices) -> Iterator[Indices]:
    """Places of pairs, with so many references at a time."""
    if not len(left):
        return
    order = np.argsort(left, kind="stable")
    numbers = np.unique(left[order], return_inverse=True)[1] // _AT_ONCE
    yield from np.split(order, np.flatnonzero(np.diff(numbers)) + 1)


def _bytes(text: ContextText) -> int:
    return sum(array.nbytes for array in text)
