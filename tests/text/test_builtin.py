"""The built-in analysers on a few sentences: tokens, lemmas, tags."""

from pathlib import Path

import pytest

from tesla_metrics.errors import ResourceError, UsageError
from tesla_metrics.files.resource import write_resource
from tesla_metrics.text.analyzer import Analyzer
from tesla_metrics.text.builtin_analyzer import BuiltinAnalyzer, get_shipped_tagger_path
from tesla_metrics.text.languages import BUILT_IN
from tesla_metrics.text.loading import load_analyzer
from tesla_metrics.text.tagging.training import train_tagger

UPOS = set("ADJ ADP ADV AUX CCONJ DET INTJ NOUN NUM PART PRON PROPN PUNCT SCONJ SYM VERB X".split())
# form/lemma/UPOS, words whose analysis no reader would doubt
SENTENCES = {
    "en": "The/the/DET children/child/NOUN were/be/AUX reading/read/VERB old/old/ADJ "
    "books/book/NOUN in/in/ADP the/the/DET garden/garden/NOUN ././PUNCT",
    "de": "Die/der/DET Kinder/kind/NOUN lesen/lesen/VERB in/in/ADP den/der/DET alten/alt/ADJ "
    "Büchern/buch/NOUN und/und/CCONJ lachen/lachen/VERB ././PUNCT",
    "fr": "Les/le/DET enfants/enfant/NOUN lisent/lire/VERB de/de/ADP vieux/vieux/ADJ "
    "livres/livre/NOUN dans/dans/ADP la/le/DET maison/maison/NOUN ././PUNCT",
    "es": "Los/el/DET niños/niño/NOUN leen/leer/VERB libros/libro/NOUN en/en/ADP el/el/DET "
    "jardín/jardín/NOUN y/y/CCONJ la/el/DET casa/casa/NOUN ././PUNCT",
    "cs": "Děti/dítě/NOUN čtou/číst/VERB staré/starý/ADJ knihy/kniha/NOUN v/v/ADP "
    "zahradě/zahrada/NOUN a/a/CCONJ v/v/ADP domě/dům/NOUN ././PUNCT",
}
SPLIT = {
    "en": ("They don't, she's", ["They", "do", "n't", ",", "she", "'s"]),
    "de": ("Sie geht zum Haus.", ["Sie", "geht", "zu", "dem", "Haus", "."]),
    "fr": ("L'ami parle du lac.", ["L'", "ami", "parle", "de", "le", "lac", "."]),
    "es": ("Va al río.", ["Va", "a", "el", "río", "."]),
    "cs": ("Je to 3,5 km.", ["Je", "to", "3,5", "km", "."]),
}


@pytest.mark.parametrize("lang", BUILT_IN)
def test_a_plain_sentence(lang: str) -> None:
    expected = [item.rsplit("/", 2) for item in SENTENCES[lang].split()]
    text = " ".join(form for form, _, _ in expected)
    (sentence,) = load_analyzer(lang).analyze([text])
    assert sentence.text == text
    assert [(t.form, t.lemma) for t in sentence.tokens] == [(f, lemma) for f, lemma, _ in expected]
    wrong = [t for t, (_, _, upos) in zip(sentence.tokens, expected, strict=True) if t.upos != upos]
    assert len(wrong) <= 1, wrong  # a tagger may slip once


@pytest.mark.parametrize("lang", BUILT_IN)
def test_tokens(lang: str) -> None:
    text, forms = SPLIT[lang]
    (sentence,) = load_analyzer(lang, compounds="none").analyze([text])
    assert [token.form for token in sentence.tokens] == forms


@pytest.mark.parametrize("lang", BUILT_IN)
def test_tags_are_universal_and_lemmas_lower_case(lang: str) -> None:
    texts = [text for text, _ in SPLIT.values()] + ["", "ÄRGER 12 % :-) 日本 …", "x" * 300]
    analyzer = load_analyzer(lang)
    assert isinstance(analyzer, Analyzer)
    sentences = analyzer.analyze(texts)
    assert [sentence.text for sentence in sentences] == texts
    for sentence in sentences:
        for token in sentence.tokens:
            assert token.form
            assert token.lemma
            assert token.lemma == token.lemma.lower()
            assert token.upos in UPOS
            assert (token.xpos != "_") == (lang == "en")
    assert sentences[len(SPLIT)].tokens == ()


