"""Frequencies: weights by hand, files there and back, what is refused, what ships."""

import os
from math import log
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tesla_metrics.errors import InputError, ResourceError, UsageError
from tesla_metrics.files.resource import Resource, encode_resource, write_resource
from tesla_metrics.files.sentence import Sentence, Token
from tesla_metrics.text.frequencies import (
    KIND,
    UNIFORM_FREQUENCIES,
    VERSION,
    Frequencies,
    SentenceCounts,
    build_frequency_resource,
    count_sentences,
    find_shipped_frequencies,
    load_frequencies,
)

SHIPPED = ["en", "de", "fr", "es", "cs", "zh"]
TEXTS = ["The cat saw a cat .", "the dog", "A Cat", "12 dogs !"]


def sentence(text: str) -> Sentence:
    return Sentence(text, tuple(Token(form, form) for form in text.split()))


def table(*texts: str) -> Frequencies:
    return count_sentences(map(sentence, texts)).to_reference_frequencies()


def resource(min_words: int = 1, min_grams: int = 1) -> Resource:
    return build_frequency_resource(
        count_sentences(map(sentence, TEXTS)), "en", ["x.txt"], min_words, min_grams
    )


def test_words_by_hand() -> None:
    found = table(*TEXTS)
    for word, df in {"cat": 2, "the": 2, "a": 2, "dog": 1, "12": 1, "gone": 1}.items():
        assert found.get_word_weight(word) == pytest.approx(log(5 / df) / log(5))
    assert found.get_word_weight("cat") < found.get_word_weight("dog") == found.unseen_weight == 1
    assert found.get_word_weight(".") == 1  # has no letter and no digit


def test_characters_by_hand() -> None:
    found = table(*TEXTS)
    counts = {
        " ": 4,
        "a": 2,
        "A": 1,
        "t": 3,
        "T": 1,
        "at ": 2,
        " cat": 1,
        "dog": 2,
        "!": 1,
        "og ": 1,
    }
    for gram, df in counts.items():
        assert found.get_gram_weight(gram) == pytest.approx(log(5 / df) / log(5)), gram
    assert found.get_gram_weight(" the ") == 1  # longer than any that is counted


def test_one_sentence_and_none() -> None:
    assert table("a cat").get_word_weight("cat") == 1
    assert (
        table().get_word_weight("cat")
        == UNIFORM_FREQUENCIES.get_word_weight("cat")
        == UNIFORM_FREQUENCIES.get_gram_weight("c")
        == UNIFORM_FREQUENCIES.unseen_weight
        == 1
    )


def test_names_tell_tables_apart() -> None:
    assert table("a b", "a") == table("a", "a b")
    assert hash(table("a b", "a")) == hash(table("a", "a b"))
    assert table("a b", "a") != table("a b", "b")
    # An empty reference leaves nothing but its number.
    assert table("a b", "a") != table("a b", "a", "")
    assert table("a b", "a").get_word_weight("a") != table("a b", "a", "").get_word_weight("a")


@given(st.lists(st.text(max_size=8), max_size=5))
def test_any_text(texts: list[str]) -> None:
    # Analyses from elsewhere may have anything in a word.
    given_forms = [Sentence(text, (Token(text, text),)) for text in texts]
    found = count_sentences(given_forms).to_reference_frequencies()
    for text in [*texts, "\t", "\n", "a\tb", "a\n\nb", "\udc80"]:
        assert 0 < found.get_word_weight(text.lower()) <= 1
        assert 0 < found.get_gram_weight(text[:3]) <= 1


@pytest.mark.parametrize(
    "form", ["a\tb", "a\nb", "\na", "a\n\n", "a\t", "a\r\x85\u2028b", "a\udc80"]
)
def test_words_that_cannot_be_written(form: str, tmp_path: Path) -> None:
    given_forms = [Sentence("x y", (Token(form, form), Token("y", "y")))] * 2
    found = count_sentences(given_forms).to_reference_frequencies()
    assert found.get_word_weight("y") == pytest.approx(log(3 / 2) / log(3))
    path = tmp_path / "x"
    write_resource(path, build_frequency_resource(count_sentences(given_forms), "en", [], 1, 1))
    assert load_frequencies(path, "en").get_word_weight("y") == found.get_word_weight("y")


def test_there_and_back(tmp_path: Path) -> None:
    path = tmp_path / "en.frequencies"
    write_resource(path, resource())
    found, own = load_frequencies(path, "en"), table(*TEXTS)
    assert (found.sentences, found.body) == (4, own.body)
    assert found.name.startswith("en@")
    assert encode_resource(resource()) == path.read_bytes()
    assert resource().settings == {"language": "en", "sources": ["x.txt"], "sentences": 4}


def test_rare_ones_are_left_out() -> None:
    assert resource(2, 3).body == b"2\ta\tcat\tthe\n\n4\t \n3\tt\n"


def test_a_changed_file_is_read_again(tmp_path: Path) -> None:
    path = tmp_path / "en.frequencies"
    write_resource(path, resource())
    assert load_frequencies(path, "en").get_word_weight("dog") == 1
    write_resource(
        path, build_frequency_resource(count_sentences([sentence("dog")] * 9), "en", [], 1, 1)
    )
    os.utime(path, ns=(1, 1))
    assert load_frequencies(path, "en").get_word_weight("dog") < 0.1


