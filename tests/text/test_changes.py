"""Changed numbers, worked by hand."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tesla_metrics.text.numbers import compute_changed_numbers, extract_digits, find_numbers


@pytest.mark.parametrize(
    ("form", "digits"),
    [("cat", ""), ("20th", "20"), ("3-4", "34"), ("٣", "3"), ("x²", ""), ("", ""), ("7", "7")],
)
def test_digits(form: str, digits: str) -> None:
    assert extract_digits(form) == digits


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", []),
        ("a cat", []),
        ("12 cats", ["12"]),
        ("10 000 cats", ["10000"]),
        ("1 000 000 cats", ["1000000"]),
        ("10 cats 000", ["10", "000"]),
        ("10 00", ["10", "0"]),
        ("10 0000", ["10", "0000"]),
        ("10th 000", ["10", "000"]),
        ("10 000th", ["10", "000"]),
        ("10 000th 100", ["10", "000", "100"]),
        ("the 3rd of 5", ["3", "5"]),
    ],
)
def test_numbers(text: str, expected: list[str]) -> None:
    found = find_numbers(text.split(), "und")
    assert found.composed == expected
    assert found.separate == expected


@pytest.mark.parametrize(
    ("reference", "candidate", "share"),
    [
        ("", "", 0),
        ("12", "12", 0),
        ("12", "13", 1),
        ("12", "", 0),  # missing, not changed
        ("", "12", 0),
        ("12 30", "30 12", 0),
        ("12 30", "12 31", 1 / 2),
        ("12 30", "12", 0),
        ("12 30 7", "13 30", 1 / 3),
        ("12 30 7", "1 2 3", 1),
        ("9 30", "930", 0),  # cut otherwise
        ("930", "9 30", 0),
        ("9 30", "30 9 8", 0),
        ("5 5", "5 6", 1 / 2),
        ("5 5 5", "5", 0),
    ],
)
def test_changed_numbers(reference: str, candidate: str, share: float) -> None:
    x, y = find_numbers(reference.split(), "und"), find_numbers(candidate.split(), "und")
    assert compute_changed_numbers(x, y) == pytest.approx(share)
    assert compute_changed_numbers(y, x) == compute_changed_numbers(x, y)


some_numbers = st.lists(st.sampled_from(["1", "2", "12", "3"]), max_size=5)


@given(some_numbers, some_numbers)
def test_any_numbers(one: list[str], two: list[str]) -> None:
    x, y = find_numbers(one, "und"), find_numbers(two, "und")
    assert 0 <= compute_changed_numbers(x, y) <= 1
    assert compute_changed_numbers(x, y) == compute_changed_numbers(y, x)
    assert compute_changed_numbers(x, find_numbers(sorted(one), "und")) == 0


def test_a_point_counts() -> None:
    forms = ["1.5", "15", "1.5", "500"]
    assert find_numbers(forms, "und").composed == forms
    assert changed("1.5", "15") == 1.0
    assert changed("9.30", "9 30") == 0.0


def changed(reference: str, candidate: str, lang: str = "und") -> float:
    return compute_changed_numbers(
        find_numbers(reference.split(), lang), find_numbers(candidate.split(), lang)
    )


@pytest.mark.parametrize(
    ("lang", "reference", "candidate", "share"),
    [
        ("en", "two hundred and five boats", "205 boats", 0),
        ("en", "two hundred and five boats", "206 boats", 1),
        ("en", "two hundred and five boats", "two hundred and six boats", 1),
        ("en", "3.5 million", "3,500,000", 0),
        ("en", "3.5 million", "3.5 million", 0),
        ("en", "5 million", "5 billion", 1),
        ("en", "one million", "a million", 0),
        ("en", "two hundred and five boats", "two hundred boats", 1),
        ("es", "ciento uno", "ciento dos", 1),
        # Thousands and millions may be missing.
        ("en", "twenty to thirty million", "twenty million to thirty million", 0),
        ("en", "20 to 30 million", "20 million to 30 million", 0),
        ("en", "5 million", "5m", 0),
        ("en", "three million people", "one million people", 1),
        ("en", "two million people", "1,000,000 people", 1),
        ("en", "one million people", "1,000,000 people", 0),
        ("en", "two thousand people", "1000 people", 1),
        ("en", "nineteen eighty", "1980", 0),
        ("de", "einundzwanzig boote", "21 boote", 0),
        ("de", "3,5 millionen", "3.500.000", 0),
        ("fr", "deux cent cinq mille", "205 000", 0),
        ("es", "dos mil barcos", "2.000 barcos", 0),
        ("es", "20 por ciento", "20 %", 0),
        ("cs", "dvacet jedna", "jednadvacet", 0),
        ("cs", "dvě stě lodí", "300 lodí", 1),
    ],
)
def test_changed_words(lang: str, reference: str, candidate: str, share: float) -> None:
    assert changed(reference, candidate, lang) == share
    assert changed(candidate, reference, lang) == share
