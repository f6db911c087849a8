"""Identify the language of a text from its script and its frequent words.

A script that only one language of the table has decides alone. Languages that share a script are
compared by the probabilities of frequent words. The table is small and only a sample of the lines
is read, so that a check of an input file takes a few milliseconds.
"""

import re
from bisect import bisect
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from functools import cached_property
from math import ceil, inf
from operator import itemgetter
from typing import NamedTuple

import numpy as np

from ...arrays import Indices
from .profiles import (
    CASED_SCRIPTS,
    PROFILE_SCRIPTS,
    STEPS_PER_UNIT,
    extract_words,
    get_rows,
    load_profiles,
)
from .scripts import get_letter_pattern, get_script_ranges, get_scripts

# Codes that have the profile of another code: varieties, and other names of a language.
_PROFILE_BY_CODE = {
    **dict.fromkeys(("bs", "hbs", "hr", "sr"), "sh"),
    **dict.fromkeys(("lzh", "nan", "wuu", "yue"), "zh"),
    "no": "nb",
    "prs": "fa",
    "tl": "fil",
}
# Languages whose frequent words are from tools/frequent_words.txt, which has few of them.
LANGUAGES_WITH_FEW_WORDS = frozenset(
    "af ast az be br cy eo et eu ga gd gl hsb kk ky la lb mn mr mt ne nn sq sw tt uz".split()
)
# Languages that are too similar for the claim that a text is in the wrong one.
_SIMILAR_LANGUAGES = (
    frozenset(("nb", "nn", "da")),
    frozenset(("id", "ms")),
    frozenset(("ast", "es", "gl")),
    frozenset(("gl", "pt")),
    frozenset(("ga", "gd")),
)
# The language of a script that only one language of the package has.
_LANGUAGE_BY_SCRIPT = {
    "Greek": "el",
    "Armenian": "hy",
    "Georgian": "ka",
    "Hebrew": "he",
    "Thaana": "dv",
    "Bengali": "bn",
    "Gurmukhi": "pa",
    "Gujarati": "gu",
    "Odia": "or",
    "Tamil": "ta",
    "Telugu": "te",
    "Kannada": "kn",
    "Malayalam": "ml",
    "Sinhala": "si",
    "Thai": "th",
    "Lao": "lo",
    "Tibetan": "bo",
    "Burmese": "my",
    "Ethiopic": "am",
    "Khmer": "km",
    "Yi": "ii",
    "Korean": "ko",
}

# Limits of the sample.
_MAX_LINES = 200
_MAX_LINE_CHARACTERS = 200
_MAX_CHARACTERS = 8000
# A line is code if one of these is in it, or if it has many characters that are frequent in code.
_CODE_SEQUENCE = r"[a-z]\(|\w_\w|[a-z]\.[a-z]|::|->|==|//|[;{}\\]$"
_CODE_CHARACTER = r"[=<>{}\[\]_\\/|$#@*;~^`&+]"
_MAX_CODE_SHARE = 0.05

# A script decides if it has this share of the letters. Letters have weights, since words have fewer
# letters in some scripts.
_MIN_SCRIPT_SHARE = 0.6
_LETTER_WEIGHTS = {"Chinese": 3, "Kana": 3, "Korean": 2}
_MIN_LETTERS = 20
# Minimum share of kana in Japanese, and maximum share in Chinese.
_MIN_KANA_SHARE, _MAX_KANA_SHARE = 0.15, 0.02

_FREQUENT_LEVEL = 6  # of words that occur at least once in 10,000 words
_MIN_WORDS = 5
_MIN_TOTAL_MARGIN = 3.0
_MIN_COVERAGE = 0.1
_SAFE_COVERAGE = 0.2
_MIN_LOW_COVERAGE_MARGIN = 0.3  # minimum margin per word if the coverage is not safe

# The conditions for the claim that a text is in another language than the declared one. A word
# supports a language if it is ten times as frequent in it as in the other language.
_SUPPORTING_LEVELS = STEPS_PER_UNIT
_MIN_SUPPORTING_WORDS = 8
_MAX_OPPOSING_SHARE = 0.2
_MIN_OTHER_LINES = 0.8
_MIN_FOREIGN_LETTERS = 60  # if the script decides
_MIN_CERTAIN_COVERAGE, _MIN_CERTAIN_MARGIN = 0.3, 0.4  # of languages with few words

# For the claim that a single line is in another language: log10 of the ratio of probabilities.
_MIN_LINE_LEVELS = 6 * STEPS_PER_UNIT


