"""Training: fitting, determinism, settings, refusals."""

import pytest

from tesla_metrics.errors import InputError
from tesla_metrics.files.resource import Resource, encode_resource
from tesla_metrics.text.tagging import Tagger
from tesla_metrics.text.tagging.tagger import TaggerContent
from tesla_metrics.text.tagging.training import fit_to_size, quantise, train_tagger
from tesla_metrics.text.tagging.training_examples import Limits, build_vocabulary

Labelled = list[list[tuple[str, str]]]

_TEXT = """
The/DET_DT old/ADJ_JJ ship/NOUN_NN left/VERB_VBD the/DET_DT harbour/NOUN_NN ./PUNCT_.
They/PRON_PRP ship/VERB_VBP old/ADJ_JJ books/NOUN_NNS to/ADP_IN Dublin/PROPN_NNP ./PUNCT_.
She/PRON_PRP books/VERB_VBZ the/DET_DT train/NOUN_NN to/ADP_IN Cork/PROPN_NNP ./PUNCT_.
We/PRON_PRP train/VERB_VBP the/DET_DT new/ADJ_JJ model/NOUN_NN slowly/ADV_RB ./PUNCT_.
The/DET_DT new/ADJ_JJ books/NOUN_NNS arrived/VERB_VBD in/ADP_IN Dublin/PROPN_NNP ./PUNCT_.
Books/NOUN_NNS and/CCONJ_CC ships/NOUN_NNS arrived/VERB_VBD ,/PUNCT_, slowly/ADV_RB ./PUNCT_.
They/PRON_PRP left/VERB_VBD Cork/PROPN_NNP and/CCONJ_CC she/PRON_PRP left/VERB_VBD 12/NUM_CD
"""


@pytest.fixture(scope="session")
def corpus() -> Labelled:
    """Ambiguous words (ship, books, train), capitals, a number, marks."""
    sentences = []
    for line in _TEXT.split("\n"):
        pairs = (item.rpartition("/") for item in line.split())
        sentences.append([(form, label.replace("_", " ")) for form, _, label in pairs])
    return [sentence for sentence in sentences if sentence]


@pytest.fixture(scope="session")
def resource(corpus: Labelled) -> Resource:
    """Trained on the corpus, with listed words in spite of its size."""
    limits = Limits(label=1, listed=3, closed=2)
    return train_tagger(corpus, language="en", iterations=12, limits=limits)


def test_fits_its_corpus(resource: Resource, corpus: Labelled) -> None:
    tagger = Tagger(resource)
    for sentence in corpus:
        tags = tagger.tag([form for form, _ in sentence])
        assert [" ".join(tag) for tag in tags] == [label for _, label in sentence]


def test_same_seed_same_bytes(corpus: Labelled) -> None:
    made = [
        encode_resource(train_tagger(corpus, language="en", iterations=3, seed=s))
        for s in (5, 5, 6)
    ]
    assert made[0] == made[1] != made[2]


def test_settings_tell_how(resource: Resource) -> None:
    assert (resource.kind, resource.version) == ("tagger", 1)
    assert resource.settings["language"] == "en"
    assert resource.settings["labels"] == "joint"
    assert resource.settings["recipe"]["iterations"] == 12
    assert resource.settings["quantised"]["features"] > 0


def test_progress_is_told(corpus: Labelled) -> None:
    heard: list[tuple[int, int, float]] = []
    train_tagger(corpus, language="en", iterations=2, progress=lambda *step: heard.append(step))
    assert [step[:2] for step in heard] == [(1, 2), (2, 2)]
    assert all(0 <= step[2] <= 1 for step in heard)


def test_upos_alone(corpus: Labelled) -> None:
    plain = [[(form, label.split()[0]) for form, label in sentence] for sentence in corpus]
    tagger = Tagger(train_tagger(plain, language="en", iterations=8))
    assert tagger.settings["labels"] == "upos"
    assert tagger.tag(["The", "ship", "."])[-1] == ("PUNCT", "_")


def test_language_without_lemmas() -> None:
    tagger = Tagger(
        train_tagger([[("我", "PRON"), ("书", "NOUN")]] * 3, language="zh", iterations=3)
    )
    assert tagger.tag(["我", "书"]) == [("PRON", "_"), ("NOUN", "_")]


@pytest.mark.parametrize(
    "sentences", [[], [[]], [[("", "NOUN")]], [[("a\tb", "NOUN")]], [[("a", "")]]]
)
def test_refuses(sentences: Labelled) -> None:
    with pytest.raises(InputError, match="train"):
        train_tagger(sentences, language="en")


def test_rare_labels_give_way() -> None:
    corpus = [[("a", "NOUN NN"), ("b", "NOUN NN")], [("c", "NOUN GW"), ("d", "X FW")]]
    found = build_vocabulary(corpus, Limits(label=2))
    assert found.labels == ("NOUN NN",)
    assert found.label_indices == {"NOUN NN": 0, "NOUN GW": 0}


def test_small_weights_go_first() -> None:
    weights = {"a": {0: 2.04, 1: -0.26}, "b": {0: 0.01}}
    assert quantise(weights, 1) == {"a": "A20B-3"}
    assert quantise(weights, 4) == {"a": "A20"}


def test_size_is_kept() -> None:
    weights = {f"f{n}": {0: 0.1 * (n % 9 + 1)} for n in range(2000)}
    body, least = fit_to_size(TaggerContent(("N",), {}, {}, {}), weights, 3000)
    assert least > 1
    assert 0 < len(body.weights) < 2000
