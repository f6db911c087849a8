"""Bags of pivot n-grams (TESLA-B), and pooled bags of n-grams of all lengths (PEM)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Generic, NamedTuple, TypeVar

from ...files.sentence import is_function_word
from ...resources.pivot.confusion_network import Slot, Span, count_expected_ngrams, segment_phrases
from ...resources.pivot.phrase_table import PhraseTable
from ...text.languages.registry import uses_penn_tags
from .ngram_bags import Match

Word = TypeVar("Word", str, str | None)


class PivotWord(NamedTuple):
    """A word of the pivot language, or a word of the target language without pivot phrases."""

    lemma: str
    tag: str | None
    is_function_word: bool


@dataclass(frozen=True)
class PivotBagBuilder:
    """A phrase table and the settings of its bags.

    order               length of the longest n-grams
    discount            factor of an n-gram's weight for each function word
    min_probability     pivot phrases with a lower probability are left out
    """

    table: PhraseTable
    order: int
    discount: float
    min_probability: float

    def make_bags(self, words: Sequence[PivotWord]) -> "PivotBags":
        """Return the bags of pivot n-grams, n = 1 .. order, of the words of a target sentence."""
        return PivotBags(self.build_network(words), self.order, self.discount)

    def build_network(self, words: Sequence[PivotWord]) -> list[Slot[PivotWord]]:
        """Return the confusion network of a sentence: for each phrase, its pivot phrases.

        A word without pivot phrases represents itself.
        """
        lemmas = [word.lemma for word in words]
        table = self.table
        has_penn_tags = uses_penn_tags(table.pivot, table.settings["tags"])
        slots: list[Slot[PivotWord]] = []
        for begin, end in self.find_phrases(lemmas):
            alternatives = []
            for phrase, probability in table.pivots(
                lemmas[begin:end], min_probability=self.min_probability
            ):
                # All tags of the table are of one kind, so each is passed as UPOS and as XPOS.
                pivot_words = tuple(
                    PivotWord(lemma, tag, is_function_word(tag, tag, has_penn_tags))
                    for lemma, tag in phrase
                )
                alternatives.append((pivot_words, probability))
            slots.append(alternatives or [((words[begin],), 1.0)])
        return slots

    def find_phrases(self, lemmas: Sequence[str]) -> list[Span]:
        """Return the spans of the phrases of a sentence with these lemmas."""
        table = self.table
        return segment_phrases(lemmas, table.count, table.total, table.max_words)


class PivotBag(NamedTuple, Generic[Word]):
    """A bag of n-grams of one length.

    weights     weights of n-grams that can be matched; n-grams with a tag of None cannot
    total       weight of all n-grams
    """

    weights: dict[tuple[Word, ...], float]
    total: float


class PivotBags:
    """Bags of the n-grams of lemmas and of tags of a confusion network, n = 1 .. order."""

    def __init__(self, network: Sequence[Slot[PivotWord]], order: int, discount: float) -> None:
        self.lemmas: list[PivotBag[str]] = []
        self.tags: list[PivotBag[str | None]] = []
        for n in range(1, order + 1):
            lemma_weights: dict[tuple[str, ...], float] = {}
            tag_weights: dict[tuple[str | None, ...], float] = {}
            for ngram, count in count_expected_ngrams(network, n).items():
                weight = count * discount ** sum(word.is_function_word for word in ngram)
                lemma_ngram = tuple(word.lemma for word in ngram)
                tag_ngram = tuple(word.tag for word in ngram)
                lemma_weights[lemma_ngram] = lemma_weights.get(lemma_ngram, 0.0) + weight
                tag_weights[tag_ngram] = tag_weights.get(tag_ngram, 0.0) + weight
            self.lemmas.append(PivotBag(lemma_weights, sum(lemma_weights.values())))
            matchable = {
                ngram: weight for ngram, weight in tag_weights.items() if None not in ngram
            }
            self.tags.append(PivotBag(matchable, sum(tag_weights.values())))


def match_pivots(reference: PivotBags, candidate: PivotBags) -> tuple[list[Match], list[Match]]:
    """Match n-grams of lemmas (s_lem) and of tags (s_pos) for n = 1 .. order."""
    return (
        list(map(_match_bags, reference.lemmas, candidate.lemmas)),
        list(map(_match_bags, reference.tags, candidate.tags)),
    )


def _match_bags(x: PivotBag[Word], y: PivotBag[Word]) -> Match:
    # Summed in the same order as the total, so that the sum of equal bags is exactly the total.
    shared = sum(
        min(weight, x.weights[gram]) for gram, weight in y.weights.items() if gram in x.weights
    )
    return Match(shared, x.total, y.total, 1, None)


class PooledBag(NamedTuple):
    """A bag of n-grams of all lengths: their weights, and the sum of the weights."""

    weights: Mapping[tuple[str, ...], float]
    total: float


def compute_f1(x: PooledBag, y: PooledBag) -> float:
    """Return F1 = 2 P R / (P + R) of two bags; 1 if both are empty, 0 if only one is."""
    if not x.weights and not y.weights:
        return 1.0
    # Summed in the same order as the total, so that the sum of equal bags is exactly the total.
    shared = sum(
        min(weight, x.weights[gram]) for gram, weight in y.weights.items() if gram in x.weights
    )
    mean_total = y.total + 0.5 * (x.total - y.total)  # exactly y.total if both totals are equal
    return min(shared / mean_total, 1.0) if shared else 0.0


# Rounding errors up to this size must not decide whether an n-gram is kept.
_ROUNDING_TOLERANCE = 1e-12


@dataclass(frozen=True)
class PooledBagSettings:
    """Settings of a pooled bag, which has the n-grams, n = 1 .. order, of at least `min_weight`."""

    order: int
    min_weight: float = 0.0

    def of_pivots(self, pivot: PivotBagBuilder, words: Sequence[str]) -> PooledBag:
        """Return the bag of the lemmas of pivot phrases of words, as the phrase table has them."""
        network = pivot.build_network([PivotWord(word, None, False) for word in words])
        lemma_network = []
        for slot in network:
            lemma_slot = []
            for phrase, probability in slot:
                lemma_slot.append((tuple(word.lemma for word in phrase), probability))
            lemma_network.append(lemma_slot)
        return self._make_bag(lemma_network)

    def of_words(self, words: Sequence[str]) -> PooledBag:
        """Return the bag of the words themselves."""
        return self._make_bag([[((word,), 1.0)] for word in words])

    def keeps(self, weight: float) -> bool:
        """Return whether an n-gram of this weight is kept."""
        return weight >= self.min_weight - _ROUNDING_TOLERANCE

    def _make_bag(self, network: Sequence[Slot[str]]) -> PooledBag:
        weights = {
            gram: weight
            for n in range(1, self.order + 1)
            for gram, weight in count_expected_ngrams(network, n).items()
            if self.keeps(weight)
        }
        return PooledBag(weights, sum(weights.values()))
