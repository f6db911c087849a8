"""What makes a score of PEM's parts: the fixed combination, or a model's."""

from typing import Protocol

from ...arrays import Floats
from ...comparing.comparer import Rows


class Combination(Protocol):
    """From adequacy, fluency and dissimilarity to a score in [0,1]."""

    @property
    def name(self) -> str:
        """What signatures print."""

    def combine(self, parts: Rows) -> Rows:
        """The score of each row."""

    def slopes(self, parts: Floats) -> Floats:
        """What a score gains by each unit of its parts; of a row."""
