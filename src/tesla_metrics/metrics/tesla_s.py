"""TESLA-S (Lin, Liu, Ng & Kan 2012): the content of summaries."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Any, ClassVar

from ..comparing.comparer import Comparer
from ..comparing.skips import SkipComparer
from ..encoding.analysis import Analysis
from ..encoding.documents import document_encoder
from .analysed import MULTI_REFERENCE, WordMetric
from .options import option
from .segments import Fields

MOST_GAP = 100


@dataclass(frozen=True, kw_only=True)
class TeslaS(WordMetric):
    """Mean of two F-measures: of words and of skip bigrams, as they are written but for case.

    A summary is a text of several sentences, in which line breaks end sentences. Words that are
    alike have the same form; the best of several references counts.

    discount    what each function word multiplies a weight by
    gap         most words between the two of a skip bigram, which are of one sentence
    """

    name: ClassVar[str] = "tesla-s"
    of_documents: ClassVar[bool] = True
    multi: str = option("max", "text", "over several references", choices=MULTI_REFERENCE)
    discount: float = option(
        0.1, "number", "factor for each function word", above=True, metavar="D"
    )
    gap: int = option(
        4, "whole", "most words between the two of a skip bigram", most=MOST_GAP, metavar="N"
    )

    def comparer(self, analysis: Analysis) -> Comparer:
        encoder = document_encoder(analysis, self.gap, Fraction(str(self.discount)))
        return SkipComparer(encoder, self.alpha)

    def sizes(self) -> Fields:
        return [("gap", str(self.gap))]

    def notes(self, comparer: Any) -> Fields:
        return [("discount", repr(float(self.discount)))]
