"""PEM (Liu, Dahlmeier & Ng 2010): adequacy, fluency and dissimilarity of a paraphrase."""

from collections.abc import Collection
from dataclasses import dataclass, replace
from functools import partial
from math import fsum
from typing import Any, ClassVar, Protocol

import numpy as np

from .._version import __version__
from ..arrays import Floats
from ..core.comparing.comparer import CombinedComparer, Rows
from ..core.comparing.texts import EMPTY_CANDIDATE_FLUENCY, WordlessComparer
from ..core.encoding.pairs import Pairs
from ..core.encoding.session import Session, default_session
from ..errors import UsageError
from ..explanation.attribution import ExplainedColumn
from ..explanation.columns import (
    CombinedPart,
    explain_columns,
    explain_combined,
    explain_without_words,
    split_sides,
)
from ..explanation.explanation import ReferenceComparison
from ..explanation.pivots import make_dissimilarity_column
from ..explanation.sides import TextSides
from ..files.field_names import SOURCE
from ..files.item import Segment
from ..text.languages import parse_language
from .analysed_metric import (
    ANALYZER_HELP,
    ANALYZER_NAMES,
    AUTO_OR_NONE,
    COMPOUNDS_HELP,
    MAX_NGRAM_ORDER,
    analysis_option,
)
from .base import ReferencesFactory
from .options import get_declared_options, option
from .pem_model import open_trained_model, read_pem, select_needed_files
from .pem_parts import PART_NAMES, PemParts, PemSettings, open_parts
from .score import format_reference_count
from .segment_metric import SegmentMetric, SegmentScorer, SignatureFields
from .tesla_b import PRUNE_HELP, TABLES_HELP
from .tesla_f import LMS_HELP
from .tesla_x import MODEL_HELP


class Combination(Protocol):
    """A function that combines adequacy, fluency and dissimilarity into a score in [0,1]."""

    @property
    def name(self) -> str:
        """Return the name that signatures print."""

    def combine(self, parts: Rows) -> Rows:
        """Return scores; `parts` has one row of the three parts per pair."""

    def compute_slopes(self, parts: Floats) -> Floats:
        """Return the partial derivatives of the score of one row with respect to its parts."""


# The combination of the parts without a trained model:
#
#     adequacy x (1 + fluency / 16) x (1/4 + 3/4 dissimilarity)
#
# Each factor is in [0,1], and a single low factor makes the score low, as in human ratings: a
# sentence with another meaning, or one that is not fluent, is not a good paraphrase. The minimum of
# fluency is -15, so that its factor is at least 1/16. A few rare words suffice for this minimum,
# and a factor of 0 would ignore the meaning of these sentences. The last factor is 1/4 for an
# unchanged sentence, because raters in the paper gave it 2 on a scale from 1 to 5. None of these
# numbers was fitted to ratings.

FLUENCY_SCALE = 1.0 - EMPTY_CANDIDATE_FLUENCY  # 16
COPY_FACTOR = 0.25


class FixedCombination:
    """The `Combination` that is used without a trained model."""

    name = "fixed"

    def combine(self, parts: Rows) -> Rows:
        adequacy, fluency_factor, dissimilarity_factor = self._compute_factors(parts.T)
        return adequacy * fluency_factor * dissimilarity_factor

    def compute_slopes(self, parts: Floats) -> Floats:
        adequacy, fluency_factor, dissimilarity_factor = self._compute_factors(parts)
        return np.array(
            [
                fluency_factor * dissimilarity_factor,
                adequacy * dissimilarity_factor / FLUENCY_SCALE,
                adequacy * fluency_factor * (1.0 - COPY_FACTOR),
            ]
        )

    def _compute_factors(self, parts: Rows) -> tuple[Floats, Floats, Floats]:
        adequacy, fluency, dissimilarity = parts
        return (
            adequacy,
            1.0 + fluency / FLUENCY_SCALE,
            COPY_FACTOR + (1.0 - COPY_FACTOR) * dissimilarity,
        )


