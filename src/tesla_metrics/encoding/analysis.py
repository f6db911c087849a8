"""From segments to analysed words: analysis, synonyms, and which tags count."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import NamedTuple, cast

from ..analysis.adapters.opencc import load_script
from ..analysis.analyzer import Analyzer, WordByWord
from ..analysis.loading import load_analyzer
from ..analysis.scripted import in_script
from ..analysis.sentence import NONE, Sentence, Token, has_alphanumeric, is_function, uses_penn
from ..analysis.synonyms import Synonyms, load_synonyms
from ..errors import UsageError
from ..files.stamp import stamps
from ..languages import Language, find_language, parse_language
from ..matching.bags import Words
from ..tasks import Segment, text_of
from .remembered import Remembered
from .session import Loaded, Session
from .vocabulary import AnalysedWord, CoreVocabulary, GivenVocabulary, WordVocabulary

TAGS = ("auto", "upos", "xpos")
_BATCH = 1_000
_SENTENCE = 100  # bytes of a sentence for each character
_NATIVE_LABELS = 255  # of taggers: they are bytes there


class AnalyzerObject:
    """One that a user made: it is itself and no other, whatever it says of being equal."""

    def __init__(self, analyzer: Analyzer) -> None:
        self.analyzer = analyzer

    def __eq__(self, other: object) -> bool:
        return isinstance(other, AnalyzerObject) and self.analyzer is other.analyzer

    def __hash__(self) -> int:
        return id(self.analyzer)


class AnalysisChoices(NamedTuple):
    """What decides an analysis, and nothing else: the key of all that is made with it."""

    language: Language  # its facts: one that is registered anew is another one
    analyzer: str | AnalyzerObject
    synonyms: str
    tags: str
    compounds: str
    script: str
    files: tuple[tuple[str, int, int], ...]  # those named above: path, date, size
    punctuation: bool = False  # whether it is kept among the words, and these have stems


def open_analysis(
    session: Session,
    lang: str,
    analyzer: str | Analyzer = "builtin",
    synonyms: str = "auto",
    tags: str = "auto",
    compounds: str = "auto",
    script: str = "as-is",
    punctuation: bool = False,
) -> "Analysis":
    """The session's analysis for these choices; a changed file is read again."""
    tagger = analyzer.partition(":")[2] if isinstance(analyzer, str) else ""
    choices = AnalysisChoices(
        find_language(parse_language(lang)),
        analyzer if isinstance(analyzer, str) else AnalyzerObject(analyzer),
        synonyms,
        tags,
        compounds,
        script,
        stamps(tagger, synonyms, compounds),
        punctuation,
    )
    return session.once(Analysis, session, choices)


