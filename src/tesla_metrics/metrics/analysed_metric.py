"""Base classes of metrics over analysed words: shared options and signatures."""

from abc import abstractmethod
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Self

from .._version import __version__
from ..core.comparing.comparer import Comparer, Rows
from ..core.encoding.analysis import TAG_KINDS, Analysis, open_analysis
from ..core.encoding.session import Session
from ..core.encoding.word_tables import count_references, open_frequencies
from ..files.item import Segment
from ..text.analyzer import Analyzer
from ..text.frequencies import Frequencies, SentenceCounts
from ..text.languages import UNDETERMINED, find_language, parse_language
from .base import ReferencesFactory
from .options import get_declared_options, option
from .score import format_reference_count
from .segment_metric import SegmentMetric, SegmentScorer, SignatureFields

if TYPE_CHECKING:
    from ..explanation.explanation import ReferenceComparison

MULTI_REFERENCE_CHOICES = ("mean", "max")
MAX_NGRAM_ORDER = 100


def analysis_option(default: Any, help: str, **settings: Any) -> Any:
    """Declare an option about the analysis of texts, in the group "analysis" of the help."""
    settings = {"example": "a text such as 'none'", **settings}
    return option(default, "text", help, group="analysis", **settings)


# Help texts of options, and the values that do not name a file.
ANALYZER_HELP = (
    "builtin (default), builtin:FILE.tagger, spacy:PIPELINE, stanza:LANG, jieba (Chinese) "
    "or fugashi (Japanese)"
)
ANALYZER_NAMES = ("builtin", "jieba", "fugashi")
SYNONYMS_HELP = (
    "auto (default: the dictionary included for the language, see 'tesla languages'), none, "
    "wordnet (the included one, or an error), cilin, mythes, wn:LEXICON, or a FILE (tab-separated "
    "synonyms, MyThes, Cilin, or compiled)"
)
DICTIONARY_NAMES = ("auto", "none", "wordnet", "cilin")
COMPOUNDS_HELP = "auto (default: German compounds are split), none, or a FILE of counts"
AUTO_OR_NONE = ("auto", "none")
SCRIPT_HELP = "convert Chinese text and synonyms to one script (default: as-is)"
SCRIPT_CHOICES = ("as-is", "simplified", "traditional")