class LanguageGuess(NamedTuple):
    """The language of a text, and the evidence for it."""

    language: str
    # log10 of the ratio of the probabilities of this language and of the second one, per word of
    # the table; infinite if the script decides.
    margin: float
    n_words: int  # number of words of the table; number of letters if the script decides
    coverage: float  # share of the words that are frequent in the language
    second: str  # the second language; empty if the script decides


class LanguageComparison(NamedTuple):
    """The comparison of the language of a text with the declared language."""

    declared: str
    # The identified language; if it is the declared one and some lines are in other languages, the
    # most frequent of these.
    language: str
    is_other: bool  # whether the text is certainly not in the declared language
    n_lines: int  # number of lines with evidence
    n_other_lines: int  # number of lines that are not in the declared language


def identify_language(
    lines: Sequence[str], candidates: Collection[str] | None = None
) -> LanguageGuess | None:
    """Identify the language of a text.

    Parameters
    ----------
    lines : sequence of str
        The lines of the text, of which at most 200 are used.
    candidates : collection of str, optional
        Codes of the languages to choose from; all languages of the table by default.

    Returns
    -------
    LanguageGuess or None
        The language; None if there is too little evidence, or if no candidate is likely. The
        varieties bs, hr and sr are returned as `sh` unless they are the only candidate of them.
    """
    guess = _Text(lines).identify(
        None if candidates is None else set(map(_get_profile, candidates))
    )
    if guess is None or candidates is None:
        return guess
    codes = [code for code in candidates if _get_profile(code) == guess.language]
    return guess._replace(language=codes[0]) if len(codes) == 1 else guess


def compare_languages(lines: Sequence[str], declared: str) -> LanguageComparison | None:
    """Compare the language of a text with the declared language.

    Parameters
    ----------
    lines : sequence of str
        The lines of the text, of which at most 200 are used.
    declared : str
        Code of the declared language, without region and script.

    Returns
    -------
    LanguageComparison or None
        Whether the text is certainly in another language. Varieties of a language, and some
        similar languages, are not distinguished. None if there is too little evidence, or if the
        table does not have the declared language.
    """
    comparison = _compare(_Text(lines), declared)
    # Code has English words. Such lines are removed only here, because it takes time.
    if comparison is not None and comparison.is_other:
        return _compare(_Text(lines, without_code=True), declared)
    return comparison


def _compare(text: "_Text", declared: str) -> LanguageComparison | None:
    guess = text.identify(None)
    if guess is None:
        return None
    language, expected = guess.language, _get_profile(declared)
    n_lines = len(text.lines)
    if language == expected or any({language, expected} <= group for group in _SIMILAR_LANGUAGES):
        n_other_lines, other_language = text.count_other_lines(expected)
        return LanguageComparison(
            declared, other_language or language, False, n_lines, n_other_lines
        )
    scripts = get_scripts(declared)
    if text.script not in scripts or language in ("ja", "zh"):
        n_other_lines = _count_foreign_lines(text, language, scripts) if scripts else 0
    elif guess.margin < inf and expected in load_profiles()[text.script].languages:
        n_lines, n_other_lines = text.count_lines(language, expected)
    else:
        return None
    is_certain = _is_certain(guess) and text.has_many_words()
    is_other = is_certain and n_other_lines > max(_MIN_OTHER_LINES * n_lines, 1)
    return LanguageComparison(declared, language, is_other, n_lines, n_other_lines)


def _is_certain(guess: LanguageGuess) -> bool:
    """Return whether a guess is certain enough for the claim that it is another language."""
    if guess.margin == inf:
        return guess.n_words >= _MIN_FOREIGN_LETTERS
    if guess.language in LANGUAGES_WITH_FEW_WORDS:
        return guess.coverage >= _MIN_CERTAIN_COVERAGE and guess.margin >= _MIN_CERTAIN_MARGIN
    return guess.coverage >= _SAFE_COVERAGE


def _is_code(line: str) -> bool:
    if re.search(_CODE_SEQUENCE, line) is not None:
        return True
    return len(re.findall(_CODE_CHARACTER, line)) > _MAX_CODE_SHARE * len(line)


def have_same_profile(first: str, second: str) -> bool:
    """Return whether two codes are names or varieties of one language."""
    return _get_profile(first) == _get_profile(second)


def _get_profile(language: str) -> str:
    """Return the code of the profile of a language: `sh` for `hr`; itself for most languages."""
    return _PROFILE_BY_CODE.get(language, language)


