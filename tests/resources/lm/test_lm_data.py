"""Models of lmplz, number by number."""

import gzip
from pathlib import Path

import numpy as np
import pytest

from tesla_metrics.resources.lm import (
    NgramCounter,
    TextSettings,
    estimate_model,
    load_language_model,
)
from tesla_metrics.resources.lm.arpa import read_arpa

pytestmark = pytest.mark.data

DISCOUNTS = [
    (0.632833, 1.08141, 1.30361),
    (0.815504, 1.28312, 1.51827),
    (0.904347, 1.3735, 1.44166),
]


def sentences(shared: Path) -> list[list[str]]:
    with gzip.open(shared / "lm" / "corpus.txt.gz", "rt", encoding="utf-8") as lines:
        return [line.split() for line in lines]


@pytest.mark.parametrize("order", [3, 4])
def test_every_number(shared: Path, order: int) -> None:
    counter = NgramCounter(order)
    for sentence in sentences(shared):
        counter.add(sentence)
    model = estimate_model(counter.finish(), settings=TextSettings().to_dict())
    theirs, _ = read_arpa(shared / "lm" / f"o{order}.arpa.gz")
    number = {word: i for i, word in enumerate(model.words)}
    ids = np.array([number[word] for word in theirs.words])
    for ours, wanted in zip(model.levels, theirs.levels, strict=True):
        grams = ids[wanted.ngrams]
        assert len(grams) == len(ours.ngrams)
        one, two = (np.lexsort(rows.T) for rows in (ours.ngrams, grams))
        assert np.array_equal(ours.ngrams[one], grams[two])
        assert ours.log10[one] == pytest.approx(wanted.log10[two], abs=1e-5)
        assert ours.backoff[one] == pytest.approx(wanted.backoff[two], abs=1e-5)
    if order == 3:
        assert np.array(model.settings["discounts"]) == pytest.approx(np.array(DISCOUNTS), abs=1e-5)


def test_scores(shared: Path) -> None:
    pytest.importorskip("kenlm")
    path = shared / "lm" / "o4.arpa.gz"
    numpy, kenlm = (load_language_model(path, engine) for engine in ("numpy", "kenlm"))
    text = sentences(shared)
    text += [sentence[::-1] for sentence in text]
    assert kenlm.log10_all(text) == pytest.approx(numpy.log10_all(text), rel=1e-5)
