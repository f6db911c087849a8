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
    """The analysis of a word that does not depend on its context."""

    candidates: tuple[int, ...]  # indices of possible labels
    lemmas: tuple[str, ...]  # one per candidate
    # The next three fields are used for the features of the tagger.
    kind: str = ""  # kind of the word, a feature of its neighbours
    base: str = ""  # lemma without regard to the part of speech
    listed: bool = False  # whether the lemmatiser's dictionary has the form
    parts: tuple[str, ...] = ()  # parts of a compound, to be used if the word is a noun


@runtime_checkable
class WordByWordAnalyzer(Analyzer, Protocol):
    """Protocol of analysers that analyse each word without its context, except for tagging.

    The native core can run such an analyser, because the analysis of a word can be cached. Only the
    choice among the candidate labels of a word depends on its context, and the core makes it with
    the weights of the tagger.
    """

    @property
    def labels(self) -> tuple[str, ...]:
        """All labels. A label is a UPOS, or a UPOS and an XPOS separated by a space."""

    @property
    def has_xpos(self) -> bool:
        """Whether the labels contain an XPOS."""

    @property
    def weights(self) -> bytes | None:
        """The weights of the tagger as stored in its file; None if every word has one candidate."""

    def chunk(self, chunk: str) -> tuple[str, ...]:
        """Return the words of a chunk, a text without white space."""

    def word(self, form: str) -> WordAnalysis:
        """Return the analysis of a word without its context."""


class RuleBasedAnalyzer(ABC):
    """Base class of word-by-word analysers for which the core can analyse plain ASCII text itself.

    The core checks the inheritance, not the attributes: an analyser with attributes of the same
    names may have other rules.
    """

    @property
    @abstractmethod
    def plain_rules(self) -> TokenizerRules | None:
        """The tokenisation rules that the method `chunk` follows; None if it has other rules."""

    @property
    def plain_words(self) -> dict[str, Any] | None:
        """The data that the core needs to analyse ASCII words like the method `word`.

        None if the core cannot do it.
        """
        return None
