"""ROUGE (Lin 2004) for summaries: n-grams, skip bigrams, longest common subsequences."""

from abc import abstractmethod
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np

from ..._version import __version__
from ...core.comparing.comparer import Rows
from ...core.comparing.rouge import BagRouge, RougeComparer, SubsequenceRouge
from ...core.encoding.session import Session
from ...text.languages import parse_language
from ..analysed_metric import MULTI_REFERENCE_CHOICES
from ..base import ReferencesFactory
from ..options import option
from ..score import format_reference_count
from ..segment_metric import SegmentMetric, SegmentScorer, SignatureFields

MEASURE_CHOICES = ("f1", "recall", "precision")


@dataclass(frozen=True, kw_only=True)
class Rouge(SegmentMetric):
    """Base class of the ROUGE metrics.

    Words are lower-cased sequences of letters and digits (for English only ASCII, as in
    rouge-score), without stemming.

    Parameters
    ----------
    lang : str
        Language of the texts (ISO 639).
    measure : {"f1", "recall", "precision"}
        The value that is the score.
    multi : {"max", "mean"}
        How the scores against several references are combined.
    lowercase : bool
        Whether both sides are lower-cased first. It has no effect on words, which are always
        lower-cased.
    """

    of_documents: ClassVar[bool] = True

    lang: str
    measure: str = option(
        "f1", "text", "score of rouge: f1 (default), recall or precision", choices=MEASURE_CHOICES,
        flag="rouge-measure", metavar="WHICH",
    )  # fmt: skip
    multi: str = option("max", "text", "over several references", choices=MULTI_REFERENCE_CHOICES)

    def __post_init__(self) -> None:
        super().__post_init__()
        parse_language(self.lang)

    @abstractmethod
    def comparer(self, session: Session, lang: str) -> RougeComparer[Any]:
        """Return the comparer that computes precision and recall."""

    def open_in(self, session: Session, references: ReferencesFactory | None) -> SegmentScorer:
        comparer = self.comparer(session, parse_language(self.lang))

        def fields(count: int, analysed: bool) -> SignatureFields:
            return [
                ("lang", comparer.lang),
                ("tokens", comparer.tokenizer_name),
                *([("sentences", comparer.splitter_name)] if comparer.splitter_name else []),
                ("stem", "no"),
                ("refs", format_reference_count(count)),
                *([("multi", self.multi)] if count != 1 else []),
                ("measure", self.measure),
                ("version", __version__),
            ]

        return SegmentScorer(self, session, comparer, self._combine, fields, self.multi)

    def _combine(self, columns: Rows) -> Rows:
        precision, recall = columns.T
        sums = precision + recall
        f1: Rows = np.divide(2 * precision * recall, sums, out=np.zeros_like(sums), where=sums > 0)
        scores: Rows = {"f1": f1, "recall": recall, "precision": precision}[self.measure]
        return scores


@dataclass(frozen=True, kw_only=True)
class Rouge1(Rouge):
    """ROUGE-1: unigrams; see `Rouge` for the parameters."""

    name: ClassVar[str] = "rouge-1"

    def comparer(self, session: Session, lang: str) -> RougeComparer[Any]:
        return session.once(BagRouge, session, lang, 1, None)


@dataclass(frozen=True, kw_only=True)
class Rouge2(Rouge):
    """ROUGE-2: bigrams; see `Rouge` for the parameters."""

    name: ClassVar[str] = "rouge-2"

    def comparer(self, session: Session, lang: str) -> RougeComparer[Any]:
        return session.once(BagRouge, session, lang, 2, None)


@dataclass(frozen=True, kw_only=True)
class RougeSu4(Rouge):
    """ROUGE-SU4: unigrams, and skip bigrams with at most 4 words in between.

    See `Rouge` for the parameters.
    """

    name: ClassVar[str] = "rouge-su4"

    def comparer(self, session: Session, lang: str) -> RougeComparer[Any]:
        return session.once(BagRouge, session, lang, 1, 4)


@dataclass(frozen=True, kw_only=True)
class RougeL(Rouge):
    """ROUGE-L for summaries (rougeLsum): longest common subsequences of sentences.

    See `Rouge` for the parameters.
    """

    name: ClassVar[str] = "rouge-l"

    def comparer(self, session: Session, lang: str) -> RougeComparer[Any]:
        return session.once(SubsequenceRouge, session, lang)
