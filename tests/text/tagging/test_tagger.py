"""Tagging: the fast way equals the obvious one, whatever the words."""

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tesla_metrics.files.resource import Resource
from tesla_metrics.text.lemmatizer import Lemmatizer
from tesla_metrics.text.tagging import Tagger
from tesla_metrics.text.tagging import tagger as tagging_tagger
from tesla_metrics.text.tagging.features import (
    get_label_features,
    get_unlisted_kind,
    get_word_features,
    join_feature,
    normalize_form,
)
from tesla_metrics.text.tagging.tagger import TaggerContent, decode_body, decode_weights
from tesla_metrics.text.tagging.training import train_tagger
from tesla_metrics.text.tagging.training_examples import Limits

WORDS = "the The old ship SHIP books Books left train to they She Dublin Cork new , . 12 7th slowly"
words = st.one_of(st.sampled_from(WORDS.split()), st.text(min_size=1, max_size=8))


@pytest.fixture(scope="module")
def resource() -> Resource:
    """Trained on a few words, some listed and some ambiguous."""
    text = (
        "The/DET_DT old/ADJ_JJ ship/NOUN_NN left/VERB_VBD ./PUNCT_.",
        "They/PRON_PRP ship/VERB_VBP the/DET_DT old/ADJ_JJ books/NOUN_NNS ./PUNCT_.",
        "She/PRON_PRP books/VERB_VBZ the/DET_DT train/NOUN_NN to/ADP_IN Cork/PROPN_NNP ./PUNCT_.",
    )
    pairs = [[item.replace("_", " ").split("/") for item in line.split()] for line in text]
    corpus = [[(form, label) for form, label in sentence] for sentence in pairs]
    return train_tagger(corpus, language="en", iterations=9, limits=Limits(label=1, listed=3))


@pytest.fixture
def tagger(resource: Resource) -> Tagger:
    """With an empty memo."""
    return Tagger(resource)


def tag_slowly(body: TaggerContent, language: str, forms: list[str]) -> list[str]:
    """Every feature of every candidate of every token, added up one by one."""
    lemmatizer = Lemmatizer(language)
    padded = ["", "", *forms, "", ""]
    candidates, kinds = [], []
    for form in padded:
        listed = body.candidates_by_word.get(normalize_form(form))
        kind = get_unlisted_kind(form) if listed is None else ",".join(map(str, listed))
        kinds.append(kind)
        candidates.append(
            listed or body.candidates_by_kind.get(kind) or tuple(range(len(body.labels)))
        )
    seen = [
        get_word_features(form, lemmatizer.base_lemma(form), lemmatizer.is_listed(form), kind)
        for form, kind in zip(padded, kinds, strict=True)
    ]
    labels = ["", ""]
    for here in range(2, len(padded) - 2):
        previous = labels[-1]
        features = [
            *seen[here].current,
            *(seen[here].at_sentence_start if here == 2 else seen[here].inside_sentence),
            *(join_feature(stem, previous.split(" ")[0]) for stem in seen[here].previous_stems),
            *(join_feature(stem, kinds[here + 1]) for stem in seen[here].next_stems),
            *get_label_features(previous, labels[-2]),
            *seen[here - 1].for_next,
            *seen[here - 2].for_second_next,
            *seen[here + 1].for_previous,
            *seen[here + 2].for_second_previous,
        ]
        scores = dict.fromkeys(candidates[here], 0)
        for feature in features:
            for label, weight in decode_weights(body.weights.get(feature, "")):
                if label in scores:
                    scores[label] += weight
        best = max(scores.values())
        labels.append(body.labels[min(label for label in scores if scores[label] == best)])
    return labels[2:]


@given(st.lists(words, max_size=7))
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_equals_obvious_scoring(resource: Resource, tagger: Tagger, forms: list[str]) -> None:
    expected = tag_slowly(decode_body(resource.body), "en", forms)
    assert [" ".join(tag) for tag in tagger.tag(forms)] == expected


def test_empty_sentence(tagger: Tagger) -> None:
    assert tagger.tag([]) == []


def test_other_scripts(tagger: Tagger) -> None:
    forms = ["Привет", "世界", "שלום", "🙂", "...", "１２", "e\u0301te\u0301"]
    tags = tagger.tag(forms)
    assert len(tags) == len(forms)
    assert {" ".join(tag) for tag in tags} <= set(tagger.labels)


def test_memo_starts_afresh(tagger: Tagger, monkeypatch: pytest.MonkeyPatch) -> None:
    forms = ["The", "old", "books", "arrived", "."]
    before = tagger.tag(forms)
    monkeypatch.setattr(tagging_tagger, "MEMO_WORDS", 2)
    assert tagger.tag(forms) == before
    assert tagger.tag(forms) == before


def test_words_with_one_label_need_no_scores(tagger: Tagger) -> None:
    entry = tagger.lexicon.create_entry("the")
    assert tagger.labels[entry.single_label] == "DET DT"
    assert not entry.by_previous_label


def test_labels_and_name(tagger: Tagger) -> None:
    assert "VERB VBD" in tagger.labels
    assert tagger.name == "tagger-en"
