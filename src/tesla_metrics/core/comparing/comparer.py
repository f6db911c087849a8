"""Base classes of comparers, which compute columns of features for pairs."""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Generic, TypeVar

import numpy as np

from ..encoding.encoder import Encoded, Encoder
from ..encoding.pairs import Pairs
from ..encoding.pairs import Rows as Rows

Code = TypeVar("Code")
Prepared = TypeVar("Prepared")


class Comparer(ABC):
    """Base class of objects that compute columns of features for pairs of segments.

    A subclass defines `columns` and `compare`.

    Attributes
    ----------
    low, high : float
        Bounds of the values in all columns.
    """

    low: ClassVar[float] = 0.0
    high: ClassVar[float] = 1.0

    @property
    @abstractmethod
    def columns(self) -> tuple[str, ...]:
        """Names of the columns."""

    @property
    def threaded(self) -> bool:
        """Whether threads share the work, or there is so little that no processes are needed."""
        return True

    @property
    def ranges(self) -> Rows:
        """Lower and upper bounds of the columns, an array of shape (2, n_columns)."""
        return np.array([[self.low], [self.high]]).repeat(len(self.columns), axis=1)

    @abstractmethod
    def compare(self, pairs: Pairs, threads: int = 1) -> Rows:
        """Compute the features of pairs.

        Parameters
        ----------
        pairs : Pairs
        threads : int, default 1
            Number of threads that the native core may use.

        Returns
        -------
        ndarray of shape (n_pairs, n_columns)
        """


class CodeComparer(Comparer, Generic[Code, Prepared]):
    """Base class of comparers of codes, which an encoder makes once per segment.

    A subclass defines `columns`, `settings` (None, unless the native core has this comparer),
    `prepare` and `pair`.

    Parameters
    ----------
    encoder : Encoder
        Makes the codes of segments.
    """

    def __init__(self, encoder: Encoder[Code]) -> None:
        self.encoder = encoder

    @property
    def threaded(self) -> bool:
        return self.settings is not None and self.encoder.analysis.threaded

    @property
    @abstractmethod
    def settings(self) -> Mapping[str, Any] | None:
        """Further arguments of the native `compare`, or None if the native core cannot be used."""

    @abstractmethod
    def prepare(self, code: Code) -> Prepared:
        """Return what plain Python needs of a code; called once per code."""

    @abstractmethod
    def pair(self, reference: Prepared, candidate: Prepared) -> Sequence[float]:
        """Return the row of one pair in plain Python."""

    def compare(self, pairs: Pairs, threads: int = 1) -> Rows:
        return self.compare_codes(self.encode(pairs, threads), pairs, threads)

    def encode(self, pairs: Pairs, threads: int = 1) -> Encoded:
        """Return codes, which can be compared several times, also with other settings."""
        return self.encoder.encode(pairs, threads, native=self.settings is not None)

    def compare_codes(self, codes: Encoded, pairs: Pairs, threads: int = 1) -> Rows:
        """Return an array of shape (n_pairs, n_columns) for codes that were made of these pairs."""
        if codes.core is not None and self.settings is not None:
            rows: Rows = codes.core.compare(
                codes.references, codes.candidates, pairs.left, pairs.right,
                **self.settings, threads=threads,
            )  # fmt: skip
            if codes.unencodable is not None:
                plain_pairs, indices, plain = codes.unencodable
                rows[indices] = self.compare_codes(plain, plain_pairs)
            return rows
        xs = list(map(self.prepare, codes.references))
        ys = list(map(self.prepare, codes.candidates))
        index_pairs = zip(pairs.left.tolist(), pairs.right.tolist(), strict=True)
        return np.array([self.pair(xs[i], ys[j]) for i, j in index_pairs], dtype=np.float64)


@dataclass(frozen=True)
class CombinedComparer(Comparer):
    """Concatenates the columns of several comparers."""

    parts: tuple[Comparer, ...]

    @property
    def columns(self) -> tuple[str, ...]:
        return tuple(name for part in self.parts for name in part.columns)

    @property
    def threaded(self) -> bool:
        return all(part.threaded for part in self.parts)

    @property
    def ranges(self) -> Rows:
        return np.hstack([part.ranges for part in self.parts])

    def compare(self, pairs: Pairs, threads: int = 1) -> Rows:
        low, high = self.ranges
        return np.clip(np.hstack([part.compare(pairs, threads) for part in self.parts]), low, high)
