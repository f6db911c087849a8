"""The native matcher against the plain Python: features, exact values, flows."""

import random
from collections.abc import Hashable, Sequence
from fractions import Fraction
from itertools import pairwise
from types import ModuleType
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tesla_metrics.core.matching.ngram_bags import Bags, Words, f_measures, match_ms, match_tags
from tesla_metrics.native import load_native


def _load() -> ModuleType:
    found = load_native()
    if found is None:
        pytest.skip("no native core is built, or TESLA_PURE is set", allow_module_level=True)
    return found


native = _load()
ALPHA = 0.8
DISCOUNTS = [Fraction(1, 10), Fraction(1), Fraction(1, 3)]
# Masks are of one, two, four or any number of 64-bit words: both sides of every change.
LENGTHS = [0, 1, 2, 62, 63, 64, 65, 66, 126, 127, 128, 129, 130, 255, 256, 257, 258, 600]

Word = tuple[int, str | None, frozenset[int], bool]
word_of = st.tuples(
    st.integers(0, 5),
    st.sampled_from(["N", "V", "D", None]),
    st.frozensets(st.integers(0, 4), max_size=3),
    st.booleans(),
)
words_of = st.lists(word_of, max_size=14)
orders = st.integers(1, 5)


def words(given: Sequence[Word]) -> Words:
    lemmas, tags, synsets, function = zip(*given, strict=True) if given else ((), (), (), ())
    return Words(lemmas, tags, synsets, function)


def random_words(
    rng: random.Random, length: int, lemmas: int, tags: Sequence[str | None], synsets: int
) -> Words:
    chosen = [rng.randrange(lemmas) for _ in range(length)]
    # Each lemma keeps its synsets, as in a dictionary.
    of = [frozenset(rng.sample(range(50), rng.randint(0, synsets))) for _ in range(lemmas)]
    return Words(
        chosen,
        [rng.choice(tags) for _ in chosen],
        [of[lemma] for lemma in chosen],
        [rng.random() < 0.4 for _ in chosen],
    )


def profit(x: Words, y: Words, i: int, j: int, n: int) -> int:
    """n + (positions that are the same) where all positions resemble each other, else 0."""
    total = 0
    for a, b in zip(range(i, i + n), range(j, j + n), strict=True):
        tagged = x.tags[a] is not None and x.tags[a] == y.tags[b]
        related = bool(x.synsets[a] & y.synsets[b])
        if x.lemmas[a] == y.lemmas[b] or (tagged and related):
            total += 2
        elif tagged or related:
            total += 1
        else:
            return 0
    return total


def as_in_a_dictionary(*texts: Words) -> list[Words]:
    """Each lemma with the synsets it has first."""
    of: dict[Hashable, frozenset[int]] = {}
    return [
        one._replace(
            synsets=[of.setdefault(*own) for own in zip(one.lemmas, one.synsets, strict=True)]
        )
        for one in texts
    ]


def encoded(texts: Sequence[Words]) -> tuple[Any, Any]:
    """Codes of words that no analyser made, with their encoder."""
    lexicon = native.Lexicon([], None, [], [])
    surface = lexicon.add_surface("", [])
    labels: dict[tuple[Hashable, bool], int] = {}
    numbers = []
    for words in texts:
        own = []
        for lemma, tag, synsets, function in zip(*words[:4], strict=True):
            if (tag, function) not in labels:
                facts = ("" if tag is None else str(tag), "", function, False, False)
                labels[tag, function] = lexicon.add_label(facts)
            number = lexicon.add_lemma(str(lemma), sorted(synsets))
            own.append(lexicon.add_given(number, labels[tag, function], surface))
        numbers.append(own)
    encoder = native.WordEncoder(lexicon, most_bytes=1 << 20)
    return encoder, encoder.encode_given(numbers, [], [], True, 1)


def settings_of(order: int, discount: Fraction, tags: bool) -> Any:
    p, q = discount.numerator, discount.denominator
    return native.BagSettings(order=order, alpha=ALPHA, p=p, q=q, tags=tags)


def features(encoder: Any, codes: Any, left: int, right: int, of: Any) -> list[float]:
    one, other = np.array([left]), np.array([right])
    found: list[float] = encoder.compare(codes, codes, one, other, of, threads=1)[0].tolist()
    return found


def check(x: Words, y: Words, order: int, discount: Fraction) -> None:
    x, y = as_in_a_dictionary(x, y)
    encoder, codes = encoded([x, y])
    bags_x, bags_y = Bags(x, order, discount), Bags(y, order, discount)
    matches = match_ms(bags_x, bags_y)
    ms, tags = f_measures(matches, ALPHA), f_measures(match_tags(bags_x, bags_y), ALPHA)
    for with_tags in (True, False):
        of = settings_of(order, discount, with_tags)
        found = features(encoder, codes, 0, 1, of)
        assert found == pytest.approx(ms + tags if with_tags else ms, rel=0, abs=1e-12)
    solutions = encoder.flows(codes, codes, 0, 1, of)
    assert len(solutions) == order
    for n, (value, flows) in enumerate(solutions, 1):
        expected = matches[n - 1]
        assert expected.flows is not None
        assert value == sum(profit(x, y, i, j, n) * amount for i, j, amount in expected.flows)
        check_flows(
            x, y, n, value, flows, bags_x.weights[n - 1].weights, bags_y.weights[n - 1].weights
        )


