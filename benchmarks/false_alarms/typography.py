"""Styles of typography, each right in its language."""

from collections.abc import Sequence
from random import Random

_ENDS = "?!:;»"
_ARABIC_DIGITS = str.maketrans("0123456789", "٠١٢٣٤٥٦٧٨٩")
_HALF_WIDTH = str.maketrans("，。？！：", ",.?!:")
_FULL_WIDTH = str.maketrans("0123456789", "０１２３４５６７８９")
_STRAIGHT = str.maketrans("“”„«»’", '"""""\'')
_QUOTES = {"de": "„“", "cs": "„“", "pl": "„”", "ru": "«»", "es": "«»", "ja": "「」"}


def styled(lines: Sequence[str], lang: str, rng: Random) -> tuple[str, ...]:
    """All lines of a side in one style."""
    dots = rng.choice(["...", "…"])
    quotes = rng.choice(['""', _QUOTES.get(lang, "“”")])
    dash = rng.choice(["- ", "– ", "— "])
    special = rng.random() < 0.5
    found = []
    for line in lines:
        text = line.replace("...", dots).replace("…", dots).replace("……", "…")
        if text.startswith("- "):
            text = dash + text[2:].replace(" - ", f" {dash}")
        text = text.replace("“", quotes[0]).replace("”", quotes[1])
        found.append(_special(text, lang) if special else text.translate(_STRAIGHT))
    return tuple(found)


def _special(text: str, lang: str) -> str:
    """What only some languages have: hard spaces, other digits, other widths."""
    if lang == "fr":
        for end in _ENDS:
            text = text.replace(f" {end}", f"\u202f{end}" if end in "?!;" else f"\u00a0{end}")
        return text.replace("'", "’")
    if lang == "ar":
        return text.translate(_ARABIC_DIGITS)
    if lang == "zh":
        return text.translate(_HALF_WIDTH)
    if lang == "ja":
        return text.translate(_FULL_WIDTH)
    return text.replace(" %", "\u00a0%").replace("€ ", "€\u00a0").replace("'", "’")
