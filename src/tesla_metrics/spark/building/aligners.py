"""What workers need to align: numbers of words and the lexicon, in files that they map."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from ...arrays import Array
from ...files.mapped import read_mapped, write_mapped
from ...pivot.align import TranslationLexicon
from ...pivot.align.lexicon import lexicon_arrays, lexicon_of
from ...pivot.corpus import Corpus
from ...pivot.lookup import SideNumbers, piece_corpus
from ...pivot.pieces import PairPiece
from ...pivot.vocabulary import NumberedWords
from ..shipped import find_shipped, new_file, ship
from .numbers import SentNumbers, send_numbers

_SIDES = ("target", "pivot")
_WORDS, _LEXICON, _VERSION = "word-numbers", "translation-lexicon", 1


class SentWords(NamedTuple):
    """What workers are told of the words of both sides."""

    target: SentNumbers
    pivot: SentNumbers
    parts: str  # the file of what they are aligned by and kept as

    def corpus(self, piece: PairPiece) -> Corpus:
        """In a worker: a piece with the numbers that its words have in the whole bitext."""
        return piece_corpus(piece, *_opened(self))


def send_words(
    spark: Any, words: Sequence[Sequence[str]], numbered: Sequence[NumberedWords]
) -> SentWords:
    """Words of both sides in the order of their numbers."""
    arrays: dict[str, Array] = {}
    for name, own in zip(_SIDES, numbered, strict=True):
        arrays |= {f"{name}-aligned": own.aligned, f"{name}-kept": own.kept}
    path = new_file("words")
    write_mapped(path, _WORDS, _VERSION, {}, arrays)
    target, pivot = (send_numbers(spark, own) for own in words)
    return SentWords(target, pivot, ship(spark, path))


def send_lexicon(spark: Any, lexicon: TranslationLexicon) -> str:
    """What was learnt."""
    facts, arrays = lexicon_arrays(lexicon)
    path = new_file("lexicon")
    write_mapped(path, _LEXICON, _VERSION, facts, arrays)
    return ship(spark, path)


@lru_cache(maxsize=1)
def open_lexicon(name: str) -> TranslationLexicon:
    """In a worker, which keeps it: names of what was sent are never used again."""
    mapped = read_mapped(find_shipped(name), _LEXICON, _VERSION)
    return lexicon_of(mapped.settings, mapped.sections)


@lru_cache(maxsize=1)
def _opened(sent: SentWords) -> tuple[SideNumbers, SideNumbers]:
    sections = read_mapped(find_shipped(sent.parts), _WORDS, _VERSION).sections
    target, pivot = (
        SideNumbers(look.of, sections[f"{name}-aligned"], sections[f"{name}-kept"])
        for name, look in zip(_SIDES, sent[:2], strict=True)
    )
    return target, pivot
