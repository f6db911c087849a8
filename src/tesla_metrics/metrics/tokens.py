"""From segments to the tokens of TESLA-CELAB, with the dictionary that knows their n-grams."""

from collections.abc import Sequence
from functools import cached_property, lru_cache
from typing import NamedTuple, cast

from .._core.native import load_native
from ..analysis.adapters.opencc import Script, load_script
from ..analysis.cutting import Cutter, load_cutter
from ..analysis.synonyms import load_synonyms
from ..analysis.synonyms.phrases import Phrases
from ..analysis.widths import usual_width
from .celab_engine import CelabEngine
from .inputs import Segment
from .pipeline import find_resources

Tokens = tuple[str, ...]
# Texts whose tokens are kept: references come again with every system.
_KEPT = 20_000


class Choices(NamedTuple):
    """What a user chooses about tokens and synonyms; equal choices share one pipeline."""

    lang: str
    synonyms: str
    compounds: str
    script: str
    files: tuple[tuple[str, int, int], ...]  # those named above: path, date, size


class TokenPipeline:
    """Cuts segments; tokens of texts are remembered, within bounds."""

    def __init__(self, choices: Choices) -> None:
        self._choices = choices
        self._memo: dict[str, Tokens] = {}

    @cached_property
    def _script(self) -> Script | None:
        return load_script(self._choices.script, self._choices.lang)

    @cached_property
    def cutter(self) -> Cutter:
        """Characters, words or parts of compounds."""
        return load_cutter(self._choices.lang, self._choices.compounds, self._choices.script)

    @cached_property
    def phrases(self) -> Phrases:
        """Codes of n-grams."""
        lang, synonyms, _, script, _ = self._choices
        dictionary = load_synonyms(lang, synonyms, script)
        return Phrases(dictionary, self.cutter.joint, self.cutter.spellings)

    @cached_property
    def engine(self) -> CelabEngine | None:
        """The native core with this dictionary."""
        native = load_native()
        return None if native is None else CelabEngine(native, self.phrases)

    def forget(self) -> None:
        """Drop the tokens of texts, as benchmarks must between rounds."""
        self._memo.clear()

    def tokens(self, segments: Sequence[Segment]) -> list[Tokens]:
        """One for each segment; the tokens of an analysed sentence are its forms."""
        memo = self._memo
        found = {text: memo.get(text) for text in segments if isinstance(text, str)}
        texts = [text for text, tokens in found.items() if tokens is None]
        if texts:
            fresh = dict(zip(texts, map(tuple, self.cutter.cut(texts)), strict=True))
            found |= fresh
            if len(memo) > _KEPT:
                memo.clear()
            memo |= fresh
        return [
            cast(Tokens, found[segment])
            if isinstance(segment, str)
            else tuple(self._given(token.form) for token in segment.tokens if token.form)
            for segment in segments
        ]

    def _given(self, form: str) -> str:
        return usual_width(form if self._script is None else self._script(form))


def load_tokens(lang: str, synonyms: str, compounds: str, script: str) -> TokenPipeline:
    """One pipeline for equal choices; a file that changes is read again."""
    files = find_resources(lang, "", synonyms, "", compounds).files
    return _load(Choices(lang, synonyms, compounds, script, files))


@lru_cache(maxsize=8)
def _load(choices: Choices) -> TokenPipeline:
    return TokenPipeline(choices)
