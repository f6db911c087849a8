"""Words in capitals and not."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tesla_metrics.text.case_and_punctuation import Case, get_case, get_cases, has_different_case
from tesla_metrics.text.characters import pad_text
from tesla_metrics.text.word_offsets import find_word_spans

LETTERS = {Case.UNKNOWN: ".", Case.LOWER: "l", Case.CAPITAL: "C", Case.UPPER: "U"}


def told(text: str) -> str:
    forms = [word for word in text.split() if any(map(str.isalnum, word))]
    return "".join(
        LETTERS[case] for case in get_cases(pad_text(text), find_word_spans(text, forms, None))
    )


@pytest.mark.parametrize(
    ("form", "case"),
    [
        ("boat", Case.LOWER),
        ("Boat", Case.CAPITAL),
        ("I", Case.CAPITAL),
        ("BOAT", Case.UPPER),
        ("iPhone", Case.UPPER),
        ("McLeod", Case.UPPER),
        ("don't", Case.LOWER),
        ("Saint-malo", Case.CAPITAL),
        ("Élan", Case.CAPITAL),
        ("ǅ", Case.UNKNOWN),
        ("12", Case.UNKNOWN),
        ("4th", Case.LOWER),
        ("船", Case.UNKNOWN),
        ("", Case.UNKNOWN),
    ],
)
def test_words(form: str, case: Case) -> None:
    assert get_case(form) is case


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("The boat of Anna", ".llC"),
        ("the Boat", ".C"),
        # A sentence may begin after these, with or without space.
        ("We sail . The boat is old ! Anna rows", ".l.lll.l"),
        ("He said : “ Nobody rows ”", ".l.l"),
        ("(Nobody rows) ¿ Quién rema ?", ".l.l"),
        ("- One boat\u3000• Two boats", ".l.l"),
        # A comma ends none.
        ("We sail , Anna rows", ".lCl"),
        # In headlines capitals say nothing, but a single such word is none.
        ("THE BOAT SINKS IN 2024", "....."),
        ("THE BOAT OF Anna", ".UUC"),
        ("A BOAT SINKS", "..."),
        ("ANNA AND I", "..."),
        ("À MOI", ".."),
        ("ANNA BUYS AN iPhone", ".UUU"),
        ("Plan B", ".C"),
        ("I , B and C", ".ClC"),
        ("A , B , C", ".CC"),
        ("NATO", "."),
        ("We saw NATO", ".lU"),
        ("12 Boats", ".C"),
        ("", ""),
    ],
)
def test_texts(text: str, expected: str) -> None:
    assert told(text) == expected


@pytest.mark.parametrize(
    ("text", "word", "expected"),
    [
        ("dans l'Europe", "Europe", Case.CAPITAL),
        ("dans l’europe", "europe", Case.LOWER),
        ("near Saint-Malo", "Malo", Case.CAPITAL),
        ("he said 'Nobody'", "Nobody", Case.UNKNOWN),
        ("near – Malo", "Malo", Case.UNKNOWN),
        ("'Nobody", "Nobody", Case.UNKNOWN),
    ],
)
def test_what_stands_between_letters_ends_nothing(text: str, word: str, expected: Case) -> None:
    start = text.index(word)
    assert get_cases(text, [(0, 1), (start, start + len(word))])[1] is expected


def test_what_stands_nowhere_is_free() -> None:
    assert get_cases("a Boat", [None, (2, 6)]) == [Case.UNKNOWN, Case.CAPITAL]


@given(st.text(max_size=30))
def test_any_text(text: str) -> None:
    forms = text.split()
    found = get_cases(pad_text(text), find_word_spans(text, forms, None))
    assert len(found) == len(forms)
    assert not found or found[0] is Case.UNKNOWN


def test_what_is_miscased() -> None:
    assert has_different_case(Case.LOWER, Case.CAPITAL)
    assert has_different_case(Case.UPPER, Case.CAPITAL)
    for case in Case:
        assert not has_different_case(case, case)
        assert not has_different_case(case, Case.UNKNOWN)
        assert not has_different_case(Case.UNKNOWN, case)
