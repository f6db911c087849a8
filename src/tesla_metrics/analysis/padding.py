"""Text as character n-grams see it: one space between words, one before and one after."""

from .tokenizers import normalize


def padded(text: str) -> str:
    """Normalised as tokenisers do it; case and punctuation stay. Empty where nothing is left."""
    words = " ".join(normalize(text).split())
    return f" {words} " if words else ""
