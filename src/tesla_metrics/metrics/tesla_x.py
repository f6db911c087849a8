"""TESLA-X: graded word similarity, frequency weights and character n-grams."""

from collections.abc import Mapping
from copy import copy
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, ClassVar

from ..core.comparing.comparer import Comparer, Rows
from ..core.comparing.graded import Formula, GradedComparer
from ..core.encoding.analysis import Analysis
from ..core.encoding.graded_text import get_graded_encoder
from ..core.encoding.pairs import Pairs
from ..core.encoding.session import Session
from ..core.encoding.word_tables import open_paraphrases, open_relations
from ..files.item import Segment
from ..text.frequencies import Frequencies
from ..text.languages import parse_language
from ..text.related_words import Paraphrases, Relations
from .analysed_metric import AUTO_OR_NONE, AnalysedMetric, FrequencyWeightedMetric
from .base import Progress, ReferencesFactory
from .options import option
from .segment_metric import SegmentScorer, SignatureFields
from .tesla_x_model import (
    CONSTANT_BOUNDS,
    DEFAULT_CONSTANTS,
    OPTION_CONSTANTS,
    ConstantsModel,
    ConstantValues,
    declare_constant,
    read_constants,
    warn_about_language,
    warn_about_table,
)

if TYPE_CHECKING:
    from ..explanation.drawings import AlignmentArrays
    from ..explanation.explanation import ReferenceComparison

# Help texts of options.
_FREQUENCIES_HELP = (
    "frequencies by which tesla-x weights words and characters: auto (default: the included table "
    "of the language, else the references), references, none, or a FILE made by tesla build "
    "frequencies"
)
MODEL_HELP = "model made by tesla train (repeat it for other metrics; each file names its metric)"
PARAPHRASES_HELP = (
    "words with the same translations, for tesla-x: auto (default: the included table of the "
    "language, else none), none, or a FILE made by tesla build paraphrases"
)
RELATIONS_HELP = (
    "word families and antonyms, for tesla-x: auto (default: the included table of the language, "
    "else none) or none"
)
# Values of the option `frequencies` that do not name a file.
_FREQUENCY_NAMES = ("auto", "none", "references")
# The constant that weights each column of penalised changes, in the order of the columns.
PENALTIES = {
    "numbers": "number_penalty",
    "negations": "negation_penalty",
    "reordered": "order_penalty",
    "cases": "case_penalty",
    "endings": "ending_penalty",
}


def frequencies_option(**settings: Any) -> Any:
    """Declare the option for the source of word frequencies."""
    return option(
        "auto",
        "file",
        _FREQUENCIES_HELP,
        objects=(Frequencies,),
        example="auto, references or a file",
        plain_values=_FREQUENCY_NAMES,
        **settings,
    )


