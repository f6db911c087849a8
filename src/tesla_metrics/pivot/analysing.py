"""Sentences to numbers of words: what the processes do first.

A word of the target side is what is aligned and what phrases are keyed by, with a tab between; on
the pivot side what is aligned, the lemma and the tag.
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from ..analysis.analyzer import Analyzer, WordByWord
from ..analysis.loading import load_analyzer
from ..analysis.sentence import Token, has_alphanumeric
from ..analysis.stems import stem
from .chunk import Chunk


class SideSettings(NamedTuple):
    """All that decides which words a sentence of one side has."""

    lang: str
    analyzer: str = "builtin"
    compounds: str = "auto"
    aligned: str = "lemma"  # or form: what is aligned
    kept: str = "lemma"  # or form, stem, tagged (lemma and tag): what phrases are made of
    punctuation: bool = False  # whether tokens without a letter or digit are words too

    def load(self) -> Analyzer:
        """The analyser; loaded once."""
        return _load(self)


@lru_cache(maxsize=2)
def _load(settings: SideSettings) -> Analyzer:
    # Other analysers take compounds as they are.
    compounds = settings.compounds if settings.analyzer.startswith("builtin") else "auto"
    return load_analyzer(settings.lang, settings.analyzer, compounds=compounds)


def preferred_tags(analyzer: Analyzer) -> str:
    """upos or xpos: as the metrics would compare them."""
    if isinstance(analyzer, WordByWord) and not analyzer.has_xpos:
        return "upos"
    return analyzer.preferred_tags


def analyse(texts: Sequence[str], settings: SideSettings) -> Chunk:
    """One sentence a text; a text without words makes an empty one."""
    analyzer = settings.load()
    xpos = preferred_tags(analyzer) == "xpos"
    known: dict[str, int] = {}
    numbers, positions, lengths, tokens = list[int](), list[int](), list[int](), list[int]()
    for sentence in analyzer.analyze(texts):
        before = len(numbers)
        for position, token in enumerate(sentence.tokens):
            if settings.punctuation or has_alphanumeric(token.form):
                word = _word(token, settings, xpos)
                numbers.append(known.setdefault(word, len(known)))
                positions.append(position)
        lengths.append(len(numbers) - before)
        tokens.append(len(sentence.tokens))
    return Chunk(
        list(known), *(np.array(x, np.int32) for x in (numbers, positions, lengths, tokens))
    )


def _word(token: Token, settings: SideSettings, xpos: bool) -> str:
    lemma = token.lemma.lower()
    aligned = lemma if settings.aligned == "lemma" else token.form.lower()
    if settings.kept == "tagged":
        return f"{aligned}\t{lemma}\t{token.xpos if xpos else token.upos}"
    if settings.kept == "stem":
        return f"{aligned}\t{stem(token.form, settings.lang)}"
    return f"{aligned}\t{lemma if settings.kept == 'lemma' else token.form.lower()}"
