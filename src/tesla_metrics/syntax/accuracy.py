"""Labelled bracket F1 of trees, by the rules of evalb with COLLINS.prm.

Tops that say nothing are left out, and so are words' own tags. Punctuation (`, : `` '' .`) is
deleted before spans are compared, with what is then empty; ADVP and PRT are the same.
"""

from collections import Counter
from dataclasses import dataclass

from .tree import ROOTS, Tree

PUNCTUATION = frozenset({",", ":", "``", "''", "."})


@dataclass
class BracketCounts:
    """Brackets of both sides, and those that they share."""

    same: int = 0
    gold: int = 0
    found: int = 0

    def add(self, gold: Tree, found: Tree, deleted: frozenset[str] = PUNCTUATION) -> None:
        """The tags of `gold` say what is deleted."""
        words = [tag not in deleted for tag in gold.tags]
        wanted, given = _brackets(gold, words), _brackets(found, words)
        self.same += (wanted & given).total()
        self.gold += wanted.total()
        self.found += given.total()

    @property
    def f1(self) -> float:
        """Per cent."""
        return 200 * self.same / (self.gold + self.found) if self.gold + self.found else 100.0


def _brackets(tree: Tree, words: list[bool]) -> Counter[tuple[str, int, int]]:
    places = [0]
    for kept in words:
        places.append(places[-1] + kept)
    found: Counter[tuple[str, int, int]] = Counter()
    for place, node in enumerate(tree.nodes):
        start, end = places[node.start], places[node.end]
        if tree.children[place] and node.label not in ROOTS and start < end:
            found["ADVP" if node.label == "PRT" else node.label, start, end] += 1
    return found
