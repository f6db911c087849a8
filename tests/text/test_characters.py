"""Text cut into characters."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tesla_metrics.text.characters import split_characters
from tesla_metrics.text.segmentation import load_segmenter


@pytest.mark.parametrize(
    ("text", "tokens"),
    [
        ("", ""),
        (" \u3000\t\u200b\x00", ""),
        ("买雨伞", "买 雨 伞"),
        ("买 雨 伞", "买 雨 伞"),
        ("买 雨伞", "买 雨 伞"),
        ("我有 iPhone 和 DVD ！", "我 有 iPhone 和 DVD !"),
        ("共3.14米，1,000元。", "共 3.14 米 , 1,000 元 。"),
        ("在2012，2013年", "在 2012 , 2013 年"),
        ("２０１２年ＡＢＣ（Ｄ）", "2012 年 ABC ( D )"),
        ("mp3播放器v2.0。", "mp3 播 放 器 v2.0 。"),
        ("1.", "1 ."),
        (".5和5,", ". 5 和 5 ,"),
        ("café在Zürich", "café 在 Zürich"),
        ("cafe\u0301在", "café 在"),
        ("ソニーのテレビ", "ソ ニ ー の テ レ ビ"),
        ("ｶﾞﾗｽ", "ガ ラ ス"),
        ("か\u3099", "が"),
        ("ที่นี่น้ำ", "ที่ นี่ น้ำ"),
        ("Привет你", "П р и в е т 你"),
        ("👍🏽👩‍👧🇨🇳🇯🇵好", "👍🏽 👩‍👧 🇨🇳 🇯🇵 好"),
        ("𠮷野家", "𠮷 野 家"),
    ],
)
def test_known(text: str, tokens: str) -> None:
    assert split_characters(text) == tokens.split()


def test_odd() -> None:
    assert split_characters("\ud83d好\udc00") == ["\ud83d", "好", "\udc00"]
    assert split_characters("\u0301") == ["\u0301"]
    assert split_characters("\u0301\u0301好") == ["\u0301\u0301", "好"]
    assert split_characters("好\x07坏") == ["好", "坏"]


@given(st.text(st.characters(), max_size=30))
def test_cut_text_stays_as_it_is(text: str) -> None:
    tokens = split_characters(text)
    assert all(token and not token.isspace() for token in tokens)
    again = split_characters(" ".join(tokens))
    assert split_characters(" ".join(again)) == again
    if not any(map(_joins, "".join(tokens))):
        assert again == tokens


def _joins(char: str) -> bool:
    # At the beginning of a token these lean on the space or compose with it.
    return not char.isalnum() and not char.isascii()


@pytest.mark.parametrize(
    ("lang", "text", "tokens"),
    [
        ("zh", "买雨伞", "买 雨 伞"),
        ("ja", "傘を買う", "傘 を 買 う"),
        ("th", "ซื้อร่ม", "ซื้ อ ร่ ม"),
        ("de", "Regenschirm kaufen.", "Regen Schirm kaufen ."),
        ("ru", "Купить зонт!", "Купить зонт !"),
        ("en", "Buy an Umbrella.", "Buy an Umbrella ."),
        ("ko", "우산을 사다", "우산을 사다"),
        ("vi", "mua ô", "mua ô"),
    ],
)
def test_languages(lang: str, text: str, tokens: str) -> None:
    assert load_segmenter(lang).segment([text]) == [tokens.split()]


def test_compounds_by_choice() -> None:
    assert load_segmenter("de", "none").segment(["Regenschirm"]) == [["Regenschirm"]]
    assert load_segmenter("de").dictionary_separators[:2] == ("", " ")
    assert load_segmenter("zh").separator == ""
    assert len({load_segmenter(lang).name for lang in ("zh", "de", "fr")}) == 3
