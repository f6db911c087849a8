"""The codes of languages."""

import pytest

from tesla_metrics.errors import UsageError
from tesla_metrics.languages import BUILT_IN, parse_language


@pytest.mark.parametrize(
    ("code", "language"),
    [
        ("en", "en"),
        ("EN", "en"),
        ("en-GB", "en"),
        ("pt_BR", "pt"),
        ("zh-Hans-CN", "zh"),
        ("zh_Hant", "zh"),
        ("eng", "en"),
        ("deu", "de"),
        ("ger", "de"),
        ("fra", "fr"),
        ("fre", "fr"),
        ("spa", "es"),
        ("ces", "cs"),
        ("cze", "cs"),
        ("jpn", "ja"),
        ("hsb", "hsb"),
        ("und", "und"),
    ],
)
def test_codes(code: str, language: str) -> None:
    assert parse_language(code) == language


@pytest.mark.parametrize("code", ["", "x", "english", "e n", "xq", "-en", "12", "en.UTF-8", "qqq"])
def test_unknown_codes(code: str) -> None:
    with pytest.raises(UsageError, match="unknown language") as caught:
        parse_language(code)
    assert repr(code) in str(caught.value)


def test_built_in_languages_are_languages() -> None:
    assert BUILT_IN == ("en", "de", "fr", "es", "cs")
    assert [parse_language(lang) for lang in BUILT_IN] == list(BUILT_IN)
