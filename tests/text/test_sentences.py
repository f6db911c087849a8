"""Where sentences end."""

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tesla_metrics.files.item import join_sentences
from tesla_metrics.files.sentence import Sentence, Token
from tesla_metrics.text.sentence_splitting import split_analysed, split_sentences

# A bar stands where a sentence ends.
ENGLISH = [
    "It rains. | The boat sank!",
    "Who came? | Nobody.",
    "“Stop!” he cried. | She did (at last). | Then it rained.",
    "Dr. Vance of the U.S. Navy met J. Poole at 5 p.m. on Jan. 4.",
    "It costs 3.50 dollars, e.g. in Rome... or less.",
    "It was late... | Nobody came.",
    "tokenised text ends here . | so does this ? | and this",
    "it was odd . | '' he left .",
    "all in small letters. | the next sentence is so too! | is it?",
    "He is 40. | She is 39.",
    "See example.com or x.y for more.",
    "It was I. | Nobody else.",
    "¿Really? | ¡Yes!",
    "Henry V. was king.",
]


@pytest.mark.parametrize("marked", ENGLISH)
def test_english(marked: str) -> None:
    assert split_sentences(marked.replace(" | ", " "), "en") == marked.split(" | ")


@pytest.mark.parametrize(
    ("lang", "marked"),
    [
        ("de", "Am 3. Mai kam Dr. Ott ca. um acht. | Es regnete."),
        ("fr", "M. Petit dort. | Il pleut ! | Qui est là ?"),
        ("es", "El Sr. Ruiz llegó. | ¿Quién es? | ¡Nadie!"),
        ("zh", "他来了。|“下雨了！”|谁在那里？"),
        ("hi", "वह आया। | बारिश हुई।"),
        ("ar", "من هناك؟ | لا أحد."),
        ("und", "It rains. | Nothing else."),
    ],
)
def test_other_languages(lang: str, marked: str) -> None:
    bar = "|" if lang == "zh" else " | "
    assert split_sentences(marked.replace(bar, "" if lang == "zh" else " "), lang) == (
        marked.split(bar)
    )


@pytest.mark.parametrize("end", ["\n", "\r\n", "\u2028", "\n\n  \n"])
def test_a_line_break_ends_one_always(end: str) -> None:
    assert split_sentences(f"the boat of Dr.{end}vance and{end}others", "en") == [
        "the boat of Dr.",
        "vance and",
        "others",
    ]


def test_sentences_that_were_given_are_not_cut_again() -> None:
    for whole in (["He met Dr. No. Then he left."], ["one", "Two. Three!", "谁？谁。"]):
        assert split_sentences(join_sentences(whole), "en") == whole
    assert split_sentences(join_sentences([" a\nb ", "", "...", "c"]), "en") == ["a b ...", "c"]
    assert split_sentences(join_sentences([]), "en") == []


@pytest.mark.parametrize("text", ["", "  \n ", "...", "— !\n?", "* * *"])
def test_no_sentence(text: str) -> None:
    assert split_sentences(text, "en") == []


def test_marks_stay_with_words() -> None:
    assert split_sentences("... Yes. — ! No.\n***", "en") == ["... Yes. — !", "No. ***"]


@given(st.text(alphabet="aB.!? \n\"'”。)(U1…", max_size=60))
def test_nothing_is_lost(text: str) -> None:
    found = split_sentences(text, "en")
    assert all(any(map(str.isalnum, one)) for one in found)
    if found:
        assert "".join(found).replace(" ", "") == "".join(text.split())


@pytest.mark.parametrize("odd", [".", ".)", "a.", "(.", "。", ". ", "x.)(", "”。"])
def test_the_time_grows_with_the_length(odd: str) -> None:
    start = time.perf_counter()
    split_sentences(odd * 20_000 + "x)", "en")
    assert time.perf_counter() - start < 20


def test_given_analyses() -> None:
    def made(forms: str) -> Sentence:
        return Sentence(forms, tuple(Token(form, form.lower()) for form in forms.split()))

    whole = made("It rains . Dr. Vance left ! ... Really")
    parts = [one.text for one in split_analysed(whole)]
    assert parts == ["It rains .", "Dr. Vance left !", "...", "Really"]
    one = Sentence("It  rains.", made("It rains .").tokens)
    assert split_analysed(one) == [one]
    assert split_analysed(Sentence("", ())) == []