def _count_foreign_lines(text: "_Text", language: str, scripts: tuple[str, ...]) -> int:
    """Count the lines in the identified language that are not in one of these scripts.

    Latin letters occur in texts of all languages. Hence lines with any letter of another script
    are not Latin, but lines with Latin letters are foreign only without letters of these scripts.
    """
    if text.script == "Latin":
        search_letter = get_letter_pattern(scripts).search
    else:
        search_letter = get_letter_pattern((text.script,)).search
        if language == "ja":
            search_letter = get_letter_pattern(("Kana",)).search
    has_letter = [search_letter(line) is not None for line in text.lines]
    return has_letter.count(text.script != "Latin")


class _Text:
    """A sample of the lines of a text, with its script and its words."""

    def __init__(self, lines: Sequence[str], without_code: bool = False) -> None:
        self.lines = _sample_lines(lines, without_code)
        self._text = "\n".join(self.lines)
        if self._text.isupper():
            self._text = self._text.lower()
        self._n_letters = _count_letters(self._text)
        self.script = _find_script(self._n_letters)

    @cached_property
    def _words(self) -> tuple[Indices, int]:
        """Return the rows of the words in the table, and the number of lower-case words.

        The row is -1 for other words, such as names, and -2 for line ends.
        """
        words = extract_words(self._text, self.script, "|\n")
        rows = get_rows(self.script)
        n_words = len(words) - len(self.lines) + 1
        if self.script in CASED_SCRIPTS:
            n_words = sum(map(str.islower, words))
        return np.array([rows.get(word, -1) for word in words], np.intp), n_words

    def identify(self, candidates: Collection[str] | None) -> LanguageGuess | None:
        """Identify the language. `candidates` are codes of profiles."""
        if self.script in PROFILE_SCRIPTS:
            return self._identify_by_words(candidates)
        language = _find_language_of_script(self.script, self._n_letters)
        n_letters = self._n_letters.get(self.script, 0)
        if language == "ja":
            n_letters += self._n_letters["Kana"]
        is_candidate = candidates is None or language in candidates
        if not language or not is_candidate or n_letters < _MIN_LETTERS:
            return None
        return LanguageGuess(language, inf, n_letters, 1.0, "")

    def _identify_by_words(self, candidates: Collection[str] | None) -> LanguageGuess | None:
        profiles = load_profiles()[self.script]
        rows, n_words = self._words
        levels = profiles.levels[:, rows[rows >= 0]]
        n_known = levels.shape[1]
        if n_known < _MIN_WORDS:
            return None
        totals = levels.sum(axis=1, dtype=np.int64)
        ranking = [
            index
            for index in np.argsort(-totals, kind="stable").tolist()
            if candidates is None or profiles.languages[index] in candidates
        ]
        if not ranking:
            return None
        first, *others = ranking
        margin = (totals[first] - totals[others[0]]) / STEPS_PER_UNIT if others else inf
        coverage = int(np.count_nonzero(levels[first] >= _FREQUENT_LEVEL)) / n_words
        if margin < _MIN_TOTAL_MARGIN or coverage < _MIN_COVERAGE:
            return None
        if coverage < _SAFE_COVERAGE and margin < _MIN_LOW_COVERAGE_MARGIN * n_known:
            return None  # it may be a language that is not in the table
        second = profiles.languages[others[0]] if others else ""
        return LanguageGuess(
            profiles.languages[first], float(margin) / n_known, n_known, coverage, second
        )

    def has_many_words(self) -> bool:
        """Return whether enough distinct words are in the table, or whether the script decides."""
        return (
            self.script not in PROFILE_SCRIPTS
            or len(self._list_distinct_rows()) >= _MIN_SUPPORTING_WORDS
        )

    def _list_distinct_rows(self) -> list[int]:
        """Return the rows of the distinct words; single letters can be parts of codes."""
        words = load_profiles()[self.script].words
        return [row for row in set(self._words[0].tolist()) if row >= 0 and len(words[row]) > 1]

    def count_lines(self, language: str, declared: str) -> tuple[int, int]:
        """Count the lines with evidence for one of two languages, and the lines of the first.

        The second number is 0 if there is too little evidence in all lines together.
        """
        profiles = load_profiles()[self.script]
        rows, _ = self._words
        levels = profiles.levels[[profiles.languages.index(code) for code in (language, declared)]]
        first, second = levels.astype(np.int64)
        differences = np.where(np.maximum(first, second) >= _FREQUENT_LEVEL, first - second, 0)
        indices = np.cumsum(rows == -2)[rows >= 0]
        known = rows[rows >= 0]
        by_line = np.bincount(indices, differences[known], len(self.lines))
        types = differences[self._list_distinct_rows()]
        n_lines = np.count_nonzero(np.abs(by_line) >= _SUPPORTING_LEVELS)
        n_supporting = np.count_nonzero(types >= _SUPPORTING_LEVELS)
        n_opposing = np.count_nonzero(types <= -_SUPPORTING_LEVELS)
        if n_supporting < _MIN_SUPPORTING_WORDS or n_opposing > _MAX_OPPOSING_SHARE * n_supporting:
            return int(n_lines), 0
        return int(n_lines), int(np.count_nonzero(by_line >= _SUPPORTING_LEVELS))

    def count_other_lines(self, declared: str) -> tuple[int, str]:
        """Count the lines that are certainly in other languages of the same script.

        The result has the number of lines and the most frequent of these languages.
        """
        if self.script not in PROFILE_SCRIPTS:
            return 0, ""
        profiles = load_profiles()[self.script]
        if declared not in profiles.languages:
            return 0, ""
        rows, _ = self._words
        known = rows[rows >= 0]
        indices = np.cumsum(rows == -2)[rows >= 0]
        n_lines = len(self.lines)
        # Sums of levels, of shape (n_languages, n_lines).
        totals = np.array(
            [np.bincount(indices, levels[known], n_lines) for levels in profiles.levels]
        )
        row = profiles.languages.index(declared)
        best = totals.argmax(axis=0)
        is_other = totals.max(axis=0) - totals[row] >= _MIN_LINE_LEVELS
        is_other &= np.bincount(indices, minlength=n_lines)[:n_lines] >= _MIN_WORDS
        similar = {code for group in _SIMILAR_LANGUAGES if declared in group for code in group}
        counts = Counter(
            language
            for language in (profiles.languages[index] for index in best[is_other].tolist())
            if language not in similar
        )
        language, _ = counts.most_common(1)[0] if counts else ("", 0)
        return counts.total(), language


