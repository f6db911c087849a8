"""Base classes of metrics over analysed words: shared options and signatures."""

from abc import abstractmethod
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Self

from .._version import __version__
from ..core.comparing.comparer import Comparer, Rows
from ..core.encoding.analysis import TAGS, Analysis, open_analysis
from ..core.encoding.session import Session
from ..core.encoding.word_tables import count_references, open_frequencies
from ..files.item import Segment
from ..text.analyzer import Analyzer
from ..text.frequencies import Frequencies, SentenceCounts
from ..text.languages import UNDETERMINED, find_language, parse_language
from .base import AllReferences
from .options import declared_options, option
from .score import format_count
from .segment_metric import Fields, SegmentMetric, SegmentScorer

if TYPE_CHECKING:
    from ..explanation.explanation import ReferenceComparison

MULTI_REFERENCE = ("mean", "max")
MAX_ORDER = 100


def analysis_option(default: Any, help: str, **facts: Any) -> Any:
    """Declare an option of the group "analysis", which says how texts are analysed."""
    facts = {"example": "a text such as 'none'", **facts}
    return option(default, "text", help, group="analysis", **facts)


ANALYZER = (
    "builtin (default), builtin:FILE.tagger, spacy:PIPELINE, stanza:LANG, jieba (Chinese) "
    "or fugashi (Japanese)"
)
ANALYZERS = ("builtin", "jieba", "fugashi")
SYNONYMS = (
    "auto (default: the dictionary included for the language, see 'tesla languages'), none, "
    "wordnet (the included one, or an error), cilin, mythes, wn:LEXICON, or a FILE (tab-separated "
    "synonyms, MyThes, Cilin, or compiled)"
)
DICTIONARIES = ("auto", "none", "wordnet", "cilin")
COMPOUNDS = "auto (default: German compounds are split), none, or a FILE of counts"
AUTO_OR_NONE = ("auto", "none")
SCRIPT = "convert Chinese text and synonyms to one script (default: as-is)"
SCRIPTS = ("as-is", "simplified", "traditional")


@dataclass(frozen=True, kw_only=True)
class WordMetric(SegmentMetric):
    """Base class of metrics that match analysed words by an F-measure weighted towards recall.

    lang        language of the texts (ISO 639)
    analyzer    builtin, builtin:FILE.tagger, spacy:PIPELINE, stanza:LANG, jieba or fugashi; or an
                object that implements `Analyzer`
    tags        auto, upos or xpos: which parts of speech are compared
    compounds   auto (German compounds are split), none, or a file of counts
    script      as-is, simplified or traditional: script to which Chinese is converted
    alpha       weight of recall in F = P R / (alpha P + (1 - alpha) R)
    multi       several references: mean or max of the scores against each
    """

    lang: str
    analyzer: str | Analyzer = analysis_option(
        "builtin",
        ANALYZER,
        metavar="NAME",
        objects=(Analyzer,),
        example="a name such as 'builtin'",
        plain_values=ANALYZERS,
    )
    tags: str = analysis_option(
        "auto",
        "parts of speech to compare (default: Penn tags for built-in English, else upos)",
        choices=TAGS,
    )
    compounds: str = analysis_option("auto", COMPOUNDS, plain_values=AUTO_OR_NONE)
    script: str = analysis_option("as-is", SCRIPT, choices=SCRIPTS)
    alpha: float = option(0.8, "number", "weight of recall", metavar="A")
    multi: str = option("mean", "text", "over several references", choices=MULTI_REFERENCE)

    def __post_init__(self) -> None:
        super().__post_init__()
        parse_language(self.lang)

    @property
    def untagged(self) -> bool:
        lang = parse_language(self.lang)
        builtin = isinstance(self.analyzer, str) and self.analyzer == "builtin"
        return builtin and lang != UNDETERMINED and not find_language(lang).tagger

    @property
    def dictionary(self) -> str:
        """Return the name of the source of synonyms."""
        return "none"

    def analysis(self, session: Session) -> Analysis:
        """Open the analysis with these settings. Files are read as they are now."""
        return open_analysis(
            session,
            self.lang,
            self.analyzer,
            self.dictionary,
            self.tags,
            self.compounds,
            self.script,
        )

    @abstractmethod
    def comparer(self, analysis: Analysis) -> Comparer:
        """Return the comparer that computes the columns."""

    def combine(self, columns: Rows) -> Rows:
        """Return the score of each row of columns."""
        means: Rows = columns.mean(axis=1)
        return means

    def open_in(self, session: Session, references: AllReferences | None) -> SegmentScorer:
        analysis = self.analysis(session)
        comparer = self.comparer(analysis)

        def fields(count: int, analysed: bool) -> Fields:
            return self.signature_fields(analysis, count, analysed, self.extra_fields(comparer))

        return SegmentScorer(self, session, comparer, self.combine, fields, self.multi)

    def explain_pair(
        self, scorer: SegmentScorer, reference: Segment, hypothesis: Segment
    ) -> "ReferenceComparison":
        # Imported here because scoring does not need it.
        from ..explanation.columns import explain_linear

        return explain_linear(scorer.comparer, scorer.combine, reference, hypothesis)

    def extra_fields(self, comparer: Any) -> Fields:
        """Return further fields of the signature: options of this metric that were changed."""
        common = {declaration.name for declaration in declared_options(AnalysedMetric)}
        return [
            (name, str(getattr(self, name)))
            for name, _, default in declared_options(self)
            if name not in common and getattr(self, name) != default
        ]

    def signature_fields(
        self, analysis: Analysis, references: int, analysed: bool, notes: Fields
    ) -> Fields:
        """Return the fields of the signature."""
        several = [("multi", self.multi)] if references != 1 else []
        return [
            ("lang", analysis.lang),
            ("analyzer", analysis.name(analysed)),
            ("tags", analysis.tags(analysed)),
            *self.dictionary_fields(analysis),
            ("refs", format_count(references)),
            *several,
            *self.ngram_fields(),
            ("alpha", repr(float(self.alpha))),
            *notes,
            ("version", __version__),
        ]

    def dictionary_fields(self, analysis: Analysis) -> Fields:
        """Return the fields of the signature about dictionaries."""
        return []

    def ngram_fields(self) -> Fields:
        """Return the fields of the signature about n-grams."""
        return []


