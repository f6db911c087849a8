"""Probabilities of sentences: numpy and KenLM against the back-off recursion."""

import pickle
import re
import sys
from math import log10
from pathlib import Path

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from oracles import kneser_ney as oracle
from small_models import (
    ORDERS,
    SENTENCES,
    TEXT,
    TEXTS,
    Sentences,
    as_dictionary,
    train,
    write_small,
)

from tesla_metrics.errors import ResourceError
from tesla_metrics.optional import get_install_command
from tesla_metrics.resources.lm import (
    LanguageModel,
    TextSettings,
    load_language_model,
    make_scorer,
    write_arpa,
)

ODD = [
    [],
    ["<s>"],
    ["</s>", "<unk>", "the"],
    ["<UNK>"],
    ["the", "the cat", "", " ", "sat"],
    ["the\tcat", "a\0b", "\ud800", "x\u00a0y"],
    ["unheard", "of"],
]


@given(TEXTS, ORDERS, SENTENCES)
def test_against_the_recursion(text: Sentences, order: int, sentences: Sentences) -> None:
    model = train(text, order)
    found = make_scorer(model).log10_all(sentences)
    dictionary = as_dictionary(model)
    wanted = [log10(oracle.sentence_probability(dictionary, order, s)) for s in sentences]
    assert found == pytest.approx(wanted, abs=1e-9)


def test_one_by_one_is_the_same() -> None:
    scorer = make_scorer(train(TEXT, 3))
    sentences = [*TEXT, *ODD]
    alone = [scorer.log10(sentence) for sentence in sentences]
    assert scorer.log10_all(sentences) == pytest.approx(alone, rel=1e-12)
    assert scorer.log10_all([]) == []


def test_more_than_one_block() -> None:
    scorer = make_scorer(train(TEXT, 3))
    found, expected = scorer.log10_all(TEXT * 5000), scorer.log10_all(TEXT) * 5000
    np.testing.assert_allclose(found, expected, rtol=1e-12)


def test_symbols_in_a_text_are_unknown_words() -> None:
    scorer = make_scorer(train(TEXT, 3))
    unknown = scorer.log10(["the", "zzz", "cat"])
    for symbol in ("<s>", "</s>", "<unk>", "<UNK>", "", "a b"):
        assert scorer.log10(["the", symbol, "cat"]) == unknown


def test_protocol(tmp_path: Path) -> None:
    assert isinstance(make_scorer(train(TEXT, 3)), LanguageModel)
    assert isinstance(load_language_model(write_small(tmp_path / "m.arpa")), LanguageModel)


def test_settings_come_back(tmp_path: Path) -> None:
    model = train(TEXT, 2)
    text = TextSettings("en", "builtin", False)
    for facts, wanted in ((text.to_dict(), text), ({}, TextSettings("de"))):
        changed = type(model)(model.words, model.levels, facts)
        write_arpa(tmp_path / "m.arpa", changed)
        assert load_language_model(tmp_path / "m.arpa", text=TextSettings("de")).text == wanted


class TestKenlm:
    """Where it is installed."""

    @pytest.fixture(autouse=True)
    def _kenlm(self) -> None:
        pytest.importorskip("kenlm")

    @settings(max_examples=50, suppress_health_check=[HealthCheck.function_scoped_fixture])
    @given(TEXTS, ORDERS.filter(lambda order: order > 1), SENTENCES)
    def test_equal(self, tmp_path: Path, text: Sentences, order: int, sentences: Sentences) -> None:
        path = tmp_path / "m.arpa"
        write_arpa(path, train(text, order))
        numpy, kenlm = (load_language_model(path, engine) for engine in ("numpy", "kenlm"))
        assert kenlm.order == numpy.order == order
        assert kenlm.text == numpy.text
        assert kenlm.log10_all(sentences) == pytest.approx(numpy.log10_all(sentences), rel=1e-5)

    def test_odd_words(self, tmp_path: Path) -> None:
        path = write_small(tmp_path / "m.arpa.gz")
        numpy, kenlm = (load_language_model(path, engine) for engine in ("numpy", "kenlm"))
        assert kenlm.log10_all(ODD) == pytest.approx(numpy.log10_all(ODD), rel=1e-5)
        for words in ODD:
            each = numpy.log10_words(words)
            assert kenlm.log10_words(words) == pytest.approx(each, rel=1e-4)
        assert kenlm.name == f"{numpy.name}/kenlm"

    @pytest.mark.parametrize("engine", ["numpy", "kenlm"])
    def test_pickled(self, tmp_path: Path, engine: str) -> None:
        model = load_language_model(write_small(tmp_path / "m.arpa.gz"), engine)
        again = pickle.loads(pickle.dumps(model))
        assert again.log10_all(TEXT) == model.log10_all(TEXT)
        assert again.name == model.name

    def test_a_long_line(self, tmp_path: Path) -> None:
        path = write_small(tmp_path / "m.arpa")
        numpy, kenlm = (load_language_model(path, engine) for engine in ("numpy", "kenlm"))
        line = [word for sentence in TEXT for word in sentence] * 2000
        assert kenlm.log10(line) == pytest.approx(numpy.log10(line), rel=1e-5)

    def test_it_cannot_do_unigrams(self, tmp_path: Path) -> None:
        path = write_small(tmp_path / "m.arpa", order=1)
        with pytest.raises(ResourceError, match="at least a bigram"):
            load_language_model(path, "kenlm")

    def test_it_is_not_used_unless_asked_for(self, tmp_path: Path) -> None:
        path = write_small(tmp_path / "m.arpa")
        assert load_language_model(path).name == load_language_model(path, "numpy").name

    @pytest.mark.parametrize("engine", ["numpy", "kenlm"])
    def test_the_line_of_a_mistake(self, tmp_path: Path, engine: str) -> None:
        path = write_small(tmp_path / "m.arpa")
        text = path.read_text("utf-8")
        path.write_text(text.replace("\n\\end\\", "\nend"), encoding="utf-8")
        number = text.count("\n")
        with pytest.raises(ResourceError, match=f"line {number}: 'end'"):
            load_language_model(path, engine)

    def test_everything_pruned(self, tmp_path: Path) -> None:
        path = tmp_path / "m.arpa"
        write_arpa(path, train(TEXT, 4, [0, 0, 9]))
        numpy, kenlm = (load_language_model(path, engine) for engine in ("numpy", "kenlm"))
        assert kenlm.log10_all(TEXT) == pytest.approx(numpy.log10_all(TEXT), rel=1e-5)


def test_without_kenlm(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "kenlm", None)
    monkeypatch.setattr("tesla_metrics.resources.lm.loading.find_spec", lambda name: None)
    path = write_small(tmp_path / "m.arpa")
    with pytest.raises(ResourceError, match=re.escape(get_install_command("lm"))):
        load_language_model(path, "kenlm")
    assert "kenlm" not in load_language_model(path).name


def test_words_and_the_end_make_the_sentence() -> None:
    scorer = make_scorer(train(TEXT, 3))
    for sentence in ["the cat saw a zebra .".split(), ["mat"], []]:
        each = scorer.log10_words(sentence)
        assert len(each) == len(sentence) + 1
        assert sum(each) == pytest.approx(scorer.log10(sentence), rel=1e-12)
