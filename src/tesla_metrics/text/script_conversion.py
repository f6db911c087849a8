"""Convert between traditional and simplified Chinese with OpenCC."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from ..errors import UsageError
from ..files.sentence import Sentence
from ..optional import requires_extra
from .analyzer import Analyzer
from .languages import find_language

UNCONVERTED_SCRIPT = "as-is"
_LONE_SURROGATE = re.compile("[\ud800-\udfff]")
_OPENCC_CONFIGURATIONS = {"simplified": "t2s", "traditional": "s2t"}
SCRIPTS = (UNCONVERTED_SCRIPT, *_OPENCC_CONFIGURATIONS)


@dataclass(frozen=True, eq=False)
class ScriptConverter:
    """A conversion of text to traditional or simplified Chinese."""

    name: str  # for signatures
    _converter: Any = field(repr=False)

    def __call__(self, text: str) -> str:
        """Convert a text; text with lone surrogates is returned unchanged."""
        # ASCII text is the same in both scripts; returning it at once saves time.
        if text.isascii() or _LONE_SURROGATE.search(text):
            return text
        return str(self._converter.convert(text))


def load_script_converter(script: str, lang: str = "zh") -> ScriptConverter | None:
    """Return the conversion to the script `simplified` or `traditional`; None for `as-is`."""
    if script not in SCRIPTS:
        raise UsageError(f"unknown script {script!r}: choose one of {', '.join(SCRIPTS)}")
    if script == UNCONVERTED_SCRIPT:
        return None
    if not find_language(lang).is_chinese:
        raise UsageError(f"--script converts Chinese, not '{lang}': leave it out")
    return _load_conversion(_OPENCC_CONFIGURATIONS[script])


@lru_cache(maxsize=2)
def _load_conversion(configuration: str) -> ScriptConverter:
    with requires_extra("OpenCC", "zh"):
        from importlib.metadata import version

        from opencc import OpenCC

        # Other packages also have a module `opencc`; then this raises an error.
        name = f"opencc-{version('opencc')}:{configuration}"
    return ScriptConverter(name, OpenCC(configuration))


class ScriptConvertingAnalyzer:
    """An analyser that converts texts to one script first. Sentences keep the original text."""

    def __init__(self, analyzer: Analyzer, script: ScriptConverter) -> None:
        self._analyzer, self._script = analyzer, script
        self.name = f"{analyzer.name}+{script.name}"
        self.preferred_tags = analyzer.preferred_tags

    def analyze(self, texts: Sequence[str]) -> list[Sentence]:
        sentences = self._analyzer.analyze([self._script(text) for text in texts])
        return [
            Sentence(text, sentence.tokens) for text, sentence in zip(texts, sentences, strict=True)
        ]


def convert_analyzer_input(analyzer: Analyzer, script: str, lang: str) -> Analyzer:
    """Return an analyser that converts texts first; the same analyser if `script` is `as-is`."""
    conversion = load_script_converter(script, lang)
    return analyzer if conversion is None else ScriptConvertingAnalyzer(analyzer, conversion)
