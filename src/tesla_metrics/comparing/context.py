"""Pairs of texts by the vectors that an encoder makes of their pieces."""

from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import NamedTuple

import numpy as np

from ..arrays import Indices
from ..context.features import ContextText, Stacked, features, fitting, same_pieces
from ..context.head import feature_names
from ..context.model import ContextModel
from ..encoding.pairs import Pairs
from ..encoding.remembered import Remembered
from ..encoding.session import Session
from ..tasks import Segment, text_of
from .comparer import Comparer, Rows

# References whose vectors are there at once.
_AT_ONCE = 128
# Those that one of several threads compares with the same candidates before it takes others.
_A_THREAD = 32
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
        rows = np.zeros((len(pairs), len(self.columns)))

        def fill(one: _Beside) -> None:
            x, y = (
                [texts[at] for at in one.references],
                [texts[count + at] for at in one.candidates],
            )
            references = list(_stacked(x, y))
            for right, candidates in _stacked(y, x):
                for left, own in references:
                    rows[one.at[np.ix_(left, right)]] = self._beside(own, candidates)

        work = list(_together(pairs, _A_THREAD if threads > 1 else _AT_ONCE))
        if threads > 1 and len(pairs) > len(work):
            with ThreadPoolExecutor(threads) as pool:
                list(pool.map(fill, work))
        else:
            list(map(fill, work))
        return rows

    def _beside(self, references: Stacked, candidates: Stacked) -> Rows:
        residual = self.model.head.residual(references.wholes, candidates.wholes)
        residual[same_pieces(references, candidates)] = 0.0
        return np.dstack([features(references, candidates), residual])


class _Beside(NamedTuple):
    """References that all stand beside the same candidates, and where these pairs are."""

    references: list[int]
    candidates: list[int]
    at: Indices


def _stacked(
    texts: Sequence[ContextText], others: Sequence[ContextText]
) -> Iterator[tuple[Indices, Stacked]]:
    """Texts that are compared with others at once, and their places."""
    longest = max(len(text.keys) for text in others)
    for places in fitting(texts, longest):
        yield places, Stacked([texts[place] for place in places])


def _together(pairs: Pairs, most: int) -> Iterator[_Beside]:
    """All pairs; not too many references at once, so that threads have some each."""
    order = np.argsort(pairs.left, kind="stable")
    ends = np.cumsum(np.bincount(pairs.left, minlength=len(pairs.references)))
    found: list[tuple[int, Indices]] = []
    for reference, at in enumerate(np.split(order, ends[:-1])):
        right = pairs.right[at]
        same = found and np.array_equal(pairs.right[found[0][1]], right)
        if found and (not same or len(found) == most):
            yield _beside_of(found, pairs)
            found = []
        found.append((reference, at))
    if found:
        yield _beside_of(found, pairs)


def _beside_of(found: list[tuple[int, Indices]], pairs: Pairs) -> _Beside:
    candidates = pairs.right[found[0][1]].tolist()
    return _Beside([one for one, _ in found], candidates, np.stack([at for _, at in found]))


def _by_reference(left: Indices) -> Iterator[Indices]:
    """Places of pairs, with so many references at a time."""
    if not len(left):
        return
    order = np.argsort(left, kind="stable")
    numbers = np.unique(left[order], return_inverse=True)[1] // _AT_ONCE
    yield from np.split(order, np.flatnonzero(np.diff(numbers)) + 1)


def _bytes(text: ContextText) -> int:
    return sum(array.nbytes for array in text)
