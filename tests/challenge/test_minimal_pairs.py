"""The challenge set is complete, balanced, and its pairs are what README.md says they are."""

import re
import runpy
import unicodedata
from collections import Counter
from collections.abc import Sequence
from itertools import combinations
from pathlib import Path
from typing import NamedTuple

import pytest

LANGS = ("en", "de", "fr", "es", "cs")
PHENOMENA = (
    "synonym swap",
    "inflection",
    "dropped content word",
    "dropped function word",
    "number changed",
    "negation lost",
    "words shuffled",
    "entity misspelt",
)
MEANING = (
    "case",
    "negation in other words",
    "number notation",
    "final punctuation",
    "opposites",
    "derivation",
    "compounds",
)
HERE = Path(__file__).parent


class Item(NamedTuple):
    part: str
    lang: str
    phenomenon: str
    reference: str
    better: str
    worse: str


def read(name: str) -> list[Item]:
    header, *lines = (HERE / name).read_text("utf-8").splitlines()
    assert tuple(header.split("\t")) == Item._fields
    return [Item(*line.split("\t")) for line in lines]


ITEMS = read("minimal_pairs.tsv")
OF_MEANING = read("meaning_pairs.tsv")


def of(*phenomena: str) -> list[Item]:
    return [item for item in [*ITEMS, *OF_MEANING] if item.phenomenon in phenomena]


def words(text: str) -> list[str]:
    """Lower-case words without the punctuation around them; of two joined by an apostrophe, two."""
    return [word for chunk in re.split(r"[\s'’]+", text.lower()) if (word := chunk.strip(".,"))]


def edits(a: Sequence[str], b: Sequence[str]) -> int:
    """Levenshtein's distance, of words or of letters."""
    row = list(range(len(b) + 1))
    for i, x in enumerate(a, 1):
        previous, row = row, [i]
        for j, y in enumerate(b, 1):
            row.append(min(previous[j] + 1, row[-1] + 1, previous[j - 1] + (x != y)))
    return row[-1]


def replaced(item: Item) -> tuple[str, str, str]:
    """The one word that differs in all three."""
    triples = zip(*map(words, item[3:]), strict=True)
    (one,) = [triple for triple in triples if len(set(triple)) > 1]
    reference, better, worse = one
    return reference, better, worse


def missing(short: str, reference: str) -> list[str]:
    """What the text lacks of the reference, of which it has the rest in the same order."""
    rest, lacking = iter(words(short)), []
    word = next(rest, None)
    for wanted in words(reference):
        if word == wanted:
            word = next(rest, None)
        else:
            lacking.append(wanted)
    assert word is None, short
    return lacking


def test_every_language_has_every_phenomenon_half_dev_half_test() -> None:
    cells = Counter((item.lang, item.phenomenon, item.part) for item in ITEMS)
    assert set(cells) == {(x, y, z) for x in LANGS for y in PHENOMENA for z in ("dev", "test")}
    assert min(cells.values()) >= 6
    for lang, phenomenon, _ in cells:
        assert cells[lang, phenomenon, "dev"] == cells[lang, phenomenon, "test"]


def test_the_script_starts_with_the_metric_it_was_written_for() -> None:
    script = runpy.run_path(str(HERE.parents[1] / "benchmarks" / "challenge.py"))
    assert script["METRICS"][0] == "tesla-x"
    assert set(script["METRICS"]) <= set(script["metric_names"]())
    assert len(script["read_items"]()) == len(ITEMS) + len(OF_MEANING)


def test_no_duplicates() -> None:
    references = [(item.lang, item.reference) for item in [*ITEMS, *OF_MEANING]]
    assert len(set(references)) == len(references)


@pytest.mark.parametrize("lang", LANGS)
def test_three_different_sentences(lang: str) -> None:
    for item in (item for item in ITEMS if item.lang == lang):
        assert len({item.reference, item.better, item.worse}) == 3
        assert 8 <= len(item.reference.split()) <= 25
        for text in item[3:]:
            assert text == " ".join(text.split())
            assert re.fullmatch(r"[^\W_a-z][^{|}]*[^\s,.{|}]\.", text), text


@pytest.mark.parametrize("phenomenon", PHENOMENA)
def test_differences_are_small(phenomenon: str) -> None:
    moved = phenomenon == "words shuffled"
    for item in of(phenomenon):
        reference, better, worse = map(words, item[3:])
        assert edits(reference, better) <= (6 if moved else 4), item
        if moved:
            assert Counter(worse) == Counter(reference), item
        else:
            assert edits(reference, worse) <= 3, item
            assert edits(better, worse) <= 4, item


