"""Characters as tokens, character widths, and padding for character n-grams."""

import re
import unicodedata

from .tokenizers import normalize


def pad_text(text: str) -> str:
    """Return the normalised text between two spaces; empty if it has no characters."""
    words = " ".join(normalize(text).split())
    return f" {words} " if words else ""


# Full-width ASCII and the ideographic space.
_ASCII = {code: code - 0xFEE0 for code in range(0xFF01, 0xFF5F)} | {0x3000: 0x20}
_WIDE = re.compile("[\u3000\uff01-\uff5e]")
# Half-width Katakana and Hangul, full-width signs. Runs, since voicing marks join the kana.
_COMPATIBLE = re.compile("[\uff5f-\uffef]+")


def normalize_width(text: str) -> str:
    """Return the text with all characters in their usual width."""
    # Translation is slow and rarely needed.
    if text.isascii():
        return text
    if _WIDE.search(text):
        text = text.translate(_ASCII)
    if _COMPATIBLE.search(text):
        text = _COMPATIBLE.sub(lambda run: unicodedata.normalize("NFKC", run[0]), text)
    return text


# Text split into characters, for TESLA-CELAB in languages written without spaces.
#
# A run of Latin letters and digits is one token, including points and commas inside numbers (3.14,
# 1,000). A character keeps its combining marks, and an emoji the characters joined to it. White
# space separates tokens and is removed, so text that is already split is not changed.

# Applied to character classes: l Latin letter, d digit, m mark, j joiner, r regional indicator
# (half of a flag), c other character. Points, commas and white space are their own classes.
_TOKEN = re.compile(
    r"(?>(?:[ld][mj]*+|(?<=d)[.,](?=d))+)|rr[mj]*+|[^ ][mj]*+(?>(?:(?<=j)[^ ld][mj]*+)*)"
)
_JOINER = "\u200d"
# Letters by category that complete the vowel of the preceding character.
_VOWEL_SIGNS = "\u0e33\u0eb3"
_SKIN_TONES = range(0x1F3FB, 0x1F400)
_FLAG_TAGS = range(0xE0020, 0xE0080)
_FLAG_HALVES = range(0x1F1E6, 0x1F200)


class _Classes(dict[int, str]):
    def __missing__(self, code: int) -> str:
        self[code] = char_class = _class(code)
        return char_class


def _class(code: int) -> str:
    char = chr(code)
    category = unicodedata.category(char)
    if category[0] == "M" or char in _VOWEL_SIGNS or code in _SKIN_TONES or code in _FLAG_TAGS:
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


class _IndependentCharacters(dict[str, str]):
    """Characters that are a token in any context -> the same character in its usual width."""

    def __missing__(self, char: str) -> str:
        usual = normalize_width(char)
        # Half-width signs and Hangul letters compose with neighbours; apostrophes depend on them.
        is_stable = not "\uff5f" <= char <= "\uffef" and not "\u1100" <= char <= "\u11ff"
        if (
            char == "’"
            or not is_stable
            or normalize(char) != char
            or _CLASSES[ord(usual)] not in "c.,"
        ):
            raise KeyError(char)
        self[char] = usual
        return usual


_INDEPENDENT = _IndependentCharacters()


def characters(text: str) -> list[str]:
    """Return the character tokens of a text in usual width, with case and punctuation."""
    try:
        return list(map(_INDEPENDENT.__getitem__, "".join(text.split())))
    except KeyError:
        pass
    # A Chinese comma separates numbers; it must be marked before its width is changed.
    text = normalize_width(normalize(text).replace("，", " ， "))
    classes = text.translate(_CLASSES)
    return [text[token.start() : token.end()] for token in _TOKEN.finditer(classes)]
