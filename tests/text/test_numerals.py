"""Numbers however they are written."""

import pytest

from tesla_metrics.text.numbers import canonicalize


@pytest.mark.parametrize(
    ("lang", "form", "expected"),
    [
        ("en", "twelve", "12"),
        ("en", "zero", "0"),
        ("en", "hundred", "100"),
        ("en", "half", "50"),
        ("en", "one", "one"),  # not only a number
        ("en", "cat", "cat"),
        ("en", "1,000", "1000"),
        ("en", "1,500.50", "1500.5"),
        ("de", "1.500,50", "1500.5"),
        ("de", "12.345.678,9", "12345678.9"),
        ("en", "1.500.50", "1.500.50"),
        ("en", "1.000", "1"),
        ("en", "1.234", "1.234"),
        ("de", "1.000", "1000"),
        ("de", "1.234", "1234"),
        ("de", "1,234", "1.234"),
        ("fr", "1,234", "1.234"),
        ("ru", "1,500", "1.5"),
        ("pt", "1.234", "1234"),
        ("ja", "1,234", "1234"),
        ("ja", "1.234", "1.234"),
        ("en", "1,234.567", "1234.567"),
        ("de", "1.234,567", "1234.567"),
        ("en", "1.234,567", "1234.567"),
        ("en", "1.234.567", "1234567"),
        ("de", "1,234,567", "1234567"),
        ("en", "1.234,567.890", "1.234.567.890"),
        ("de", "0,123", "0.123"),
        ("en", "0,123", "0.123"),
        ("en", "1234,567", "1234.567"),
        ("en", "3,5", "3.5"),
        ("fr", "050,50", "050.5"),  # it may follow a 10
        ("fr", "000,00", "000"),
        ("en", "1'000", "1000"),
        ("en", "1000", "1000"),
        ("en", "'90", "90"),
        ("en", "1.5", "1.5"),  # a decimal is not ten times as much
        ("de", "1,5", "1.5"),
        ("en", "9:30", "9.3"),
        ("en", "9.30", "9.3"),
        ("en", "09:30", "9.3"),
        ("en", "8:00", "8"),
        ("en", "00:30", "0.3"),
        ("en", "3:1", "3.01"),  # a score, unlike 3:10
        ("en", "3:10", "3.1"),
        ("en", "3:0", "3.00"),
        ("en", "1:100", "1.100"),
        ("en", "1:1000", "1.1000"),
        ("en", "01:002:3", "1.2.3"),
        ("de", "04.07.2020", "4.7.2020"),
        ("de", "1.234,05", "1234.05"),
        ("en", "1..05", "1..05"),
        ("en", "05", "5"),
        ("en", "00", "0"),
        ("en", "050", "050"),  # it may follow a 10
        ("en", ".5", "0.5"),
        ("en", "-.50", "-0.5"),
        ("en", ",5", "5"),
        ("en", "0.500", "0.5"),
        ("en", ".5bn", "500000000"),
        ("en", "05th", "5"),
        ("en", "20th", "20"),
        ("en", "1st", "first"),
        ("en", "20km", "20km"),
        ("en", "3-4", "3-4"),
        ("en", "-", "-"),
        ("en", "", ""),
        ("en", "٣٥", "35"),
        ("en", "１２", "12"),
        ("en", "²", "²"),
        ("en", "½", "50"),
        ("de", "zwölf", "12"),
        ("de", "dreißig", "30"),
        ("de", "ein", "ein"),
        ("de", "viertel", "25"),
        ("fr", "dix-sept", "17"),
        ("fr", "quatre-vingts", "80"),
        ("fr", "neuf", "neuf"),  # new, too
        ("es", "dieciséis", "16"),
        ("cs", "dvě", "2"),
        ("cs", "dvěma", "2"),
        ("cs", "polovinu", "50"),
        ("cs", "devatenácti", "19"),
        ("en", "twenty-one", "21"),
        ("en", "two-hundred-and-five", "205"),
        ("en", "one-million", "1000000"),
        ("en", "one-two", "one-two"),
        ("en", "million-two", "million-two"),
        ("en", "two-three", "two-three"),
        ("en", "twenty-and", "twenty-and"),
        ("en", "one-off", "one-off"),
        ("en", "two-", "two-"),
        ("en", "thousand", "thousand"),
        ("de", "einundzwanzig", "21"),
        ("de", "zweihundert", "200"),
        ("de", "zweitausend", "2000"),
        ("de", "zweihunderttausendeins", "200001"),
        ("de", "neunzehnhundertachtzig", "1980"),
        ("de", "einunddreissig", "31"),
        ("de", "hundertund", "hundertund"),
        ("de", "zwanzigundeins", "zwanzigundeins"),
        ("de", "nullundzwanzig", "nullundzwanzig"),
        ("de", "tausende", "tausende"),
        ("de", "hund", "hund"),
        ("de", "eins", "eins"),
        ("fr", "vingt-et-un", "21"),
        ("fr", "soixante-dix-sept", "77"),
        ("fr", "quatre-vingt-douze", "92"),
        ("fr", "quatre-vingt-dix-neuf", "99"),
        ("fr", "deux-cent-cinq", "205"),
        ("fr", "dix-vingt", "dix-vingt"),
        ("fr", "cents", "cents"),
        ("es", "veintiuno", "21"),
        ("es", "doscientas", "200"),
        ("es", "mil", "1000"),
        ("es", "ciento", "ciento"),  # por ciento
        ("cs", "jednadvacet", "21"),
        ("cs", "pětatřiceti", "35"),
        ("cs", "tisíc", "1000"),
        ("cs", "tisíce", "tisíce"),
        ("cs", "set", "set"),
        ("de", "twelve", "twelve"),
        ("und", "twelve", "twelve"),
        ("und", "1,000", "1000"),
    ],
)
def test_canonical(lang: str, form: str, expected: str) -> None:
    assert canonicalize(form, lang) == expected


@pytest.mark.parametrize("lang", ["en", "de", "fr", "es", "cs"])
def test_what_is_canonical_stays(lang: str) -> None:
    for number in range(2000):
        assert canonicalize(str(number), lang) == str(number)
        separator = "," if lang in {"en", "es"} else "."
        assert canonicalize(f"{number:,}".replace(",", separator), lang) == str(number)


@pytest.mark.parametrize("word", ["tausend" * 1200, "hundert" * 1200, "zwei-" * 3000 + "zwei"])
def test_what_no_number_is_as_long_as(word: str) -> None:
    assert canonicalize(word, "de") == word
