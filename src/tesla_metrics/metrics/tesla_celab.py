"""TESLA-CELAB (Liu & Ng 2012), for languages with ambiguous word boundaries."""

from dataclasses import dataclass
from typing import ClassVar

from .._version import __version__
from ..core.comparing.comparer import Rows
from ..core.comparing.covers import CoverComparer
from ..core.encoding.celab_tokens import get_token_encoder
from ..core.encoding.session import Session
from ..errors import ResourceError, UsageError
from ..explanation.columns import explain_linear
from ..explanation.explanation import ReferenceComparison
from ..files.item import Segment
from ..text.languages import parse_language
from ..text.synonyms.load import find_shipped_synonyms
from .analysed_metric import (
    AUTO_OR_NONE,
    COMPOUNDS_HELP,
    DICTIONARY_NAMES,
    SCRIPT_CHOICES,
    SCRIPT_HELP,
    SYNONYMS_HELP,
    analysis_option,
)
from .base import ReferencesFactory
from .options import option
from .score import format_reference_count
from .segment_metric import SegmentMetric, SegmentScorer, SignatureFields

MAX_NGRAM_ORDER = 100
MAX_NGRAM_WEIGHT = 1e6


@dataclass(frozen=True, kw_only=True)
class TeslaCelabMinus(SegmentMetric):
    """TESLA-CELAB-: TESLA-CELAB without a dictionary, so that only equal n-grams match.

    One matching contains n-grams of all lengths, and a match covers all n-grams inside it.

    Parameters
    ----------
    lang : str
        Language of the texts (ISO 639), which determines the tokens: characters or words.
    compounds : str
        "auto" (German compounds are split), "none", or a file of counts.
    script : {"as-is", "simplified", "traditional"}
        Script to which Chinese is converted.
    order : int
        Longest n-grams.
    candidate_weight : float
        f in the paper: weight of covered n-grams of the candidate; covered n-grams of the reference
        have weight 1.
    weights : tuple of float
        m(X) in the paper: weights of n-grams of length 1, 2, ...; empty for equal weights.
    lowercase : bool
        Whether both sides are lower-cased first.
    """

    name: ClassVar[str] = "tesla-celab-"
    lang: str
    compounds: str = analysis_option("auto", COMPOUNDS_HELP, plain_values=AUTO_OR_NONE)
    script: str = analysis_option("as-is", SCRIPT_HELP, choices=SCRIPT_CHOICES)
    order: int = option(
        4, "whole", "longest n-grams", minimum=1, maximum=MAX_NGRAM_ORDER, metavar="N"
    )
    candidate_weight: float = option(
        0.25,
        "number",
        "f of tesla-celab: weight of covered n-grams of the hypothesis; those of the reference "
        "have weight 1",
        maximum=MAX_NGRAM_WEIGHT,
        metavar="F",
    )
    weights: tuple[float, ...] = option(
        (),
        "numbers",
        "m(X) of tesla-celab: weights of n-grams of length 1, 2, ... up to the order (1,1,1,1)",
        maximum=MAX_NGRAM_WEIGHT,
        metavar="M,M,...",
    )

    def __post_init__(self) -> None:
        super().__post_init__()
        weights = self.weights
        if weights and len(weights) != self.order:
            raise UsageError(
                f"{len(weights)} weights for n-grams up to {self.order}: give one for each length"
            )
        if weights and not any(weights):
            raise UsageError("the weights of n-grams are all 0: give one above 0")
        parse_language(self.lang)

    @property
    def dictionary(self) -> str:
        """Return the value of the option `synonyms`, or "none" for metrics without synonyms."""
        return "none"

    def open_in(self, session: Session, references: ReferencesFactory | None) -> SegmentScorer:
        lang = parse_language(self.lang)
        encoder = get_token_encoder(session, lang, self.dictionary, self.compounds, self.script)
        weights = self.weights or (1.0,) * self.order
        # The largest weight becomes 1. The normalisation Z of the paper cancels the scale.
        scaled_weights = [weight / max(weights) for weight in weights]
        comparer = CoverComparer(encoder, float(self.candidate_weight), scaled_weights)

        def fields(count: int, analysed: bool) -> SignatureFields:
            weights_text = ",".join(repr(float(weight)) for weight in self.weights)
            return [
                ("lang", lang),
                ("tokens", "given" if analysed else encoder.tokenizer.name),
                ("synonyms", encoder.phrase_codes.synonyms.name),
                ("refs", format_reference_count(count)),
                ("n", str(self.order)),
                ("f", repr(float(self.candidate_weight))),
                *([("weights", weights_text)] if len(set(self.weights)) > 1 else []),
                ("version", __version__),
            ]

        return SegmentScorer(self, session, comparer, _get_only_column, fields)

    def explain_pair(
        self, scorer: SegmentScorer, reference: Segment, hypothesis: Segment
    ) -> ReferenceComparison:
        return explain_linear(scorer.comparer, scorer.combine, reference, hypothesis)


@dataclass(frozen=True, kw_only=True)
class TeslaCelab(TeslaCelabMinus):
    """TESLA-CELAB: n-grams of characters, and words that a dictionary contains.

    Parameters
    ----------
    synonyms : str
        "auto" (the included dictionary of the language, or an error), "none", the name of a
        dictionary, or a file.
    lang, compounds, script, order, candidate_weight, weights, lowercase
        See `TeslaCelabMinus`.
    """

    name: ClassVar[str] = "tesla-celab"
    synonyms: str = analysis_option("auto", SYNONYMS_HELP, plain_values=DICTIONARY_NAMES)

    @property
    def dictionary(self) -> str:
        # Without a dictionary, the score would be a score of TESLA-CELAB-.
        if self.synonyms == "auto" and find_shipped_synonyms(parse_language(self.lang)) is None:
            raise ResourceError(
                f"no synonyms for {self.lang!r} are included, and without them tesla-celab is "
                "tesla-celab-: use that, or give synonyms='none' or a file (--synonyms none, "
                "--synonyms FILE)"
            )
        return self.synonyms


def _get_only_column(columns: Rows) -> Rows:
    return columns[:, 0]
