"""TESLA-X: graded similarity, weights by rarity, and character n-grams."""

from collections.abc import Mapping
from copy import copy
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, ClassVar

from ..analysis.frequencies import Frequencies
from ..analysis.kin.paraphrases import Paraphrases
from ..analysis.kin.relations import Relations
from ..comparing.comparer import Comparer, Rows
from ..comparing.graded import GradedComparer
from ..encoding.analysis import Analysis
from ..encoding.graded import graded_encoder
from ..encoding.pairs import Pairs
from ..encoding.session import Session
from ..encoding.word_tables import open_paraphrases, open_relations
from ..explaining.graded.formula import Formula
from ..languages import parse_language
from ..tasks import Segment
from .analysed import SHIPPED, AnalysedMetric, CountingMetric
from .base import AllReferences, Progress
from .options import option
from .segments import Fields, SegmentScorer
from .tesla_x_constants import BOUNDS, CONSTANTS, DEFAULTS, AllConstants, constant
from .tesla_x_model import ConstantsModel, read_constants, warn_of_language, warn_of_table

if TYPE_CHECKING:
    from ..explaining.drawings import Drawings
    from ..explaining.explanation import Against

_FREQUENCIES = (
    "what makes rare words and characters heavy in tesla-x: auto (default: the shipped table of "
    "the language, else the references), references, none, or a FILE made by tesla build "
    "frequencies"
)
MODEL = "of a trained metric, made by tesla train (again for another; each finds its metric)"
_COUNTED = ("auto", "none", "references")
PARAPHRASES = (
    "words that are translated alike, for tesla-x: auto (default: the shipped table of the "
    "language, else none), none, or a FILE made by tesla build paraphrases"
)
RELATIONS = (
    "families of words and opposites, for tesla-x: auto (default: the shipped table of the "
    "language, else none) or none"
)
# The columns after the characters, and what each costs.
PENALTIES = {
    "numbers": "number_penalty",
    "negations": "negation_penalty",
    "reordered": "order_penalty",
    "cases": "case_penalty",
    "endings": "ending_penalty",
}


def frequencies_option(**facts: Any) -> Any:
    """Where weights of words come from, of each metric that has them."""
    return option(
        "auto",
        "file",
        _FREQUENCIES,
        objects=(Frequencies,),
        example="auto, references or a file",
        words=_COUNTED,
        **facts,
    )


