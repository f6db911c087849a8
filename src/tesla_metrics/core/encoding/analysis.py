"""Analysis of segments: their words with lemmas, tags and synonyms."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import Any, NamedTuple, cast

from ...errors import UsageError
from ...files.item import Segment, get_text
from ...files.long_runs import get_file_stamps
from ...files.sentence import NO_VALUE, Sentence, Token, has_alphanumeric, is_function_word
from ...text.analyzer import Analyzer, WordByWordAnalyzer
from ...text.languages import Language, find_language, parse_language
from ...text.languages.registry import uses_penn_tags
from ...text.loading import load_analyzer
from ...text.script_conversion import convert_analyzer_input, load_script_converter
from ...text.synonyms import Synonyms, load_synonyms
from ..matching.ngram_bags import Words
from .session import Session, SessionProperty, TextCache

TAG_KINDS = ("auto", "upos", "xpos")
_BATCH_SEGMENTS = 1_000  # number of segments that are analysed at a time
_BYTES_PER_CHARACTER = 100  # estimated memory of an analysed sentence


class AnalysedWord(NamedTuple):
    """Properties of a word that matching uses; a tag of None does not equal any tag."""

    lemma: str
    tag: str | None
    synsets: frozenset[int]
    is_function_word: bool
    upos: str | None
    form: str


class AnalyzerObject:
    """Wrapper of a user's analyser as part of a key: two wrappers of the same object are equal.

    The analyser's `__eq__` and `__hash__` are not used.
    """

    def __init__(self, analyzer: Analyzer) -> None:
        self.analyzer = analyzer

    def __eq__(self, other: object) -> bool:
        return isinstance(other, AnalyzerObject) and self.analyzer is other.analyzer

    def __hash__(self) -> int:
        return id(self.analyzer)


class AnalysisSettings(NamedTuple):
    """The settings that determine an analysis; used as the key of everything derived from it."""

    language: Language  # the data, not the code: if it is registered again, the key changes
    analyzer: str | AnalyzerObject
    synonyms: str
    tag_kind: str
    compounds: str
    script: str
    file_stamps: tuple[tuple[str, int, int], ...]  # path, date and size of the files named above
    with_punctuation: bool = False  # whether punctuation marks count as words, and words have stems


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
    settings = AnalysisSettings(
        find_language(parse_language(lang)),
        analyzer if isinstance(analyzer, str) else AnalyzerObject(analyzer),
        synonyms,
        tags,
        compounds,
        script,
        get_file_stamps(tagger_path, synonyms, compounds),
        punctuation,
    )
    return session.once(Analysis, session, settings)


class Analysis:
    """Converter of segments to words; the analyses of texts are cached.

    Metrics receive it as the argument of `comparer`; they do not create it.

    Parameters
    ----------
    session : Session
        Owner of the analyser, the synonyms and the cache.
    settings : AnalysisSettings
        Language, analyser, synonyms, tags, compounds and script.

    Attributes
    ----------
    lang : str
        Code of the language.
    analyzer : Analyzer
        Loaded when it is first used.
    synonyms : Synonyms
        The synonym dictionary.
    """

    def __init__(self, session: Session, settings: AnalysisSettings) -> None:
        if settings.tag_kind not in TAG_KINDS:
            raise UsageError(
                f"unknown tags {settings.tag_kind!r}: choose one of {', '.join(TAG_KINDS)}"
            )
        self.session, self.settings, self.lang = session, settings, settings.language.code
        self.synonyms: Synonyms = load_synonyms(self.lang, settings.synonyms, settings.script)
        self._script = load_script_converter(settings.script, self.lang)
        self._sentence_cache = TextCache[Sentence](session.memory, _BYTES_PER_CHARACTER)
        # Vocabularies of the native core, by whether segments are analysed. The module `vocabulary`
        # creates and replaces them.
        self.vocabularies: dict[bool, Any] = {}

    @SessionProperty
    def analyzer(self) -> Analyzer:
        """The analyser, loaded when first needed: analysed input does not need it."""
        lang, choice = self.lang, self.settings.analyzer
        analyzer_or_name = choice if isinstance(choice, str) else choice.analyzer
        analyzer = load_analyzer(lang, analyzer_or_name, compounds=self.settings.compounds)
        lacks_xpos = isinstance(analyzer, WordByWordAnalyzer) and not analyzer.has_xpos
        if self.settings.tag_kind == "xpos" and lacks_xpos:
            raise UsageError(f"the analyser of {lang!r} has no XPOS tags: remove --tags xpos")
        return convert_analyzer_input(analyzer, self.settings.script, lang)

    @property
    def threaded(self) -> bool:
        """Whether threads can share the work; external analysers need processes instead."""
        choice = self.settings.analyzer
        return not isinstance(choice, str) or choice.startswith("builtin")

    def get_tag_kind(self, is_analysed: bool) -> str:
        """Return the kind of tags that are compared, "upos" or "xpos"."""
        if self.settings.tag_kind != "auto":
            return self.settings.tag_kind
        return "upos" if is_analysed else self.analyzer.preferred_tags

    def get_analyzer_name(self, is_analysed: bool) -> str:
        """Return the name of the analyser for signatures; "given" if the input was analysed."""
        if not is_analysed:
            return self.analyzer.name
        return f"given+{self._script.name}" if self._script else "given"

    @property
    def signature_names(self) -> dict[str, str]:
        """The names of the analyser, tags and synonyms of texts, as printed in signatures."""
        return {
            "analyzer": self.get_analyzer_name(is_analysed=False),
            "tags": self.get_tag_kind(is_analysed=False),
            "synonyms": self.synonyms.name,
        }

    def get_text(self, segment: Segment) -> str:
        """Return the text of a segment in the chosen script."""
        text = get_text(segment)
        return text if self._script is None else self._script(text)

    def iter_sentences(self, segments: Iterable[Segment]) -> Iterator[Sentence]:
        """Yield each segment as an analysed sentence; analysed segments are not analysed again."""
        segments = iter(segments)
        while batch := list(islice(segments, _BATCH_SEGMENTS)):
            for sentence in self.analyse(batch):
                yield sentence._replace(text=self.get_text(sentence.text))

    def analyse(self, segments: Sequence[Segment]) -> list[Sentence]:
        """Return the analysed sentences; the texts of raw segments are not converted."""
        if not isinstance(segments[0], str):
            return list(map(self._convert_script, cast(Sequence[Sentence], segments)))
        return self._sentence_cache.get_all(cast(Sequence[str], segments), self._analyze_texts)

    def _analyze_texts(self, texts: list[str]) -> list[Sentence]:
        sentences = self.analyzer.analyze(texts)
        are_sentences = all(isinstance(sentence, Sentence) for sentence in sentences)
        if len(sentences) != len(texts) or not are_sentences:
            raise UsageError(
                f"the analyser {self.analyzer.name} returned {len(sentences)} results "
                f"for {len(texts)} texts: it must return one Sentence per text"
            )
        return sentences

    def get_words(self, segments: Sequence[Segment]) -> list[Words]:
        """Return the words of each segment, for the Python implementation."""
        is_analysed = not isinstance(segments[0], str)
        return [self._select_words(sentence, is_analysed) for sentence in self.analyse(segments)]

    def analyse_token(self, token: Token, is_analysed: bool) -> AnalysedWord:
        """Return the properties of a token that matching uses.

        `is_analysed` says whether the token comes from analysed input.
        """
        tag_kind = self.get_tag_kind(is_analysed)
        has_penn_tags = not is_analysed and uses_penn_tags(self.lang, tag_kind)
        lemma = token.lemma.lower()
        tag = token.upos if tag_kind == "upos" else token.xpos
        return AnalysedWord(
            lemma,
            None if tag == NO_VALUE else tag,
            self.synonyms.synsets(lemma),
            is_function_word(token.upos, token.xpos, has_penn_tags),
            None if token.upos == NO_VALUE else token.upos,
            token.form,
        )

    def is_word(self, form: str) -> bool:
        """Return whether a token counts as a word."""
        return self.settings.with_punctuation or has_alphanumeric(form)

    def _select_words(self, sentence: Sentence, is_analysed: bool) -> Words:
        word_tokens = [token for token in sentence.tokens if self.is_word(token.form)]
        words = [self.analyse_token(token, is_analysed) for token in word_tokens]
        return Words(*map(list, zip(*words, strict=True))) if words else Words([], [], [], [])

    def _convert_script(self, sentence: Sentence) -> Sentence:
        script = self._script
        if script is None:
            return sentence
        tokens = tuple(
            token._replace(form=script(token.form), lemma=script(token.lemma))
            for token in sentence.tokens
        )
        return Sentence(script(sentence.text), tokens)
