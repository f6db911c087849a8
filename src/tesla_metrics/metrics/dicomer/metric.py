"""DICOMER (Lin, Liu, Ng & Kan 2012): how well a text reads, by its discourse relations."""

from dataclasses import dataclass
from functools import partial
from typing import ClassVar

import numpy as np

from ..._version import __version__
from ...coherence.judge import CoherenceJudge
from ...comparing.comparer import Comparer, Rows
from ...encoding.pairs import Pairs
from ...encoding.session import Session
from ...errors import UsageError
from ...explaining.coherence.coherence import TextCoherence
from ...explaining.coherence.explain import explain_coherence
from ...languages import parse_language
from ...names import NOTHING
from ...tasks import Segment
from ..base import AllReferences
from ..options import option
from ..segments import Fields, SegmentMetric, SegmentScorer
from ..tesla_f_model import compare_analysis
from ..tesla_x import MODEL
from .model import DicomerModel, read_dicomer, shipped_dicomer
from .reader import DiscourseReader, discourse_reader


@dataclass(frozen=True, kw_only=True)
class Dicomer(SegmentMetric):
    """How likely a text is the better one of two, by the flow of its discourse relations.

    A text is one of several sentences, in which line breaks end sentences; nothing stands beside
    it. One of a single sentence has no flow: 0.5.

    lang    language of the texts (ISO 639): English
    model   a file that `tesla train dicomer` made; none: what ships
    """

    name: ClassVar[str] = "dicomer"
    against: ClassVar[str] = NOTHING
    of_documents: ClassVar[bool] = True
    written_in: ClassVar[str] = "en"
    lang: str
    model: str = option(
        "",
        "file",
        MODEL,
        metavar="FILE",
        example="a file of 'tesla train dicomer'",
        model="dicomer",
    )

    def __post_init__(self) -> None:
        super().__post_init__()
        parse_language(self.lang)

    def open_in(self, session: Session, references: AllReferences | None) -> "DicomerScorer":
        lang = parse_language(self.lang)
        path = self.model or str(shipped_dicomer(lang))
        model = session.of_file(read_dicomer, path)
        if model.language != lang:
            raise UsageError(
                f"{path} is a model of {model.language!r}, but the texts are {lang!r}: give one "
                f"that was trained on texts of {lang!r}"
            )
        reader = discourse_reader(session, lang)
        compare_analysis(path, model.analysis, reader.names)
        return DicomerScorer(self, session, model, reader)

    def explain_text(self, scorer: SegmentScorer, hypothesis: Segment) -> TextCoherence:
        assert isinstance(scorer, DicomerScorer)
        (parsed,) = scorer.reader.read([hypothesis])
        return explain_coherence(*parsed, scorer.model.judge)


class DicomerScorer(SegmentScorer):
    """A `model`, and the `reader` that makes role matrices of texts."""

    def __init__(
        self, metric: Dicomer, session: Session, model: DicomerModel, reader: DiscourseReader
    ) -> None:
        self.model, self.reader = model, reader
        super().__init__(
            metric, session, CoherenceScores(model.judge, reader), _first,
            partial(_fields, model, reader),
        )  # fmt: skip


class CoherenceScores(Comparer):
    """The score of each candidate by itself."""

    columns = ("coherence",)

    def __init__(self, judge: CoherenceJudge, reader: DiscourseReader) -> None:
        self.judge, self.reader = judge, reader

    @property
    def threaded(self) -> bool:
        return False  # most of the work is plain Python's

    def compare(self, pairs: Pairs, threads: int = 1) -> Rows:
        scores = np.array(list(map(self.judge.score, self.reader.matrices(pairs.candidates))))
        return scores[pairs.right, None]


def _first(columns: Rows) -> Rows:
    return columns[:, 0]


def _fields(
    model: DicomerModel, reader: DiscourseReader, references: int, analysed: bool
) -> Fields:
    del references
    return [
        ("lang", model.language),
        *reader.fields(analysed),
        ("features", model.judge.kind.name),
        ("model", model.short_hash),
        ("version", __version__),
    ]
