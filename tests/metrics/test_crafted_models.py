"""Models whose checksum fits and whose content does not: each field in turn, and odd values."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from odd_values import InMemory, mended, odd_texts

from tesla_metrics import ResourceError, TeslaX
from tesla_metrics.metrics.tesla_f_model import FeatureSettings, TeslaFModel, UsedFile, read_tesla_f
from tesla_metrics.metrics.tesla_x_model import DEFAULT_CONSTANTS, ConstantsModel, read_constants

NAMES = {"analyzer": "a", "tags": "upos", "synonyms": "none"}
TRAINING = {"method": "ranking", "margin": 0.25, "pairs": {"a/b": 7}, "segments": 3}
OF_X = ConstantsModel(DEFAULT_CONSTANTS, ("en",), {"en": NAMES}, TRAINING)
OF_F = TeslaFModel(
    FeatureSettings(lang="en"),
    "paper",
    {"ms-1": 0.5, "ms-2": -1},
    NAMES,
    (UsedFile("fr", "en-fr.table", "0" * 64),),
    (UsedFile("lm", "lm.arpa", "1" * 64),),
    TRAINING,
)


@pytest.mark.parametrize(
    ("kind", "version", "model", "read"),
    [("tesla-x", 2, OF_X, read_constants), ("tesla-f", 1, OF_F, read_tesla_f)],
)
def test_every_field_with_every_odd_value(
    kind: str, version: int, model: Any, read: Callable[[Any], Any]
) -> None:
    whole = {"kind": kind, "version": version, **model.build_content()}
    assert read(InMemory(mended(json.dumps(whole)))) == model
    refused = taken = 0
    for what, text in odd_texts(whole):
        try:
            found = read(InMemory(mended(text)))
        except ResourceError as error:
            refused += 1
            message = str(error)
            assert "\n" not in message, what
            assert len(message) < 500, what
            assert message.encode(), what
        else:
            taken += 1
            assert found.short_hash
            assert json.dumps(found.build_content(), allow_nan=False).encode(), what
    assert refused > 500
    assert taken < refused / 4  # names that are never looked at, and figures of training


@pytest.mark.parametrize(
    ("change", "fact"),
    [
        ({"analysis": None}, "analysis is null, expected an object"),
        ({"analysis": {"en": "x"}}, r"analysis\.en is 'x', expected an object"),
        ({"analysis": {"en": {"tags": 1}}}, r"analysis\.en\.tags is 1, expected text"),
        ({"training": "x"}, "training is 'x', expected an object"),
        (
            {"constants": {**DEFAULT_CONSTANTS, "order": True}},
            r"constants\.order is true, expected a whole",
        ),
        ({"languages": []}, "languages is a list of 0, expected a list of 1 or more"),
        ({"more": 1}, "more is unknown"),
    ],
)
def test_what_is_said_of_a_model(tmp_path: Path, change: dict[str, Any], fact: str) -> None:
    path = tmp_path / "x.model"
    whole = {"kind": "tesla-x", "version": 2, **OF_X.build_content(), **change}
    path.write_text(mended(json.dumps(whole)), "utf-8")
    with pytest.raises(ResourceError, match=rf"x\.model is malformed \({fact}.*tesla train"):
        TeslaX(lang="en", model=str(path)).score(["a"], ["a"])
