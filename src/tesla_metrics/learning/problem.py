"""What can be learnt and checked on held-out rows, whatever the learner."""

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, ClassVar

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


class Problem(ABC):
    """Rows of numbers with what people said of them; rows of one group are held out together."""

    method: ClassVar[str]  # for model files
    measure: ClassVar[str]  # what `agreement` is
    strengths: ClassVar[tuple[float, ...]]  # of the fit to the data, the weakest first
    groups: "NDArray[np.intp]"

    @property
    @abstractmethod
    def columns(self) -> int:
        """The number of features."""

    @abstractmethod
    def fit(
        self, rows: "NDArray[np.intp]", columns: "NDArray[np.intp]", strength: float
    ) -> "NDArray[np.float64]":
        """Plain weights of all columns, 0 for those that are not among `columns`."""

    @abstractmethod
    def agreement(self, rows: "NDArray[np.intp]", weights: "NDArray[np.float64]") -> float:
        """How well weights do on rows, higher for better."""
