"""Which words make which numbers."""

import pytest

from tesla_metrics.analysis.numbers import numbers
from tesla_metrics.analysis.numbers.places import changed, place_numbers


@pytest.mark.parametrize(
    ("lang", "text", "expected"),
    [
        ("en", "two hundred and five dogs and 3 cats", [("205", (0, 1, 2, 3)), ("3", (6,))]),
        ("en", "from 20 30 to 40", [("20", (1,)), ("30", (2,)), ("40", (4,))]),
        ("en", "3.5 million people", [("3500000", (0, 1))]),
        ("en", "no number here and there", []),
        ("de", "zweihundert drei", [("200", (0,)), ("3", (1,))]),
    ],
)
def test_places(lang: str, text: str, expected: list[tuple[str, tuple[int, ...]]]) -> None:
    forms = text.split()
    found = place_numbers(forms, lang)
    assert [digits for digits, _ in found] == numbers(forms, lang).together
    assert list(found) == expected


def test_long_lists_share_their_words() -> None:
    forms = [str(1000 + number) for number in range(60)]
    found = place_numbers(forms, "en")
    assert [digits for digits, _ in found] == forms
    assert found[0][1] == tuple(range(60))


def test_what_the_other_lacks() -> None:
    own, other = [("2", (0,)), ("2", (3,)), ("7", (5,))], [("2", (1,)), ("9", (2,))]
    assert changed(own, other) == [("2", (3,)), ("7", (5,))]
    assert changed(other, own) == [("9", (2,))]
