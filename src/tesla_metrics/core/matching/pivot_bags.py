"""Bags of pivot n-grams, and bags of n-grams of all lengths."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Generic, NamedTuple, TypeVar

from ...files.sentence import is_function
from ...resources.pivot.confusion_network import Slot, Span, expected_ngrams, segment
from ...resources.pivot.phrase_table import PhraseTable
from ...text.languages.registry import uses_penn
from .ngram_bags import Match

Word = TypeVar("Word", str, str | None)


class PivotWord(NamedTuple):
    """A word of the pivot language, or a word of the target language that has no phrase."""

    lemma: str
    tag: str | None
    function: bool


@dataclass(frozen=True)
class Pivot:
    """A phrase table and the settings of its bags.

    order       length of the longest n-grams
    discount    factor of an n-gram's weight for each function word
    min_probability  pivot phrases with a lower probability are left out (0: none)
    """

    table: PhraseTable
    order: int
    discount: float
    min_probability: float

    def bags(self, words: Sequence[PivotWord]) -> "PivotBags":
        """Return the bags of pivot n-grams, n = 1 .. order, of the words of a target sentence."""
        return PivotBags(self.network(words), self.order, self.discount)

    def network(self, words: Sequence[PivotWord]) -> list[Slot[PivotWord]]:
        """Return the confusion network of a sentence: the pivot phrases of each of its phrases."""
        lemmas = [word.lemma for word in words]
        table = self.table
        # All tags of the table are of one kind, so they can be passed as either argument.
        penn = uses_penn(table.pivot, table.settings["tags"])
        slots: list[Slot[PivotWord]] = []
        for begin, end in self.phrases(lemmas):
            alternatives = [
                (
                    tuple(PivotWord(w, tag, is_function(tag, tag, penn)) for w, tag in phrase),
                    probability,
                )
                for phrase, probability in table.pivots(
                    lemmas[begin:end], min_probability=self.min_probability
                )
            ]
            slots.append(alternatives or [((words[begin],), 1.0)])
        return slots

    def phrases(self, lemmas: Sequence[str]) -> list[Span]:
        """Return the spans of the sentence's phrases."""
        table = self.table
        return segment(lemmas, table.count, table.total, table.max_words)


class PivotBag(NamedTuple, Generic[Word]):
    """The weights of the n-grams that can be matched, and the total weight of all."""

    weights: dict[tuple[Word, ...], float]
    total: float


class PivotBags:
    """Bags of the n-grams of lemmas and of tags, n = 1 .. order."""

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
    """Match s_lem and s_pos for n = 1 .. order."""
    return (
        list(map(_match, reference.lemmas, candidate.lemmas)),
        list(map(_match, reference.tags, candidate.tags)),
    )


def _match(x: PivotBag[Word], y: PivotBag[Word]) -> Match:
    # Summed in the order of the total, so that a bag shares exactly its total with itself.
    xs = x.weights
    shared = sum(min(weight, xs[gram]) for gram, weight in y.weights.items() if gram in xs)
    return Match(shared, x.total, y.total, 1, None)


class PooledBag(NamedTuple):
    """Weights of n-grams and their sum."""

    weights: Mapping[tuple[str, ...], float]
    total: float


def f1(x: PooledBag, y: PooledBag) -> float:
    """Return 2 P R / (P + R) of two bags; 1 where both are empty, 0 where one is."""
    if not x.weights and not y.weights:
        return 1.0
    # Summed in the order of the total, so that a bag shares exactly its total with itself.
    shared = sum(min(weight, x.weights[g]) for g, weight in y.weights.items() if g in x.weights)
    mean_total = y.total + 0.5 * (x.total - y.total)  # exactly y.total where both totals are equal
    return min(shared / mean_total, 1.0) if shared else 0.0


# Tolerance for rounding errors, which must not decide whether an n-gram is kept.
_ROUNDING = 1e-12


@dataclass(frozen=True)
class PooledBagSettings:
    """Settings of one bag of all n-grams, n = 1 .. order, that weigh at least `min_weight`."""

    order: int
    min_weight: float = 0.0

    def of_pivots(self, pivot: Pivot, words: Sequence[str]) -> PooledBag:
        """Return the bag of the lemmas of pivot phrases; `words` are keys of the phrase table."""
        network = pivot.network([PivotWord(word, None, False) for word in words])
        return self._bag(
            [
                [(tuple(w.lemma for w in phrase), probability) for phrase, probability in slot]
                for slot in network
            ]
        )

    def of_words(self, words: Sequence[str]) -> PooledBag:
        """Return the bag of the words themselves."""
        return self._bag([[((word,), 1.0)] for word in words])

    def keeps(self, weight: float) -> bool:
        """Return whether an n-gram of this weight is kept."""
        return weight >= self.min_weight - _ROUNDING

    def _bag(self, network: Sequence[Slot[str]]) -> PooledBag:
        weights = {
            gram: weight
            for n in range(1, self.order + 1)
            for gram, weight in expected_ngrams(network, n).items()
            if self.keeps(weight)
        }
        return PooledBag(weights, sum(weights.values()))
