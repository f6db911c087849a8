"""Vocabularies that assign ids to words for the native core and describe each new word once."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Sequence
from itertools import chain, filterfalse
from typing import Any, cast

from ...files.item import Segment
from ...files.sentence import NAME_TAGS, NO_VALUE, Token, is_function
from ...text.analyzer import RuleBasedAnalyzer, WordByWordAnalyzer
from ...text.characters import pad_text
from ...text.languages.registry import uses_penn
from ...text.tagging.features import word_features
from ...text.tokenizers.native_rules import plain_rules
from ...text.word_offsets import find_spans
from .analysis import Analysis
from .word_columns import column_names, column_values, open_plain_words

_MAX_NATIVE_LABELS = 255  # the core stores labels of taggers in bytes
_BYTES_PER_TOKEN = 250  # size of a dictionary entry with its texts

# The tag that is compared, UPOS, function word, noun, name; the tag "" equals no tag.
Label = tuple[str, str, bool, bool, bool]


class CoreVocabulary(ABC):
    """A lexicon of the native core that is filled from an analysis."""

    def __init__(self, analysis: Analysis, lexicon: Any, analysed: bool) -> None:
        self._analysis, self.lexicon, self.analysed = analysis, lexicon, analysed

    @property
    def bytes(self) -> int:
        """Estimated memory use in bytes."""
        size: int = self.lexicon.bytes
        return size

    @abstractmethod
    def encode(
        self, encoder: Any, segments: Sequence[Segment], references: bool, threads: int, text: bool
    ) -> Any:
        """Return the encoder's codes of the segments, with their characters if `text` is true.

        Raises UnicodeEncodeError if a segment cannot be encoded as UTF-8 (for example a lone
        surrogate).
        """

    @abstractmethod
    def encode_documents(
        self,
        encoder: Any,
        documents: Sequence[Sequence[Segment]],
        references: bool,
        threads: int,
    ) -> Any:
        """Return the encoder's codes of documents, each a sequence of sentences."""

    @abstractmethod
    def unencodable(self, segments: Sequence[Segment]) -> list[bool]:
        """Return for each segment whether it cannot be encoded as UTF-8."""

    def _surface(self, form: str) -> int:
        surface = form.lower()
        surface_id: int | None = self.lexicon.find_surface(surface)
        if surface_id is None:
            analysis = self._analysis
            surface_id = self.lexicon.add_surface(
                surface, column_values(surface, analysis.lang, analysis.choices.punctuation)
            )
        assert surface_id is not None
        return surface_id

    def _lemma(self, lemma: str) -> int:
        lemma_id: int | None = self.lexicon.find_lemma(lemma)
        if lemma_id is None:
            synsets = sorted(self._analysis.synonyms.synsets(lemma))
            lemma_id = self.lexicon.add_lemma(lemma, synsets)
        assert lemma_id is not None
        return lemma_id


