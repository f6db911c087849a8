"""The aligner finds what is obvious in a toy bitext, and always the same."""

from pathlib import Path

import numpy as np
import pytest

from tesla_metrics.resources.pivot.corpus import Corpus, SideCorpus
from tesla_metrics.resources.pivot.word_alignment import (
    NULL_PROBABILITY,
    TranslationLexicon,
    align_words,
    compute_distances,
    compute_prior,
    digamma,
    fit_tension,
    iter_batches,
    load_lexicon,
    save_lexicon,
    train_lexicon,
)

# Of lemmas, as what is aligned.
TOY = [
    ("the house", "le maison"),
    ("the book", "le livre"),
    ("a book", "un livre"),
    ("the green house", "le maison vert"),
    ("a green book", "un livre vert"),
    ("a house", "un maison"),
    ("green", "vert"),
]


def side(texts: list[str]) -> SideCorpus:
    known: dict[str, int] = {}
    words = [[known.setdefault(word, len(known)) for word in text.split()] for text in texts]
    numbers = np.arange(len(known))
    return SideCorpus(
        np.array([number for sentence in words for number in sentence]),
        np.cumsum([0, *map(len, words)]),
        numbers,
        numbers + 1,
        (numbers, numbers),
    )


def corpus(pairs: list[tuple[str, str]]) -> Corpus:
    nothing = np.zeros((0, 2), np.int32)
    return Corpus(
        side([one for one, _ in pairs]), side([other for _, other in pairs]), nothing, nothing
    )


def links(toy: Corpus, lexicon: TranslationLexicon) -> list[tuple[list[int], list[int]]]:
    found = sorted(align_words(toy, np.arange(len(toy)), lexicon))
    assert [one.sentence for one in found] == list(range(len(toy)))
    return [(one.rows, one.columns) for one in found]


def test_obvious_links() -> None:
    toy = corpus(TOY)
    found = links(toy, train_lexicon(toy, np.arange(len(toy)), 5))
    assert found[1] == found[2] == ([0, 1], [0, 1])
    # "green house": adjectives change places.
    assert found[3] == ([0, 2, 1], [0, 2, 1])
    assert found[4] == ([0, 2, 1], [0, 2, 1])


def test_the_same_again_and_from_files(tmp_path: Path) -> None:
    toy = corpus(TOY)
    one, two = (train_lexicon(toy, np.arange(len(toy)), 4) for _ in range(2))
    assert one.pivot_given_target.probabilities.tolist() == (
        two.pivot_given_target.probabilities.tolist()
    )
    save_lexicon(tmp_path / "lexicon", one)
    assert links(toy, load_lexicon(tmp_path / "lexicon")) == links(toy, two)


def test_pairs_it_has_not_learned_from() -> None:
    toy = corpus([*TOY, ("the green book", "le livre vert"), ("unheard of", "inouï")])
    lexicon = train_lexicon(toy, np.arange(len(TOY)), 5)
    assert links(toy, lexicon)[-2] == ([0, 2, 1], [0, 2, 1])


def test_both_directions_are_symmetric() -> None:
    toy, mirrored = corpus(TOY), corpus([(other, one) for one, other in TOY])
    sentences = np.arange(len(TOY))
    straight = links(toy, train_lexicon(toy, sentences, 5))
    turned = links(mirrored, train_lexicon(mirrored, sentences, 5))
    assert straight == [(columns, rows) for rows, columns in turned]


def test_batches_have_all_links_once() -> None:
    toy = corpus(TOY)
    for most in (1, 7, 1000):
        groups = [g for batch in iter_batches(toy, np.arange(len(toy)), most) for g in batch]
        assert sorted(s for g in groups for s in g.sentences.tolist()) == list(range(len(toy)))
        assert sum(g.n_links for g in groups) == sum(
            len(one.split()) * len(other.split()) for one, other in TOY
        )


def test_prior() -> None:
    chances = compute_prior(4, 7, 5.0)
    assert chances.sum(axis=0) == pytest.approx([1 - NULL_PROBABILITY] * 7)
    assert chances[:, 0].argmax() == 0
    assert chances[:, 6].argmax() == 3


def test_tension_fits_what_was_observed() -> None:
    sizes = {(10, 12): 3, (20, 20): 5}
    words = 3 * 12 + 5 * 20
    observed = sum(
        count
        * float(
            (compute_prior(*size, 7.0) / (1 - NULL_PROBABILITY) * compute_distances(*size)).sum()
        )
        for size, count in sizes.items()
    )
    tension = 4.0
    for _ in range(4):
        tension = fit_tension(tension, sizes, observed / words)
    assert tension == pytest.approx(7.0)


def test_digamma() -> None:
    scipy_special = pytest.importorskip("scipy.special")
    x = np.array([0.01, 0.1, 0.5, 1.0, 2.5, 10.0, 1e6])
    assert digamma(x) == pytest.approx(scipy_special.digamma(x), rel=1e-8)
