"""Prices of n-grams in TESLA-M: what the score does where the other side has a little more."""

from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest
from explained import explained
from hypothesis import given, settings
from hypothesis import strategies as st
from oracles.lp import lp_values
from oracles.tesla import Similarity, Word, s_ms, s_pos

from tesla_metrics import Sentence, TeslaM, Token
from tesla_metrics.core.matching.ngram_bags import Bags, Words, match_ms
from tesla_metrics.explanation.bags import compute_ms_levels, compute_ms_prices
from tesla_metrics.metrics.maxsim import MaxSim

SYNSETS = {"boat": frozenset({1}), "ship": frozenset({1, 2}), "vessel": frozenset({2})}
WORD = st.tuples(st.sampled_from(["boat", "ship", "vessel", "row", "it"]), st.sampled_from("NV_"))
SENTENCE = st.lists(WORD, max_size=6)
LITTLE = 1e-5
Text = list[tuple[str, str]]
Gram = tuple[Word, ...]


def bags(text: Text) -> Bags:
    lemmas, tags = [lemma for lemma, _ in text], [None if tag == "_" else tag for _, tag in text]
    synsets = [SYNSETS.get(lemma, frozenset()) for lemma in lemmas]
    function = [lemma == "it" for lemma in lemmas]
    return Bags(Words(lemmas, tags, synsets, function, (), lemmas), 3, Fraction(1, 10))


@given(SENTENCE, SENTENCE)
@settings(max_examples=50, deadline=None)
def test_prices_prove_the_optimum(reference: Text, hypothesis: Text) -> None:
    x, y = bags(reference), bags(hypothesis)
    levels = compute_ms_levels(x, y)
    for n, match in enumerate(match_ms(x, y), 1):
        levels = levels.extend(n)
        profits = levels.compute_profits(len(y))
        value = round(match.shared_weight * 2 * n * match.unit)
        for prices in compute_ms_prices(profits, match, x, y, n):
            assert (prices.x >= 0).all()
            assert (prices.y >= 0).all()
            assert (prices.x[:, None] + prices.y >= profits).all()
            supply, demand = x.weights[n - 1].weights, y.weights[n - 1].weights
            paid = [*zip(prices.x.tolist(), supply, strict=True)]
            paid += zip(prices.y.tolist(), demand, strict=True)
            assert sum(price * weight for price, weight in paid) == value


def grams(text: Sequence[Word], n: int) -> list[Gram]:
    return [tuple(text[i : i + n]) for i in range(len(text) - n + 1)]


def alike(x: Gram, y: Gram, similarity: Similarity) -> float:
    values = [similarity(a, b) for a, b in zip(x, y, strict=True)]
    return sum(values) / len(values) if all(values) else 0.0


def f_with_more(
    xs: list[Gram], ys: list[Gram], similarity: Similarity, discount: float, alpha: float
) -> list[float]:
    """F; then with a little more of each of xs among ys, and of each of ys among xs."""
    variants = [(xs, ys), *((xs, [*ys, g]) for g in xs), *(([*xs, g], ys) for g in ys)]
    problems, totals = [], []
    for left, right in variants:
        x, y = ([discount ** sum(w.function for w in g) for g in own] for own in (left, right))
        if len(left) > len(xs):
            x[-1] = LITTLE
        if len(right) > len(ys):
            y[-1] = LITTLE
        matrix = np.array([[alike(a, b, similarity) for b in right] for a in left])
        problems.append((matrix.reshape(len(x), len(y)), x, y))
        totals.append(alpha * sum(x) + (1 - alpha) * sum(y))
    if not xs and not ys:
        return []
    filled = [one for one in problems if one[0].size]
    values = iter(lp_values(filled) if filled else ())
    return [
        (next(values) if one[0].size else 0.0) / total
        for one, total in zip(problems, totals, strict=True)
    ]


@pytest.fixture(scope="module")
def synonyms(tmp_path_factory: pytest.TempPathFactory) -> str:
    path: Path = tmp_path_factory.mktemp("synonyms") / "own.tsv"
    path.write_text("boat\tship\nship\tvessel\n", "utf-8")
    return str(path)


def given_sentence(text: Text) -> Sentence:
    tagged = {"N": "NOUN", "V": "VERB", "_": "_"}
    tokens = (Token(w, w, "DET" if w == "it" else tagged[tag]) for w, tag in text)
    return Sentence(" ".join(word for word, _ in text), tuple(tokens))


def oracle_words(sentence: Sentence) -> list[Word]:
    return [Word(token.lemma, token.upos, token.upos == "DET") for token in sentence.tokens]


@pytest.mark.filterwarnings("ignore:.*:tesla_metrics.TeslaWarning")
@given(SENTENCE, SENTENCE, st.sampled_from([0.2, 0.8]), st.booleans())
@settings(max_examples=25, deadline=None)
def test_prices_are_derivatives_of_the_score(
    synonyms: str, reference: Text, hypothesis: Text, alpha: float, unit: bool
) -> None:
    if unit:
        metric: TeslaM | MaxSim = MaxSim(lang="en", synonyms=synonyms, alpha=alpha)
    else:
        metric = TeslaM(lang="en", synonyms=synonyms, alpha=alpha, discount=0.5)
    x, y = given_sentence(reference), given_sentence(hypothesis)
    one = explained(metric, y, x).best
    xs, ys = oracle_words(x), oracle_words(y)
    repeated = 1.0
    for feature in reversed(one.features):
        similarity = s_ms(SYNSETS) if feature.kind == "ms" else s_pos
        left, right = grams(xs, feature.n), grams(ys, feature.n)
        values = f_with_more(left, right, similarity, 1.0 if unit else 0.5, alpha)
        if not values:
            assert not feature.reference
            assert not feature.hypothesis
            repeated += 1
            continue
        # Where longer n-grams are not there, their features have the same value.
        slope, repeated = repeated / len(one.features), 1.0
        assert feature.value == pytest.approx(values[0], abs=1e-7)
        expected = [slope * (value - values[0]) / LITTLE for value in values[1:]]
        prices = [gram.price for gram in (*feature.reference, *feature.hypothesis)]
        assert prices == pytest.approx(expected, rel=1e-3, abs=1e-3)


def test_what_is_known_of_synonyms(synonyms: str) -> None:
    metric = TeslaM(lang="en", synonyms=synonyms)
    x, y = given_sentence([("ship", "N"), ("ship", "V")]), given_sentence([("boat", "N")])
    (flow,) = explained(metric, y, x).best.features[0].matched
    assert (flow.similarity, flow.reference_words, flow.hypothesis_words) == (1.0, (0,), (0,))
    assert flow.reasons[0] == ("synonym", ("boat", "ship"))
    (flow,) = explained(metric, y, given_sentence([("ship", "V")])).best.features[0].matched
    assert (flow.similarity, flow.reasons[0].kind) == (0.5, "synset")
    (flow,) = explained(metric, y, given_sentence([("row", "N")])).best.features[0].matched
    assert flow.reasons[0] == ("tag", ("NOUN",))
