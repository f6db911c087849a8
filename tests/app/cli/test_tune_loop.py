"""`tesla tune --config` and --train-smt on the command line."""

import json
import shutil
from pathlib import Path

from toy_loops import python, write_config

from tesla_metrics import Chrf, translate
from tesla_metrics.decoding.tuning.loop import tune_decoder
from tesla_metrics.decoding.tuning.loop_config import read_config

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
    refused(run("tune", "--config", config, "-q"), 1, "no-such-decoder", "decoder.command")


def test_training_wants_a_folder_and_two_languages(tmp_path: Path) -> None:
    train = ("tune", "--train-smt", "a", "b")
    refused(run(*train, "-l", "fr-en"), 2, "--smt DIR")
    refused(run(*train, "-l", "en", "--smt", tmp_path / "new"), 2, "-l fr-en")


def test_another_text_is_translated_with_the_tuned_weights(tmp_path: Path) -> None:
    config, other = write_config(tmp_path), tmp_path / "test.fr"
    other.write_text("le chien dort\nle chat\n", encoding="utf-8")
    asked = ("tune", "--config", config, "--translate")
    refused(run(*asked, other), 3, "no tuned weights in", "tune first, with tesla tune --config")
    best = tune_decoder(config)
    first = run(*asked, tmp_path / "dev.fr")
    assert (first.code, len(first.out.splitlines())) == (0, 4)
    fresh = Chrf().score(first.out.splitlines(), (tmp_path / "dev.en").read_text().splitlines())
    assert abs(fresh.score - best.value) <= 1e-9
    assert run(*asked, other).out.splitlines() == ["the dog sleeps", "the cat"]
    given = run(*asked, "-", "-o", tmp_path / "out", stdin=other.read_bytes())
    assert (given.code, given.out) == (0, "")
    assert (tmp_path / "out").read_text() == "the dog sleeps\nthe cat\n"
    assert translate(config, other) == ["the dog sleeps", "the cat"]


def test_translating_is_refused_where_it_cannot_be(tmp_path: Path) -> None:
    config = write_config(tmp_path)
    refused(run("tune", "--translate", "x"), 2, "no decoder: give --config TOML")
    asked = ("tune", "--config", config, "--translate", tmp_path / "dev.fr")
    (tmp_path / "tune.weights").write_text("tm_0 1\nlm_0 2\n", encoding="utf-8")
    refused(
        run(*asked), 3, "has weights for tm_0, lm_0, but", "are tm_0, lm_0, wp_0: tune it again"
    )
    refused(run(*asked, "-o", tmp_path / "dev.fr"), 3, "dev.fr")


def test_the_log_of_a_decoder_that_fails_to_translate_stays(tmp_path: Path) -> None:
    (tmp_path / "fails.py").write_text("import sys\nsys.exit('no model')\n", encoding="utf-8")
    config = write_config(tmp_path, python(tmp_path / "fails.py") + " {weights}")
    weights = "tm_0 1\nlm_0 1\nwp_0 1\n"
    (tmp_path / "tune.weights").write_text(weights, encoding="utf-8")
    result = run("tune", "--config", config, "--translate", tmp_path / "dev.fr")
    refused(result, 1, "failed with exit code 1: no model")
    log = Path(result.err.rpartition("(full output in ")[2].rstrip(")\n"))
    assert log.read_text(encoding="utf-8").strip() == "no model"
    shutil.rmtree(log.parent)


def test_it_is_said_that_a_decoder_works_and_where_a_run_goes_on(tmp_path: Path) -> None:
    config = write_config(tmp_path, iterations=1)
    first = run("tune", "--config", config).err
    assert f"iteration 1: decoding (the decoder's log is {tmp_path}" in first
    assert "resuming" not in first
    again = run("tune", "--config", config).err
    assert "iteration 1: chrf" in again
    assert "resuming" not in again
    assert "decoding (" not in again  # all of it was done
    more = run("tune", "--config", write_config(tmp_path, iterations=2)).err
    assert more.count("resuming at iteration 2\n") == more.count("resuming") == 1
    (tmp_path / "tune.work" / "1" / "done.json").unlink()
    assert "resuming at iteration 1\n" in run("tune", "--config", config).err
