"""Text cut into characters, as TESLA-CELAB wants it for languages written without spaces.

A run of Latin letters and digits is one token, with the points and commas inside numbers (3.14,
1,000). A character keeps the marks that stand on it, and an emoji what is joined to it. White space
separates and is gone. So a line that is cut already, characters and runs with spaces between, stays
as it is.
"""

import re
import unicodedata

from .tokenizers import normalize
from .widths import usual_width

# Over the classes of the characters: l Latin letter, d digit, m mark, j joiner, r half of a flag,
# c any other character; a point or comma and white space stand for themselves.
_TOKEN = re.compile(
    r"(?>(?:[ld][mj]*+|(?<=d)[.,](?=d))+)|rr[mj]*+|[^ ][mj]*+(?>(?:(?<=j)[^ ld][mj]*+)*)"
)
_JOINER = "\u200d"
# Letters by category, but they complete the vowel of what stands before.
_LEANING = "\u0e33\u0eb3"
_SKIN_TONES = range(0x1F3FB, 0x1F400)
_FLAG_TAGS = range(0xE0020, 0xE0080)
_FLAG_HALVES = range(0x1F1E6, 0x1F200)


class _Classes(dict[int, str]):
    def __missing__(self, code: int) -> str:
        self[code] = found = _class(code)
        return found


def _class(code: int) -> str:
    char = chr(code)
    category = unicodedata.category(char)
    if category[0] == "M" or char in _LEANING or code in _SKIN_TONES or code in _FLAG_TAGS:
        return "m"
    if char in ".,":
        return char
    if char.isspace():
        return " "
    if category == "Nd":
        return "d"
    if char == _JOINER:
        return "j"
    if code in _FLAG_HALVES:
        return "r"
    latin = category[0] == "L" and unicodedata.name(char, "").startswith("LATIN ")
    return "l" if latin else "c"


_CLASSES = _Classes()


class _Plain(dict[str, str]):
    """Characters that are a token whatever stands beside them, in their usual width."""

    def __missing__(self, char: str) -> str:
        usual = usual_width(char)
        # Half-width signs and Hangul letters compose with others; an apostrophe depends on them.
        lonely = not "\uff5f" <= char <= "\uffef" and not "\u1100" <= char <= "\u11ff"
        if (
            char == "’"
            or not lonely
            or normalize(char) != char
            or _CLASSES[ord(usual)] not in "c.,"
        ):
            raise KeyError(char)
        self[char] = usual
        return usual


_PLAIN = _Plain()


def characters(text: str) -> list[str]:
    """The tokens of a text: usual widths, case and punctuation kept."""
    try:
        return list(map(_PLAIN.__getitem__, "".join(text.split())))
    except KeyError:
        pass
    # A Chinese comma separates numbers; once its width is the usual one, nobody could tell.
    text = usual_width(normalize(text).replace("，", " ， "))
    classes = text.translate(_CLASSES)
    return [text[token.start() : token.end()] for token in _TOKEN.finditer(classes)]
