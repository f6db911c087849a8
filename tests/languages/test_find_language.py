"""Languages by code: files, none, and those that a user registers."""

from pathlib import Path

import pytest

import tesla_metrics.languages
from tesla_metrics.analysis.loading import load_analyzer
from tesla_metrics.analysis.negations import knows_negations, load_negations
from tesla_metrics.analysis.numbers import numbers
from tesla_metrics.analysis.tokenizers import get_tokenizer
from tesla_metrics.errors import UsageError
from tesla_metrics.languages import (
    BUILT_IN,
    CHINESE,
    Language,
    NumberWords,
    OneWord,
    Rules,
    find_language,
    listed,
    parse_language,
    register,
    shipped_languages,
)

FILES = sorted(
    path.stem
    for path in Path(tesla_metrics.languages.__file__).parent.glob("*.py")
    if len(path.stem) <= 3
)


@pytest.mark.parametrize("code", FILES)
def test_a_file_is_named_after_its_language(code: str) -> None:
    language = find_language(code)
    assert language.code == language.name == parse_language(code) == code
    assert find_language(code) is language


def test_what_is_shipped() -> None:
    assert sorted(language.code for language in shipped_languages()) == FILES
    assert BUILT_IN == ("en", "de", "fr", "es", "cs")
    assert CHINESE == ("zh", "lzh", "nan", "wuu", "yue")


def test_other_names_are_not_there() -> None:
    with pytest.raises(AttributeError, match="JAPANESE"):
        tesla_metrics.languages.__getattr__("JAPANESE")


@pytest.mark.parametrize("code", ["und", "nl", "base", "rules", "__init__", ""])
def test_a_language_without_a_file_has_nothing_of_its_own(code: str) -> None:
    language = find_language(code)
    assert (language.code, language.rules, language.negations) == (code, None, frozenset())
    assert find_language(code) is language


LATIN = Language(
    code="la",
    rules=Rules(contractions={"mecum": ("cum", "me")}),
    negations=listed("non numquam nemo"),
    numbers=NumberWords(units="- unus duo tres", multipliers="centum mille"),
)


@pytest.mark.usefixtures("own_names")
def test_a_registered_language_is_used_everywhere() -> None:
    assert get_tokenizer("la").tokenize("mecum") == ["mecum"]
    assert not knows_negations("la")
    assert numbers(["duo", "mille"], "la").together == []
    name = register(LATIN).name
    assert get_tokenizer("la").tokenize("Mecum!") == ["Cum", "me", "!"]
    assert get_tokenizer("la").name == f"rules-{name}"
    assert load_analyzer("la").name.startswith(f"fallback-rules-{name}+")
    assert knows_negations("la")
    assert load_negations("la")("nemo")
    assert numbers(["duo", "mille", "tres"], "la").together == ["2003"]


@pytest.mark.usefixtures("own_names")
def test_the_name_tells_facts_apart() -> None:
    one, same = register(LATIN), register(LATIN)
    other = register(Language(code="la", negations=listed("non")))
    assert one.name == same.name
    assert one.name.startswith("la@")
    assert register(one).name == one.name
    assert other.name != one.name
    assert find_language("la") is not one


@pytest.mark.usefixtures("own_names")
def test_any_code_can_be_registered() -> None:
    with pytest.raises(UsageError, match="unknown language 'tlh'"):
        parse_language("tlh")
    register(Language(code="tlh", negations=listed("qo'")))
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
                one_word=OneWord(
                    links=("en", "ën"), ones=("een",), hundred="honderd", thousand="duizend"
                ),
            ),
        )
    )
    words = "zevenentwintig tweeëndertig honderdeen negenhonderdnegenennegentigduizend zeven"
    assert numbers(words.split(), "nl").together == ["27", "32", "101", "999000", "7"]
    assert numbers("zeventien eentien tienentwintig".split(), "nl").together == ["17"]
