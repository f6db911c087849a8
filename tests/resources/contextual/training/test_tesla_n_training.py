"""Training with a tiny encoder: as the metric computes, the same each time, from the command."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from app.cli.running import refused, run, score
from judged.folders import layout
from tiny_encoder import POSITIONS
from toy_resources import EXAMPLES, JUDGED, done

from tesla_metrics import TeslaN
from tesla_metrics.evaluation.judgments import FaultCollector
from tesla_metrics.evaluation.tracks import read_tracks
from tesla_metrics.resources.contextual.adapter_file import read_adapter
from tesla_metrics.resources.contextual.training.material import ContextSettings

pytest.importorskip("torch")
pytestmark = pytest.mark.filterwarnings("ignore:.*:tesla_metrics.TeslaWarning")
SMALL = ContextSettings(
    rank=2, epochs=2, runs=2, budget=600, hidden=4, gate=True, average=0.5, synthetic=0.3
)
SCORED = (EXAMPLES / "careful.txt", "-r", EXAMPLES / "ref.txt", "-l", "en", "-m", "tesla-n")


def train(*arguments: object) -> tuple[object, ...]:
    return ("train", "tesla-n", "--judgments", *arguments)


@pytest.mark.parametrize("more", [{}, {"gate": False, "average": 0.0}, {"hidden": 0}])
def test_the_metric_scores_as_was_learnt(tiny: Path, tmp_path: Path, more: dict[str, Any]) -> None:
    from tesla_metrics.evaluation.training.train_tesla_n import TrainingData
    from tesla_metrics.metrics.tesla_x import TeslaX
    from tesla_metrics.resources.contextual.encoder_file import find_encoder
    from tesla_metrics.resources.contextual.training.adapter import AdapterTraining, train_network
    from tesla_metrics.resources.contextual.training.material import (
        AdapterDescription,
        compute_piece_weights,
        distances_to_scores,
        write_parameters,
    )

    gathered = TrainingData(read_tracks([JUDGED], faults=FaultCollector(skip_faults=False)))
    gathered.add_synthetic("en", 1)
    training = AdapterTraining(find_encoder(str(tiny), "en"), SMALL._replace(**more), "cpu")
    material = gathered.build_material(training.tokenizer, TeslaX(lang="en"), 1)
    network = training.make_network(material)
    train_network(network, 1, lambda done: None)
    path = tmp_path / "x.adapter"
    weights = find_encoder(str(tiny), "en").weights_sha256
    idf = compute_piece_weights(material, find_encoder(str(tiny), "en").architecture.vocabulary)
    facts = AdapterDescription(weights, "en", training.layers, idf, 0.5, {})
    write_parameters(path, network.get_parameters(), facts)
    # Longer texts are cut in training, and scored in windows.
    some = np.flatnonzero(material.count_pieces_per_pair() <= POSITIONS)[:40]
    texts = gathered.texts
    metric = TeslaN(lang="en", encoder=str(tiny), adapter=str(path), arithmetic="float32")
    found = metric.score(
        [texts[right] for right in material.pairs[some, 1].tolist()],
        [texts[left] for left in material.pairs[some, 0].tolist()],
    )
    wanted = material.apply_tesla_x_checks(
        some, distances_to_scores(network.compute_distances(some), 0.5)
    )
    np.testing.assert_allclose(found.segments, wanted, atol=2e-3)
    assert np.ptp(wanted) > 0.05


def test_train_and_score(tiny: Path, tmp_path: Path) -> None:
    first, second = tmp_path / "1.adapter", tmp_path / "2.adapter"
    given = (
        "--encoder",
        tiny,
        "--synthetic",
        0.3,
        "--epochs",
        2,
        "--runs",
        2,
        "--rank",
        2,
        "--device",
        "cpu",
    )
    out = done(*train(JUDGED, *given, "-o", first))
    assert "consistency" in out
    assert "tesla-x" in out
    record = json.loads(done(*train(JUDGED, *given, "-o", second, "-f", "json")))
    assert record["training"]["settings"]["rank"] == 2
    assert first.read_bytes() == second.read_bytes()
    assert read_adapter(first).head.layers == (1, 2)
    (found,) = score(*SCORED, "--encoder", tiny, "--adapter", first)
    assert 0 < found["score"] <= 1
    assert f"adapter:{read_adapter(first).digest[:8]}" in json.dumps(found).replace('": "', ":")


def test_scores_alone_teach_too(tiny: Path, tmp_path: Path) -> None:
    (track,) = read_tracks([JUDGED], faults=FaultCollector(skip_faults=False))[:1]
    scores = np.random.default_rng(1).normal(0, 1, (len(track.outputs), track.segments))
    alone = replace(track, rankings=None, segment_scores=scores)
    steps: list[int] = []
    from tesla_metrics import train_tesla_n

    trained = train_tesla_n(
        [alone], SMALL._replace(synthetic=0), encoder=str(tiny), device="cpu", progress=steps.append
    )
    assert trained.held_out.consistency is None
    assert trained.held_out.pearson is not None
    assert len(steps) >= 3


def test_what_is_wrong_is_said_first(tiny: Path, tmp_path: Path) -> None:
    out = ("-o", tmp_path / "x.adapter")
    refused(run(*train(JUDGED)), 2, "give -o FILE")
    refused(run(*train(JUDGED, *out, "--runs", 0)), 2, "--runs 0")
    refused(run(*train(JUDGED, *out, "--synthetic", -1)), 2, "--synthetic -1")
    for pair in ("de-en", "en-de"):
        layout(tmp_path / "set" / pair)
    refused(run(*train(tmp_path / "set", *out)), 2, "choose one with -l")
