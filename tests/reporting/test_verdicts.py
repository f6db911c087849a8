"""What a comparison means, in words."""

from dataclasses import replace

import pytest

from reporting.compared import comparison, pair
from tesla_metrics.reporting.comparison import describe_clusters, describe_pairs, format_p_value


@pytest.mark.parametrize(
    ("p", "words"),
    [
        (0.000999, "p < .001"),
        (0.004, "p = .004"),
        (0.0501, "p = .050"),
        (0.25, "p = .250"),
        (0.9999, "p = 1"),
        (1.0, "p = 1"),
    ],
)
def test_p_values(p: float, words: str) -> None:
    assert format_p_value(p) == words


def test_better_worse_and_neither() -> None:
    found = comparison(
        pair("m", 0.25, 0.004),
        pair("n", -2.5, 0.03, better="b"),
        pair("o", 0.5, 0.02),
        pair("p", -0.1, 0.4, better="b"),
    )
    assert list(describe_pairs(found)) == [
        "a is better than b by m (p = .004) and o (p = .020), worse by n (p = .030); "
        "they do not differ significantly by p (p = .400)."
    ]


def test_the_better_system_comes_first() -> None:
    found = comparison(pair("m", 0.1, 0.5), pair("ter", 3.0, 0.01, better="b"))
    assert list(describe_pairs(found)) == [
        "b is better than a by ter (p = .010); they do not differ significantly by m (p = .500)."
    ]


def test_nothing_to_tell() -> None:
    found = comparison(pair("m", 0.1, 0.5), pair("n", 0.0, 1.0, better=None))
    assert list(describe_pairs(found)) == [
        "a and b do not differ significantly by m (p = .500) or n (p = 1)."
    ]


def test_the_first_test_decides() -> None:
    rows = [pair("m", 0.1, 0.5), replace(pair("m", 0.1, 0.001), test="sign")]
    found = replace(comparison(*rows), metrics=("m",), tests=("bootstrap", "sign"))
    assert list(describe_pairs(found)) == ["a and b do not differ significantly by m (p = .500)."]


def test_clusters() -> None:
    found = comparison(pair("m", 0.25, 0.004), pair("n", -0.1, 0.3, better="b"))
    assert list(describe_clusters(found)) == ["By m: a > b.", "By n: b, a."]
