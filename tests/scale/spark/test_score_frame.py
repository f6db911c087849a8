"""Scores on Spark are those of one machine, bit for bit, and every row is there once."""

import os
import signal
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from small_summaries import judged_topics

from tesla_metrics import (
    InputError,
    Metric,
    Pem,
    TeslaM,
    TeslaS,
    TeslaX,
    UsageError,
    load_analyzer,
    make_metric,
    metric_names,
)
from tesla_metrics.metrics.registry import has_option
from tesla_metrics.scale.spark import score_frame, spark_errors
from tesla_metrics.text.languages import Language, register

from .files_of_metrics import learnt_cremer, with_files
from .rows import drawn

HYPOTHESES, REFERENCES = drawn(23)
HYPOTHESES[3] = ""
HYPOTHESES[4] = 'a "quoted", \ttabbed\nand 日本語 text 🐈'
DOCUMENTS = ("tesla-s", "dicomer", "cremer", "rouge-1", "rouge-2", "rouge-su4", "rouge-l")
WITH_FILES = ("tesla-b", "tesla-f", "tesla-n")

pytestmark = pytest.mark.filterwarnings("ignore::tesla_metrics.TeslaWarning")


def made(name: str) -> Metric[Any]:
    return make_metric(name, **({"lang": "en"} if has_option(name, "lang") else {}))


def frame(spark: Any, partitions: int, **columns: Sequence[Any]) -> Any:
    rows = list(zip(range(len(columns["hyp"])), *columns.values(), strict=True))
    kinds = {"refs": "array<string>"}
    schema = ", ".join(["id long", *(f"{name} {kinds.get(name, 'string')}" for name in columns)])
    return spark.createDataFrame(rows, schema).repartition(partitions, "id")


def collected(scored: Any) -> dict[str, list[Any]]:
    """Columns in the order of ids, each of which must be there once."""
    table = scored.toArrow().sort_by("id")
    found: dict[str, list[Any]] = table.to_pydict()
    assert found["id"] == list(range(len(found["id"])))
    return found


def check(scored: Any, metrics: Sequence[Metric[Any]], *texts: Any, **more: Any) -> None:
    found = collected(scored)
    for metric in metrics:
        alone = metric.score(*texts, **more)
        assert tuple(found[metric.name]) == alone.segments, metric.name
        for part, values in alone.segment_parts.items():
            assert tuple(found[part]) == values, part


@pytest.mark.parametrize("partitions", [1, 2, 7])
def test_metrics_of_sentences_on_any_number_of_partitions(
    spark: Any, tmp_path: Path, partitions: int
) -> None:
    names = [name for name in metric_names() if name not in (*DOCUMENTS, *WITH_FILES, "pem")]
    metrics = list(map(made, names))
    if partitions == 2:
        metrics += with_files(tmp_path)
    df = frame(spark, partitions, hyp=HYPOTHESES, ref=REFERENCES)
    check(score_frame(df, metrics), metrics, HYPOTHESES, REFERENCES)


def test_metrics_of_documents(spark: Any, tmp_path: Path) -> None:
    topics = judged_topics()
    texts = [own["summary"] for topic in topics for own in topic["systems"].values()]
    lists = [topic["references"] for topic in topics for _ in topic["systems"]]
    metrics = [made(name) for name in DOCUMENTS if name != "cremer"]
    metrics.append(learnt_cremer(tmp_path))
    scored = score_frame(frame(spark, 3, hyp=texts, refs=lists), metrics, references="refs")
    found = collected(scored)
    for metric in metrics:
        alone = metric.score(texts, lists, references_by="segment")
        assert tuple(found[metric.name]) == alone.segments, metric.name


def test_sources_and_parts(spark: Any, tmp_path: Path) -> None:
    metric = Pem(lang="en")
    df = frame(spark, 2, hyp=HYPOTHESES, src=REFERENCES)
    scored = score_frame(df, metric, references=(), source="src")
    check(scored, [metric], HYPOTHESES, sources=REFERENCES)


