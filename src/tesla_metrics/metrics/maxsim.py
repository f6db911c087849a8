"""MaxSim (Chan & Ng 2008), in the framework of TESLA."""

from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar

from ..matching.bags import Bags
from ..matching.match import f_measures, match_ms
from .linguistic import LinguisticMetric


@dataclass(frozen=True, kw_only=True)
class MaxSim(LinguisticMetric):
    """Mean of the F-measures of s_ms over uni-, bi- and trigrams, every n-gram of weight 1.

    With unit weights the linear program is weighted bipartite matching.
    """

    name: ClassVar[str] = "maxsim"

    @property
    def function_weight(self) -> Fraction:
        return Fraction(1)

    @property
    def tag_features(self) -> bool | None:
        return False

    def features(self, reference: Bags, candidate: Bags) -> list[float]:
        return f_measures(match_ms(reference, candidate), self.alpha)
