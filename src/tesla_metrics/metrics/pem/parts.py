"""PEM's three parts of a pair: what is computed, whatever is made of it."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass

import numpy as np

from ...comparing.comparer import Comparer, Rows
from ...comparing.texts import EMPTY_CANDIDATE, Fluency
from ...comparing.together import TogetherComparer
from ...encoding.analysis import Analysis, open_analysis
from ...encoding.pairs import Pairs
from ...encoding.session import Session
from ...encoding.together import StemBagEncoder, StemPivotEncoder
from ...languages import parse_language
from ...lm.model import LanguageModel
from ...pivot.bags import Pivot
from ...pivot.table import PhraseTable
from ...pivot.together import Together
from .resources import check_there, load_lm, load_tables

PARTS = ("adequacy", "fluency", "dissimilarity")


@dataclass(frozen=True, kw_only=True)
class PemSettings:
    """What the parts depend on, beside the files they are computed with.

    lang        language of the texts (ISO 639)
    analyzer    what cuts texts into words; their tags and lemmas do not matter
    compounds   auto (German is split), none, or a file of counts
    order       longest n-grams
    prune       pivot phrases of lower probability are left out, but a phrase keeps its most
                probable one
    least       pivot n-grams that are expected less often are left out
    """

    lang: str
    analyzer: str = "builtin"
    compounds: str = "auto"
    order: int = 4
    prune: float = 0.1
    least: float = 0.01

    def facts(self) -> dict[str, str | int | float]:
        """All of them by name."""
        return asdict(self)


class PemParts(Comparer):
    """Adequacy (F1 of pivot n-grams, the mean over tables), fluency (ln P / n of the candidate),
    dissimilarity (1 - F1 of the n-grams of stems).

    The left of a pair is the source, the right its paraphrase.
    """

    columns = PARTS

    def __init__(
        self,
        analysis: Analysis,
        settings: PemSettings,
        tables: Sequence[PhraseTable],
        model: LanguageModel,
    ) -> None:
        self.analysis, self.settings = analysis, settings
        self.tables, self.model = tuple(tables), model
        together = Together(settings.order, settings.least)
        make = analysis.session.once
        self.pivots = tuple(
            TogetherComparer(
                make(StemPivotEncoder, analysis, together, Pivot(table, 1, 1.0, settings.prune)),
                table.pivot,
            )
            for table in self.tables
        )
        self.words = TogetherComparer(
            make(StemBagEncoder, analysis, Together(settings.order)), "words"
        )
        self.fluency = Fluency(model.name, model)

    @property
    def threaded(self) -> bool:
        return self.words.threaded

    @property
    def ranges(self) -> Rows:
        return np.array([[0.0, EMPTY_CANDIDATE, 0.0], [1.0, 0.0, 1.0]])

    def compare(self, pairs: Pairs, threads: int = 1) -> Rows:
        pivots = np.hstack([one.compare(pairs, threads) for one in self.pivots])
        words = self.words.compare(pairs, threads)
        columns = (
            pivots.mean(axis=1, keepdims=True),
            self.fluency.compare(pairs, threads),
            1.0 - words,
        )
        clipped: Rows = np.clip(np.hstack(columns), *self.ranges)
        return clipped


def open_parts(settings: PemSettings, tables: Sequence[str], lm: str, session: Session) -> PemParts:
    """The parts by these files; none are those that ship, for English."""
    lang = parse_language(settings.lang)
    check_there(lang, tables, lm)
    analysis = open_analysis(
        session,
        lang,
        settings.analyzer,
        synonyms="none",
        compounds=settings.compounds,
        punctuation=True,
    )
    found = load_tables(lang, tables, session)
    return PemParts(analysis, settings, found, load_lm(lang, lm, session))
