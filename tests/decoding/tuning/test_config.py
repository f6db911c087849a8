"""Configurations: what they say, and what is wrong with them in one line."""

import re
from pathlib import Path
from typing import Any

import pytest
from toy_loops import write_config

from tesla_metrics import Chrf, TeslaM
from tesla_metrics.decoding.tuning.loop_config import open_decoder, read_config
from tesla_metrics.decoding.tuning.mert import DEFAULT_RESTARTS
from tesla_metrics.errors import InputError, TeslaError, UsageError
from tesla_metrics.resampling import DEFAULT_SEED


def test_files_lie_where_the_configuration_lies(tmp_path: Path) -> None:
    found = read_config(write_config(tmp_path, references=["dev.en", "/else/ref"], work="w"))
    assert found.source == tmp_path / "dev.fr"
    assert found.references == (tmp_path / "dev.en", Path("/else/ref"))
    assert (found.work, found.output) == (tmp_path / "w", tmp_path / "tune.weights")
    assert (found.metric, found.nbest, found.iterations) == (Chrf(), 3, 20)
    assert (found.seed, found.restarts) == (
        DEFAULT_SEED,
        DEFAULT_RESTARTS,
    )  # those of lists that are there
    assert found.features == {"tm_0": 1.0, "lm_0": 0.01, "wp_0": 0.0}


def test_a_metric_has_its_options(tmp_path: Path) -> None:
    options = "[metric_options]\norder = 2\n[features]\nlm_0 = 1\n"
    found = read_config(write_config(tmp_path, metric="tesla-m", lang="en", features=options))
    assert found.metric == TeslaM(lang="en", order=2)


def test_features_have_bounds(tmp_path: Path) -> None:
    features = "[features]\na = {start = 1, low = 0}\nb = {start = 0, low = -1, high = 1}\nc = 2\n"
    found = read_config(write_config(tmp_path, features=features))
    assert found.bounds == {"a": (0.0, float("inf")), "b": (-1.0, 1.0)}


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        ({"iteration": 3}, "iteration is unknown: did you mean iterations?"),
        ({"source": None}, "source is missing"),
        ({"source": None, "sorce": "x"}, "source is missing: is sorce a misspelling of it?"),
        ({"nbest": 0}, "nbest is 0, expected a whole number from 1"),
        ({"nbest": "many"}, "nbest is 'many'"),
        ({"references": []}, "references is a list of 0"),
        ({"decoder": "comand = 'x'\n"}, "decoder.comand is unknown: did you mean command?"),
        ({"decoder": "weights_format = 'xml'\n"}, "decoder.weights_format is 'xml'"),
        ({"features": ""}, "features is missing"),
        ({"features": "[features]\na = inf\n"}, "features.a"),
        ({"features": "[features]\na = {start = 2, high = 1}\n"}, "starts at 2, outside"),
        ({"features": "[features]\na = {low = 1}\n"}, "features.a.start is missing"),
        ({"features": "[features\n"}, "line 5"),
    ],
)
def test_what_is_wrong_is_named(tmp_path: Path, changed: dict[str, Any], message: str) -> None:
    path = write_config(tmp_path, **changed)
    with pytest.raises(InputError) as told:
        read_config(path)
    assert message in str(told.value)
    assert str(path) in str(told.value)


@pytest.mark.parametrize(
    ("metric", "options", "message"),
    [
        ("blue", "", "did you mean bleu"),
        ("tesla-m", "", "needs the language of the texts: give lang next to metric"),
        ("chrf", "[metric_options]\nordr = 2\n", "no option 'ordr'"),
        ("chrf", "[metric_options]\nlang = 'en'\n", "give lang next to metric"),
    ],
)
def test_metrics_refuse_as_ever(tmp_path: Path, metric: str, options: str, message: str) -> None:
    path = write_config(tmp_path, metric=metric, features=f"{options}[features]\na = 1\n")
    with pytest.raises(UsageError, match=message):
        read_config(path)


def test_an_unknown_decoder_is_refused(tmp_path: Path) -> None:
    path = write_config(tmp_path)
    path.write_text(path.read_text().replace("kind = 'command'", "kind = 'marian'"))
    with pytest.raises(InputError, match=r"decoder.kind is 'marian', expected 'command' or 'thot'"):
        read_config(path)


@pytest.mark.parametrize("content", [b"\xff", b"", b"\0"])
def test_what_is_no_configuration_is_refused(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "tune.toml"
    path.write_bytes(content)
    with pytest.raises(TeslaError, match=r"tune.toml"):
        read_config(path)


DOCS = Path(__file__).parents[3] / "docs" / "tune.md"


@pytest.mark.parametrize(
    "shown", re.findall("^```toml\n(.*?)^```$", DOCS.read_text("utf-8"), re.M | re.S)
)
def test_what_the_docs_show_can_be_read(tmp_path: Path, shown: str) -> None:
    beside = "" if "source = " in shown else "source = 'a'\nreferences = 'b'\nmetric = 'bleu'\n"
    features = "" if "[features]" in shown or "thot" in shown else "[features]\nlm_0 = 1\n"
    path = tmp_path / "tune.toml"
    path.write_text(f"{beside}{shown}{features}", encoding="utf-8")
    settings = read_config(path)
    if settings.decoder["kind"] == "command":
        open_decoder(settings, ["un texte"])


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"cannot read .*none.toml: No such file"):
        read_config(tmp_path / "none.toml")
