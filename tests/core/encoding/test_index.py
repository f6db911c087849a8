"""The index of frequent forms: says what the analysers say, or is not used."""

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tesla_metrics import TeslaM, TeslaX
from tesla_metrics.core.encoding import forms_index
from tesla_metrics.core.encoding.analysis import Analysis, open_analysis
from tesla_metrics.core.encoding.forms_index import (
    KIND,
    TABLES,
    VERSION,
    forms_sections,
    hash_text,
    index_settings,
    language_digest,
    open_forms,
)
from tesla_metrics.core.encoding.session import Session
from tesla_metrics.core.encoding.word_columns import RULES, WORD_COLUMNS, column_values
from tesla_metrics.files.mapped_arrays import map_views, write_mapped
from tesla_metrics.native import load_native
from tesla_metrics.text.analyzer import WordByWordAnalyzer
from tesla_metrics.text.language_tables import shipped_table
from tesla_metrics.text.languages import find_language
from tesla_metrics.text.lemma_dictionaries import simplemma_version
from tesla_metrics.text.synonyms.table import SynonymTable

native: Any = load_native()
pytestmark = pytest.mark.skipif(native is None, reason="the native core is not in use")

FORMS = ["house", "Houses", "twenty-one", "1,000", "not", ".", "saw", "Saw", "and", "Zyxgrt"]
TEXTS = [
    "The committee didn't accept twenty-one of our proposals, did it?",
    "In 1995 the U.S. sold 1,000 houses (nearly all of them) to Mr. Zyxgrt.",
    "Well-known painters were praised again: “nothing” was lost…",
    "Nobody reads 3 of these.",
]
SLOTS = 1 << 20
OTHERS = ["The committee rejected 21 proposals.", "It sold a house.", "Painters, well known.", "x"]


@pytest.fixture(scope="module")
def analysis() -> Analysis:
    return open_analysis(Session(core="native"), "en")


def analyzer_of(analysis: Analysis) -> WordByWordAnalyzer:
    analyzer = analysis.analyzer
    assert isinstance(analyzer, WordByWordAnalyzer)
    return analyzer


def said(analysis: Analysis, form: str) -> tuple[Any, ...]:
    """What the analysers say."""
    facts = analyzer_of(analysis).word(form)
    lemmas = [lemma.lower() for lemma in facts.lemmas]
    return (
        list(facts.candidates),
        facts.kind,
        facts.base,
        facts.listed,
        analysis.is_word(form),
        lemmas,
        [sorted(analysis.synonyms.synsets(lemma)) for lemma in lemmas],
        form.lower(),
        column_values(form.lower(), analysis.lang, stems=False),
    )


def write(path: Path, analysis: Analysis, **changed: Any) -> None:
    analyzer = analyzer_of(analysis)
    settings = {**index_settings(analysis, analyzer), **changed}
    write_mapped(path, KIND, VERSION, settings, forms_sections(analysis, analyzer, FORMS))


@pytest.fixture
def shipped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where the index of any language is looked for."""
    path = tmp_path / "en.forms"
    monkeypatch.setattr(
        forms_index, "shipped_table", lambda kind, lang: path if path.exists() else None
    )
    return path


def test_says_what_analysers_say(shipped: Path, analysis: Analysis) -> None:
    write(shipped, analysis)
    forms = open_forms(analysis, analyzer_of(analysis))
    assert len(forms) == len(FORMS)
    for form in FORMS:
        assert forms.look_up(form) == said(analysis, form)
    assert forms.look_up("mouse") is None


def test_only_with_what_it_was_made_from(shipped: Path, analysis: Analysis) -> None:
    analyzer = analyzer_of(analysis)
    assert open_forms(analysis, analyzer) is None
    others: list[dict[str, Any]] = [
        {"analyzer": "other"},
        {"synonyms": "none"},
        {"table": "0" * 64},
        {"rules": RULES + 1},
        {"language": "0"},
        {"facts": []},
    ]
    for changed in others:
        write(shipped, analysis, **changed)
        assert open_forms(analysis, analyzer) is None
    write(shipped, analysis)
    assert open_forms(analysis, analyzer) is not None
    assert open_forms(open_analysis(analysis.session, "en", synonyms="none"), analyzer) is None
    shipped.write_bytes(shipped.read_bytes()[:-1])
    assert open_forms(analysis, analyzer) is None


def test_not_with_a_table_that_was_built_again(
    shipped: Path, analysis: Analysis, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It has the same name, as the one that ships has."""
    analyzer = analyzer_of(analysis)
    write(shipped, analysis)
    table = analysis.synonyms
    assert isinstance(table, SynonymTable)
    assert len(table.digest) == 64
    same = SynonymTable(table.name, table.numbers, table.digest)
    monkeypatch.setattr(analysis, "synonyms", same)
    assert open_forms(analysis, analyzer) is not None
    for digest in ("", "0" * 64):
        again = SynonymTable(table.name, table.numbers, digest)
        monkeypatch.setattr(analysis, "synonyms", again)
        assert open_forms(analysis, analyzer) is None


