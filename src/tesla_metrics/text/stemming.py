"""Stem words; English with the Porter stemmer (1980)."""

from functools import lru_cache

# The Porter stemmer for English (M. F. Porter, 1980, An algorithm for suffix stripping).
#
# A word has the form [C](VC)^m[V], where C and V are sequences of consonants and vowels; m is the
# measure of the word. Each step finds the longest matching suffix of its list and replaces it if
# the rest of the word meets a condition.

_VOWELS = frozenset("aeiou")

# Suffixes and their replacements, for stems with m > 0.
_STEP_2_RULES: tuple[tuple[str, str], ...] = (
    *(("ational", "ate"), ("tional", "tion"), ("enci", "ence"), ("anci", "ance"), ("izer", "ize")),
    *(("abli", "able"), ("alli", "al"), ("entli", "ent"), ("eli", "e"), ("ousli", "ous")),
    *(("ization", "ize"), ("ation", "ate"), ("ator", "ate"), ("alism", "al"), ("iveness", "ive")),
    *(("fulness", "ful"), ("ousness", "ous"), ("aliti", "al"), ("iviti", "ive"), ("biliti", "ble")),
)
_STEP_3_RULES: tuple[tuple[str, str], ...] = (
    *(("icate", "ic"), ("ative", ""), ("alize", "al"), ("iciti", "ic"), ("ical", "ic")),
    *(("ful", ""), ("ness", "")),
)
# Suffixes that are removed if m > 1.
_STEP_4_SUFFIXES: tuple[str, ...] = (
    *("al", "ance", "ence", "er", "ic", "able", "ible", "ant", "ement", "ment", "ent", "ion", "ou"),
    *("ism", "ate", "iti", "ous", "ive", "ize"),
)


def _by_length(rules: tuple[tuple[str, str], ...]) -> tuple[tuple[str, str], ...]:
    return tuple(sorted(rules, key=lambda rule: -len(rule[0])))


_STEP_2_RULES, _STEP_3_RULES = _by_length(_STEP_2_RULES), _by_length(_STEP_3_RULES)
_STEP_4_SUFFIXES = tuple(sorted(_STEP_4_SUFFIXES, key=lambda suffix: -len(suffix)))


def porter(word: str) -> str:
    """Return the Porter stem of a lower-case word."""
    word = _final_y(_past_and_ing(_plural(word)))
    word = _replace_suffix(_replace_suffix(word, _STEP_2_RULES), _STEP_3_RULES)
    return _double_l(_final_e(_remove_suffix(word)))


def _shape(word: str) -> str:
    """Return a string of c (consonant) and v (vowel); y is a vowel after a consonant."""
    shape = ""
    for letter in word:
        vowel = letter in _VOWELS or (letter == "y" and shape[-1:] == "c")
        shape += "v" if vowel else "c"
    return shape


def _measure(stem: str) -> int:
    return _shape(stem).count("vc")


def _has_vowel(stem: str) -> bool:
    return "v" in _shape(stem)


def _ends_double(word: str) -> bool:
    """Return whether a word ends in a double consonant."""
    return len(word) > 1 and word[-1] == word[-2] and _shape(word)[-1] == "c"


def _ends_short(word: str) -> bool:
    """Return whether a word ends in consonant, vowel, consonant other than w, x and y."""
    return _shape(word)[-3:] == "cvc" and word[-1] not in "wxy"


def _plural(word: str) -> str:
    if word.endswith(("sses", "ies")):
        return word[:-2]
    return word[:-1] if word.endswith("s") and not word.endswith("ss") else word


def _past_and_ing(word: str) -> str:
    if word.endswith("eed"):
        return word[:-1] if _measure(word[:-3]) > 0 else word
    for suffix in ("ed", "ing"):
        if word.endswith(suffix):
            stem = word.removesuffix(suffix)
            return _restore_stem(stem) if _has_vowel(stem) else word
    return word


def _restore_stem(stem: str) -> str:
    """Restore the stem after -ed or -ing was removed."""
    if stem.endswith(("at", "bl", "iz")):
        return f"{stem}e"
    if _ends_double(stem) and stem[-1] not in "lsz":
        return stem[:-1]
    return f"{stem}e" if _measure(stem) == 1 and _ends_short(stem) else stem


def _final_y(word: str) -> str:
    return f"{word[:-1]}i" if word.endswith("y") and _has_vowel(word[:-1]) else word


def _replace_suffix(word: str, rules: tuple[tuple[str, str], ...]) -> str:
    for suffix, replacement in rules:
        if word.endswith(suffix):
            stem = word.removesuffix(suffix)
            return stem + replacement if _measure(stem) > 0 else word
    return word


def _remove_suffix(word: str) -> str:
    for suffix in _STEP_4_SUFFIXES:
        if word.endswith(suffix):
            stem = word.removesuffix(suffix)
            fits = suffix != "ion" or stem.endswith(("s", "t"))
            return stem if fits and _measure(stem) > 1 else word
    return word


def _final_e(word: str) -> str:
    if not word.endswith("e"):
        return word
    stem = word[:-1]
    measure = _measure(stem)
    return stem if measure > 1 or (measure == 1 and not _ends_short(stem)) else word


def _double_l(word: str) -> str:
    return word[:-1] if word.endswith("ll") and _measure(word[:-1]) > 1 else word


_STEMMERS = {"en": porter}
# Shorter words are not changed, as in Porter's program: 'is' would become a single letter.
_MIN_LENGTH = 3


@lru_cache(maxsize=1 << 16)
def stem(form: str, lang: str) -> str:
    """Return the stem of a word, or the lower-case word if the language has no stemmer."""
    word = form.lower()
    stemmer = _STEMMERS.get(lang)
    return word if stemmer is None or len(word) < _MIN_LENGTH else stemmer(word)
