"""TESLA-S (Lin, Liu, Ng & Kan 2012): the content of summaries."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Any, ClassVar

from ..analysis.frequencies import Frequencies
from ..comparing.comparer import Comparer
from ..comparing.skips import GradedSkipComparer, SkipComparer
from ..encoding.analysis import Analysis
from ..encoding.documents import document_encoder, graded_document_encoder
from ..encoding.session import Session
from ..encoding.word_tables import open_paraphrases
from ..languages import parse_language
from .analysed import (
    DICTIONARIES,
    MULTI_REFERENCE,
    SHIPPED,
    SYNONYMS,
    CountingMetric,
    analysis_option,
)
from .base import AllReferences
from .options import option
from .segments import Fields, SegmentScorer
from .tesla_x import PARAPHRASES, frequencies_option
from .tesla_x_constants import WORD_LEVELS

MOST_GAP = 100
SIMILARITIES = ("equal", "graded")
_GRADED = ("similarity", "graded")


@dataclass(frozen=True, kw_only=True)
class TeslaS(CountingMetric):
    """Mean of two F-measures: of words and of skip bigrams.

    A summary is a text of several sentences, in which line breaks end sentences. The best of
    several references counts.

    similarity  equal: words are alike that are written the same but for case; graded: by degrees,
                as in TESLA-X, and rare words weigh more
    discount    what each function word multiplies a weight by, of equal ones
    gap         most words between the two of a skip bigram, which are of one sentence
    synonyms    of graded ones: as in TESLA-X
    frequencies of graded ones: as in TESLA-X
    paraphrases of graded ones: as in TESLA-X
    """

    name: ClassVar[str] = "tesla-s"
    of_documents: ClassVar[bool] = True
    multi: str = option("max", "text", "over several references", choices=MULTI_REFERENCE)
    similarity: str = option(
        "equal",
        "text",
        "of words for tesla-s: equal (default: the same but for case) or graded (by degrees, as "
        "for tesla-x, and rare words weigh more)",
        choices=SIMILARITIES,
    )
    discount: float = option(
        0.1,
        "number",
        "factor for each function word",
        above=True,
        metavar="D",
        only=("similarity", "equal"),
    )
    gap: int = option(
        4, "whole", "most words between the two of a skip bigram", most=MOST_GAP, metavar="N"
    )
    synonyms: str = analysis_option("auto", SYNONYMS, words=DICTIONARIES, only=_GRADED)
    frequencies: str | Frequencies = frequencies_option(only=_GRADED)
    paraphrases: str = option(
        "auto",
        "file",
        PARAPHRASES,
        example="auto, none or a file",
        words=SHIPPED,
        only=_GRADED,
    )

    @property
    def graded(self) -> bool:
        """Whether words are alike by degrees."""
        return self.similarity == "graded"

    @property
    def dictionary(self) -> str:
        return self.synonyms if self.graded else "none"

    def open_in(self, session: Session, references: AllReferences | None) -> SegmentScorer:
        if not self.learns(session):
            return super().open_in(session, references)
        return self.taught(self.count_compared(session, references)).open_in(session, None)

    def learns(self, session: Session) -> bool:
        return self.graded and super().learns(session)

    def comparer(self, analysis: Analysis) -> Comparer:
        if not self.graded:
            encoder = document_encoder(analysis, self.gap, Fraction(str(self.discount)))
            return SkipComparer(encoder, self.alpha)
        table = self.table(analysis.session)
        assert table is not None
        paraphrases = open_paraphrases(
            analysis.session, parse_language(self.lang), self.paraphrases
        )
        graded = graded_document_encoder(analysis, table, paraphrases, self.gap)
        # Summaries are so long that there is always a word of the same part of speech.
        return GradedSkipComparer(graded, self.alpha, WORD_LEVELS)

    def looked_up(self, analysis: Analysis) -> Fields:
        return [("synonyms", analysis.synonyms.name)] if self.graded else []

    def sizes(self) -> Fields:
        return [("gap", str(self.gap))]

    def notes(self, comparer: Any) -> Fields:
        if not self.graded:
            return [("discount", repr(float(self.discount)))]
        return [
            ("similarity", "graded"),
            ("frequencies", comparer.encoder.frequencies.name),
            ("paraphrases", comparer.encoder.paraphrases.name),
        ]
