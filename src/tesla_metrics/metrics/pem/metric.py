"""PEM (Liu, Dahlmeier & Ng 2010): how good a paraphrase a candidate is of its source."""

from collections.abc import Collection
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, ClassVar

import numpy as np

from ..._version import __version__
from ...comparing.comparer import Rows, SideBySide
from ...comparing.texts import Wordless
from ...encoding.session import Session, default_session
from ...errors import UsageError
from ...explaining.explanation import Against
from ...languages import parse_language
from ...names import SOURCE
from ...tasks import Segment
from ..analysed import ANALYZER, ANALYZERS, COMPOUNDS, MOST_ORDER, SHIPPED, analysis_option
from ..base import AllReferences
from ..options import declared, option
from ..segments import Fields, SegmentMetric, SegmentScorer
from ..signature import shown_count
from ..tesla_b import PRUNE, TABLES
from ..tesla_f import LMS
from ..tesla_x import MODEL
from .combination import Combination
from .explaining import explain_paraphrase
from .fixed import FixedCombination
from .model import read_pem
from .parts import PARTS, PemParts, PemSettings, open_parts
from .trained import open_trained, own_files


@dataclass(frozen=True, kw_only=True)
class Pem(SegmentMetric):
    """A combination of adequacy, fluency and dissimilarity, which stand beside it.

    Candidates are held against their sources; several sources: mean.

    lang        language of the texts (ISO 639)
    analyzer    what cuts texts into words: builtin, spacy:PIPELINE, ...
    compounds   auto (German is split), none, or a file of counts
    order       longest n-grams
    prune       pivot phrases of lower probability are left out, but a phrase keeps its most
                probable one
    least       pivot n-grams that are expected less often are left out
    tables      phrase tables, built with --key stem --keep-punctuation, one a pivot language; none:
                what ships, for English
    lms         a language model; none: what ships, for English
    model       a file that `tesla train pem` made: it combines the parts, and has the settings
                above and names the files; none: a fixed combination
    """

    name: ClassVar[str] = "pem"
    parts: ClassVar[tuple[str, ...]] = PARTS
    against: ClassVar[str] = SOURCE
    lang: str
    analyzer: str = analysis_option(
        "builtin", ANALYZER, metavar="NAME", example="a name such as 'builtin'", words=ANALYZERS
    )
    compounds: str = analysis_option("auto", COMPOUNDS, words=SHIPPED)
    order: int = option(4, "whole", "longest n-grams", least=1, most=MOST_ORDER, metavar="N")
    prune: float = option(0.1, "number", PRUNE, below=True, metavar="P")
    least: float = option(
        0.01,
        "number",
        "how often a pivot n-gram must be expected to count for pem",
        flag="least-ngram",  # tesla-x has another `least`
        metavar="P",
    )
    tables: tuple[str, ...] = option((), "files", TABLES, flag="table", metavar="FILE")
    lms: tuple[str, ...] = option((), "files", LMS, flag="lm", metavar="FILE")
    model: str = option(
        "", "file", MODEL, metavar="FILE", example="a file of 'tesla train pem'", model="pem"
    )

    def __post_init__(self) -> None:
        super().__post_init__()
        parse_language(self.lang)
        if self.model:
            self._check_left_out()
        if len(self.lms) > 1:
            raise UsageError(f"pem has one language model, not {len(self.lms)}: give one --lm")

    @property
    def settings(self) -> PemSettings:
        """What its parts depend on, beside files."""
        return PemSettings(
            lang=parse_language(self.lang),
            analyzer=self.analyzer,
            compounds=self.compounds,
            order=self.order,
            prune=self.prune,
            least=self.least,
        )

    def open_in(self, session: Session, references: AllReferences | None) -> SegmentScorer:
        if self.model:
            lang = parse_language(self.lang)
            return PemScorer(
                self, session, *open_trained(self.model, lang, self.tables, self.lms, session)
            )
        parts = open_parts(self.settings, self.tables, "".join(self.lms), session)
        return PemScorer(self, session, FixedCombination(), parts)

    def explain_pair(
        self, scorer: SegmentScorer, reference: Segment, hypothesis: Segment
    ) -> Against:
        assert isinstance(scorer, PemScorer)
        return explain_paraphrase(scorer.of, scorer.combination, reference, hypothesis)

    def without_needless(self, options: Collection[str]) -> "Pem":
        """The same without what a model does not need of these, `tables` and `lms`."""
        if not self.model or not options:
            return self
        session = default_session()
        model = session.of_file(read_pem, self.model)
        tables, lms = own_files(model, self.tables, self.lms, session)
        kept: dict[str, Any] = {"tables": tables, "lms": lms}
        return replace(self, **{name: kept[name] for name in options})

    def _check_left_out(self) -> None:
        """A model has the settings that it was trained with."""
        for name, _, default in declared(self):
            if name in PemSettings.__dataclass_fields__ and getattr(self, name) != default:
                raise UsageError(
                    f"{name} is what the model was trained with: leave it out, or train again"
                )


class PemScorer(SegmentScorer):
    """PEM's parts `of` pairs, and what combines them."""

    def __init__(
        self, metric: Pem, session: Session, combination: Combination, parts: PemParts
    ) -> None:
        self.of, self.combination = parts, combination
        comparer = SideBySide((parts, Wordless()))
        fields = partial(_fields, parts, combination.name)
        super().__init__(metric, session, comparer, self._combine, fields)

    def _combine(self, columns: Rows) -> Rows:
        wordless = columns[:, -1]
        # As in every metric: 1 where neither side has a word, 0 where one has none.
        scores = self.combination.combine(columns[:, :-1])
        settled: Rows = np.where(wordless > 0, wordless > 1, scores)
        return settled


def _fields(parts: PemParts, model: str, references: int, analysed: bool) -> Fields:
    settings = parts.settings
    return [
        ("lang", settings.lang),
        ("analyzer", parts.analysis.name(analysed)),
        ("refs", shown_count(references)),
        ("n", str(settings.order)),
        ("pivots", "+".join(table.name for table in parts.tables)),
        ("prune", repr(float(settings.prune))),
        ("least", repr(float(settings.least))),
        ("lm", parts.model.name),
        ("model", model),
        ("version", __version__),
    ]
