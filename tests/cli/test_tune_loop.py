"""`tesla tune --config` and --train-smt on the command line."""

import json
from pathlib import Path

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
    assert quiet.err == ""
    assert facts == json.loads(json.dumps(tune_decoder(read_config(config)).to_dict()))
    assert len(facts["iterations"]) > 1


def test_a_failing_decoder_ends_with_code_1(tmp_path: Path) -> None:
    config = write_config(tmp_path, "no-such-decoder {weights}")
    refused(run("tune", "--config", config), 1, "no-such-decoder", "decoder.command")


def test_training_wants_a_folder_and_two_languages(tmp_path: Path) -> None:
    train = ("tune", "--train-smt", "a", "b")
    refused(run(*train, "-l", "fr-en"), 2, "--smt DIR")
    refused(run(*train, "-l", "en", "--smt", tmp_path / "new"), 2, "-l fr-en")
