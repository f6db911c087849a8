"""`tesla train srl` from end to end, on invented sentences."""

import json
from pathlib import Path

import pytest
from small_frames import invented_frames

from app.cli.running import refused, run, write
from tesla_metrics.parsing.srl.frame import encode_labelled_sentence
from tesla_metrics.parsing.srl.role_model import find_shipped_role_model, load_role_model

pytest.importorskip("sklearn")


@pytest.fixture
def frames(tmp_path: Path) -> Path:
    lines = [json.dumps(encode_labelled_sentence(one)) for one in invented_frames()]
    return write(tmp_path / "frames.jsonl", lines)


def test_from_frames_to_a_model(frames: Path, tmp_path: Path) -> None:
    model = tmp_path / "en.srl"
    command = ("train", "srl", "--frames", frames, "-l", "en", "-o", model)
    result = run(*command, "--test", frames, "--learner", "linear", "--prune")
    assert result.code == 0, result.err
    assert result.err.startswith(f"{model}: a model of semantic roles of nouns and verbs")
    assert "on 12 nouns and 24 verbs with given trees" in result.out
    assert "100.00" in result.out
    found = load_role_model(model)
    assert found.is_pruned
    assert found.settings["learner"]["name"] == "linear"
    assert found.settings["together"] is False
    nouns = run(*command, "--nouns", "-f", "json")
    assert nouns.code == 0, nouns.err
    assert list(json.loads(nouns.out)["parts"]) == ["noun"]
    assert load_role_model(model).kinds == ("noun",)


def test_bad_input(frames: Path, tmp_path: Path) -> None:
    model = tmp_path / "x.srl"
    own = ("train", "srl", "-o", model, "--frames")
    refused(run(*own, frames, "-l", "de"), 2, "'de'", "English")
    refused(run(*own, frames, "-l", "en", "--nouns", "--verbs"), 2, "--verbs")
    refused(run(*own, tmp_path / "none.jsonl", "-l", "en"), 3, "none.jsonl does not exist")
    refused(run("train", "srl", "--frames", frames, "-l", "en", "-o", frames), 3, "overwritten")
    empty = write(tmp_path / "empty.jsonl", [])
    refused(run(*own, empty, "-l", "en"), 3, "empty.jsonl has no frame")
    refused(run(*own, frames, "-l", "en", "--test", empty), 3, "empty.jsonl has no frame")
    refused(run(*own, frames, "-l", "en", "--least-count", "0"), 2, "least count is 0")
    odd = write(tmp_path / "odd.tsv", ["sell.01"])
    refused(run(*own, frames, "-l", "en", "--rolesets", odd), 3, "odd.tsv, line 1 is not a roleset")
    low = [
        json.dumps(encode_labelled_sentence(one)).replace("ARG0", "arg0")
        for one in invented_frames()
    ]
    refused(
        run(*own, write(tmp_path / "low.jsonl", low), "-l", "en"), 3, "sentence 1", "'arg0'", "role"
    )
    record = encode_labelled_sentence(invented_frames()[0])
    for change, said in (
        ({"tree": "(S (NP (NNP Ann))"}, "does not close"),
        ({"preds": [{"i": 9, "lemma": "sell", "args": []}]}, "the sentence has 5 tokens"),
        ({"tokens": ["Ann"]}, "differ in number"),
    ):
        odd = write(tmp_path / "odd.jsonl", [json.dumps(record), json.dumps(record | change)])
        refused(run(*own, odd, "-l", "en"), 3, "odd.jsonl, line 2", said)
    assert not model.exists()


def test_the_default_is_what_ships(frames: Path, tmp_path: Path) -> None:
    model = tmp_path / "en.srl"
    rolesets = write(tmp_path / "frames.tsv", ["give.01\tpresent\tn:gift v:give"])
    verbs = [one for one in invented_frames() if one.frames[0].is_verb]
    tested = write(
        tmp_path / "verbs.jsonl", [json.dumps(encode_labelled_sentence(one)) for one in verbs]
    )
    command = ("train", "srl", "--frames", frames, "-l", "en", "-o", model)
    result = run(*command, "--rolesets", rolesets, "--test", tested)
    assert result.code == 0, result.err
    # There are no nouns among these: nothing can be said of them.
    (nouns,) = [line for line in result.out.splitlines() if line.startswith("noun")]
    assert nouns.split()[-7:] == ["-"] * 7
    found = load_role_model(model)
    assert found.rolesets["noun", "gift"] == ("give.01",)
    shipped = load_role_model(find_shipped_role_model("en") or Path())
    for name in ("learner", "roles", "together", "pruned", "least_count", "finest", "features"):
        assert found.settings[name] == shipped.settings[name]
    assert shipped.settings["trained_on"]["sentences"] > 12_000
