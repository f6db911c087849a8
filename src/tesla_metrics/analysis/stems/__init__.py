"""Stems of words: what phrase tables built with `--key stem` have, and PEM compares."""

from functools import lru_cache

from .porter import porter

_STEMMERS = {"en": porter}
# Shorter words stay, as in Porter's program: 'is' and 's' would lose all but a letter.
_SHORTEST = 3


@lru_cache(maxsize=1 << 16)
def stem(form: str, lang: str) -> str:
    """The stem of a word as it is written; a language without a stemmer has lower-case words."""
    word = form.lower()
    stemmer = _STEMMERS.get(lang)
    return word if stemmer is None or len(word) < _SHORTEST else stemmer(word)
