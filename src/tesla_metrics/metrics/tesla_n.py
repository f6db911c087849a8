"""TESLA-N: matching of contextual word vectors, which an encoder computes on a CPU."""

from dataclasses import dataclass, replace
from platform import machine
from typing import ClassVar, Self

import numpy as np

from ..core.comparing.comparer import CombinedComparer, Comparer, Rows
from ..core.comparing.contextual import ContextComparer
from ..core.comparing.texts import WordlessComparer
from ..core.encoding.pairs import Pairs
from ..core.encoding.session import Session
from ..explanation.explanation import ReferenceComparison
from ..files.item import Segment
from ..files.long_runs import get_file_stamps
from ..resources.contextual.adapter_file import CHANGE_PENALTIES, apply_checks
from ..resources.contextual.contextual_model import NO_ADAPTER, ContextModel, open_model
from ..resources.contextual.encoder_file import AUTO, ENCODER_PACKAGE
from ..resources.contextual.onnx_graph import ARITHMETICS, INT8
from ..text.analyzer import Analyzer
from ..text.frequencies import Frequencies, SentenceCounts
from ..text.languages import parse_language
from .analysed_metric import (
    ANALYZER_HELP,
    ANALYZER_NAMES,
    DICTIONARY_NAMES,
    MULTI_REFERENCE_CHOICES,
    SYNONYMS_HELP,
    analysis_option,
)
from .base import ReferencesFactory
from .options import option
from .segment_metric import SegmentMetric, SegmentScorer, SignatureFields
from .tesla_x import GradedScorer, TeslaX, frequencies_option

# Help texts of options.
ENCODER_HELP = (
    "encoder of word vectors for tesla-n: auto (default: all-MiniLM-L6-v2 for English, if the "
    f"package {ENCODER_PACKAGE} is installed), a FILE made by tesla build encoder, or a DIR with "
    "config.json, tokenizer.json and model.safetensors"
)
ADAPTER_HELP = (
    "trained adapter of tesla-n for its encoder: auto (default: the included one, else none), "
    "none, or a FILE made by tesla train tesla-n"
)
ARITHMETIC_HELP = (
    "arithmetic of tesla-n's encoder (default: int8, twice as fast and within 0.02 of float32)"
)


@dataclass(frozen=True, kw_only=True)
class TeslaN(SegmentMetric):
    """TESLA-N: matching of contextual vectors of word pieces, combined with TESLA-X.

    A trained adapter combines the features into a score; without an adapter, the score is a
    weighted mean. The changes that TESLA-X penalises (numbers, negations, capitals, endings) limit
    the score.

    Parameters
    ----------
    lang : str
        Language of the texts (ISO 639).
    encoder : str
        "auto" (English only), a file made by `tesla build encoder`, or a folder with an encoder of
        the BERT family.
    adapter : str
        "auto" (the included adapter for the encoder and the language, else none), "none", or a
        file made by `tesla train tesla-n`.
    arithmetic : {"int8", "float32"}
        Arithmetic of the encoder.
    analyzer, synonyms, frequencies
        Options of TESLA-X; see `TeslaX`.
    multi : {"mean", "max"}
        How the scores against several references are combined.
    lowercase : bool
        Whether both sides are lower-cased first.
    """

    name: ClassVar[str] = "tesla-n"
    lang: str
    encoder: str = option(
        AUTO,
        "file",
        ENCODER_HELP,
        metavar="WHAT",
        example="auto, a folder or a file",
        plain_values=(AUTO,),
    )
    adapter: str = option(
        AUTO,
        "file",
        ADAPTER_HELP,
        metavar="WHAT",
        example="auto, none or a file",
        plain_values=(AUTO, NO_ADAPTER),
    )
    arithmetic: str = option(INT8, "text", ARITHMETIC_HELP, choices=ARITHMETICS)
    analyzer: str | Analyzer = analysis_option(
        "builtin",
        ANALYZER_HELP,
        metavar="NAME",
        objects=(Analyzer,),
        example="a name such as 'builtin'",
        plain_values=ANALYZER_NAMES,
    )
    synonyms: str = analysis_option("auto", SYNONYMS_HELP, plain_values=DICTIONARY_NAMES)
    frequencies: str | Frequencies = frequencies_option()
    multi: str = option("mean", "text", "over several references", choices=MULTI_REFERENCE_CHOICES)

    def __post_init__(self) -> None:
        super().__post_init__()
        parse_language(self.lang)

    @property
    def graded(self) -> TeslaX:
        """Return the TESLA-X metric whose score is one of the features."""
        return TeslaX(
            lang=self.lang,
            analyzer=self.analyzer,
            synonyms=self.synonyms,
            frequencies=self.frequencies,
        )

    @property
    def untagged(self) -> bool:
        return self.graded.untagged

    def learns_from_references(self, session: Session) -> bool:
        return self.graded.learns_from_references(session)

    def count_references(self, session: Session, references: ReferencesFactory) -> SentenceCounts:
        return self.graded.count_prepared_references(session, self.prepare_references(references))

    def with_counts(self, counts: SentenceCounts) -> Self:
        return replace(self, frequencies=counts.to_reference_frequencies())

    def open_in(self, session: Session, references: ReferencesFactory | None) -> SegmentScorer:
        lang = parse_language(self.lang)
        model = session.once(
            _open_model, self.encoder, self.adapter, lang, self.arithmetic,
            get_file_stamps(self.encoder, self.adapter),
        )  # fmt: skip
        graded = self.graded.open_in(session, references)
        assert isinstance(graded, GradedScorer)
        return ContextScorer(self, session.once(ContextComparer, session, model), graded)

    def explain_pair(
        self, scorer: SegmentScorer, reference: Segment, hypothesis: Segment
    ) -> ReferenceComparison:
        from ..explanation.contextual import explain_context  # Imported late: not for scoring.

        assert isinstance(scorer, ContextScorer)
        graded = scorer.graded.metric.explain_pair(scorer.graded, reference, hypothesis)
        (row,) = scorer.graded_comparer.compare(
            Pairs.from_lines([hypothesis], [reference])
        ).tolist()
        change_shares = dict(zip(CHANGE_PENALTIES, row[1:], strict=True))
        return explain_context(
            scorer.context_comparer, graded, change_shares, reference, hypothesis
        )


