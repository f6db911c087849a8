"""`compare`: what it finds, and what it refuses."""

import random
from collections.abc import Sequence
from typing import Any

import pytest

from tesla_metrics import (
    Bleu,
    Comparison,
    InputError,
    Metric,
    Sentence,
    TeslaM,
    TeslaWarning,
    Token,
    UsageError,
    compare,
    make_metric,
)
from tesla_metrics.evaluation.systems.significance import SYSTEM_TESTS

NAMES = ["tesla-m", "bleu", "chrf", "ter"]
METRICS = [make_metric(name, lang="en") for name in NAMES]
WORDS = (
    "river stone lamp window garden letter bread winter engine music paper horse market island "
    "doctor bridge silver valley candle farmer"
).split()


def corrupted(references: Sequence[str], share: float, seed: int) -> list[str]:
    """References with that share of their words replaced."""
    choose = random.Random(seed)
    return [
        " ".join(choose.choice(WORDS) if choose.random() < share else word for word in text.split())
        for text in references
    ]


def made_references(count: int = 60) -> list[str]:
    choose = random.Random(0)
    return [" ".join(choose.choices(WORDS, k=choose.randint(4, 35))) for _ in range(count)]


REFERENCES = made_references()
GOOD, FAIR, BAD = (corrupted(REFERENCES, share, seed) for seed, share in enumerate((0.1, 0.2, 0.5)))
SYSTEMS = {"good": GOOD, "fair": FAIR, "bad": BAD}


@pytest.fixture(scope="module")
def comparison() -> Comparison:
    return compare(SYSTEMS, REFERENCES, METRICS, tests=SYSTEM_TESTS, samples=400)


def test_identical_systems_are_never_told_apart() -> None:
    copies = {"one": GOOD, "other": list(GOOD)}
    found = compare(copies, REFERENCES, METRICS, tests=SYSTEM_TESTS, samples=200)
    assert len(found.pairs) == len(NAMES) * len(SYSTEM_TESTS)
    for pair in found.pairs:
        assert (pair.p_value, pair.p_holm) == (1, 1)
        assert (pair.difference, *pair.interval) == (0, 0, 0)
        assert pair.effect_size == 0
        assert (pair.wins, pair.losses, pair.ties) == (0, 0, len(REFERENCES))
        assert pair.better is None
        assert not found.significant(pair)
    assert {(s.rank, s.cluster) for s in found.standings} == {(1, 1)}
    assert found.contrasts == ()


def test_planted_differences_are_found(comparison: Comparison) -> None:
    for pair in comparison.pairs:
        assert pair.better == pair.a
        assert comparison.significant(pair), pair
        assert pair.wins > pair.losses
        # Lower is better for TER, whose difference stays on its own scale.
        assert (pair.difference > 0) == (pair.metric != "ter")
        assert pair.interval.low < pair.difference < pair.interval.high
        assert pair.wins + pair.losses + pair.ties == len(REFERENCES)
    assert comparison.lower_is_better == {"ter"}
    for name in NAMES:
        ranking = [s for s in comparison.standings if s.metric == name]
        assert [s.system for s in ranking] == ["good", "fair", "bad"]
        assert [s.rank for s in ranking] == [s.cluster for s in ranking] == [1, 2, 3]


def test_scores_are_those_of_the_metric(comparison: Comparison) -> None:
    for standing in comparison.standings:
        metric = METRICS[NAMES.index(standing.metric)]
        own = metric.score(SYSTEMS[standing.system], REFERENCES)
        assert standing.score == own.score
        assert standing.interval.low < own.score < standing.interval.high
        assert comparison.signatures[standing.metric] == str(own.signature)


def test_holm_is_over_the_pairs_of_a_metric_and_test(comparison: Comparison) -> None:
    rows = [p for p in comparison.pairs if (p.metric, p.test) == ("tesla-m", "randomisation")]
    smallest = min(rows, key=lambda row: row.p_value)
    assert smallest.p_holm == pytest.approx(3 * smallest.p_value)


