"""Whether a text says yes or no, which a translation must not turn round."""

from .affixes import base_of
from .changes import Negated, NegatingSide, changed_negations, counting, negated
from .words import Negations, knows_negations, load_negations

__all__ = [
    "Negated",
    "NegatingSide",
    "Negations",
    "base_of",
    "changed_negations",
    "counting",
    "knows_negations",
    "load_negations",
    "negated",
]
