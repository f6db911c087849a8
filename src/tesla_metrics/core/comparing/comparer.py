"""Base classes of comparers, which compute columns of features for pairs."""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Generic, TypeVar

import numpy as np

from ..encoding.encoder import EncodedPairs, Encoder
from ..encoding.pairs import Pairs
from ..encoding.pairs import Rows as Rows

Code = TypeVar("Code")
Prepared = TypeVar("Prepared")


class Comparer(ABC):
    """Base class of objects that compute features of pairs of segments, one column per feature.

    A subclass defines `columns` and `compare`.

    Attributes
    ----------
    low, high : float
        Bounds of the values in all columns, unless `ranges` is overridden.
    """

    low: ClassVar[float] = 0.0
    high: ClassVar[float] = 1.0

    @property
    @abstractmethod
    def columns(self) -> tuple[str, ...]:
        """Names of the columns."""

    @property
    def threaded(self) -> bool:
        """Whether `compare` uses threads, or is so fast that worker processes do not pay."""
        return True

    @property
    def ranges(self) -> Rows:
        """Lower and upper bounds of the columns: an array of shape (2, n_columns)."""
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

    The comparison runs in the native core if possible, otherwise in plain Python. A subclass
    defines `columns`, `settings` (None, unless the native core has this comparer), `prepare` and
    `pair`.

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
        """Keyword arguments of the native `compare`; None if the native core cannot be used."""

    @abstractmethod
    def prepare(self, code: Code) -> Prepared:
        """Convert a code to the form that `pair` expects; called once per code in plain Python."""

    @abstractmethod
    def pair(self, reference: Prepared, candidate: Prepared) -> Sequence[float]:
        """Return the features of one pair, in plain Python."""

    def compare(self, pairs: Pairs, threads: int = 1) -> Rows:
        return self.compare_codes(self.encode(pairs, threads), pairs, threads)

    def encode(self, pairs: Pairs, threads: int = 1) -> EncodedPairs:
        """Return the codes of pairs, which comparers with other settings can use, too."""
        return self.encoder.encode(pairs, threads, allow_native=self.settings is not None)

    def compare_codes(self, codes: EncodedPairs, pairs: Pairs, threads: int = 1) -> Rows:
        """Return an array of shape (n_pairs, n_columns); `codes` must be the codes of `pairs`."""
        if codes.native_encoder is not None and self.settings is not None:
            rows: Rows = codes.native_encoder.compare(
                codes.references, codes.candidates,
            pairs.reference_indices, pairs.candidate_indices,
                **self.settings, threads=threads,
            )  # fmt: skip
            if codes.unencodable is not None:
                plain_pairs, indices, plain_codes = codes.unencodable
                rows[indices] = self.compare_codes(plain_codes, plain_pairs)
            return rows
        references = list(map(self.prepare, codes.references))
        candidates = list(map(self.prepare, codes.candidates))
        index_pairs = zip(
            pairs.reference_indices.tolist(), pairs.candidate_indices.tolist(), strict=True
        )
        return np.array(
            [self.pair(references[i], candidates[j]) for i, j in index_pairs], dtype=np.float64
        )


@dataclass(frozen=True)
class CombinedComparer(Comparer):
    """Comparer that concatenates the columns of several comparers."""

    comparers: tuple[Comparer, ...]

    @property
    def columns(self) -> tuple[str, ...]:
        return tuple(name for comparer in self.comparers for name in comparer.columns)

    @property
    def threaded(self) -> bool:
        return all(comparer.threaded for comparer in self.comparers)

    @property
    def ranges(self) -> Rows:
        return np.hstack([comparer.ranges for comparer in self.comparers])

    def compare(self, pairs: Pairs, threads: int = 1) -> Rows:
        low, high = self.ranges
        rows = np.hstack([comparer.compare(pairs, threads) for comparer in self.comparers])
        return np.clip(rows, low, high)
