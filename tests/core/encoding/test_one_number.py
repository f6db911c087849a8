"""Numbers of several words as one."""

import pytest

from tesla_metrics import TeslaX
from tesla_metrics.core.comparing.graded import GradedComparer
from tesla_metrics.core.encoding.graded_text import (
    GradedText,
    iter_word_groups,
    join_forms,
    join_spans,
    join_words,
)
from tesla_metrics.core.matching.ngram_bags import Words
from tesla_metrics.text.numbers import find_numbers

TEXT = "about two hundred and five boats and 3 million men"
FORMS = TEXT.split()
FOUND = find_numbers(FORMS, "en")


def encoded(text: str, lang: str = "en") -> GradedText:
    comparer = TeslaX(lang=lang, frequencies="none").open().comparer
    assert isinstance(comparer, GradedComparer)
    return comparer.encoder.make_codes([text])[0]


def test_groups() -> None:
    assert list(iter_word_groups(FOUND, len(FORMS))) == [
        (0, 1, ""), (1, 5, "205"), (5, 6, ""), (6, 7, ""), (7, 9, "3000000"), (9, 10, ""),
    ]  # fmt: skip
    assert list(iter_word_groups(find_numbers(["12", "boats"], "en"), 2)) == [
        (0, 1, ""),
        (1, 2, ""),
    ]
    assert list(iter_word_groups(find_numbers([], "en"), 0)) == []


def test_words() -> None:
    size = len(FORMS)
    words = Words(
        FORMS, [form[0] for form in FORMS], [frozenset({k}) for k in range(size)],
        [len(form) <= 3 for form in FORMS], FORMS, FORMS,
    )  # fmt: skip
    joined = join_words(words, list(iter_word_groups(FOUND, size)))
    assert joined.lemmas == ["about", "205", "boats", "and", "3000000", "men"]
    assert joined.tags == ["a", "t", "b", "a", "3", "m"]
    assert [len(own) for own in joined.synsets] == [1, 0, 1, 1, 0, 1]
    assert joined.function_flags == [False, False, False, True, False, True]
    assert joined.forms[1] == "two hundred and five"


def test_places() -> None:
    together = list(iter_word_groups(FOUND, len(FORMS)))
    places = [(10 * k, 10 * k + 5) for k in range(len(FORMS))]
    assert join_spans(places, together) == [
        (0, 5), (10, 45), (50, 55), (60, 65), (70, 85), (90, 95),
    ]  # fmt: skip
    assert join_spans([*places[:4], None, *places[5:]], together)[1] is None


def test_forms() -> None:
    text = TEXT.replace("hundred and", "hundred-and")
    shown = join_forms(FORMS, FOUND, text, [(0, 5), (6, 26), *[(0, 0)] * 4])
    assert shown == ["about", "two hundred-and five", "boats", "and", "3 million", "men"]
    assert join_forms(FORMS, FOUND, text, None)[1] == "two hundred and five"


@pytest.mark.parametrize(
    ("lang", "text", "forms"),
    [
        ("en", "They paid $3.5bn at 8:40 pm.", ["they", "paid", "3500000000", "at", "20.4"]),
        ("en", "The fourth of 3½ miles", ["the", "4", "of", "3.5", "miles"]),
        ("de", "Es sind minus 5 Grad.", ["es", "sind", "-5", "grad"]),
        ("fr", "Il a 1 800 000 moutons.", ["il", "a", "1800000", "moutons"]),
        ("es", "Son por lo menos dos mil.", ["son", "por", "lo", "menos", "2000"]),
        ("cs", "Má dvě stě padesát lodí.", ["má", "250", "lodí"]),
    ],
)
def test_texts(lang: str, text: str, forms: list[str]) -> None:
    found = encoded(text, lang)
    assert [word.form for word in found.words.words] == forms
    assert len(found.words.weights) == len(found.spans) == len(found.cases) == len(forms)
    assert all(word.is_number for word in found.words.words if word.form[-1].isdecimal())
    assert all(place is not None for place in found.spans)


def test_places_are_those_of_all_words() -> None:
    found = encoded("He saw  two hundred\tboats.")
    (place,) = found.spans[2:3]
    assert place is not None
    assert found.characters[slice(*place)] == "two hundred"
