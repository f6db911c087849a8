"""The language model of Thot: n-gram counts, and weights that mix the orders (Jelinek-Mercer).

A probability is λ f(w | h) + (1 - λ) of what the history without its first word gives, where λ
depends on the order and on how often the history was seen. The λ are fitted by expectation
maximisation on sentences that the counts have not seen.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path

import numpy as np

from ...arrays import Floats, Indices

Sentence = Sequence[str]
Counts = Counter[tuple[str, ...]]

_ORDER = 3
# Histories seen 0 to 9 times, 10 to 19 times, and more often.
_BUCKETS, _BUCKET = 3, 10
_ROUNDS = 30
_START, _END, _UNKNOWN = "<s>", "</s>", "<unk>"


def write_language_model(sentences: Sequence[Sentence], prefix: Path) -> None:
    """Count all sentences; the weights are fitted on the last tenth (a thousand at most)."""
    held = min(1000, len(sentences) // 10)
    seen = sentences[: len(sentences) - held]
    weights = _fit(seen, sentences[len(seen) :]) if held else np.full((_ORDER, _BUCKETS), 0.5)
    counts = _counts(sentences, _vocabulary(sentences))
    total = sum(count for gram, count in counts.items() if len(gram) == 1)
    with prefix.open("w", encoding="utf-8", newline="\n") as file:
        # Short ones first: in another order Thot takes twenty times as long to load them.
        for gram, count in sorted(counts.items(), key=lambda one: (len(one[0]), one[0])):
            history = total if len(gram) == 1 else counts[gram[:-1]]
            file.write(f"{' '.join(gram)} {history} {count}\n")
    mixed = " ".join(f"{weight:.6f}" for weight in weights.ravel())
    beside = f"{_ORDER} {_BUCKETS} {_BUCKET} {mixed}\n"
    prefix.with_name(prefix.name + ".weights").write_text(beside, encoding="utf-8")
    # For the prediction of words while a translator types; Thot loads no model without.
    prefix.with_name(prefix.name + ".wp").write_text(f"{_UNKNOWN}\n", encoding="utf-8")


def _vocabulary(sentences: Iterable[Sentence]) -> set[str]:
    """Words seen twice: those seen once stand for the words that nobody has seen."""
    words = Counter(word for sentence in sentences for word in sentence)
    return {word for word, count in words.items() if count > 1}


def _framed(sentence: Sentence, vocabulary: set[str]) -> list[str]:
    return [_START, *(word if word in vocabulary else _UNKNOWN for word in sentence), _END]


def _counts(sentences: Iterable[Sentence], vocabulary: set[str]) -> Counts:
    counts: Counts = Counter()
    for sentence in sentences:
        words = _framed(sentence, vocabulary)
        for order in range(1, _ORDER + 1):
            counts.update(zip(*(words[start:] for start in range(order)), strict=False))
    return counts


def _fit(seen: Sequence[Sentence], held: Sequence[Sentence]) -> Floats:
    vocabulary = _vocabulary(seen)
    shares, buckets = _shares(_counts(seen, vocabulary), held, vocabulary)
    weights = np.full((_ORDER, _BUCKETS), 0.5)
    orders = np.arange(_ORDER)
    for _ in range(_ROUNDS):
        mix = weights[orders, buckets]
        # What each order says of each word, mixed with what the lower ones say.
        below = np.full(len(shares), 1 / (len(vocabulary) + 3))
        ways = np.empty_like(shares)
        for order in orders:
            ways[:, order] = mix[:, order] * shares[:, order]
            ways[:, order] /= (below := ways[:, order] + (1 - mix[:, order]) * below)
        # The chance that a word was drawn at this order, and that its turn came at all.
        reached = np.ones(len(shares))
        for order in orders[::-1]:
            used = np.bincount(buckets[:, order], reached * ways[:, order], _BUCKETS)
            turns = np.bincount(buckets[:, order], reached, _BUCKETS)
            weights[order] = np.clip((used + 0.5) / (turns + 1), 0.001, 0.999)
            reached = reached * (1 - ways[:, order])
    return weights


def _shares(
    counts: Counts, held: Sequence[Sentence], vocabulary: set[str]
) -> tuple[Floats, Indices]:
    """Of each held-out word the share f(w | h) and the history's bucket, a column an order."""
    total = sum(count for gram, count in counts.items() if len(gram) == 1)
    shares, seen = [], []
    for sentence in held:
        words = _framed(sentence, vocabulary)
        for end in range(2, len(words) + 1):
            grams = [tuple(words[max(0, end - order) : end]) for order in range(1, _ORDER + 1)]
            histories = [counts[gram[:-1]] if len(gram) > 1 else total for gram in grams]
            shares.append([counts[g] / max(1, h) for g, h in zip(grams, histories, strict=True)])
            seen.append(histories)
    buckets = np.minimum(np.array(seen, dtype=np.intp) // _BUCKET, _BUCKETS - 1)
    return np.array(shares), buckets
