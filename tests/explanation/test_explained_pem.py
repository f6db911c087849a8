"""pem explained: what its parts have cost adds up, and prices are slopes."""

import math
import random
from collections.abc import Iterator, Sequence
from itertools import permutations
from pathlib import Path

import numpy as np
import pytest
from app.cli.running import core
from explained import check_feature
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from resources.pivot.small_tables import write_small
from small_pem import small_lm, small_table

from tesla_metrics import Pem
from tesla_metrics.arrays import Floats
from tesla_metrics.core.matching.pivot_bags import PooledBag, compute_f1
from tesla_metrics.explanation.attribution import compute_shapley_values
from tesla_metrics.explanation.explanation import NgramLoss
from tesla_metrics.metrics.pem import PemScorer
from tesla_metrics.metrics.pem_model import (
    PemModel,
    describe_used_files,
    get_analysis_names,
    write_pem,
)
from tesla_metrics.resources.learning.kernel_regression import KernelRegression, RbfKernel

WORDS = (
    "hello , morning sir . doctor doctors physician sleep sleeps the cat sat old ! zebra".split()
)
TEXT = st.lists(st.sampled_from(WORDS), max_size=7).map(" ".join)
SPANISH = [("doctor", "médico/NOUN", 3), ("physician", "médico/NOUN", 1), (".", "./PUNCT", 2)]

pytestmark = pytest.mark.filterwarnings("ignore::tesla_metrics.TeslaWarning")


def regression(seed: int) -> KernelRegression:
    rng = np.random.default_rng(seed)
    return KernelRegression(
        np.array([0.5, -6.0, 0.5]),
        np.array([0.3, 3.0, 0.3]),
        rng.normal(size=(5, 3)),
        rng.normal(size=5),
        0.5,
        RbfKernel(0.3),
    )


class Metrics:
    """One and two tables, with models and without."""

    def __init__(self, folder: Path) -> None:
        spanish = write_small(folder / "en-es.table", SPANISH, key="stem", punctuation=True)
        self._folder = folder
        self._tables = (small_table(folder), str(spanish))
        self._lms = (small_lm(folder),)

    def fixed(self, tables: int = 1, **more: object) -> Pem:
        return Pem(lang="en", tables=self._tables[:tables], lms=self._lms, **more)  # type: ignore[arg-type]

    def trained(self, tables: int, seed: int) -> Pem:
        own = self.fixed(tables)
        scorer = own.open()
        assert isinstance(scorer, PemScorer)
        parts = scorer.parts
        used = describe_used_files(parts, own.tables, own.lms[0])
        model = PemModel(own.settings, regression(seed), get_analysis_names(parts), *used)
        path = self._folder / f"{seed}.model"
        write_pem(path, model)
        return Pem(lang="en", model=str(path))


@pytest.fixture(scope="module")
def metrics(tmp_path_factory: pytest.TempPathFactory) -> Metrics:
    return Metrics(tmp_path_factory.mktemp("pem"))


@pytest.fixture(scope="module", params=["native", "python"])
def either(request: pytest.FixtureRequest) -> Iterator[None]:
    with core(request.param):
        yield


