"""Languages by code: files, none, and those that a user registers."""

from importlib import import_module

import pytest

import tesla_metrics.text.languages
from tesla_metrics.errors import UsageError
from tesla_metrics.text.languages import (
    BUILT_IN,
    CHINESE,
    Language,
    NumberWords,
    SingleWordNumbers,
    TokenizerRules,
    find_language,
    get_shipped_languages,
    parse_language,
    register,
    word_set,
)
from tesla_metrics.text.loading import load_analyzer
from tesla_metrics.text.negation import has_negations, load_negation_detector
from tesla_metrics.text.numbers import find_numbers
from tesla_metrics.text.tokenizers import get_tokenizer

MODULES = ("cs", "de", "en", "es", "fr", "chinese", "others")
CODES = sorted(
    language.code
    for module in MODULES
    for language in import_module(f"tesla_metrics.text.languages.{module}").LANGUAGES
)


@pytest.mark.parametrize("code", CODES)
def test_every_described_language_is_found(code: str) -> None:
    language = find_language(code)
    assert language.code == language.name == parse_language(code) == code
    assert find_language(code) is language


def test_what_is_shipped() -> None:
    assert sorted(language.code for language in get_shipped_languages()) == CODES
    assert BUILT_IN == ("en", "de", "fr", "es", "cs")
    assert CHINESE == ("zh", "lzh", "nan", "wuu", "yue")


def test_other_names_are_not_there() -> None:
    with pytest.raises(AttributeError, match="JAPANESE"):
        tesla_metrics.text.languages.__getattr__("JAPANESE")


@pytest.mark.parametrize("code", ["und", "nl", "base", "rules", "__init__", ""])
def test_a_language_without_a_file_has_nothing_of_its_own(code: str) -> None:
    language = find_language(code)
    assert (language.code, language.rules, language.negations) == (code, None, frozenset())
    assert find_language(code) is language


LATIN = Language(
    code="la",
    rules=TokenizerRules(contractions={"mecum": ("cum", "me")}),
    negations=word_set("non numquam nemo"),
    numbers=NumberWords(units="- unus duo tres", multipliers="centum mille"),
)


@pytest.mark.usefixtures("own_names")
def test_a_registered_language_is_used_everywhere() -> None:
    assert get_tokenizer("la").tokenize("mecum") == ["mecum"]
    assert not has_negations("la")
    assert find_numbers(["duo", "mille"], "la").composed == []
    name = register(LATIN).name
    assert get_tokenizer("la").tokenize("Mecum!") == ["Cum", "me", "!"]
    assert get_tokenizer("la").name == f"rules-{name}"
    assert load_analyzer("la").name.startswith(f"fallback-rules-{name}+")
    assert has_negations("la")
    assert load_negation_detector("la")("nemo")
    assert find_numbers(["duo", "mille", "tres"], "la").composed == ["2003"]


@pytest.mark.usefixtures("own_names")
def test_the_name_tells_facts_apart() -> None:
    one, same = register(LATIN), register(LATIN)
    other = register(Language(code="la", negations=word_set("non")))
    assert one.name == same.name
    assert one.name.startswith("la@")
    assert register(one).name == one.name
    assert other.name != one.name
    assert find_language("la") is not one


@pytest.mark.usefixtures("own_names")
def test_any_code_can_be_registered() -> None:
    with pytest.raises(UsageError, match="unknown language 'tlh'"):
        parse_language("tlh")
    register(Language(code="tlh", negations=word_set("qo'")))
    assert parse_language("tlh-Piqd") == "tlh"


@pytest.mark.usefixtures("own_names")
def test_links_inside_number_words_may_be_in_units_too() -> None:
    register(
        Language(
            code="nl",
            numbers=NumberWords(
                units="nul - twee drie vier vijf zes zeven acht negen tien elf twaalf dertien "
                "veertien vijftien zestien zeventien achttien negentien twintig",
                tens="dertig veertig vijftig zestig zeventig tachtig negentig",
                one_word=SingleWordNumbers(
                    links=("en", "ën"), ones=("een",), hundred="honderd", thousand="duizend"
                ),
            ),
        )
    )
    words = "zevenentwintig tweeëndertig honderdeen negenhonderdnegenennegentigduizend zeven"
    assert find_numbers(words.split(), "nl").composed == ["27", "32", "101", "999000", "7"]
    assert find_numbers("zeventien eentien tienentwintig".split(), "nl").composed == ["17"]
