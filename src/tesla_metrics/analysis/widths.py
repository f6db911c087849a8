"""Full-width and half-width forms as the usual ones."""

import re
import unicodedata

# Full-width ASCII and the ideographic space.
_ASCII = {code: code - 0xFEE0 for code in range(0xFF01, 0xFF5F)} | {0x3000: 0x20}
_WIDE = re.compile("[\u3000\uff01-\uff5e]")
# Half-width Katakana and Hangul, full-width signs. A run at a time: voicing marks join the kana.
_COMPATIBLE = re.compile("[\uff5f-\uffef]+")


def usual_width(text: str) -> str:
    """The text with every character in its usual width."""
    # Translating takes long and there is seldom anything to translate.
    if text.isascii():
        return text
    if _WIDE.search(text):
        text = text.translate(_ASCII)
    if _COMPATIBLE.search(text):
        text = _COMPATIBLE.sub(lambda run: unicodedata.normalize("NFKC", run[0]), text)
    return text