def _open_model(
    encoder: str, adapter: str, lang: str, arithmetic: str, stamps: tuple[tuple[str, int, int], ...]
) -> ContextModel:
    """Open the model of an encoder and an adapter.

    `stamps` has the stamps of the two files. They are part of the key of the session cache, so that
    a changed file is read again.
    """
    return open_model(encoder, adapter, lang, arithmetic)


class GradedPairComparer(Comparer):
    """Comparer that computes the TESLA-X score of pairs and the changes that it penalises."""

    def __init__(self, scorer: GradedScorer) -> None:
        self._scorer = scorer
        self._change_columns = [scorer.comparer.columns.index(name) for name in CHANGE_PENALTIES]

    @property
    def columns(self) -> tuple[str, ...]:
        return (self._scorer.metric.name, *CHANGE_PENALTIES)

    @property
    def threaded(self) -> bool:
        return self._scorer.comparer.threaded

    def compare(self, pairs: Pairs, threads: int = 1) -> Rows:
        columns = self._scorer.comparer.compare(pairs, threads)
        return np.column_stack([self._scorer.combine(columns), columns[:, self._change_columns]])


class ContextScorer(SegmentScorer):
    """Scorer that combines a contextual model with TESLA-X."""

    def __init__(
        self, metric: TeslaN, context_comparer: ContextComparer, graded_scorer: GradedScorer
    ) -> None:
        self.context_comparer, self.graded = context_comparer, graded_scorer
        self.graded_comparer = GradedPairComparer(graded_scorer)
        comparer = CombinedComparer((context_comparer, self.graded_comparer, WordlessComparer()))
        super().__init__(
            metric,
            graded_scorer.session,
            comparer,
            self._combine,
            self._build_signature_fields,
            metric.multi,
        )

    def _combine(self, columns: Rows) -> Rows:
        n_wordless = columns[:, -1]  # The number of texts without words in each pair.
        n_context = len(self.context_comparer.columns)
        context_columns, graded_columns = np.split(columns.T[:-1], [n_context])
        graded_scores, *change_shares = graded_columns
        features = np.column_stack([*context_columns[:-1], graded_scores])
        scores = self.context_comparer.model.head.compute_scores(features, context_columns[-1])
        scores = apply_checks(scores, graded_scores, change_shares)
        # As in every metric, the score is 1 if neither text has a word, 0 if only one has words.
        final_scores: Rows = np.where(n_wordless > 0, n_wordless > 1, scores)
        return final_scores

    def _build_signature_fields(self, references: int, analysed: bool) -> SignatureFields:
        model = self.context_comparer.model
        *fields, version = self.graded.signature(references, analysed).fields
        adapter = model.adapter
        return [
            *fields,
            ("encoder", model.encoder.digest[:8]),
            # Without an adapter, the score is a weighted mean of the features.
            ("adapter", adapter.digest[:8] if adapter else "none+plain"),
            ("arithmetic", f"{model.arithmetic}@{machine().lower()}"),
            version,
        ]
