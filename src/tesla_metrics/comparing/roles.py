"""F-measures of predicates and what fills their roles: who did what to whom."""

from collections.abc import Sequence

import numpy as np

from ..encoding.pairs import Pairs
from ..encoding.roles import RoleReader
from ..matching.alike import Levels
from ..matching.match import f_measures
from ..matching.roles import VIEWS, RoleMatching, RoleText
from .comparer import Comparer, Rows


class RoleComparer(Comparer):
    """A column a view; where neither side has anything for one to see, it is that before it."""

    columns = tuple(f"roles:{view}" for view in VIEWS)

    def __init__(self, reader: RoleReader, alpha: float, levels: Levels) -> None:
        self.reader, self.alpha, self.levels = reader, alpha, levels

    @property
    def threaded(self) -> bool:
        return False  # most of the work is plain Python's

    def compare(self, pairs: Pairs, threads: int = 1) -> Rows:
        xs = self.reader.texts(pairs.references, kept=True)
        ys = self.reader.texts(pairs.candidates)
        beside = zip(pairs.left.tolist(), pairs.right.tolist(), strict=True)
        return np.array([self.pair(xs[i], ys[j]) for i, j in beside], dtype=np.float64)

    def pair(self, reference: RoleText, candidate: RoleText) -> Sequence[float]:
        """The row of one pair."""
        matching = RoleMatching(reference, candidate, self.levels)
        return f_measures([matching.match(view)[0] for view in VIEWS], self.alpha)