def check_flows(
    x: Words,
    y: Words,
    n: int,
    value: int,
    flows: Sequence[tuple[int, int, int]],
    supply: Sequence[int],
    demand: Sequence[int],
) -> None:
    left_x, left_y = list(supply), list(demand)
    for i, j, amount in flows:
        assert amount > 0
        left_x[i] -= amount
        left_y[j] -= amount
    assert min(left_x, default=0) >= 0
    assert min(left_y, default=0) >= 0
    assert sum(profit(x, y, i, j, n) * amount for i, j, amount in flows) == value


@given(words_of, words_of, orders, st.sampled_from(DISCOUNTS))
@settings(max_examples=400)
def test_random_words(x: list[Word], y: list[Word], order: int, discount: Fraction) -> None:
    check(words(x), words(y), order, discount)


@given(words_of, st.randoms(use_true_random=False), orders, st.sampled_from(DISCOUNTS))
@settings(max_examples=150)
def test_the_same_words_in_another_order(
    x: list[Word], rng: random.Random, order: int, discount: Fraction
) -> None:
    y = list(x)
    rng.shuffle(y)
    check(words(x), words(y), order, discount)
    check(words(x), words(x), order, discount)


@pytest.mark.parametrize("length", LENGTHS)
@pytest.mark.parametrize(
    ("lemmas", "tags", "synsets"),
    [
        pytest.param(400, ["N", "V", "D", "A", "P", None], 2, id="large"),
        pytest.param(6, ["N", "V", None], 1, id="small"),
        pytest.param(40, [None], 12, id="synsets-alone"),
    ],
)
def test_lengths(length: int, lemmas: int, tags: list[str | None], synsets: int) -> None:
    rng = random.Random(length * 7 + lemmas)
    x = random_words(rng, length, lemmas, tags, synsets)
    for other in {length, max(length - 1, 0), length // 2}:
        y = random_words(rng, other, lemmas, tags, synsets)
        discount, order = rng.choice(DISCOUNTS), rng.randint(1, 3) if length > 200 else 5
        check(x, y, order, discount)
        check(y, x, min(order, 2), discount)


@pytest.mark.parametrize("lengths", list(pairwise([3, 64, 65, 128, 129, 256, 257, 300])))
def test_lengths_that_differ(lengths: tuple[int, int]) -> None:
    rng = random.Random(lengths[0])
    x, y = (random_words(rng, length, 30, "NVDAP", 3) for length in lengths)
    check(x, y, 3, Fraction(1, 10))
    check(y, x, 3, Fraction(1, 10))


@pytest.mark.parametrize("length", [5, 63, 64, 65, 200, 300])
def test_equal_words(length: int) -> None:
    one: Word = (0, "N", frozenset({1}), False)
    x = words([one] * length)
    check(x, x, 4, Fraction(1, 10))
    check(x, words([one] * (length // 2)), 4, Fraction(1, 3))
    # All of one tag, no lemma in common: every pair is worth a half.
    y = words([(1, "N", frozenset(), True)] * length)
    check(x, y, 3, Fraction(1, 10))


def test_a_matcher_keeps_nothing_of_the_pair_before() -> None:
    rng = random.Random(11)
    sizes = [rng.choice([0, 1, 3, 5, 20, 65, 70, 140, 257]) for _ in range(60)]
    texts = as_in_a_dictionary(
        *(random_words(rng, n, rng.choice([3, 60]), ["N", "V", None], 2) for n in sizes)
    )
    encoder, codes = encoded(texts)
    left, right = (np.array(rng.choices(range(60), k=300)) for _ in range(2))
    of = settings_of(3, Fraction(1, 10), True)
    found = encoder.compare(codes, codes, left, right, of, threads=1)
    for i, j, row in zip(left.tolist(), right.tolist(), found.tolist(), strict=True):
        # The same instructions made both.
        assert row == features(encoder, codes, i, j, of)


@pytest.mark.parametrize("order", [1, 2, 5, 63, 64, 65, 66, 70, 100])
def test_orders_beyond_the_width_of_a_mask(order: int) -> None:
    # Masks are moved by up to order - 1 bits, which may be more than their words have.
    # Of words that come round again, even the longest n-grams have much in common.
    x, y = (words([(i % 7, None, frozenset(), False) for i in range(s, 150)]) for s in (0, 3))
    bags_x, bags_y = Bags(x, order, Fraction(1)), Bags(y, order, Fraction(1))
    encoder, codes = encoded([x, y])
    found = features(encoder, codes, 0, 1, settings_of(order, Fraction(1), False))
    assert found == pytest.approx(f_measures(match_ms(bags_x, bags_y), ALPHA), rel=0, abs=1e-12)


@pytest.mark.parametrize("threads", [1, 2, 4, 9])
def test_batches(threads: int) -> None:
    rng = random.Random(5)
    xs, ys = ([random_words(rng, rng.randint(0, 40), 20, "NVD", 2) for _ in range(77)],) * 2
    ys = ys[::-1]
    of = settings_of(3, Fraction(1, 10), True)
    encoder, codes = encoded(as_in_a_dictionary(*xs, *ys))
    left, right = np.arange(77), np.arange(77, 154)
    found = encoder.compare(codes, codes, left, right, of, threads=threads)
    assert found.shape == (77, 6)
    for i, row in enumerate(found.tolist()):
        assert row == features(encoder, codes, i, 77 + i, of)
