"""What text looks like: cut into words or pieces, of another script, or as it should."""

import pytest

from tesla_metrics.text.input_checks.sampled_text import SampledText
from tesla_metrics.text.input_checks.suspicious_text import (
    ARTEFACTS,
    find_artefact,
    find_foreign_lines,
    find_foreign_script,
    find_tokenised,
    find_unsegmented,
)
from tesla_metrics.text.languages import Language, register
from tesla_metrics.text.languages.codes import _LANGUAGE_CODES
from tesla_metrics.text.languages.scripts import get_letter_pattern, get_scripts
from text.input_checks.ordinary import ORDINARY


def sample(lines: list[str]) -> SampledText:
    return SampledText(lines)


@pytest.mark.parametrize("lang", sorted(ORDINARY))
def test_ordinary_text_is_not_suspected(lang: str) -> None:
    own = sample(ORDINARY[lang])
    assert find_tokenised(own, lang) is None
    for artefact in ARTEFACTS:
        assert find_artefact(own, None, artefact) is None
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


def test_a_few_marks_prove_nothing() -> None:
    assert find_tokenised(sample(["One , two ."] * 2), "en") is None
    assert find_tokenised(sample(["One , two ."] * 5 + ["One, two."] * 6), "en") is None


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


def find_problem(lines: list[str], counterpart: list[str] | None = None) -> str:
    """Return the name of the first artefact with its counts, or an empty text."""
    other = None if counterpart is None else sample(counterpart)
    for artefact in ARTEFACTS:
        if match := find_artefact(sample(lines), other, artefact):
            return f"{artefact.problem}: {match}"
    return ""


CLEAN = ["The ferry was late again.", "Nobody paid for the lamp."] * 20


@pytest.mark.parametrize(
    ("problem", "line"),
    [
        ("looks wrongly decoded", "Die FÃ¤hre war verspÃ¤tet."),
        ("looks wrongly decoded", "Theyâ€™re late."),
        ("looks wrongly decoded", "ÐŸÐ°Ñ€Ð¾Ð¼ Ð¾Ð¿Ð¾Ð·Ð´Ð°Ð»."),
        ("looks wrongly decoded", "РџР°СЂРѕРј РѕРїРѕР·РґР°Р»."),
        ("looks wrongly decoded", "æ¸¡èˆ¹æ™šäº†"),
        ("looks wrongly decoded", "Le march\ufffd est ferm\ufffd."),
        ("has control characters", "It\x92s raining."),
        ("has HTML entities", "fish &amp; chips"),
        ("has HTML entities", "It &#39;s late"),
        ("has special tokens", "The ferry was late. </s>"),
        ("has markup", "The ferry<br/>was late."),
        ("has escape sequences", "The ferry\\nwas late."),
        ("has escape sequences", "Die F\\u00e4hre war sp\\u00e4t."),
        ("looks cut into subword pieces", "The fer@@ ry was la@@ te"),
        ("looks cut into subword pieces", "▁The ▁ferry ▁was ▁late"),
        ("looks cut into subword pieces", "fer ##ry"),
        ("has invisible characters inside words", "The fer\u200bry was late."),
        ("has invisible characters inside words", "The fer\u00adry was late."),
        ("has words of mixed scripts", "The fеrry was late."),
        ("is in another Unicode normal form", "Die Fa\u0308hre war spa\u0308t."),
        ("has question marks instead of letters", "Die F?hre war sp?t."),
        ("has question marks instead of letters", "????? ???????."),
        ("has compatibility characters", "The of\ufb01ce was late."),
        ("has placeholders", "The __NUM0__ was late."),
        ("has placeholders", "The {0} was late."),
        ("has remarks of a language model", "Sure, here is the German text: The ferry."),
        ("has remarks of a language model", "Translation: The ferry was late."),
        ("has tabs", "The ferry was late.\t0.83"),
    ],
)
def test_traces_of_processing(problem: str, line: str) -> None:
    assert find_problem([*CLEAN, *CLEAN, line], CLEAN) == ""  # one of 81 lines is not enough
    found = find_problem([*CLEAN[:6], *[line] * 4], CLEAN)
    assert found.startswith(f"{problem}: 4 of 10 lines")


@pytest.mark.parametrize(
    "line",
    [
        "„Ä“ und „Ö“ sind Umlaute, CAFÉ“ nicht.",
        "« Le marché… » dit-il, « à côté ».",
        "Рік і СІРІ стіни, РІСТ цін.",
        "AT&T; R&D; a & b",
        "می\u200cخواهم بروم",
        "👩\u200d👩\u200d👧 is a family",
        "50% of 100",
        "Really?! What?? Yes.",
        "It costs $5 or $US20, or 10 %.",
        "What??? Really????",
        "#hashtag ## heading @ home",
        "x < 3 and y > 5",
    ],
)
def test_ordinary_characters_are_no_traces(line: str) -> None:
    assert find_problem([line] * 10, CLEAN) == ""


def test_traces_in_both_texts_are_content() -> None:
    lines = ["Write <br> for a line break and \\n in C."] * 5 + CLEAN[:5]
    assert find_problem(lines, lines) == ""
    assert find_problem(lines, CLEAN) != ""


def test_some_lines_in_another_script() -> None:
    outputs = ORDINARY["ru"] * 8 + ORDINARY["en"]
    references = ORDINARY["ru"] * 9
    found = find_foreign_lines(sample(outputs), sample(references), "ru")
    assert str(found) == "5 of 45 lines have no Cyrillic letter"
    assert find_foreign_lines(sample(outputs), sample(outputs), "ru") is None
    assert find_foreign_lines(sample(references), sample(references), "ru") is None
