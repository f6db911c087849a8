"""Words in their text, and stretches of text on words."""

import pytest

from tesla_metrics import TeslaM
from tesla_metrics.explanation.sides import distribute_on_words, find_spans, make_side
from tesla_metrics.metrics.tesla_s import TeslaS


def test_words_are_found_one_after_another() -> None:
    assert find_spans("the cat, the dog", ["the", "cat", "the", "dog"]) == [
        (0, 3),
        (4, 7),
        (9, 12),
        (13, 16),
    ]


def test_case_does_not_matter() -> None:
    side = make_side("The Cat", ["the", "cat"], [0.1, 1.0])
    assert [word.text for word in side.words] == ["The", "Cat"]


@pytest.mark.parametrize(
    ("text", "forms", "places"),
    [
        ("cafe\u0301 nai\u0308ve", ["café", "naïve"], ["cafe\u0301", "nai\u0308ve"]),
        ("Istanbul İS a big CITY", ["istanbul", "İS", "a", "big", "city"], None),
        ("so\u00adft \u200bdog", ["soft", "dog"], ["so\u00adft", "dog"]),
        ("it’s ’tis", ["it's", "’tis"], None),
        ("ΟΔΟΣ οδός", ["οδος", "ΟΔΌΣ"], None),
        (
            "\u1112\u1161\u11ab\u1100\u116e one",
            ["한구", "one"],
            ["\u1112\u1161\u11ab\u1100\u116e", "one"],
        ),
        ("ＡＢ ｃ", ["ab", "c"], None),
    ],
    ids=["composed", "longer in lower case", "invisible", "apostrophes", "sigma", "hangul", "wide"],
)
def test_other_ways_to_write(text: str, forms: list[str], places: list[str] | None) -> None:
    assert [text[a:b] for a, b in find_spans(text, forms)] == (places or text.split())


def test_a_word_is_not_part_of_another_one_further_on() -> None:
    assert find_spans("du pain des", ["de", "le", "pain", "des"]) == [
        (0, 2),
        (0, 2),
        (3, 7),
        (8, 11),
    ]
    # Where words are not set apart there is no telling.
    assert find_spans("二十三号楼", ["23", "号", "楼"]) == [(0, 3), (3, 4), (4, 5)]


def test_much_that_is_no_word_between() -> None:
    text = "- - - - - - - - - - - - hello . . . . . . . . . . . . world"
    assert [text[a:b] for a, b in find_spans(text, ["hello", "world"])] == ["hello", "world"]


def test_what_is_invisible_is_nowhere() -> None:
    assert find_spans("ab", ["\u00ad", "ab"]) == [(0, 0), (0, 2)]


def test_parts_that_are_not_written_share_what_is_between() -> None:
    side = make_side(
        "ein Haustürschlüssel hier", ["ein", "Haus", "Tür", "Schlüssel", "hier"], [1] * 5
    )
    assert {(word.start, word.end) for word in side.words[1:4]} <= {
        (4, 20),
        (4, 8),
        (8, 11),
        (11, 20),
    }
    normalised = make_side("vor it’s nach", ["vor", "it's", "nach"], [1] * 3)
    assert (normalised.words[1].start, normalised.words[1].end) == (4, 8)
    assert normalised.words[1].text == "it's"


def test_a_text_without_words_is_one_word() -> None:
    (word,) = make_side("  ?! ", [], []).words
    assert (word.text, word.start, word.end, word.weight) == ("?!", 2, 4, 0.0)
    assert make_side("  ", [], []).words == ()


def test_stretches_fall_on_words() -> None:
    side = make_side("ab, cd", ["ab", "cd"], [1, 1])
    assert distribute_on_words(side, [(0, 2, 1.0)]).tolist() == [1.0, 0.0]
    assert distribute_on_words(side, [(2, 4, 1.0)]).tolist() == [
        1.0,
        0.0,
    ]  # between: the word before
    assert distribute_on_words(side, [(1, 5, 1.0)]) == pytest.approx([0.75, 0.25])
    assert distribute_on_words(side, [(6, 7, 1.0)]).tolist() == [0.0, 1.0]  # past the end
    assert distribute_on_words(side, [(4, 4, 1.0)]).tolist() == [0.0, 1.0]  # of no width


@pytest.mark.parametrize("metric", [TeslaM, TeslaS])
def test_what_the_analyser_splits_stays_where_it_is(metric: type[TeslaM | TeslaS]) -> None:
    text = "Le chat du  roi et le chien des cafe\u0301s"
    words = metric(lang="fr").explain("x", text).best.reference.words
    found = [text[word.start : word.end] for word in words]
    assert found[:5] == ["Le", "chat", "du", "du", "roi"]
    assert [word.text for word in words[2:4]] == ["de", "le"]
    assert found[5:8] == ["et", "le", "chien"]
    assert found[-1] == "cafe\u0301s"
