"""What analysers of other packages share."""

from abc import ABC, abstractmethod
from collections.abc import Sequence

from ..sentence import Sentence, Token


class Adapter(ABC):
    """An analyser whose work another package does.

    A class for one says in `__init__` how the package is loaded and what it is called, and in
    `tokens` how a text becomes tokens. Packages know UPOS better than any other tags.
    """

    preferred_tags = "upos"

    def __init__(self, name: str) -> None:
        self.name = name

    def analyze(self, texts: Sequence[str]) -> list[Sentence]:
        """One sentence a text, in order."""
        return [Sentence(text, self.tokens(text)) for text in texts]

    @abstractmethod
    def tokens(self, text: str) -> tuple[Token, ...]:
        """The words of a text, which may be empty."""
