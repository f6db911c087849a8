"""TESLA-CELAB (Liu & Ng 2012), for languages with ambiguous word boundaries."""

from dataclasses import dataclass
from typing import ClassVar

from .._version import __version__
from ..analysis.synonyms.shipped import shipped_synonyms
from ..comparing.comparer import Rows
from ..comparing.covers import CoverComparer
from ..encoding.session import Session
from ..encoding.tokens import open_tokens
from ..errors import ResourceError, UsageError
from ..explaining.explanation import Against
from ..explaining.linear import explain_linear
from ..languages import parse_language
from ..tasks import Segment
from .analysed import (
    COMPOUNDS,
    DICTIONARIES,
    SCRIPT,
    SCRIPTS,
    SHIPPED,
    SYNONYMS,
    analysis_option,
)
from .base import AllReferences
from .options import option
from .segments import Fields, SegmentMetric, SegmentScorer
from .signature import shown_count

MOST_ORDER = 100
MOST_WEIGHT = 1e6


@dataclass(frozen=True, kw_only=True)
class TeslaCelabMinus(SegmentMetric):
    """TESLA-CELAB without a dictionary: equal n-grams alone are linked.

    N-grams of all lengths are in one matching, where a match covers all that is within it.

    lang                language of the texts (ISO 639); it decides what the tokens are
    compounds           auto (German is split), none, or a file of counts
    script              as-is, simplified or traditional: what Chinese is converted to
    order               longest n-grams
    candidate_weight    f: what covering the candidate counts for beside covering the reference
    weights             m(X): what an n-gram of length 1, 2, ... counts for (all the same)
    """

    name: ClassVar[str] = "tesla-celab-"
    lang: str
    compounds: str = analysis_option("auto", COMPOUNDS, words=SHIPPED)
    script: str = analysis_option("as-is", SCRIPT, choices=SCRIPTS)
    order: int = option(4, "whole", "longest n-grams", least=1, most=MOST_ORDER, metavar="N")
    candidate_weight: float = option(
        0.25,
        "number",
        "f of tesla-celab: what covered n-grams of the hypothesis count for, those of the "
        "reference counting 1",
        most=MOST_WEIGHT,
        metavar="F",
    )
    weights: tuple[float, ...] = option(
        (),
        "numbers",
        "m(X) of tesla-celab: what n-grams of length 1, 2, ... up to the order count for (1,1,1,1)",
        most=MOST_WEIGHT,
        metavar="M,M,...",
    )

    def __post_init__(self) -> None:
        super().__post_init__()
        given = self.weights
        if given and len(given) != self.order:
            raise UsageError(
                f"{len(given)} weights for n-grams up to {self.order}: give one for each length"
            )
        if given and not any(given):
            raise UsageError("the weights of n-grams are all 0: give one above 0")
        parse_language(self.lang)

    @property
    def dictionary(self) -> str:
        """What `load_synonyms` is asked for."""
        return "none"

    def open_in(self, session: Session, references: AllReferences | None) -> SegmentScorer:
        lang = parse_language(self.lang)
        encoder = open_tokens(session, lang, self.dictionary, self.compounds, self.script)
        weights = self.weights or (1.0,) * self.order
        # The greatest is 1: Z takes the scale away.
        scaled = [weight / max(weights) for weight in weights]
        comparer = CoverComparer(encoder, float(self.candidate_weight), scaled)

        def fields(count: int, analysed: bool) -> Fields:
            uneven = ",".join(repr(float(weight)) for weight in self.weights)
            return [
                ("lang", lang),
                ("tokens", "given" if analysed else encoder.cutter.name),
                ("synonyms", encoder.phrases.synonyms.name),
                ("refs", shown_count(count)),
                ("n", str(self.order)),
                ("f", repr(float(self.candidate_weight))),
                *([("weights", uneven)] if len(set(self.weights)) > 1 else []),
                ("version", __version__),
            ]

        return SegmentScorer(self, session, comparer, _only_column, fields)

    def explain_pair(
        self, scorer: SegmentScorer, reference: Segment, hypothesis: Segment
    ) -> Against:
        return explain_linear(scorer.comparer, scorer.combine, reference, hypothesis)


@dataclass(frozen=True, kw_only=True)
class TeslaCelab(TeslaCelabMinus):
    """Characters, and the words that a dictionary finds among them.

    synonyms    auto (what ships for the language, or an error), none, the name of a dictionary,
                or a file
    """

    name: ClassVar[str] = "tesla-celab"
    synonyms: str = analysis_option("auto", SYNONYMS, words=DICTIONARIES)

    @property
    def dictionary(self) -> str:
        # Without one it would be another metric, under this one's name.
        if self.synonyms == "auto" and shipped_synonyms(parse_language(self.lang)) is None:
            raise ResourceError(
                f"no synonyms for {self.lang!r} are shipped, without which tesla-celab is "
                "tesla-celab-: use that, or give synonyms='none' or a file (--synonyms none, "
                "--synonyms FILE)"
            )
        return self.synonyms


def _only_column(columns: Rows) -> Rows:
    return columns[:, 0]
