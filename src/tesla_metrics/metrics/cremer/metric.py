"""CREMER (Lin, Liu, Ng & Kan 2012): content and coherence of a summary, as people weigh them."""

from dataclasses import dataclass
from functools import partial
from typing import ClassVar

from ..._version import __version__
from ...encoding.session import Session
from ...errors import ResourceError, UsageError
from ...explaining.coherence.coherence import TextCoherence
from ...explaining.explanation import Against
from ...languages import parse_language
from ...tasks import Segment
from ..base import AllReferences
from ..dicomer.model import shipped_dicomer
from ..options import option
from ..segments import Fields, SegmentMetric, SegmentScorer
from ..tesla_f_model import compare_analysis
from ..tesla_x import MODEL
from .explaining import explain_summary
from .model import CremerModel, read_cremer
from .parts import PARTS, CremerParts, find_dicomer


@dataclass(frozen=True, kw_only=True)
class Cremer(SegmentMetric):
    """Support vector regression on TESLA-S and DICOMER, which stand beside it.

    A summary is a text of several sentences, in which line breaks end sentences. Of several
    references the one with the most of the content counts.

    lang        language of the texts (ISO 639): English
    model       a file that `tesla train cremer` made
    dicomer     the file of the DICOMER model that it was trained with, where that is not what ships
                and is no longer where it was
    """

    name: ClassVar[str] = "cremer"
    parts: ClassVar[tuple[str, ...]] = PARTS
    of_documents: ClassVar[bool] = True
    written_in: ClassVar[str] = "en"
    lang: str
    model: str = option(
        "", "file", MODEL, metavar="FILE", example="a file of 'tesla train cremer'", model="cremer"
    )
    dicomer: str = option(
        "",
        "file",
        "the dicomer model that a model of cremer was trained with",
        metavar="FILE",
        example="a file of 'tesla train dicomer'",
    )

    def __post_init__(self) -> None:
        super().__post_init__()
        parse_language(self.lang)

    def open_in(self, session: Session, references: AllReferences | None) -> "CremerScorer":
        lang = parse_language(self.lang)
        if not self.model:
            shipped_dicomer(lang)  # what it says of other languages comes first
            raise ResourceError(
                "cremer ships no model, since what people like differs: give --model FILE, made by "
                f"'tesla train cremer --judgments FILE --human KIND -l {lang} -o FILE'"
            )
        model = session.of_file(read_cremer, self.model)
        if model.language != lang:
            raise UsageError(
                f"{self.model} is a model of {model.language!r}, but the texts are {lang!r}: give "
                f"one that was trained on summaries of {lang!r}"
            )
        dicomer = find_dicomer(self.model, model.dicomer, self.dicomer, lang, session)
        parts = CremerParts(session, lang, dicomer)
        compare_analysis(self.model, model.analysis, parts.names)
        return CremerScorer(self, session, model, parts)

    def explain_pair(
        self, scorer: SegmentScorer, reference: Segment, hypothesis: Segment
    ) -> Against:
        assert isinstance(scorer, CremerScorer)
        return explain_summary(scorer.of, scorer.model, reference, hypothesis)

    def explain_text(self, scorer: SegmentScorer, hypothesis: Segment) -> TextCoherence | None:
        assert isinstance(scorer, CremerScorer)
        own = scorer.of.coherence
        return own.metric.explain_text(own, hypothesis)


class CremerScorer(SegmentScorer):
    """CREMER's parts `of` pairs, and the model that combines them."""

    # The reference with the most content, and not with the highest score: how well a summary reads
    # is the same beside all of them, and a score need not rise with what is said.
    decisive: ClassVar[int] = 1

    def __init__(
        self, metric: Cremer, session: Session, model: CremerModel, parts: CremerParts
    ) -> None:
        self.of, self.model = parts, model
        super().__init__(
            metric, session, parts, model.combine, partial(_fields, parts, model), "max"
        )


def _fields(parts: CremerParts, model: CremerModel, references: int, analysed: bool) -> Fields:
    return [
        *parts.fields(references, analysed),
        ("kernel", model.regression.kernel.name),
        ("model", model.short_hash),
        ("version", __version__),
    ]
