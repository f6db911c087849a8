"""The form that text is brought to first."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tesla_metrics.text.tokenizers import get_tokenizer, normalize


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("plain", "plain"),
        ("e\u0301t\u00ade\u200b", "éte"),
        ("it’s ‘so’ l’", "it's ‘so’ l’"),
        ("a\x00b\x85c\ufeff", "a b c"),
        ("e\u200b\u0301", "é"),
        ("a\u200db", "a\u200db"),
    ],
)
def test_form(text: str, expected: str) -> None:
    assert normalize(text) == expected


@given(st.text(st.characters(exclude_categories=())))
def test_normalising_twice_changes_nothing(text: str) -> None:
    assert normalize(normalize(text)) == normalize(text)


@given(st.text(st.characters(exclude_categories=())), st.sampled_from(["en", "fr", "es", "th"]))
def test_tokens_come_from_the_normal_form(text: str, lang: str) -> None:
    tokenizer = get_tokenizer(lang)
    assert tokenizer.tokenize(normalize(text)) == tokenizer.tokenize(text)


def test_control_characters_part_words_and_leave_no_token() -> None:
    assert get_tokenizer("en").tokenize("a\x00b \x01 \u200b c\u00adat") == ["a", "b", "cat"]
