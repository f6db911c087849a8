"""`tesla tune --config` and --train-smt on the command line."""

import json
from pathlib import Path

import pytest
from toy_loops import write_config

from tesla_metrics.tuning.loop.config import read_config
from tesla_metrics.tuning.loop.run import tune_decoder

from .running import refused, run


def test_iterations_are_told_and_weights_written(tmp_path: Path) -> None:
    config = write_config(tmp_path)
    result = run("tune", "--config", config)
    assert result.code == 0, result.err
    assert "iteration 0: chrf" in result.err
    assert "new of" in result.err
    assert result.out.splitlines()[0].split()[:3] == ["iteration", "chrf", "pooled"]
    assert (tmp_path / "tune.weights").is_file()
    quiet = run("tune", "--config", config, "-q", "-f", "json")
    facts = json.loads(quiet.out)
    assert "iteration 0" not in quiet.err
    assert facts == json.loads(json.dumps(tune_decoder(read_config(config)).to_dict()))
    assert len(facts["iterations"]) > 1


@pytest.mark.parametrize("beside", [("-m", "bleu"), ("-r", "ref"), ("-o", "w"), ("-l", "en")])
def test_what_stands_beside_a_configuration_is_refused(beside: tuple[str, str]) -> None:
    refused(run("tune", "--config", "x.toml", *beside), 2, beside[0], "x.toml")


def test_a_failing_decoder_ends_with_code_1(tmp_path: Path) -> None:
    config = write_config(tmp_path, "no-such-decoder {weights}")
    refused(run("tune", "--config", config), 1, "no-such-decoder", "decoder.command")


def test_what_says_more_of_nothing_is_refused() -> None:
    refused(run("tune", "--nbest", "x", "--restart"), 2, "--config")
    refused(run("tune", "--config", "x.toml", "--smt", "x"), 2, "--train-smt")


def test_training_wants_a_folder_and_two_languages(tmp_path: Path) -> None:
    train = ("tune", "--train-smt", "a", "b")
    refused(run(*train, "-l", "fr-en"), 2, "--smt DIR")
    refused(run(*train, "-l", "en", "--smt", tmp_path / "new"), 2, "-l fr-en")
