"""The page of a study: what it holds, and what is refused."""

import base64
import json
import re
import zlib
from pathlib import Path
from typing import Any

import pytest
from alone import Wordy, wordy

from tesla_metrics import Bleu, InputError, TeslaM, TeslaX, UsageError, write_report
from tesla_metrics.metrics.base import Metric
from tesla_metrics.reporting.report import report

REFERENCES = ["The cat sleeps on the sofa.", "Nobody saw the old bridge fall.", "It rains."]
SYSTEMS = {
    "good": ["The cat sleeps on the couch.", "No one saw the old bridge fall.", "It rains."],
    "bad": ["A dog", "<script>alert(1)</script> bridge", ""],
}


def facts(path: Path) -> dict[str, Any]:
    found = re.search(r'id="report">(.*?)</script>', path.read_text("utf-8"))
    assert found
    loaded: dict[str, Any] = json.loads(found[1])
    return loaded


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "report.html"


@pytest.mark.filterwarnings("ignore::tesla_metrics.TeslaWarning")
def test_two_systems(path: Path) -> None:
    write_report(path, SYSTEMS, REFERENCES, lang="en", documents=["x", "x", "y"], ids=list("123"))
    own = facts(path)
    assert own["systems"] == ["good", "bad"]
    assert own["count"] == 3
    assert [one["system"] for one in own["standings"]] == ["good", "bad"]
    assert own["pairs"][0]["better"] == "good"
    assert own["documents"] == {"names": ["x", "y"], "of": [0, 0, 1]}
    assert own["ids"] == ["1", "2", "3"]
    assert [one["count"] for one in own["drawn"]] == [3]
    assert own["got"] == "tesla-x"
    classes, frequencies = own["groups"]
    assert "nouns" in classes["names"]
    assert all(0 <= share <= 1 for row in frequencies["got"] for share in row)
    assert "alert(1)" not in path.read_text("utf-8")  # it is packed, never markup


@pytest.mark.filterwarnings("ignore::tesla_metrics.TeslaWarning")
def test_rows(path: Path) -> None:
    rows: list[dict[str, Any]] = [
        {"system": name, "mt": text, "ref": reference}
        for name, texts in SYSTEMS.items()
        for text, reference in zip(texts, REFERENCES, strict=True)
    ]
    write_report(path, rows, lang="en")
    of_rows = facts(path)
    write_report(path, SYSTEMS, REFERENCES, lang="en")
    assert of_rows == facts(path)


@pytest.mark.filterwarnings("ignore::tesla_metrics.TeslaWarning")
def test_one_system(path: Path) -> None:
    write_report(path, {"good": SYSTEMS["good"]}, REFERENCES, lang="en")
    own = facts(path)
    assert own["title"] == "Scores of good"
    assert own["pairs"] == []
    assert {"sofa", "nobody"} <= set(own["grams"][0]["texts"])


@pytest.mark.filterwarnings("ignore::tesla_metrics.TeslaWarning")
def test_peers_have_no_alignments(path: Path) -> None:
    write_report(path, SYSTEMS, REFERENCES, [Bleu()])
    own = facts(path)
    assert own["drawn"] == []
    assert [one["explained"] for one in own["metrics"]] == [False]
    assert own["groups"] == []
    assert 'id="block-' not in path.read_text("utf-8")


@pytest.mark.filterwarnings("ignore::tesla_metrics.TeslaWarning")
@pytest.mark.parametrize(("metric", "drawn"), [(TeslaX(lang="en"), 2), (TeslaM(lang="en"), None)])
def test_as_many_are_drawn_as_asked_for(path: Path, metric: Metric[Any], drawn: int | None) -> None:
    write_report(path, SYSTEMS, REFERENCES, [Bleu(lang="en"), metric], drawn=drawn)
    own = facts(path)
    (alignments,) = own["drawn"]
    assert alignments["metric"] == metric.name
    assert alignments["count"] == (3 if drawn is None else 1)
    assert own["got"] == (metric.name if drawn is None else "")


SOURCES = ["Die Katze schläft.", "</script><b>Niemand</b> & \u2028", "Es regnet."]


