"""Numerals, units and unknown tags by the native core and by plain Python."""

from collections.abc import Sequence
from typing import Any

import pytest
from cores import columns, plain
from hypothesis import given, settings
from hypothesis import strategies as st

from tesla_metrics import Sentence, TeslaX, Token
from tesla_metrics.native import load_native

if load_native() is None:
    pytest.skip("no native core is built, or TESLA_PURE is set", allow_module_level=True)

WORDS = {
    "zh": "一 二 两 三 五 九 十 百 千 万 亿 兆 零 〇 负 元 年 百分之 350 3500 1.5 15 2015 个",
    "de": "1.234 1,234 1 234,5 8.40 abends "
    "zweieinhalb anderthalb eineinhalb 2,5 1,5 1500 Millionen Stunden 5km 5 km kWh 3kWh zwei",
    "es": "2.500 2,500 2500 2,5 2 500 millones mil millón 5km 5 km kilos dos menos",
    "cs": "2500 2 500 milionů tisíc 5km 5 km 20kg kg dva",
    "en": "2500 2 500 million 5km 5 km 20kWh kWh two 5L $5m 1.234 1,234 1,234.5 16: 20 8:40 p.m. "
    "-1 234.5 １２３",
    "fr": "1,000 1.000 1000 1 234,50 050,5 1234,5 1.234 1,234 -1.500 moins 1,5 16: 20 : 05 euros",
    "ru": "1 234,50 1.234 1,234 8:40 вечера ночи дня 16: 20 : 11:30 3",
    "und": "1 234,50 1.234 1,234 1234 16: 20 : 2",
}


def check(metric: TeslaX, hypotheses: Sequence[Any], references: Sequence[Any]) -> None:
    with plain():
        expected = columns(metric, hypotheses, references)
    found = columns(metric, hypotheses, references)
    assert found == pytest.approx(expected, rel=0, abs=1e-9)


@pytest.mark.parametrize("lang", list(WORDS))
@given(data=st.data())
@settings(max_examples=60)
def test_numerals(lang: str, data: st.DataObject) -> None:
    words = st.lists(st.sampled_from(WORDS[lang].split()), max_size=9)
    joint = "" if lang == "zh" else " "
    lines = st.lists(words.map(joint.join), min_size=4, max_size=4)
    check(TeslaX(lang=lang, frequencies="none"), data.draw(lines), data.draw(lines))


def test_what_no_64_bits_hold() -> None:
    texts = [
        "他有9999万兆元",
        "他有九千九百九十九万兆元",
        "他有九千万兆九千九百亿元",
        "他有一千万亿元",
    ]
    others = ["他有99990000000000000000元", "他有10元", texts[1], "他有1000000000000000元"]
    check(TeslaX(lang="zh", frequencies="none"), texts, others)


tokens = st.builds(
    Token, st.sampled_from("boat ship sea 5".split()), st.sampled_from("ab"),
    st.sampled_from(["X", "NOUN", "_"]), st.sampled_from(["X", "NN"]),
)  # fmt: skip
sentences = st.lists(tokens, max_size=5).map(
    lambda own: Sentence(" ".join(token.form for token in own), tuple(own))
)


@given(st.lists(st.tuples(sentences, sentences), min_size=1, max_size=6))
@settings(max_examples=100)
def test_unknown_tags(pairs: list[tuple[Sentence, Sentence]]) -> None:
    # A label may come with words that are known.
    metric = TeslaX(lang="en", frequencies="none", least=1.0)
    check(metric, [x for x, _ in pairs], [y for _, y in pairs])
