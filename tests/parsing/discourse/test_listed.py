"""Connectives that no annotated text of ours has, found with what is shipped."""

import pytest

from model_training.discourse_training import select_unseen_strings
from tesla_metrics.parsing.discourse.connectives import LISTED_SENSES
from tesla_metrics.parsing.discourse.parser import DiscourseParser, load_discourse
from tesla_metrics.parsing.discourse.relation import TOP_SENSES
from tesla_metrics.parsing.discourse.relation_records import join_words


@pytest.fixture(scope="module")
def parser() -> DiscourseParser:
    return load_discourse("en")


@pytest.mark.parametrize(
    ("text", "connective", "top"),
    [
        ("The mayor opened the bridge. Meanwhile, workers cleaned it.", "meanwhile", "Temporal"),
        ("We painted the door. Meanwhile the cat slept.", "meanwhile", "Temporal"),
        ("Red paint is cheap. By contrast, blue paint is dear.", "by contrast", "Comparison"),
        ("The choir sang well. The band, in contrast, played badly.", "in contrast", "Comparison"),
        ("Cats sleep all day. Similarly, lions rest for hours.", "similarly", "Comparison"),
        (
            "The pump broke. As a consequence, we got wet.",
            "as a consequence",
            "Contingency",
        ),
        ("They sold the house. Shortly afterwards, they left.", "shortly afterwards", "Temporal"),
        ("We may stay, provided that it rains.", "provided that", "Contingency"),
        ("The team lost. To sum up, the season is over.", "to sum up", "Expansion"),
    ],
)
def test_found(parser: DiscourseParser, text: str, connective: str, top: str) -> None:
    ((document, relations),) = parser.parse([text])
    (found,) = (one for one in relations if one.explicit)
    assert (found.connective, found.top) == (connective, top)
    assert join_words(document, found.arg1).split()[0] == text.split()[0]
    assert join_words(document, found.arg2)


@pytest.mark.parametrize(
    "text",
    [
        "But we left.",
        "But.",
        "And and and.",
        "We left, however.",
        "I would go, but ...",
        "1 and 2 but",
    ],
)
def test_both_arguments_have_words_or_nothing_is_reported(
    parser: DiscourseParser, text: str
) -> None:
    for before in ("", "It rained all day. "):
        ((document, relations),) = parser.parse([before + text])
        for one in relations:
            assert any(map(str.isalnum, join_words(document, one.arg1)))
            assert any(map(str.isalnum, join_words(document, one.arg2)))


def test_every_one_has_senses() -> None:
    assert all(
        sense.partition(".")[0] in TOP_SENSES for own in LISTED_SENSES.values() for sense in own
    )
    assert select_unseen_strings([]) == list(LISTED_SENSES)
