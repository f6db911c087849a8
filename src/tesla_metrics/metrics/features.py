"""Named features of candidates beside references, the same for training and for scoring."""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import product
from typing import TYPE_CHECKING, ClassVar

from .inputs import Segment

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


class FeatureGroup(ABC):
    """Some features that are computed together, with the values that they can take."""

    low: ClassVar[float] = 0.0
    high: ClassVar[float] = 1.0

    @property
    @abstractmethod
    def names(self) -> tuple[str, ...]:
        """One for each column."""

    @abstractmethod
    def pairs(
        self, hypotheses: Sequence[Segment], references: Sequence[Segment], threads: int
    ) -> "NDArray[np.float64]":
        """A row for each hypothesis with its reference."""

    def products(
        self, hypotheses: Sequence[Segment], references: Sequence[Segment], threads: int
    ) -> "NDArray[np.float64]":
        """A row for each hypothesis with each reference, references fastest."""
        both = list(product(hypotheses, references))
        return self.pairs([h for h, _ in both], [r for _, r in both], threads)


@dataclass(frozen=True)
class FeatureSet:
    """Groups side by side, in a fixed order."""

    groups: tuple[FeatureGroup, ...]

    @cached_property
    def names(self) -> tuple[str, ...]:
        """Of all columns."""
        return tuple(name for group in self.groups for name in group.names)

    @cached_property
    def ranges(self) -> "NDArray[np.float64]":
        """Least and greatest value of each column, in two rows."""
        import numpy as np

        ends = [(group.low, group.high) for group in self.groups for _ in group.names]
        return np.array(ends, dtype=np.float64).T

    def pairs(
        self, hypotheses: Sequence[Segment], references: Sequence[Segment], threads: int = 1
    ) -> "NDArray[np.float64]":
        """A row for each hypothesis with its reference."""
        return self._within([g.pairs(hypotheses, references, threads) for g in self.groups])

    def products(
        self, hypotheses: Sequence[Segment], references: Sequence[Segment], threads: int = 1
    ) -> "NDArray[np.float64]":
        """A row for each hypothesis with each reference, references fastest."""
        return self._within([g.products(hypotheses, references, threads) for g in self.groups])

    def means(
        self,
        hypotheses: Sequence[Segment],
        references: Sequence[Sequence[Segment]],
        threads: int = 1,
    ) -> "NDArray[np.float64]":
        """The mean over reference sets, a row a hypothesis."""
        import numpy as np

        means: NDArray[np.float64] = np.mean(
            [self.pairs(hypotheses, column, threads) for column in references], axis=0
        )
        return means

    def _within(self, parts: "list[NDArray[np.float64]]") -> "NDArray[np.float64]":
        import numpy as np

        low, high = self.ranges
        return np.clip(np.hstack(parts), low, high)


def group_of(name: str) -> str:
    """What a feature is left out with in a feature study: ms, pos, a pivot, a model, ..."""
    if name.startswith("lm:"):
        return name
    return name.partition(":")[0] if ":" in name else name.partition("-")[0]
