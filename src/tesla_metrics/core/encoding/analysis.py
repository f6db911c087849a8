"""Analysis of segments with the chosen analyser, synonyms and tags."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import Any, NamedTuple, cast

from ...errors import UsageError
from ...files.item import Segment, text_of
from ...files.long_runs import file_stamps
from ...files.sentence import NO_VALUE, Sentence, Token, has_alphanumeric, is_function
from ...text.analyzer import Analyzer, WordByWordAnalyzer
from ...text.languages import Language, find_language, parse_language
from ...text.languages.registry import uses_penn
from ...text.loading import load_analyzer
from ...text.script_conversion import convert_analyzer_input, load_script
from ...text.synonyms import Synonyms, load_synonyms
from ..matching.ngram_bags import Words
from .session import Session, SessionProperty, TextCache

TAGS = ("auto", "upos", "xpos")
_BATCH_SEGMENTS = 1_000
_BYTES_PER_CHARACTER = 100  # memory of an analysed sentence


class AnalysedWord(NamedTuple):
    """Properties of a word that matching uses; a tag of None equals no other tag."""

    lemma: str
    tag: str | None
    synsets: frozenset[int]
    function: bool
    upos: str | None
    form: str


class AnalyzerObject:
    """Wrapper of a user's analyser that compares by identity, whatever its own `__eq__` does."""

    def __init__(self, analyzer: Analyzer) -> None:
        self.analyzer = analyzer

    def __eq__(self, other: object) -> bool:
        return isinstance(other, AnalyzerObject) and self.analyzer is other.analyzer

    def __hash__(self) -> int:
        return id(self.analyzer)


class AnalysisChoices(NamedTuple):
    """The settings that determine an analysis; used as the key of everything derived from it."""

    language: Language  # its data: a language that is registered again is a different key
    analyzer: str | AnalyzerObject
    synonyms: str
    tags: str
    compounds: str
    script: str
    files: tuple[tuple[str, int, int], ...]  # path, date and size of the files named above
    punctuation: bool = False  # whether punctuation counts as words, and words have stems


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
    """Return the session's analysis for these settings; a changed file is read again."""
    tagger_path = analyzer.partition(":")[2] if isinstance(analyzer, str) else ""
    choices = AnalysisChoices(
        find_language(parse_language(lang)),
        analyzer if isinstance(analyzer, str) else AnalyzerObject(analyzer),
        synonyms,
        tags,
        compounds,
        script,
        file_stamps(tagger_path, synonyms, compounds),
        punctuation,
    )
    return session.once(Analysis, session, choices)


