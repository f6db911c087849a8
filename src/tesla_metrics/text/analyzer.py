"""Protocols and base classes of analysers."""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Any, NamedTuple, Protocol, runtime_checkable

from ..files.sentence import Sentence
from .languages import TokenizerRules


@runtime_checkable
class Analyzer(Protocol):
    """Protocol of objects that turn texts into analysed sentences.

    Attributes
    ----------
    name : str
        Name for the signature. Analysers with the same name return the same analyses.
    preferred_tags : str
        The tags that are better for matching: ``"upos"`` or ``"xpos"``.
    """

    @property
    def name(self) -> str:
        """Name for the signature: analysers with the same name return the same analyses."""

    @property
    def preferred_tags(self) -> str:
        """The tags that are better for matching: "upos" or "xpos"."""

    def analyze(self, texts: Sequence[str]) -> list[Sentence]:
        """Analyse texts.

        Parameters
        ----------
        texts : sequence of str
            The texts, one segment each.

        Returns
        -------
        list of Sentence
            One sentence per text, in the same order.
        """


class WordAnalysis(NamedTuple):
    """The context-independent analysis of a word."""

    candidates: tuple[int, ...]  # possible labels
    lemmas: tuple[str, ...]  # one per candidate
    kind: str = ""  # word class that the tagger uses for neighbouring words
    base: str = ""  # lemma without regard to the label (for tagger features)
    listed: bool = False  # whether the lemmatiser knows the form (for tagger features)
    parts: tuple[str, ...] = ()  # parts of a compound if the word is a noun


@runtime_checkable
class WordByWordAnalyzer(Analyzer, Protocol):
    """An analyser that the native core can run, because the analysis of a word can be cached.

    Only the choice among the candidate labels of a word depends on the sentence: it is the
    tagger's sum of weights.
    """

    @property
    def labels(self) -> tuple[str, ...]:
        """The labels: UPOS, or UPOS and XPOS separated by a space."""

    @property
    def has_xpos(self) -> bool:
        """Whether the labels contain an XPOS."""

    @property
    def weights(self) -> bytes | None:
        """The weight lines of the tagger; None if every word has exactly one label."""

    def chunk(self, chunk: str) -> tuple[str, ...]:
        """Return the words of a chunk of text without white space."""

    def word(self, form: str) -> WordAnalysis:
        """Return the context-independent analysis of a word."""


class RuleBasedAnalyzer(ABC):
    """A word-by-word analyser whose simple chunks and words the core can analyse itself.

    Analysers declare this by inheritance; having attributes of these names is not enough.
    """

    @property
    @abstractmethod
    def plain_rules(self) -> TokenizerRules | None:
        """The rules of the language if `chunk` uses only these rules; otherwise None."""

    @property
    def plain_words(self) -> dict[str, Any] | None:
        """Data with which the core analyses ASCII words like `word`; None if it cannot."""
        return None
