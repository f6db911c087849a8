"""A discourse relation: what the parser finds, and what people annotated."""

from typing import NamedTuple, TypeAlias

EXPLICIT, IMPLICIT, ALT_LEX = "Explicit", "Implicit", "AltLex"
ENT_REL, NO_REL, HYPOPHORA = "EntRel", "NoRel", "Hypophora"
# What has a sense of its own; the others are their own.
SENSED = frozenset({EXPLICIT, IMPLICIT, ALT_LEX})
TOP_SENSES = ("Temporal", "Contingency", "Comparison", "Expansion")

# First and last token, counted over the whole document from 0, both inclusive; in order.
Spans: TypeAlias = tuple[tuple[int, int], ...]


class Relation(NamedTuple):
    """Two stretches of text, and what holds them together.

    type                Explicit, Implicit, AltLex, EntRel or NoRel
    sense               Contingency.Cause.Reason or its first parts; of EntRel and NoRel the type
    connective          its words, or those that would fit; "" where nothing is known
    arg1, arg2          the second is the one that the connective belongs to
    connective_tokens   where it is written; nowhere if it is not
    """

    type: str
    sense: str
    connective: str
    arg1: Spans
    arg2: Spans
    connective_tokens: Spans = ()

    @property
    def top(self) -> str:
        """One of TOP_SENSES, EntRel or NoRel."""
        return self.sense.partition(".")[0]

    @property
    def explicit(self) -> bool:
        """Whether a connective says it."""
        return self.type == EXPLICIT