class WordVocabulary(CoreVocabulary):
    """Vocabulary of raw texts, for analysers that work word by word.

    The native core looks words up and tags them.
    """

    def __init__(self, analysis: Analysis, analyzer: WordByWordAnalyzer) -> None:
        native: Any = analysis.session.native
        tags = analysis.tags(analysed=False)
        facts = [_label(label, tags, uses_penn(analysis.lang, tags)) for label in analyzer.labels]
        columns = column_names(analysis.choices.punctuation)
        lexicon = native.Lexicon(analyzer.labels, analyzer.weights, facts, columns)
        super().__init__(analysis, lexicon, analysed=False)
        self._analyzer = analyzer
        rules = (
            plain_rules(analyzer.plain_rules) if isinstance(analyzer, RuleBasedAnalyzer) else None
        )
        self._rules = None if rules is None else native.PlainRules(**rules)
        self._plain_words: Any = None
        self._tried_plain_words = False

    def encode(
        self, encoder: Any, segments: Sequence[Segment], references: bool, threads: int, text: bool
    ) -> Any:
        # A list keeps its texts alive; other sequences may create their texts on access.
        return self._encode(encoder, list(cast(Sequence[str], segments)), references, threads)

    def encode_documents(
        self,
        encoder: Any,
        documents: Sequence[Sequence[Segment]],
        references: bool,
        threads: int,
    ) -> Any:
        texts = ["\n".join(cast(Sequence[str], sentences)) for sentences in documents]
        return self._encode(encoder, texts, references, threads)

    def _encode(self, encoder: Any, texts: list[str], references: bool, threads: int) -> Any:
        check_encodable(texts)
        codes = encoder.encode(texts, references, threads)
        # Usually every chunk is known; otherwise the codes list those that are missing.
        if codes.missing:
            self._learn(codes.missing)
            codes = encoder.encode(texts, references, threads, codes)
        return codes

    def unencodable(self, segments: Sequence[Segment]) -> list[bool]:
        return [not is_encodable([text]) for text in cast(Sequence[str], segments)]

    def _learn(self, chunks: Sequence[str]) -> None:
        """Add chunks to the lexicon; the core handles plain ones, Python the others."""
        if self._rules is not None:
            words, pending, chunks = self.lexicon.learn(chunks, self._rules)
            self._learn_words(words)
            if pending:
                self.lexicon.learn(pending, self._rules)
        cut = [(chunk, self._analyzer.chunk(chunk)) for chunk in chunks]
        self._learn_words({form for _, forms in cut for form in forms})
        for chunk, forms in cut:
            self._add_chunk(chunk, forms)

    def _learn_words(self, forms: Collection[str]) -> None:
        """Add words to the lexicon; the core handles plain ones, Python the others."""
        if not forms:
            return
        if not self._tried_plain_words:
            # Opened for the first new word: a few lines of frequent words do not need its tables.
            if isinstance(self._analyzer, RuleBasedAnalyzer):
                self._plain_words = open_plain_words(self._analysis, self._analyzer)
            self._tried_plain_words = True
        remaining = (
            list(forms)
            if self._plain_words is None
            else self._plain_words.learn(list(forms), self.lexicon)
        )
        for form in remaining:
            self._word(form)

    def _add_chunk(self, chunk: str, forms: Sequence[str]) -> None:
        visible = pad_text(chunk)[1:-1]
        # A word that does not occur literally in the chunk has the span (0, 0).
        offsets = [span or (0, 0) for span in find_spans(visible, forms)]
        words = [self._word(form) for form in forms]
        self.lexicon.add_chunk(chunk, words, list(map(ord, visible)), offsets)

    def _word(self, form: str) -> int:
        word_id: int | None = self.lexicon.find_word(form)
        if word_id is None:
            facts = self._analyzer.word(form)
            lemma_ids = {lemma: self._lemma(lemma.lower()) for lemma in set(facts.lemmas)}
            # The core computes the features of plain ASCII words itself.
            features = None
            if not (form.isascii() and facts.base.isascii()):
                features = word_features(form, facts.base, facts.listed, facts.kind)
            word_id = self.lexicon.add_word(
                form,
                counts=self._analysis.is_word(form),
                candidates=facts.candidates,
                kind=facts.kind,
                base=facts.base,
                listed=facts.listed,
                features=features,
                lemmas=[lemma_ids[lemma] for lemma in facts.lemmas],
                parts=[self._word(part) for part in facts.parts],
                surface=self._surface(form),
            )
        assert word_id is not None
        return word_id


