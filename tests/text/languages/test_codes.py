"""The codes of languages."""

import pytest

from tesla_metrics.errors import UsageError
from tesla_metrics.text.languages import BUILT_IN, Language, parse_language, parse_tag, register
from tesla_metrics.text.languages.codes import (
    _LANGUAGE_CODES,
    _REGIONS_OF_LANGUAGE,
    REGION_CODES,
    get_language_name,
    get_region_name,
)


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


@pytest.mark.parametrize(
    "code",
    "|x|english|e n|xq|-en|12|en.UTF-8|qqq|en-|en-german|en-xq|xq-en|en-de-fr|en-US-GB|en-12"
    "|pt-BR-br-x|de--en|de en|en-pt-BR-MZ".split("|"),
)
def test_unknown_codes(code: str) -> None:
    with pytest.raises(UsageError, match="unknown language") as caught:
        parse_language(code)
    assert repr(code) in str(caught.value)


@pytest.mark.parametrize("code", ["en-cz", "de-cz", "en-jp", "en-cn", "EN-UA", "en_dk", "ja-cn"])
def test_a_region_for_its_language_is_refused(code: str) -> None:
    # Else the source's language would be taken, and Czech scored as English.
    with pytest.raises(UsageError, match=r"is a region where .* is spoken: give ") as caught:
        parse_language(code)
    assert f"{code[:2].lower()}-{code[3:].upper()} for the region" in str(caught.value)
    assert parse_language(f"{code[:2].lower()}-{code[3:].upper()}") == code[:2].lower()


def test_a_region_alone() -> None:
    with pytest.raises(UsageError, match=r"unknown language 'cz', .*: did you mean cs\?"):
        parse_language("cz")


def test_a_region_of_the_language_may_be_in_small_letters() -> None:
    codes = [
        "zh-cn",
        "cs-cz",
        "ja-jp",
        "ar-eg",
        "da-dk",
        "en-us",
        "en-gb",
        "en-in",
        "de-at",
        "es-mx",
    ]
    assert [parse_language(code) for code in codes] == [code[:2] for code in codes]


def test_built_in_languages_are_languages() -> None:
    assert BUILT_IN == ("en", "de", "fr", "es", "cs")
    assert [parse_language(lang) for lang in BUILT_IN] == list(BUILT_IN)


@pytest.mark.parametrize(
    ("code", "language"),
    [
        # In small letters two languages are a pair, though most are codes of regions too.
        *((f"en-{x}", x) for x in "ar cs cy de es et fi fr gu hr is it ky lt lv ms mt my".split()),
        *((f"en-{x}", x) for x in "nl pl ps pt ro ru sl sv ta tr uk vi zh bho kk hi".split()),
        ("de-en", "en"),
        ("zh-en", "en"),
        ("de-fr", "fr"),
        ("cs-uk", "uk"),
        ("de-it", "it"),
        ("ja-zh", "zh"),
        ("de_en", "en"),
        # Capitals everywhere tell nothing.
        ("EN-DE", "de"),
        ("DE-EN", "en"),
        ("EN-US", "en"),
        ("En-De", "de"),
        ("de-EN", "en"),
        # A region in capitals; one in small letters that is no language.
        ("pt-BR", "pt"),
        ("fr-CA", "fr"),
        ("zh-TW", "zh"),
        ("es-AR", "es"),
        ("de-CH", "de"),
        ("en-UK", "en"),
        ("en-DE", "en"),
        ("en-us", "en"),
        ("en-gb", "en"),
        ("zh-cn", "zh"),
        ("ja-jp", "ja"),
        ("es-419", "es"),
        ("de-CH-1901", "de"),
        # Both readings are the same.
        ("de-de", "de"),
        ("pt-pt", "pt"),
        # Scripts, and pairs with scripts and regions.
        ("zh-Hans", "zh"),
        ("zh-hans", "zh"),
        ("sr_Latn_RS", "sr"),
        ("zh_Hans-en", "en"),
        ("eng_Latn", "en"),
        ("eng_Latn-deu_Latn", "de"),
        ("deu-eng", "en"),
        ("arb_Arab", "ar"),
        ("en-zh_TW", "zh"),
        ("en-pt_BR", "pt"),
        ("pt_BR-en", "en"),
        ("pt-BR-br", "br"),
        ("hsb-deu", "de"),
    ],
)
def test_pairs_regions_and_scripts(code: str, language: str) -> None:
    assert parse_language(code) == language


@pytest.mark.parametrize(
    ("code", "spellings"),
    [
        ("pt-br", "'pt-br' can be Portuguese of Brazil or Portuguese to Breton: give pt-BR or br"),
        ("fr-ca", "give fr-CA or ca"),
        ("zh-tw", "give zh-TW or tw"),
        ("es-ar", "give es-AR or ar"),
        ("de-ch", "give de-CH or ch"),
        ("PT-BR", "give pt-BR or br"),
        ("pt_br", "give pt-BR or br"),
        ("zh-hant-tw", "give zh-TW or tw"),
        ("por-br", "give pt-BR or br"),
        ("en-ca", "English of Canada or English to Catalan: give en-CA or ca"),
        ("sv-fi", "give sv-FI or fi"),
        ("gl-es", "give gl-ES or es"),
    ],
)
def test_what_can_be_both_is_refused(code: str, spellings: str) -> None:
    with pytest.raises(UsageError) as caught:
        parse_language(code)
    assert spellings in str(caught.value)
    for spelling in spellings.rpartition("give ")[2].split(" or "):
        assert parse_language(spelling)


def test_every_home_is_a_region_and_a_language_with_names() -> None:
    for language, regions in _REGIONS_OF_LANGUAGE.items():
        assert language in _LANGUAGE_CODES
        for region in regions:
            assert region.upper() in REGION_CODES
            assert region in _LANGUAGE_CODES
            assert get_region_name(region)
            assert get_language_name(region) != region
            assert region != language


@pytest.mark.usefixtures("own_names")
def test_registered_languages_are_languages() -> None:
    register(Language(code="qaa"))
    register(Language(code="x-north"))
    assert parse_language("en-qaa") == "qaa"
    assert parse_language("qaa-en") == "en"
    assert parse_language("x-north") == "x-north"


@pytest.mark.parametrize(("tag", "language"), [("pt-br", "pt"), ("PT-BR", "pt"), ("de-DE", "de")])
def test_tags_in_files_are_no_pairs(tag: str, language: str) -> None:
    assert parse_tag(tag) == language