@dataclass(frozen=True, kw_only=True)
class TeslaX(CountingMetric, AnalysedMetric):
    """Words and character n-grams, the rarer the heavier; what must not change costs extra.

    With W the mean over n = 1 .. order of F(alpha) of the transport problem over n-grams of words,
    and C the F(character_alpha) of character n-grams, the score is

        (word_share W + (1 - word_share) C)
        (1 - number_penalty changed numbers) (1 - negation_penalty changed negations)
        (1 - order_penalty reordered words) (1 - case_penalty miscased words)
        (1 - ending_penalty changed ending)

    frequencies         auto (the shipped table of the language, else the references), references,
                        none (everything weighs the same), or a file of tesla build frequencies
    paraphrases         auto (the shipped table of the language, else none), none, or a file of
                        tesla build paraphrases
    relations           auto (the shipped table of the language, else none) or none: families of
                        words, and opposites, which are worth nothing
    lemma               what words of another form but the same lemma are worth
    derivation          ... of one family
    synonym             ... with a synset and the part of speech in common
    synset              ... with a synset in common
    paraphrase          exponent of the strength with which words are translated alike
    tag                 ... with the part of speech in common (names: nothing)
    function            ... with the part of speech in common, if they are function words
    spelling            exponent of the Dice coefficient of their character bigrams
    unknown             ... where one of them is not in the table and may be misspelt
    least               the least such coefficient that counts
    characters          longest character n-grams
    character_alpha     weight of recall among characters
    stand_in            what C takes from a text in which words are written as in the reference:
                        numbers, and those that stand for others by lemma, family, synset,
                        translation or kind of function word
    word_share          what words count for, characters counting for the rest
    number_penalty      share of the score that is lost where every number has become another one
    negation_penalty    ... where one side negates and the other does not
    order_penalty       ... where all words stand in the opposite order
    case_penalty        ... where all words are in capitals that should not be, or the reverse
    ending_penalty      ... where a question has become none or the reverse; half of it where a
                        full stop is missing
    model               a file that `tesla train tesla-x` made: its constants stand where the ones
                        above are not given
    """

    name: ClassVar[str] = "tesla-x"
    # None: not given, so that the model's or the default constant stands.
    order: int | None = constant("order", metavar="N")  # type: ignore[assignment]
    alpha: float | None = constant("alpha", metavar="A")  # type: ignore[assignment]
    frequencies: str | Frequencies = frequencies_option()
    paraphrases: str = option(
        "auto", "file", PARAPHRASES, example="auto, none or a file", words=SHIPPED
    )
    relations: str = option("auto", "text", RELATIONS, choices=SHIPPED)
    lemma: float | None = constant("lemma", constant=True)
    derivation: float | None = constant("derivation", constant=True)
    synonym: float | None = constant("synonym", constant=True)
    synset: float | None = constant("synset", constant=True)
    paraphrase: float | None = constant("paraphrase", constant=True)
    tag: float | None = constant("tag", constant=True)
    function: float | None = constant("function", constant=True)
    spelling: float | None = constant("spelling", constant=True)
    unknown: float | None = constant("unknown", constant=True)
    least: float | None = constant("least", constant=True)
    characters: int | None = constant("characters", constant=True)
    character_alpha: float | None = constant("character_alpha", constant=True)
    stand_in: float | None = constant("stand_in", constant=True)
    word_share: float | None = constant("word_share", constant=True)
    number_penalty: float | None = constant("number_penalty", constant=True)
    negation_penalty: float | None = constant("negation_penalty", constant=True)
    order_penalty: float | None = constant("order_penalty", constant=True)
    case_penalty: float | None = constant("case_penalty", constant=True)
    ending_penalty: float | None = constant("ending_penalty", constant=True)
    model: str = option(
        "",
        "file",
        MODEL,
        metavar="FILE",
        example="a file of 'tesla train tesla-x'",
        model="tesla-x",
    )

    def given(self) -> dict[str, float]:
        """The constants that were given."""
        return {name: value for name in DEFAULTS if (value := getattr(self, name)) is not None}

    def open_in(self, session: Session, references: AllReferences | None) -> SegmentScorer:
        analysis = self.analysis(session)
        table = self.table(session)
        if table is None:
            return self.taught(self.count_compared(session, references)).open_in(session, None)
        paraphrases = self._paraphrases(session)
        model = self._model(session)
        values = {**DEFAULTS, **(model.constants if model else {}), **self.given()}
        constants = AllConstants(values)
        encoder = graded_encoder(
            analysis, table, paraphrases, self._relations(session), int(constants["characters"])
        )
        comparer = session.once(GradedComparer, encoder, constants.graded)
        return GradedScorer(self, session, comparer, constants, model)

    def comparer(self, analysis: Analysis) -> Comparer:
        return self.open(analysis.session).comparer

    def _paraphrases(self, session: Session) -> Paraphrases:
        return open_paraphrases(session, parse_language(self.lang), self.paraphrases)

    def _relations(self, session: Session) -> Relations:
        return open_relations(session, parse_language(self.lang), self.relations)

    def tables(self, session: Session) -> dict[str, str]:
        """The names of those in use, as signatures print them."""
        own = self.table(session)
        name = "references" if own is None else own.name
        return {
            # Those of references are other ones for every set.
            "frequencies": "references" if name.startswith("references@") else name,
            "paraphrases": self._paraphrases(session).name,
            "relations": self._relations(session).name,
        }

    def _model(self, session: Session) -> ConstantsModel | None:
        if not self.model:
            return None
        model = session.of_file(read_constants, self.model)
        lang = parse_language(self.lang)
        if lang not in model.languages:
            warn_of_language(self.model, model.languages, lang)
        trained = model.analysis.get(lang, {})
        for kind, name in self.tables(session).items():
            if trained.get(kind, name) != name:
                warn_of_table(self.model, kind, trained[kind], name)
        return model

    def explain_pair(
        self, scorer: SegmentScorer, reference: Segment, hypothesis: Segment
    ) -> "Against":
        from ..explaining.graded.pair import explain_graded  # who scores needs none of it

        assert isinstance(scorer, GradedScorer)
        return explain_graded(scorer.graded, scorer.formula, reference, hypothesis)


