from math import isnan
from typing import Any

import pytest

from tesla_metrics import Bleu, Metric, TeslaM, TeslaX
from tesla_metrics.errors import InputError, UsageError
from tesla_metrics.scale.frames.job import ColumnRoles, parse_column_roles
from tesla_metrics.scale.frames.scoring import BatchScorer

pa = pytest.importorskip("pyarrow")

HYPOTHESES = ["the cat sat on the mat", "a dog barked", "birds fly south in winter"]
REFERENCES = ["a cat sat on the mat", "the dog was barking", "in winter birds fly south"]
COLUMNS = ColumnRoles("hyp", ("ref",))


def batch(**columns: Any) -> Any:
    return pa.RecordBatch.from_pydict(columns)


def test_scores_are_those_of_lists() -> None:
    metrics: list[Metric[Any]] = [TeslaX(lang="en"), TeslaM(lang="en"), Bleu()]
    scored = BatchScorer(metrics, COLUMNS).score(batch(hyp=HYPOTHESES, ref=REFERENCES))
    found = scored.add_scores()
    assert found.schema.names == ["hyp", "ref", "tesla-x", "tesla-m", "bleu"]
    for metric in metrics:
        alone = metric.score(HYPOTHESES, REFERENCES)
        assert tuple(found.column(metric.name).to_pylist()) == alone.segments


def test_lists_of_references_may_differ_in_length() -> None:
    metric = TeslaM(lang="en")
    lists = [[REFERENCES[0]], [REFERENCES[1], "a dog barked"], [REFERENCES[2]]]
    found = BatchScorer([metric], COLUMNS).score(batch(hyp=HYPOTHESES, ref=lists)).add_scores()
    alone = metric.score(HYPOTHESES, lists, references_by="segment")
    assert tuple(found.column("tesla-m").to_pylist()) == alone.segments


def test_bad_rows_are_told_and_null() -> None:
    rows = batch(hyp=[None, *HYPOTHESES[1:]], ref=[*REFERENCES[:2], None])
    with pytest.raises(InputError, match="row 1: hyp is null"):
        BatchScorer([TeslaM(lang="en")], COLUMNS).score(rows)
    heard: dict[int, str] = {}
    scorer = BatchScorer([TeslaM(lang="en")], COLUMNS, with_statistics=True)
    found = scorer.score(rows, heard.__setitem__).add_scores()
    assert heard == {0: "hyp is null", 2: "there is no reference in ref"}
    first, second, third = found.column("tesla-m").to_pylist()
    assert first is None
    assert third is None
    assert not isnan(second)
    assert found.column("tesla-m statistics").to_pylist() == [None, [second, 1.0], None]


def test_a_column_of_numbers_is_refused() -> None:
    with pytest.raises(InputError, match="column 'hyp' holds int64"):
        BatchScorer([Bleu()], COLUMNS).score(batch(hyp=[1], ref=["a"]))


def test_columns_are_told_in_three_ways() -> None:
    wanted = ColumnRoles("mt", ("a", "b"), system="who")
    assert parse_column_roles("hyp=mt,ref=a,ref=b,system=who") == wanted
    assert parse_column_roles({"hyp": "mt", "ref": ["a", "b"], "system": "who"}) == wanted
    assert parse_column_roles(wanted) is wanted
    with pytest.raises(UsageError, match="give hyp=COLUMN once"):
        parse_column_roles("ref=a")
