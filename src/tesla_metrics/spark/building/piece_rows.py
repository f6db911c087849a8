"""Analysed pieces of a bitext as rows of a frame, and back."""

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Any, NamedTuple

import numpy as np

from ...arrays import Array
from ...errors import InputError
from ...pivot.analysing import SideSettings, analyse
from ...pivot.pharaoh import GivenLinks
from ...pivot.pieces import PairCounts, PairPiece, SidePiece, fit_pairs
from ..shipped import find_shipped

COUNTS = ("read", "empty", "long", "used")
_BLOBS = (
    *("target_words", "target_numbers", "target_lengths"),
    *("pivot_words", "pivot_numbers", "pivot_lengths"),
    *("links", "link_lengths"),
)
# `bad`: links that were given for it cannot be read.
SCHEMA = ", ".join(
    [
        "piece long",
        "bad boolean",
        *(f"{name} long" for name in COUNTS),
        *(f"{name} binary" for name in _BLOBS),
    ]
)
_NOTHING = SidePiece([], np.zeros(0, np.int32), np.zeros(0, np.int32))


class PieceSettings(NamedTuple):
    """How a piece of sentence pairs is analysed."""

    sides: tuple[SideSettings, SideSettings]
    taggers: tuple[str | None, str | None]  # files of the built-in analysers that were shipped
    max_words: int
    alignments: str | None  # what links are called in messages, where they were given


def analyse_pieces(settings: PieceSettings) -> Any:
    """For `mapInArrow`: rows of `staging.stage` to rows of SCHEMA."""
    return partial(_analyse_batches, settings=settings)


def analyse_texts(
    texts: Mapping[str, Sequence[str]], settings: PieceSettings, first: int = 1
) -> PairPiece:
    """One piece; its links are those from line `first` on."""
    target, pivot = (
        analyse(texts[name], side)
        for name, side in zip(("target", "pivot"), _found_sides(settings), strict=True)
    )
    given = None
    if settings.alignments is not None:
        given = GivenLinks(settings.alignments, texts["links"], first)
    return fit_pairs((target, pivot), settings.max_words, given)


def _found_sides(settings: PieceSettings) -> Iterator[SideSettings]:
    for side, tagger in zip(settings.sides, settings.taggers, strict=True):
        yield side._replace(analyzer=f"builtin:{find_shipped(tagger)}") if tagger else side


def _analyse_batches(batches: Iterator[Any], settings: PieceSettings) -> Iterator[Any]:
    import pyarrow as pa

    for batch in batches:
        for place in range(batch.num_rows):
            row = batch.slice(place, 1).to_pydict()
            texts = {name: column[0] for name, column in row.items() if name != "piece"}
            bad = False
            try:
                piece = analyse_texts(texts, settings)
            except InputError:
                # The driver says which line it is: it knows how many came before.
                bad, piece = True, PairPiece(PairCounts(), _NOTHING, _NOTHING, *[_NOTHING[1]] * 2)
            yield pa.RecordBatch.from_pydict(
                {
                    "piece": pa.array(row["piece"], pa.int64()),
                    "bad": pa.array([bad]),
                    **{x: pa.array([getattr(piece.counts, x)], pa.int64()) for x in COUNTS},
                    **{x: pa.array([y], pa.binary()) for x, y in _blobs(piece).items()},
                }
            )


def _blobs(piece: PairPiece) -> dict[str, bytes]:
    blobs = []
    for side in (piece.target, piece.pivot):
        blobs += ["\n".join(side.words).encode(), _bytes(side.numbers), _bytes(side.lengths)]
    blobs += [_bytes(piece.links), _bytes(piece.link_lengths)]
    return dict(zip(_BLOBS, blobs, strict=True))


def _bytes(numbers: Array) -> bytes:
    return numbers.astype("<i4").tobytes()


def pieces_of(batches: Iterator[Any]) -> Iterator[tuple[int, PairPiece]]:
    """The pieces of rows of SCHEMA, with their numbers."""
    for batch in batches:
        for place in range(batch.num_rows):
            row = {name: batch.column(name)[place].as_py() for name in batch.schema.names}
            counts = PairCounts(*(row[name] for name in COUNTS))
            sides = [
                SidePiece(
                    words_of(row[f"{side}_words"]),
                    _numbers(row[f"{side}_numbers"]),
                    _numbers(row[f"{side}_lengths"]),
                )
                for side in ("target", "pivot")
            ]
            links = _numbers(row["links"]).reshape(-1, 2), _numbers(row["link_lengths"])
            yield row["piece"], PairPiece(counts, sides[0], sides[1], *links)


def words_of(blob: bytes) -> list[str]:
    """The words of one side of a piece."""
    return blob.decode().split("\n") if blob else []


def _numbers(blob: bytes) -> Array:
    return np.frombuffer(blob, "<i4")