def packed_texts(path: Path) -> list[list[Any]]:
    found = re.search(r'id="texts">(.*?)</script>', path.read_text("utf-8"))
    assert found
    loaded: list[list[Any]] = json.loads(zlib.decompress(base64.b64decode(found[1])))
    return loaded


@pytest.mark.filterwarnings("ignore::tesla_metrics.TeslaWarning")
@pytest.mark.parametrize("names", [["good"], ["good", "bad"]])
def test_sources_that_no_metric_uses(path: Path, names: list[str]) -> None:
    systems = {name: SYSTEMS[name] for name in names}
    write_report(path, systems, REFERENCES, lang="en", sources=SOURCES)
    assert facts(path)["sources"] is True
    assert facts(path)["beside"] == "reference"
    assert [texts[:2] for texts in packed_texts(path)] == [
        [[reference], [source]] for reference, source in zip(REFERENCES, SOURCES, strict=True)
    ]
    assert "Niemand" not in path.read_text("utf-8")  # it is packed, never markup


@pytest.mark.filterwarnings("ignore::tesla_metrics.TeslaWarning")
@pytest.mark.parametrize("names", [["good"], ["good", "bad"]])
def test_sources_of_rows(path: Path, names: list[str]) -> None:
    rows: list[dict[str, Any]] = [
        {"system": name, "mt": text, "ref": reference, "src": source}
        for name in names
        for text, reference, source in zip(SYSTEMS[name], REFERENCES, SOURCES, strict=True)
    ]
    write_report(path, iter(rows), lang="en")
    assert [texts[1] for texts in packed_texts(path)] == [[source] for source in SOURCES]
    for row in rows[1::3]:
        row["src"] = None
    write_report(path, rows, lang="en")
    assert [texts[1] for texts in packed_texts(path)] == [[SOURCES[0]], [], [SOURCES[2]]]
    for row in rows:
        del row["src"]
    write_report(path, rows, lang="en")
    assert facts(path)["sources"] is False


def test_sources_of_rows_that_are_no_texts_are_refused(path: Path) -> None:
    rows = [{"system": "good", "mt": "a", "ref": "b", "src": 3}]
    with pytest.raises(InputError, match="sources"):
        write_report(path, rows, lang="en")


@pytest.mark.filterwarnings("ignore::tesla_metrics.TeslaWarning")
def test_metrics_without_references_do_not_compare_with_sources(path: Path) -> None:
    with wordy():
        write_report(path, {"good": REFERENCES}, None, [Wordy()], sources=SOURCES)
    own = facts(path)
    assert own["beside"] == "source"
    assert own["groups"] == []
    assert all(grams["texts"] == [] for grams in own["grams"])


@pytest.mark.filterwarnings("ignore::tesla_metrics.TeslaWarning")
def test_each_metric_has_its_own_alignments(path: Path) -> None:
    metrics: list[Metric[Any]] = [Bleu(), TeslaM(lang="en"), TeslaX(lang="en")]
    write_report(path, SYSTEMS, REFERENCES, metrics)
    own = facts(path)
    assert [one["explained"] for one in own["metrics"]] == [False, True, True]
    assert [(one["metric"], one["count"]) for one in own["drawn"]] == [
        ("tesla-m", 3),
        ("tesla-x", 3),
    ]
    for one in own["drawn"]:
        assert f'id="{one["prefix"]}0"' in path.read_text("utf-8")
    assert own["got"] == "tesla-m"


@pytest.mark.filterwarnings("ignore::tesla_metrics.TeslaWarning")
def test_groups_are_those_of_a_metric_with_all_alignments(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(report, "_DEFAULT_MAX_PAIRS", 4)
    write_report(path, SYSTEMS, REFERENCES, ["tesla-m", "tesla-x"], lang="en")
    own = facts(path)
    assert [(one["metric"], one["count"]) for one in own["drawn"]] == [
        ("tesla-m", 2),
        ("tesla-x", 3),
    ]
    assert own["got"] == "tesla-x"


def test_lists_of_other_lengths_are_refused(path: Path) -> None:
    with pytest.raises(UsageError, match="2 ids"):
        write_report(path, SYSTEMS, REFERENCES, lang="en", ids=["1", "2"])
    assert not path.exists()
