"""Text for a font that knows little more than ASCII, as the one built into Pillow does."""

import unicodedata
from functools import lru_cache

from PIL import ImageFont

# What charts of correlations are likely to say, and letters that Unicode does not take apart.
_SPELT = {
    "−": "-", "–": "-", "—": "-", "‐": "-", "‑": "-", "×": "x", "≤": "<=", "≥": ">=", "≈": "~",
    "Δ": "Delta", "α": "alpha", "β": "beta", "κ": "kappa", "ρ": "rho", "τ": "tau", "→": "->",
    "ß": "ss", "æ": "ae", "Æ": "AE", "œ": "oe", "Œ": "OE", "ø": "o", "Ø": "O", "ł": "l", "Ł": "L",
    "đ": "d", "Đ": "D", "ı": "i",
}  # fmt: skip
_INVISIBLE = ("Mn", "Me", "Cf")
_UNASSIGNED = "\ue000"


def drawable_text(text: str) -> str:
    """The same with what the font lacks replaced: accents go, other scripts become boxes."""
    return "".join(map(_nearest, text))


@lru_cache(maxsize=4096)
def _nearest(character: str) -> str:
    if _known(character):
        return character
    if character in _SPELT:
        return _SPELT[character]
    decomposed = unicodedata.normalize("NFKD", character)
    parts = [part for part in decomposed if unicodedata.category(part) not in _INVISIBLE]
    if all(_known(part) for part in parts):
        return "".join(parts)
    return _UNASSIGNED


def _known(character: str) -> bool:
    if character == " ":
        return True
    return character.isprintable() and _shape(character) != _shape(_UNASSIGNED)


@lru_cache(maxsize=4096)
def _shape(character: str) -> tuple[tuple[int, int], bytes]:
    mask = ImageFont.load_default(size=24).getmask(character)
    return mask.size, bytes(mask)