@pytest.mark.usefixtures("either")
@settings(
    max_examples=15, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(
    paraphrase=TEXT,
    sources=st.lists(TEXT, min_size=1, max_size=2),
    tables=st.sampled_from([1, 2]),
    seed=st.sampled_from([None, 1, 2]),
)
def test_shares(
    metrics: Metrics, paraphrase: str, sources: list[str], tables: int, seed: int | None
) -> None:
    metric = metrics.fixed(tables) if seed is None else metrics.trained(tables, seed)
    found = metric.explain(paraphrase, sources)
    assert found.held == "source"
    score = metric.score([paraphrase], [[source] for source in sources]).segments[0]
    assert np.mean([one.score for one in found.against]) == pytest.approx(score, abs=1e-9)
    for one in found.against:
        if one.reference.words or one.hypothesis.words:
            assert one.lost == pytest.approx(1 - one.score, abs=1e-9)
        for feature in one.features:
            check_feature(one, feature)
        if seed is None and one.features:
            assert math.fsum(f.lost for f in one.features) == pytest.approx(1 - one.score, abs=1e-9)
            assert min(word.lost for word in one.hypothesis.words) >= -1e-12


def test_what_costs_what(metrics: Metrics) -> None:
    source = "The doctor sat ."
    (same,) = metrics.fixed().explain(source, source).against
    by_name = {feature.name: feature for feature in same.features}
    assert list(by_name) == ["fr:adequacy", "fluency", "dissimilarity"]
    assert by_name["fr:adequacy"].lost == pytest.approx(0)
    assert by_name["dissimilarity"].lost > 0.6
    assert not by_name["dissimilarity"].missing
    (other,) = metrics.fixed().explain("The physician sat .", source).against
    by_name = {feature.name: feature for feature in other.features}
    pivots = {one.reference: one for one in by_name["fr:adequacy"].matched}
    assert pivots["médecin"].reasons[0] == ("pivot", ("médecin",))
    assert pivots["médecin"].reference_words == pivots["médecin"].hypothesis_words == (1,)
    lost = {word.text: word.lost for word in other.hypothesis.words}
    assert "sat" in lost


def test_prices_are_slopes(metrics: Metrics) -> None:
    texts = "hello , the doctor sleeps . the", "the physician sleep , sir . the the"
    e = 2.0**-20
    for metric in (metrics.fixed(2), metrics.trained(2, 1)):
        (one,) = metric.explain(*texts).against
        scorer = metric.open()
        assert isinstance(scorer, PemScorer)
        parts = scorer.parts
        segments = texts[::-1]  # the source first
        bags = [
            own.encoder.make_codes(list(segments))
            for own in (*parts.pivot_comparers, parts.word_comparer)
        ]
        values = [compute_f1(*own) for own in bags]
        fluency = one.features[-2].value

        def score(
            values: Sequence[float], fluency: float = fluency, own: PemScorer = scorer
        ) -> float:
            row = [np.mean(values[:-1]), fluency, 1 - values[-1]]
            return float(own.combination.combine(np.array([row]))[0])

        assert score(values) == pytest.approx(one.score, abs=1e-9)
        for place, feature in enumerate((*one.features[:-2], one.features[-1])):
            for side, grams in enumerate((feature.reference, feature.hypothesis)):
                for gram in grams:
                    more = list(bags[place])
                    more[1 - side] = _with(more[1 - side], gram, e)
                    new = [*values[:place], compute_f1(*more), *values[place + 1 :]]
                    slope = (score(new) - score(values)) / e
                    assert gram.price == pytest.approx(slope, abs=1e-5)


def _with(bag: PooledBag, gram: NgramLoss, little: float) -> PooledBag:
    key = tuple(gram.text.split())
    weights = {**bag.weights, key: bag.weights.get(key, 0.0) + little}
    return PooledBag(weights, bag.total + little)


@pytest.mark.parametrize(("paraphrase", "source"), [("", "a dog"), ("!", "a dog"), ("a dog", "?!")])
def test_without_words_all_falls_on_who_has_some(
    metrics: Metrics, paraphrase: str, source: str
) -> None:
    (one,) = metrics.fixed().explain(paraphrase, source).against
    assert one.score == 0
    sides = one.reference, one.hypothesis
    lost = {side.text: sum(word.lost for word in side.words) for side in sides}
    assert lost["a dog"] == pytest.approx(1)


@settings(max_examples=30, deadline=None)
@given(st.integers(1, 4), st.integers(0, 10**6))
def test_shapley_values(count: int, seed: int) -> None:
    """By definition: the mean over all orders in which the parts come down."""
    rng = np.random.default_rng(seed)
    factors = rng.normal(size=(count, count))

    def value(rows: Floats) -> Floats:
        values: Floats = np.tanh(rows @ factors).prod(axis=1)
        return values

    best, own = rng.normal(size=(2, count))
    wanted = np.zeros(count)
    orders = list(permutations(range(count)))
    for order in orders:
        row = best.copy()
        for part in order:
            before = value(row[None, :])[0]
            row[part] = own[part]
            wanted[part] += (before - value(row[None, :])[0]) / len(orders)
    found = compute_shapley_values(value, best.tolist(), own.tolist())
    assert found == pytest.approx(wanted.tolist(), abs=1e-12)
    total = value(np.array([best, own]))
    assert math.fsum(found) == pytest.approx(float(total[0] - total[1]), abs=1e-12)


def test_slopes_of_a_regression() -> None:
    rng, model, e = random.Random(3), regression(5), 1e-6
    for _ in range(10):
        row = np.array([rng.random(), -10 * rng.random(), rng.random()])
        moved = np.array([row + e * unit for unit in np.eye(3)] + [row - e * u for u in np.eye(3)])
        values = model.predict(moved)
        wanted = ((values[:3] - values[3:]) / (2 * e)).tolist()
        assert model.compute_slopes(row).tolist() == pytest.approx(wanted, abs=1e-7)
