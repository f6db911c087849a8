"""A predicate and its arguments: what is labelled, learnt and compared."""

from dataclasses import dataclass
from typing import NamedTuple

# What continues an argument that began elsewhere, and what refers to one: C-ARG1, R-ARG0.
CONTINUED, REFERRING = "C-", "R-"
_CORE = frozenset(f"ARG{sign}" for sign in "0123456789A")


class Argument(NamedTuple):
    """Words of a sentence that fill a role: words[start:end], at least one."""

    label: str
    start: int
    end: int

    @property
    def is_core(self) -> bool:
        """Whether a predicate has one of it at most: ARG0 to ARG9 and ARGA, not C-ARG0."""
        return self.label in _CORE


@dataclass(frozen=True)
class Frame:
    """A predicate in a sentence, and what fills its roles.

    predicate   its place among the words
    tag         its Penn tag: nouns and verbs are told by it
    lemma       of the frame, which nouns share with verbs: `acquisition` has `acquire`
    roleset     which of the lemma's senses, `acquire.01`; "" where nothing tells
    arguments   by their places; the predicate itself is none
    """

    predicate: int
    tag: str
    lemma: str
    roleset: str
    arguments: tuple[Argument, ...]

    @property
    def is_noun(self) -> bool:
        """Whether its predicate is a noun."""
        return self.tag.startswith("NN")

    @property
    def is_verb(self) -> bool:
        """Whether its predicate is a verb."""
        return self.tag.startswith("VB")
