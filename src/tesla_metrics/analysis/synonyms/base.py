"""The protocol of synonym dictionaries."""

from collections.abc import Iterable
from typing import Protocol, runtime_checkable

UNKNOWN: frozenset[int] = frozenset()


@runtime_checkable
class Synonyms(Protocol):
    """Two words are synonyms if their sets of synsets overlap."""

    @property
    def name(self) -> str:
        """Goes into the signature: same name, same synsets."""

    def synsets(self, lemma: str) -> frozenset[int]:
        """The synsets of a lower-cased lemma; empty if it is not known."""


@runtime_checkable
class Members(Protocol):
    """A dictionary that knows the words of a synset, which explanations show."""

    def members(self, synset: int) -> tuple[str, ...]:
        """Its words, in alphabetical order."""


class Dictionary(Synonyms, Members, Protocol):
    """Synonyms that can also be listed."""

    def words(self) -> Iterable[str]:
        """Every word that has a synset, folded as `source.key` folds."""

    def __hash__(self) -> int: ...