@dataclass(frozen=True, kw_only=True)
class WordMetric(SegmentMetric):
    """Base class of metrics that match analysed words by an F-measure weighted towards recall.

    lang        language of the texts (ISO 639)
    analyzer    builtin, builtin:FILE.tagger, spacy:PIPELINE, stanza:LANG, jieba or fugashi; or an
                object that implements `Analyzer`
    tags        the parts of speech to compare: auto, upos or xpos
    compounds   auto (German compounds are split), none, or a file of counts
    script      the script to which Chinese is converted: as-is, simplified or traditional
    alpha       weight of recall in F = P R / (alpha P + (1 - alpha) R)
    multi       mean or max of the scores against several references
    """

    lang: str
    analyzer: str | Analyzer = analysis_option(
        "builtin",
        ANALYZER_HELP,
        metavar="NAME",
        objects=(Analyzer,),
        example="a name such as 'builtin'",
        plain_values=ANALYZER_NAMES,
    )
    tags: str = analysis_option(
        "auto",
        "parts of speech to compare (default: Penn tags for built-in English, else upos)",
        choices=TAG_KINDS,
    )
    compounds: str = analysis_option("auto", COMPOUNDS_HELP, plain_values=AUTO_OR_NONE)
    script: str = analysis_option("as-is", SCRIPT_HELP, choices=SCRIPT_CHOICES)
    alpha: float = option(0.8, "number", "weight of recall", metavar="A")
    multi: str = option("mean", "text", "over several references", choices=MULTI_REFERENCE_CHOICES)

    def __post_init__(self) -> None:
        super().__post_init__()
        parse_language(self.lang)

    @property
    def untagged(self) -> bool:
        lang = parse_language(self.lang)
        is_builtin = isinstance(self.analyzer, str) and self.analyzer == "builtin"
        return is_builtin and lang != UNDETERMINED and not find_language(lang).tagger

    @property
    def dictionary(self) -> str:
        """Return the value of the option `synonyms`, or "none" for metrics without synonyms."""
        return "none"

    def analysis(self, session: Session) -> Analysis:
        """Open the analysis with the settings of the metric; changed files are read again."""
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
        """Return the comparer that computes the feature columns of pairs."""

    def combine(self, columns: Rows) -> Rows:
        """Return one score per pair; `columns` has shape (n_pairs, n_columns)."""
        means: Rows = columns.mean(axis=1)
        return means

    def open_in(self, session: Session, references: ReferencesFactory | None) -> SegmentScorer:
        analysis = self.analysis(session)
        comparer = self.comparer(analysis)

        def build_fields(count: int, analysed: bool) -> SignatureFields:
            return self.signature_fields(analysis, count, analysed, self.extra_fields(comparer))

        return SegmentScorer(self, session, comparer, self.combine, build_fields, self.multi)

    def explain_pair(
        self, scorer: SegmentScorer, reference: Segment, hypothesis: Segment
    ) -> "ReferenceComparison":
        from ..explanation.columns import explain_linear  # Imported late: not needed for scoring.

        return explain_linear(scorer.comparer, scorer.combine, reference, hypothesis)

    def extra_fields(self, comparer: Any) -> SignatureFields:
        """Return further fields of the signature: options that differ from their default.

        Options that `signature_fields` always includes are left out.
        """
        common_options = {declaration.name for declaration in get_declared_options(AnalysedMetric)}
        return [
            (name, str(getattr(self, name)))
            for name, _, default in get_declared_options(self)
            if name not in common_options and getattr(self, name) != default
        ]

    def signature_fields(
        self, analysis: Analysis, references: int, analysed: bool, notes: SignatureFields
    ) -> SignatureFields:
        """Return all fields of the signature; `notes` are further fields before the version."""
        multi_fields = [("multi", self.multi)] if references != 1 else []
        return [
            ("lang", analysis.lang),
            ("analyzer", analysis.get_analyzer_name(analysed)),
            ("tags", analysis.get_tag_kind(analysed)),
            *self.dictionary_fields(analysis),
            ("refs", format_reference_count(references)),
            *multi_fields,
            *self.ngram_fields(),
            ("alpha", repr(float(self.alpha))),
            *notes,
            ("version", __version__),
        ]

    def dictionary_fields(self, analysis: Analysis) -> SignatureFields:
        """Return the fields of the signature about dictionaries."""
        return []

    def ngram_fields(self) -> SignatureFields:
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
        "auto" or "wordnet" (the included dictionary), "none", "cilin", "mythes", "wn:LEXICON", or
        a file.
    order : int
        Length of the longest n-grams.
    """

    synonyms: str = analysis_option("auto", SYNONYMS_HELP, plain_values=DICTIONARY_NAMES)
    order: int = option(
        3, "whole", "longest n-grams", minimum=1, maximum=MAX_NGRAM_ORDER, metavar="N"
    )

    @property
    def dictionary(self) -> str:
        return self.synonyms

    def dictionary_fields(self, analysis: Analysis) -> SignatureFields:
        return [("synonyms", analysis.synonyms.name)]

    def ngram_fields(self) -> SignatureFields:
        return [("n", str(self.order))]


class FrequencyWeightedMetric(WordMetric):
    """Base class of metrics in which rare words have a higher weight.

    Word frequencies come from a table or, without a table, from all references.
    """

    frequencies: str | Frequencies

    def frequency_table(self, session: Session) -> Frequencies | None:
        """Return the table of frequencies, or None if they are counted in the references."""
        return open_frequencies(session, parse_language(self.lang), self.frequencies)

    def learns_from_references(self, session: Session) -> bool:
        return self.frequency_table(session) is None

    def count_references(self, session: Session, references: ReferencesFactory) -> SentenceCounts:
        return self.count_prepared_references(session, self.prepare_references(references))

    def count_prepared_references(
        self, session: Session, references: ReferencesFactory | None
    ) -> SentenceCounts:
        """Count the words of references that were prepared by `prepare_references`."""
        return count_references(self.name, self.analysis(session), references)

    def with_counts(self, counts: SentenceCounts) -> Self:
        # Every subclass has the field `frequencies`.
        return replace(self, frequencies=counts.to_reference_frequencies())  # type: ignore[call-arg]
