"""Numbers however they are written: 1,000 and 1000, twelve and 12."""

import re
from collections.abc import Mapping
from functools import cache

# From 0 on; "-" where the word means something else as well (one, neuf), "/" between forms.
_UNITS = {
    "en": "zero - two three four five six seven eight nine ten eleven twelve thirteen fourteen "
    "fifteen sixteen seventeen eighteen nineteen twenty",
    "de": "null - zwei drei vier fünf sechs sieben acht neun zehn elf zwölf dreizehn vierzehn "
    "fünfzehn sechzehn siebzehn achtzehn neunzehn zwanzig",
    "fr": "zéro - deux trois quatre cinq six sept huit - dix onze douze treize quatorze quinze "
    "seize dix-sept dix-huit dix-neuf vingt",
    "es": "cero - dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince "
    "dieciséis diecisiete dieciocho diecinueve veinte",
    "cs": "nula - dva/dvě/dvou/dvěma tři/tří/třem/třech/třemi čtyři/čtyř/čtyřem/čtyřech "
    "pět/pěti šest/šesti sedm/sedmi osm/osmi devět/devíti deset/deseti jedenáct/jedenácti "
    "dvanáct/dvanácti třináct/třinácti čtrnáct/čtrnácti patnáct/patnácti šestnáct/šestnácti "
    "sedmnáct/sedmnácti osmnáct/osmnácti devatenáct/devatenácti dvacet/dvaceti",
}
_TENS = {  # 30, 40, ... 100
    "en": "thirty forty fifty sixty seventy eighty ninety hundred",
    "de": "dreißig vierzig fünfzig sechzig siebzig achtzig neunzig hundert",
    "fr": "trente quarante cinquante soixante soixante-dix quatre-vingts quatre-vingt-dix cent",
    "es": "treinta cuarenta cincuenta sesenta setenta ochenta noventa cien",
    "cs": "třicet/třiceti čtyřicet/čtyřiceti padesát/padesáti šedesát/šedesáti "
    "sedmdesát/sedmdesáti osmdesát/osmdesáti devadesát/devadesáti sto",
}
# Parts of a hundred, which are said as per cent as well.
_PARTS = {
    "en": "50 half",
    "de": "50 hälfte 33 drittel 25 viertel",
    "fr": "50 moitié 33 tiers",
    "es": "50 mitad 33 tercio",
    "cs": "50 polovina/polovinu/poloviny/polovině 33 třetina/třetinu/třetiny/třetině "
    "25 čtvrtina/čtvrtinu/čtvrtiny/čtvrtině",
}
_SEPARATORS = frozenset(".,':")
_GROUPS = re.compile(r"\d{1,3}(?:[.,']\d{3})+")
_TO_POINTS = str.maketrans(",:'", "...")


@cache
def _numerals(lang: str) -> Mapping[str, str]:
    units = enumerate(_UNITS.get(lang, "").split())
    parts = _PARTS.get(lang, "").split()
    tens = ((10 * place, words) for place, words in enumerate(_TENS.get(lang, "").split(), 3))
    return {
        word: str(number)
        for number, words in (*units, *tens, *zip(parts[::2], parts[1::2], strict=True))
        for word in words.split("/")
        if word != "-"
    }


def canonical(form: str, lang: str) -> str:
    """A lower-cased word as it is compared: a number by its digits, any other as it is."""
    if form.isalpha() or not any(map(str.isdecimal, form)):
        return _numerals(lang).get(form, form)
    if not all(char.isdecimal() or char in _SEPARATORS for char in form):
        return form
    plain = "".join(str(int(char)) if char.isdecimal() else char for char in form)
    plain = plain.strip(".,':")
    if _GROUPS.fullmatch(plain):
        return "".join(filter(str.isdecimal, plain))
    return plain.translate(_TO_POINTS)
