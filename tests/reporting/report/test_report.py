"""The page of a study: what it holds, and what is refused."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from tesla_metrics import Bleu, TeslaM, TeslaX, UsageError, write_report
from tesla_metrics.metrics.base import Metric

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
    assert own["drawn"]["count"] == 3
    assert own["got"] == "tesla-x"
    classes, frequencies = own["groups"]
    assert "nouns" in classes["names"]
    assert all(0 <= share <= 1 for row in frequencies["got"] for share in row)
    assert "alert(1)" not in path.read_text("utf-8")  # it is packed, never markup


@pytest.mark.filterwarnings("ignore::tesla_metrics.TeslaWarning")
def test_rows(path: Path) -> None:
    rows = [
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
    assert own["drawn"] is None
    assert own["groups"] == []
    assert 'id="block-0"' not in path.read_text("utf-8")


@pytest.mark.filterwarnings("ignore::tesla_metrics.TeslaWarning")
@pytest.mark.parametrize(("metric", "drawn"), [(TeslaX(lang="en"), 2), (TeslaM(lang="en"), None)])
def test_as_many_are_drawn_as_asked_for(path: Path, metric: Metric[Any], drawn: int | None) -> None:
    write_report(path, SYSTEMS, REFERENCES, [Bleu(lang="en"), metric], drawn=drawn)
    own = facts(path)
    assert own["drawn"]["metric"] == metric.name
    assert own["drawn"]["count"] == (3 if drawn is None else 1)
    assert own["got"] == (metric.name if drawn is None else "")


def test_lists_of_other_lengths_are_refused(path: Path) -> None:
    with pytest.raises(UsageError, match="2 ids"):
        write_report(path, SYSTEMS, REFERENCES, lang="en", ids=["1", "2"])
    assert not path.exists()
