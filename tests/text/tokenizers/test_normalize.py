"""The form that text is brought to first."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tesla_metrics.text.tokenizers import find_invisible_characters, get_tokenizer, normalize


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("plain", "plain"),
        ("e\u0301t\u00ade\u200b", "éte"),
        ("it’s ‘so’ l’", "it's ‘so’ l’"),
        ("a\x00b\x85c\ufeff", "a b c"),
        ("e\u200b\u0301", "é"),
        ("a\u200db", "ab"),
        ("a\u200cb\u200d", "ab"),
        ("a\ufe0f\u034f\u061c\u2063b", "ab"),
        ("👩\u200d🚀\u200d", "👩\u200d🚀"),
        ("❤\ufe0f\u200d🔥", "❤\u200d🔥"),
        ("🙂\u200d↔\ufe0f", "🙂\u200d↔"),
        ("🏴\U000e0067\U000e007f a\U000e0041", "🏴\U000e0067\U000e007f a"),
        # Persian: between letters that would be joined, but not at the end or after other letters.
        ("می\u200cروم", "می\u200cروم"),
        ("می\u200c\u200cروم", "می\u200cروم"),
        ("خانه\u200c", "خانه"),
        ("کار\u200cها", "کارها"),
        # Indic scripts: with a virama.
        ("क्\u200dष क्\u200cष", "क्\u200dष क्\u200cष"),
        ("क\u200dष क\u200cष", "कष कष"),
        ("അവന്\u200d", "അവന്\u200d"),
        ("র\u200d্য", "র\u200d্য"),
        ("１２３４", "1234"),
        ("１，２３４．５０ ８：４０", "1,234.50 8:40"),
        ("２，３４", "2，34"),
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


JOINERS = "a1 \u200c\u200d\ufe0f\u00ad\u06cc\u0631\u0915\u094d👩🚀\U000e0067"


@given(st.text(JOINERS, max_size=10))
def test_invisible_characters_are_those_that_are_removed(text: str) -> None:
    invisible = find_invisible_characters(text)
    visible = "".join(char for index, char in enumerate(text) if index not in invisible)
    assert visible == normalize(text)


@given(st.text(JOINERS, max_size=10))
def test_normalised_text_with_joiners_stays_as_it_is(text: str) -> None:
    assert normalize(normalize(text)) == normalize(text)