class Analysis:
    """The analysis of segments into words; analyses of texts are cached.

    Metrics receive it as the argument of `comparer`; they do not create it.

    Parameters
    ----------
    session : Session
        Owner of the analyser, the synonyms and the cache.
    choices : AnalysisChoices
        The settings: language, analyser, synonyms, tags, compounds and script.

    Attributes
    ----------
    lang : str
        Code of the language.
    analyzer : Analyzer
        Loaded when it is first used.
    synonyms : Synonyms
        The synonym dictionary.
    """

    def __init__(self, session: Session, choices: AnalysisChoices) -> None:
        if choices.tags not in TAGS:
            raise UsageError(f"unknown tags {choices.tags!r}: choose one of {', '.join(TAGS)}")
        self.session, self.choices, self.lang = session, choices, choices.language.code
        self.synonyms: Synonyms = load_synonyms(self.lang, choices.synonyms, choices.script)
        self._script = load_script(choices.script, self.lang)
        self._sentences = TextCache[Sentence](session.memory, _BYTES_PER_CHARACTER)
        # By whether segments are analysed; `vocabulary_for` creates and replaces them.
        self.vocabularies: dict[bool, Any] = {}

    @SessionProperty
    def analyzer(self) -> Analyzer:
        """The analyser, loaded when first needed: analysed input does not need it."""
        lang, choice = self.lang, self.choices.analyzer
        requested = choice if isinstance(choice, str) else choice.analyzer
        analyzer = load_analyzer(lang, requested, compounds=self.choices.compounds)
        lacks_xpos = isinstance(analyzer, WordByWordAnalyzer) and not analyzer.has_xpos
        if self.choices.tags == "xpos" and lacks_xpos:
            raise UsageError(f"the analyser of {lang!r} has no XPOS tags: remove --tags xpos")
        return convert_analyzer_input(analyzer, self.choices.script, lang)

    @property
    def threaded(self) -> bool:
        """Whether threads share the work; external analysers need processes instead."""
        choice = self.choices.analyzer
        return not isinstance(choice, str) or choice.startswith("builtin")

    def tags(self, analysed: bool) -> str:
        """Return "upos" or "xpos": the tags that are compared."""
        if self.choices.tags != "auto":
            return self.choices.tags
        return "upos" if analysed else self.analyzer.preferred_tags

    def name(self, analysed: bool) -> str:
        """Return the analyser's name for signatures."""
        if not analysed:
            return self.analyzer.name
        return f"given+{self._script.name}" if self._script else "given"

    @property
    def names(self) -> dict[str, str]:
        """The names of the analyser, tags and synonyms of texts, as printed in signatures."""
        return {
            "analyzer": self.name(analysed=False),
            "tags": self.tags(analysed=False),
            "synonyms": self.synonyms.name,
        }

    def text(self, segment: Segment) -> str:
        """Return the text of a segment in the chosen script."""
        text = text_of(segment)
        return text if self._script is None else self._script(text)

    def sentences(self, segments: Iterable[Segment]) -> Iterator[Sentence]:
        """Yield each segment as an analysed sentence; analysed segments are not analysed again."""
        segments = iter(segments)
        while batch := list(islice(segments, _BATCH_SEGMENTS)):
            for sentence in self.analyse(batch):
                yield sentence._replace(text=self.text(sentence.text))

    def analyse(self, segments: Sequence[Segment]) -> list[Sentence]:
        """Return the analysed sentences; their texts are unchanged."""
        if not isinstance(segments[0], str):
            return list(map(self._in_script, cast(Sequence[Sentence], segments)))
        return self._sentences.get_all(cast(Sequence[str], segments), self._analyze)

    def _analyze(self, texts: list[str]) -> list[Sentence]:
        sentences = self.analyzer.analyze(texts)
        if len(sentences) != len(texts) or not all(
            isinstance(sentence, Sentence) for sentence in sentences
        ):
            raise UsageError(
                f"the analyser {self.analyzer.name} returned {len(sentences)} results "
                f"for {len(texts)} texts: it must return one Sentence per text"
            )
        return sentences

    def words(self, segments: Sequence[Segment]) -> list[Words]:
        """Return the words of each segment, for the Python implementation."""
        analysed = not isinstance(segments[0], str)
        return [self._convert(sentence, analysed) for sentence in self.analyse(segments)]

    def word(self, token: Token, analysed: bool) -> AnalysedWord:
        """Return the properties of a token that matching uses."""
        tags = self.tags(analysed)
        penn = not analysed and uses_penn(self.lang, tags)
        lemma = token.lemma.lower()
        tag = token.upos if tags == "upos" else token.xpos
        return AnalysedWord(
            lemma,
            None if tag == NO_VALUE else tag,
            self.synonyms.synsets(lemma),
            is_function(token.upos, token.xpos, penn),
            None if token.upos == NO_VALUE else token.upos,
            token.form,
        )

    def is_word(self, form: str) -> bool:
        """Return whether a token counts as a word."""
        return self.choices.punctuation or has_alphanumeric(form)

    def _convert(self, sentence: Sentence, analysed: bool) -> Words:
        word_tokens = [token for token in sentence.tokens if self.is_word(token.form)]
        words = [self.word(token, analysed) for token in word_tokens]
        return Words(*map(list, zip(*words, strict=True))) if words else Words([], [], [], [])

    def _in_script(self, sentence: Sentence) -> Sentence:
        script = self._script
        if script is None:
            return sentence
        tokens = tuple(
            token._replace(form=script(token.form), lemma=script(token.lemma))
            for token in sentence.tokens
        )
        return Sentence(script(sentence.text), tokens)
