"""The bags of pivot n-grams of one sentence, and how much two of them have in common."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from ..analysis.sentence import is_function, uses_penn
from ..matching.match import Match
from .network import Slot, expected_ngrams
from .segmentation import segment
from .table import PhraseTable


class PivotWord(NamedTuple):
    """A word of the pivot language, or one of the target that no phrase is known for."""

    lemma: str
    tag: str | None
    function: bool


@dataclass(frozen=True)
class Pivot:
    """A phrase table and how its bags are made.

    order       longest n-grams
    discount    what each function word multiplies an n-gram's weight by
    below       pivot phrases with a lower probability are left out (0: none are)
    """

    table: PhraseTable
    order: int
    discount: float
    below: float

    def bags(self, words: Sequence[PivotWord]) -> "PivotBags":
        """The bags of n = 1 .. order of the pivots of a target sentence, whose words are given."""
        return PivotBags(self.network(words), self.order, self.discount)

    def network(self, words: Sequence[PivotWord]) -> list[Slot[PivotWord]]:
        """The sentence's phrases, each as its pivot phrases."""
        lemmas = [word.lemma for word in words]
        table = self.table
        # The table's tags are of one kind, so either argument will do.
        penn = uses_penn(table.pivot, table.settings["tags"])
        slots: list[Slot[PivotWord]] = []
        for begin, end in segment(lemmas, table.count, table.total, table.longest):
            alternatives = [
                (tuple(PivotWord(w, tag, is_function(tag, tag, penn)) for w, tag in own), chance)
                for own, chance in table.pivots(lemmas[begin:end], least=self.below)
            ]
            slots.append(alternatives or [((words[begin],), 1.0)])
        return slots


class PivotBags:
    """For n = 1 .. order the weights of n-grams of lemmas and of tags, and all of them."""

    def __init__(self, network: Sequence[Slot[PivotWord]], order: int, discount: float) -> None:
        self.lemmas: list[dict[tuple[str, ...], float]] = []
        self.tags: list[dict[tuple[str | None, ...], float]] = []
        self.totals: list[float] = []
        for n in range(1, order + 1):
            lemmas: dict[tuple[str, ...], float] = {}
            tags: dict[tuple[str | None, ...], float] = {}
            total = 0.0
            for ngram, count in expected_ngrams(network, n).items():
                weight = count * discount ** sum(word.function for word in ngram)
                by_lemma = tuple(word.lemma for word in ngram)
                by_tag = tuple(word.tag for word in ngram)
                lemmas[by_lemma] = lemmas.get(by_lemma, 0.0) + weight
                tags[by_tag] = tags.get(by_tag, 0.0) + weight
                total += weight
            self.lemmas.append(lemmas)
            self.tags.append({tag: weight for tag, weight in tags.items() if None not in tag})
            self.totals.append(total)


def match_pivots(reference: PivotBags, candidate: PivotBags) -> tuple[list[Match], list[Match]]:
    """s_lem and s_pos for n = 1 .. order."""
    totals = list(zip(reference.totals, candidate.totals, strict=True))
    lemmas = [
        Match(sum(min(x[g], y[g]) for g in x.keys() & y.keys()), *total, 1, None)
        for x, y, total in zip(reference.lemmas, candidate.lemmas, totals, strict=True)
    ]
    tags = [
        Match(sum(min(x[g], y[g]) for g in x.keys() & y.keys()), *total, 1, None)
        for x, y, total in zip(reference.tags, candidate.tags, totals, strict=True)
    ]
    return lemmas, tags
