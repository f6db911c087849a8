"""Split text into characters, normalise character widths, and pad text for character n-grams."""

import re
import unicodedata

from .tokenizers import normalize


def pad_text(text: str) -> str:
    """Return the normalised text with a space before and after it; empty if the text is blank."""
    words = " ".join(normalize(text).split())
    return f" {words} " if words else ""


# Table for `str.translate`: full-width ASCII characters and the ideographic space -> ASCII.
_FULL_WIDTH_TO_ASCII = {code: code - 0xFEE0 for code in range(0xFF01, 0xFF5F)} | {0x3000: 0x20}
_FULL_WIDTH_ASCII = re.compile("[\u3000\uff01-\uff5e]")
# Half-width Katakana and Hangul, and full-width signs. They are converted together with their
# neighbours, since voicing marks are combined with the preceding kana.
_COMPATIBILITY_FORMS = re.compile("[\uff5f-\uffef]+")


def normalize_width(text: str) -> str:
    """Return the text with all characters in their usual width."""
    # The searches save time, since conversions are slow and rarely needed.
    if text.isascii():
        return text
    if _FULL_WIDTH_ASCII.search(text):
        text = text.translate(_FULL_WIDTH_TO_ASCII)
    if _COMPATIBILITY_FORMS.search(text):
        text = _COMPATIBILITY_FORMS.sub(lambda match: unicodedata.normalize("NFKC", match[0]), text)
    return text


# Splitting text into characters, for TESLA-CELAB in languages that are written without spaces
#
# Latin letters and digits form a token, with points and commas inside numbers (3.14, 1,000). Every
# other character is a token, with its combining marks and, for emoji, the characters that are
# joined to it. White space separates tokens and is removed, so that split text is not changed.

# Pattern of a token. It is applied to the classes of the characters: l Latin letter, d digit, m
# mark, j joiner, r regional indicator (half of a flag), c other character. The classes of points,
# commas and white space are the characters ".", "," and " ".
_TOKEN = re.compile(
    r"(?>(?:[ld][mj]*+|(?<=d)[.,](?=d))+)|rr[mj]*+|[^ ][mj]*+(?>(?:(?<=j)[^ ld][mj]*+)*)"
)
_JOINER = "\u200d"
# Characters that complete the vowel of the preceding character. Their Unicode category is letter.
_VOWEL_SIGNS = "\u0e33\u0eb3"
_SKIN_TONES = range(0x1F3FB, 0x1F400)
_FLAG_TAGS = range(0xE0020, 0xE0080)
_FLAG_HALVES = range(0x1F1E6, 0x1F200)


class _ClassTable(dict[int, str]):
    """Table for `str.translate`: code point of a character -> its class."""

    def __missing__(self, code: int) -> str:
        self[code] = char_class = _get_class(code)
        return char_class


def _get_class(code: int) -> str:
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
    is_latin = category[0] == "L" and unicodedata.name(char, "").startswith("LATIN ")
    return "l" if is_latin else "c"


_CLASS_TABLE = _ClassTable()


class _IndependentCharacters(dict[str, str]):
    """Mapping from characters that are a token in any context to the tokens.

    The token is the character in its usual width. Other characters raise a KeyError.
    """

    def __missing__(self, char: str) -> str:
        token = normalize_width(char)
        # Half-width signs and Hangul letters are combined with their neighbours.
        is_combined = "\uff5f" <= char <= "\uffef" or "\u1100" <= char <= "\u11ff"
        if (
            char == "’"  # normalised to an apostrophe between letters
            or is_combined
            or normalize(char) != char
            or _CLASS_TABLE[ord(token)] not in "c.,"
        ):
            raise KeyError(char)
        self[char] = token
        return token


_INDEPENDENT_CHARACTERS = _IndependentCharacters()


def split_characters(text: str) -> list[str]:
    """Split a text into character tokens of usual width. Case and punctuation are kept."""
    try:  # a fast path for text without Latin letters, digits and marks
        return list(map(_INDEPENDENT_CHARACTERS.__getitem__, "".join(text.split())))
    except KeyError:
        pass
    # A Chinese comma separates numbers, unlike the ASCII comma to which it is converted.
    text = normalize_width(normalize(text).replace("，", " ， "))
    classes = text.translate(_CLASS_TABLE)
    return [text[token.start() : token.end()] for token in _TOKEN.finditer(classes)]
