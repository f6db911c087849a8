"""All texts of a study as numbers of words, which n-grams are counted in."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

import numpy as np

from ...analysis.sentence import has_alphanumeric
from ...analysis.tokenizers.script_based import ScriptTokenizer
from ...arrays import Indices
from ...tasks import Segment


class NumberedTexts(NamedTuple):
    """Texts one after another: of each word its number and its text, of each text its segment."""

    words: Indices
    texts: Indices
    segments: Indices


class WordNumbers:
    """Lower-cased words of any language, in the order in which they come."""

    def __init__(self) -> None:
        self.names: list[str] = []
        self._numbers: dict[str, int] = {}
        self._tokenizer = ScriptTokenizer("und")

    def read(self, segments: Iterable[Sequence[Segment]]) -> NumberedTexts:
        """Of each segment these texts."""
        lines, owners = [], []
        for number, texts in enumerate(segments):
            for text in texts:
                lines.append([self._number(form) for form in self._forms(text)])
                owners.append(number)
        return NumberedTexts(
            np.array([number for line in lines for number in line], dtype=np.intp),
            np.repeat(np.arange(len(lines)), [len(line) for line in lines]),
            np.array(owners, dtype=np.intp),
        )

    def _forms(self, text: Segment) -> Iterable[str]:
        if isinstance(text, str):
            forms: Iterable[str] = self._tokenizer.tokenize(text)
        else:
            forms = (token.form for token in text.tokens)
        return (form.lower() for form in forms if has_alphanumeric(form))

    def _number(self, form: str) -> int:
        number = self._numbers.setdefault(form, len(self.names))
        if number == len(self.names):
            self.names.append(form)
        return number
