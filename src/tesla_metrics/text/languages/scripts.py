"""The scripts of languages, and the letters of scripts."""

import re
from functools import cache

from .codes import is_builtin_code

# Ranges of letters for regular expressions. Some include marks and digits, which does no harm.
_LETTER_RANGES = {
    "Latin": "A-Za-zªºÀ-ÖØ-öø-ʯḀ-ỿⱠ-ⱿＡ-Ｚａ-ｚ",
    "Cyrillic": "Ѐ-ԯᲀ-ᲊⷠ-ⷿꙀ-ꚟ",
    "Greek": "Ͱ-Ͽἀ-῾",
    "Armenian": "Ա-֏",
    "Georgian": "Ⴀ-ჿᲐ-Ჿⴀ-⴯",
    "Hebrew": "\u0590-\u05ff",
    "Arabic": "\u0600-\u06ff\u0750-\u077f\u08a0-\u08ff\ufb50-\ufdff\ufe70-\ufeff",
    "Thaana": "\u0780-\u07bf",
    "Devanagari": "\u0900-\u097f",
    "Bengali": "\u0980-\u09ff",
    "Gurmukhi": "\u0a00-\u0a7f",
    "Gujarati": "\u0a80-\u0aff",
    "Odia": "\u0b00-\u0b7f",
    "Tamil": "\u0b80-\u0bff",
    "Telugu": "\u0c00-\u0c7f",
    "Kannada": "\u0c80-\u0cff",
    "Malayalam": "\u0d00-\u0d7f",
    "Sinhala": "\u0d80-\u0dff",
    "Thai": "\u0e00-\u0e7f",
    "Lao": "\u0e80-\u0eff",
    "Tibetan": "\u0f00-\u0fff",
    "Burmese": "\u1000-\u109f\uaa60-\uaa7f\ua9e0-\ua9ff",
    "Ethiopic": "\u1200-\u139f\u2d80-\u2ddf",
    "Syllabics": "\u1400-\u167f\u18b0-\u18ff",
    "Khmer": "\u1780-\u17ff",
    "Mongolian": "\u1800-\u18af",
    "Ol Chiki": "\u1c50-\u1c7f",
    "Tifinagh": "\u2d30-\u2d7f",
    "Meetei": "\uabc0-\uabff\uaae0-\uaaff",
    "Yi": "\ua000-\ua4cf",
    "Korean": "\u1100-\u11ff\u3130-\u318f\uac00-\ud7af",
    "Kana": "\u3040-\u30ff\u31f0-\u31ff\uff66-\uff9f",
    "Chinese": "\u2e80-\u2fdf\u3005-\u3007\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff"
    "\U00020000-\U000323af",
}
# Languages that are not written in Latin script, or not only in Latin script.
_SCRIPTS_BY_LANGUAGE = {
    language: scripts
    for languages, scripts in (
        ("ab av ba be bg ce cu cv khk kv ky mk os ru tg tt uk", ("Cyrillic",)),
        ("bs crh sh sr tk uz", ("Latin", "Cyrillic")),
        ("az kk", ("Latin", "Cyrillic", "Arabic")),
        ("mn", ("Cyrillic", "Mongolian")),
        ("el grc", ("Greek",)),
        ("hy", ("Armenian",)),
        ("ka", ("Georgian",)),
        ("he yi", ("Hebrew",)),
        ("ar ckb fa prs ps ug ur", ("Arabic",)),
        ("ace bjn ha kmr kr ku min ms", ("Latin", "Arabic")),
        ("ks kas sd", ("Arabic", "Devanagari")),
        ("pa", ("Gurmukhi", "Arabic")),
        ("dv", ("Thaana",)),
        ("awa bho hi hne mag mai mr ne", ("Devanagari",)),
        ("as bn", ("Bengali",)),
        ("mni", ("Bengali", "Meetei")),
        ("gu", ("Gujarati",)),
        ("or", ("Odia",)),
        ("ta", ("Tamil",)),
        ("te", ("Telugu",)),
        ("kn", ("Kannada",)),
        ("ml", ("Malayalam",)),
        ("si", ("Sinhala",)),
        ("th", ("Thai",)),
        ("lo", ("Lao",)),
        ("bo dz", ("Tibetan",)),
        ("my shn", ("Burmese",)),
        ("am ti", ("Ethiopic",)),
        ("cr iu oj", ("Latin", "Syllabics")),
        ("km", ("Khmer",)),
        ("sat", ("Ol Chiki", "Devanagari")),
        ("ber tzm", ("Tifinagh", "Latin")),
        ("ii", ("Yi",)),
        ("ko", ("Korean", "Chinese")),
        ("ja", ("Kana", "Chinese")),
        ("lzh wuu yue zh", ("Chinese",)),
        ("nan", ("Chinese", "Latin")),
        ("ae pi sa und", ()),
    )
    for language in languages.split()
}


def get_scripts(language: str) -> tuple[str, ...]:
    """Return the scripts of a language; empty if the scripts are unknown or any is allowed."""
    default = ("Latin",) if is_builtin_code(language) else ()
    return _SCRIPTS_BY_LANGUAGE.get(language, default)


@cache
def get_letter_pattern(scripts: tuple[str, ...]) -> re.Pattern[str]:
    """Return a pattern that matches one letter of these scripts."""
    return re.compile(f"[{''.join(_LETTER_RANGES[script] for script in scripts)}]")


def is_written_in(text: str, language: str) -> bool:
    """Return whether a text has a letter of the language's scripts, or no letter at all."""
    has_letter_of_script = get_letter_pattern(get_scripts(language)).search(text) is not None
    return has_letter_of_script or not any(map(str.isalpha, text))


def describe_missing_letters(language: str) -> str:
    """Return the words for messages about a text that is not in the scripts of a language."""
    return f"no {' or '.join(get_scripts(language))} letter"


@cache
def get_script_ranges() -> tuple[tuple[str, int, int], ...]:
    """Return script, first and last code point of each range of letters, in order."""
    ranges = (
        (script, ord(first), ord(last or first))
        for script, letters in _LETTER_RANGES.items()
        for first, last in re.findall("(.)(?:-(.))?", letters)
    )
    return tuple(sorted(ranges, key=lambda item: item[1]))