def explain_paraphrase(
    parts: PemParts, combination: Combination, source: Segment, paraphrase: Segment
) -> ReferenceComparison:
    """Explain one paraphrase against one source. Adequacy is the mean over phrase tables."""
    sides = split_sides(parts.word_comparer, source, paraphrase)
    wordless_rows = WordlessComparer().compare(Pairs.from_lines([paraphrase], [source]))
    ((n_wordless,),) = wordless_rows.tolist()
    if n_wordless:
        # The score is 1 if neither text has a word, and 0 if only one of them has words.
        return explain_without_words(float(n_wordless > 1), sides)
    *adequacy_columns, fluency, dissimilarity = explain_part_columns(
        parts, source, paraphrase, sides
    )
    adequacy = fsum(column.value for column in adequacy_columns) / len(adequacy_columns)
    values = [adequacy, fluency.value, dissimilarity.value]
    slopes = combination.compute_slopes(np.array(values)).tolist()
    columns = (adequacy_columns, [fluency], [dissimilarity])
    factors = ([1 / len(adequacy_columns)] * len(adequacy_columns), [1.0], [1.0])
    explained = zip(values, parts.ranges[1].tolist(), slopes, columns, factors, strict=True)
    return explain_combined([CombinedPart(*part) for part in explained], combination.combine, sides)


def explain_part_columns(
    parts: PemParts, source: Segment, paraphrase: Segment, sides: TextSides
) -> list[ExplainedColumn]:
    """Return the explained columns: adequacy by each table, then fluency, then dissimilarity."""
    adequacy_name, fluency_name, dissimilarity_name = PART_NAMES
    adequacy_columns = []
    for comparer, table in zip(parts.pivot_comparers, parts.tables, strict=True):
        column = explain_columns(comparer, source, paraphrase, sides)[0]
        adequacy_columns.append(column._replace(name=f"{table.pivot}:{adequacy_name}"))
    (fluency_column,) = explain_columns(parts.fluency, source, paraphrase, sides)
    (word_column,) = explain_columns(parts.word_comparer, source, paraphrase, sides)
    return [
        *adequacy_columns,
        fluency_column._replace(name=fluency_name),
        make_dissimilarity_column(word_column, dissimilarity_name, sides),
    ]


