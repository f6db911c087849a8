"""Segment text into tokens for TESLA-CELAB: characters, words or parts of compounds."""

from collections.abc import Sequence
from typing import Protocol

from .analyzer import Analyzer
from .characters import characters, normalize_width
from .compounds import compound_rules, shipped_counts
from .languages import find_language
from .loading import load_analyzer
from .script_conversion import AS_IS, Script, load_script
from .tokenizers import get_tokenizer


class Segmenter(Protocol):
    """Protocol of objects that split texts into tokens.

    name        name for the signature: the same name means the same tokens
    separator              separator of tokens in the string of an n-gram
    dictionary_separators  possible separators of tokens in the dictionary
    """

    @property
    def name(self) -> str: ...
    @property
    def separator(self) -> str: ...
    @property
    def dictionary_separators(self) -> tuple[str, ...]: ...
    def segment(self, texts: Sequence[str]) -> list[list[str]]: ...


class CharacterSegmenter:
    """Splits text into characters; dictionary words have no separators."""

    name = "characters"
    separator = ""
    dictionary_separators = ("",)

    def segment(self, texts: Sequence[str]) -> list[list[str]]:
        return [characters(text) for text in texts]


class WordSegmenter:
    """Splits text into words; dictionary entries may be several words with spaces."""

    separator = " "
    dictionary_separators = (" ",)

    def __init__(self, lang: str) -> None:
        self._tokenizer = get_tokenizer(lang)
        self.name = f"words-{self._tokenizer.name}"

    def segment(self, texts: Sequence[str]) -> list[list[str]]:
        return [self._tokenizer.tokenize(normalize_width(text)) for text in texts]


class CompoundSegmenter:
    """Splits text into words and parts of compounds; the dictionary has unsplit compounds.

    Splitting removes linking letters: the tokens Arbeit Zimmer are the entry Arbeitszimmer.
    """

    separator = " "

    def __init__(self, analyzer: Analyzer, lang: str) -> None:
        self._analyzer = analyzer
        drops = (joint.letters for joint in compound_rules(lang).joints)
        self.dictionary_separators = tuple(dict.fromkeys(["", " ", *drops]))
        self.name = analyzer.name

    def segment(self, texts: Sequence[str]) -> list[list[str]]:
        sentences = self._analyzer.analyze([normalize_width(text) for text in texts])
        return [[token.form for token in sentence.tokens] for sentence in sentences]


class ScriptedSegmenter:
    """Converts text to one script before it is split by another cutter."""

    def __init__(self, cutter: Segmenter, script: Script) -> None:
        self._cutter, self._script = cutter, script
        self.name = f"{cutter.name}+{script.name}"
        self.separator, self.dictionary_separators = cutter.separator, cutter.dictionary_separators

    def segment(self, texts: Sequence[str]) -> list[list[str]]:
        return self._cutter.segment([self._script(text) for text in texts])


def load_segmenter(lang: str, compounds: str = "auto", script: str = AS_IS) -> Segmenter:
    """Load the cutter of a language.

    Tokens are characters in languages without spaces between words, words and parts of compounds
    in languages whose compounds are split, and words in all other languages. `compounds` is auto
    (split if word counts are shipped), none, or a file of word counts; `script` is as-is,
    simplified or traditional.
    """
    cutter = _select_cutter(lang, compounds)
    conversion = load_script(script, lang)
    return cutter if conversion is None else ScriptedSegmenter(cutter, conversion)


def _select_cutter(lang: str, compounds: str) -> Segmenter:
    if compounds not in ("auto", "none") or (compounds == "auto" and shipped_counts(lang)):
        return CompoundSegmenter(load_analyzer(lang, "builtin", compounds=compounds), lang)
    return WordSegmenter(lang) if find_language(lang).spaces else CharacterSegmenter()
