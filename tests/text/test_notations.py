"""The same number in other notations, and which words make it."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tesla_metrics.text.languages import Language
from tesla_metrics.text.languages.registry import get_number_format
from tesla_metrics.text.numbers import (
    canonicalize,
    compute_changed_numbers,
    find_minutes,
    find_numbers,
    resolve_readings,
)
from tesla_metrics.text.word_offsets import find_spans

SAME = {
    "en": [
        "3.5 billion|3.5bn|3,500,000,000",
        "1.5 million|1,500,000|1.5mn|1500000|one million five hundred thousand",
        "200 thousand|200k|200,000|two hundred thousand",
        "the fourth|the 4th",
        "the 21st|the 21",
        "8:40 pm|20:40|8.40 p.m.",
        "8 pm|20:00|20",
        "12:15 am|0:15",
        "12 pm|12",
        "3 ½|3.5|3.50",
        "½|half|50",
        "-5|\u22125|minus 5|minus five",
        "1.0|1|1.00",
    ],
    "de": [
        "3,5 milliarden|3,5 mrd.|3.500.000.000|3,5mrd",
        "1,2 mio.|1.200.000",
        "vierte|4.|vierten|4",
        "minus fünf grad|-5 grad|\u22125 grad",
        "einundzwanzig|21",
        "9.30 uhr|9:30 uhr",
        "zweieinhalb|2,5|2 ½",
        "anderthalb|eineinhalb|anderthalben|1,5",
        "zwölfeinhalb millionen|12,5 mio.|12.500.000",
        "8.40 abends|20.40",
    ],
    "fr": [
        "3,5 milliards|3,5 mds|3 500 000 000",
        "douzième|12e|12ème",
        "premier|1er",
        "moins 20|-20|moins vingt",
        "au moins 20|vingt|le moins 20|plus ou moins 20",
        "1 800 000|1,8 million",
        "1 234,50|1234,50|1.234,50|1 234,5|1\u00a0234,50|1\u202f234,50|1'234,50",
        "1 050,50|1050,5|1.050,50",
        "1 000,00|1000|1 000",
        "-123 456,7|moins 123 456,7|-123456,7",
        "1 234 567,89|1234567,89",
    ],
    "ru": [
        "1 234,50|1234,50|1.234,50",
        "8:40 вечера|20:40",
        "8:40 утра|8:40|08:40",
        "3:15 дня|15:15",
        "2:30 ночи|2:30",
        "11:30 ночи|23:30",
        "12:30 ночи|0:30",
        "12:15 дня|12:15",
    ],
    "uk": ["8:40 вечора|20:40"],
    "es": [
        "1,5 millones|1.500.000",
        "quinto|5.º|quinta|5ª",
        "menos 20|-20|\u221220",
        "por lo menos 20|al menos 20|más o menos veinte",
        "dos mil|2.000|2,000|2000",
        "8:40 p.m.|20:40",
        "2.500 millones|2500 millones|2,5 millardos|2.500.000.000",
    ],
    "cs": [
        "2,5 mil.|2 500 000|2,5 milionu",
        "3 tis.|3000|tři tisíce",
        "4 mld.|4 miliardy",
        "pátý|5.|páté",
        "minus dvacet pět|-25",
        "1 234,50|1234,50|1.234,50",
        "8:40 večer|20:40",
        "8:40 ráno|8:40",
    ],
    "zh": [
        "三 百 五 十|三百五十|350",
        "十 五|十五|15",
        "一 百 零 五|一百零五|一百〇五|105",
        "三 千 零 五 十|三千零五十|3050",
        "1.5 亿|1.5 億|一 亿 五 千 万|150000000",
        "3500 万|三 千 五 百 万|三千五百万|0.35 亿|35000000",
        "两 万 亿|二 兆",
        "百 分 之 五|百分之五|5 %",
        "百分之二十五|25 %",
        "负 五|-5",
    ],
}  # fmt: skip


@pytest.mark.parametrize(
    ("lang", "texts"), [(lang, texts) for lang, own in SAME.items() for texts in own]
)
def test_the_same(lang: str, texts: str) -> None:
    found = {tuple(read(text, lang)) for text in texts.split("|")}
    assert len(found) == 1, found
    assert len(found.pop()) <= 1


def read(text: str, lang: str) -> list[str]:
    return find_numbers(text.split(), lang).composed


@pytest.mark.parametrize(
    ("lang", "text", "expected"),
    [
        ("en", "8:40 am", "8.4"),
        ("en", "13 pm", "13"),
        ("ru", "через 3 дня", "3"),
        ("ru", "8 вечера", "8"),  # also 8 часов вечера
        ("ru", "20:40 вечера", "20.4"),
        ("en", "1.234 million", "1234000"),
        ("en", "5 100.25", "5100.25"),
        ("en", "5000 100.25", "5000 100.25"),
        ("en", "in 2015 million", "2015"),
        ("de", "zweieinhalb mal", "2.5"),
        ("de", "deinhalb halb einhalb", ""),
        ("zh", "一 个 万 一 个 千 万 别", ""),
        ("zh", "十 分", "10"),
        ("zh", "十分 千万 万一 三四", ""),
        ("zh", "零 售 5 零 售", "5"),
        ("en", "I am 40", "40"),
        ("en", "0.5 ½", "0.5 50"),
        ("en", "the second and the third", ""),
        ("en", "the 4th 500", "4 500"),
        ("en", "3.5bn 500", "3500000000 500"),
        ("en", "3.5m 20kg", "35 20"),
        ("en", "ten minus boats", "10"),
        ("en", "minus two hundred and five", "-205"),
        ("en", "minus ½", "50"),
        ("fr", "le moins", ""),
        ("und", "minus 5", "5"),
        ("und", "-5", "-5"),
    ],
)
def test_others(lang: str, text: str, expected: str) -> None:
    assert read(text, lang) == expected.split()


@pytest.mark.parametrize(
    ("lang", "text", "spans"),
    [
        ("en", "two hundred and five boats and 3", [(0, 4), (6, 7)]),
        ("en", "it has five hundred and", [(2, 4)]),
        ("en", "a hundred a boat a million", [(0, 2), (4, 6)]),
        ("en", "at 8:40 pm or 9", [(1, 3), (4, 5)]),
        ("en", "minus 5 or minus five", [(0, 2), (3, 5)]),
        ("en", "3 ½ or ½", [(0, 2), (3, 4)]),
        ("en", "two million 300 000 sheep", [(0, 2), (2, 4)]),
        ("en", "2 million 300 thousand", [(0, 4)]),
        ("en", "several thousand", []),
        ("fr", "vingt et un mille et 10 000", [(0, 4), (5, 7)]),
        ("cs", "dvě stě padesát lodí", [(0, 3)]),
        ("de", "der vierte von 2,5 mrd.", [(1, 2), (3, 5)]),
    ],
)
def test_spans(lang: str, text: str, spans: list[tuple[int, int]]) -> None:
    assert find_numbers(text.split(), lang).spans == spans


WORDS = (
    "a one two ten twenty hundred thousand million and half minus ½ pm 4th fourth 5 -5 300 1.5 3bn "
    "au moins cent et boat"
).split()


@pytest.mark.parametrize("lang", ["en", "fr", "und"])
@given(st.lists(st.sampled_from(WORDS), max_size=8))
def test_any_spans(lang: str, words: list[str]) -> None:
    """One for each number, in order, none within another."""
    found = find_numbers(words, lang)
    assert len(found.spans) == len(found.composed)
    ends = [place for span in found.spans for place in span]
    assert ends == sorted(ends)
    assert all(0 <= begin < end <= len(words) for begin, end in found.spans)


@given(st.text(max_size=8), st.sampled_from(["en", "de", "fr", "es", "cs", "und"]))
def test_any_word(form: str, lang: str) -> None:
    assert bool(canonicalize(form.lower(), lang)) is bool(form)
    found = find_numbers([form.lower()], lang)
    assert len(found.composed) == len(found.spans) <= 1


@pytest.mark.parametrize("lang", ["de", "en", "fr", "ja", "ru"])
def test_a_point_and_a_comma_are_not_the_same_separator(lang: str) -> None:
    assert read("1.234", lang) != read("1,234", lang)


@pytest.mark.parametrize(
    ("lang", "text", "other", "agree"),
    [
        # A point has no function in French: the other text decides.
        ("fr", "1.234", "1 234", True),
        ("fr", "1.234", "1,234", True),
        ("fr", "1,234", "1 234", False),
        ("cs", "-1.500", "-1,5", True),
        # In Spanish, both separators have both functions.
        ("es", "1.234", "1,234", True),
        ("es", "1,234", "1234", True),
        ("es", "menos 1.500", "-1,50", True),
        ("und", "1.500", "1.50", True),
        ("und", "1.500", "1500", True),
        ("und", "1.500", "15", False),
        ("es", "700.000", "700", False),
        ("es", "700.000", "700,000", True),
        ("fr", "700.000", "700", False),
        ("fr", "700.000", "700,000", True),
        ("cs", "6,000", "6000", True),
        ("cs", "6,000", "6", True),
        ("cs", "minus 6,000", "-6 000", True),
        ("de", "6,000", "6000", False),
        ("en", "6.000", "6,000", False),
        ("en", "1.234", "1234", False),
        ("en", "1,234", "1.2340", False),
        ("de", "1.234", "1,234", False),
    ],
)
def test_ambiguous_numbers_agree_with_the_other_text(
    lang: str, text: str, other: str, agree: bool
) -> None:
    x, y = find_numbers(text.split(), lang), find_numbers(other.split(), lang)
    for numbers, others in ((x, y), (y, x)):
        resolved = resolve_readings(numbers, others), resolve_readings(others, numbers)
        assert (resolved[0].composed == resolved[1].composed) is agree
        assert (compute_changed_numbers(*resolved) == 0) is agree


def test_the_first_reading_is_kept_if_the_other_text_has_it() -> None:
    x, y = find_numbers(["1.234"], "fr"), find_numbers(["1,234", "und", "1234"], "fr")
    assert resolve_readings(x, y) == x


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (" at 16: 20 today ", ["16.2"]),
        (" at 16 : 05 ", ["16.05"]),
        (" at 10 :00 ", ["10"]),
        (" at 8: 40 pm ", ["20.4"]),
        (" at 16: 5 ", ["16", "5"]),
        (" they won 1: 0. ", ["1", "0"]),
        (" room 24: 20 chairs ", ["24", "20"]),
        (" room 16; 20 chairs ", ["16", "20"]),
        (" room 16: 75 chairs ", ["16", "75"]),
        (" room 160: 20 chairs ", ["160", "20"]),
    ],
)
def test_minutes_after_a_colon_and_a_space(text: str, expected: list[str]) -> None:
    forms = [form for form in re.split(r"[ :;]+", text) if form]  # German keeps the point of 0.
    minutes = find_minutes(text, find_spans(text, forms))
    assert find_numbers(forms, "en", minutes).composed == expected


def test_a_language_can_have_its_own_number_format() -> None:
    assert get_number_format(Language(code="xx", number_format=" .")) == " ."
    assert get_number_format(Language(code="de", number_format="")) == ""
    assert get_number_format(Language(code="de")) == ".,"
