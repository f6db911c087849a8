"""What the metrics over analysed words share: settings of the analysis, references, signatures."""

from abc import abstractmethod
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Self

from .._version import __version__
from ..analysis.analyzer import Analyzer
from ..analysis.frequencies import Frequencies, SentenceCounts
from ..comparing.comparer import Comparer, Rows
from ..encoding.analysis import TAGS, Analysis, open_analysis
from ..encoding.session import Session
from ..encoding.word_tables import count_references, open_frequencies
from ..languages import UNDETERMINED, find_language, parse_language
from ..tasks import Segment
from .base import AllReferences
from .options import declared, option
from .segments import Fields, SegmentMetric, SegmentScorer
from .signature import shown_count

if TYPE_CHECKING:
    from ..explaining.explanation import Against

MULTI_REFERENCE = ("mean", "max")
MOST_ORDER = 100


def analysis_option(default: Any, help: str, **facts: Any) -> Any:
    """One of those that say how texts are analysed."""
    facts = {"example": "a text such as 'none'", **facts}
    return option(default, "text", help, group="analysis", **facts)


ANALYZER = (
    "builtin (default), builtin:FILE.tagger, spacy:PIPELINE, stanza:LANG, jieba (words of Chinese) "
    "or fugashi (of Japanese)"
)
ANALYZERS = ("builtin", "jieba", "fugashi")
SYNONYMS = (
    "auto (default: what ships for the language, see 'tesla languages'), none, wordnet (what "
    "ships, or an error), cilin, mythes, wn:LEXICON, or a FILE (tab-separated synonyms, MyThes, "
    "Cilin, or compiled)"
)
DICTIONARIES = ("auto", "none", "wordnet", "cilin")
COMPOUNDS = "auto (default: German compounds are split), none, or a FILE of counts"
SHIPPED = ("auto", "none")
SCRIPT = "convert Chinese text and synonyms to one script (default: as-is)"
SCRIPTS = ("as-is", "simplified", "traditional")


@dataclass(frozen=True, kw_only=True)
class WordMetric(SegmentMetric):
    """Analysed words, matched by an F-measure that leans to recall.

    lang        language of the texts (ISO 639)
    analyzer    builtin, builtin:FILE.tagger, spacy:PIPELINE, stanza:LANG, jieba or fugashi; or an
                object that follows `Analyzer`
    tags        auto, upos or xpos: what equality of parts of speech compares
    compounds   auto (German is split), none, or a file of counts
    script      as-is, or what Chinese is converted to: simplified or traditional
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
        words=ANALYZERS,
    )
    tags: str = analysis_option(
        "auto",
        "parts of speech to compare (default: Penn tags for built-in English, else upos)",
        choices=TAGS,
    )
    compounds: str = analysis_option("auto", COMPOUNDS, words=SHIPPED)
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
        """What synonyms are taken from."""
        return "none"

    def analysis(self, session: Session) -> Analysis:
        """The analysis that these settings name, as files are now."""
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
        """What makes the columns."""

    def combine(self, columns: Rows) -> Rows:
        """The score of each row of columns."""
        means: Rows = columns.mean(axis=1)
        return means

    def open_in(self, session: Session, references: AllReferences | None) -> SegmentScorer:
        analysis = self.analysis(session)
        comparer = self.comparer(analysis)

        def fields(count: int, analysed: bool) -> Fields:
            return self.fields(analysis, count, analysed, self.notes(comparer))

        return SegmentScorer(self, session, comparer, self.combine, fields, self.multi)

    def explain_pair(
        self, scorer: SegmentScorer, reference: Segment, hypothesis: Segment
    ) -> "Against":
        # Imported here, with all that it can explain: who scores needs none of it.
        from ..explaining.linear import explain_linear

        return explain_linear(scorer.comparer, scorer.combine, reference, hypothesis)

    def notes(self, comparer: Any) -> Fields:
        """What signatures say beside the rest: a metric's own options, where they are chosen."""
        common = {one.name for one in declared(AnalysedMetric)}
        return [
            (name, str(getattr(self, name)))
            for name, _, default in declared(self)
            if name not in common and getattr(self, name) != default
        ]

    def fields(self, analysis: Analysis, references: int, analysed: bool, notes: Fields) -> Fields:
        """Of the signature."""
        several = [("multi", self.multi)] if references != 1 else []
        return [
            ("lang", analysis.lang),
            ("analyzer", analysis.name(analysed)),
            ("tags", analysis.tags(analysed)),
            *self.looked_up(analysis),
            ("refs", shown_count(references)),
            *several,
            *self.sizes(),
            ("alpha", repr(float(self.alpha))),
            *notes,
            ("version", __version__),
        ]

    def looked_up(self, analysis: Analysis) -> Fields:
        """What signatures say of dictionaries."""
        return []

    def sizes(self) -> Fields:
        """What they say of n-grams."""
        return []


@dataclass(frozen=True, kw_only=True)
class AnalysedMetric(WordMetric):
    """N-grams of words that have synonyms.

    synonyms    auto or wordnet (what ships), none, cilin, mythes, wn:LEXICON, or a file
    order       longest n-grams
    """

    synonyms: str = analysis_option("auto", SYNONYMS, words=DICTIONARIES)
    order: int = option(3, "whole", "longest n-grams", least=1, most=MOST_ORDER, metavar="N")

    @property
    def dictionary(self) -> str:
        return self.synonyms

    def looked_up(self, analysis: Analysis) -> Fields:
        return [("synonyms", analysis.synonyms.name)]

    def sizes(self) -> Fields:
        return [("n", str(self.order))]


class CountingMetric(WordMetric):
    """Rare words weigh more: rare in a table, or in all references where there is none."""

    frequencies: str | Frequencies

    def table(self, session: Session) -> Frequencies | None:
        """The table that is named; None: the references make it."""
        return open_frequencies(session, parse_language(self.lang), self.frequencies)

    def learns(self, session: Session) -> bool:
        return self.table(session) is None

    def count_references(self, session: Session, references: AllReferences) -> SentenceCounts:
        return self.count_compared(session, self.as_compared(references))

    def count_compared(self, session: Session, references: AllReferences | None) -> SentenceCounts:
        """The same of references as the metric sees them."""
        return count_references(self.name, self.analysis(session), references)

    def taught(self, counts: SentenceCounts) -> Self:
        # A field of every metric that is one of these.
        return replace(self, frequencies=counts.of_references())  # type: ignore[call-arg]
