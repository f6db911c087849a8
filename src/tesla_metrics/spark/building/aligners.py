"""What workers need to align: numbers of words and the lexicon, in files that they map."""

from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path

from ...arrays import Array
from ...files.mapped import read_mapped, write_mapped
from ...pivot.align import TranslationLexicon
from ...pivot.align.lexicon import lexicon_arrays, lexicon_of
from ...pivot.corpus import Corpus
from ...pivot.lookup import WordNumbers, lookup_arrays, piece_corpus
from ...pivot.pieces import PairPiece
from ...pivot.vocabulary import NumberedWords
from ..shipped import find_shipped

_SIDES = ("target", "pivot")
_LOOKUP, _LEXICON, _VERSION = "word-numbers", "translation-lexicon", 1


def write_lookup(
    path: Path, words: Sequence[Sequence[str]], numbered: Sequence[NumberedWords]
) -> Path:
    """Both sides' numbers of words."""
    arrays: dict[str, Array] = {}
    for name, own, numbers in zip(_SIDES, words, numbered, strict=True):
        arrays |= lookup_arrays(name, own, numbers)
    write_mapped(path, _LOOKUP, _VERSION, {}, arrays)
    return path


def write_lexicon(path: Path, lexicon: TranslationLexicon) -> Path:
    """What was learnt."""
    facts, arrays = lexicon_arrays(lexicon)
    write_mapped(path, _LEXICON, _VERSION, facts, arrays)
    return path


class Lookup:
    """The numbers of the words of both sides."""

    def __init__(self, path: Path) -> None:
        sections = read_mapped(path, _LOOKUP, _VERSION).sections
        self._target, self._pivot = (WordNumbers(name, sections) for name in _SIDES)

    def corpus(self, piece: PairPiece) -> Corpus:
        """A piece with the numbers that its words have in the whole bitext."""
        return piece_corpus(piece, self._target, self._pivot)


@lru_cache(maxsize=1)
def open_lookup(name: str) -> Lookup:
    """In a worker, which keeps it: the names of shipped files are never used again."""
    return Lookup(find_shipped(name))


@lru_cache(maxsize=1)
def open_lexicon(name: str) -> TranslationLexicon:
    """In a worker, which keeps it."""
    mapped = read_mapped(find_shipped(name), _LEXICON, _VERSION)
    return lexicon_of(mapped.settings, mapped.sections)
