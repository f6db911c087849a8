"""All measures of all metrics on all tracks."""

from collections.abc import Sequence
from hashlib import sha256

import numpy as np
import pytest
from judged.tracks import Matrix, make_track, random_scored, random_track

from tesla_metrics.errors import UsageError
from tesla_metrics.evaluation.judgments import Track
from tesla_metrics.evaluation.measures import MEASURES
from tesla_metrics.evaluation.meta import METRIC_TESTS, Evaluation, MetricResult, evaluate
from tesla_metrics.evaluation.scored import (
    CONSTANT_BASELINE,
    RANDOM_BASELINE,
    Scored,
    build_baseline_scores,
    build_scored_from_segments,
)

SYSTEMS, SEGMENTS = 6, 60
# Of translations: correlations within segments are shown if they are asked for.
USUAL = [name for name in MEASURES if not name.endswith("-within")]


def judged(seed: int, test_set: str = "set", pair: str = "de-en") -> tuple[Track, list[Scored]]:
    """Two metrics that see what people see, alike, and one that hardly does."""
    generator = np.random.default_rng(seed)
    truth = generator.normal(size=(SYSTEMS, SEGMENTS)) + np.linspace(0, 1, SYSTEMS)[:, None]

    def seen(noise: float) -> Matrix:
        return np.asarray(truth + noise * generator.normal(size=truth.shape))

    human = seen(0.2)
    rows = []
    for _ in range(600):
        a, b = generator.choice(SYSTEMS, 2, replace=False).tolist()
        segment = int(generator.integers(SEGMENTS))
        rows.append((segment, a, b, int(np.sign(human[a, segment] - human[b, segment]))))
    track = make_track(
        SYSTEMS, SEGMENTS, rankings=rows, segment_scores=human,
        system_scores=human.mean(axis=1), test_set=test_set, pair=pair,
    )  # fmt: skip
    good = build_scored_from_segments("good", seen(0.3))
    assert good.segments is not None
    twin = build_scored_from_segments("twin", good.segments.copy())
    return track, [
        build_scored_from_segments("bad", seen(5.0)),
        good,
        twin,
        *build_baseline_scores(track, seed),
    ]


def rows_of(evaluation: Evaluation, measure: str, test_set: str = "set") -> dict[str, MetricResult]:
    (block,) = (
        block
        for block in evaluation.blocks
        if (block.measure.name, block.test_set) == (measure, test_set)
    )
    return {row.metric: row for row in block.rows}


def run(*sets: tuple[Track, Sequence[Scored]], **options: object) -> Evaluation:
    return evaluate(
        [track for track, _ in sets],
        [scored for _, scored in sets],
        **{"samples": 100, **options},  # type: ignore[arg-type]
    )


def test_every_measure_of_every_metric() -> None:
    track, scored = judged(1)
    evaluation = run((track, scored), samples=20)
    assert [block.measure.name for block in evaluation.blocks] == USUAL
    for block in evaluation.blocks:
        assert block.tracks == ("de-en",)
        assert {row.metric for row in block.rows} == {one.metric for one in scored}
        for row in block.rows:
            one = next(one for one in scored if one.metric == row.metric)
            if row.metric == RANDOM_BASELINE:
                continue  # the mean of many draws
            value = block.measure.value(track, one)
            assert [*row.values, row.mean] == pytest.approx([value, value], nan_ok=True)


@pytest.mark.parametrize("test", ["bootstrap", "permutation"])
@pytest.mark.parametrize("measure", ["consistency", "pearson-seg", "acc-eq"])
def test_clusters(test: str, measure: str) -> None:
    evaluation = run(judged(2), test=test, measures=[MEASURES[measure]])
    rows = rows_of(evaluation, measure)
    assert [rows[m].cluster for m in ("good", "twin", "bad", RANDOM_BASELINE)] == [1, 1, 2, None]
    (block,) = evaluation.blocks
    assert [row.metric for row in block.rows[:3]] == ["good", "twin", "bad"]
    found = {(d.a, d.b): d for d in block.differences}
    assert found["good", "twin"].p_value == 1.0
    assert found["good", "twin"].difference == 0.0
    assert found["good", "bad"].p_value < 0.05
    assert found["good", "bad"].difference > 0
    assert len(found) == 3
    assert {d.test for d in block.differences} == {test}


