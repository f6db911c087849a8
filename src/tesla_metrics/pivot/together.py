"""All n-grams of a sentence in one bag, of its pivots or of its own words, as PEM has them."""

from collections.abc import Sequence
from dataclasses import dataclass

from ..matching.one_bag import OneBag
from .bags import Pivot, PivotWord
from .network import Slot, expected_ngrams

# What rounding may take from a weight: it shall not decide whether an n-gram stays.
_ROUNDING = 1e-12


@dataclass(frozen=True)
class Together:
    """How one bag of n = 1 .. order is made; n-grams that weigh less than `least` go."""

    order: int
    least: float = 0.0

    def of_pivots(self, pivot: Pivot, words: Sequence[str]) -> OneBag:
        """The bag of the pivots' lemmas; `words` are what the table's phrases are made of."""
        network = pivot.network([PivotWord(word, None, False) for word in words])
        return self._bag(
            [[(tuple(w.lemma for w in own), chance) for own, chance in slot] for slot in network]
        )

    def of_words(self, words: Sequence[str]) -> OneBag:
        """The bag of the words themselves."""
        return self._bag([[((word,), 1.0)] for word in words])

    def keeps(self, weight: float) -> bool:
        """Whether an n-gram that weighs that stays."""
        return weight >= self.least - _ROUNDING

    def _bag(self, network: Sequence[Slot[str]]) -> OneBag:
        kept = {
            gram: weight
            for n in range(1, self.order + 1)
            for gram, weight in expected_ngrams(network, n).items()
            if self.keeps(weight)
        }
        return OneBag(kept, sum(kept.values()))
