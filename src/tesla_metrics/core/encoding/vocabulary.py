"""Vocabularies that assign ids to words for the native core and describe each new word once."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Sequence
from itertools import chain, filterfalse
from typing import Any, cast

from ...files.item import Segment
from ...files.sentence import NAME_TAGS, NO_VALUE, Token, is_function_word
from ...text.analyzer import RuleBasedAnalyzer, WordByWordAnalyzer
from ...text.characters import pad_text
from ...text.languages.registry import uses_penn_tags
from ...text.tagging.features import get_word_features
from ...text.tokenizers.native_rules import plain_rules
from ...text.word_offsets import find_spans
from .analysis import Analysis
from .word_columns import compute_columns, get_column_names, open_plain_words

_MAX_NATIVE_LABELS = 255  # the core stores each label of a tagger in one byte
_BYTES_PER_TOKEN = 250  # estimated memory of a token in `_TokenIds`

# Properties of a label of a tagger: (tag that is compared, UPOS tag, is a function word, is a noun,
# is a name). The tag "" does not equal any tag, not even itself.
Label = tuple[str, str, bool, bool, bool]


class CoreVocabulary(ABC):
    """A native lexicon, to which new words are added with the properties that an analysis finds.

    `is_analysed` says whether its segments are analysed sentences; otherwise they are raw texts.
    """

    def __init__(self, analysis: Analysis, lexicon: Any, is_analysed: bool) -> None:
        self._analysis, self.lexicon, self.is_analysed = analysis, lexicon, is_analysed

    @property
    def n_bytes(self) -> int:
        """Estimated memory use in bytes."""
        size: int = self.lexicon.bytes
        return size

    @abstractmethod
    def encode(
        self,
        encoder: Any,
        segments: Sequence[Segment],
        use_cache: bool,
        threads: int,
        with_text: bool,
    ) -> Any:
        """Return the codes that a native encoder makes of the segments.

        Codes are cached in the native core if `use_cache` is true, and include the characters of
        the segments if `with_text` is true.

        Raises UnicodeEncodeError if a segment cannot be encoded as UTF-8 (for example a lone
        surrogate).
        """

    @abstractmethod
    def encode_documents(
        self,
        encoder: Any,
        documents: Sequence[Sequence[Segment]],
        use_cache: bool,
        threads: int,
    ) -> Any:
        """Return the codes that a native encoder makes of documents, each a list of sentences.

        Codes are cached in the native core if `use_cache` is true.
        """

    @abstractmethod
    def flag_unencodable(self, segments: Sequence[Segment]) -> list[bool]:
        """Return for each segment whether it cannot be encoded as UTF-8."""

    def _get_surface_id(self, form: str) -> int:
        surface = form.lower()
        surface_id: int | None = self.lexicon.find_surface(surface)
        if surface_id is None:
            analysis = self._analysis
            surface_id = self.lexicon.add_surface(
                surface, compute_columns(surface, analysis.lang, analysis.settings.with_punctuation)
            )
        assert surface_id is not None
        return surface_id

    def _get_lemma_id(self, lemma: str) -> int:
        lemma_id: int | None = self.lexicon.find_lemma(lemma)
        if lemma_id is None:
            synsets = sorted(self._analysis.synonyms.synsets(lemma))
            lemma_id = self.lexicon.add_lemma(lemma, synsets)
        assert lemma_id is not None
        return lemma_id


class WordVocabulary(CoreVocabulary):
    """Vocabulary of raw texts, for analysers that analyse each word separately.

    The native core looks words up and tags them. A chunk is a part of a text without white
    space; it may contain several words.
    """

    def __init__(self, analysis: Analysis, analyzer: WordByWordAnalyzer) -> None:
        native: Any = analysis.session.native
        tag_kind = analysis.get_tag_kind(is_analysed=False)
        label_properties = [
            _describe_label(label, tag_kind, uses_penn_tags(analysis.lang, tag_kind))
            for label in analyzer.labels
        ]
        columns = get_column_names(analysis.settings.with_punctuation)
        lexicon = native.Lexicon(analyzer.labels, analyzer.weights, label_properties, columns)
        super().__init__(analysis, lexicon, is_analysed=False)
        self._analyzer = analyzer
        rules = None
        if isinstance(analyzer, RuleBasedAnalyzer):
            rules = plain_rules(analyzer.plain_rules)
        self._rules = None if rules is None else native.PlainRules(**rules)
        self._plain_words: Any = None
        self._has_opened_plain_words = False

    def encode(
        self,
        encoder: Any,
        segments: Sequence[Segment],
        use_cache: bool,
        threads: int,
        with_text: bool,
    ) -> Any:
        # A list keeps its texts alive; other sequences may create their texts on access.
        return self._encode(encoder, list(cast(Sequence[str], segments)), use_cache, threads)

    def encode_documents(
        self,
        encoder: Any,
        documents: Sequence[Sequence[Segment]],
        use_cache: bool,
        threads: int,
    ) -> Any:
        texts = ["\n".join(cast(Sequence[str], sentences)) for sentences in documents]
        return self._encode(encoder, texts, use_cache, threads)

    def _encode(self, encoder: Any, texts: list[str], use_cache: bool, threads: int) -> Any:
        check_encodable(texts)
        codes = encoder.encode(texts, use_cache, threads)
        # If the lexicon does not have all chunks, learn the missing ones and encode again.
        if codes.missing:
            self._learn(codes.missing)
            codes = encoder.encode(texts, use_cache, threads, codes)
        return codes

    def flag_unencodable(self, segments: Sequence[Segment]) -> list[bool]:
        return [not is_encodable([text]) for text in cast(Sequence[str], segments)]

    def _learn(self, chunks: Sequence[str]) -> None:
        """Add chunks to the lexicon: plain ones natively, the others in Python."""
        if self._rules is not None:
            words, pending_chunks, chunks = self.lexicon.learn(chunks, self._rules)
            self._learn_words(words)
            if pending_chunks:
                self.lexicon.learn(pending_chunks, self._rules)
        chunk_forms = [(chunk, self._analyzer.chunk(chunk)) for chunk in chunks]
        self._learn_words({form for _, forms in chunk_forms for form in forms})
        for chunk, forms in chunk_forms:
            self._add_chunk(chunk, forms)

    def _learn_words(self, forms: Collection[str]) -> None:
        """Add words to the lexicon: plain ones natively, the others in Python."""
        if not forms:
            return
        if not self._has_opened_plain_words:
            # Loaded with the first new word, because short inputs with only frequent words do not
            # need these tables.
            if isinstance(self._analyzer, RuleBasedAnalyzer):
                self._plain_words = open_plain_words(self._analysis, self._analyzer)
            self._has_opened_plain_words = True
        remaining_forms = list(forms)
        if self._plain_words is not None:
            remaining_forms = self._plain_words.learn(remaining_forms, self.lexicon)
        for form in remaining_forms:
            self._get_word_id(form)

    def _add_chunk(self, chunk: str, forms: Sequence[str]) -> None:
        characters = pad_text(chunk)[1:-1]
        # A word that does not occur literally in the chunk has the span (0, 0).
        spans = [span or (0, 0) for span in find_spans(characters, forms)]
        word_ids = [self._get_word_id(form) for form in forms]
        self.lexicon.add_chunk(chunk, word_ids, list(map(ord, characters)), spans)

    def _get_word_id(self, form: str) -> int:
        word_id: int | None = self.lexicon.find_word(form)
        if word_id is None:
            word_analysis = self._analyzer.word(form)
            lemma_ids = {
                lemma: self._get_lemma_id(lemma.lower()) for lemma in set(word_analysis.lemmas)
            }
            # The core computes the features of ASCII words.
            features = None
            if not (form.isascii() and word_analysis.base.isascii()):
                features = get_word_features(
                    form, word_analysis.base, word_analysis.listed, word_analysis.kind
                )
            word_id = self.lexicon.add_word(
                form,
                counts=self._analysis.is_word(form),
                candidates=word_analysis.candidates,
                kind=word_analysis.kind,
                base=word_analysis.base,
                listed=word_analysis.listed,
                features=features,
                lemmas=[lemma_ids[lemma] for lemma in word_analysis.lemmas],
                parts=[self._get_word_id(part) for part in word_analysis.parts],
                surface=self._get_surface_id(form),
            )
        assert word_id is not None
        return word_id


class TokenVocabulary(CoreVocabulary):
    """Vocabulary of analysed tokens.

    The segments were analysed in the input, or are analysed by an analyser that needs complete
    sentences.
    """

    def __init__(self, analysis: Analysis, is_analysed: bool) -> None:
        native: Any = analysis.session.native
        columns = get_column_names(analysis.settings.with_punctuation)
        super().__init__(analysis, native.Lexicon([], None, [], columns), is_analysed)
        self._token_ids = _TokenIds(self._add_token)
        self._labels: dict[Label, int] = {}

    @property
    def n_bytes(self) -> int:
        return super().n_bytes + _BYTES_PER_TOKEN * len(self._token_ids)

    def encode(
        self,
        encoder: Any,
        segments: Sequence[Segment],
        use_cache: bool,
        threads: int,
        with_text: bool,
    ) -> Any:
        word_ids, texts, spans = [], [], []
        for segment, sentence in zip(segments, self._analysis.analyse(segments), strict=True):
            token_ids = [self._token_ids[token] for token in sentence.tokens]
            word_ids.append([word_id for word_id in token_ids if word_id >= 0])
            if with_text:
                padded_text = pad_text(self._analysis.get_text(segment))
                forms = [
                    token.form
                    for token, word_id in zip(sentence.tokens, token_ids, strict=True)
                    if word_id >= 0
                ]
                texts.append(padded_text)
                spans.append([span or (0, 0) for span in find_spans(padded_text, forms)])
        check_encodable(texts)
        return encoder.encode_given(word_ids, texts, spans, use_cache, threads)

    def encode_documents(
        self,
        encoder: Any,
        documents: Sequence[Sequence[Segment]],
        use_cache: bool,
        threads: int,
    ) -> Any:
        all_segments = list(chain.from_iterable(documents))
        sentences = iter(self._analysis.analyse(all_segments) if all_segments else ())
        word_ids = []
        for document in documents:
            document_ids: list[int] = []
            for _ in document:
                token_ids = [self._token_ids[token] for token in next(sentences).tokens]
                document_ids += [*(word_id for word_id in token_ids if word_id >= 0), encoder.BREAK]
            word_ids.append(document_ids)
        return encoder.encode_given(word_ids, [], [], use_cache, threads)

    def flag_unencodable(self, segments: Sequence[Segment]) -> list[bool]:
        flags = []
        for segment, sentence in zip(segments, self._analysis.analyse(segments), strict=True):
            token_texts = chain.from_iterable(sentence.tokens)
            flags.append(not is_encodable([self._analysis.get_text(segment), *token_texts]))
        return flags

    def _add_token(self, token: Token) -> int:
        """Return the word id of a token, or -1 if it is not a word."""
        if not self._analysis.is_word(token.form):
            return -1
        check_encodable([part for part in token if part])
        word = self._analysis.analyse_token(token, self.is_analysed)
        label = (
            _encode_tag(word.tag),
            _encode_tag(word.upos),
            word.is_function_word,
            False,
            word.tag in NAME_TAGS,
        )
        if label not in self._labels:
            self._labels[label] = self.lexicon.add_label(label)
        word_id: int = self.lexicon.add_given(
            self._get_lemma_id(word.lemma), self._labels[label], self._get_surface_id(word.form)
        )
        return word_id


class _TokenIds(dict[Token, int]):
    """Word ids of tokens, computed on first access; -1 for tokens that are not words."""

    def __init__(self, get_id: Callable[[Token], int]) -> None:
        super().__init__()
        self._get_id = get_id

    def __missing__(self, token: Token) -> int:
        token_id = self[token] = self._get_id(token)
        return token_id


def _encode_tag(tag: str | None) -> str:
    """Return the string that represents a tag in the native core.

    For None it is "", which does not equal any tag. The empty tag equals itself, so it is
    represented by a null character.
    """
    return "" if tag is None else tag or "\0"


def _describe_label(label: str, tag_kind: str, has_penn_tags: bool) -> Label:
    """Return the properties of a label, which is a UPOS tag or "UPOS XPOS"; see `Label`."""
    upos, _, xpos = label.partition(" ")
    tag = upos if tag_kind == "upos" else xpos or NO_VALUE
    return (
        "" if tag == NO_VALUE else tag,
        "" if upos == NO_VALUE else upos,
        is_function_word(upos, xpos, has_penn_tags),
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


def get_vocabulary(analysis: Analysis, segments: Sequence[Segment]) -> CoreVocabulary:
    """Return the vocabulary that assigns ids to the words of these segments for the native core.

    A vocabulary that exceeds the memory of the session is replaced by an empty one. Codes that were
    made with the old vocabulary stay valid, because the meaning of its ids never changes.
    """
    is_analysed = not isinstance(segments[0], str)
    vocabulary: CoreVocabulary | None = analysis.vocabularies.get(is_analysed)
    if vocabulary is None or vocabulary.n_bytes > analysis.session.memory:
        vocabulary = analysis.vocabularies[is_analysed] = _make_vocabulary(analysis, is_analysed)
    return vocabulary


def _make_vocabulary(analysis: Analysis, is_analysed: bool) -> CoreVocabulary:
    if not is_analysed:
        analyzer = analysis.analyzer
        if isinstance(analyzer, WordByWordAnalyzer) and len(analyzer.labels) <= _MAX_NATIVE_LABELS:
            return WordVocabulary(analysis, analyzer)
    return TokenVocabulary(analysis, is_analysed)
