"""Modified Kneser-Ney word for word as Chen & Goodman have it, in dictionaries.

An n-gram is a tuple of words. Histories of <s> alone are never padded: only full n-grams are.
"""

from collections import Counter
from collections.abc import Mapping, Sequence

Gram = tuple[str, ...]
Arpa = dict[Gram, tuple[float, float]]  # probability and back-off, not their logarithms


def occurrences(sentences: Sequence[Sequence[str]], order: int) -> list[Counter[Gram]]:
    """How often each n-gram of each order stands in the text, the unigram <s> aside."""
    counts: list[Counter[Gram]] = [Counter() for _ in range(order)]
    for sentence in sentences:
        words = ["<s>", *sentence, "</s>"]
        for end in range(1, len(words)):
            for n in range(1, min(order, end + 1) + 1):
                counts[n - 1][tuple(words[end - n + 1 : end + 1])] += 1
    return counts


def adjusted(counts: list[Counter[Gram]]) -> list[Counter[Gram]]:
    """Different words before it, except for the highest order and after <s>."""
    result = [Counter[Gram]() for _ in counts]
    result[-1].update(counts[-1])
    for n, grams in enumerate(counts[:-1]):
        for gram in counts[n + 1]:
            result[n][gram[1:]] += 1
        for gram, count in grams.items():
            if gram[0] == "<s>":
                result[n][gram] = count
    return result


def estimate(
    sentences: Sequence[Sequence[str]],
    order: int,
    discounts: Sequence[Sequence[float]],
    prune: Sequence[int],
) -> Arpa:
    """All n-grams that are left, with probability and back-off."""
    counts = occurrences(sentences, order)
    adjusted_counts = adjusted(counts)
    words = {gram[0] for gram in counts[0]} | {"<unk>"}
    lower: dict[Gram, float] = {(): 1 / len(words)}
    model: Arpa = {}
    for n, grams in enumerate(adjusted_counts):
        if n == 0:
            grams = Counter({(word,): grams[(word,)] for word in words})
        totals, left = Counter[Gram](), dict[Gram, float]()
        for gram, count in grams.items():
            totals[gram[:-1]] += count
            kept = n == 0 or counts[n][gram] > prune[n]
            mass = taken(count, discounts[n]) if kept else count
            left[gram[:-1]] = left.get(gram[:-1], 0.0) + mass
        probabilities = {
            gram: (count - taken(count, discounts[n])) / totals[gram[:-1]]
            + left[gram[:-1]] / totals[gram[:-1]] * lower[gram[1:]]
            for gram, count in grams.items()
        }
        for context, total in totals.items():
            if context in model:
                model[context] = model[context][0], left[context] / total
        for gram, probability in probabilities.items():
            if n == 0 or counts[n][gram] > prune[n]:
                model[gram] = probability, 1.0
        if n == 0:
            model[("<s>",)] = 1.0, 1.0
        lower = probabilities
    return model


def taken(count: int, discounts: Sequence[float]) -> float:
    """The discount of a count."""
    return 0.0 if count == 0 else discounts[min(count, 3) - 1]


def conditional(model: Mapping[Gram, tuple[float, float]], history: Gram, word: str) -> float:
    """p(word | history) by the back-off recursion."""
    if (*history, word) in model:
        return model[(*history, word)][0]
    backoff = model[history][1] if history in model else 1.0
    return backoff * conditional(model, history[1:], word)


def sentence_probability(
    model: Mapping[Gram, tuple[float, float]], order: int, sentence: Sequence[str]
) -> float:
    """P(sentence and </s>)."""
    known = [word if (word,) in model and word[:1] != "<" else "<unk>" for word in sentence]
    words = ["<s>", *known, "</s>"]
    result = 1.0
    for i in range(1, len(words)):
        result *= conditional(model, tuple(words[max(0, i - order + 1) : i]), words[i])
    return result
