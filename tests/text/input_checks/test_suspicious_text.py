"""What text looks like: cut into words or pieces, of another script, or as it should."""

import pytest

from tesla_metrics.text.languages import Language, register
from tesla_metrics.text.languages.codes import _LANGUAGE_CODES
from tesla_metrics.text.languages.scripts import get_letter_pattern, get_scripts
from tesla_metrics.text.suspicious_text import (
    SampledText,
    find_foreign_script,
    find_subwords,
    find_tokenised,
    find_unsegmented,
)
from text.input_checks.ordinary import ORDINARY


def sample(lines: list[str]) -> SampledText:
    return SampledText(lines, "\n".join(lines) + "\n")


@pytest.mark.parametrize("lang", sorted(ORDINARY))
def test_ordinary_text_is_not_suspected(lang: str) -> None:
    own = sample(ORDINARY[lang])
    assert find_tokenised(own, lang) is None
    assert find_subwords(own) is None
    assert find_foreign_script(own, lang) is None


@pytest.mark.parametrize(
    ("lang", "line", "what"),
    [
        ("en", "The ferry , which leaves at nine , was late .", "18 of 18 commas and full stops"),
        ("fr", "Le marché , fermé depuis lundi , rouvrira .", "commas and full stops stand apart"),
        ("ru", "Паром , который отходит в девять , опоздал .", "stand apart"),
        ("zh", "渡船 九点 开 ， 今天 又 晚 了 。", "gaps between characters are spaces"),
        ("zh", "渡 船 九 点 开", "24 of 24 gaps"),
        ("ja", "九 時 の フェリー は 今日 も 遅れ まし た", "gaps"),
        ("th", "เรือ ออก เก้า โมง แต่ วัน นี้ มา ช้า อีก แล้ว", "gaps"),
    ],
)
def test_tokenised_text_is(lang: str, line: str, what: str) -> None:
    found = find_tokenised(sample([line] * 6), lang)
    assert found is not None
    assert what in str(found)


@pytest.mark.parametrize("lang", sorted(ORDINARY))
def test_writing_without_spaces(lang: str) -> None:
    found = find_unsegmented(sample(ORDINARY[lang]))
    assert (found is not None) == (lang in ("zh", "ja", "th"))


def test_writing_that_is_cut_already() -> None:
    assert find_unsegmented(sample(["渡船 九点 开 ， 今天 又 晚 了 。"] * 6)) is None
    assert find_unsegmented(sample(["เรือ ออก เก้า โมง แต่ วัน นี้ มา ช้า อีก แล้ว"] * 6)) is None
    assert find_unsegmented(sample(["The word 渡船 means ferry."] * 6)) is None
    assert find_unsegmented(sample([*ORDINARY["zh"], *ORDINARY["en"], *ORDINARY["fr"]])) is None


def test_escapes() -> None:
    moses = ["It &apos;s late", "&quot; Go &quot;", "fish &amp; chips", "a &#91; b"]
    found = find_tokenised(sample([*moses, *["Nothing here"] * 30]), "en")
    assert str(found) == "4 of 34 lines have escapes such as &quot;"
    assert find_tokenised(sample([*moses, *["Nothing here"] * 50]), "en") is None
    assert find_tokenised(sample(["AT&T; R&D", "a & b"] * 20), "en") is None


def test_a_few_marks_prove_nothing() -> None:
    assert find_tokenised(sample(["One , two ."] * 2), "en") is None
    assert find_tokenised(sample(["One , two ."] * 5 + ["One, two."] * 6), "en") is None


@pytest.mark.parametrize("line", ["The fer@@ ry was la@@ te", "▁The ▁ferry ▁was ▁late", "fer ##ry"])
def test_pieces(line: str) -> None:
    assert find_subwords(sample([line] * 3 + ["late"])) is not None
    assert find_subwords(sample([line] + ["late"] * 3)) is None


@pytest.mark.parametrize(
    ("lang", "texts"),
    [
        ("ru", "en"),
        ("en", "ru"),
        ("zh", "en"),
        ("zh", "ru"),
        ("ja", "en"),
        ("ar", "fr"),
        ("de", "th"),
    ],
)
def test_another_script(lang: str, texts: str) -> None:
    found = find_foreign_script(sample(ORDINARY[texts]), lang)
    assert found is not None
    assert " of 5 lines have no " in str(found)


def test_scripts_that_fit() -> None:
    latin, cyrillic = sample(["Kuća je velika."] * 5), sample(["Кућа је велика."] * 5)
    for lang in ("sr", "uz", "kk", "az"):
        assert find_foreign_script(latin, lang) is None
        assert find_foreign_script(cyrillic, lang) is None
    assert (
        find_foreign_script(sample(ORDINARY["zh"]), "ja") is None
    )  # Chinese characters are Japanese too
    assert find_foreign_script(sample(["2024", "12:30", "—"] * 3), "ru") is None
    for lang in ("und", "sa", "qqq"):
        assert find_foreign_script(sample(ORDINARY["th"]), lang) is None


@pytest.mark.usefixtures("own_names")
def test_nothing_is_known_of_registered_languages() -> None:
    register(Language(code="tlh"))
    register(Language(code="de"))
    assert get_scripts("tlh") == get_scripts("de") == ()


def test_every_script_has_letters() -> None:
    for code in _LANGUAGE_CODES:
        if scripts := get_scripts(code):
            assert get_letter_pattern(scripts)
