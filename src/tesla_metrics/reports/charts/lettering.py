"""How wide text is, about, and how to make it fit. The reader's font is not known here."""

import unicodedata
from collections.abc import Sequence

TITLE, BODY, SMALL = 14.0, 11.0, 10.0

# Share of the font size, a little above what Helvetica and its likes need.
_NARROW = dict.fromkeys(" .,:;'|!ijlI", 0.29) | dict.fromkeys('frt()[]{}-/\\"`*', 0.39)
_WIDE = dict.fromkeys("mwMW@%", 0.93) | dict.fromkeys("…—", 1.0)
_WIDTHS = _NARROW | _WIDE | dict.fromkeys("0123456789", 0.6)
_CAPITAL, _OTHER, _EAST_ASIAN, _BOLDER = 0.73, 0.58, 1.0, 1.07


def text_width(text: str, size: float, bold: bool = False) -> float:
    """An estimate on the safe side."""
    return sum(map(_character_width, text)) * size * (_BOLDER if bold else 1.0)


def shorten(text: str, size: float, width: float, bold: bool = False) -> str:
    """The text, or as much of its beginning as fits with "…"; white space becomes single blanks."""
    text = " ".join(text.split())
    if text_width(text, size, bold) <= width:
        return text
    room = width - text_width("…", size, bold)
    kept = 0
    for character in text:
        room -= text_width(character, size, bold)
        if room < 0:
            break
        kept += 1
    return text[:kept].rstrip() + "…"


def wrap(text: str, size: float, width: float, lines: int, bold: bool = False) -> Sequence[str]:
    """At most so many lines, the last one shortened."""
    words = text.split()
    wrapped: list[str] = []
    while words and len(wrapped) < lines - 1:
        count = 1
        while count < len(words) and text_width(" ".join(words[: count + 1]), size, bold) <= width:
            count += 1
        wrapped.append(shorten(" ".join(words[:count]), size, width, bold))
        words = words[count:]
    return [*wrapped, shorten(" ".join(words), size, width, bold)] if words else wrapped


def middle(y: float, size: float) -> float:
    """The baseline of text whose figures and capitals are centred at `y`."""
    return y + 0.36 * size


def _character_width(character: str) -> float:
    if character in _WIDTHS:
        return _WIDTHS[character]
    if unicodedata.combining(character):
        return 0.0
    if unicodedata.east_asian_width(character) in "WF":
        return _EAST_ASIAN
    return _CAPITAL if character.isupper() else _OTHER
