"""Order discrimination (Barzilay & Lapata 2008): texts against permutations of their sentences."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from math import factorial
from typing import Protocol, TypeAlias

import numpy as np

from ..coherence.matrix import RoleMatrix
from ..coherence.roles import role_matrix
from ..discourse.document import Document
from ..discourse.relation import Relation

PERMUTATIONS = 20
SEED = 12345
# More than that many ways to order sentences are not counted.
_MANY = 8
_Draw: TypeAlias = Callable[[int, np.random.Generator], tuple[int, ...]]


class RelationSource(Protocol):
    """Whatever finds the relations of a document with trees."""

    def relations(self, document: Document) -> Sequence[Relation]:
        """In any order."""


def permutations(
    sentences: int, number: int = 0, most: int = PERMUTATIONS, seed: int = SEED
) -> list[tuple[int, ...]]:
    """Different orders of so many sentences, none as they were: `most`, or all that there are.

    `number` is the text's: each has draws of its own.
    """
    there = factorial(sentences) - 1 if sentences <= _MANY else most
    return _different(sentences, number, min(most, there), seed, _shuffled)


def moves(
    sentences: int, number: int = 0, most: int = PERMUTATIONS, seed: int = SEED
) -> list[tuple[int, ...]]:
    """The same where one sentence only has moved, anywhere else."""
    there = (sentences - 1) ** 2
    return _different(sentences, number, min(most, there), seed, _moved)


def _different(
    sentences: int, number: int, count: int, seed: int, draw: _Draw
) -> list[tuple[int, ...]]:
    chance = np.random.default_rng([seed, number])
    same = tuple(range(sentences))
    found: dict[tuple[int, ...], None] = {}
    while len(found) < count:
        order = draw(sentences, chance)
        if order != same:
            found[order] = None
    return list(found)


def _shuffled(sentences: int, chance: np.random.Generator) -> tuple[int, ...]:
    return tuple(chance.permutation(sentences).tolist())


def _moved(sentences: int, chance: np.random.Generator) -> tuple[int, ...]:
    order = list(range(sentences))
    taken = order.pop(int(chance.integers(sentences)))
    order.insert(int(chance.integers(sentences)), taken)
    return tuple(order)


def stretches(document: Document, length: int) -> Iterator[Document]:
    """A text cut into texts of so many sentences; the last one may have as many more but one."""
    count = max(1, len(document.sentences) // length)
    for number in range(count):
        start = number * length
        end = start + length if number + 1 < count else len(document.sentences)
        yield document.permuted(range(start, end))


def matrices(
    document: Document, orders: Iterable[Sequence[int]], parser: RelationSource
) -> Iterator[RoleMatrix]:
    """Of a text in each order: trees stay, relations are looked for anew."""
    for order in orders:
        other = document.permuted(order)
        yield role_matrix(other, parser.relations(other))