def _sample_lines(lines: Sequence[str], without_code: bool) -> list[str]:
    """Return lines from all parts of a text, without blank lines, and without code on request."""
    sample = []
    n_characters = 0
    step = ceil(len(lines) / _MAX_LINES) or 1
    # The first pass reads each 4th line of the sample, so that the limit leaves lines of all parts.
    for start in range(4):
        for line in lines[start * step :: 4 * step]:
            line = " ".join(line[:_MAX_LINE_CHARACTERS].split())
            if line and not (without_code and _is_code(line)):
                sample.append(line)
                n_characters += len(line)
        if n_characters > _MAX_CHARACTERS / 2:
            break
    return sample


def _count_letters(text: str) -> dict[str, int]:
    """Return the number of letters in each script."""
    if text.isascii():
        return {"Latin": len(text)}
    ranges = get_script_ranges()
    n_letters: dict[str, int] = {}
    for character, count in Counter(text).items():
        # The range with the greatest first code point that is not greater than the character.
        script, _, last = ranges[bisect(ranges, ord(character), key=itemgetter(1)) - 1]
        if character.isalpha() and ord(character) <= last:
            n_letters[script] = n_letters.get(script, 0) + count
    return n_letters


def _find_script(n_letters: Mapping[str, int]) -> str:
    """Return the script of most letters; empty if no script has most of them."""
    weights = {
        script: count * _LETTER_WEIGHTS.get(script, 1) for script, count in n_letters.items()
    }
    # Japanese is written in both.
    weights["Chinese"] = weights.get("Chinese", 0) + weights.pop("Kana", 0)
    script = max(weights, key=weights.__getitem__)
    return script if weights[script] > _MIN_SCRIPT_SHARE * sum(weights.values()) else ""


def _find_language_of_script(script: str, n_letters: Mapping[str, int]) -> str:
    """Return the only language of the package with this script; empty if it is not certain."""
    if script != "Chinese":
        return _LANGUAGE_BY_SCRIPT.get(script, "")
    n_kana = n_letters.get("Kana", 0)
    kana_share = n_kana / (n_kana + n_letters.get("Chinese", 0))
    if kana_share >= _MIN_KANA_SHARE:
        return "ja"
    return "zh" if kana_share <= _MAX_KANA_SHARE else ""