def test_controls_know_nothing() -> None:
    evaluation = run(judged(3), test="none")
    for measure in ("consistency", "kendall-wmt14", "pearson-seg", "pearson-sys", "kendall-sys"):
        constant, guesses = (
            rows_of(evaluation, measure)[name] for name in (CONSTANT_BASELINE, RANDOM_BASELINE)
        )
        correlation = measure.startswith(("pearson", "kendall-s"))
        assert np.isnan(constant.mean) if correlation else constant.mean == 0
        if not measure.endswith("-sys"):
            assert abs(guesses.mean - (0.5 if measure == "consistency" else 0)) < 0.1
    # What is undefined comes last.
    (block,) = (block for block in evaluation.blocks if block.measure.name == "pearson-sys")
    assert block.rows[-1].metric == CONSTANT_BASELINE


def test_intervals() -> None:
    # Soft accuracy is lower in samples than in the whole: people's p-values stay as they are.
    evaluation = run(judged(4), measures=[m for m in MEASURES.values() if m.name != "spa"])
    for block in evaluation.blocks:
        # Samples of accuracy with ties choose their own thresholds, so they lie higher.
        slack = 0.02 if block.measure.name == "acc-eq" else 0.0
        for row in block.rows:
            if row.metric == CONSTANT_BASELINE:
                assert row.interval is None
            else:
                assert row.interval is not None
                assert row.interval[0] - slack <= row.mean <= row.interval[1] + slack


def draw_random_scores(track: Track, seed: int, n: int) -> list[Scored]:
    """Draw the random baseline with a generator that is seeded by the seed and the track."""
    track_seed = int.from_bytes(sha256(track.name.encode()).digest()[:8])
    generator = np.random.default_rng([seed, track_seed])
    shape = len(track.systems), track.segments
    return [build_scored_from_segments("draw", generator.random(shape)) for _ in range(n)]


@pytest.mark.parametrize("test", METRIC_TESTS)
def test_random_baseline_is_the_mean_of_100_draws(test: str) -> None:
    sets = judged(5), judged(5, pair="fr-en")
    evaluation = run(*sets, test=test, samples=10)
    for block in evaluation.blocks:
        draws = np.array(
            [
                [block.measure.value(track, draw) for draw in draw_random_scores(track, 5, 100)]
                for track, _ in sets
            ]
        )
        (row,) = (row for row in block.rows if row.metric == RANDOM_BASELINE)
        assert row.values == pytest.approx(draws.mean(axis=1), abs=1e-9)
        assert row.mean == pytest.approx(draws.mean(), abs=1e-9)
        # The interval is of the mean over tracks, as for metrics.
        expected = np.quantile(draws.mean(axis=0), [0.025, 0.975])
        assert row.interval == pytest.approx(tuple(expected), abs=1e-9)
        assert row.cluster is None


def test_random_baseline_without_a_value_has_no_interval() -> None:
    track = make_track(3, 4, system_scores=np.ones(3))
    evaluation = run((track, build_baseline_scores(track, 1)), measures=[MEASURES["pearson-sys"]])
    row = rows_of(evaluation, "pearson-sys")[RANDOM_BASELINE]
    assert np.isnan(row.mean)
    assert row.interval is None


def test_means_over_the_tracks_of_a_set() -> None:
    first, second, other = judged(5), judged(6, pair="fr-en"), judged(7, test_set="more")
    evaluation = run(first, second, other, test="none")
    alone = [run(one, test="none") for one in (first, second, other)]
    for measure in USUAL:
        rows = rows_of(evaluation, measure)
        for metric in ("good", "bad"):
            values = [rows_of(one, measure)[metric].mean for one in alone[:2]]
            assert rows[metric].values == pytest.approx(tuple(values))
            assert rows[metric].mean == pytest.approx(np.mean(values))
        separate = (rows_of(one, measure, "more")["good"].values for one in (evaluation, alone[2]))
        assert next(separate) == next(separate)