@pytest.mark.parametrize("partitions", [1, 5])
def test_what_is_learnt_from_references(spark: Any, partitions: int) -> None:
    # A language without a table of frequencies.
    metrics = [TeslaX(lang="nl"), TeslaS(lang="nl", similarity="graded")]
    df = frame(spark, partitions, hyp=HYPOTHESES[5:], ref=REFERENCES[5:])
    scored = score_frame(df, metrics)
    check(scored, metrics, HYPOTHESES[5:], REFERENCES[5:])
    alone = str(metrics[0].score(HYPOTHESES[5:], REFERENCES[5:]).signature)
    assert scored.schema["tesla-x"].metadata["tesla"]["signatures"]["1"] == alone


def test_statistics_are_what_segments_contribute(spark: Any) -> None:
    df = frame(spark, 3, hyp=HYPOTHESES, ref=REFERENCES)
    found = collected(score_frame(df, ["bleu", "ter"], statistics=True))
    for name in ("bleu", "ter"):
        rows = made(name).open().statistics(HYPOTHESES, [REFERENCES])
        assert found[f"{name} statistics"] == [list(map(float, row)) for row in rows]


def test_a_language_of_the_user_goes_along(spark: Any) -> None:
    register(Language(code="qtz", negations=frozenset({"late"})))
    metric = TeslaX(lang="qtz", frequencies="none")
    df = frame(spark, 2, hyp=HYPOTHESES, ref=REFERENCES)
    check(score_frame(df, metric), [metric], HYPOTHESES, REFERENCES)


def test_bad_rows_are_refused_with_where_they_are(spark: Any) -> None:
    texts = [*HYPOTHESES[:4], None, *HYPOTHESES[5:]]
    files = [f"file-{number // 10}.tsv" for number in range(23)]
    df = frame(spark, 2, hyp=texts, ref=REFERENCES, file=files)
    with (
        pytest.raises(InputError, match=r"^partition \d, row \d+: hyp is null") as caught,
        spark_errors(),
    ):
        score_frame(df, "bleu").collect()
    assert "\n" not in str(caught.value)
    with pytest.raises(InputError, match=r"^file-0.tsv, row 4: hyp is null"), spark_errors():
        score_frame(df, "bleu", where=("file", "id")).collect()
    found = collected(score_frame(df, ["bleu", "tesla-m"], lang="en", keep_bad=True))
    assert [number for number, one in enumerate(found["bleu"]) if one is None] == [4]
    alone = made("bleu").score(HYPOTHESES, REFERENCES).segments
    assert found["bleu"][5:] == list(alone[5:])


def test_mistakes_are_told_before_the_work(spark: Any) -> None:
    df = frame(spark, 1, hyp=["a"], ref=["b"])
    with pytest.raises(UsageError, match="has no column 'mt'"):
        score_frame(df, "bleu", "mt")
    with pytest.raises(InputError, match="column 'id' holds bigint"):
        score_frame(df, "bleu", "id")
    with pytest.raises(UsageError, match="where="):
        score_frame(df, "bleu", where=("file", "row"))
    with pytest.raises(UsageError, match="tesla-m needs the language"):
        score_frame(df, "tesla-m")


def test_killed_workers_are_replaced(spark: Any, tmp_path: Path) -> None:
    builtin = load_analyzer("en")

    class Deadly:
        """Kills the process that it is in, in the middle of its work, twice."""

        name, preferred_tags = builtin.name, builtin.preferred_tags

        def analyze(self, texts: Sequence[str]) -> Any:
            for mark in (tmp_path / "first", tmp_path / "second"):
                if "fatal" in " ".join(texts) and not mark.exists():
                    mark.touch()
                    os.kill(os.getpid(), signal.SIGKILL)
            return load_analyzer("en").analyze(texts)

    hypotheses, references = drawn(4000)
    hypotheses[3700] += " fatal"
    metric = TeslaM(lang="en", analyzer=Deadly())
    df = frame(spark, 2, hyp=hypotheses, ref=references)
    check(score_frame(df, metric), [metric], hypotheses, references)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["first", "second"]
