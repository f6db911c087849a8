"""Lower-case runs of letters and digits: what ROUGE takes for words."""

import re

from .shape import shape

# As rouge-score cuts English.
_ASCII = re.compile(r"[a-z0-9]+")
# Over the shape: marks belong to letters, and a letter of a script without spaces is a word.
_ANY = re.compile(r"[aA0][aA0mj]*|c[mj]*")


def ascii_words(text: str) -> list[str]:
    """Letters are those from a to z."""
    return _ASCII.findall(text.lower())


def unicode_words(text: str) -> list[str]:
    """Letters and digits of any script."""
    lower = text.lower()
    return [lower[found.start() : found.end()] for found in _ANY.finditer(shape(lower))]
