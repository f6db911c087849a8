"""BLEU's and chrF's statistics of the native core: sacreBLEU's, number by number."""

import sys
from collections.abc import Sequence
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from cores import PLAIN, session_of
from hypothesis import given, settings
from hypothesis import strategies as st
from sacrebleu.metrics.bleu import BLEU
from sacrebleu.metrics.chrf import CHRF

from tesla_metrics import Bleu, Chrf
from tesla_metrics.core.comparing.texts import ChrfComparer
from tesla_metrics.core.encoding.pairs import Pairs
from tesla_metrics.metrics.peers.base import Peer
from tesla_metrics.native import load_native

NATIVE: Any = load_native()
if NATIVE is None:
    pytest.skip("no native core is built, or TESLA_PURE is set", allow_module_level=True)

# What rules of tokenisers look at, white space of all kinds, scripts, halves of characters.
PIECES = [
    "ferry", "Ferry", "the", "a", "no", "7", "42", ".", ",", "-", "'", "(", ")", "/", "&", ";", "!",
    "&quot;", "&amp;", "&lt;", "&gt;", "&amp;lt;", "<skipped>", "<skip", "ped>", "\n", "-\n", " ",
    "\r\n", "  ", "\t", "\x0b", "\x1c", "\x85", "\xa0", "\u2003", "\u2028", "\u3000", "\u200b", "é",
    "\ufeff", "e\u0301", "ß", "İ", "Σ", "½", "٣", "„", "“", "—", "…", "€", "渡轮", "港", "，", "。",
    "ｆ", "さ", "\U00020000", "😀", "👩\u200d🚀", "\ud800", "\udfff", "\x00",
]  # fmt: skip
TEXTS = st.lists(st.sampled_from(PIECES), max_size=12).map("".join) | st.text(max_size=12)
TOKENIZERS = ["none", "13a", "zh", "char", "intl"]


@st.composite
def cases(draw: st.DrawFn) -> tuple[list[str], list[list[str | None]]]:
    """Hypotheses and sets of references, the first of which has all."""
    size, count = draw(st.integers(1, 4)), draw(st.integers(1, 3))
    hypotheses = [draw(TEXTS) for _ in range(size)]
    near = st.sampled_from(hypotheses) | TEXTS
    sets: list[list[str | None]] = [[draw(near) for _ in range(size)]]
    for _ in range(count - 1):
        sets.append([draw(st.none() | near) for _ in range(size)])
    return hypotheses, sets


def agree(metric: Peer, hypotheses: Sequence[str], sets: Sequence[Sequence[str | None]]) -> None:
    native, plain = session_of("native"), PLAIN
    expected = metric.open(plain).statistics(hypotheses, sets)
    for jobs in (1, 3):
        found = metric.open(native).statistics(hypotheses, sets, jobs)
        assert found == expected
        assert all(type(value) is int for row in found for value in row)
    others = [one for column in sets for one in column if one is not None]
    assert metric.open(native).matrix(hypotheses, others) == pytest.approx(
        metric.open(plain).matrix(hypotheses, others), abs=1e-9
    )


@settings(max_examples=150, deadline=None)
@given(
    cases(),
    st.builds(
        Bleu,
        tokenize=st.sampled_from(TOKENIZERS),
        lowercase=st.booleans(),
        max_ngram_order=st.sampled_from([1, 2, 4, 9]),
        smooth_method=st.sampled_from(["exp", "none", "floor", "add-k"]),
    ),
)
def test_bleu(case: tuple[list[str], list[list[str | None]]], metric: Bleu) -> None:
    agree(metric, *case)


@settings(max_examples=150, deadline=None)
@given(
    cases(),
    st.builds(
        Chrf,
        char_order=st.sampled_from([1, 3, 6, 20]),
        word_order=st.integers(0, 3),
        beta=st.integers(0, 3),
        lowercase=st.booleans(),
        whitespace=st.booleans(),
        eps_smoothing=st.booleans(),
    ),
)
def test_chrf(case: tuple[list[str], list[list[str | None]]], metric: Chrf) -> None:
    agree(metric, *case)


