"""Words by number for the native core: what it meets first is worked out here, once."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Sequence
from itertools import chain, filterfalse
from typing import TYPE_CHECKING, Any, NamedTuple, cast

from ..analysis.analyzer import RuleBased, WordByWord
from ..analysis.padding import padded
from ..analysis.places import places_in
from ..analysis.sentence import NAME_TAGS, NONE, Token, is_function, uses_penn
from ..analysis.tagging.features import word_features
from ..analysis.tokenizers.plain import plain_rules
from ..tasks import Segment
from .facts import fact_names, facts_of
from .forms.index import open_forms
from .plain_words import open_plain_words

if TYPE_CHECKING:
    from .analysis import Analysis

_BYTES_A_TOKEN = 250  # of a dictionary, with its texts

# The tag that is compared, UPOS, function word, noun, name; "" equals nothing.
Label = tuple[str, str, bool, bool, bool]


class AnalysedWord(NamedTuple):
    """What matching knows of a word; a tag of None equals no other."""

    lemma: str
    tag: str | None
    synsets: frozenset[int]
    function: bool
    upos: str | None
    form: str


class CoreVocabulary(ABC):
    """A lexicon of the core, and how it learns from an analysis."""

    def __init__(self, analysis: "Analysis", lexicon: Any, analysed: bool) -> None:
        self._analysis, self.lexicon, self.analysed = analysis, lexicon, analysed

    @property
    def bytes(self) -> int:
        """About so much memory is in use."""
        found: int = self.lexicon.bytes
        return found

    @abstractmethod
    def encode(
        self, encoder: Any, segments: Sequence[Segment], references: bool, threads: int, text: bool
    ) -> Any:
        """The encoder's codes of the segments; `text`: with their characters.

        One that has no UTF-8 (a lone surrogate has none) is a UnicodeEncodeError.
        """

    @abstractmethod
    def encode_documents(
        self,
        encoder: Any,
        documents: Sequence[Sequence[Segment]],
        references: bool,
        threads: int,
    ) -> Any:
        """The same of documents, which are given by their sentences."""

    @abstractmethod
    def unfit(self, segments: Sequence[Segment]) -> list[bool]:
        """Which of them have none."""

    def _surface(self, form: str) -> int:
        surface = form.lower()
        number: int | None = self.lexicon.find_surface(surface)
        if number is None:
            own = self._analysis
            number = self.lexicon.add_surface(
                surface, facts_of(surface, own.lang, own.choices.punctuation)
            )
        assert number is not None
        return number

    def _lemma(self, lemma: str) -> int:
        number: int | None = self.lexicon.find_lemma(lemma)
        if number is None:
            synsets = sorted(self._analysis.synonyms.synsets(lemma))
            number = self.lexicon.add_lemma(lemma, synsets)
        assert number is not None
        return number


class WordVocabulary(CoreVocabulary):
    """Texts, with an analyser that works word by word: the core looks words up and tags them."""

    def __init__(self, analysis: "Analysis", analyzer: WordByWord) -> None:
        native: Any = analysis.session.native
        tags = analysis.tags(analysed=False)
        facts = [_label(label, tags, uses_penn(analysis.lang, tags)) for label in analyzer.labels]
        columns = fact_names(analysis.choices.punctuation)
        lexicon = native.Lexicon(analyzer.labels, analyzer.weights, facts, columns)
        super().__init__(analysis, lexicon, analysed=False)
        self._analyzer = analyzer
        rules = plain_rules(analyzer.plain_rules) if isinstance(analyzer, RuleBased) else None
        self._rules = None if rules is None else native.PlainRules(**rules)
        self._forms = None if rules is None else open_forms(analysis, analyzer)
        self._plain: Any = None
        self._opened = False

    def encode(
        self, encoder: Any, segments: Sequence[Segment], references: bool, threads: int, text: bool
    ) -> Any:
        # A list keeps its texts alive; another kind of sequence may make them as it is asked.
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
        # Usually every chunk is known; else the codes tell which are not.
        if codes.missing:
            self._learn(codes.missing)
            codes = encoder.encode(texts, references, threads, codes)
        return codes

    def unfit(self, segments: Sequence[Segment]) -> list[bool]:
        return [not is_encodable([text]) for text in cast(Sequence[str], segments)]

    def _learn(self, chunks: Sequence[str]) -> None:
        """What is plain the core learns by itself; the rest is worked out here."""
        if self._rules is not None:
            words, waiting, chunks = self.lexicon.learn(chunks, self._rules, self._forms)
            self._learn_words(words)
            if waiting:
                self.lexicon.learn(waiting, self._rules, self._forms)
        cut = [(chunk, self._analyzer.chunk(chunk)) for chunk in chunks]
        self._learn_words({form for _, forms in cut for form in forms})
        for chunk, forms in cut:
            self._add_chunk(chunk, forms)

    def _learn_words(self, forms: Collection[str]) -> None:
        """The same of words."""
        if not forms:
            return
        if not self._opened:
            # When the first one is met: few lines of frequent words need none of its tables.
            if isinstance(self._analyzer, RuleBased):
                self._plain = open_plain_words(self._analysis, self._analyzer)
            self._opened = True
        odd = list(forms) if self._plain is None else self._plain.learn(list(forms), self.lexicon)
        for form in odd:
            self._word(form)

    def _add_chunk(self, chunk: str, forms: Sequence[str]) -> None:
        visible = padded(chunk)[1:-1]
        # A word that is not there as it is written has its place from 0 to 0.
        places = [place or (0, 0) for place in places_in(visible, forms)]
        words = [self._word(form) for form in forms]
        self.lexicon.add_chunk(chunk, words, list(map(ord, visible)), places)

    def _word(self, form: str) -> int:
        number: int | None = self.lexicon.find_word(form)
        if number is None:
            facts = self._analyzer.word(form)
            numbers = {lemma: self._lemma(lemma.lower()) for lemma in set(facts.lemmas)}
            # The core makes the features of plain ASCII words itself.
            features = None
            if not (form.isascii() and facts.base.isascii()):
                features = word_features(form, facts.base, facts.listed, facts.kind)
            number = self.lexicon.add_word(
                form,
                counts=self._analysis.counts(form),
                candidates=facts.candidates,
                kind=facts.kind,
                base=facts.base,
                listed=facts.listed,
                features=features,
                lemmas=[numbers[lemma] for lemma in facts.lemmas],
                parts=[self._word(part) for part in facts.parts],
                surface=self._surface(form),
            )
        assert number is not None
        return number


class GivenVocabulary(CoreVocabulary):
    """Analyses from elsewhere: given ones, or those of another kind of analyser."""

    def __init__(self, analysis: "Analysis", analysed: bool) -> None:
        native: Any = analysis.session.native
        columns = fact_names(analysis.choices.punctuation)
        super().__init__(analysis, native.Lexicon([], None, [], columns), analysed)
        self._numbers = _GivenNumbers(self._number)
        self._labels: dict[Label, int] = {}

    @property
    def bytes(self) -> int:
        return super().bytes + _BYTES_A_TOKEN * len(self._numbers)

    def encode(
        self, encoder: Any, segments: Sequence[Segment], references: bool, threads: int, text: bool
    ) -> Any:
        words, texts, places = [], [], []
        for segment, sentence in zip(segments, self._analysis.analysed(segments), strict=True):
            known = [self._numbers[token] for token in sentence.tokens]
            words.append([number for number in known if number >= 0])
            if text:
                shown = padded(self._analysis.text(segment))
                forms = [t.form for t, n in zip(sentence.tokens, known, strict=True) if n >= 0]
                texts.append(shown)
                places.append([place or (0, 0) for place in places_in(shown, forms)])
        check_encodable(texts)
        return encoder.encode_given(words, texts, places, references, threads)

    def encode_documents(
        self,
        encoder: Any,
        documents: Sequence[Sequence[Segment]],
        references: bool,
        threads: int,
    ) -> Any:
        every = list(chain.from_iterable(documents))
        analysed = iter(self._analysis.analysed(every) if every else ())
        words = []
        for document in documents:
            own: list[int] = []
            for _ in document:
                known = [self._numbers[token] for token in next(analysed).tokens]
                own += [*(number for number in known if number >= 0), encoder.BREAK]
            words.append(own)
        return encoder.encode_given(words, [], [], references, threads)

    def unfit(self, segments: Sequence[Segment]) -> list[bool]:
        return [
            not is_encodable([self._analysis.text(segment), *chain.from_iterable(sentence.tokens)])
            for segment, sentence in zip(segments, self._analysis.analysed(segments), strict=True)
        ]

    def _number(self, token: Token) -> int:
        """-1 where it is no word."""
        if not self._analysis.counts(token.form):
            return -1
        check_encodable([part for part in token if part])
        word = self._analysis.word(token, self.analysed)
        label = (_named(word.tag), _named(word.upos), word.function, False, word.tag in NAME_TAGS)
        if label not in self._labels:
            self._labels[label] = self.lexicon.add_label(label)
        number: int = self.lexicon.add_given(
            self._lemma(word.lemma), self._labels[label], self._surface(word.form)
        )
        return number


class _GivenNumbers(dict[Token, int]):
    """Numbers of tokens, made when they are first asked for."""

    def __init__(self, make: Callable[[Token], int]) -> None:
        super().__init__()
        self._make = make

    def __missing__(self, token: Token) -> int:
        number = self[token] = self._make(token)
        return number


def _named(tag: str | None) -> str:
    """A tag without letters is one too, and equals itself; None equals nothing."""
    return "" if tag is None else tag or "\0"


def _label(label: str, tags: str, penn: bool) -> Label:
    upos, _, xpos = label.partition(" ")
    tag = upos if tags == "upos" else xpos or NONE
    return (
        "" if tag == NONE else tag,
        "" if upos == NONE else upos,
        is_function(upos, xpos, penn),
        upos == "NOUN",
        tag in NAME_TAGS,
    )


def check_encodable(texts: Sequence[str]) -> None:
    """A UnicodeEncodeError where a text has no UTF-8."""
    for text in filterfalse(str.isascii, texts):
        text.encode()


def is_encodable(texts: Sequence[str]) -> bool:
    """Whether all have."""
    try:
        check_encodable(texts)
    except UnicodeEncodeError:
        return False
    return True
