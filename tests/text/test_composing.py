"""Numbers of several words."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tesla_metrics.text.languages import BUILT_IN
from tesla_metrics.text.numbers import NumberWordKind, canonicalize, find_numbers, get_number_words

TOGETHER = {
    "en": {
        "two hundred": "200",
        "two hundred and five boats": "205",
        "two thousand five hundred": "2500",
        "twenty one": "21",
        "twenty-five hundred": "2500",
        "twelve hundred and six": "1206",
        "one hundred and fifty thousand": "150000",
        "hundred": "100",
        "one hundred": "100",
        "a million": "1000000",
        "one million": "1000000",
        "1 million": "1000000",
        "2 thousand": "2000",
        "200 thousand": "200000",
        "3.5 million": "3500000",
        "0.5 million": "500000",
        "2 million 300 thousand": "2300000",
        "a hundred million and one": "100000001",
        "two trillion": "2000000000000",
    },
    "de": {
        "einundzwanzig": "21",
        "eine million zweihunderttausend": "1200000",
        "3,5 millionen": "3500000",
        "zwei hundert": "200",
        "200 tausend": "200000",
        "2 mrd.": "2000000000",
        "eintausendeinhundertelf": "1111",
    },
    "fr": {
        "vingt et un": "21",
        "vingt et une": "21",
        "soixante et onze": "71",
        "quatre-vingt-douze": "92",
        "deux cent cinq mille": "205000",
        "mille neuf cent dix-neuf": "1919",
        "deux mille milliards": "2000000000000",
        "vingt et un mille": "21000",
        "un million": "1000000",
    },
    "es": {
        "treinta y uno": "31",
        "treinta y un mil": "31000",
        "dos mil": "2000",
        "cien mil": "100000",
        "ciento uno": "101",
        "dos mil quinientos millones": "2500000000",
        "300 mil millones": "300000000000",
        "un millón": "1000000",
    },
    "cs": {
        "dvacet jedna": "21",
        "jednadvacet": "21",
        "dvě stě": "200",
        "dva tisíce pět set": "2500",
        "tři sta tisíc": "300000",
        "tisíc sto": "1100",
        "2 miliony 300 tisíc": "2300000",
        "3,5 milionu": "3500000",
    },
}
APART = {
    "en": {
        "one": "",
        "one of a kind": "",
        "millions of people": "",
        "several thousand": "",
        "ten and twenty": "10 20",
        "twenty and five": "20 5",
        "two three": "2 3",
        "ten five": "10 5",
        "twenty zero": "20 0",
        "nineteen eighty": "19 80",
        "9 30": "9 30",
        "2 100": "2100",
        "between one hundred and two hundred": "100 200",
        "between five hundred and one thousand": "500 1000",
        "two hundred and 5": "200 5",
        "two hundred and and five": "200 5",
        "two hundred 5": "200 5",
        "two million 300": "2000000 300",
        "two million 300 000": "2000000 300000",
        "a hundred two hundred three hundred": "100 200 300",
        "two thousand three thousand": "2000 3000",
        "two thousand three million": "2000 3000000",
        "a thousand a million": "1000 1000000",
        "1.5 million 200 thousand": "1500000 200000",
        "in 2008 million": "2008",  # the year
        "3.1415 million": "3.1415",
        "1.2.3 million": "1.2.3",
        "20th million": "20",
        "half million": "50",
        "5 hundred": "5 100",
        "twenty hundred": "20 100",
        "and five": "5",
    },
    "de": {
        "ein hund und eine katze": "",
        "zwanzig und dreißig": "20 30",
        "hundert und fünf": "100 5",
        "zwanzig fünf": "20 5",
        "hundert fünf": "100 5",
        "millionen menschen": "",
    },
    "fr": {
        "un neuf": "",
        "dix et vingt": "10 20",
        "deux et trois": "2 3",
        "vingt et deux": "20 2",
        "mille et une nuits": "1000",
        "5 cents": "5",
        "des millions": "",
    },
    "es": {
        "uno y una": "",
        "diez y veinte": "10 20",
        "dos y tres": "2 3",
        "treinta dos": "30 2",
        "veinte y dos": "20 2",
        "20 por ciento": "20",
    },
    "cs": {
        "jedna": "",
        "deset a dvacet": "10 20",
        "dvacet a pět": "20 5",
        "druhý set": "",
        "6 set": "6",
        "tisíce lidí": "",
    },
    "und": {"two hundred": "", "5 million 300": "5 300"},
}


@pytest.mark.parametrize(
    ("lang", "text", "expected"),
    [
        (lang, text, expected)
        for table in (TOGETHER, APART)
        for lang, texts in table.items()
        for text, expected in texts.items()
    ],
)
def test_numbers(lang: str, text: str, expected: str) -> None:
    assert find_numbers(text.split(), lang).composed == expected.split()
    # Other words end a number.
    assert find_numbers(f"xx {text} xx 7".split(), lang).composed == [*expected.split(), "7"]


@pytest.mark.parametrize(
    ("lang", "text", "expected"),
    [
        ("en", "two hundred and five", "205"),
        ("en", "twenty one", "21"),
        ("en", "two hundred thousand and five", "200 *1000 5"),
        ("en", "a hundred two million 300", "102 *1000000 300"),
        ("es", "dos mil millones", "2 *1000 *1000000"),
        ("en", "5 million", "5 *1000000"),
        ("en", "one million", "1 *1000000"),
        ("en", "millions half", "50"),
        ("en", "10 000 thousand", "10000"),
        ("fr", "deux cent cinq mille", "205 *1000"),
    ],
)
def test_numbers_apart(lang: str, text: str, expected: str) -> None:
    assert find_numbers(text.split(), lang).separate == expected.split()


SMALL = {
    "en": "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen "
    "fifteen sixteen seventeen eighteen nineteen".split(),
    "de": "null ein zwei drei vier fünf sechs sieben acht neun zehn elf zwölf dreizehn vierzehn "
    "fünfzehn sechzehn siebzehn achtzehn neunzehn".split(),
    "es": "cero uno dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce "
    "quince dieciséis diecisiete dieciocho diecinueve veinte veintiuno veintidós veintitrés "
    "veinticuatro veinticinco veintiséis veintisiete veintiocho veintinueve".split(),
}
TENS = {
    "en": "- - twenty thirty forty fifty sixty seventy eighty ninety".split(),
    "de": "- - zwanzig dreißig vierzig fünfzig sechzig siebzig achtzig neunzig".split(),
    "es": "- - - treinta cuarenta cincuenta sesenta setenta ochenta noventa".split(),
}
HUNDREDS = (
    "- ciento doscientos trescientos cuatrocientos quinientos seiscientos setecientos "
    "ochocientos novecientos"
).split()


def english(number: int, link: str) -> str:
    if number >= 1000:
        rest = number % 1000
        joint = link if 0 < rest < 100 else " "
        tail = joint + english(rest, link) if rest else ""
        return f"{english(number // 1000, link)} thousand{tail}"
    if number >= 100:
        tail = link + english(number % 100, link) if number % 100 else ""
        return f"{SMALL['en'][number // 100]} hundred{tail}"
    if number < 20:
        return SMALL["en"][number]
    unit = SMALL["en"][number % 10] if number % 10 else ""
    return f"{TENS['en'][number // 10]} {unit}".strip()


def german(number: int) -> str:
    if number >= 1000:
        return f"{german(number // 1000)}tausend{german(number % 1000) if number % 1000 else ''}"
    if number >= 100:
        return f"{german(number // 100)}hundert{german(number % 100) if number % 100 else ''}"
    units = SMALL["de"]
    if number < 20:
        return units[number]
    ten = TENS["de"][number // 10]
    return f"{units[number % 10]}und{ten}" if number % 10 else ten


def spanish(number: int) -> str:
    if number >= 1000:
        thousands = f"{spanish(number // 1000)} mil" if number >= 2000 else "mil"
        return f"{thousands} {spanish(number % 1000)}" if number % 1000 else thousands
    if number == 100:
        return "cien"
    if number > 100:
        hundreds = HUNDREDS[number // 100]
        return f"{hundreds} {spanish(number % 100)}" if number % 100 else hundreds
    units = SMALL["es"]
    if number < 30:
        return units[number]
    ten = TENS["es"][number // 10]
    return f"{ten} y {units[number % 10]}" if number % 10 else ten


@given(st.integers(0, 999_999), st.sampled_from([" ", " and "]))
def test_any_number(number: int, link: str) -> None:
    found = [
        find_numbers(text.split(), lang).composed
        for lang, text in [
            ("en", english(number, link)),
            ("es", spanish(number)),
            ("de", german(number)),
        ]
    ]
    # One alone is an article.
    assert found == [[] if number == 1 else [str(number)]] * 3
    if number != 1:
        assert canonicalize(german(number), "de") == str(number)


@given(st.data())
def test_any_words(data: st.DataObject) -> None:
    pool = "a one two ten twenty hundred thousand million and half 5 300 1.5 20th cat".split()
    words = data.draw(st.lists(st.sampled_from(pool), max_size=12))
    found = find_numbers(words, "en")
    assert all(number.replace(".", "").isdecimal() for number in found.composed)
    assert all(number.lstrip("*").replace(".", "").isdecimal() for number in found.separate)
    assert len(found.composed) <= len(found.separate)


@pytest.mark.parametrize("lang", sorted(BUILT_IN))
def test_products_are_counted_in_64_bits(lang: str) -> None:
    # With all that may be added to them.
    for part in get_number_words(lang).values():
        if part.kind == NumberWordKind.MULTIPLIER:
            assert (part.max_times + 1) * part.value <= 2**63


def test_great_chinese_numbers() -> None:
    assert find_numbers(["九百万兆"], "zh").composed == ["9000000000000000000"]
    assert find_numbers(["一千万亿"], "zh").composed == ["1000000000000000"]
    assert find_numbers(["9999", "万", "兆"], "zh").composed == ["99990000"]
