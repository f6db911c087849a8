"""Why a text has its coherence, as values: its relations, and the roles that its terms play."""

from dataclasses import dataclass
from typing import Any, NamedTuple

from ...coherence.matrix import Cell
from ...discourse.relation import Relation
from .pieces import MarkedPiece

_NAMED = 5  # terms, where there is room for a line


class ToldRelation(NamedTuple):
    """A relation, what it adds to the margin, and the text that it is about."""

    relation: Relation
    share: float
    pieces: tuple[MarkedPiece, ...]


class RoleCell(NamedTuple):
    """What a term plays in a sentence, counted from 0, and what that adds to the margin."""

    sentence: int
    roles: Cell
    share: float


class TermRoles(NamedTuple):
    """A column of the role matrix, without what is nil; words: how the term is written."""

    term: str
    words: tuple[str, ...]
    share: float
    cells: tuple[RoleCell, ...]


class WeighedFeature(NamedTuple):
    """A feature of the text; value times weight is what it adds to the margin.

    The weight is measured from what texts of so many sentences usually have.
    """

    name: str
    value: float
    weight: float

    @property
    def share(self) -> float:
        """Of the margin."""
        return self.value * self.weight


@dataclass(frozen=True)
class TextCoherence:
    """Margin and score of a text, and who has made them.

    margin = of_nil + the shares of all terms = the shares of all features;
    score = 1 / (1 + exp(-margin)), or 0 where there is no sentence.

    sentences   as they were cut, in tokens
    relations   in the order of the text
    terms       those that weigh most first: by the sizes of their cells' shares
    features    those that are not 0, the same way
    of_nil      what transitions have that are nil alone
    """

    score: float
    margin: float
    of_nil: float
    sentences: tuple[tuple[str, ...], ...]
    relations: tuple[ToldRelation, ...]
    terms: tuple[TermRoles, ...]
    features: tuple[WeighedFeature, ...]

    def __str__(self) -> str:
        """The margin, how many relations there are, and the terms that weigh most."""
        terms = ", ".join(
            f"{one.share:+.3f} by {one.words[0]}" for one in self.terms[:_NAMED] if one.share
        )
        count = f"{len(self.relations)} relation{'s' * (len(self.relations) != 1)}"
        return f"margin {self.margin:+.3f}, {count}" + (f"; {terms}" if terms else "")

    def to_dict(self) -> dict[str, Any]:
        """All of it by name, as JSON can have it."""
        return {
            "score": self.score,
            "margin": self.margin,
            "of_nil": self.of_nil,
            "sentences": [list(one) for one in self.sentences],
            "relations": [_relation(one) for one in self.relations],
            "terms": [
                {
                    **{"term": one.term, "words": list(one.words), "share": one.share},
                    "cells": [{**cell._asdict(), "roles": list(cell.roles)} for cell in one.cells],
                }
                for one in self.terms
            ],
            "features": [{**one._asdict(), "share": one.share} for one in self.features],
        }


def _relation(told: ToldRelation) -> dict[str, Any]:
    relation = told.relation
    spans = ("arg1", "arg2", "connective_tokens")
    return {
        "type": relation.type,
        "sense": relation.sense,
        "connective": relation.connective,
        **{name: [list(span) for span in getattr(relation, name)] for name in spans},
        "share": told.share,
        "pieces": [{"text": one.text, "parts": list(one.parts)} for one in told.pieces],
    }
