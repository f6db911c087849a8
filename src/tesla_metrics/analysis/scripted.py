"""An analyser whose texts are converted to one script first."""

from collections.abc import Sequence

from .adapters.opencc import Script, load_script
from .analyzer import Analyzer
from .sentence import Sentence


class ScriptedAnalyzer:
    """Its tokens are of the converted text; a sentence keeps the text as it was given."""

    def __init__(self, analyzer: Analyzer, script: Script) -> None:
        self._analyzer, self._script = analyzer, script
        self.name = f"{analyzer.name}+{script.name}"
        self.preferred_tags = analyzer.preferred_tags

    def analyze(self, texts: Sequence[str]) -> list[Sentence]:
        converted = self._analyzer.analyze([self._script(text) for text in texts])
        return [
            Sentence(text, sentence.tokens) for text, sentence in zip(texts, converted, strict=True)
        ]


def in_script(analyzer: Analyzer, script: str, lang: str) -> Analyzer:
    """The analyser itself where nothing is to be converted."""
    conversion = load_script(script, lang)
    return analyzer if conversion is None else ScriptedAnalyzer(analyzer, conversion)