def test_minimal_counts_and_empty_text() -> None:
    for least in ((0, 1), (1, 0), (-1, 5)):
        with pytest.raises(UsageError, match="give 1 or more"):
            resource(*least)
    with pytest.raises(InputError, match="no sentence"):
        build_frequency_resource(SentenceCounts(), "en", [])


def test_every_damage_is_noticed(tmp_path: Path) -> None:
    path = tmp_path / "x"
    content = encode_resource(resource())
    for position in range(0, len(content), 7):
        path.write_bytes(
            content[:position] + bytes([content[position] ^ 1]) + content[position + 1 :]
        )
        os.utime(path, ns=(position, position))
        with pytest.raises(ResourceError) as error:
            load_frequencies(path, "en")
        assert "\n" not in str(error.value)
    for end in (0, 10, len(content) // 2, len(content) - 1):
        path.write_bytes(content[:end])
        with pytest.raises(ResourceError):
            load_frequencies(path, "en")


@pytest.mark.parametrize(
    ("sentences", "body"),
    [
        pytest.param(0, b"\n", id="no-sentence"),
        pytest.param(-1, b"\n", id="negative"),
        pytest.param("4", b"\n", id="text"),
        pytest.param(None, b"\n", id="none"),
        pytest.param(1.5, b"\n", id="fraction"),
        pytest.param(10**30, b"\n", id="too-many"),
        pytest.param(True, b"1\tcat\n\n", id="true"),
        pytest.param(4, b"", id="empty"),
        pytest.param(4, b"\n", id="nothing"),
        pytest.param(4, b"2\tcat\n", id="one-part"),
        pytest.param(4, b"2\tcat\n\n\n", id="three-parts"),
        pytest.param(4, b"2 cat\n\n", id="no-tab"),
        pytest.param(4, b"cat\t2\n\n", id="no-number"),
        pytest.param(4, b"2\t\tcat\n\n", id="empty-word"),
        pytest.param(4, b"2\tcat\n\n2\tc", id="cut"),
        pytest.param(4, b"5\tcat\n\n", id="more-than-there-are"),
        pytest.param(4, b"2\tcat\n\n5\tc\n", id="more-n-grams-than-there-are"),
        pytest.param(4, b"0\tcat\n\n", id="zero"),
        pytest.param(4, b"9" * 5000 + b"\tcat\n\n", id="huge"),
        pytest.param(4, b"2\tc\xff\n\n", id="no-utf-8"),
    ],
)
def test_what_is_whole_but_no_table(tmp_path: Path, sentences: object, body: bytes) -> None:
    path = tmp_path / "x"
    settings = {"language": "en", "sources": [], "sentences": sentences}
    write_resource(path, Resource(KIND, VERSION, settings, body))
    with pytest.raises(ResourceError, match=r"is malformed \(.*\); build it again"):
        load_frequencies(path, "en")


def test_other_kinds_and_languages(tmp_path: Path) -> None:
    path = tmp_path / "x"
    write_resource(path, Resource("counts", 1, {}, b""))
    with pytest.raises(ResourceError, match="contains a counts"):
        load_frequencies(path, "en")
    write_resource(path, Resource(KIND, VERSION + 1, {}, b"\n"))
    with pytest.raises(ResourceError, match="of version"):
        load_frequencies(path, "en")
    path.write_text("the cat\n")
    with pytest.raises(ResourceError, match="is not a frequencies file"):
        load_frequencies(path, "en")
    for missing in (tmp_path / "gone", tmp_path):
        with pytest.raises(ResourceError, match="cannot read"):
            load_frequencies(missing, "en")
    write_resource(path, resource())
    with pytest.raises(UsageError, match="frequencies of 'en', but the texts are 'de'"):
        load_frequencies(path, "de")


@pytest.mark.parametrize("lang", SHIPPED)
def test_shipped_tables(lang: str) -> None:
    path = find_shipped_frequencies(lang)
    assert path is not None
    assert path.stat().st_size < 2_000_000
    found = load_frequencies(path, lang)
    assert found.sentences > 5_000
    assert found.name.startswith(f"{lang}@")
    frequent, rarer = {
        "en": ("the", "village"),
        "de": ("die", "dorf"),
        "fr": ("de", "village"),
        "es": ("de", "pueblo"),
        "cs": ("se", "vesnice"),
        "zh": ("的", "村"),
    }[lang]
    assert 0 < found.get_word_weight(frequent) < 0.4
    assert (
        found.get_word_weight(frequent) + 0.2
        < found.get_word_weight(rarer)
        <= found.unseen_weight
        == 1
    )
    assert found.get_gram_weight(" ") < 0.1
    assert found.get_gram_weight("zqx") == 1
    words, grams = found._counts
    assert len(words) > 1_000
    for counts in (words, grams):
        numbers = list(counts.values())
        assert numbers == sorted(numbers, reverse=True)
        assert 1 < numbers[-1] <= numbers[0] <= found.sentences
    assert all(word == word.lower() for word in words)
    assert max(map(len, grams)) == 4


@pytest.mark.parametrize("lang", ["und", "ru", "nl"])
def test_not_shipped(lang: str) -> None:
    assert find_shipped_frequencies(lang) is None