class Analysis:
    """Makes words of segments; what an analyser made of texts is remembered."""

    def __init__(self, session: Session, choices: AnalysisChoices) -> None:
        if choices.tags not in TAGS:
            raise UsageError(f"unknown tags {choices.tags!r}: choose one of {', '.join(TAGS)}")
        self.session, self.choices, self.lang = session, choices, choices.language.code
        self.synonyms: Synonyms = load_synonyms(self.lang, choices.synonyms, choices.script)
        self._script = load_script(choices.script, self.lang)
        self._sentences = Remembered[Sentence](session.memory, _SENTENCE)
        self._vocabularies: dict[bool, CoreVocabulary] = {}  # of texts, and of given analyses

    @Loaded
    def analyzer(self) -> Analyzer:
        """Loaded when first needed: analysed input needs none."""
        lang, named = self.lang, self.choices.analyzer
        own = named if isinstance(named, str) else named.analyzer
        analyzer = load_analyzer(lang, own, compounds=self.choices.compounds)
        plain = isinstance(analyzer, WordByWord) and not analyzer.has_xpos
        if self.choices.tags == "xpos" and plain:
            raise UsageError(f"the analyser of {lang!r} gives no XPOS: leave --tags xpos out")
        return in_script(analyzer, self.choices.script, lang)

    @property
    def threaded(self) -> bool:
        """Whether threads share the work: where another package analyses, processes do."""
        named = self.choices.analyzer
        return not isinstance(named, str) or named.startswith("builtin")

    def tags(self, analysed: bool) -> str:
        """upos or xpos: what equality of parts of speech compares."""
        if self.choices.tags != "auto":
            return self.choices.tags
        return "upos" if analysed else self.analyzer.preferred_tags

    def name(self, analysed: bool) -> str:
        """Of the analyser, for signatures."""
        if not analysed:
            return self.analyzer.name
        return f"given+{self._script.name}" if self._script else "given"

    @property
    def names(self) -> dict[str, str]:
        """What analyses texts, as signatures print it."""
        return {
            "analyzer": self.name(analysed=False),
            "tags": self.tags(analysed=False),
            "synonyms": self.synonyms.name,
        }

    def text(self, segment: Segment) -> str:
        """What is written there, in the script that was chosen."""
        text = text_of(segment)
        return text if self._script is None else self._script(text)

    def sentences(self, segments: Iterable[Segment]) -> Iterator[Sentence]:
        """Each segment analysed; what is given so stays as it is."""
        segments = iter(segments)
        while batch := list(islice(segments, _BATCH)):
            for sentence in self.analysed(batch):
                yield sentence._replace(text=self.text(sentence.text))

    def analysed(self, segments: Sequence[Segment]) -> list[Sentence]:
        """All of them, texts as they were written."""
        if not isinstance(segments[0], str):
            return list(map(self._in_script, cast(Sequence[Sentence], segments)))
        return self._sentences.all(cast(Sequence[str], segments), self._analyze)

    def _analyze(self, texts: list[str]) -> list[Sentence]:
        made = self.analyzer.analyze(texts)
        if len(made) != len(texts) or not all(isinstance(one, Sentence) for one in made):
            raise UsageError(
                f"the analyser {self.analyzer.name} made {len(made)} things of {len(texts)} texts: "
                "it must give a Sentence for each"
            )
        return made

    def words(self, segments: Sequence[Segment]) -> list[Words]:
        """The words of each segment, for the plain Python beside the native core."""
        given = not isinstance(segments[0], str)
        return [self._convert(sentence, given) for sentence in self.analysed(segments)]

    def word(self, token: Token, analysed: bool) -> AnalysedWord:
        """What a token is for matching."""
        tags = self.tags(analysed)
        penn = not analysed and uses_penn(self.lang, tags)
        lemma = token.lemma.lower()
        tag = token.upos if tags == "upos" else token.xpos
        return AnalysedWord(
            lemma,
            None if tag == NONE else tag,
            self.synonyms.synsets(lemma),
            is_function(token.upos, token.xpos, penn),
            None if token.upos == NONE else token.upos,
            token.form,
        )

    def counts(self, form: str) -> bool:
        """Whether a token is a word here."""
        return self.choices.punctuation or has_alphanumeric(form)

    def _convert(self, sentence: Sentence, analysed: bool) -> Words:
        counted = [token for token in sentence.tokens if self.counts(token.form)]
        words = [self.word(token, analysed) for token in counted]
        return Words(*map(list, zip(*words, strict=True))) if words else Words([], [], [], [])

    def _in_script(self, given: Sentence) -> Sentence:
        script = self._script
        if script is None:
            return given
        tokens = tuple(
            token._replace(form=script(token.form), lemma=script(token.lemma))
            for token in given.tokens
        )
        return Sentence(script(given.text), tokens)

    def vocabulary(self, segments: Sequence[Segment]) -> CoreVocabulary:
        """Words by number for the native core; a full one gives way to an empty one.

        Who has the old one goes on with it: numbers never change their meaning.
        """
        analysed = not isinstance(segments[0], str)
        known = self._vocabularies.get(analysed)
        if known is None or known.bytes > self.session.memory:
            known = self._vocabularies[analysed] = self._vocabulary(analysed)
        return known

    def _vocabulary(self, analysed: bool) -> CoreVocabulary:
        if not analysed:
            analyzer = self.analyzer
            if isinstance(analyzer, WordByWord) and len(analyzer.labels) <= _NATIVE_LABELS:
                return WordVocabulary(self, analyzer)
        return GivenVocabulary(self, analysed)
