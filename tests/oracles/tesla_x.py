"""TESLA-X written straight from its description: every n-gram spelt out, transport by HiGHS.

Words come analysed; texts are words and punctuation with single spaces between them.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import combinations
from math import log
from typing import NamedTuple

import numpy as np

from .lp import lp_values

Weight = Callable[[str], float]
HEAVY = 1e4  # HiGHS lets constraints be missed by 1e-7, which is nothing beside such weights


class Word(NamedTuple):
    """A word of a text."""

    written: str
    form: str  # as it is compared: in lower case, numbers by their digits
    lemma: str
    tag: str | None
    synsets: frozenset[int]
    related: Mapping[str, float]  # lemmas of paraphrases, with their strengths
    family: frozenset[str]  # lemmas
    opposites: frozenset[str]
    function: bool
    negates: bool


class Text(NamedTuple):
    """A text and those of its words that have a letter or digit."""

    text: str
    words: Sequence[Word]


class Constants(NamedTuple):
    """Those of the metric, under their own names."""

    order: int
    alpha: float
    lemma: float
    derivation: float
    synonym: float
    synset: float
    paraphrase: float
    tag: float
    function: float
    spelling: float
    unknown: float
    least: float
    characters: int
    character_alpha: float
    stand_in: float


def rarity(items: Iterable[set[str]]) -> Weight:
    """What each item weighs that some of these sets have."""
    sets = list(items)
    counts = Counter(item for each in sets for item in each)
    total = len(sets)
    return lambda item: log((total + 1) / max(1, counts[item])) / log(total + 1)


def similarity(x: Word, y: Word, weight: Weight, c: Constants) -> float:
    if x.form == y.form:
        return 1.0
    if has_digit(x) or has_digit(y) or x.lemma in y.opposites:
        return 0.0
    tags = x.tag == y.tag and x.tag is not None
    names = [word.tag in ("PROPN", "NNP", "NNPS") for word in (x, y)]
    both_function = x.function and y.function
    levels = [0.0]
    if tags and not any(names):
        levels.append(c.function if both_function else c.tag)
    if x.negates is y.negates:
        if x.synsets & y.synsets:
            levels.append(c.synonym if tags else c.synset)
        if y.lemma in x.related:
            levels.append(x.related[y.lemma] ** c.paraphrase)
        if x.lemma == y.lemma:
            levels.append(c.lemma)
        if x.lemma in y.family:
            levels.append(c.derivation)
        known = all(weight(word.form) < 1 for word in (x, y))
        shared = dice(x.form, y.form)
        if shared >= c.least and not (all(names) and known):
            levels.append(shared ** (c.spelling if known else c.unknown))
    return max(levels)


def dice(x: str, y: str) -> float:
    one, two = ({f"^{w}$"[k : k + 2] for k in range(len(w) + 1)} for w in (x, y))
    return 2 * len(one & two) / (len(one) + len(two))


def has_digit(word: Word) -> bool:
    return any(char.isdecimal() for char in word.form)


def word_f(x: Text, y: Text, weight: Weight, c: Constants, without: float) -> list[float]:
    values: list[float] = []
    for n in range(1, c.order + 1):
        xs, ys = ([t.words[k : k + n] for k in range(max(0, len(t.words) - n + 1))] for t in (x, y))
        if not xs and not ys:
            values.append(values[-1] if values else without)
            continue
        supply, demand = (
            [HEAVY * sum(weight(w.form) for w in gram) / n for gram in grams] for grams in (xs, ys)
        )
        value = 0.0
        if xs and ys:
            alike = np.zeros((len(xs), len(ys)))
            for i, a in enumerate(xs):
                for j, b in enumerate(ys):
                    each = [similarity(v, w, weight, c) for v, w in zip(a, b, strict=True)]
                    alike[i, j] = sum(each) / n if min(each) > 0 else 0.0
            (value,) = lp_values([(alike, supply, demand)])
        values.append(value / (c.alpha * sum(supply) + (1 - c.alpha) * sum(demand)))
    return values


def stand_for(x: Word, y: Word) -> bool:
    if x.lemma in y.opposites:
        return False
    alike = x.lemma in (y.lemma, *y.related, *y.family) or bool(x.synsets & y.synsets)
    of_a_kind = x.function and y.function and x.tag == y.tag and x.tag is not None
    return x.negates is y.negates and (alike or of_a_kind)


def stand_ins(x: Text, y: Text, weight: Weight, c: Constants) -> dict[int, int]:
    """Places of words of the second text with those of the first that they stand for."""
    lacking = [
        i
        for i, w in enumerate(x.words)
        if w.form not in {v.form for v in y.words} and not has_digit(w)
    ]
    strange = {w.form for w in y.words} - {w.form for w in x.words}
    found: dict[int, int] = {}
    for j, word in enumerate(y.words):
        able = [i for i in lacking if stand_for(x.words[i], word) and i not in found.values()]
        if word.form in strange and not has_digit(word) and able:
            found[j] = max(able, key=lambda i: similarity(x.words[i], word, weight, c))
    return found


def rewritten(x: Text, y: Text, weight: Weight, c: Constants) -> str:
    """The second text, words that are or stand for one of the first written as that one.

    Not so those that are miscased.
    """
    found = {j: i for j, i in anchors(x, y, weight, c) if not is_miscased(x, y, i, j)}
    text, done = f" {y.text} ", ""
    for j, word in enumerate(y.words):
        before, _, text = text.partition(word.written)
        done += before + (x.words[found[j]] if j in found else word).written
    return done + text


def anchors(x: Text, y: Text, weight: Weight, c: Constants) -> list[tuple[int, int]]:
    """Places in the second text and in the first of what is the same, or stands for it."""
    of_x = {i: (w.form, count_before(x, i)) for i, w in enumerate(x.words)}
    of_y = {j: (w.form, count_before(y, j)) for j, w in enumerate(y.words)}
    for j, i in stand_ins(x, y, weight, c).items():
        of_y[j] = of_x[i]
    places = {named: i for i, named in of_x.items()}
    return [(j, places[named]) for j, named in of_y.items() if named in places]


def reordered(x: Text, y: Text, weight: Weight, c: Constants) -> float:
    """The share of pairs of words, at most six apart somewhere, that are the other way round."""
    pairs = [(i, j) for j, i in anchors(x, y, weight, c)]
    straight = crossed = 0.0
    for (i, j), (k, m) in combinations(pairs, 2):
        if abs(i - k) > 6 and abs(j - m) > 6:
            continue
        one, two = (
            min(weight(x.words[a].form), weight(y.words[b].form)) for a, b in ((i, j), (k, m))
        )
        if (i - k) * (j - m) < 0:
            crossed += one * two
        else:
            straight += one * two
    return crossed / (crossed + straight) if crossed else 0.0


def case(text: Text, place: int) -> bool | None:
    """Whether a word is in capitals; None where that says nothing: in numbers, after full stops.

    Words are in lower case or begin with a capital here, and no text is a headline.
    """
    tokens = text.text.split()
    at = [number for number, token in enumerate(tokens) if any(map(str.isalnum, token))][place]
    begins = at == 0 or tokens[at - 1] in (".", "!")
    first = text.words[place].written[0]
    return None if begins or not first.isalpha() else first.isupper()


def is_miscased(x: Text, y: Text, i: int, j: int) -> bool:
    ways = case(x, i), case(y, j)
    return x.words[i].form == y.words[j].form and None not in ways and ways[0] != ways[1]


def miscased(x: Text, y: Text, weight: Weight, c: Constants) -> float:
    """The share of words in the other case among what is the same or stands for it, by weight."""
    pairs = [(i, j) for j, i in anchors(x, y, weight, c)]
    wrong = sum(weight(x.words[i].form) for i, j in pairs if is_miscased(x, y, i, j))
    return wrong / sum(weight(x.words[i].form) for i, _ in pairs) if wrong else 0.0


def count_before(text: Text, place: int) -> int:
    return sum(w.form == text.words[place].form for w in text.words[:place])


def character_f(x: str, y: str, weight: Weight, c: Constants) -> float:
    precisions, recalls = [], []
    for n in range(1, c.characters + 1):
        one, two = (Counter(t[k : k + n] for k in range(len(t) - n + 1)) for t in (x, y))
        if not one or not two:
            continue
        shared = sum(weight(gram) for gram in (one & two).elements())
        recalls.append(shared / sum(map(weight, one.elements())))
        precisions.append(shared / sum(map(weight, two.elements())))
    precision, recall = sum(precisions) / len(precisions), sum(recalls) / len(recalls)
    if not precision * recall:
        return 0.0
    a = c.character_alpha
    return precision * recall / (a * precision + (1 - a) * recall)


def features(x: Text, y: Text, words: Weight, grams: Weight, c: Constants) -> list[float]:
    """F of words, n = 1 .. order, F of characters, what is reordered, and what is miscased."""
    own = character_f(f" {x.text} ", f" {y.text} ", grams, c)
    new = character_f(f" {x.text} ", rewritten(x, y, words, c), grams, c)
    letters = own + c.stand_in * (new - own)
    changed = reordered(x, y, words, c), miscased(x, y, words, c)
    return [*word_f(x, y, words, c, letters), letters, *changed]