class GradedScorer(SegmentScorer):
    """TESLA-X's formula with one choice of constants."""

    def __init__(
        self,
        metric: TeslaX,
        session: Session,
        comparer: GradedComparer,
        constants: AllConstants,
        model: ConstantsModel | None,
    ) -> None:
        super().__init__(metric, session, comparer, self._combine, self._named, metric.multi)
        self.graded, self.constants, self._chosen, self._learnt = comparer, constants, metric, model

    def with_constants(self, constants: Mapping[str, float]) -> "GradedScorer":
        """The same, with the same codes, and other constants (but for `characters`)."""
        if "characters" in constants:
            raise ValueError("codes depend on characters: open another metric")
        changed = AllConstants({**self.constants.values, **constants})
        comparer = GradedComparer(self.graded.graded, changed.graded)
        metric = replace(self._chosen, **constants)  # type: ignore[arg-type]
        return GradedScorer(metric, self.session, comparer, changed, self._learnt)

    @property
    def formula(self) -> Formula:
        """How columns become the score."""
        return Formula(
            self.constants["word_share"],
            {column: self.constants[name] for column, name in PENALTIES.items()},
        )

    def draw_pairs(self, pairs: Pairs, jobs: int, progress: Progress | None) -> "Drawings":
        from ..explaining.graded.drawings import draw_graded

        drawn = draw_graded(self.graded, self.formula, pairs, jobs, progress)
        return super().draw_pairs(pairs, jobs, progress) if drawn is None else drawn

    def _combine(self, columns: Rows) -> Rows:
        own, order = self.constants, self.constants.order
        words, characters = columns[:, :order].mean(axis=1), columns[:, order]
        # Shares of two ones make exactly 1 so, whatever the share.
        scores: Rows = characters + own["word_share"] * (words - characters)
        for changed, name in zip(columns[:, order + 1 :].T, PENALTIES.values(), strict=True):
            scores = scores * (1 - own[name] * changed)
        return scores

    def _named(self, references: int, analysed: bool) -> Fields:
        encoder, own = self.graded.graded, self.constants
        # The model's hash says its constants; what was given beside it is still named. `replace`
        # would check all of it again, in every call.
        shown = copy(self._chosen)
        vars(shown).update(order=own.order, alpha=own["alpha"])
        notes = [
            ("frequencies", encoder.frequencies.name),
            ("paraphrases", encoder.paraphrases.name),
            ("relations", encoder.relations.name),
            *([("model", self._learnt.short_hash)] if self._learnt else []),
            *self._other_constants(),
        ]
        return shown.fields(encoder.analysis, references, analysed, notes)

    def _other_constants(self) -> Fields:
        """Those that were given and are not what they would be without."""
        usual = {**DEFAULTS, **(self._learnt.constants if self._learnt else {})}
        given = self._chosen.given()
        return [
            # All digits: other constants give other scores.
            (name, repr(float(given[name]) if name in BOUNDS else int(given[name])))
            for name in CONSTANTS
            if name in given and given[name] != usual[name]
        ]