def test_seeds() -> None:
    sets, names = judged(8), ("consistency", "pearson-seg", "pearson-sys", "spa")
    chosen = [MEASURES[name] for name in names]
    one, same, other = (run(sets, seed=n, samples=30, measures=chosen) for n in (1, 1, 2))
    assert repr(one.blocks) == repr(same.blocks)
    for measure in names:
        first, second = (rows_of(found, measure)["bad"] for found in (one, other))
        assert first.values == second.values
        assert first.interval != second.interval


def test_no_test() -> None:
    for block in run(judged(9), test="none").blocks:
        assert block.differences == ()
        assert all(row.cluster is None for row in block.rows)
        assert {row.metric for row in block.rows if row.interval} == {RANDOM_BASELINE}


def test_williams_is_about_pearson_of_systems() -> None:
    first, second = judged(10), judged(11, pair="fr-en")
    single = run(first, test="williams")
    several = run(first, second, test="williams")
    for evaluation, tracks in ((single, ["de-en"]), (several, ["de-en", "fr-en"])):
        for block in evaluation.blocks:
            where = [d.track for d in block.differences]
            tested = block.measure.name == "pearson-sys"
            assert where == ([track for track in tracks for _ in range(3)] if tested else [])
    assert rows_of(single, "pearson-sys")["good"].cluster == 1
    assert rows_of(several, "pearson-sys")["good"].cluster is None


def test_a_metric_that_one_track_lacks() -> None:
    (track, scored), second = judged(12), judged(13, pair="fr-en")
    half = [*scored, random_scored(1, track, "half")]
    evaluation = run((track, half), second, measures=[MEASURES["consistency"]])
    row = rows_of(evaluation, "consistency")["half"]
    assert np.isfinite(row.values[0])
    assert np.isnan(row.values[1])
    assert np.isnan(row.mean)
    assert (row.cluster, row.interval) == (None, None)
    (block,) = evaluation.blocks
    assert all("half" not in (d.a, d.b) for d in block.differences)


def test_scores_of_whole_systems_only() -> None:
    track, scored = judged(14)
    assert track.system_scores is not None
    chosen = [MEASURES["pearson-sys"], MEASURES["pearson-seg"]]
    oracle = Scored("oracle", None, track.system_scores)
    evaluation = run((track, [*scored, oracle]), measures=chosen)
    row = rows_of(evaluation, "pearson-sys")["oracle"]
    assert row.mean == pytest.approx(1.0)
    assert (row.cluster, row.interval) == (None, None)
    assert np.isnan(rows_of(evaluation, "pearson-seg")["oracle"].mean)


def test_measures_that_do_not_apply_are_left_out() -> None:
    track = make_track(3, 4, system_scores=np.arange(3.0))
    evaluation = run((track, build_baseline_scores(track, 1)))
    names = [block.measure.name for block in evaluation.blocks]
    assert names == ["pearson-sys", "spearman-sys", "kendall-sys", "accuracy-sys"]


@pytest.mark.parametrize("test", METRIC_TESTS)
def test_small_sets(test: str) -> None:
    # Samples of few segments are often undefined somewhere; results must not be.
    for seed in range(5):
        track = random_track(seed, systems=2 + seed % 3, segments=3)
        scored = [random_scored(number, track, f"m{number}") for number in range(3)]
        for block in run((track, scored), test=test, samples=30).blocks:
            for row in block.rows:
                assert row.interval is None or np.abs(row.interval).max() < 1 + 1e-9
            assert all(0 < d.p_value <= 1 for d in block.differences)


def test_progress() -> None:
    done: list[int] = []
    run(judged(15), judged(16, pair="fr-en"), test="none", progress=done.append)
    assert done == [1] * 2 * len(USUAL)


def test_refused() -> None:
    with pytest.raises(UsageError, match="unknown test 'guess': choose from bootstrap"):
        run(judged(1), test="guess")
    with pytest.raises(UsageError, match="0 samples"):
        run(judged(1), samples=0)
