"""Character n-grams of two texts: clipped counts, each n-gram by its weight."""

from collections import Counter
from collections.abc import Callable
from typing import NamedTuple


class CharacterBag(NamedTuple):
    """The n-grams of one length, and what they weigh together."""

    counts: Counter[str]
    total: float


def character_bags(text: str, order: int, weight: Callable[[str], float]) -> list[CharacterBag]:
    """The bags of n = 1 .. order of a padded text."""
    bags = []
    for n in range(1, order + 1):
        counts = Counter(text[start : start + n] for start in range(len(text) - n + 1))
        bags.append(CharacterBag(counts, sum(k * weight(gram) for gram, k in counts.items())))
    return bags


def character_match(
    reference: list[CharacterBag], candidate: list[CharacterBag], weight: Callable[[str], float]
) -> tuple[float, float]:
    """Precision and recall, averaged over the lengths that both texts have n-grams of."""
    precisions, recalls = [], []
    for x, y in zip(reference, candidate, strict=True):
        if not x.counts or not y.counts:
            continue
        shared = sum(
            min(count, y.counts[gram]) * weight(gram)
            for gram, count in x.counts.items()
            if gram in y.counts
        )
        precisions.append(shared / y.total if y.total else 0.0)
        recalls.append(shared / x.total if x.total else 0.0)
    if not precisions:
        return 0.0, 0.0
    return sum(precisions) / len(precisions), sum(recalls) / len(recalls)