class TokenVocabulary(CoreVocabulary):
    """Vocabulary of analysed segments, from the input or from analysers of other kinds."""

    def __init__(self, analysis: Analysis, analysed: bool) -> None:
        native: Any = analysis.session.native
        columns = column_names(analysis.choices.punctuation)
        super().__init__(analysis, native.Lexicon([], None, [], columns), analysed)
        self._token_ids = _TokenIds(self._token_id)
        self._labels: dict[Label, int] = {}

    @property
    def bytes(self) -> int:
        return super().bytes + _BYTES_PER_TOKEN * len(self._token_ids)

    def encode(
        self, encoder: Any, segments: Sequence[Segment], references: bool, threads: int, text: bool
    ) -> Any:
        words, texts, offsets = [], [], []
        for segment, sentence in zip(segments, self._analysis.analyse(segments), strict=True):
            ids = [self._token_ids[token] for token in sentence.tokens]
            words.append([word_id for word_id in ids if word_id >= 0])
            if text:
                visible = pad_text(self._analysis.text(segment))
                forms = [t.form for t, n in zip(sentence.tokens, ids, strict=True) if n >= 0]
                texts.append(visible)
                offsets.append([span or (0, 0) for span in find_spans(visible, forms)])
        check_encodable(texts)
        return encoder.encode_given(words, texts, offsets, references, threads)

    def encode_documents(
        self,
        encoder: Any,
        documents: Sequence[Sequence[Segment]],
        references: bool,
        threads: int,
    ) -> Any:
        all_segments = list(chain.from_iterable(documents))
        analysed = iter(self._analysis.analyse(all_segments) if all_segments else ())
        words = []
        for document in documents:
            document_ids: list[int] = []
            for _ in document:
                ids = [self._token_ids[token] for token in next(analysed).tokens]
                document_ids += [*(word_id for word_id in ids if word_id >= 0), encoder.BREAK]
            words.append(document_ids)
        return encoder.encode_given(words, [], [], references, threads)

    def unencodable(self, segments: Sequence[Segment]) -> list[bool]:
        return [
            not is_encodable([self._analysis.text(segment), *chain.from_iterable(sentence.tokens)])
            for segment, sentence in zip(segments, self._analysis.analyse(segments), strict=True)
        ]

    def _token_id(self, token: Token) -> int:
        """Return the word id of a token, or -1 if it is not a word."""
        if not self._analysis.is_word(token.form):
            return -1
        check_encodable([part for part in token if part])
        word = self._analysis.word(token, self.analysed)
        label = (
            _tag_key(word.tag),
            _tag_key(word.upos),
            word.function,
            False,
            word.tag in NAME_TAGS,
        )
        if label not in self._labels:
            self._labels[label] = self.lexicon.add_label(label)
        word_id: int = self.lexicon.add_given(
            self._lemma(word.lemma), self._labels[label], self._surface(word.form)
        )
        return word_id


class _TokenIds(dict[Token, int]):
    """Ids of tokens, assigned on first access."""

    def __init__(self, make: Callable[[Token], int]) -> None:
        super().__init__()
        self._make = make

    def __missing__(self, token: Token) -> int:
        token_id = self[token] = self._make(token)
        return token_id


def _tag_key(tag: str | None) -> str:
    """Return the key of a tag.

    None has the key "", which equals no tag. The empty tag equals itself, so its key is not "".
    """
    return "" if tag is None else tag or "\0"


def _label(label: str, tags: str, penn: bool) -> Label:
    upos, _, xpos = label.partition(" ")
    tag = upos if tags == "upos" else xpos or NO_VALUE
    return (
        "" if tag == NO_VALUE else tag,
        "" if upos == NO_VALUE else upos,
        is_function(upos, xpos, penn),
        upos == "NOUN",
        tag in NAME_TAGS,
    )


def check_encodable(texts: Sequence[str]) -> None:
    """Raise UnicodeEncodeError if a text cannot be encoded as UTF-8."""
    for text in filterfalse(str.isascii, texts):
        text.encode()


def is_encodable(texts: Sequence[str]) -> bool:
    """Return whether all texts can be encoded as UTF-8."""
    try:
        check_encodable(texts)
    except UnicodeEncodeError:
        return False
    return True


def vocabulary_for(analysis: Analysis, segments: Sequence[Segment]) -> CoreVocabulary:
    """Return the vocabulary that assigns ids to the words of these segments for the native core.

    A full vocabulary is replaced by an empty one. Codes that were made with the old one stay valid:
    the meaning of an id never changes.
    """
    analysed = not isinstance(segments[0], str)
    vocabulary: CoreVocabulary | None = analysis.vocabularies.get(analysed)
    if vocabulary is None or vocabulary.bytes > analysis.session.memory:
        vocabulary = analysis.vocabularies[analysed] = _new_vocabulary(analysis, analysed)
    return vocabulary


def _new_vocabulary(analysis: Analysis, analysed: bool) -> CoreVocabulary:
    if not analysed:
        analyzer = analysis.analyzer
        if isinstance(analyzer, WordByWordAnalyzer) and len(analyzer.labels) <= _MAX_NATIVE_LABELS:
            return WordVocabulary(analysis, analyzer)
    return TokenVocabulary(analysis, analysed)
