import json
from typing import Any

import pytest

from tesla_metrics import Bleu, Metric, TeslaM
from tesla_metrics.errors import InputError, TeslaWarning
from tesla_metrics.resampling import Resampling
from tesla_metrics.scale.frames.job import ColumnRoles
from tesla_metrics.scale.frames.scoring import BatchScorer
from tesla_metrics.scale.frames.totals import Totals

pa = pytest.importorskip("pyarrow")

HYPOTHESES = ["the cat sat on the mat", "a dog barked", "birds fly south", "rain fell"]
REFERENCES = [
    "a cat sat on the mat",
    "the dog was barking",
    "in winter birds fly south",
    "it rains",
]
SYSTEMS = ["one", "two", "one", "two"]
COLUMNS = ColumnRoles("hyp", ("ref",), system="who")
METRICS: list[Metric[Any]] = [TeslaM(lang="en"), Bleu()]


def test_totals_of_parts_are_those_of_the_whole() -> None:
    scorer = BatchScorer(METRICS, COLUMNS)
    whole = pa.RecordBatch.from_pydict({"hyp": HYPOTHESES, "ref": REFERENCES, "who": SYSTEMS})
    totals = Totals(2)
    for start in range(0, 4, 3):
        part = Totals(2)
        part.add(scorer.score(whole.slice(start, 3)), "who")
        totals.merge(Totals.from_dict(json.loads(json.dumps(part.to_dict()))))
    assert (totals.row_count, totals.bad_row_count) == (4, 0)
    found = totals.compute_scores(scorer.scorers)
    assert [name for name, _ in found] == ["one", "one", "two", "two"]
    for (name, score), metric in zip(found, METRICS * 2, strict=True):
        own = [place for place, system in enumerate(SYSTEMS) if system == name]
        alone = metric.score([HYPOTHESES[k] for k in own], [REFERENCES[k] for k in own])
        assert score.score == pytest.approx(alone.score, abs=1e-12)
        assert score.signature == alone.signature
        assert score.details == alone.details


def test_bad_rows_are_counted_apart() -> None:
    scorer = BatchScorer([Bleu()], ColumnRoles("hyp", ("ref",)))
    rows = pa.RecordBatch.from_pydict({"hyp": ["a", None], "ref": ["a", "b"]})
    totals = Totals(1)
    totals.add(scorer.score(rows, lambda place, fault: None), None)
    assert (totals.row_count, totals.bad_row_count) == (1, 1)
    with pytest.warns(TeslaWarning, match="only 1 segment"):
        ((name, score),) = totals.compute_scores(scorer.scorers, Resampling(samples=10))
    assert name == ""
    assert score.confidence is not None
    with pytest.raises(InputError, match="no row could be scored"):
        Totals(1).compute_scores(scorer.scorers)