Sections = dict[str, Any]


def lacking(name: str) -> Callable[[Sections], object]:
    return lambda sections: sections.pop(name)


def as_type(name: str, dtype: str) -> Callable[[Sections], object]:
    return lambda sections: sections.update({name: sections[name].astype(dtype)})


def shaped(name: str, *shape: int) -> Callable[[Sections], object]:
    return lambda sections: sections.update({name: sections[name].reshape(shape)})


def filled(name: str, value: int) -> Callable[[Sections], object]:
    return lambda sections: sections[name].fill(value)


def cut(name: str) -> Callable[[Sections], object]:
    return lambda sections: sections.update({name: sections[name][:-1]})


def emptied(name: str) -> Callable[[Sections], object]:
    return lambda sections: sections.update({name: sections[name][:0]})


ODD = [
    *(lacking(name) for name in ("text", *TABLES)),
    *(as_type(name, dtype) for name in ("text", *TABLES) for dtype in ("u2", "i4", "f8")),
    *(as_type(name, "u1") for name in TABLES),
    *(shaped(name, -1, 1) for name in ("text", *TABLES)),
    *(filled(name, 0xFFFFFFFF) for name in TABLES),
    *(cut(name) for name in ("text", "slots", "words", "kinds", "lemmas", "synsets", "surfaces")),
    *(emptied(name) for name in ("text", *TABLES)),
    filled("text", 0xFF),
]


def test_odd_ones_are_not_used(shipped: Path, analysis: Analysis) -> None:
    """Their checksum fits, and all that they say of where they come from."""
    analyzer = analyzer_of(analysis)
    for change in ODD:
        sections = {
            name: table.copy() for name, table in forms_sections(analysis, analyzer, FORMS).items()
        }
        change(sections)
        write_mapped(shipped, KIND, VERSION, index_settings(analysis, analyzer), sections)
        assert open_forms(analysis, analyzer) is None
    found = TeslaX(lang="en").score(TEXTS, OTHERS, session=Session(core="native"))
    shipped.unlink()
    without = TeslaX(lang="en").score(TEXTS, OTHERS, session=Session(core="native"))
    assert found.segments == without.segments


@pytest.mark.parametrize("content", [b"", b"\0", b"tesla-mapped 1 ", b"no index\n" * 100])
def test_other_files_are_not_used(content: bytes, shipped: Path, analysis: Analysis) -> None:
    shipped.write_bytes(content)
    assert open_forms(analysis, analyzer_of(analysis)) is None


def test_other_versions_and_kinds_are_not_used(shipped: Path, analysis: Analysis) -> None:
    analyzer = analyzer_of(analysis)
    sections = forms_sections(analysis, analyzer, FORMS)
    for kind, version in ((KIND, VERSION + 1), ("other", VERSION)):
        write_mapped(shipped, kind, version, index_settings(analysis, analyzer), sections)
        assert open_forms(analysis, analyzer) is None


