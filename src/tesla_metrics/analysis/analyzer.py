"""The protocols that analysers follow, built in or not."""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Any, NamedTuple, Protocol, runtime_checkable

from ..languages import Rules
from .sentence import Sentence


@runtime_checkable
class Analyzer(Protocol):
    """Turns texts into analysed sentences."""

    @property
    def name(self) -> str:
        """Goes into the signature: same name, same analysis."""

    @property
    def preferred_tags(self) -> str:
        """upos or xpos: which of the two serves matching better."""

    def analyze(self, texts: Sequence[str]) -> list[Sentence]:
        """One sentence a text, in order."""


class WordFacts(NamedTuple):
    """What a word-by-word analyser knows of a word without its context."""

    candidates: tuple[int, ...]  # labels it can have
    lemmas: tuple[str, ...]  # one for each candidate
    kind: str = ""  # how the tagger sees it from the next word
    base: str = ""  # the lemma whatever the label, and
    listed: bool = False  # whether the lemmatiser knows the form: for the tagger's features
    parts: tuple[str, ...] = ()  # what it is split into where it is a noun


@runtime_checkable
class WordByWord(Analyzer, Protocol):
    """An analyser that the native core can take over: all it needs of a word can be kept.

    Only the choice among a word's candidate labels looks at the sentence, and that is the
    tagger's sum of weights.
    """

    @property
    def labels(self) -> tuple[str, ...]:
        """UPOS, or UPOS and XPOS with a space between."""

    @property
    def has_xpos(self) -> bool:
        """Whether labels have an XPOS."""

    @property
    def weights(self) -> bytes | None:
        """The tagger's lines of weights; None where every word has but one label."""

    def chunk(self, chunk: str) -> tuple[str, ...]:
        """The words of a run of text without white space."""

    def word(self, form: str) -> WordFacts:
        """All that is known of a word without its neighbours."""


class RuleBased(ABC):
    """A word-by-word analyser whose plain chunks and words the core may work out by itself.

    Who is one says so by inheriting this: an attribute of the name says nothing.
    """

    @property
    @abstractmethod
    def plain_rules(self) -> Rules | None:
        """A language's rules, where `chunk` cuts by them and by nothing else; else None."""

    @property
    def plain_words(self) -> dict[str, Any] | None:
        """What the core is told to describe ASCII words as `word` does; None where it cannot."""
        return None
