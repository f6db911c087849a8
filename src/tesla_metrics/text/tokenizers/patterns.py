"""Character classes, and the patterns that split a chunk of text into pieces."""

import re
import unicodedata

# Character classes
#
# The shape of a text has one letter per character, the class of the character. Patterns are applied
# to the shape instead of the text, so that they are short and consist of ASCII characters.
#
#     a  letter            A  upper-case letter     0  digit       c  letter of a script that is
#     m  combining mark    j  joiner or stacker     $  currency       written without spaces
#     E  emoji             R  regional indicator    s  symbol      p  other punctuation
#
# The class of an ASCII punctuation mark is the mark itself. Typographic quotes and dashes have the
# class of an ASCII character: " for “ „ «, ' for ’ ‘, - for hyphens and minus, = for longer dashes.

# First letter of the Unicode category -> class.
_CLASS_BY_CATEGORY = {
    "L": "a",
    "M": "m",
    "N": "s",
    "P": "p",
    "S": "s",
    # Lone surrogates, private use and unassigned characters are treated like letters.
    "C": "a",
    "Z": "s",
}
# Characters whose class differs from the class of their Unicode category.
_CLASS_BY_CHARACTER = {
    **dict.fromkeys("“”„‟«»‹›「」『』", '"'),
    **dict.fromkeys("’‘‚‛ʼ׳״", "'"),
    **dict.fromkeys("‐‑־\u2212", "-"),
    **dict.fromkeys("‒–—―", "="),
    "…": "…",
    "·": "·",
    "\u200c": "m",
    "\u200d": "j",
    # Khmer and Myanmar stackers: the next consonant is written below this one.
    "\u17d2": "j",
    "\u1039": "j",
    "\u20e3": "m",
}
# Code points of scripts that are written without spaces. Ranges include both ends.
_SPACELESS_RANGES = (
    (0x0E00, 0x0EFF),  # Thai, Lao
    (0x0F00, 0x0FFF),  # Tibetan
    (0x1000, 0x109F),  # Myanmar
    (0x1780, 0x17FF),  # Khmer
    (0x1950, 0x19DF),  # Tai Le, New Tai Lue
    (0x1A20, 0x1AAF),  # Tai Tham
    (0x2E80, 0x2FDF),  # CJK radicals
    (0x3005, 0x3007),  # Han iteration mark, zero
    (0x3021, 0x30FF),  # Hiragana, Katakana
    (0x3100, 0x312F),  # Bopomofo
    (0x31A0, 0x31BF),  # Bopomofo extended
    (0x31F0, 0x31FF),  # Katakana extensions
    (0x3400, 0x4DBF),  # Han extension A
    (0x4E00, 0x9FFF),  # Han
    (0xA000, 0xA4CF),  # Yi
    (0xA9E0, 0xA9FF),  # Myanmar extended
    (0xAA60, 0xAADF),  # Myanmar extended, Tai Viet
    (0xF900, 0xFAFF),  # Han compatibility
    (0xFF66, 0xFF9F),  # half-width Katakana
    (0x1AFF0, 0x1B16F),  # Kana extensions
    (0x20000, 0x3FFFF),  # Han extensions
)
_EMOJI_RANGES = (
    (0x203C, 0x203C),
    (0x2049, 0x2049),
    (0x2194, 0x2195),  # shaking heads
    (0x2600, 0x27BF),
    (0x2B05, 0x2B55),
)


def _is_in_ranges(code: int, ranges: tuple[tuple[int, int], ...]) -> bool:
    return any(low <= code <= high for low, high in ranges)


def _get_class(char: str) -> str:
    code = ord(char)
    if char in _CLASS_BY_CHARACTER:
        return _CLASS_BY_CHARACTER[char]
    if 0x1F3FB <= code <= 0x1F3FF or 0xE0020 <= code <= 0xE007F or code == 0x30FC:
        # Skin tones, flag tags and the Katakana length mark belong to the preceding character.
        return "m"
    if 0x1F1E6 <= code <= 0x1F1FF:
        return "R"
    if 0x1F000 <= code <= 0x1FAFF or _is_in_ranges(code, _EMOJI_RANGES):
        return "E"
    category = unicodedata.category(char)
    if category == "Nd":
        return "0"
    if category == "Sc":
        return "$"
    if category in {"Lu", "Lt"}:
        return "A"
    if category[0] == "L" or category == "Nl":
        # Thai and Lao SARA AM are letters by category but complete a vowel.
        if code in {0x0E33, 0x0EB3}:
            return "m"
        return "c" if _is_in_ranges(code, _SPACELESS_RANGES) else "a"
    return _CLASS_BY_CATEGORY[category[0]]


class _ClassTable(dict[int, int]):
    """Table for `str.translate`: code point of a character -> code point of its class letter."""

    def __missing__(self, code: int) -> int:
        char = chr(code)
        class_code = ord(char if _is_ascii_punctuation(char) else _get_class(char))
        self[code] = class_code
        return class_code


def _is_ascii_punctuation(char: str) -> bool:
    # The class "=" stands for long dashes, so the equals sign itself is treated as a symbol.
    return char.isascii() and not char.isalnum() and char != "="


_CLASS_TABLE = _ClassTable()


def get_shape(text: str) -> str:
    """Return the shape of a text: the class letter of each character."""
    return text.translate(_CLASS_TABLE)


# Patterns that split a chunk into pieces
#
# Every repetition is possessive, atomic or bounded, so that splitting takes linear time for any
# input. Groups are repeated inside of atomic groups `(?>...)`, here and in other modules, because
# possessive repetitions of groups match incorrectly before Python 3.11.5 (Debian 12 has 3.11.2).

# Combining marks and joiners after a character.
_MARKS = r"[mj]*+"
# Letters and digits with their marks.
_ALPHANUMERIC = rf"(?>(?:[aA0]{_MARKS})+)"
# Punctuation inside a word.
_WORD_JOINER = r"(?:[-'·./&@_]|(?<=0)[,:](?=0)|(?<=A)\.-(?=A))"

# The next piece of a chunk; it is applied to the shape. The name of the group is the kind of piece.
PIECE_PATTERN = re.compile(
    rf"""
      (?P<url>  [aA]{{2,10}}+://[^"<>…]++ )
    | (?P<emoji> E{_MARKS}(?>(?:(?<=j)E{_MARKS})*) | RR | [0\#*]m++ )
    | (?P<word> (?: (?<![aAmc0).,:'/&@%_\]]) [-+](?=0) )?
                {_ALPHANUMERIC}(?>(?:{_WORD_JOINER}{_ALPHANUMERIC})*)(?>(?:\.(?!\.))?) )
    | (?P<char> c{_MARKS}(?>(?:(?<=j)c{_MARKS})*) )
    | (?P<other> .{_MARKS} )
    """,
    re.VERBOSE | re.DOTALL,
)

# Western smileys, hearts and kaomoji; it is applied to the text itself.
EMOTICON_PATTERN = re.compile(
    r"[:;=][-o^']?(?:[)(\]\[|\\*]++|[DPpOo3](?![^\W_])|/(?![/\w]))|<3(?!\d)|\^[_.]*\^"
)
EMOTICON_STARTS = frozenset(":;=<^")

# Characters that do not belong to a URL if they are at its end.
URL_FINAL_MARKS = ".,;:!?'\")]}»”’"
