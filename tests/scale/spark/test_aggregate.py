"""Scores of systems on Spark."""

from pathlib import Path
from typing import Any

import pytest

from tesla_metrics import Bleu, Chrf, Metric, Ter, TeslaM, UsageError
from tesla_metrics.metrics.segment_metric import SegmentMetric
from tesla_metrics.scale.spark import aggregate, score_frame

from .rows import drawn

HYPOTHESES, REFERENCES = drawn(600)
SYSTEMS = ["one" if number % 3 else "two" for number in range(600)]
METRICS: list[Metric[Any]] = [TeslaM(lang="en"), Bleu(), Chrf(), Ter()]


@pytest.fixture(scope="module")
def scored(spark: Any, tmp_path_factory: pytest.TempPathFactory) -> Any:
    """Written and read again, as another session would."""
    rows = list(zip(HYPOTHESES, REFERENCES, SYSTEMS, strict=True))
    df = spark.createDataFrame([*rows, (None, "bad", "one")], "hyp string, ref string, who string")
    path = str(tmp_path_factory.mktemp("scored") / "scored.parquet")
    score_frame(df, METRICS, statistics=True, keep_bad=True).write.parquet(path)
    return spark.read.parquet(path)


def test_systems_have_the_scores_of_one_machine(scored: Any) -> None:
    found = {(row.who, row.metric): row for row in aggregate(scored, "who").collect()}
    assert len(found) == 8
    for who in ("one", "two"):
        own = [place for place, name in enumerate(SYSTEMS) if name == who]
        for metric in METRICS:
            alone = metric.score([HYPOTHESES[k] for k in own], [REFERENCES[k] for k in own])
            row = found[who, metric.name]
            if isinstance(metric, SegmentMetric):
                assert row.score == pytest.approx(alone.score, abs=1e-12)
            else:
                assert row.score == alone.score
            assert row.segments == len(own)
            assert row.signature == str(alone.signature)


def test_intervals_in_the_same_pass(scored: Any) -> None:
    rows = aggregate(scored, metrics=["tesla-m", "bleu"], confidence=0.95, samples=500).collect()
    assert [row.metric for row in rows] == ["tesla-m", "bleu"]
    for row, metric in zip(rows, METRICS[:2], strict=True):
        alone = metric.score(HYPOTHESES, REFERENCES, confidence=0.95, samples=500)
        assert alone.confidence is not None
        assert row.score == pytest.approx(alone.score, abs=1e-12)
        assert row.low < row.score < row.high
        wide = alone.confidence.high - alone.confidence.low
        assert row.high - row.low == pytest.approx(wide, rel=0.3)


def test_columns_that_do_not_say_what_they_hold(spark: Any) -> None:
    df = spark.createDataFrame([(0.5,), (1.0,), (None,)], "`tesla-m` double")
    (row,) = aggregate(df, metrics=TeslaM(lang="en")).collect()
    assert (row.score, row.segments) == (0.75, 2)
    with pytest.raises(UsageError, match="no column has score metadata"):
        aggregate(df)
    with pytest.raises(UsageError, match="no column 'bleu' with scores"):
        aggregate(df, metrics="bleu")
    with pytest.raises(UsageError, match="intervals need the texts"):
        aggregate(df, metrics=TeslaM(lang="en"), confidence=0.95)


def test_metrics_of_whole_texts_want_statistics(spark: Any, tmp_path: Path) -> None:
    df = spark.createDataFrame([("a", "b")], "hyp string, ref string")
    with pytest.raises(UsageError, match=r"bleu is not a mean .*statistics=True"):
        aggregate(score_frame(df, "bleu"))
    with pytest.raises(UsageError, match="by='who'"):
        aggregate(score_frame(df, "bleu"), "who")
