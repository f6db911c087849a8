"""Values that explain the coherence of a text, as DICOMER computes it.

The margin of a text is the weighted sum of its features. A share is an addend of the margin.
"""

from dataclasses import dataclass
from typing import Any, NamedTuple

from ..parsing.coherence import Cell
from ..parsing.discourse.relation import Relation

_MAX_SUMMARY_TERMS = 5


class MarkedSpan(NamedTuple):
    """A span of text, and the parts of a relation that it belongs to (arg1, arg2, connective)."""

    text: str
    parts: tuple[str, ...] = ()


class ExplainedRelation(NamedTuple):
    """A discourse relation, its share of the margin, and its text."""

    relation: Relation
    share: float
    pieces: tuple[MarkedSpan, ...]


class RoleCell(NamedTuple):
    """The roles of a term in a sentence (counted from 0), and their share of the margin."""

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
    """A feature of the text; its share of the margin is value * weight.

    The weight includes a normalization by the usual value in texts with as many sentences.
    """

    name: str
    value: float
    weight: float

    @property
    def share(self) -> float:
        """Return the share of the margin."""
        return self.value * self.weight


@dataclass(frozen=True)
class TextCoherence:
    """Margin and score of a text, and the shares of the margin.

    margin = of_nil + the shares of all terms = the sum of the shares of all features
    score = 1 / (1 + exp(-margin)), or 0 if there is no sentence

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
            for term in self.terms[:_MAX_SUMMARY_TERMS]
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
            "sentences": [list(tokens) for tokens in self.sentences],
            "relations": [_relation_to_dict(relation) for relation in self.relations],
            "terms": [_term_to_dict(term) for term in self.terms],
            "features": [
                {**feature._asdict(), "share": feature.share} for feature in self.features
            ],
        }


def _term_to_dict(term: TermRoles) -> dict[str, Any]:
    cells = [{**cell._asdict(), "roles": list(cell.roles)} for cell in term.cells]
    return {"term": term.term, "words": list(term.words), "share": term.share, "cells": cells}


def _relation_to_dict(explained: ExplainedRelation) -> dict[str, Any]:
    relation = explained.relation
    span_names = ("arg1", "arg2", "connective_tokens")
    return {
        "type": relation.type,
        "sense": relation.sense,
        "connective": relation.connective,
        **{name: [list(span) for span in getattr(relation, name)] for name in span_names},
        "share": explained.share,
        "pieces": [{"text": span.text, "parts": list(span.parts)} for span in explained.pieces],
    }
