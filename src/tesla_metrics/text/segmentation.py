"""Segment text into tokens for TESLA-CELAB: characters, words or parts of compounds."""

from collections.abc import Sequence
from typing import Protocol

from .analyzer import Analyzer
from .characters import normalize_width, split_characters
from .compounds import find_shipped_counts, get_compound_rules
from .languages import find_language
from .loading import load_analyzer
from .script_conversion import UNCONVERTED_SCRIPT, ScriptConverter, load_script_converter
from .tokenizers import get_tokenizer


class Segmenter(Protocol):
    """Protocol of objects that split texts into tokens."""

    @property
    def name(self) -> str:
        """Name for the signature. Segmenters with the same name return the same tokens."""

    @property
    def separator(self) -> str:
        """Separator between tokens in the text of an n-gram."""

    @property
    def dictionary_separators(self) -> tuple[str, ...]:
        """Possible separators between tokens in entries of the synonym dictionary."""

    def segment(self, texts: Sequence[str]) -> list[list[str]]:
        """Return the tokens of each text."""


class CharacterSegmenter:
    """Splits text into characters. Entries of the dictionary are not separated."""

    name = "characters"
    separator = ""
    dictionary_separators = ("",)

    def segment(self, texts: Sequence[str]) -> list[list[str]]:
        return [split_characters(text) for text in texts]


class WordSegmenter:
    """Splits text into words. Entries of the dictionary may be several words with spaces."""

    separator = " "
    dictionary_separators = (" ",)

    def __init__(self, lang: str) -> None:
        self._tokenizer = get_tokenizer(lang)
        self.name = f"words-{self._tokenizer.name}"

    def segment(self, texts: Sequence[str]) -> list[list[str]]:
        return [self._tokenizer.tokenize(normalize_width(text)) for text in texts]


class CompoundSegmenter:
    """Splits text into words, and compounds into their parts.

    In the dictionary, compounds are not split and may have linking letters between the parts: the
    entry of the tokens Arbeit and Zimmer is Arbeitszimmer.
    """

    separator = " "

    def __init__(self, analyzer: Analyzer, lang: str) -> None:
        self._analyzer = analyzer
        linking_letters = (joint.letters for joint in get_compound_rules(lang).joints)
        self.dictionary_separators = tuple(dict.fromkeys(["", " ", *linking_letters]))
        self.name = analyzer.name

    def segment(self, texts: Sequence[str]) -> list[list[str]]:
        sentences = self._analyzer.analyze([normalize_width(text) for text in texts])
        return [[token.form for token in sentence.tokens] for sentence in sentences]


class ScriptedSegmenter:
    """Converts text to one Chinese script and splits it with another segmenter."""

    def __init__(self, segmenter: Segmenter, script: ScriptConverter) -> None:
        self._segmenter, self._script = segmenter, script
        self.name = f"{segmenter.name}+{script.name}"
        self.separator, self.dictionary_separators = (
            segmenter.separator,
            segmenter.dictionary_separators,
        )

    def segment(self, texts: Sequence[str]) -> list[list[str]]:
        return self._segmenter.segment([self._script(text) for text in texts])


def load_segmenter(
    lang: str, compounds: str = "auto", script: str = UNCONVERTED_SCRIPT
) -> Segmenter:
    """Load the segmenter of a language.

    Tokens are characters in languages without spaces between words, words and parts of compounds
    in languages with compounds that are split, and words in all other languages. `compounds` is
    `auto` (split compounds if word counts are shipped), `none`, or the path of a file of word
    counts. `script` is `as-is`, `simplified` or `traditional`.
    """
    segmenter = _select_segmenter(lang, compounds)
    conversion = load_script_converter(script, lang)
    return segmenter if conversion is None else ScriptedSegmenter(segmenter, conversion)


def _select_segmenter(lang: str, compounds: str) -> Segmenter:
    has_counts_file = compounds not in ("auto", "none")
    if has_counts_file or (compounds == "auto" and find_shipped_counts(lang)):
        return CompoundSegmenter(load_analyzer(lang, "builtin", compounds=compounds), lang)
    return WordSegmenter(lang) if find_language(lang).spaces else CharacterSegmenter()
