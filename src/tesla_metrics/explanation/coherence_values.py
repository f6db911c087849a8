"""Values that explain the coherence of a text."""

from dataclasses import dataclass
from typing import Any, NamedTuple

from ..parsing.coherence import Cell
from ..parsing.discourse.relation import Relation

_MAX_TERMS = 5  # terms in the one-line summary


class MarkedSpan(NamedTuple):
    """A span of text, and the parts of the relation (of PARTS) that it belongs to."""

    text: str
    parts: tuple[str, ...] = ()


class ExplainedRelation(NamedTuple):
    """A relation, what it adds to the margin, and the text that it connects."""

    relation: Relation
    share: float
    pieces: tuple[MarkedSpan, ...]


class RoleCell(NamedTuple):
    """The roles of a term in a sentence (counted from 0), and what they add to the margin."""

    sentence: int
    roles: Cell
    share: float


class TermRoles(NamedTuple):
    """A column of the role matrix without nil; `words` are the forms of the term in the text."""

    term: str
    words: tuple[str, ...]
    share: float
    cells: tuple[RoleCell, ...]


class CoherenceFeature(NamedTuple):
    """A feature of the text; value times weight is what it adds to the margin.

    The weight is relative to the usual value in texts with the same number of sentences.
    """

    name: str
    value: float
    weight: float

    @property
    def share(self) -> float:
        """Return what the feature adds to the margin."""
        return self.value * self.weight


@dataclass(frozen=True)
class TextCoherence:
    """Margin and score of a text, and their parts.

    margin = of_nil + the shares of all terms = the sum of the shares of all features;
    score = 1 / (1 + exp(-margin)), or 0 if there is no sentence.

    sentences   tokens of each sentence, after sentence splitting
    relations   in the order of the text
    terms       sorted by the absolute shares of their cells, largest first
    features    features other than 0, sorted by absolute share, largest first
    of_nil      share of the transitions that consist of nil only
    """

    score: float
    margin: float
    of_nil: float
    sentences: tuple[tuple[str, ...], ...]
    relations: tuple[ExplainedRelation, ...]
    terms: tuple[TermRoles, ...]
    features: tuple[CoherenceFeature, ...]

    def __str__(self) -> str:
        """Summarize the margin, the number of relations and the terms with the largest shares."""
        terms = ", ".join(
            f"{term.share:+.3f} by {term.words[0]}"
            for term in self.terms[:_MAX_TERMS]
            if term.share
        )
        count = f"{len(self.relations)} relation{'s' * (len(self.relations) != 1)}"
        return f"margin {self.margin:+.3f}, {count}" + (f"; {terms}" if terms else "")

    def to_dict(self) -> dict[str, Any]:
        """Return all values in a form that can be written as JSON."""
        return {
            "score": self.score,
            "margin": self.margin,
            "of_nil": self.of_nil,
            "sentences": [list(item) for item in self.sentences],
            "relations": [_relation_dict(item) for item in self.relations],
            "terms": [
                {
                    **{"term": item.term, "words": list(item.words), "share": item.share},
                    "cells": [{**cell._asdict(), "roles": list(cell.roles)} for cell in item.cells],
                }
                for item in self.terms
            ],
            "features": [{**item._asdict(), "share": item.share} for item in self.features],
        }


def _relation_dict(explained: ExplainedRelation) -> dict[str, Any]:
    relation = explained.relation
    spans = ("arg1", "arg2", "connective_tokens")
    return {
        "type": relation.type,
        "sense": relation.sense,
        "connective": relation.connective,
        **{name: [list(span) for span in getattr(relation, name)] for name in spans},
        "share": explained.share,
        "pieces": [{"text": piece.text, "parts": list(piece.parts)} for piece in explained.pieces],
    }
