"""Character classes and the patterns by which a chunk is split."""

import re
import unicodedata

# The shape of a text has one class letter per character, so that patterns are short and ASCII.
#
#     a  letter            A  upper-case letter   0  digit       c  letter of a script
#     m  combining mark    j  joiner, stacker     $  currency       written without spaces
#     E  emoji             R  regional indicator  s  symbol      p  other punctuation
#
# ASCII punctuation is its own class. Typographic quotes and dashes have the class of the ASCII
# character: " for “ „ «, ' for ’ ‘, - for hyphens and minus, = for longer dashes.

_CLASSES = {
    "L": "a",
    "M": "m",
    "N": "s",
    "P": "p",
    "S": "s",
    # Lone surrogates, private use, unassigned: treated like letters.
    "C": "a",
    "Z": "s",
}
_SPECIAL = {
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
_SPACELESS = (
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
    (0x31A0, 0x31BF),
    (0x31F0, 0x31FF),
    (0x3400, 0x4DBF),
    (0x4E00, 0x9FFF),
    (0xA000, 0xA4CF),  # Yi
    (0xA9E0, 0xA9FF),  # Myanmar extended
    (0xAA60, 0xAADF),  # Myanmar extended, Tai Viet
    (0xF900, 0xFAFF),
    (0xFF66, 0xFF9F),  # half-width Katakana
    (0x1AFF0, 0x1B16F),
    (0x20000, 0x3FFFF),
)
_EMOJI = ((0x203C, 0x203C), (0x2049, 0x2049), (0x2600, 0x27BF), (0x2B05, 0x2B55))


def _within(code: int, ranges: tuple[tuple[int, int], ...]) -> bool:
    return any(low <= code <= high for low, high in ranges)


def _class(char: str) -> str:
    code = ord(char)
    if char in _SPECIAL:
        return _SPECIAL[char]
    if 0x1F3FB <= code <= 0x1F3FF or 0xE0020 <= code <= 0xE007F or code == 0x30FC:
        # Skin tones, flag tags and the Katakana length mark belong to the preceding character.
        return "m"
    if 0x1F1E6 <= code <= 0x1F1FF:
        return "R"
    if 0x1F000 <= code <= 0x1FAFF or _within(code, _EMOJI):
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
        return "c" if _within(code, _SPACELESS) else "a"
    return _CLASSES[category[0]]


class _Table(dict[int, int]):
    def __missing__(self, code: int) -> int:
        shape = ord(chr(code) if _is_ascii_punctuation(code) else _class(chr(code)))
        self[code] = shape
        return shape


def _is_ascii_punctuation(code: int) -> bool:
    # Long dashes are "=" in the shape, so the equals sign itself is a symbol.
    return code < 0x80 and not chr(code).isalnum() and chr(code) not in "="


_TABLE = _Table()


def shape(text: str) -> str:
    """Return the class letters of a text, one per character."""
    return text.translate(_TABLE)


# Patterns that split a chunk into pieces; they are applied to its shape.
#
# Every repetition is possessive, atomic or bounded, so splitting takes linear time for any input.
# Groups are repeated in atomic groups, here and elsewhere: possessive groups match incorrectly
# before Python 3.11.5, and Debian 12 has an older version.

_X = r"[mj]*+"
_UNIT = rf"(?>(?:[aA0]{_X})+)"
_JOIN = r"(?:[-'·./&@_]|(?<=0)[,:](?=0)|(?<=A)\.-(?=A))"

PIECE = re.compile(
    rf"""
      (?P<url>  [aA]{{2,10}}+://[^"<>…]++ )
    | (?P<emoji> E{_X}(?>(?:(?<=j)E{_X})*) | RR | [0\#*]m++ )
    | (?P<word> (?: (?<![aAmc0).,:'/&@%_\]]) [-+](?=0) )?
                {_UNIT}(?>(?:{_JOIN}{_UNIT})*)(?>(?:\.(?!\.))?) )
    | (?P<char> c{_X}(?>(?:(?<=j)c{_X})*) )
    | (?P<other> .{_X} )
    """,
    re.VERBOSE | re.DOTALL,
)

# Applied to the text itself: western smileys, hearts, kaomoji.
EMOTICON = re.compile(
    r"[:;=][-o^']?(?:[)(\]\[|\\*]++|[DPpOo3](?![^\W_])|/(?![/\w]))|<3(?!\d)|\^[_.]*\^"
)
EMOTICON_STARTS = frozenset(":;=<^")

URL_TAIL = ".,;:!?'\")]}»”’"
