"""What can be learnt and checked on held-out rows, whatever the learner."""

from abc import ABC, abstractmethod
from typing import ClassVar

from ..arrays import Floats, Indices


class Problem(ABC):
    """Rows of numbers with what people said of them; rows of one group are held out together."""

    method: ClassVar[str]  # for model files
    measure: ClassVar[str]  # what `agreement` is
    strengths: ClassVar[tuple[float, ...]]  # of the fit to the data, the weakest first
    groups: Indices

    @property
    @abstractmethod
    def columns(self) -> int:
        """The number of features."""

    @abstractmethod
    def fit(self, rows: Indices, columns: Indices, strength: float) -> Floats:
        """Plain weights of all columns, 0 for those that are not among `columns`."""

    @abstractmethod
    def agreement(self, rows: Indices, weights: Floats) -> float:
        """How well weights do on rows, higher for better."""