@dataclass(frozen=True, kw_only=True)
class TeslaX(FrequencyWeightedMetric, AnalysedMetric):
    """TESLA-X: words and character n-grams weighted by rarity, with penalties for some changes.

    W is the mean over n = 1 .. order of the F-measure, with weight alpha of recall, of matched
    n-grams of words; the matching is the solution of a transport problem. C is the F-measure of
    character n-grams, with weight character_alpha of recall. The score is

        (word_share W + (1 - word_share) C)
        (1 - number_penalty changed numbers) (1 - negation_penalty changed negations)
        (1 - order_penalty reordered words) (1 - case_penalty miscased words)
        (1 - ending_penalty changed ending)

    Constants that are None have the value of the model, or the default if there is no model.

    Parameters
    ----------
    lang : str
        Language of the texts (ISO 639).
    analyzer, tags, synonyms, compounds, script : str
        How texts are analysed; see `TeslaM`.
    multi : {"mean", "max"}
        How the scores against several references are combined.
    lowercase : bool
        Whether both sides are lower-cased first.
    order : int
        Longest n-grams of words.
    alpha : float
        Weight of recall among words.
    frequencies : str or Frequencies
        Source of word frequencies: "auto" (the included table of the language, else the
        references), "references", "none" (equal weights), or a file made by
        `tesla build frequencies`.
    paraphrases : str
        Table of words with the same translations: "auto" (the included table of the language, else
        none), "none", or a file made by `tesla build paraphrases`.
    relations : {"auto", "none"}
        Table of word families and antonyms. Antonyms have similarity 0.
    lemma : float
        Similarity of different forms of the same lemma.
    derivation : float
        Similarity of words of the same word family.
    synonym : float
        Similarity of words that share a synset and the part of speech.
    synset : float
        Similarity of words that share a synset.
    paraphrase : float
        Exponent of the degree to which two words have the same translations.
    tag : float
        Similarity of words that share only the part of speech (0 for names).
    function : float
        Similarity of function words that share only the part of speech.
    spelling : float
        Exponent of the Dice coefficient of the character bigrams of two words.
    unknown : float
        Exponent of the same coefficient if a word is not in the frequency table and may be
        misspelt.
    least : float
        Minimum Dice coefficient; smaller coefficients count as 0.
    characters : int
        Length of the longest character n-grams.
    character_alpha : float
        Weight of recall among characters.
    stand_in : float
        Share of C that is computed with a changed hypothesis, in which matched words are spelled as
        in the reference: numbers, and words matched by lemma, family, synset, translation or kind
        of function word.
    word_share : float
        Weight of words; characters have the weight 1 - word_share.
    number_penalty : float
        Share of the score that is lost if every number has changed.
    negation_penalty : float
        Share that is lost if only one side is negated.
    order_penalty : float
        Share that is lost if all words are in reverse order.
    case_penalty : float
        Share that is lost if the capitalisation of all words is wrong.
    ending_penalty : float
        Share that is lost if a question has become a statement or the reverse; half of it is lost
        if a full stop is missing.
    model : str
        File made by `tesla train tesla-x`, with the values of all constants that are not set
        explicitly.
    """

    name: ClassVar[str] = "tesla-x"
    # A constant that is None has the value of the model or the default.
    order: int | None = declare_constant("order", metavar="N")  # type: ignore[assignment]
    alpha: float | None = declare_constant("alpha", metavar="A")  # type: ignore[assignment]
    frequencies: str | Frequencies = frequencies_option()
    paraphrases: str = option(
        "auto", "file", PARAPHRASES_HELP, example="auto, none or a file", plain_values=AUTO_OR_NONE
    )
    relations: str = option("auto", "text", RELATIONS_HELP, choices=AUTO_OR_NONE)
    lemma: float | None = declare_constant("lemma", constant=True)
    derivation: float | None = declare_constant("derivation", constant=True)
    synonym: float | None = declare_constant("synonym", constant=True)
    synset: float | None = declare_constant("synset", constant=True)
    paraphrase: float | None = declare_constant("paraphrase", constant=True)
    tag: float | None = declare_constant("tag", constant=True)
    function: float | None = declare_constant("function", constant=True)
    spelling: float | None = declare_constant("spelling", constant=True)
    unknown: float | None = declare_constant("unknown", constant=True)
    least: float | None = declare_constant("least", constant=True)
    characters: int | None = declare_constant("characters", constant=True)
    character_alpha: float | None = declare_constant("character_alpha", constant=True)
    stand_in: float | None = declare_constant("stand_in", constant=True)
    word_share: float | None = declare_constant("word_share", constant=True)
    number_penalty: float | None = declare_constant("number_penalty", constant=True)
    negation_penalty: float | None = declare_constant("negation_penalty", constant=True)
    order_penalty: float | None = declare_constant("order_penalty", constant=True)
    case_penalty: float | None = declare_constant("case_penalty", constant=True)
    ending_penalty: float | None = declare_constant("ending_penalty", constant=True)
    model: str = option(
        "",
        "file",
        MODEL_HELP,
        metavar="FILE",
        example="a file of 'tesla train tesla-x'",
        model="tesla-x",
    )

    def explicit_constants(self) -> dict[str, float]:
        """Return the constants that were set explicitly."""
        return {
            name: value for name in DEFAULT_CONSTANTS if (value := getattr(self, name)) is not None
        }

    def open_in(self, session: Session, references: ReferencesFactory | None) -> SegmentScorer:
        analysis = self.analysis(session)
        table = self.frequency_table(session)
        if table is None:
            counts = self.count_prepared_references(session, references)
            return self.with_counts(counts).open_in(session, None)
        paraphrases = self._open_paraphrases(session)
        model = self._open_model(session)
        trained_constants = model.constants if model else {}
        constants = ConstantValues(
            {**DEFAULT_CONSTANTS, **trained_constants, **self.explicit_constants()}
        )
        encoder = get_graded_encoder(
            analysis,
            table,
            paraphrases,
            self._open_relations(session),
            int(constants["characters"]),
        )
        comparer = session.once(GradedComparer, encoder, constants.graded_constants)
        return GradedScorer(self, session, comparer, constants, model)

    def comparer(self, analysis: Analysis) -> Comparer:
        return self.open(analysis.session).comparer

    def _open_paraphrases(self, session: Session) -> Paraphrases:
        return open_paraphrases(session, parse_language(self.lang), self.paraphrases)

    def _open_relations(self, session: Session) -> Relations:
        return open_relations(session, parse_language(self.lang), self.relations)

    def tables(self, session: Session) -> dict[str, str]:
        """Return the names of the tables in use, as signatures print them."""
        table = self.frequency_table(session)
        name = "references" if table is None else table.name
        return {
            # The name of a table that was counted in references contains a hash of the test set.
            "frequencies": "references" if name.startswith("references@") else name,
            "paraphrases": self._open_paraphrases(session).name,
            "relations": self._open_relations(session).name,
        }

    def _open_model(self, session: Session) -> ConstantsModel | None:
        """Read the model; warn if it was trained for other languages or with other tables."""
        if not self.model:
            return None
        model = session.of_file(read_constants, self.model)
        lang = parse_language(self.lang)
        if lang not in model.languages:
            warn_about_language(self.model, model.languages, lang)
        trained_tables = model.analysis.get(lang, {})
        for kind, name in self.tables(session).items():
            if trained_tables.get(kind, name) != name:
                warn_about_table(self.model, kind, trained_tables[kind], name)
        return model

    def explain_pair(
        self, scorer: SegmentScorer, reference: Segment, hypothesis: Segment
    ) -> "ReferenceComparison":
        from ..explanation.graded.pair import explain_graded  # Imported late: not for scoring.

        assert isinstance(scorer, GradedScorer)
        return explain_graded(scorer.graded_comparer, scorer.formula, reference, hypothesis)


