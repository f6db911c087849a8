"""Brings text to the one form that the tokenisers work on."""

import re
import unicodedata

# Soft hyphen, zero-width space, word joiner, byte order mark and direction marks: they show
# nothing, yet would keep two equal words from matching. ZWJ and ZWNJ carry meaning and stay.
_INVISIBLE = re.compile("[\u00ad\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]+")
_CONTROL = re.compile("[\x00-\x1f\x7f-\x9f]+")
_APOSTROPHE = re.compile(r"(?<=[^\W\d_])’(?=[^\W\d_])")


def normalize(text: str) -> str:
    """NFC, plain apostrophes inside words, no invisible or control characters."""
    if text.isascii():
        return text if text.isprintable() else _CONTROL.sub(" ", text)
    text = _INVISIBLE.sub("", _CONTROL.sub(" ", text))
    text = unicodedata.normalize("NFC", text)
    return _APOSTROPHE.sub("'", text) if "’" in text else text
