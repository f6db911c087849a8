"""The bags of pivot n-grams of one sentence, and how much two of them have in common."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Generic, NamedTuple, TypeVar

from ..analysis.sentence import is_function, uses_penn
from ..matching.match import Match
from .network import Slot, expected_ngrams
from .segmentation import Span, segment
from .table import PhraseTable

Word = TypeVar("Word", str, str | None)


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
        for begin, end in self.phrases(lemmas):
            alternatives = [
                (tuple(PivotWord(w, tag, is_function(tag, tag, penn)) for w, tag in own), chance)
                for own, chance in table.pivots(lemmas[begin:end], least=self.below)
            ]
            slots.append(alternatives or [((words[begin],), 1.0)])
        return slots

    def phrases(self, lemmas: Sequence[str]) -> list[Span]:
        """Where the sentence's phrases begin and end."""
        table = self.table
        return segment(lemmas, table.count, table.total, table.longest)


class PivotBag(NamedTuple, Generic[Word]):
    """The weights of the n-grams that can be matched, and of all together."""

    weights: dict[tuple[Word, ...], float]
    total: float


class PivotBags:
    """For n = 1 .. order the n-grams of lemmas and of tags."""

    def __init__(self, network: Sequence[Slot[PivotWord]], order: int, discount: float) -> None:
        self.lemmas: list[PivotBag[str]] = []
        self.tags: list[PivotBag[str | None]] = []
        for n in range(1, order + 1):
            lemmas: dict[tuple[str, ...], float] = {}
            tags: dict[tuple[str | None, ...], float] = {}
            for ngram, count in expected_ngrams(network, n).items():
                weight = count * discount ** sum(word.function for word in ngram)
                by_lemma = tuple(word.lemma for word in ngram)
                by_tag = tuple(word.tag for word in ngram)
                lemmas[by_lemma] = lemmas.get(by_lemma, 0.0) + weight
                tags[by_tag] = tags.get(by_tag, 0.0) + weight
            self.lemmas.append(PivotBag(lemmas, sum(lemmas.values())))
            known = {tag: weight for tag, weight in tags.items() if None not in tag}
            self.tags.append(PivotBag(known, sum(tags.values())))


def match_pivots(reference: PivotBags, candidate: PivotBags) -> tuple[list[Match], list[Match]]:
    """s_lem and s_pos for n = 1 .. order."""
    return (
        list(map(_match, reference.lemmas, candidate.lemmas)),
        list(map(_match, reference.tags, candidate.tags)),
    )


def _match(x: PivotBag[Word], y: PivotBag[Word]) -> Match:
    # Added up in the order of the total: a bag has all of itself in common, to the last bit.
    xs = x.weights
    shared = sum(min(weight, xs[gram]) for gram, weight in y.weights.items() if gram in xs)
    return Match(shared, x.total, y.total, 1, None)