class GradedScorer(SegmentScorer):
    """Scorer of TESLA-X, with the values of all constants."""

    def __init__(
        self,
        metric: TeslaX,
        session: Session,
        comparer: GradedComparer,
        constants: ConstantValues,
        model: ConstantsModel | None,
    ) -> None:
        super().__init__(
            metric, session, comparer, self._combine, self._build_signature_fields, metric.multi
        )
        self.graded_comparer, self.constants = comparer, constants
        self._tesla_x_metric, self._model = metric, model

    def replace_constants(self, constants: Mapping[str, float]) -> "GradedScorer":
        """Return a scorer with other constants, which uses the same encoded texts.

        The constant "characters" cannot be changed, because encoded texts depend on it.
        """
        if "characters" in constants:
            raise ValueError("codes depend on characters: open another metric")
        new_constants = ConstantValues({**self.constants.values, **constants})
        comparer = GradedComparer(
            self.graded_comparer.graded_encoder, new_constants.graded_constants
        )
        metric = replace(self._tesla_x_metric, **constants)  # type: ignore[arg-type]
        return GradedScorer(metric, self.session, comparer, new_constants, self._model)

    @property
    def formula(self) -> Formula:
        """Return the formula that computes a score from columns."""
        return Formula(
            self.constants["word_share"],
            {column: self.constants[name] for column, name in PENALTIES.items()},
        )

    def draw_pairs(self, pairs: Pairs, jobs: int, progress: Progress | None) -> "AlignmentArrays":
        from ..explanation.graded.drawings import align_graded

        drawings = align_graded(self.graded_comparer, self.formula, pairs, jobs, progress)
        return super().draw_pairs(pairs, jobs, progress) if drawings is None else drawings

    def _combine(self, columns: Rows) -> Rows:
        constants, order = self.constants, self.constants.order
        words, characters = columns[:, :order].mean(axis=1), columns[:, order]
        # This form of the weighted mean is exactly 1 if both values are 1.
        scores: Rows = characters + constants["word_share"] * (words - characters)
        for change_shares, name in zip(columns[:, order + 1 :].T, PENALTIES.values(), strict=True):
            scores = scores * (1 - constants[name] * change_shares)
        return scores

    def _build_signature_fields(self, references: int, analysed: bool) -> SignatureFields:
        encoder, constants = self.graded_comparer.graded_encoder, self.constants
        # The signature has the hash of the model and the constants that were set explicitly. The
        # metric is copied, because `replace` would check all options again in every call.
        shown_metric = copy(self._tesla_x_metric)
        vars(shown_metric).update(order=constants.order, alpha=constants["alpha"])
        notes = [
            ("frequencies", encoder.frequencies.name),
            ("paraphrases", encoder.paraphrases.name),
            ("relations", encoder.relations.name),
            *([("model", self._model.short_hash)] if self._model else []),
            *self._list_changed_constants(),
        ]
        return shown_metric.signature_fields(encoder.analysis, references, analysed, notes)

    def _list_changed_constants(self) -> SignatureFields:
        """Return explicit constants that differ from the model or, without one, the defaults."""
        trained_constants = self._model.constants if self._model else {}
        defaults = {**DEFAULT_CONSTANTS, **trained_constants}
        explicit = self._tesla_x_metric.explicit_constants()
        fields = []
        for name in OPTION_CONSTANTS:
            if name in explicit and explicit[name] != defaults[name]:
                value = float(explicit[name]) if name in CONSTANT_BOUNDS else int(explicit[name])
                # All digits are shown, because every digit changes the score.
                fields.append((name, repr(value)))
        return fields