@pytest.mark.parametrize("lang", BUILT_IN)
def test_each_text_is_analysed_for_itself(lang: str) -> None:
    analyzer = load_analyzer(lang)
    texts = [text for text, _ in SPLIT.values()]
    assert analyzer.analyze(texts) == [analyzer.analyze([text])[0] for text in texts]
    assert analyzer.analyze([]) == []


@pytest.mark.parametrize("lang", BUILT_IN)
def test_names(lang: str) -> None:
    name = load_analyzer(lang).name
    assert name.startswith(f"builtin-rules-{lang}+tagger-{lang}@")
    assert "+simplemma-" in name
    assert ("+compounds@" in name) == (lang == "de")
    assert load_analyzer(lang).preferred_tags == ("xpos" if lang == "en" else "upos")


def test_german_compounds() -> None:
    text = "Der Regenschirm liegt neben der Haustür."
    split, whole = (load_analyzer("de", compounds=c).analyze([text])[0] for c in ("auto", "none"))
    forms = [token.form for token in split.tokens]
    assert forms == ["Der", "Regen", "Schirm", "liegt", "neben", "der", "Haus", "Tür", "."]
    assert [token.lemma for token in split.tokens][1:3] == ["regen", "schirm"]
    forms = [token.form for token in whole.tokens]
    assert forms == ["Der", "Regenschirm", "liegt", "neben", "der", "Haustür", "."]


def test_only_nouns_are_split() -> None:
    (sentence,) = load_analyzer("de").analyze(["Sie hat übernachtet und wetterfest gepackt."])
    forms = [token.form for token in sentence.tokens]
    assert forms == ["Sie", "hat", "übernachtet", "und", "wetterfest", "gepackt", "."]


def test_penn_tags() -> None:
    (sentence,) = load_analyzer("en").analyze(["She quickly sold 12 boats to Peter's brother."])
    tags = [token.xpos for token in sentence.tokens]
    assert tags == ["PRP", "RB", "VBD", "CD", "NNS", "IN", "NNP", "POS", "NN", "."]


def test_own_tagger(tmp_path: Path) -> None:
    path = tmp_path / "nl.tagger"
    corpus = [[("de", "DET"), ("kat", "NOUN"), ("slaapt", "VERB")]] * 4
    write_resource(path, train_tagger(corpus, language="nl", iterations=3))
    analyzer = load_analyzer("nl", f"builtin:{path}")
    assert isinstance(analyzer, BuiltinAnalyzer)
    (sentence,) = analyzer.analyze(["de kat"])
    assert [token.upos for token in sentence.tokens] == ["DET", "NOUN"]
    assert analyzer.name.startswith("builtin-script-nl+tagger-nl@")


def test_shipped_taggers_are_there() -> None:
    assert [lang for lang in BUILT_IN if not get_shipped_tagger_path(lang).is_file()] == []


@pytest.mark.parametrize("spec", ["", "built-in", "builtin:", "spacy", "stanza:", "en", ":x"])
def test_unknown_analysers(spec: str) -> None:
    with pytest.raises(UsageError, match="unknown analyser"):
        load_analyzer("en", spec)


def test_missing_files(tmp_path: Path) -> None:
    with pytest.raises(ResourceError, match="cannot read tagger"):
        load_analyzer("en", f"builtin:{tmp_path / 'gone'}")
    with pytest.raises(ResourceError, match="cannot read counts"):
        load_analyzer("de", compounds=str(tmp_path / "gone"))
    with pytest.raises(ResourceError, match="cannot read counts"):
        load_analyzer("ja", compounds=str(tmp_path / "gone"))