def test_equal_scores_with_and_without(
    monkeypatch: pytest.MonkeyPatch, shipped: Path, analysis: Analysis
) -> None:
    for metric in (TeslaX(lang="en"), TeslaM(lang="en")):
        shipped.unlink(missing_ok=True)
        without = metric.score(TEXTS, OTHERS, session=Session(core="native"))
        write(shipped, analysis)
        small = metric.score(TEXTS, OTHERS, session=Session(core="native"))
        assert small.segments == without.segments


def test_the_shipped_one_is_up_to_date(analysis: Analysis) -> None:
    """Where it is not: make it again with tools/make_forms.py."""
    analyzer = analyzer_of(analysis)
    path = shipped_table(KIND, "en")
    assert path is not None
    opened = map_views(path, KIND, VERSION)
    if not opened.settings["analyzer"].endswith(f"+simplemma-{simplemma_version()}"):
        pytest.skip("made with another version of simplemma")
    assert opened.settings == index_settings(analysis, analyzer)
    forms = open_forms(analysis, analyzer)
    starts, words = (opened.views[name].content.cast("I") for name in ("starts", "words"))
    assert len(forms) == len(words) // 6 > 0
    for row in range(0, len(words), 6):
        begin, end = starts[words[row]], starts[words[row] + 1]
        form = str(opened.views["text"].content[begin:end], "utf-8")
        assert forms.look_up(form) == said(analysis, form)


@pytest.mark.parametrize("name", TABLES)
def test_numbers_that_point_nowhere_are_refused(name: str, analysis: Analysis) -> None:
    sections = forms_sections(analysis, analyzer_of(analysis), FORMS)
    labels = len(analyzer_of(analysis).labels)

    def made() -> Any:
        numbers = [sections[part] for part in TABLES]
        return native.Forms(sections["text"], numbers, facts=len(WORD_COLUMNS), labels=labels)

    made()
    for place in range(0, len(sections[name]), 3):
        kept = sections[name][place]
        sections[name][place] = 0xFFFFFFFF
        with pytest.raises(ValueError, match="malformed index"):
            made()
        sections[name][place] = kept
    made()


@pytest.mark.parametrize("length", range(1, 26))
def test_hashes_are_those_of_the_core(length: int, analysis: Analysis) -> None:
    """The only form lies where its hash says: elsewhere the core, with its own, finds nothing."""
    form = "Zyxgrtqvbnmlkjhfdscpwaeuio"[:length]
    analyzer = analyzer_of(analysis)
    sections = forms_sections(analysis, analyzer, [form])
    place = hash_text(form.encode()) % SLOTS

    def found(slot: int) -> Any:
        slots = sections["slots"] = np.zeros(SLOTS, np.uint32)
        slots[slot] = 1
        numbers = [sections[name] for name in TABLES]
        forms = native.Forms(
            sections["text"], numbers, facts=len(WORD_COLUMNS), labels=len(analyzer.labels)
        )
        return forms.look_up(form)

    assert found(place) == said(analysis, form)
    assert found((place + 1) % SLOTS) is None


def test_digests_do_not_hang_on_the_order_of_sets() -> None:
    program = (
        "from tesla_metrics.core.encoding.forms_index import language_digest\n"
        "from tesla_metrics.text.languages import find_language\n"
        "print(list({'a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'}))\n"
        "print(language_digest(find_language('en')), language_digest(find_language('de')))\n"
    )
    orders, digests = zip(*(printed(program, seed) for seed in ("1", "2")), strict=True)
    assert orders[0] != orders[1]
    own = f"{language_digest(find_language('en'))} {language_digest(find_language('de'))}"
    assert digests == (own, own)
    assert len(set(own.split())) == 2


def printed(program: str, seed: str) -> list[str]:
    """The lines that a process of its own prints, whose sets are ordered by the seed."""
    result = subprocess.run(
        [sys.executable, "-c", program],
        env={**os.environ, "PYTHONHASHSEED": seed},
        capture_output=True,
        text=True,
        check=True,
        timeout=100,
    )
    return result.stdout.splitlines()
