"""The protocol of synonym dictionaries."""

from typing import Protocol, runtime_checkable

UNKNOWN: frozenset[int] = frozenset()


@runtime_checkable
class Synonyms(Protocol):
    """Two words are synonyms if their sets of synsets overlap."""

    @property
    def name(self) -> str:
        """Goes into the signature: same name, same synsets."""
        ...

    def synsets(self, lemma: str) -> frozenset[int]:
        """The synsets of a lower-cased lemma; empty if it is not known."""
        ...
