"""Number words of en, de, fr, es and cs, and what each does in a number of several words."""

from collections.abc import Iterator, Mapping
from functools import cache, lru_cache

from .composing import Composer, Kind, Part

# "/" between forms; those with "?" mean something else as well (one, neuf), or nothing exact
# (millions): they are numbers only together with others. "-" stands for no word.
_UNITS = {  # 0, 1, ... 20
    "en": "zero ?one two three four five six seven eight nine ten eleven twelve thirteen fourteen "
    "fifteen sixteen seventeen eighteen nineteen twenty",
    "de": "null - zwei/zwo drei vier fünf sechs sieben acht neun zehn elf zwölf dreizehn vierzehn "
    "fünfzehn sechzehn siebzehn achtzehn neunzehn zwanzig",
    "fr": "zéro ?un/?une deux trois quatre cinq six sept huit ?neuf dix onze douze treize quatorze "
    "quinze seize dix-sept dix-huit dix-neuf vingt",
    "es": "cero ?un/?uno/?una dos tres cuatro cinco seis siete ocho nueve diez once doce trece "
    "catorce quince dieciséis diecisiete dieciocho diecinueve veinte",
    "cs": "nula ?jeden/?jedna/?jedno/?jednu/?jednoho/?jedné dva/dvě/dvou/dvěma "
    "tři/tří/třem/třech/třemi čtyři/čtyř/čtyřem/čtyřech pět/pěti šest/šesti sedm/sedmi osm/osmi "
    "devět/devíti deset/deseti jedenáct/jedenácti dvanáct/dvanácti třináct/třinácti "
    "čtrnáct/čtrnácti patnáct/patnácti šestnáct/šestnácti sedmnáct/sedmnácti osmnáct/osmnácti "
    "devatenáct/devatenácti dvacet/dvaceti",
}
_TENS = {  # 30, 40, ... 90
    "en": "thirty forty fifty sixty seventy eighty ninety",
    "de": "dreißig/dreissig vierzig fünfzig sechzig siebzig achtzig neunzig",
    "fr": "trente quarante cinquante soixante soixante-dix quatre-vingts/quatre-vingt "
    "quatre-vingt-dix",
    "es": "treinta cuarenta cincuenta sesenta setenta ochenta noventa",
    "cs": "třicet/třiceti čtyřicet/čtyřiceti padesát/padesáti šedesát/šedesáti "
    "sedmdesát/sedmdesáti osmdesát/osmdesáti devadesát/devadesáti",
}
_VEINTI = {  # 21, 22, ... 29
    "es": "veintiuno/veintiún/veintiuna veintidós veintitrés veinticuatro veinticinco veintiséis "
    "veintisiete veintiocho veintinueve",
}
_HUNDREDS = {  # 100, 200, ... 900; por ciento is no number
    "es": "?ciento doscientos/doscientas trescientos/trescientas cuatrocientos/cuatrocientas "
    "quinientos/quinientas seiscientos/seiscientas setecientos/setecientas "
    "ochocientos/ochocientas novecientos/novecientas",
    "cs": "sto",
}
_CIEN = {"es": "cien"}  # 100 that nothing is added to
_CZECH_UNITS = "jedna/jedena dvaa třia čtyřia pěta šesta sedma osma devěta"  # of jednadvacet
# 100, 1000, and on; English has no thousand without an article, nor hundreds that are exact.
_MULTIPLIERS = {
    "en": "hundred ?thousand ?million ?billion/?bn ?trillion",
    "de": "hundert tausend ?million/?millionen/?mio/?mio. ?milliarde/?milliarden/?mrd/?mrd. "
    "?billion/?billionen",
    "fr": "cent/?cents mille ?million/?millions ?milliard/?milliards ?billion/?billions",
    "es": "- mil ?millón/?millones ?millardo/?millardos ?billón/?billones",
    "cs": "?stě/?sta/?set/?stech/?stům/?sty tisíc/?tisíce/?tisíci/?tisíců/?tisícům/?tisících "
    "?milion/?miliony/?milionu/?milionů/?milionům/?milionech/?milión/?milióny/?miliónu/?miliónů "
    "?miliarda/?miliardy/?miliardu/?miliardě/?miliard/?miliardám/?miliardách "
    "?bilion/?biliony/?bilionu/?bilionů",
}
_SCALES = (100, 1000, 10**6, 10**9, 10**12)
# Parts of a hundred, which are said as per cent as well.
_SHARES = {
    "en": "50 half",
    "de": "50 hälfte 33 drittel 25 viertel",
    "fr": "50 moitié 33 tiers",
    "es": "50 mitad 33 tercio",
    "cs": "50 polovina/polovinu/poloviny/polovině 33 třetina/třetinu/třetiny/třetině "
    "25 čtvrtina/čtvrtinu/čtvrtiny/čtvrtině",
}
_OPENERS = {"en": "a", "de": "ein/eine/einem/einen/einer"}
_LINKS = {"en": "and", "fr": "et", "es": "y"}
# What may be added to 20, 30, ... (less than that), and what after a link: vingt et un,
# treinta y dos; in German and for the Spanish twenties it is one word.
_ROOM_OF_TENS = {"en": (10, 0), "fr": (10, 2), "es": (0, 10), "cs": (10, 0)}
_ROOM_OF = {
    ("es", 20): (0, 0),
    ("fr", 60): (20, 12),
    ("fr", 70): (10, 0),
    ("fr", 80): (20, 0),
    ("fr", 90): (10, 0),
}
_LINKED_TO_HUNDREDS = {"en": 100}
_MOST_HUNDREDS = {"en": 99}  # twenty-five hundred; elsewhere up to dix-neuf cents
_MOST_MILLIONS = {"fr": 999_999, "es": 999_999, "cs": 999_999}  # mil millones
_MEMO = 65_536
# The longest German number below a million has some 70 letters.
_LONGEST = 100


