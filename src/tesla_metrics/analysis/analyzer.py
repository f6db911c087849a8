"""The protocol that every analyser follows, built in or not."""

from collections.abc import Sequence
from typing import Protocol, runtime_checkable

from .sentence import Sentence


@runtime_checkable
class Analyzer(Protocol):
    """Turns texts into analysed sentences."""

    @property
    def name(self) -> str:
        """Goes into the signature: same name, same analysis."""
        ...

    @property
    def preferred_tags(self) -> str:
        """upos or xpos: which of the two serves matching better."""
        ...

    def analyze(self, texts: Sequence[str]) -> list[Sentence]:
        """One sentence a text, in order."""
        ...