def test_the_order_of_systems_changes_signs_only(comparison: Comparison) -> None:
    turned = dict(reversed(SYSTEMS.items()))
    other = compare(turned, REFERENCES, METRICS, tests=SYSTEM_TESTS, samples=400)
    for one, two in zip(comparison.standings, other.standings, strict=True):
        assert (one.metric, one.system, one.rank) == (two.metric, two.system, two.rank)
        assert (one.score, one.cluster) == (two.score, two.cluster)
        assert one.interval == pytest.approx(two.interval, abs=1e-12)
    known = {(p.b, p.a, p.metric, p.test): p for p in other.pairs}
    for pair in comparison.pairs:
        twin = known[pair.a, pair.b, pair.metric, pair.test]
        assert twin.difference == -pair.difference
        assert twin.interval == pytest.approx((-pair.interval.high, -pair.interval.low), abs=1e-12)
        assert (twin.p_value, twin.p_holm) == (pair.p_value, pair.p_holm)
        assert twin.effect_size == pytest.approx(-(pair.effect_size or 0))
        assert (twin.wins, twin.losses, twin.better) == (pair.losses, pair.wins, pair.better)


def test_the_seed_decides() -> None:
    def run(seed: int) -> Comparison:
        return compare(SYSTEMS, REFERENCES, METRICS[:1], tests=SYSTEM_TESTS, samples=100, seed=seed)

    assert run(1) == run(1)
    assert run(1) != run(2)


def test_more_tests_change_no_other_test(comparison: Comparison) -> None:
    alone = compare(SYSTEMS, REFERENCES, METRICS[1:2], tests=["randomisation"], samples=400)
    assert list(alone.pairs) == [
        p for p in comparison.pairs if (p.metric, p.test) == ("bleu", "randomisation")
    ]


def test_baseline() -> None:
    found = compare(SYSTEMS, REFERENCES, METRICS[:1], baseline="fair", samples=100)
    assert [(pair.a, pair.b) for pair in found.pairs] == [("good", "fair"), ("bad", "fair")]
    assert {standing.cluster for standing in found.standings} == {None}
    assert [standing.rank for standing in found.standings] == [1, 2, 3]


def test_lengths(comparison: Comparison) -> None:
    segments = METRICS[0].score(GOOD, REFERENCES).segments
    short = [i for i, text in enumerate(REFERENCES) if len(text.split()) <= 10]
    bucket = next(b for b in comparison.buckets if (b.metric, b.low) == ("tesla-m", 0))
    assert (bucket.high, bucket.segments) == (10, len(short))
    assert bucket.scores["good"] == pytest.approx(sum(segments[i] for i in short) / len(short))
    for name in NAMES:
        own = [b for b in comparison.buckets if b.metric == name]
        assert sum(b.segments for b in own) == len(REFERENCES)
        assert all(sum(b.wins.values()) <= b.segments for b in own)


def test_contrasts(comparison: Comparison) -> None:
    own = [c for c in comparison.contrasts if (c.a, c.b) == ("good", "bad")]
    sizes = [abs(c.difference) for c in own]
    assert len(own) == 5
    assert sizes == sorted(sizes, reverse=True)
    for contrast in own:
        assert contrast.metric == "tesla-m"
        assert contrast.reference == REFERENCES[contrast.segment - 1]
        assert contrast.output_a == GOOD[contrast.segment - 1]
        assert contrast.output_b == BAD[contrast.segment - 1]
        assert contrast.difference == contrast.score_a - contrast.score_b
    assert compare(SYSTEMS, REFERENCES, METRICS[:1], show=0, samples=60).contrasts == ()


@pytest.mark.filterwarnings("ignore::tesla_metrics.errors.TeslaWarning")
@pytest.mark.parametrize("metric", METRICS, ids=NAMES)
def test_one_segment_proves_nothing(metric: Metric[Any]) -> None:
    found = compare({"a": GOOD[:1], "b": BAD[:1]}, REFERENCES[:1], [metric], tests=SYSTEM_TESTS)
    assert {pair.p_value for pair in found.pairs} == {1}
    assert {pair.effect_size for pair in found.pairs} == {None}
    assert {standing.cluster for standing in found.standings} == {1}


def test_few_segments_are_warned_of() -> None:
    with pytest.warns(TeslaWarning, match="only 5 segments"):
        compare({"a": GOOD[:5], "b": BAD[:5]}, REFERENCES[:5], METRICS[:1], samples=20)