def _listed(words: str) -> Iterator[tuple[str, bool]]:
    """The forms, and whether each is a number alone."""
    for word in words.split("/"):
        if word != "-":
            yield word.removeprefix("?"), not word.startswith("?")


def _places(words: str, first: int, step: int) -> Iterator[tuple[int, str]]:
    return ((first + step * place, forms) for place, forms in enumerate(words.split()))


def _addends(lang: str) -> Iterator[tuple[str, Part]]:
    numbers = (
        *_places(_UNITS.get(lang, ""), 0, 1),
        *_places(_TENS.get(lang, ""), 30, 10),
        *_places(_VEINTI.get(lang, ""), 21, 1),
    )
    for value, forms in numbers:
        tens = value >= 20 and value % 10 == 0
        usual = _ROOM_OF_TENS.get(lang, (0, 0)) if tens else (0, 0)
        room, linked = _ROOM_OF.get((lang, value), usual)
        for form, alone in _listed(forms):
            yield form, Part(Kind.ADDEND, value, room, linked, alone=alone)
    for value, forms in _places(_HUNDREDS.get(lang, ""), 100, 100):
        for form, alone in _listed(forms):
            yield form, Part(Kind.ADDEND, value, 100, alone=alone)
    for form, alone in _listed(_CIEN.get(lang, "-")):
        yield form, Part(Kind.ADDEND, 100, alone=alone)
    if lang == "cs":
        yield from _czech_pairs()


def _czech_pairs() -> Iterator[tuple[str, Part]]:
    tens = _UNITS["cs"].split()[20], *_TENS["cs"].split()
    for ten, endings in enumerate(tens, 2):
        for unit, beginnings in enumerate(_CZECH_UNITS.split(), 1):
            for beginning in beginnings.split("/"):
                for ending in endings.split("/"):
                    yield beginning + ending, Part(Kind.ADDEND, 10 * ten + unit, alone=True)


def _multipliers(lang: str) -> Iterator[tuple[str, Part]]:
    linked = _LINKED_TO_HUNDREDS.get(lang, 0)
    for scale, forms in zip(_SCALES, _MULTIPLIERS.get(lang, "").split(), strict=False):
        most = 999
        if scale != 1000:
            usual, table = (19, _MOST_HUNDREDS) if scale == 100 else (999, _MOST_MILLIONS)
            most = table.get(lang, usual)
        # Below a million German writes one word; Jahrhundert fünf is no number.
        room = 0 if lang == "de" and scale <= 1000 else scale
        for form, alone in _listed(forms):
            yield form, Part(Kind.MULTIPLIER, scale, room, linked, most, alone)


@cache
def _words(lang: str) -> Mapping[str, Part]:
    shares = _SHARES.get(lang, "").split()
    return {
        **dict(_addends(lang)),
        **dict(_multipliers(lang)),
        **{
            form: Part(Kind.FIXED, alone=True, digits=digits)
            for digits, forms in zip(shares[::2], shares[1::2], strict=True)
            for form, _ in _listed(forms)
        },
        **{form: Part(Kind.OPENER, 1) for form, _ in _listed(_OPENERS.get(lang, "-"))},
        **{form: Part(Kind.LINK) for form, _ in _listed(_LINKS.get(lang, "-"))},
    }


@lru_cache(_MEMO)
def number_word(form: str, lang: str) -> Part | None:
    """The part that a lower-cased word has in numbers, if any."""
    if len(form) > _LONGEST:
        return None
    known = _words(lang).get(form)
    if known is None and "-" in form:
        return _hyphenated(form.split("-"), lang)
    if known is None and lang == "de" and ("und" in form or "tausend" in form):
        value = _german(form)
        return None if value is None else Part(Kind.ADDEND, value, alone=True)
    return known


def _hyphenated(pieces: list[str], lang: str) -> Part | None:
    composer = Composer()
    at = 0
    while at < len(pieces):
        # quatre-vingt-dix is one word here.
        for end in range(min(at + 3, len(pieces)), at, -1):
            part = _words(lang).get("-".join(pieces[at:end]))
            if part is not None:
                break
        else:
            return None
        composer.add(part)
        at = end
    return composer.only()


def _german(form: str) -> int | None:
    """A number in one word: einundzwanzig, zweitausendfünfhundert."""
    for word, scale, most in (("tausend", 1000, 999), ("hundert", 100, 19)):
        before, found, after = form.partition(word)
        if found:
            times = _german(before) if before else 1
            rest = _german(after.removeprefix("und")) if after else 0
            if times is None or rest is None or not 0 < times <= most or rest >= scale:
                return None
            return times * scale + rest
    unit, found, ten = form.partition("und")
    if not found:
        return _german_simple(form)
    units, tens = _german_simple(unit), _german_simple(ten)
    if units is None or tens is None or not (0 < units < 10 and tens >= 20):
        return None
    return tens + units


def _german_simple(form: str) -> int | None:
    if form in ("ein", "eins", "eine"):
        return 1
    part = _words("de").get(form)
    return part.value if part is not None and part.kind == Kind.ADDEND and part.value else None