@dataclass(frozen=True, kw_only=True)
class AnalysedMetric(WordMetric):
    """Base class of metrics over n-grams of words with synonyms.

    A subclass is a frozen dataclass with a `name`. It defines `comparer`, and `combine` if its
    score is not the mean of the columns.

    Parameters
    ----------
    lang : str
        Language of the texts (ISO 639).
    analyzer : str or Analyzer
        See `load_analyzer`.
    tags : {"auto", "upos", "xpos"}
        Which parts of speech are compared.
    compounds : str
        "auto" (German compounds are split), "none", or a file of counts.
    script : {"as-is", "simplified", "traditional"}
        Script to which Chinese is converted.
    alpha : float
        Weight of recall in F = P R / (alpha P + (1 - alpha) R).
    multi : {"mean", "max"}
        How the scores against several references are combined.
    lowercase : bool
        Whether both sides are lower-cased first.
    synonyms : str
        "auto" or "wordnet" (the included one), "none", "cilin", "mythes", "wn:LEXICON", or a file.
    order : int
        Longest n-grams.
    """

    synonyms: str = analysis_option("auto", SYNONYMS, plain_values=DICTIONARIES)
    order: int = option(3, "whole", "longest n-grams", minimum=1, maximum=MAX_ORDER, metavar="N")

    @property
    def dictionary(self) -> str:
        return self.synonyms

    def dictionary_fields(self, analysis: Analysis) -> Fields:
        return [("synonyms", analysis.synonyms.name)]

    def ngram_fields(self) -> Fields:
        return [("n", str(self.order))]


class FrequencyWeightedMetric(WordMetric):
    """Base class of metrics that weight rare words more.

    Frequencies come from a table, or from all references if there is none.
    """

    frequencies: str | Frequencies

    def frequency_table(self, session: Session) -> Frequencies | None:
        """Return the table of frequencies; None if it is computed from the references."""
        return open_frequencies(session, parse_language(self.lang), self.frequencies)

    def learns_from_references(self, session: Session) -> bool:
        return self.frequency_table(session) is None

    def count_references(self, session: Session, references: AllReferences) -> SentenceCounts:
        return self.count_prepared_references(session, self.prepare_references(references))

    def count_prepared_references(
        self, session: Session, references: AllReferences | None
    ) -> SentenceCounts:
        """Count the words of references that `prepare_references` returned."""
        return count_references(self.name, self.analysis(session), references)

    def with_counts(self, counts: SentenceCounts) -> Self:
        # Every subclass has this field.
        return replace(self, frequencies=counts.reference_frequencies())  # type: ignore[call-arg]
