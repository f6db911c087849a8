"""Convert between traditional and simplified Chinese with OpenCC."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from ..errors import UsageError
from ..files.sentence import Sentence
from ..optional import needs
from .analyzer import Analyzer
from .languages import find_language

AS_IS = "as-is"
_SURROGATE = re.compile("[\ud800-\udfff]")
_CONVERSIONS = {"simplified": "t2s", "traditional": "s2t"}
SCRIPTS = (AS_IS, *_CONVERSIONS)


@dataclass(frozen=True, eq=False)
class Script:
    """Converts text to a script."""

    name: str  # for signatures
    _converter: Any = field(repr=False)

    def __call__(self, text: str) -> str:
        # ASCII is the same in both scripts and frequent among lemmas.
        if text.isascii() or _SURROGATE.search(text):  # lone surrogates cannot be converted
            return text
        return str(self._converter.convert(text))


def load_script(script: str, lang: str = "zh") -> Script | None:
    """Return the conversion to `simplified` or `traditional`; None for `as-is`."""
    if script not in SCRIPTS:
        raise UsageError(f"unknown script {script!r}: choose one of {', '.join(SCRIPTS)}")
    if script == AS_IS:
        return None
    if not find_language(lang).is_chinese:
        raise UsageError(f"--script converts Chinese, not '{lang}': leave it out")
    return _load_conversion(_CONVERSIONS[script])


@lru_cache(maxsize=2)
def _load_conversion(conversion: str) -> Script:
    with needs("OpenCC", "zh"):
        from importlib.metadata import version

        from opencc import OpenCC

        # Other packages have a module of this name as well.
        name = f"opencc-{version('opencc')}:{conversion}"
    return Script(name, OpenCC(conversion))


class ScriptedAnalyzer:
    """An analyser of converted text; sentences keep the original text."""

    def __init__(self, analyzer: Analyzer, script: Script) -> None:
        self._analyzer, self._script = analyzer, script
        self.name = f"{analyzer.name}+{script.name}"
        self.preferred_tags = analyzer.preferred_tags

    def analyze(self, texts: Sequence[str]) -> list[Sentence]:
        converted = self._analyzer.analyze([self._script(text) for text in texts])
        return [
            Sentence(text, sentence.tokens) for text, sentence in zip(texts, converted, strict=True)
        ]


def convert_analyzer_input(analyzer: Analyzer, script: str, lang: str) -> Analyzer:
    """Return an analyser of converted text; the analyser itself if no conversion is needed."""
    conversion = load_script(script, lang)
    return analyzer if conversion is None else ScriptedAnalyzer(analyzer, conversion)
