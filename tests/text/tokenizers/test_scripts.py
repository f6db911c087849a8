"""Languages without rules: by script."""

import pytest

from tesla_metrics.text.tokenizers import get_tokenizer

CASES = [
    ("th", "ดีครับ 12.5", "ดี|ค|รั|บ|12.5"),
    ("th", "น้ำ", "น้ำ"),
    ("ja", "コーヒーを、10杯。", "コー|ヒー|を|、|10|杯|。"),
    ("zh", "我爱GPU芯片", "我|爱|GPU|芯|片"),
    ("km", "ខ្មែរ", "ខ្មែ|រ"),
    ("hi", "नमस्ते दुनिया। 1,000", "नमस्ते|दुनिया|।|1,000"),
    ("fa", "می\u200cخواهم، نه؟", "می\u200cخواهم|،|نه|؟"),
    ("ar", "«مرحبا»", "«|مرحبا|»"),
    ("ko", "안녕하세요, 여러분.", "안녕하세요|,|여러분|."),
    ("und", "it's well-known, U.S. col·lecció", "it's|well-known|,|U.S.|col·lecció"),
    ("und", "3.5% a@b.org http://x.y/z?q (x)", "3.5|%|a@b.org|http://x.y/z?q|(|x|)"),
    ("ru", "кто-то... сказал: «да».", "кто-то|...|сказал|:|«|да|»|."),
    ("und", "👩‍💻👍🏽🇩🇪🇫🇷❤️1️⃣", "👩‍💻|👍🏽|🇩🇪|🇫🇷|❤|1⃣"),
    ("en", "wow👩‍💻ok 中文", "wow|👩‍💻|ok|中|文"),
]


@pytest.mark.parametrize(("lang", "text", "words"), CASES)
def test_words(lang: str, text: str, words: str) -> None:
    assert get_tokenizer(lang).tokenize(text) == words.split("|")
