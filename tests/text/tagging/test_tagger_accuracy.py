"""Accuracy, on a toy and (marked `data`) on the shared treebanks."""

import gzip
from pathlib import Path

import pytest

from model_training.tagger_accuracy import measure_accuracy
from tesla_metrics.files.conllu import read_conllu
from tesla_metrics.files.sentence import Sentence, Token
from tesla_metrics.text.tagging import Tagger
from tesla_metrics.text.tagging.training import train_tagger

SHIPPED = Path(__file__).parents[3] / "src" / "tesla_metrics" / "data" / "taggers"


def _treebank(shared: Path, code: str) -> list[Sentence]:
    path = shared / "tagging" / f"{code}.conllu.gz"
    if not path.is_file():
        pytest.skip(f"no treebank {path}")
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        return read_conllu(lines, code)


def test_counts() -> None:
    corpus = [[("the", "DET DT"), ("ship", "NOUN NN"), ("left", "VERB VBD"), (".", "PUNCT .")]]
    tagger = Tagger(train_tagger(corpus * 30, language="en", iterations=4))
    tokens = (
        Token("the", "the", "DET", "DT"),
        Token("ship", "ship", "NOUN", "NNX"),
        Token("left", "leave", "ADJ", "VBD"),
        Token(".", ".", "DET", "."),
    )
    figures = measure_accuracy(tagger, [Sentence("", tokens)])
    assert figures == {"upos": 50.0, "xpos": 75.0, "function": 75.0}


@pytest.mark.data
@pytest.mark.parametrize("code", ["en_ewt-test", "en_pud-test"])
def test_english_floor(shared: Path, code: str) -> None:
    """The shipped English tagger never saw these."""
    figures = measure_accuracy(Tagger.load(SHIPPED / "en.tagger"), _treebank(shared, code))
    assert figures["upos"] >= 94.7
    assert figures["xpos"] >= 94.0
    assert figures["function"] >= 98.8


@pytest.mark.data
@pytest.mark.parametrize(
    ("lang", "sources", "upos"),
    [("de", ("de_gsd-dev", "de_gsd-test"), 90.0), ("cs", ("cs_cac-dev", "cs_cac-test"), 90.0)],
)
def test_trained_without_pud(
    shared: Path, lang: str, sources: tuple[str, ...], upos: float
) -> None:
    """The shipped taggers of these languages saw PUD, so a small one is trained without."""
    sentences = [s for code in sources for s in _treebank(shared, code)]
    corpus = [[(token.form, token.upos) for token in s.tokens] for s in sentences]
    tagger = Tagger(train_tagger(corpus, language=lang, iterations=4))
    figures = measure_accuracy(tagger, _treebank(shared, f"{lang}_pud-test"))
    assert figures["upos"] >= upos
    assert figures["function"] >= 97.0
