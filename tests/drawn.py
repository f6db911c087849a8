"""Explanations by hand, for pages: whoever draws them does not ask where they come from."""

from collections.abc import Mapping, Sequence

from tesla_metrics.explanation.explanation import (
    Cause,
    Explanation,
    Feature,
    NgramLoss,
    NgramMatch,
    Penalty,
    Reason,
    ReferenceComparison,
    Side,
    Word,
)

Links = Mapping[tuple[int, int], tuple[str, float]]


def side(words: Sequence[str], lost: Mapping[int, float]) -> Side:
    at, made = 0, []
    for number, word in enumerate(words):
        weight = 0.02 * len(word)
        made.append(Word(word, at, at + len(word), weight, lost.get(number, 0.0), word.lower()))
        at += len(word) + 1
    return Side(" ".join(words), tuple(made))


def feature(reference: Side, hypothesis: Side, links: Links, n: int) -> Feature:
    matched = []
    for (x, y), (kind, similarity) in links.items():
        xs, ys = tuple(range(x, x + n)), tuple(range(y, y + n))
        if xs[-1] < len(reference.words) and ys[-1] < len(hypothesis.words):
            texts = [
                " ".join(s.words[k].text for k in p) for s, p in ((reference, xs), (hypothesis, ys))
            ]
            weight = min(reference.words[x].weight, hypothesis.words[y].weight)
            reasons = (Reason(kind, ("told", "by hand") if kind != "form" else ()),)
            matched.append(NgramMatch(texts[0], texts[1], weight, similarity, reasons, xs, ys))

    def grams(own: Side, index: int) -> tuple[NgramLoss, ...]:
        made = []
        for k in range(len(own.words) - n + 1):
            places = tuple(range(k, k + n))
            flowing = sum(one.weight for one in matched if one[5 + index] == places)
            text = " ".join(own.words[place].text for place in places)
            left = own.words[k].weight - flowing
            made.append(NgramLoss(text, places, own.words[k].weight, flowing, 0.5 + left, left / 3))
        return tuple(made)

    return Feature(
        *(f"words-{n}", "words", n, 0.7, 0.4, 0.12),
        *(
            tuple(sorted(matched, key=lambda one: -one.weight)),
            grams(reference, 0),
            grams(hypothesis, 1),
        ),
    )


def explanation(
    reference: str, hypothesis: str, links: Links, lost: Sequence[Mapping[int, float]] = ({}, {})
) -> Explanation:
    x, y = side(reference.split(), lost[0]), side(hypothesis.split(), lost[1])
    features = tuple(feature(x, y, links, n) for n in (1, 2))
    causes = (Cause("two → three", (0,), (0,)),)
    penalties = (Penalty("numbers", 0.2, 0.9, 0.05, causes if x.words and y.words else ()),)
    against = ReferenceComparison(0.71, 1.0, x, y, features, penalties)
    return Explanation("tesla-x", "tesla-x|by:hand", 0.71, "only", "reference", (against,))


def cats() -> Explanation:
    links = {
        (0, 0): ("form", 1.0), (1, 1): ("synonym", 0.9), (2, 2): ("lemma", 0.95),
        (3, 3): ("form", 1.0), (4, 4): ("form", 1.0), (5, 6): ("paraphrase", 0.6),
        (7, 5): ("spelling", 0.4), (8, 8): ("form", 1.0),
    }  # fmt: skip
    return explanation(
        "The kittens slept on the sofa all afternoons .",
        "The cats sleeping on the afternoon couch quietly .",
        links,
        ({1: 0.01, 2: 0.005, 5: 0.03, 6: 0.09, 7: 0.05}, {6: 0.02, 7: 0.085}),
    )
