"""TESLA-S (Lin, Liu, Ng & Kan 2012): the content of summaries, by words and skip bigrams."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Any, ClassVar

from ..core.comparing.comparer import Comparer
from ..core.comparing.skip_bigrams import GradedSkipComparer, SkipComparer
from ..core.encoding.analysis import Analysis
from ..core.encoding.documents import get_document_encoder, get_graded_document_encoder
from ..core.encoding.session import Session
from ..core.encoding.word_tables import open_paraphrases
from ..text.frequencies import Frequencies
from ..text.languages import parse_language
from .analysed_metric import (
    AUTO_OR_NONE,
    DICTIONARY_NAMES,
    MULTI_REFERENCE_CHOICES,
    SYNONYMS_HELP,
    FrequencyWeightedMetric,
    analysis_option,
)
from .base import ReferencesFactory
from .options import option
from .segment_metric import SegmentScorer, SignatureFields
from .tesla_x import PARAPHRASES_HELP, frequencies_option
from .tesla_x_model import LEVELS_WITHOUT_TAGS

MAX_GAP_WORDS = 100
SIMILARITY_CHOICES = ("equal", "graded")
_ONLY_WITH_GRADED = ("similarity", "graded")


@dataclass(frozen=True, kw_only=True)
class TeslaS(FrequencyWeightedMetric):
    """TESLA-S: mean of the F-measures of words and of skip bigrams, for summaries.

    A skip bigram is a pair of words of a sentence in their order, with other words in between. A
    summary is a text of several sentences, and line breaks end sentences.

    Parameters
    ----------
    lang : str
        Language of the texts (ISO 639).
    similarity : {"equal", "graded"}
        "equal": words match if they are equal except for case. "graded": the similarity of words is
        the same as in TESLA-X, and rare words have a higher weight.
    discount : float
        Factor on the weight for each function word; only for similarity "equal".
    gap : int
        Maximum number of words between the two words of a skip bigram, in the same sentence.
    synonyms, frequencies, paraphrases : str
        See `TeslaX`; only for similarity "graded".
    multi : {"max", "mean"}
        How the scores against several references are combined.
    analyzer, tags, compounds, script, alpha, lowercase
        See `TeslaM`.
    """

    name: ClassVar[str] = "tesla-s"
    of_documents: ClassVar[bool] = True
    multi: str = option("max", "text", "over several references", choices=MULTI_REFERENCE_CHOICES)
    similarity: str = option(
        "equal",
        "text",
        "similarity of words for tesla-s: equal (default: equal except for case) or graded (as "
        "for tesla-x, and rare words weigh more)",
        choices=SIMILARITY_CHOICES,
    )
    discount: float = option(
        0.1,
        "number",
        "factor for each function word",
        exclusive_minimum=True,
        metavar="D",
        only_with=("similarity", "equal"),
    )
    gap: int = option(
        4,
        "whole",
        "maximum number of words inside a skip bigram",
        maximum=MAX_GAP_WORDS,
        metavar="N",
    )
    synonyms: str = analysis_option(
        "auto", SYNONYMS_HELP, plain_values=DICTIONARY_NAMES, only_with=_ONLY_WITH_GRADED
    )
    frequencies: str | Frequencies = frequencies_option(only_with=_ONLY_WITH_GRADED)
    paraphrases: str = option(
        "auto",
        "file",
        PARAPHRASES_HELP,
        example="auto, none or a file",
        plain_values=AUTO_OR_NONE,
        only_with=_ONLY_WITH_GRADED,
    )

    @property
    def graded(self) -> bool:
        """Return whether the similarity of words is graded."""
        return self.similarity == "graded"

    @property
    def dictionary(self) -> str:
        return self.synonyms if self.graded else "none"

    def open_in(self, session: Session, references: ReferencesFactory | None) -> SegmentScorer:
        if not self.learns_from_references(session):
            return super().open_in(session, references)
        counts = self.count_prepared_references(session, references)
        return self.with_counts(counts).open_in(session, None)

    def learns_from_references(self, session: Session) -> bool:
        return self.graded and super().learns_from_references(session)

    def comparer(self, analysis: Analysis) -> Comparer:
        if not self.graded:
            encoder = get_document_encoder(analysis, self.gap, Fraction(str(self.discount)))
            return SkipComparer(encoder, self.alpha)
        table = self.frequency_table(analysis.session)
        assert table is not None
        paraphrases = open_paraphrases(
            analysis.session, parse_language(self.lang), self.paraphrases
        )
        graded_encoder = get_graded_document_encoder(analysis, table, paraphrases, self.gap)
        # With these levels, words that share only the part of speech are not similar: in texts as
        # long as summaries, there is always a word with the same part of speech.
        return GradedSkipComparer(graded_encoder, self.alpha, LEVELS_WITHOUT_TAGS)

    def dictionary_fields(self, analysis: Analysis) -> SignatureFields:
        return [("synonyms", analysis.synonyms.name)] if self.graded else []

    def ngram_fields(self) -> SignatureFields:
        return [("gap", str(self.gap))]

    def extra_fields(self, comparer: Any) -> SignatureFields:
        if not self.graded:
            return [("discount", repr(float(self.discount)))]
        return [
            ("similarity", "graded"),
            ("frequencies", comparer.encoder.frequencies.name),
            ("paraphrases", comparer.encoder.paraphrases.name),
        ]
