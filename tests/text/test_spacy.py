"""spaCy pipelines behind our protocol, with one made here."""

import re
import sys
from pathlib import Path
from typing import Any

import pytest
from app.cli.running import refused, run, score, write

from tesla_metrics import TeslaM
from tesla_metrics.core.encoding import session as sessions
from tesla_metrics.errors import ResourceError
from tesla_metrics.files.sentence import Token
from tesla_metrics.optional import get_install_command
from tesla_metrics.text.adapters import SpacyAnalyzer
from tesla_metrics.text.analyzer import Analyzer
from tesla_metrics.text.loading import load_analyzer

WORDS = {
    "the": ("DT", "DET", "the"),
    "mice": ("NNS", "NOUN", "mouse"),
    "mouse": ("NN", "NOUN", "mouse"),
    "ran": ("VBD", "VERB", "run"),
    "runs": ("VBZ", "VERB", "run"),
}


@pytest.fixture(autouse=True)
def fresh_pipelines() -> None:
    sessions._default = None


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A pipeline that knows five words."""
    spacy = pytest.importorskip("spacy")
    nlp = spacy.blank("en")
    ruler = nlp.add_pipe("attribute_ruler")
    for form, (tag, pos, lemma) in WORDS.items():
        ruler.add([[{"LOWER": form}]], {"TAG": tag, "POS": pos, "LEMMA": lemma})
    path = tmp_path_factory.mktemp("spacy") / "pipeline"
    nlp.to_disk(path)
    return path


def test_tokens(folder: Path) -> None:
    analyzer = load_analyzer("en", f"spacy:{folder}")
    assert isinstance(analyzer, SpacyAnalyzer)
    assert isinstance(analyzer, Analyzer)
    first, second, third = analyzer.analyze(["The  mice ran!", "", " Zebu "])
    assert first.text == "The  mice ran!"
    assert first.tokens == (
        Token("The", "the", "DET", "DT"),
        Token("mice", "mouse", "NOUN", "NNS"),
        Token("ran", "run", "VERB", "VBD"),
        Token("!", "!", "_", "_"),
    )
    assert second.tokens == ()
    assert third.tokens == (Token("Zebu", "Zebu", "_", "_"),)


def test_name_and_tags(folder: Path) -> None:
    from spacy.about import __version__

    analyzer = load_analyzer("en", f"spacy:{folder}")
    assert analyzer.name.startswith(f"spacy-{__version__}:en_pipeline-")
    assert analyzer.preferred_tags == "upos"


def test_scored(folder: Path) -> None:
    metric = TeslaM(lang="en", analyzer=f"spacy:{folder}", synonyms="none")
    result = metric.score(["The mice ran", "the mice ran"], ["the mouse runs", "the mouse"])
    assert result.segments[0] == pytest.approx(1.0)
    assert 0 < result.segments[1] < 1
    assert "analyzer:spacy-" in str(result.signature)
    fine = TeslaM(lang="en", analyzer=f"spacy:{folder}", synonyms="none", tags="xpos")
    assert 0.5 <= fine.score(["The mice ran"], ["the mouse runs"]).score < 1


def test_scored_by_the_command(folder: Path, tmp_path: Path) -> None:
    hyp, ref = write(tmp_path / "hyp", ["The mice ran"]), write(tmp_path / "ref", ["the mouse"])
    options = ["-l", "en", "-m", "tesla-m", "--analyzer", f"spacy:{folder}"]
    (record,) = score(hyp, "-r", ref, *options)
    own = TeslaM(lang="en", analyzer=f"spacy:{folder}").score(["The mice ran"], ["the mouse"])
    assert record["score"] == own.score


def test_pipelines_that_differ_have_names_that_differ(folder: Path, tmp_path: Path) -> None:
    # Home-made pipelines are all called en_pipeline-0.0.0; a signature must tell them apart.
    import spacy

    nlp = spacy.load(folder)
    ruler: Any = nlp.get_pipe("attribute_ruler")
    ruler.add([[{"LOWER": "zebu"}]], {"POS": "NOUN"})
    nlp.to_disk(tmp_path / "other")
    one, other = (load_analyzer("en", f"spacy:{path}") for path in (folder, tmp_path / "other"))
    assert one.analyze(["zebu"]) != other.analyze(["zebu"])
    assert one.name != other.name


def test_missing_pipeline(tmp_path: Path) -> None:
    pytest.importorskip("spacy")
    for name in ("xx_no_such_pipeline", str(tmp_path), str(tmp_path / "gone")):
        with pytest.raises(ResourceError, match="spaCy has no pipeline"):
            load_analyzer("en", f"spacy:{name}")


def test_missing_package(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setitem(sys.modules, "spacy", None)
    with pytest.raises(ResourceError, match=re.escape(get_install_command("spacy"))):
        load_analyzer("en", "spacy:en_core_web_sm")
    text = write(tmp_path / "text", ["x"])
    result = run("score", text, "-r", text, "-l", "en", "--analyzer", "spacy:en_core_web_sm")
    refused(result, 4, get_install_command("spacy"))