@dataclass(frozen=True, kw_only=True)
class Pem(SegmentMetric):
    """PEM: adequacy, fluency and dissimilarity of a paraphrase, combined into one score.

    Candidates are compared with their sources; the score against several sources is the mean.

    Parameters
    ----------
    lang : str
        Language of the texts (ISO 639).
    analyzer : str
        Tokeniser: "builtin", "spacy:PIPELINE", ...
    compounds : str
        "auto" (German compounds are split), "none", or a file of counts.
    order : int
        Length of the longest n-grams.
    prune : float
        Minimum probability of pivot phrases. The most probable pivot phrase of each phrase is
        always kept.
    least : float
        Minimum expected count of pivot n-grams.
    tables : tuple of str
        Phrase tables built with --key stem --keep-punctuation, one per pivot language. Default: the
        included ones (English only).
    lms : tuple of str
        One language model. Default: the included one (English only).
    model : str
        File made by `tesla train pem`. It combines the parts, determines the settings above, and
        names the tables and the language model. Default: a fixed combination.
    lowercase : bool
        Whether both sides are lower-cased first.
    """

    name: ClassVar[str] = "pem"
    parts: ClassVar[tuple[str, ...]] = PART_NAMES
    against: ClassVar[str] = SOURCE
    lang: str
    analyzer: str = analysis_option(
        "builtin",
        ANALYZER_HELP,
        metavar="NAME",
        example="a name such as 'builtin'",
        plain_values=ANALYZER_NAMES,
    )
    compounds: str = analysis_option("auto", COMPOUNDS_HELP, plain_values=AUTO_OR_NONE)
    order: int = option(
        4, "whole", "longest n-grams", minimum=1, maximum=MAX_NGRAM_ORDER, metavar="N"
    )
    prune: float = option(0.1, "number", PRUNE_HELP, exclusive_maximum=True, metavar="P")
    least: float = option(
        0.01,
        "number",
        "minimum expected count of pivot n-grams for pem",
        flag="least-ngram",  # TESLA-X has another option named least.
        metavar="P",
    )
    tables: tuple[str, ...] = option((), "files", TABLES_HELP, flag="table", metavar="FILE")
    lms: tuple[str, ...] = option((), "files", LMS_HELP, flag="lm", metavar="FILE")
    model: str = option(
        "", "file", MODEL_HELP, metavar="FILE", example="a file of 'tesla train pem'", model="pem"
    )

    def __post_init__(self) -> None:
        super().__post_init__()
        parse_language(self.lang)
        if self.model:
            self._check_no_model_settings()
        if len(self.lms) > 1:
            raise UsageError(f"pem uses one language model, not {len(self.lms)}: give one --lm")

    @property
    def settings(self) -> PemSettings:
        """Return the settings that the parts depend on, apart from files."""
        return PemSettings(
            lang=parse_language(self.lang),
            analyzer=self.analyzer,
            compounds=self.compounds,
            order=self.order,
            prune=self.prune,
            least=self.least,
        )

    def open_in(self, session: Session, references: ReferencesFactory | None) -> SegmentScorer:
        if self.model:
            lang = parse_language(self.lang)
            return PemScorer(
                self, session, *open_trained_model(self.model, lang, self.tables, self.lms, session)
            )
        parts = open_parts(self.settings, self.tables, "".join(self.lms), session)
        return PemScorer(self, session, FixedCombination(), parts)

    def explain_pair(
        self, scorer: SegmentScorer, reference: Segment, hypothesis: Segment
    ) -> ReferenceComparison:
        assert isinstance(scorer, PemScorer)
        return explain_paraphrase(scorer.parts, scorer.combination, reference, hypothesis)

    def without_unused_files(self, options: Collection[str]) -> "Pem":
        """Return the metric without the files that its model does not need.

        `options` has the names of the options to filter: "tables", "lms" or both.
        """
        if not self.model or not options:
            return self
        session = default_session()
        model = session.of_file(read_pem, self.model)
        tables, lms = select_needed_files(model, self.tables, self.lms, session)
        needed: dict[str, Any] = {"tables": tables, "lms": lms}
        return replace(self, **{name: needed[name] for name in options})

    def _check_no_model_settings(self) -> None:
        """Refuse settings that the model determines."""
        for name, _, default in get_declared_options(self):
            if name in PemSettings.__dataclass_fields__ and getattr(self, name) != default:
                raise UsageError(f"{name} is determined by the model: leave it out, or train again")


class PemScorer(SegmentScorer):
    """Scorer of PEM, with the comparer of the three parts and their combination."""

    def __init__(
        self, metric: Pem, session: Session, combination: Combination, parts: PemParts
    ) -> None:
        self.parts, self.combination = parts, combination
        comparer = CombinedComparer((parts, WordlessComparer()))
        fields = partial(_build_signature_fields, parts, combination.name)
        super().__init__(metric, session, comparer, self._combine, fields)

    def _combine(self, columns: Rows) -> Rows:
        n_wordless = columns[:, -1]  # The number of texts without words in each pair.
        scores = self.combination.combine(columns[:, :-1])
        # As in every metric, the score is 1 if neither text has a word, 0 if only one has words.
        final_scores: Rows = np.where(n_wordless > 0, n_wordless > 1, scores)
        return final_scores


def _build_signature_fields(
    parts: PemParts, model: str, references: int, analysed: bool
) -> SignatureFields:
    settings = parts.settings
    return [
        ("lang", settings.lang),
        ("analyzer", parts.analysis.get_analyzer_name(analysed)),
        ("refs", format_reference_count(references)),
        ("n", str(settings.order)),
        ("pivots", "+".join(table.name for table in parts.tables)),
        ("prune", repr(float(settings.prune))),
        ("least", repr(float(settings.least))),
        ("lm", parts.language_model.name),
        ("model", model),
        ("version", __version__),
    ]
