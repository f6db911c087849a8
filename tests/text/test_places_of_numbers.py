"""Which words make which numbers."""

import pytest

from tesla_metrics.text.numbers import find_missing_values, find_numbers, locate_numbers


@pytest.mark.parametrize(
    ("lang", "text", "expected"),
    [
        ("en", "two hundred and five dogs and 3 cats", [("205", (0,)), ("3", (3,))]),
        ("en", "from 20 30 to 40", [("20", (1,)), ("30", (2,)), ("40", (4,))]),
        ("en", "about 3.5 million people and 2 million 300", [
            ("3500000", (1,)), ("2000000", (4,)), ("300", (5,)),
        ]),
        ("en", "no number here and there", []),
        ("de", "zweihundert drei", [("200", (0,)), ("3", (1,))]),
    ],
)  # fmt: skip
def test_places(lang: str, text: str, expected: list[tuple[str, tuple[int, ...]]]) -> None:
    assert locate_numbers(find_numbers(text.split(), lang)) == expected


def test_what_the_other_lacks() -> None:
    own, other = [("2", (0,)), ("2", (3,)), ("7", (5,))], [("2", (1,)), ("9", (2,))]
    assert find_missing_values(own, other) == [("2", (3,)), ("7", (5,))]
    assert find_missing_values(other, own) == [("9", (2,))]
