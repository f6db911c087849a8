"""Analyse sentence pairs and keep those that can be used."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from types import SimpleNamespace
from typing import Any, NamedTuple

import numpy as np

from ...arrays import Array
from ...files.atomic import open_atomically
from ...files.sentence import Token, has_alphanumeric
from ...text.analyzer import Analyzer, WordByWordAnalyzer
from ...text.loading import load_analyzer
from ...text.stemming import stem_word
from .alignment_links import AlignmentFile

_HEADER_BYTES = 128  # size of the header of a .npy file


def save_arrays(path: Path, arrays: dict[str, Array]) -> None:
    """Write an .npz file atomically."""
    # Temporary files of a process that was killed are deleted with the work folder.
    size = sum(array.nbytes for array in arrays.values())  # slightly too low, without headers
    with open_atomically(path, size, remove_old=False) as stream:
        np.savez(stream, **arrays)  # type: ignore[arg-type]


def save_array(path: Path, array: Array) -> None:
    """Write an .npy file, which can be memory-mapped, atomically."""
    with open_atomically(path, array.nbytes + _HEADER_BYTES, remove_old=False) as stream:
        # If numpy is passed a file, it writes with C's stdio and does not notice that a disk is
        # full. So it is passed an object that has only the method `write`.
        writer: Any = SimpleNamespace(write=stream.write)
        np.save(writer, array)


# Names of arrays in the file of a chunk, in the order of the fields of `AnalysedChunk`.
_ARRAY_NAMES = ("numbers", "positions", "lengths", "tokens")


@dataclass(frozen=True)
class AnalysedChunk:
    """The analysed sentences of one side of some sentence pairs.

    Tokens that are not words (see `SideSettings`) are left out, but counted.
    """

    words: Sequence[str]  # distinct words: their forms for alignment and phrases, separated by tabs
    word_indices: Array  # for each word of all sentences, its index in the distinct words
    token_indices: (
        Array  # for each word of all sentences, its index among the tokens of the sentence
    )
    word_counts: Array  # number of words of each sentence
    token_counts: Array  # number of tokens of each sentence


def save_chunk(path: Path, chunk: AnalysedChunk) -> None:
    """Write a chunk atomically."""
    words = np.frombuffer("\n".join(chunk.words).encode(), np.uint8)
    arrays = chunk.word_indices, chunk.token_indices, chunk.word_counts, chunk.token_counts
    save_arrays(path, {"words": words, **dict(zip(_ARRAY_NAMES, arrays, strict=True))})


def load_chunk(path: Path) -> AnalysedChunk:
    """Read a chunk that was written with `save_chunk`."""
    with np.load(path, allow_pickle=False) as arrays:
        text = arrays["words"].tobytes().decode()
        words = text.split("\n") if text else []
        return AnalysedChunk(words, *(arrays[name] for name in _ARRAY_NAMES))


# Analysing sentences; this runs in worker processes
#
# A word of the target side is stored as its form for alignment and its form in phrases, separated
# by a tab. A word of the pivot side is stored as its form for alignment, its lemma and its tag.


class SideSettings(NamedTuple):
    """The settings that determine the words of one side of a bitext.

    A word has two forms, one for word alignment and one for phrases.
    """

    lang: str
    analyzer: str = "builtin"
    compounds: str = "auto"
    alignment_form: str = "lemma"  # "lemma" or "form"
    phrase_form: str = "lemma"  # "lemma", "form", "stem" or "tagged" (lemma and tag)
    with_punctuation: bool = False  # whether tokens without letters and digits count as words

    def load_analyzer(self) -> Analyzer:
        """Return the analyser; it is loaded only once."""
        return _load_analyzer(self)


@lru_cache(maxsize=2)
def _load_analyzer(settings: SideSettings) -> Analyzer:
    # Only the built-in analyser splits compounds.
    compounds = settings.compounds if settings.analyzer.startswith("builtin") else "auto"
    return load_analyzer(settings.lang, settings.analyzer, compounds=compounds)


def get_tag_kind(analyzer: Analyzer) -> str:
    """Return the kind of tags that metrics compare, "upos" or "xpos"."""
    if isinstance(analyzer, WordByWordAnalyzer) and not analyzer.has_xpos:
        return "upos"
    return analyzer.preferred_tags


def analyse(texts: Sequence[str], settings: SideSettings) -> AnalysedChunk:
    """Analyse texts, one sentence each; a text without words becomes an empty sentence."""
    analyzer = settings.load_analyzer()
    uses_xpos = get_tag_kind(analyzer) == "xpos"
    word_ids: dict[str, int] = {}
    word_indices, token_indices, word_counts, token_counts = (
        list[int](),
        list[int](),
        list[int](),
        list[int](),
    )
    for sentence in analyzer.analyze(texts):
        start = len(word_indices)
        for position, token in enumerate(sentence.tokens):
            if settings.with_punctuation or has_alphanumeric(token.form):
                word = _format_word(token, settings, uses_xpos)
                word_indices.append(word_ids.setdefault(word, len(word_ids)))
                token_indices.append(position)
        word_counts.append(len(word_indices) - start)
        token_counts.append(len(sentence.tokens))
    columns = (word_indices, token_indices, word_counts, token_counts)
    return AnalysedChunk(list(word_ids), *(np.array(column, np.int32) for column in columns))


def _format_word(token: Token, settings: SideSettings, uses_xpos: bool) -> str:
    """Return the forms of a token for alignment and phrases, separated by tabs."""
    lemma = token.lemma.lower()
    alignment_form = lemma if settings.alignment_form == "lemma" else token.form.lower()
    if settings.phrase_form == "tagged":
        return f"{alignment_form}\t{lemma}\t{token.xpos if uses_xpos else token.upos}"
    if settings.phrase_form == "stem":
        return f"{alignment_form}\t{stem_word(token.form, settings.lang)}"
    return f"{alignment_form}\t{lemma if settings.phrase_form == 'lemma' else token.form.lower()}"


@dataclass
class PairCounts:
    """The number of sentence pairs that were read, left out for some reason, and used."""

    read: int = 0
    empty: int = 0  # left out because a side has no words
    long: int = 0  # left out because a side has too many words
    used: int = 0

    def add_counts(self, other: "PairCounts") -> None:
        """Add the counts of other pairs."""
        self.read += other.read
        self.empty += other.empty
        self.long += other.long
        self.used += other.used


class SideBatch(NamedTuple):
    """One side of some sentence pairs that are used."""

    words: Sequence[str]  # distinct words, also of pairs that are not used
    word_indices: Array  # for each word of used sentences, its index in the distinct words
    lengths: Array  # number of words of each used sentence


class PairBatch(NamedTuple):
    """Both sides of some sentence pairs; links are empty without an alignment file."""

    counts: PairCounts
    target: SideBatch
    pivot: SideBatch
    links: Array  # rows of (target word, pivot word), pair by pair
    link_lengths: Array  # number of links of each pair


def select_usable_pairs(
    sides: tuple[AnalysedChunk, AnalysedChunk],
    max_words: int,
    alignment_file: AlignmentFile | None = None,
) -> PairBatch:
    """Leave out sentence pairs with an empty side or with more than `max_words` words on a side.

    `sides` are the target side and the pivot side. `alignment_file`, if it is not None, yields
    the links of every pair.
    """
    shorter = np.minimum(sides[0].word_counts, sides[1].word_counts)
    longer = np.maximum(sides[0].word_counts, sides[1].word_counts)
    is_long = (shorter > 0) & (longer > max_words)
    is_used: Array = (shorter > 0) & ~is_long
    counts = PairCounts(
        read=len(shorter),
        empty=int((shorter == 0).sum()),
        long=int(is_long.sum()),
        used=int(np.count_nonzero(is_used)),
    )
    links = list(_read_links(sides, is_used, alignment_file)) if alignment_file else []
    target, pivot = (
        SideBatch(
            side.words,
            side.word_indices[np.repeat(is_used, side.word_counts)],
            side.word_counts[is_used],
        )
        for side in sides
    )
    return PairBatch(
        counts,
        target,
        pivot,
        np.concatenate([np.zeros((0, 2), np.int32), *links]),
        np.array([len(pair_links) for pair_links in links], np.int32),
    )


def _read_links(
    sides: tuple[AnalysedChunk, AnalysedChunk], used_flags: Array, alignment_file: AlignmentFile
) -> Iterator[Array]:
    """Yield the links of each used pair; `used_flags` has a flag for every pair."""
    token_indices = [
        np.split(side.token_indices, np.cumsum(side.word_counts)[:-1]) for side in sides
    ]
    for pair, is_used in enumerate(used_flags.tolist()):
        pair_tokens = token_indices[0][pair].tolist(), token_indices[1][pair].tolist()
        links = alignment_file.read_next(
            int(sides[0].token_counts[pair]), int(sides[1].token_counts[pair]), *pair_tokens
        )
        if is_used:
            yield np.array(links, np.int32).reshape(-1, 2)
