"""TESLA-S written straight from the spec: floats, and every bigram by its two places."""

from collections.abc import Sequence

from .tesla import Word

Document = Sequence[Sequence[Word]]


def tesla_s(
    reference: Document,
    candidate: Document,
    *,
    discount: float = 0.1,
    gap: int = 4,
    alpha: float = 0.8,
) -> float:
    """Mean of the F of unigrams and of skip bigrams; words are equal if their lemmas are."""
    first = f_measure(unigrams(reference), unigrams(candidate), discount, alpha)
    second = f_measure(skips(reference, gap), skips(candidate, gap), discount, alpha)
    first = 1.0 if first is None else first
    return (first + (first if second is None else second)) / 2


def unigrams(document: Document) -> list[tuple[Word, ...]]:
    return [(word,) for sentence in document for word in sentence]


def skips(document: Document, gap: int) -> list[tuple[Word, ...]]:
    return [
        (sentence[i], sentence[j])
        for sentence in document
        for i in range(len(sentence))
        for j in range(len(sentence))
        if i < j and j - i - 1 <= gap
    ]


def f_measure(
    xs: list[tuple[Word, ...]], ys: list[tuple[Word, ...]], discount: float, alpha: float
) -> float | None:
    """None where both bags are empty."""
    if not xs and not ys:
        return None
    x, y = weights(xs, discount), weights(ys, discount)
    shared = sum(min(x[gram], y.get(gram, 0.0)) for gram in x)
    if not shared:
        return 0.0
    precision, recall = shared / sum(y.values()), shared / sum(x.values())
    return precision * recall / (alpha * precision + (1 - alpha) * recall)


def weights(grams: list[tuple[Word, ...]], discount: float) -> dict[tuple[str, ...], float]:
    found: dict[tuple[str, ...], float] = {}
    for gram in grams:
        key = tuple(word.lemma for word in gram)
        found[key] = found.get(key, 0.0) + discount ** sum(word.function for word in gram)
    return found
