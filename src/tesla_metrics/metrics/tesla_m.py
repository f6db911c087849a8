"""TESLA-M (Liu, Dahlmeier & Ng 2010)."""

from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar

from ..errors import UsageError
from ..matching.bags import Bags
from ..matching.match import f_measures, match_ms, match_tags
from .linguistic import LinguisticMetric


@dataclass(frozen=True, kw_only=True)
class TeslaM(LinguisticMetric):
    """Mean of six F-measures: s_ms and s_pos over uni-, bi- and trigrams.

    discount    what each function word multiplies an n-gram's weight by
    """

    name: ClassVar[str] = "tesla-m"
    discount: float = 0.1

    def __post_init__(self) -> None:
        super().__post_init__()
        if not isinstance(self.discount, int | float) or not 0 < self.discount <= 1:
            raise UsageError(f"discount {self.discount!r}: give a number above 0 and up to 1")

    @property
    def function_weight(self) -> Fraction:
        return Fraction(str(self.discount))

    @property
    def tag_features(self) -> bool | None:
        return True

    def features(self, reference: Bags, candidate: Bags) -> list[float]:
        ms = f_measures(match_ms(reference, candidate), self.alpha)
        return ms + f_measures(match_tags(reference, candidate), self.alpha)

    def _notes(self) -> list[tuple[str, str]]:
        return [("discount", repr(float(self.discount)))]