@pytest.mark.parametrize("phenomenon", ["synonym swap", "inflection", "entity misspelt"])
def test_one_word_is_replaced_in_both(phenomenon: str) -> None:
    for item in of(phenomenon):
        replaced(item)


def test_names_are_misspelt_by_one_or_two_letters() -> None:
    for item in of("entity misspelt"):
        reference, better, _ = replaced(item)
        assert edits(reference, better) in (1, 2), item


def test_the_dropped_content_word_is_hardly_longer() -> None:
    for item in of("dropped content word"):
        (function,) = missing(item.better, item.reference)
        (content,) = missing(item.worse, item.reference)
        assert len(content) <= len(function) + 1, item


def test_only_a_function_word_is_missing() -> None:
    for item in of("dropped function word"):
        assert len(missing(item.worse, item.reference)) in (1, 2), item
        assert len(words(item.better)) >= len(words(item.reference)), item


@pytest.mark.parametrize("phenomenon", ["number changed", "negation lost"])
def test_the_better_one_has_hardly_more_of_the_surface(phenomenon: str) -> None:
    """By letters: preferring it takes more than counting what is the same."""
    for item in of(phenomenon):
        lost = edits(item.reference, item.better)
        assert lost >= edits(item.reference, item.worse) - 3, item


# -- Pairs of meaning


def test_pairs_of_meaning_alternate() -> None:
    cells: dict[tuple[str, str], list[str]] = {}
    for item in OF_MEANING:
        cells.setdefault((item.lang, item.phenomenon), []).append(item.part)
    assert set(cells) == {(lang, phenomenon) for lang in LANGS for phenomenon in MEANING}
    assert all(parts == ["dev", "test"] * 4 for parts in cells.values())


@pytest.mark.parametrize("lang", LANGS)
def test_sentences_of_meaning(lang: str) -> None:
    for item in (item for item in OF_MEANING if item.lang == lang):
        assert len({item.reference, item.better, item.worse}) == 3
        for text in item[3:]:
            assert text == " ".join(text.split())
            assert unicodedata.is_normalized("NFC", text)
            assert not re.search('[\u00a0\u202f\u200b{}|^="]', text), text
            assert 8 <= len(re.findall(r"[^\W_]+(?:[-'.,:’][^\W_]+)*", text)) <= 20, text


def test_no_two_of_meaning_are_alike() -> None:
    """Two references have less than half of their longer words in common."""
    found = [
        (item.lang, {word for word in re.findall(r"\w+", item.reference.lower()) if len(word) > 4})
        for item in OF_MEANING
    ]
    for (lang, one), (other_lang, other) in combinations(found, 2):
        if lang == other_lang and len(one & other) > 1:
            assert 2 * len(one & other) < min(len(one), len(other)), one & other


def test_three_words_are_miscased() -> None:
    for item in of("case"):
        if item.better.isupper():
            assert item.better == item.reference.upper()
            assert item.worse.isupper()
            assert len(set(item.better.split()) ^ set(item.worse.split())) == 2, item
        else:
            assert item.worse.lower() == item.reference.lower()
            both = zip(item.reference.split(), item.worse.split(), strict=True)
            assert sum(one != other for one, other in both) >= 3, item
    headlines = Counter(item.lang for item in of("case") if item.better.isupper())
    assert headlines == dict.fromkeys(LANGS, 2)


def test_only_the_mark_is_another() -> None:
    for item in of("final punctuation"):
        bare, better, worse = (text.strip(".?!¿¡ ") for text in item[3:])
        assert item.better[-1] == item.reference[-1]
        assert item.better[-1] in ".?!"
        assert item.worse[-1] != item.reference[-1]
        assert bare == worse != better, item


@pytest.mark.parametrize("phenomenon", sorted(set(MEANING) - {"case", "final punctuation"}))
def test_the_mark_is_the_same(phenomenon: str) -> None:
    for item in of(phenomenon):
        (mark,) = {text[-1] for text in item[3:]}
        assert mark in ".?!", item


def test_a_number_is_there() -> None:
    for item in of("number notation"):
        assert re.search(r"[\d½¼]|[XVI]{2,}", item.reference), item
