"""Make the table of German word counts that ships with the package, for splitting compounds.

    python tools/make_german_counts.py [-o FILE]

Needs `pip install wordfreq simplemma`. wordfreq knows how often words occur, but not what they
are; simplemma's dictionary knows nouns by their capital letter. Kept are what compounds consist
of: nouns in all their forms, adjectives, and stems of verbs (Wohn-, Schreib-).
"""

import argparse
from collections.abc import Iterator, Mapping
from importlib.metadata import version
from pathlib import Path

import wordfreq
from simplemma.strategies.dictionaries.dictionary_factory import DefaultDictionaryFactory

from tesla_metrics.files.resource import write_resource
from tesla_metrics.text.compounds import build_counts

SHIPPED = Path(__file__).parents[1] / "src" / "tesla_metrics" / "data" / "counts" / "de.counts"
# Frequencies become counts in a thousand million words.
SCALE = 10**9
# The rarest words kept; with them the file has 0.7 MB.
MIN_COUNT = 43
# Words too short to be split are there only as parts, and rare short ones make bad parts.
SHORT = 5
MIN_COUNT_SHORT = 400


def is_noun(word: str, lemmas: Mapping[str, str]) -> bool:
    """Whether the word written with a capital is a form of a noun or name."""
    return lemmas.get(word.capitalize(), "-")[0].isupper()


def is_adjective(word: str, lemmas: Mapping[str, str]) -> bool:
    """Whether the word has the endings that only adjectives have."""
    return all(lemmas.get(word + ending) == word for ending in ("e", "en"))


def is_verb_stem(word: str, lemmas: Mapping[str, str]) -> bool:
    """Whether -en makes an infinitive of it; not where -e makes a noun (Mieten, but die Miete)."""
    if len(word) < 4 or lemmas.get(word) == word:
        return False
    noun = f"{word}e".capitalize()
    return lemmas.get(word + "en") == word + "en" and lemmas.get(noun) != noun


def spellings(word: str) -> Iterator[str]:
    """The word, and with ß wherever ss may stand for it: wordfreq writes ss for both."""
    head, double, tail = word.partition("ss")
    if not double:
        yield word
        return
    for rest in spellings(tail):
        yield f"{head}ss{rest}"
        yield f"{head}ß{rest}"


def select(
    frequencies: Mapping[str, float], lemmas: Mapping[str, str]
) -> Iterator[tuple[str, int]]:
    """The words to keep, with counts."""
    kinds = (is_noun, is_adjective, is_verb_stem)
    for folded, frequency in frequencies.items():
        count = round(frequency * SCALE)
        if count < MIN_COUNT or not folded.isalpha():
            continue
        for word in spellings(folded):
            if len(word) < 3 or (len(word) <= SHORT and count < MIN_COUNT_SHORT):
                continue
            if any(kind(word, lemmas) for kind in kinds):
                yield word, count


def main() -> None:
    """Write the file."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("-o", "--output", type=Path, default=SHIPPED)
    output = parser.parse_args().output
    lemmas = DefaultDictionaryFactory().get_dictionary("de")
    counts = dict(select(wordfreq.get_frequency_dict("de", wordlist="large"), lemmas))
    sources = [f"{name} {version(name)}" for name in ("wordfreq", "simplemma")]
    write_resource(output, build_counts(counts, "de", sources, SCALE))
    print(f"{output}: {len(counts)} words, {output.stat().st_size} bytes")


if __name__ == "__main__":
    main()
