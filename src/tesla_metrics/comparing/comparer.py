"""What comparers share: named columns for pairs of segments, natively or in plain Python."""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Generic, TypeVar

import numpy as np

from ..encoding.batches import Rows as Rows
from ..encoding.encoder import Encoded, Encoder
from ..encoding.pairs import Pairs

Code = TypeVar("Code")
Prepared = TypeVar("Prepared")


class Comparer(ABC):
    """Columns that are computed together, with the values that they can take."""

    low: ClassVar[float] = 0.0
    high: ClassVar[float] = 1.0

    @property
    @abstractmethod
    def columns(self) -> tuple[str, ...]:
        """Their names."""

    @property
    def threaded(self) -> bool:
        """Whether threads share the work, or it is little: then no processes are needed."""
        return True

    @property
    def ranges(self) -> Rows:
        """Least and greatest value of each column, in two rows."""
        return np.array([[self.low], [self.high]]).repeat(len(self.columns), axis=1)

    @abstractmethod
    def compare(self, pairs: Pairs, threads: int = 1) -> Rows:
        """A row a pair."""


class CodeComparer(Comparer, Generic[Code, Prepared]):
    """Of codes that an encoder made."""

    def __init__(self, encoder: Encoder[Code]) -> None:
        self.encoder = encoder

    @property
    def threaded(self) -> bool:
        return self.settings is not None and self.encoder.analysis.threaded

    @property
    @abstractmethod
    def settings(self) -> Mapping[str, Any] | None:
        """What the native `compare` is told beside codes and pairs; None: it cannot do this."""

    @abstractmethod
    def prepare(self, code: Code) -> Prepared:
        """What plain Python needs of each code once."""

    @abstractmethod
    def pair(self, reference: Prepared, candidate: Prepared) -> Sequence[float]:
        """The row of one pair in plain Python."""

    def compare(self, pairs: Pairs, threads: int = 1) -> Rows:
        return self.compare_codes(self.encode(pairs, threads), pairs, threads)

    def encode(self, pairs: Pairs, threads: int = 1) -> Encoded:
        """Codes that can be compared as often as one likes, with other settings too."""
        return self.encoder.encode(pairs, threads, native=self.settings is not None)

    def compare_codes(self, codes: Encoded, pairs: Pairs, threads: int = 1) -> Rows:
        """A row a pair of codes that were made of these pairs."""
        if codes.core is not None and self.settings is not None:
            rows: Rows = codes.core.compare(
                codes.references, codes.candidates, pairs.left, pairs.right,
                **self.settings, threads=threads,
            )  # fmt: skip
            if codes.plain is not None:
                own, at, plain = codes.plain
                rows[at] = self.compare_codes(plain, own)
            return rows
        xs = list(map(self.prepare, codes.references))
        ys = list(map(self.prepare, codes.candidates))
        beside = zip(pairs.left.tolist(), pairs.right.tolist(), strict=True)
        return np.array([self.pair(xs[i], ys[j]) for i, j in beside], dtype=np.float64)


@dataclass(frozen=True)
class SideBySide(Comparer):
    """Several comparers, their columns in a fixed order."""

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