def test_many_pairs_get_samples_enough() -> None:
    many = {f"s{i}": corrupted(REFERENCES, 0.02 * i + 0.01, i) for i in range(7)}
    found = compare(many, REFERENCES, METRICS[:1])
    assert found.samples == 2100
    assert max(standing.cluster or 0 for standing in found.standings) > 1
    with pytest.warns(TeslaWarning, match=r"21 pairs .* give 2100"):
        compare(many, REFERENCES, METRICS[:1], samples=400)
    assert compare(many, REFERENCES, METRICS[:1], tests=["sign"]).samples == 1000
    with pytest.warns(TeslaWarning, match="20000 samples"):
        compare(many, REFERENCES, METRICS[:1], level=0.9999)


def test_analysed_sentences_and_several_references() -> None:
    def analyse(texts: Sequence[str]) -> list[Sentence]:
        return [Sentence(t, tuple(Token(w, w, "NOUN") for w in t.split())) for t in texts]

    systems = {name: analyse(texts) for name, texts in SYSTEMS.items()}
    sets = [analyse(REFERENCES), analyse([*FAIR[1:], FAIR[0]])]
    found = compare(systems, sets, [TeslaM(lang="en")], samples=100)
    assert "analyzer:given" in found.signatures["tesla-m"]
    assert "refs:2" in found.signatures["tesla-m"]
    assert found.contrasts[0].reference in REFERENCES


def test_progress() -> None:
    heard: list[int] = []
    compare(SYSTEMS, REFERENCES, METRICS[:2], samples=60, progress=heard.append)
    assert sum(heard) == 3 * 2 * len(REFERENCES)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"tests": ["t-test"]}, "unknown test 't-test': choose from bootstrap"),
        ({"tests": []}, "no test"),
        ({"baseline": "worst"}, "baseline 'worst'"),
        ({"samples": 0}, "0 samples"),
        ({"seed": -1}, "seed -1"),
        ({"level": 1.0}, "level 1.0"),
        ({"level": float("nan")}, "level nan"),
        ({"show": -1}, "-1 segments"),
        ({"jobs": 0}, "0 jobs"),
    ],
)
def test_choices_refused(options: dict[str, object], message: str) -> None:
    with pytest.raises(UsageError, match=message):
        compare(SYSTEMS, REFERENCES, METRICS[:1], **options)  # type: ignore[arg-type]


def test_metrics_by_name() -> None:
    two = {"good": GOOD, "bad": BAD}
    own = [make_metric("tesla-m", lang="en"), Bleu(lang="en")]
    expected = compare(two, REFERENCES, own, samples=60)
    assert compare(two, REFERENCES, ["tesla-m", "bleu"], lang="en", samples=60) == expected
    assert compare(two, REFERENCES, (one for one in own), samples=60) == expected
    assert compare(two, REFERENCES, [own[0], "bleu"], lang="en", samples=60) == expected
    alone = compare(two, REFERENCES, [Bleu()], samples=60)
    assert compare(two, REFERENCES, Bleu(), samples=60) == alone
    assert compare(two, REFERENCES, "bleu", samples=60) == alone
    assert compare(two, REFERENCES, lang="en", samples=60).metrics == ("tesla-x",)


@pytest.mark.parametrize(
    ("metrics", "lang", "message"),
    [
        (
            "tesla-x",
            "",
            "tesla-x needs the language of the texts: give lang, for example",
        ),
        ("blue", "en", "unknown metric 'blue': did you mean bleu"),
        (5, "", "metrics 5: give names such as 'bleu'"),
        (Bleu, "", r"metrics such as Bleu\(\)"),
        ([Bleu], "", r"metrics such as Bleu\(\)"),
        ([None], "", "metric None: give names"),
        (Bleu(), "en", "lang 'en' applies only to names of metrics"),
    ],
)
def test_metrics_refused(metrics: Any, lang: str, message: str) -> None:
    with pytest.raises(UsageError, match=message):
        compare(SYSTEMS, REFERENCES, metrics, lang=lang)


def test_systems_and_metrics_refused() -> None:
    with pytest.raises(UsageError, match="two systems or more"):
        compare({"good": GOOD}, REFERENCES, METRICS[:1])
    with pytest.raises(UsageError, match="no metric"):
        compare(SYSTEMS, REFERENCES, [])
    with pytest.raises(UsageError, match="two metrics are named tesla-m"):
        compare(SYSTEMS, REFERENCES, [TeslaM(lang="en"), TeslaM(lang="en", order=2)])
    with pytest.raises(InputError, match=r"system bad: there are 59 hypotheses but .* 60"):
        compare({"good": GOOD, "bad": BAD[1:]}, REFERENCES, METRICS[:1])
