"""The base class of tokenisers, the tokeniser without rules, and text normalisation."""

import re
import unicodedata
from abc import ABC, abstractmethod
from itertools import chain

from .patterns import PIECE_PATTERN, get_shape

_ACRONYM = re.compile(r"(?>(?:[^\W\d_]\.){2,})")

# Invisible characters, which would prevent equal words from matching: soft hyphen, zero-width
# space, word joiner, direction marks, variation selectors and others that Unicode calls default
# ignorable. Orthographic ones are kept: Hangul fillers of old syllables, the vowel separator of
# Mongolian, and joiners in the contexts below.
_ALWAYS_INVISIBLE = (
    "\u00ad\u034f\u061c\u17b4\u17b5\u180b-\u180d\u180f\u200b\u200e\u200f\u202a-\u202e"
    "\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\U0001bca0-\U0001bca3\U0001d173-\U0001d17a"
    "\U000e0000-\U000e001f\U000e0080-\U000e0fff"
)
_FLAG_TAGS = "\U000e0020-\U000e007f"
_INVISIBLE_OR_JOINER = re.compile(f"[\u200c\u200d{_FLAG_TAGS}{_ALWAYS_INVISIBLE}]")
# Of several equal joiners in a row, one is sufficient.
_INVISIBLE_CHARACTERS = re.compile(f"[{_ALWAYS_INVISIBLE}]+|(?<=\u200c)\u200c+|(?<=\u200d)\u200d+")

# ZWNJ and ZWJ are part of a word only where they change its visible form, as in UAX #31, 2.3.1:
# ZWNJ between letters that would be joined (Persian) and after a virama; ZWJ after a virama, or
# before it (Bengali), and in emoji. Elsewhere they are removed.
_VIRAMAS = (
    "\u094d\u09cd\u0a4d\u0acd\u0b4d\u0bcd\u0c4d\u0ccd\u0d3b\u0d3c\u0d4d\u0dca\u1039\u103a\u17d2"
    "\u1a60\u1b44\ua806\ua8c4\ua953\ua9c0\uabed"
)
# Letters of Syriac, N'Ko, Mandaic and Mongolian, and Arabic letters and marks that are joined to
# the next letter.
_OTHER_CURSIVE = "\u0710-\u074f\u07ca-\u07f5\u0840-\u085b\u1820-\u18aa"
_JOINED_TO_NEXT = (
    "\u0620\u0626\u0628\u062a-\u062e\u0633-\u0647\u0649-\u065f\u0670\u0678-\u0687\u069a-\u06bf"
    f"\u06c1\u06c2\u06cc\u06ce\u06d0\u06d1\u06fa-\u06ff\u0750-\u077f\u08a0-\u08ff{_OTHER_CURSIVE}"
)
_JOINED_TO_PREVIOUS = (
    f"\u0620\u0622-\u064a\u066e-\u0673\u0675-\u06d3\u06d5\u06ee\u06ef\u06fa-\u06ff\u0750-\u077f"
    f"\u08a0-\u08c9{_OTHER_CURSIVE}"
)
_EMOJI = "\u203c\u2049\u2194-\u21aa\u2600-\u27bf\u2b05-\u2b55\U0001f000-\U0001faff"
# A joiner is kept if its context is one of these: (pattern before it, pattern after it).
_ZWNJ_CONTEXTS = (
    (f"[{_JOINED_TO_NEXT}]", f"[{_JOINED_TO_PREVIOUS}]"),
    (f"[{_VIRAMAS}]", r"[^\W\d_]"),
)
_ZWJ_CONTEXTS = (
    (f"[{_VIRAMAS}]", ""),
    (r"[^\W\d_]", f"[{_VIRAMAS}]"),
    (f"[{_EMOJI}\u20e3]", f"[{_EMOJI}]"),
)


def _exclude_contexts(joiner: str, contexts: tuple[tuple[str, str], ...]) -> str:
    """Return a pattern of a joiner that is in none of the contexts."""
    excluded = "".join(f"(?!(?<={before}){joiner}{after})" for before, after in contexts)
    return f"{excluded}{joiner}"


# Applied after `_INVISIBLE_CHARACTERS` are removed. Flag tags are kept after an emoji.
_MEANINGLESS_JOINERS = re.compile(
    "|".join(
        (
            _exclude_contexts("\u200c", _ZWNJ_CONTEXTS),
            _exclude_contexts("\u200d", _ZWJ_CONTEXTS),
            f"(?<![{_EMOJI}{_FLAG_TAGS}])[{_FLAG_TAGS}]+",
        )
    )
)
_CONTROL_CHARACTERS = re.compile("[\x00-\x1f\x7f-\x9f]+")
_CURLY_APOSTROPHE_IN_WORD = re.compile(r"(?<=[^\W\d_])’(?=[^\W\d_])")
# Full-width digits, and full-width separators between them. A comma is a separator before groups
# of three digits; elsewhere it is the comma of a sentence.
_FULL_WIDTH_DIGIT = re.compile("[\uff10-\uff19]")
_FULL_WIDTH_NUMBER = re.compile(
    "[\uff10-\uff19](?:[\uff0e\uff1a]?[\uff10-\uff19]|\uff0c(?=[\uff10-\uff19]{3}(?![\uff10-\uff19])))*"
)
_FULL_WIDTH_TO_ASCII = {code: code - 0xFEE0 for code in range(0xFF01, 0xFF5F)}


