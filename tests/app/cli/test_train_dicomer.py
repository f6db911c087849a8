"""`tesla train dicomer` from end to end, on a few judged texts."""

import json
from pathlib import Path

import pytest
from neighbours import CHAIN

from app.cli.running import refused, run, score, write
from tesla_metrics.metrics.dicomer import read_dicomer

pytest.importorskip("sklearn")

ORDERS = {"good": ([0, 1, 2, 3, 4], 5), "fair": ([0, 1, 3, 2, 4], 3), "bad": ([3, 0, 4, 1, 2], 1)}
THINGS = ["mill", "boat", "farm", "tower", "bridge"]


@pytest.fixture
def judged(tmp_path: Path) -> Path:
    topics = []
    for thing in THINGS:
        own = [sentence.replace("mill", thing) for sentence in CHAIN]
        systems = {
            name: {
                "summary": " ".join(own[n] for n in order),
                "scores": {"coherence": rating, "relevance": 3 + (name == "fair")},
            }
            for name, (order, rating) in ORDERS.items()
        }
        topics.append({"doc": thing, "references": [own[0]], "systems": systems})
    return write(tmp_path / "judged.jsonl", list(map(json.dumps, topics)))


def test_from_judgments_to_scores(judged: Path, tmp_path: Path) -> None:
    model = tmp_path / "en.model"
    command = ("train", "dicomer", "--judgments", judged, "-l", "en", "-o", model)
    result = run(*command, "--human", "coherence", "--features", "lin+e")
    assert result.code == 0, result.err
    assert result.err.startswith(f"{model}: a dicomer model of ")
    assert "ranking on 15 pairs (judged/coherence 15), 5 topics" in result.out
    assert "held-out folds with C = " in result.out
    text = write(tmp_path / "texts", [" ".join(CHAIN), " ".join(reversed(CHAIN)), "One sentence."])
    (record,) = score(text, "-l", "en", "-m", "dicomer", "--model", model)
    assert f"features:lin+e|model:{read_dicomer(model).short_hash}" in record["signature"]
    assert record["segments"][0] > record["segments"][1]
    assert record["segments"][2] == 0.5


def test_bad_input(judged: Path, tmp_path: Path) -> None:
    def train(*words: object) -> list[object]:
        return ["train", "dicomer", "-o", tmp_path / "x.model", "--judgments", judged, *words]

    refused(run(*train("-l", "en")), 2, "coherence, relevance", "--human")
    refused(run(*train("-l", "en", "--human", "beauty")), 2, "beauty")
    refused(run(*train("-l", "fi", "--human", "coherence")), 2, "'fi'")
    refused(run(*train("-l", "en", "--human", "coherence", "--margin", "-1")), 2, "margin -1")
    own = ("train", "dicomer", "-l", "en", "--judgments", judged, "--human", "coherence")
    far = (*own, "-o", tmp_path / "x.model", "--margin", "9")
    refused(run(*far), 3, "judged/coherence has no two summaries of a topic", "--margin")
    refused(run(*far, "-j", "2"), 2, "-j")
    refused(run(*own, "-o", judged), 3, "overwritten")
