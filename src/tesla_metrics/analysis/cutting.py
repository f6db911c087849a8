"""The tokens that n-grams of ambiguous words are made of: characters, words, parts of compounds."""

from collections.abc import Sequence
from typing import Protocol

from ..languages import find_language
from .adapters.opencc import AS_IS, Script, load_script
from .analyzer import Analyzer
from .characters import characters
from .compounds import joining, shipped_counts
from .loading import load_analyzer
from .tokenizers import get_tokenizer
from .widths import usual_width


class Cutter(Protocol):
    """Cuts texts into tokens.

    name        goes into the signature: same name, same tokens
    joint       what stands between tokens in the string of an n-gram
    spellings   what may stand between them in the dictionary
    """

    @property
    def name(self) -> str: ...
    @property
    def joint(self) -> str: ...
    @property
    def spellings(self) -> tuple[str, ...]: ...
    def cut(self, texts: Sequence[str]) -> list[list[str]]: ...


class CharacterCutter:
    """Characters; a word is its characters one after another."""

    name = "characters"
    joint = ""
    spellings = ("",)

    def cut(self, texts: Sequence[str]) -> list[list[str]]:
        return [characters(text) for text in texts]


class WordCutter:
    """Words; a dictionary may have several with spaces between."""

    joint = " "
    spellings = (" ",)

    def __init__(self, lang: str) -> None:
        self._tokenizer = get_tokenizer(lang)
        self.name = f"words-{self._tokenizer.name}"

    def cut(self, texts: Sequence[str]) -> list[list[str]]:
        return [self._tokenizer.tokenize(usual_width(text)) for text in texts]


class CompoundCutter:
    """Words and the parts of compounds, which the dictionary writes as one word.

    Splitting took the linking letters away: Arbeit Zimmer is Arbeitszimmer there.
    """

    joint = " "

    def __init__(self, analyzer: Analyzer, lang: str) -> None:
        self._analyzer = analyzer
        drops = (joint.drop for joint in joining(lang).joints)
        self.spellings = tuple(dict.fromkeys(["", " ", *drops]))
        self.name = analyzer.name

    def cut(self, texts: Sequence[str]) -> list[list[str]]:
        sentences = self._analyzer.analyze([usual_width(text) for text in texts])
        return [[token.form for token in sentence.tokens] for sentence in sentences]


class ScriptedCutter:
    """Another cutter's tokens of text that is converted to one script first."""

    def __init__(self, cutter: Cutter, script: Script) -> None:
        self._cutter, self._script = cutter, script
        self.name = f"{cutter.name}+{script.name}"
        self.joint, self.spellings = cutter.joint, cutter.spellings

    def cut(self, texts: Sequence[str]) -> list[list[str]]:
        return self._cutter.cut([self._script(text) for text in texts])


def load_cutter(lang: str, compounds: str = "auto", script: str = AS_IS) -> Cutter:
    """For tokens that are characters where words have no spaces between, parts of compounds where
    these are split, and words elsewhere.

    `compounds` is auto (split where counts are shipped), none, or a file of counts; `script` is
    as-is, simplified or traditional.
    """
    cutter = _cutter(lang, compounds)
    conversion = load_script(script, lang)
    return cutter if conversion is None else ScriptedCutter(cutter, conversion)


def _cutter(lang: str, compounds: str) -> Cutter:
    if compounds not in ("auto", "none") or (compounds == "auto" and shipped_counts(lang)):
        return CompoundCutter(load_analyzer(lang, "builtin", compounds=compounds), lang)
    return WordCutter(lang) if find_language(lang).spaces else CharacterCutter()
