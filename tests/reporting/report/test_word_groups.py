"""Words of the references by class and frequency, and what systems get of them."""

import numpy as np

from tesla_metrics import Bleu, TeslaM
from tesla_metrics.core.encoding.pairs import Pairs
from tesla_metrics.files.sentence import Sentence, Token
from tesla_metrics.reporting.report.study import ReportVocabulary
from tesla_metrics.reporting.report.word_groups import (
    GroupMatches,
    add_exact_matches,
    add_graded_matches,
    analyze_references,
)

from .toys import toy_drawings

REFERENCES = ["The old harbour sleeps.", "Dogs bark!", "..."]


def test_classes_and_frequencies_of_a_language() -> None:
    words = analyze_references(REFERENCES, [Bleu(), TeslaM(lang="en")])
    assert words is not None
    classes, frequencies = words.groups
    shown = [[classes.names[place] for place in of] for of in classes.group_indices]
    assert shown[0][:3] == ["determiners", "adjectives", "nouns"]
    assert shown[2] == []
    assert words.starts[0].tolist() == [0, 4, 8, 16]
    the, harbour = frequencies.group_indices[0][0], frequencies.group_indices[0][2]
    assert frequencies.names[the] == "1 in 10"
    assert harbour > the


def test_without_a_table_references_are_counted() -> None:
    words = analyze_references(["mbwa mbwa", "paka mbwa"], [TeslaM(lang="und")])
    assert words is not None
    (frequencies,) = words.groups
    assert [frequencies.names[place] for place in frequencies.group_indices[1]] == [
        "once",
        "3–5 times",
    ]


def test_without_a_language_there_is_nothing() -> None:
    assert analyze_references(REFERENCES, [Bleu()]) is None


def test_given_analyses_are_used() -> None:
    given = Sentence("wuf wuf", (Token("wuf", "wuf", "NOUN"), Token("wuf", "wuf", "VERB")))
    words = analyze_references([given], [TeslaM(lang="en")])
    assert words is not None
    assert words.groups[0].names == ["nouns", "verbs"]


def test_equal_words_are_got() -> None:
    words = analyze_references(REFERENCES[:2], [TeslaM(lang="en")])
    assert words is not None
    names, sums = ReportVocabulary(), GroupMatches(words.groups, 2)
    outputs = (["the old harbour", "Dogs"], ["harbour", "cats bark"])
    add_exact_matches(
        sums, words, names, [names.number_texts([text] for text in own) for own in outputs]
    )
    table = sums.build_records()[0]
    shares = dict(zip(table["names"], table["got"], strict=True))  # type: ignore[call-overload]
    assert shares["adjectives"] == [1.0, 0.0]
    assert sum(table["words"]) == 6  # type: ignore[call-overload]


def test_drawn_words_are_got_by_weight_and_similarity() -> None:
    """The first of three flows has the similarity 3/4."""
    words = analyze_references(["The old harbour"], [TeslaM(lang="en")])
    assert words is not None
    sums = GroupMatches(words.groups, 1)
    drawings = toy_drawings(Pairs.from_lines(["the old dog"], ["The old harbour"]))
    add_graded_matches(sums, words, drawings, np.array([0]), np.array([0]))
    table = sums.build_records()[0]
    shares = dict(zip(table["names"], table["got"], strict=True))  # type: ignore[call-overload]
    assert shares == {"determiners": [0.75], "adjectives": [1.0], "nouns": [0.0]}
