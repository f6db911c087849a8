"""English stems by Porter's rules (M. F. Porter, 1980, An algorithm for suffix stripping).

A word is seen as [C](VC)^m[V], runs of consonants and of vowels: m is its measure. In each step the
longest suffix of the list that fits is looked at, and goes if what stands before it allows that.
"""

_VOWELS = frozenset("aeiou")

# Suffixes with what they become, for stems with m > 0.
_SECOND: tuple[tuple[str, str], ...] = (
    *(("ational", "ate"), ("tional", "tion"), ("enci", "ence"), ("anci", "ance"), ("izer", "ize")),
    *(("abli", "able"), ("alli", "al"), ("entli", "ent"), ("eli", "e"), ("ousli", "ous")),
    *(("ization", "ize"), ("ation", "ate"), ("ator", "ate"), ("alism", "al"), ("iveness", "ive")),
    *(("fulness", "ful"), ("ousness", "ous"), ("aliti", "al"), ("iviti", "ive"), ("biliti", "ble")),
)
_THIRD: tuple[tuple[str, str], ...] = (
    *(("icate", "ic"), ("ative", ""), ("alize", "al"), ("iciti", "ic"), ("ical", "ic")),
    *(("ful", ""), ("ness", "")),
)
# Those that go for good, where m > 1.
_FOURTH: tuple[str, ...] = (
    *("al", "ance", "ence", "er", "ic", "able", "ible", "ant", "ement", "ment", "ent", "ion", "ou"),
    *("ism", "ate", "iti", "ous", "ive", "ize"),
)


def _by_length(rules: tuple[tuple[str, str], ...]) -> tuple[tuple[str, str], ...]:
    return tuple(sorted(rules, key=lambda rule: -len(rule[0])))


_SECOND, _THIRD = _by_length(_SECOND), _by_length(_THIRD)
_FOURTH = tuple(sorted(_FOURTH, key=lambda suffix: -len(suffix)))


def porter(word: str) -> str:
    """The stem of a lower-case word."""
    word = _final_y(_past_and_ing(_plural(word)))
    word = _replaced(_replaced(word, _SECOND), _THIRD)
    return _double_l(_final_e(_without_suffix(word)))


def _shape(word: str) -> str:
    """c and v: y is a vowel after a consonant."""
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
    """In the same consonant twice."""
    return len(word) > 1 and word[-1] == word[-2] and _shape(word)[-1] == "c"


def _ends_short(word: str) -> bool:
    """In consonant, vowel, consonant, the last one none of w, x and y."""
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
            return _mended(stem) if _has_vowel(stem) else word
    return word


def _mended(stem: str) -> str:
    """What -ed and -ing have left."""
    if stem.endswith(("at", "bl", "iz")):
        return f"{stem}e"
    if _ends_double(stem) and stem[-1] not in "lsz":
        return stem[:-1]
    return f"{stem}e" if _measure(stem) == 1 and _ends_short(stem) else stem


def _final_y(word: str) -> str:
    return f"{word[:-1]}i" if word.endswith("y") and _has_vowel(word[:-1]) else word


def _replaced(word: str, rules: tuple[tuple[str, str], ...]) -> str:
    for suffix, instead in rules:
        if word.endswith(suffix):
            stem = word.removesuffix(suffix)
            return stem + instead if _measure(stem) > 0 else word
    return word


def _without_suffix(word: str) -> str:
    for suffix in _FOURTH:
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