@settings(max_examples=100, deadline=None)
@given(st.lists(TEXTS, min_size=1, max_size=4), st.lists(TEXTS, min_size=1, max_size=4))
def test_characters_of_pairs(hypotheses: list[str], references: list[str]) -> None:
    pairs = Pairs.from_product(hypotheses, references)
    native, plain = (ChrfComparer(core).compare(pairs, 2) for core in (NATIVE, None))
    assert native == pytest.approx(plain, abs=1e-12)
    wanted = [[CHRF().sentence_score(h, [r]).score / 100] for h in hypotheses for r in references]
    assert native == pytest.approx(np.array(wanted), abs=1e-12)


def counted(tokens: str, texts: list[str]) -> list[list[int]]:
    """Each text against itself without its last character: what is a word, and which equal."""
    counting = NATIVE.BleuStatistics(order=2, tokens=tokens)
    rows: list[list[int]] = counting.count(texts, [[text[:-1] for text in texts]], 2)
    return rows


def expected(tokens: str, texts: list[str]) -> list[list[float]]:
    peer = BLEU(tokenize=tokens, max_ngram_order=2, force=True)
    rows: list[list[float]] = peer._extract_corpus_statistics(texts, [[t[:-1] for t in texts]])
    return rows


def test_white_space_is_pythons() -> None:
    texts = [f"a{chr(code)}b" for code in range(sys.maxunicode + 1)]
    rows = NATIVE.BleuStatistics(order=1, tokens="none").count(texts, [texts], 1)
    assert [row[0] for row in rows] == [len(text.split()) for text in texts]


def test_chinese_characters_are_sacrebleus() -> None:
    codes = [*range(0x80, 0x10000), 0x20000, 0x2A6D6, 0x2F800, 0x2FA1D, 0x10FFFF]
    texts = [f"a{chr(code)}b" for code in codes]
    assert counted("zh", texts) == expected("zh", texts)


@pytest.mark.parametrize("tokens", ["13a", "zh"])
def test_every_pair_of_ascii(tokens: str) -> None:
    plain = "".join(map(chr, range(128)))
    texts = [f"{x}{a}{b}{x}" for a, b in product(plain, plain) for x in ("x", "1")]
    assert counted(tokens, texts) == expected(tokens, texts)


def test_what_13a_replaces_goes_one_after_the_other() -> None:
    texts = [
        "a-\nb",
        "a-<skipped>\nb",
        "<ski<skipped>pped>",
        "&amp;lt; &amp;quot; &&amp;amp;gt;",
        "-\n",
    ]
    assert counted("13a", texts) == expected("13a", texts)


def test_long_texts_and_long_grams() -> None:
    long = ["ab" * 3000 + " " + "c d " * 500, "a" * 2000]
    other = ["ba" * 2500 + " d c" * 600, "a" * 1500 + "b"]
    agree(Chrf(char_order=60, word_order=3), long, [other])
    agree(Bleu(max_ngram_order=50), long, [other])


def test_what_does_not_fit() -> None:
    counting = NATIVE.ChrfStatistics(
        characters=6, words=0, beta=2, white_space=False, smoothed=False
    )
    with pytest.raises(ValueError, match="different lengths"):
        counting.count(["a"], [["a", "b"]], 1)
    with pytest.raises(ValueError, match="without a reference"):
        counting.count(["a"], [[None]], 1)
    with pytest.raises(TypeError, match="strings"):
        counting.count([b"a"], [["a"]], 1)
    with pytest.raises(IndexError):
        counting.count_pairs(["a"], ["a"], np.array([1]), np.array([0]), 1)
    with pytest.raises(ValueError, match="no tokeniser"):
        NATIVE.BleuStatistics(order=4, tokens="intl")
    with pytest.raises(ValueError, match="no length"):
        NATIVE.BleuStatistics(order=0, tokens="13a")


@pytest.mark.data
@pytest.mark.parametrize("pair", ["de-en", "en-de", "en-fr", "en-cs"])
def test_lines_of_systems(shared: Path, pair: str) -> None:
    folder = shared / "mt" / "wmt12" / pair
    system = sorted((folder / "systems").glob("*.txt"))[0]
    outputs, reference = (
        path.read_text("utf-8").splitlines()[::5] for path in (system, folder / "ref.A.txt")
    )
    for metric in (Bleu(), Bleu(tokenize="zh"), Chrf(word_order=2)):
        native, plain = (
            metric.open(session).statistics(outputs, [reference])
            for session in (session_of("native"), PLAIN)
        )
        assert native == plain
