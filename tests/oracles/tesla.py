"""TESLA-M and MaxSim written straight from the spec: floats, explicit n-grams, HiGHS."""

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

import numpy as np

from .lp import lp_values


class Word(NamedTuple):
    """A token that counts."""

    lemma: str
    tag: str
    function: bool


Gram = tuple[Word, ...]
Similarity = Callable[[Word, Word], float]


def s_ms(synsets: Mapping[str, frozenset[int]]) -> Similarity:
    def similarity(x: Word, y: Word) -> float:
        if x.lemma == y.lemma:
            return 1.0
        related = bool(synsets.get(x.lemma, frozenset()) & synsets.get(y.lemma, frozenset()))
        return (related + s_pos(x, y)) / 2

    return similarity


def s_pos(x: Word, y: Word) -> float:
    return float(x.tag == y.tag != "_")


def s_lem(x: Word, y: Word) -> float:
    return float(x.lemma == y.lemma)


def f_measures(
    reference: Sequence[Word],
    candidate: Sequence[Word],
    similarity: Similarity,
    *,
    discount: float = 0.1,
    order: int = 3,
    alpha: float = 0.8,
) -> list[float]:
    values: list[float] = []
    for n in range(1, order + 1):
        xs, ys = _grams(reference, n), _grams(candidate, n)
        if not xs and not ys:
            values.append(values[-1] if values else 1.0)
        elif not xs or not ys:
            values.append(0.0)
        else:
            x = [discount ** sum(word.function for word in gram) for gram in xs]
            y = [discount ** sum(word.function for word in gram) for gram in ys]
            matrix = np.array([[_gram_similarity(a, b, similarity) for b in ys] for a in xs])
            (s,) = lp_values([(matrix, x, y)])
            precision, recall = s / sum(y), s / sum(x)
            if s < 1e-12:
                values.append(0.0)
            else:
                values.append(precision * recall / (alpha * precision + (1 - alpha) * recall))
    return values


def tesla_m(
    reference: Sequence[Word],
    candidate: Sequence[Word],
    synsets: Mapping[str, frozenset[int]],
    discount: float = 0.1,
) -> float:
    features = f_measures(reference, candidate, s_ms(synsets), discount=discount)
    features += f_measures(reference, candidate, s_pos, discount=discount)
    return sum(features) / len(features)


def _grams(words: Sequence[Word], n: int) -> list[Gram]:
    return [tuple(words[i : i + n]) for i in range(len(words) - n + 1)]


def _gram_similarity(x: Gram, y: Gram, similarity: Similarity) -> float:
    values = [similarity(a, b) for a, b in zip(x, y, strict=True)]
    return 0.0 if 0.0 in values else sum(values) / len(values)
