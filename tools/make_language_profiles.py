"""Make the table of word frequencies that ships with the package, for language identification.

    python tools/make_language_profiles.py [-o FILE] [--words N]

Needs `pip install wordfreq`. The table has the most frequent words of each language, and for each
of these words its frequency in all languages of the same script. wordfreq has no lists of some
languages; for them, tools/frequent_words.txt has frequent words in order of frequency.
"""

import argparse
from collections import defaultdict
from collections.abc import Mapping
from importlib.metadata import version
from math import log10
from pathlib import Path

import numpy as np
import wordfreq

from tesla_metrics.files.resource import write_resource
from tesla_metrics.text.languages.profiles import (
    PROFILE_SCRIPTS,
    STEPS_PER_UNIT,
    Profiles,
    build_profile_resource,
    extract_words,
)
from tesla_metrics.text.languages.scripts import get_letter_pattern

SHIPPED = Path(__file__).parents[1] / "src" / "tesla_metrics" / "data" / "languages.profiles"
WORD_LISTS = Path(__file__).with_name("frequent_words.txt")
# Languages of wordfreq by script. Other languages of wordfreq are identified by their script.
WORDFREQ_LANGUAGES = {
    "Latin": "ca cs da de en es fi fil fr hu id is it lt lv ms nb nl pl pt ro sh sk sl sv tr vi",
    "Cyrillic": "bg mk ru uk",
    "Arabic": "ar fa ur",
    "Devanagari": "hi",
}
N_WORDS = 250
MIN_ZIPF = 3.5  # log10 of the frequency in 10**9 words; rarer words count as unknown
# Words that are not in a short list may still be words of the language.
RARE_LEVEL = 2
# Serbo-Croatian letters; wordfreq has Latin letters only.
_CYRILLIC_DIGRAPHS = {"lj": "љ", "nj": "њ", "dž": "џ"}
_CYRILLIC_LETTERS = dict(
    zip("abvgdđežzijklmnoprstćufhcčš", "абвгдђежзијклмнопрстћуфхцчш", strict=True)
)


def transliterate(word: str) -> str:
    """Write a Serbo-Croatian word in Cyrillic letters; letters such as q are not changed."""
    for latin, cyrillic in _CYRILLIC_DIGRAPHS.items():
        word = word.replace(latin, cyrillic)
    return "".join(_CYRILLIC_LETTERS.get(letter, letter) for letter in word)


def read_wordfreq(lang: str, script: str) -> dict[str, float]:
    """Return the frequencies of the parts of words; "don't" has the parts "don" and "t"."""
    frequencies: dict[str, float] = defaultdict(float)
    for word, frequency in wordfreq.get_frequency_dict(lang, wordlist="small").items():
        if is_written_in_script(word, script):
            for part in extract_words(word, script):
                frequencies[part] += frequency
    return frequencies


def is_written_in_script(word: str, script: str) -> bool:
    """Return whether a word has a letter of a script."""
    return get_letter_pattern((script,)).search(word) is not None


def read_word_lists() -> dict[str, list[str]]:
    """Return the words of tools/frequent_words.txt by language."""
    lines = WORD_LISTS.read_text("utf-8").splitlines()
    pairs = (line.split(": ") for line in lines if not line.startswith("#"))
    return {lang: words.split() for lang, words in pairs}


def estimate_frequencies(words: list[str], script: str) -> dict[str, float]:
    """Estimate the frequencies of words that are in order of frequency."""
    frequencies: dict[str, float] = {}
    for word in words:
        for part in extract_words(word, script):
            frequencies.setdefault(part, 0.05 / (len(frequencies) + 1) ** 0.85)
    return frequencies


def collect_frequencies() -> dict[str, dict[str, dict[str, float]]]:
    """Return the frequencies by script, language and word."""
    collected: dict[str, dict[str, dict[str, float]]] = {}
    for script in PROFILE_SCRIPTS:
        langs = WORDFREQ_LANGUAGES[script].split()
        collected[script] = {lang: read_wordfreq(lang, script) for lang in langs}
    latin_words = collected["Latin"]["sh"].items()
    collected["Cyrillic"]["sh"] = {transliterate(word): freq for word, freq in latin_words}
    for lang, words in read_word_lists().items():
        script = next(
            script for script in PROFILE_SCRIPTS if is_written_in_script(words[0], script)
        )
        collected[script][lang] = estimate_frequencies(words, script)
    return collected


def build_profiles(by_language: Mapping[str, Mapping[str, float]], n_words: int) -> Profiles:
    """Select the most frequent words of each language, and quantise their frequencies."""
    languages = sorted(by_language)
    selected: set[str] = set()
    for frequencies in by_language.values():
        selected.update(sorted(frequencies, key=lambda w: (-frequencies[w], w))[:n_words])
    words = sorted(selected)
    rare = {lang: 0 if len(by_language[lang]) >= n_words else RARE_LEVEL for lang in languages}
    levels = [
        [max(rare[lang], compute_level(by_language[lang].get(word, 0.0))) for word in words]
        for lang in languages
    ]
    return Profiles(languages, words, np.array(levels, np.uint8))


def compute_level(frequency: float) -> int:
    """Quantise a frequency; rare words have level 0."""
    zipf = log10(frequency * 1e9) if frequency else 0.0
    return max(0, round((zipf - MIN_ZIPF) * STEPS_PER_UNIT))


def main() -> None:
    """Write the file."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("-o", "--output", type=Path, default=SHIPPED)
    parser.add_argument("--words", type=int, default=N_WORDS, help="words per language")
    args = parser.parse_args()
    profiles = {
        script: build_profiles(by_language, args.words)
        for script, by_language in collect_frequencies().items()
    }
    sources = [f"wordfreq {version('wordfreq')}", WORD_LISTS.name]
    write_resource(args.output, build_profile_resource(profiles, sources))
    for script, profile in profiles.items():
        print(f"{script}: {len(profile.languages)} languages, {len(profile.words)} words")
    print(f"{args.output.name}: {args.output.stat().st_size} bytes")


if __name__ == "__main__":
    main()
