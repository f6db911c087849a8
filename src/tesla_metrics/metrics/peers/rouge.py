"""ROUGE (Lin 2004) of summaries: n-grams, skip bigrams, common subsequences."""

from abc import abstractmethod
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np

from ..._version import __version__
from ...comparing.comparer import Rows
from ...comparing.rouge import BagRouge, RougeComparer, SubsequenceRouge
from ...encoding.session import Session
from ...languages import parse_language
from ..analysed import MULTI_REFERENCE
from ..base import AllReferences
from ..options import option
from ..segments import Fields, SegmentMetric, SegmentScorer
from ..signature import shown_count

MEASURES = ("f1", "recall", "precision")


@dataclass(frozen=True, kw_only=True)
class Rouge(SegmentMetric):
    """Words are lower-cased runs of letters and digits (for English those of ASCII, as rouge-score
    has it), none is stemmed, and the best of several references counts.

    lang        language of the texts (ISO 639)
    measure     f1, recall or precision
    multi       several references: mean or max of the scores against each
    """

    of_documents: ClassVar[bool] = True

    lang: str
    measure: str = option(
        "f1", "text", "what rouge gives: f1 (default), recall or precision", choices=MEASURES,
        flag="rouge-measure", metavar="WHICH",
    )  # fmt: skip
    multi: str = option("max", "text", "over several references", choices=MULTI_REFERENCE)

    def __post_init__(self) -> None:
        super().__post_init__()
        parse_language(self.lang)

    @abstractmethod
    def comparer(self, session: Session, lang: str) -> RougeComparer[Any]:
        """What counts."""

    def open_in(self, session: Session, references: AllReferences | None) -> SegmentScorer:
        comparer = self.comparer(session, parse_language(self.lang))

        def fields(count: int, analysed: bool) -> Fields:
            return [
                ("lang", comparer.lang),
                ("tokens", comparer.tokens),
                *([("sentences", comparer.sentences)] if comparer.sentences else []),
                ("stem", "no"),
                ("refs", shown_count(count)),
                *([("multi", self.multi)] if count != 1 else []),
                ("measure", self.measure),
                ("version", __version__),
            ]

        return SegmentScorer(self, session, comparer, self._combine, fields, self.multi)

    def _combine(self, columns: Rows) -> Rows:
        precision, recall = columns.T
        both = precision + recall
        f1: Rows = np.divide(2 * precision * recall, both, out=np.zeros_like(both), where=both > 0)
        chosen: Rows = {"f1": f1, "recall": recall, "precision": precision}[self.measure]
        return chosen


@dataclass(frozen=True, kw_only=True)
class Rouge1(Rouge):
    """ROUGE-1: words."""

    name: ClassVar[str] = "rouge-1"

    def comparer(self, session: Session, lang: str) -> RougeComparer[Any]:
        return session.once(BagRouge, session, lang, 1, None)


@dataclass(frozen=True, kw_only=True)
class Rouge2(Rouge):
    """ROUGE-2: pairs of words that follow each other."""

    name: ClassVar[str] = "rouge-2"

    def comparer(self, session: Session, lang: str) -> RougeComparer[Any]:
        return session.once(BagRouge, session, lang, 2, None)


@dataclass(frozen=True, kw_only=True)
class RougeSu4(Rouge):
    """ROUGE-SU4: words, and pairs of words with at most 4 words between them."""

    name: ClassVar[str] = "rouge-su4"

    def comparer(self, session: Session, lang: str) -> RougeComparer[Any]:
        return session.once(BagRouge, session, lang, 1, 4)


@dataclass(frozen=True, kw_only=True)
class RougeL(Rouge):
    """ROUGE-L of summaries (rougeLsum): longest common subsequences of sentences."""

    name: ClassVar[str] = "rouge-l"

    def comparer(self, session: Session, lang: str) -> RougeComparer[Any]:
        return session.once(SubsequenceRouge, session, lang)
