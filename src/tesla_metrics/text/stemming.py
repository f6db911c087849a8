"""Stem words: the Porter stemmer for English, lower-casing for other languages."""

from functools import lru_cache

# The Porter stemmer for English (M. F. Porter, 1980, An algorithm for suffix stripping)
#
# A word has the form [C](VC)^m[V], where C and V are sequences of consonants and vowels, and m is
# called the measure of the word. Each step finds the longest suffix of its list that the word has,
# and replaces it if the stem before the suffix meets a condition.

_VOWELS = frozenset("aeiou")

# Suffixes and their replacements. Suffixes are replaced after stems with m > 0.
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
# Suffixes that are removed after stems with m > 1.
_STEP_4_SUFFIXES: tuple[str, ...] = (
    *("al", "ance", "ence", "er", "ic", "able", "ible", "ant", "ement", "ment", "ent", "ion", "ou"),
    *("ism", "ate", "iti", "ous", "ive", "ize"),
)


def _sort_by_length(rules: tuple[tuple[str, str], ...]) -> tuple[tuple[str, str], ...]:
    return tuple(sorted(rules, key=lambda rule: -len(rule[0])))


_STEP_2_RULES, _STEP_3_RULES = _sort_by_length(_STEP_2_RULES), _sort_by_length(_STEP_3_RULES)
_STEP_4_SUFFIXES = tuple(sorted(_STEP_4_SUFFIXES, key=lambda suffix: -len(suffix)))


def stem_english(word: str) -> str:
    """Return the Porter stem of a lower-case word."""
    word = _replace_final_y(_strip_past_and_ing(_strip_plural(word)))
    word = _replace_suffix(_replace_suffix(word, _STEP_2_RULES), _STEP_3_RULES)
    return _shorten_double_l(_remove_final_e(_remove_step_4_suffix(word)))


def _classify_letters(word: str) -> str:
    """Return one character per letter: c for consonants, v for vowels.

    The letter y is a vowel after a consonant.
    """
    classes = ""
    for letter in word:
        is_vowel = letter in _VOWELS or (letter == "y" and classes[-1:] == "c")
        classes += "v" if is_vowel else "c"
    return classes


def _get_measure(stem: str) -> int:
    """Return the measure m of a stem."""
    return _classify_letters(stem).count("vc")


def _has_vowel(stem: str) -> bool:
    return "v" in _classify_letters(stem)


def _ends_with_double_consonant(word: str) -> bool:
    """Return whether a word ends with a double consonant."""
    return len(word) > 1 and word[-1] == word[-2] and _classify_letters(word)[-1] == "c"


def _ends_with_short_syllable(word: str) -> bool:
    """Return whether a word ends with consonant, vowel, consonant, the last not w, x or y."""
    return _classify_letters(word)[-3:] == "cvc" and word[-1] not in "wxy"


def _strip_plural(word: str) -> str:
    """Remove -s and shorten -sses and -ies (step 1a)."""
    if word.endswith(("sses", "ies")):
        return word[:-2]
    return word[:-1] if word.endswith("s") and not word.endswith("ss") else word


def _strip_past_and_ing(word: str) -> str:
    """Remove -ed and -ing (step 1b)."""
    if word.endswith("eed"):
        return word[:-1] if _get_measure(word[:-3]) > 0 else word
    for suffix in ("ed", "ing"):
        if word.endswith(suffix):
            stem = word.removesuffix(suffix)
            return _restore_stem(stem) if _has_vowel(stem) else word
    return word


def _restore_stem(stem: str) -> str:
    """Restore the stem after -ed or -ing was removed."""
    if stem.endswith(("at", "bl", "iz")):
        return f"{stem}e"
    if _ends_with_double_consonant(stem) and stem[-1] not in "lsz":
        return stem[:-1]
    return f"{stem}e" if _get_measure(stem) == 1 and _ends_with_short_syllable(stem) else stem


def _replace_final_y(word: str) -> str:
    """Replace a final y by i if the stem has a vowel (step 1c)."""
    return f"{word[:-1]}i" if word.endswith("y") and _has_vowel(word[:-1]) else word


def _replace_suffix(word: str, rules: tuple[tuple[str, str], ...]) -> str:
    """Apply the first rule that matches (steps 2 and 3)."""
    for suffix, replacement in rules:
        if word.endswith(suffix):
            stem = word.removesuffix(suffix)
            return stem + replacement if _get_measure(stem) > 0 else word
    return word


def _remove_step_4_suffix(word: str) -> str:
    """Remove the first suffix that matches (step 4)."""
    for suffix in _STEP_4_SUFFIXES:
        if word.endswith(suffix):
            stem = word.removesuffix(suffix)
            is_allowed = suffix != "ion" or stem.endswith(("s", "t"))
            return stem if is_allowed and _get_measure(stem) > 1 else word
    return word


def _remove_final_e(word: str) -> str:
    """Remove a final e after long stems (step 5a)."""
    if not word.endswith("e"):
        return word
    stem = word[:-1]
    measure = _get_measure(stem)
    return stem if measure > 1 or (measure == 1 and not _ends_with_short_syllable(stem)) else word


def _shorten_double_l(word: str) -> str:
    """Replace a final ll by l after long stems (step 5b)."""
    return word[:-1] if word.endswith("ll") and _get_measure(word[:-1]) > 1 else word


_STEMMERS = {"en": stem_english}
# Shorter words are only lower-cased, as in Porter's program: "is" would become a single letter.
_MIN_LENGTH = 3


@lru_cache(maxsize=1 << 16)
def stem_word(form: str, lang: str) -> str:
    """Return the stem of a word; the lower-case word if the language has no stemmer."""
    word = form.lower()
    stemmer = _STEMMERS.get(lang)
    return word if stemmer is None or len(word) < _MIN_LENGTH else stemmer(word)
