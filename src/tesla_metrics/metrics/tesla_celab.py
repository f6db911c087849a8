"""TESLA-CELAB (Liu & Ng 2012), for languages with ambiguous word boundaries."""

from dataclasses import dataclass
from typing import ClassVar

from .celab import Celab


@dataclass(frozen=True, kw_only=True)
class TeslaCelab(Celab):
    """Characters, and the words that a dictionary finds among them.

    synonyms    auto (the best at hand), none, the name of a dictionary, or a file
    """

    name: ClassVar[str] = "tesla-celab"
    synonyms: str = "auto"

    def _texts(self) -> tuple[str, ...]:
        return ("synonyms",)

    @property
    def dictionary(self) -> str:
        return self.synonyms


@dataclass(frozen=True, kw_only=True)
class TeslaCelabMinus(Celab):
    """TESLA-CELAB without a dictionary: equal n-grams alone are linked."""

    name: ClassVar[str] = "tesla-celab-"