def normalize(text: str) -> str:
    """Normalise text: NFC, straight apostrophes in words, ASCII instead of full-width digits.

    Invisible characters are removed, and control characters are replaced by spaces.
    """
    if text.isascii():
        return text if text.isprintable() else _CONTROL_CHARACTERS.sub(" ", text)
    text = _CONTROL_CHARACTERS.sub(" ", text)
    if _INVISIBLE_OR_JOINER.search(text):
        text = _MEANINGLESS_JOINERS.sub("", _INVISIBLE_CHARACTERS.sub("", text))
    text = unicodedata.normalize("NFC", text)
    if _FULL_WIDTH_DIGIT.search(text):
        text = _FULL_WIDTH_NUMBER.sub(lambda match: match[0].translate(_FULL_WIDTH_TO_ASCII), text)
    return _CURLY_APOSTROPHE_IN_WORD.sub("'", text) if "’" in text else text


def find_invisible_characters(text: str) -> frozenset[int]:
    """Return the indices of the characters that `normalize` removes because they are invisible."""
    if not _INVISIBLE_OR_JOINER.search(text):
        return frozenset()
    removed: set[int] = set()
    for match in _INVISIBLE_CHARACTERS.finditer(text):
        removed.update(range(match.start(), match.end()))
    kept = [index for index in range(len(text)) if index not in removed]
    visible_text = "".join(text[index] for index in kept)
    for match in _MEANINGLESS_JOINERS.finditer(visible_text):
        removed.update(kept[match.start() : match.end()])
    return frozenset(removed)


# The definition of words of the package rouge-score.
_ASCII_WORD = re.compile(r"[a-z0-9]+")
# A pattern for the shape of a text (see patterns.py). Marks and joiners belong to the preceding
# character, and each character of a script without spaces is a word.
_WORD_SHAPE = re.compile(r"[aA0][aA0mj]*|c[mj]*")


def ascii_words(text: str) -> list[str]:
    """Return the lower-cased words of a text that consist of ASCII letters and digits."""
    return _ASCII_WORD.findall(text.lower())


def unicode_words(text: str) -> list[str]:
    """Return the lower-cased words of a text that consist of letters and digits of any script."""
    lower = text.lower()
    matches = _WORD_SHAPE.finditer(get_shape(lower))
    return [lower[match.start() : match.end()] for match in matches]


MEMO_ENTRIES = 30_000  # maximum number of cached chunks
# Longer chunks (URLs, lines of dashes) are not cached, because they rarely occur again.
MEMO_CHUNK_LENGTH = 64


class Tokenizer(ABC):
    """Base class of tokenisers.

    Text is split at white space into chunks. The words of a chunk do not depend on other chunks and
    are cached.
    """

    name: str  # for signatures

    def __init__(self, name: str) -> None:
        self.name = name
        self._memo = _ChunkCache(self)

    def tokenize(self, text: str) -> list[str]:
        """Return the words of a line of raw or tokenised text."""
        # The cache is indexed by chunks before normalisation.
        return list(chain.from_iterable(map(self._memo.__getitem__, text.split())))

    def clear_cache(self) -> None:
        """Clear the cache of tokenised chunks."""
        self._memo.clear()

    @abstractmethod
    def tokenize_chunk(self, chunk: str) -> tuple[str, ...]:
        """Return the words of a non-empty chunk of normalised text without white space."""


class _ChunkCache(dict[str, tuple[str, ...]]):
    """Mapping from chunks before normalisation to their words, which are computed on access."""

    def __init__(self, tokenizer: Tokenizer) -> None:
        super().__init__()
        self._tokenizer = tokenizer

    def __missing__(self, chunk: str) -> tuple[str, ...]:
        normalized_chunks = normalize(chunk).split()
        words = tuple(chain.from_iterable(map(self._tokenizer.tokenize_chunk, normalized_chunks)))
        if len(chunk) <= MEMO_CHUNK_LENGTH:
            if len(self) >= MEMO_ENTRIES:
                self.clear()
            self[chunk] = words
        return words


class ScriptTokenizer(Tokenizer):
    """The tokeniser for languages without rules, which uses only the script of the text.

    Text is split at spaces and punctuation; scripts without spaces are split into characters.
    """

    def __init__(self, lang: str) -> None:
        super().__init__(f"script-{lang}")

    def tokenize_chunk(self, chunk: str) -> tuple[str, ...]:
        words: list[str] = []
        classes = get_shape(chunk)
        start = 0
        while start < len(chunk):
            match = PIECE_PATTERN.match(classes, start)
            assert match is not None
            end = match.end()
            if match.lastgroup == "word" and chunk[end - 1] == "." and end - start > 1:
                # The final dot is split off unless the word is an acronym.
                if not _ACRONYM.fullmatch(chunk[start:end]):
                    end -= 1
            elif classes[start] in ".-":  # repeated dots or hyphens are one word
                while classes[end : end + 1] == classes[start]:
                    end += 1
            words.append(chunk[start:end])
            start = end
        return tuple(words)
