"""TESLA-N: words by what they mean where they stand, by an encoder that needs no GPU."""

from dataclasses import dataclass, replace
from platform import machine
from typing import ClassVar, Self

import numpy as np

from ...analysis.analyzer import Analyzer
from ...analysis.frequencies import Frequencies, SentenceCounts
from ...comparing.comparer import Comparer, Rows, SideBySide
from ...comparing.context import ContextComparer
from ...comparing.texts import Wordless
from ...context.checks import PRICES, checked
from ...context.finding import AUTO, PACKAGE
from ...context.model import NONE, ContextModel, open_model
from ...context.onnx_graph import ARITHMETICS, INT8
from ...encoding.pairs import Pairs
from ...encoding.session import Session
from ...explaining.explanation import Against
from ...files.stamp import stamps
from ...languages import parse_language
from ...tasks import Segment
from ..analysed import ANALYZER, ANALYZERS, DICTIONARIES, MULTI_REFERENCE, SYNONYMS, analysis_option
from ..base import AllReferences
from ..options import option
from ..segments import Fields, SegmentMetric, SegmentScorer
from ..tesla_x import GradedScorer, TeslaX, frequencies_option

ENCODER = (
    "what makes vectors of words for tesla-n: auto (default: all-MiniLM-L6-v2 for English, where "
    f"the package {PACKAGE} is installed), a FILE made by tesla build encoder, or a DIR with "
    "config.json, tokenizer.json and model.safetensors"
)
ADAPTER = (
    "what tesla-n has learnt for its encoder: auto (default: what ships for it, else none), none, "
    "or a FILE made by tesla train tesla-n"
)
ARITHMETIC = "of tesla-n's encoder (default: int8, twice as quick and within 0.02 of float32)"


@dataclass(frozen=True, kw_only=True)
class TeslaN(SegmentMetric):
    """Vectors of word pieces in their context, matched, and what tesla-x says of the pair.

    An adapter says how these make a score; without one it is a weighted mean. What must not change
    (numbers, negations, capitals, endings) caps it, softly, as tesla-x finds it changed.

    lang        language of the texts (ISO 639)
    encoder     auto (English), a file of tesla build encoder, or a folder with an encoder of the
                family of BERT
    adapter     auto (what ships for the encoder and the language, else none), none, or a file of
                tesla train tesla-n
    arithmetic  int8 or float32
    analyzer, synonyms, frequencies     of tesla-x
    multi       several references: mean or max of the scores against each
    """

    name: ClassVar[str] = "tesla-n"
    lang: str
    encoder: str = option(
        AUTO, "file", ENCODER, metavar="WHAT", example="auto, a folder or a file", words=(AUTO,)
    )
    adapter: str = option(
        AUTO, "file", ADAPTER, metavar="WHAT", example="auto, none or a file", words=(AUTO, NONE)
    )
    arithmetic: str = option(INT8, "text", ARITHMETIC, choices=ARITHMETICS)
    analyzer: str | Analyzer = analysis_option(
        "builtin",
        ANALYZER,
        metavar="NAME",
        objects=(Analyzer,),
        example="a name such as 'builtin'",
        words=ANALYZERS,
    )
    synonyms: str = analysis_option("auto", SYNONYMS, words=DICTIONARIES)
    frequencies: str | Frequencies = frequencies_option()
    multi: str = option("mean", "text", "over several references", choices=MULTI_REFERENCE)

    def __post_init__(self) -> None:
        super().__post_init__()
        parse_language(self.lang)

    @property
    def graded(self) -> TeslaX:
        """The tesla-x whose score is one of the features."""
        return TeslaX(
            lang=self.lang,
            analyzer=self.analyzer,
            synonyms=self.synonyms,
            frequencies=self.frequencies,
        )

    @property
    def untagged(self) -> bool:
        return self.graded.untagged

    def learns(self, session: Session) -> bool:
        return self.graded.learns(session)

    def count_references(self, session: Session, references: AllReferences) -> SentenceCounts:
        return self.graded.count_compared(session, self.as_compared(references))

    def taught(self, counts: SentenceCounts) -> Self:
        return replace(self, frequencies=counts.of_references())

    def open_in(self, session: Session, references: AllReferences | None) -> SegmentScorer:
        lang = parse_language(self.lang)
        model = session.once(
            _open, self.encoder, self.adapter, lang, self.arithmetic,
            stamps(self.encoder, self.adapter),
        )  # fmt: skip
        graded = self.graded.open_in(session, references)
        assert isinstance(graded, GradedScorer)
        return ContextScorer(self, session.once(ContextComparer, session, model), graded)

    def explain_pair(
        self, scorer: SegmentScorer, reference: Segment, hypothesis: Segment
    ) -> Against:
        from ...explaining.context import explain_context  # who scores needs none of it

        assert isinstance(scorer, ContextScorer)
        graded = scorer.graded.metric.explain_pair(scorer.graded, reference, hypothesis)
        (row,) = scorer.beside.compare(Pairs.of_lines([hypothesis], [reference])).tolist()
        changed = dict(zip(PRICES, row[1:], strict=True))
        return explain_context(scorer.context, graded, changed, reference, hypothesis)


def _open(
    encoder: str, adapter: str, lang: str, arithmetic: str, files: tuple[tuple[str, int, int], ...]
) -> ContextModel:
    """`files` are those that are named, as they are now: a changed one is read again."""
    return open_model(encoder, adapter, lang, arithmetic)


class GradedPairs(Comparer):
    """tesla-x's score of pairs, and what has changed in them."""

    def __init__(self, scorer: GradedScorer) -> None:
        self._scorer = scorer
        self._changed = [scorer.comparer.columns.index(name) for name in PRICES]

    @property
    def columns(self) -> tuple[str, ...]:
        return (self._scorer.metric.name, *PRICES)

    @property
    def threaded(self) -> bool:
        return self._scorer.comparer.threaded

    def compare(self, pairs: Pairs, threads: int = 1) -> Rows:
        columns = self._scorer.comparer.compare(pairs, threads)
        return np.column_stack([self._scorer.combine(columns), columns[:, self._changed]])


class ContextScorer(SegmentScorer):
    """A model of contextual words, and tesla-x beside it."""

    def __init__(self, metric: TeslaN, context: ContextComparer, graded: GradedScorer) -> None:
        self.context, self.graded = context, graded
        self.beside = GradedPairs(graded)
        comparer = SideBySide((context, self.beside, Wordless()))
        super().__init__(metric, graded.session, comparer, self._combine, self._named, metric.multi)

    def _combine(self, columns: Rows) -> Rows:
        own, beside = np.split(columns.T[:-1], [len(self.context.columns)])
        (graded, *changed), wordless = beside, columns[:, -1]
        features = np.column_stack([*own[:-1], graded])
        scores = self.context.model.head.scores(features, own[-1])
        scores = checked(scores, graded, changed)
        # As in every metric: 1 where neither side has a word, 0 where one has none.
        settled: Rows = np.where(wordless > 0, wordless > 1, scores)
        return settled

    def _named(self, references: int, analysed: bool) -> Fields:
        model = self.context.model
        *fields, version = self.graded.signature(references, analysed).fields
        adapter = model.adapter
        return [
            *fields,
            ("encoder", model.packed.digest[:8]),
            # Without an adapter a plain head makes the score.
            ("adapter", adapter.digest[:8] if adapter else "none+plain"),
            ("arithmetic", f"{model.arithmetic}@{machine().lower()}"),
            version,
        ]
