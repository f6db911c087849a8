"""What `tesla train tesla-x` prints."""

import json

from tesla_metrics.evaluation.training.train_tesla_x import StrengthResult, TrainedTeslaX
from tesla_metrics.metrics.tesla_x_model import ConstantsModel
from tesla_metrics.reporting.training import render_constants

START = {"alpha": 0.9, "lemma": 0.9, "tag": 0.2}


def trained(strength: float, **moved: float) -> TrainedTeslaX:
    """Of 40 segments."""
    facts = {"method": "ranking", "pairs": {"set/de-en": 90}, "segments": 40, "folds": 5}
    model = ConstantsModel({"order": 2, **START, **moved}, ("en",), {}, facts)
    tried = StrengthResult(strength, 0.75, 0.25, 0.01)
    return TrainedTeslaX(
        model, START, "consistency", (StrengthResult(0.0, 0.5, 0.0, 0.0), tried), tried
    )


def test_only_what_moved_is_shown() -> None:
    lines = render_constants(trained(0.5, tag=0.25), "text").splitlines()
    assert [line.split() for line in lines[:3]] == [
        ["constant", "before", "after"],
        ["tag", "0.2", "0.25"],
        [],
    ]
    assert lines[3] == "2 of 3 learnt constants stayed at their defaults"
    assert lines[4] == "ranking on 90 pairs (set/de-en 90), 40 segments"
    assert "consistency 0.7500 on 5 held-out folds with strength 0.5" in lines[5]
    assert render_constants(trained(0.5, tag=0.25), "tsv").splitlines()[1:] == ["tag\t0.2\t0.25"]


def test_nothing_moved() -> None:
    lines = render_constants(trained(0.0), "text").splitlines()
    assert lines[2] == (
        "3 of 3 learnt constants stayed at their defaults: no others are clearly better on "
        "held-out segments"
    )


def test_json_has_all() -> None:
    record = json.loads(render_constants(trained(0.5, tag=0.25), "json"))
    assert record["constants"] == {"order": 2, **START, "tag": 0.25}
    assert record["start"] == START
