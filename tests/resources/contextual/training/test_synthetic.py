"""Sentences made of others: what each edit does, and that the same seed makes the same."""

from random import Random

import pytest

from tesla_metrics.resources.contextual.training.meaning_changing import MeaningChangingEdits
from tesla_metrics.resources.contextual.training.meaning_preserving import MeaningPreservingEdits
from tesla_metrics.resources.contextual.training.sentence_edits import (
    SPELT_NUMBERS,
    TrainingVocabulary,
    change_digits,
    find_name_indices,
    make_number_variants,
    replace_word,
    split_punctuation,
)
from tesla_metrics.resources.contextual.training.synthetic_pairs import (
    CONTRAST_NAMES,
    ContrastingEdits,
    JudgedSegment,
    make_synthetic_pairs,
)
from tesla_metrics.text.synonyms import load_synonyms

TEXTS = [
    "Yesterday the mayor of Kingsbridge met two farmers near the old mill.",
    "The teacher from Kingston was not aware of the 35 letters, said Anderson.",
    "In the evening the farmers walked home, and the teacher walked with them.",
    "The bridge near Ashford will cost 1,500,000 pounds, or 3 million in the end.",
    "Farmers walking near the mill found twelve letters of the mayor on Monday.",
] * 6


@pytest.fixture
def vocabulary() -> TrainingVocabulary:
    return TrainingVocabulary(text.split() for text in TEXTS)


def edits(
    vocabulary: TrainingVocabulary, seed: int
) -> tuple[MeaningChangingEdits, MeaningPreservingEdits, ContrastingEdits]:
    drawn = Random(seed)
    harm = MeaningChangingEdits(drawn, vocabulary)
    forms = {"walked": "walk", "walking": "walk", "letters": "letter"}
    kindness = MeaningPreservingEdits(drawn, vocabulary, load_synonyms("en"), forms)
    return harm, kindness, ContrastingEdits(drawn, vocabulary, harm, kindness)


def test_words_and_names() -> None:
    assert split_punctuation('"mill,"') == ('"', "mill", ',"')
    assert split_punctuation("--") == ("--", "", "")
    assert replace_word(["the", "(mill)"], 1, "bridge") == ["the", "(bridge)"]
    words = TEXTS[1].split()
    assert [words[place] for place in find_name_indices(words)] == ["Kingston", "Anderson."]
    assert find_name_indices("Mayor Of Kingsbridge Met Farmers".split()) == []


def test_vocabulary(vocabulary: TrainingVocabulary) -> None:
    assert {"Kingston", "Anderson", "Ashford"} <= set(vocabulary.names)
    assert "the" in vocabulary.function_words


@pytest.mark.parametrize("seed", range(5))
def test_all_edits_change_something(seed: int, vocabulary: TrainingVocabulary) -> None:
    vocabulary.function_words = {"the", "of", "in", "and"}
    harm, kindness, contrast = edits(vocabulary, seed)
    for text in TEXTS[:5]:
        words = text.split()
        made = harm.apply_random_edit(words)
        assert made is not None
        for one in filter(None, (made, kindness.apply_random_edit(words))):
            assert one[1] != words
        for which in CONTRAST_NAMES:
            two = contrast.make(which, words)
            assert two is None or (words not in two and two[0] != two[1])


def test_numbers() -> None:
    assert SPELT_NUMBERS[35] == "thirty-five"
    found = {
        one.rewritten: one.different
        for one in make_number_variants(
            "It cost 1,500,000 or 3 million, not 35 or twelve.".split(), Random(1)
        )
    }
    assert set(found) == {"1.5 million", "3,000,000,", "thirty-five", "12."}
    assert not set(found.values()) & {"1,500,000", "3 million,", "35", "twelve."}
    assert change_digits("7", Random(2)) not in (None, "7", "0")
    assert change_digits("14:30", Random(2)) != "14:30"


def test_names_are_misspelt_or_others(vocabulary: TrainingVocabulary) -> None:
    contrast = edits(vocabulary, 3)[2]
    made = [contrast.make("name", TEXTS[1].split()) for _ in range(20)]
    for two in filter(None, made):
        wrong = [word for word in two[0] if word not in TEXTS[1].split()]
        other = [word for word in two[1] if word not in TEXTS[1].split()]
        assert len(wrong) == len(other) == 1
        assert split_punctuation(other[0])[1] in vocabulary.names
        assert split_punctuation(wrong[0])[1] not in vocabulary.names


def test_the_same_for_the_same_seed() -> None:
    segments = [JudgedSegment(text, [TEXTS[2]]) for text in TEXTS]
    made = make_synthetic_pairs(segments, "en", 4)
    assert made == make_synthetic_pairs(segments, "en", 4)
    assert made != make_synthetic_pairs(segments, "en", 5)
    assert {one.is_contrast for one in made} == {True, False}
    assert all(one.better != one.worse for one in made)


def test_other_languages_and_empty_texts() -> None:
    segments = [JudgedSegment("Ein alter Hund schlief unter der Brücke in Bremen.", [""])] * 3
    assert make_synthetic_pairs([*segments, JudgedSegment("", [])], "de", 1)
    assert make_synthetic_pairs(segments, "xx", 1)
