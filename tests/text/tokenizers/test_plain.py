"""Plain chunks: the native core cuts them as the tokeniser does, or leaves them to it."""

import gzip
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tesla_metrics.native import load_native
from tesla_metrics.text.languages import TokenizerRules, find_language
from tesla_metrics.text.tokenizers import get_tokenizer
from tesla_metrics.text.tokenizers.native_rules import plain_rules

native: Any = load_native()
pytestmark = pytest.mark.skipif(native is None, reason="the native core is not in use")

LANGUAGES = ("cs", "de", "en", "es", "fr")
PIECES = [
    *"abcIAZ019",
    *".,:;!?'\"()[]-/&@_%$+=<>^*#|\\~`{}",
    *"don't it's cannot gonna Mr. U.S e.g www com 10,000 5km o'clock well-known co-op n't".split(),
    *"im zum vice-president -LRB- 3.14 dr 2. l' qu' -vous dámelo naïve ’ € verlo".split(),
]
chunks = st.lists(st.sampled_from(PIECES), min_size=1, max_size=7).map("".join)


def rules_of(lang: str) -> Any:
    told = plain_rules(find_language(lang).rules)
    assert told is not None
    return native.PlainRules(**told)


def tokenized(lang: str, chunk: str) -> list[str]:
    return get_tokenizer(lang).tokenize(chunk)


@pytest.mark.parametrize("lang", LANGUAGES)
@given(chunk=chunks)
@settings(max_examples=1500)
def test_equal_or_left(lang: str, chunk: str) -> None:
    found = rules_of(lang).cut(chunk)
    assert found is None or found == tokenized(lang, chunk)


@pytest.mark.parametrize(
    ("chunk", "words"),
    [
        ("house", ["house"]),
        ("(house),", ["(", "house", ")", ","]),
        ("House.", ["House", "."]),
        ("Mr.", ["Mr."]),
        ("U.S.", ["U.S."]),
        ("I.", ["I", "."]),
        ("don't", ["do", "n't"]),
        ("O'Neill's", None),
        ("o'clock.", ["o'clock", "."]),
        ("Cannot", ["Can", "not"]),
        ("well-known", ["well", "-", "known"]),
        ("co-operation,", ["co-operation", ","]),
        ("20-year-old", ["20", "-", "year", "-", "old"]),
        ("10,000.5%", ["10,000.5", "%"]),
        ("$5", ["$", "5"]),
        ("1990s", ["1990s"]),
        ("5km", None),
        ("what?!", ["what", "?!"]),
        ("well...", ["well", "..."]),
        ("dogs'", ["dogs", "'"]),
        ("--", ["--"]),
        (":)", None),
        ("www.a", None),
        ("5-10", None),
        ("naïve", None),
    ],
)
def test_english(chunk: str, words: list[str] | None) -> None:
    assert rules_of("en").cut(chunk) == words
    assert words is None or tokenized("en", chunk) == words


def test_without_rules_nothing_is_plain() -> None:
    assert plain_rules(None) is None
    assert plain_rules(TokenizerRules(suffixes=("na",))) is None


@pytest.mark.data
@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_chunk_of_the_corpora(lang: str, shared: Path) -> None:
    rules = rules_of(lang)
    left = 0
    known = set(texts(shared / "bitext", lang))
    for chunk in known:
        found = rules.cut(chunk)
        left += found is None
        assert found is None or found == tokenized(lang, chunk)
    assert left < len(known)


def texts(folder: Path, lang: str) -> Iterator[str]:
    for path in sorted(folder.glob("*.tsv.gz")):
        with gzip.open(path, "rt", encoding="utf-8") as stream:
            names = next(stream).rstrip("\n").split("\t")
            if lang in names:
                for line in stream:
                    yield from line.rstrip("\n").split("\t")[names.index(lang)].split()
