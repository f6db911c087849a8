"""Wordnets through wn, with a lexicon made here."""

import re
import sys
from collections.abc import Iterator
from pathlib import Path
from threading import Thread
from typing import Any

import pytest
from app.cli.running import refused, run, score, write

from tesla_metrics.core.encoding import session as sessions
from tesla_metrics.errors import ResourceError
from tesla_metrics.optional import get_install_command
from tesla_metrics.text.synonyms import Synonyms, load_synonyms
from tesla_metrics.text.synonyms.base import SynsetMembers
from tesla_metrics.text.synonyms.packages import _load_wordnet

ENTRIES = {
    "parapluie": ["rain"],
    "pépin": ["rain", "seed"],
    "graine": ["seed"],
    "Graine": ["name"],
    "eau  de vie": ["drink"],
    "gnôle": ["drink"],
    "gnole": ["other"],
}
HEAD = """<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE LexicalResource SYSTEM "http://globalwordnet.github.io/schemas/WN-LMF-1.0.dtd">
<LexicalResource xmlns:dc="http://purl.org/dc/elements/1.1/">
<Lexicon id="tiny" label="Tiny" language="fr" email="x@example.org" license="x" version="1">
"""
TAIL = "</Lexicon>\n</LexicalResource>\n"


def lexicon() -> str:
    lines = []
    for number, (lemma, synsets) in enumerate(ENTRIES.items()):
        senses = "".join(f'<Sense id="tiny-{number}-{s}" synset="tiny-{s}"/>' for s in synsets)
        head = f'<LexicalEntry id="tiny-{number}"><Lemma writtenForm="{lemma}" partOfSpeech="n"/>'
        lines.append(f"{head}{senses}</LexicalEntry>\n")
    synsets = sorted({synset for several in ENTRIES.values() for synset in several})
    lines += [f'<Synset id="tiny-{synset}" ili="" partOfSpeech="n"/>\n' for synset in synsets]
    return HEAD + "".join(lines) + TAIL


@pytest.fixture
def wn(tmp_path: Path) -> Iterator[Any]:
    """wn with a data folder of its own."""
    package: Any = pytest.importorskip("wn", reason="wn is an extra")
    # Asked for its folder, wn would make it.
    before = package.config.database_path.parent, package.config.allow_multithreading
    package.config.data_directory = tmp_path / "data"
    sessions._default = None
    yield package
    from wn import _db

    for connection in _db.pool.values():
        connection.close()
    _db.pool.clear()
    _load_wordnet.cache_clear()
    package.config.data_directory, package.config.allow_multithreading = before


@pytest.fixture
def tiny(wn: Any, tmp_path: Path) -> Synonyms:
    path = tmp_path / "tiny.xml"
    path.write_text(lexicon(), encoding="utf-8")
    wn.config.allow_multithreading = True
    wn.add(path, progress_handler=None)
    return load_synonyms("fr", "wn:tiny")


def test_synsets(tiny: Synonyms) -> None:
    assert isinstance(tiny, Synonyms)
    assert tiny.name == "wn:tiny:1"
    assert len(tiny.synsets("parapluie")) == 1
    assert tiny.synsets("parapluie") < tiny.synsets("pépin")
    assert len(tiny.synsets("graine")) == 2
    assert tiny.synsets("graine") & tiny.synsets("pépin")
    assert tiny.synsets("eau de vie") == tiny.synsets("gnôle")
    assert tiny.synsets("zèbre") == frozenset()
    assert isinstance(tiny, SynsetMembers)
    assert tiny.members(min(tiny.synsets("gnôle"))) == ("eau de vie", "gnôle")
    assert tiny.members(10**9) == ()


def test_accents_matter_and_composing_does_not(tiny: Synonyms) -> None:
    # wn itself would find pépin for pepin.
    assert tiny.synsets("pepin") == frozenset()
    assert not tiny.synsets("gnole") & tiny.synsets("gnôle")
    assert tiny.synsets("pe\u0301pin") == tiny.synsets("pépin")


def test_versions_are_named(tiny: Synonyms) -> None:
    assert load_synonyms("fr", "wn:tiny:1").name == tiny.name
    assert load_synonyms("fr", "wn:tiny") is tiny


def test_other_threads_may_ask(tiny: Synonyms) -> None:
    found: list[frozenset[int]] = []
    thread = Thread(target=lambda: found.append(tiny.synsets("parapluie")))
    thread.start()
    thread.join()
    assert found == [tiny.synsets("parapluie")]


@pytest.mark.usefixtures("tiny")
def test_scored(tmp_path: Path) -> None:
    hyp, ref = write(tmp_path / "hyp", ["un pépin"]), write(tmp_path / "ref", ["un parapluie"])
    (record,) = score(hyp, "-r", ref, "-l", "fr", "-m", "tesla-m", "--synonyms", "wn:tiny")
    assert record["score"] == pytest.approx(1.0)
    assert "|synonyms:wn:tiny:1|" in record["signature"]


def test_a_lexicon_that_is_not_there(tiny: Synonyms, tmp_path: Path) -> None:
    text = write(tmp_path / "text", ["x"])
    for name in ("omw-xx", "tiny:2", ""):
        result = run("score", text, "-r", text, "-l", "fr", "--synonyms", f"wn:{name}")
        refused(result, 4, f"wn has no lexicon '{name}'", "python -m wn download")


def test_no_database_is_made(wn: Any, tmp_path: Path) -> None:
    with pytest.raises(ResourceError, match="wn has no lexicon 'omw-fr'"):
        load_synonyms("fr", "wn:omw-fr")
    assert not (tmp_path / "data").exists()


def test_a_damaged_database(wn: Any, tmp_path: Path) -> None:
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "wn.db").write_bytes(b"no database " * 1000)
    with pytest.raises(ResourceError, match=r"wn cannot read .*wn\.db"):
        load_synonyms("fr", "wn:omw-fr")


def test_without_the_package(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "wn", None)
    with pytest.raises(ResourceError, match=re.escape(get_install_command("wn"))):
        load_synonyms("fr", "wn:omw-fr")
