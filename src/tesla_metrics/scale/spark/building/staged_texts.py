"""Stage text files, send word numbers to workers, and encode analysed sentence pairs."""

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache, partial
from hashlib import blake2b
from itertools import count
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ....arrays import Array
from ....errors import InputError
from ....files.disk_space import TEMPORARY_FILE_NOTE, report_full_disk
from ....files.lines import iterate_lines
from ....files.long_runs import ProgressCallback
from ....resources.lm.counts import WordIds
from ....resources.pivot.alignment_links import AlignmentFile
from ....resources.pivot.analysed_pairs import (
    PairBatch,
    PairCounts,
    SideBatch,
    SideSettings,
    analyse,
    select_usable_pairs,
)
from ..shipping import find_shipped, make_shipping_path, ship_path
from ..staging import MAX_PIECE_LINES, stage_rows

TEXT = "text"


class StagedTexts:
    """The lines of files, one file after another, in pieces.

    frame   data frame with the columns "piece" (index of the piece) and "text" (list of lines)
    """

    def __init__(
        self,
        spark: Any,
        folder: str,
        paths: Sequence[str],
        watch: ProgressCallback,
        *,
        piece_lines: int = MAX_PIECE_LINES,
    ) -> None:
        self._paths, self._line_counts = paths, [0] * len(paths)
        progress = watch("lines read:", 0)
        self.frame = stage_rows(
            spark,
            f"{folder}/{TEXT}",
            self._read_lines(),
            [TEXT],
            max_lines=piece_lines,
            progress=progress,
        )

    def _read_lines(self) -> Iterator[tuple[str]]:
        for index, path in enumerate(self._paths):
            for line in iterate_lines(path):
                self._line_counts[index] += 1
                yield (line,)

    @property
    def line_count(self) -> int:
        """Number of lines in all files."""
        return sum(self._line_counts)

    def locate(self, piece: int, index: int) -> tuple[str, int]:
        """Return the file and the line number (from 1) of a line, by piece and index (from 0)."""
        from pyspark.sql.functions import size, sum

        earlier_pieces = self.frame.filter(self.frame["piece"] < piece)
        earlier_lines = earlier_pieces.agg(sum(size(TEXT))).first()[0] or 0
        line_index = earlier_lines + index
        for path, line_count in zip(self._paths, self._line_counts, strict=True):
            if line_index < line_count:
                return path, line_index + 1
            line_index -= line_count
        raise IndexError(index)


# Word ids for workers
#
# The hashes and the ids of all words are two arrays in files, which all processes of a machine map
# into memory. A word takes 12 bytes, whatever its length. Hashes of 64 bits are sufficient: only
# words with an id are looked up, and no two of them have the same hash.


class ShippedWordIds(NamedTuple):
    """Handle of word ids for workers: names of the shipped files, and the salt of the hashes."""

    hashes: str
    ids: str
    salt: int

    def look_up(self, words: Sequence[str]) -> WordIds:
        """Return the ids of words, all of which must have an id."""
        hashes, ids = _open_word_ids(self)
        word_ids: WordIds = ids[np.searchsorted(hashes, hash_words(words, self.salt))]
        return word_ids


def ship_word_ids(spark: Any, words: Sequence[str]) -> ShippedWordIds:
    """Send words to workers; the id of a word is its index."""
    hashes, salt = _find_distinct_hashes(words)
    order = np.argsort(hashes)
    names = []
    for name, array in (("hashes", hashes[order]), ("numbers", order.astype(np.int32))):
        path = make_shipping_path(f"{name}.npy")
        with report_full_disk(path, note=TEMPORARY_FILE_NOTE), path.open("wb") as stream:
            np.save(stream, array)
        names.append(ship_path(spark, path))
    return ShippedWordIds(names[0], names[1], salt)


def hash_words(words: Sequence[str], salt: int) -> NDArray[np.uint64]:
    """Return a hash of 64 bits for each word."""
    salt_bytes = salt.to_bytes(8, "little")
    digests = [blake2b(word.encode(), digest_size=8, salt=salt_bytes).digest() for word in words]
    return np.frombuffer(b"".join(digests), np.uint64)


def _find_distinct_hashes(words: Sequence[str]) -> tuple[NDArray[np.uint64], int]:
    """Return distinct hashes of the words, and the salt for which they are distinct."""
    for salt in count():
        hashes = hash_words(words, salt)
        if len(np.unique(hashes)) == len(words):
            return hashes, salt
    raise AssertionError  # there is always another salt


@lru_cache(maxsize=2)  # the two sides of a bitext
def _open_word_ids(shipped: ShippedWordIds) -> tuple[NDArray[np.uint64], WordIds]:
    hashes = np.load(find_shipped(shipped.hashes), mmap_mode="r")
    ids = np.load(find_shipped(shipped.ids), mmap_mode="r")
    return hashes, ids


# Analysed sentence pairs


# Columns with the counts of sentence pairs, as in `PairCounts`.
COUNT_COLUMNS = ("read", "empty", "long", "used")
_BLOB_COLUMNS = (
    *("target_words", "target_numbers", "target_lengths"),
    *("pivot_words", "pivot_numbers", "pivot_lengths"),
    *("links", "link_lengths"),
)
# Spark schema of analysed pieces. The column "bad" says that the alignment links of the piece
# cannot be read.
PIECE_SCHEMA = ", ".join(
    [
        "piece long",
        "bad boolean",
        *(f"{name} long" for name in COUNT_COLUMNS),
        *(f"{name} binary" for name in _BLOB_COLUMNS),
    ]
)
_NO_NUMBERS = np.zeros(0, np.int32)
_EMPTY_SIDE = SideBatch([], _NO_NUMBERS, _NO_NUMBERS)
_EMPTY_PIECE = PairBatch(PairCounts(), _EMPTY_SIDE, _EMPTY_SIDE, _NO_NUMBERS, _NO_NUMBERS)


class PieceSettings(NamedTuple):
    """Settings of the analysis of sentence pairs."""

    sides: tuple[SideSettings, SideSettings]
    taggers: tuple[str | None, str | None]  # shipped names of tagger files of built-in analysers
    max_words: int
    alignments: str | None  # name of the links file, for messages; None: no links


def analyse_pieces(settings: PieceSettings) -> Any:
    """Return a function for `mapInArrow` that analyses pieces from `stage_rows`.

    Its results have the schema `PIECE_SCHEMA`.
    """
    return partial(_analyse_batches, settings=settings)


def analyse_texts(
    texts: Mapping[str, Sequence[str]], settings: PieceSettings, first_line: int = 1
) -> PairBatch:
    """Analyse one piece; its alignment links start at line `first_line` (from 1) of their file."""
    target, pivot = (
        analyse(texts[name], side)
        for name, side in zip(("target", "pivot"), _find_local_taggers(settings), strict=True)
    )
    links = None
    if settings.alignments is not None:
        links = AlignmentFile(settings.alignments, texts["links"], first_line)
    return select_usable_pairs((target, pivot), settings.max_words, links)


def _find_local_taggers(settings: PieceSettings) -> Iterator[SideSettings]:
    """Yield the settings of both sides, with the paths of tagger files in this worker."""
    for side, tagger in zip(settings.sides, settings.taggers, strict=True):
        yield side._replace(analyzer=f"builtin:{find_shipped(tagger)}") if tagger else side


def _analyse_batches(batches: Iterator[Any], settings: PieceSettings) -> Iterator[Any]:
    import pyarrow as pa

    for batch in batches:
        for index in range(batch.num_rows):
            row = batch.slice(index, 1).to_pydict()
            texts = {name: column[0] for name, column in row.items() if name != "piece"}
            has_bad_links = False
            try:
                piece = analyse_texts(texts, settings)
            except InputError:
                # The driver reports the line, because it knows the number of earlier lines.
                has_bad_links, piece = True, _EMPTY_PIECE
            yield pa.RecordBatch.from_pydict(
                {
                    "piece": pa.array(row["piece"], pa.int64()),
                    "bad": pa.array([has_bad_links]),
                    **{
                        field: pa.array([getattr(piece.counts, field)], pa.int64())
                        for field in COUNT_COLUMNS
                    },
                    **{
                        field: pa.array([blob], pa.binary())
                        for field, blob in _encode_piece(piece).items()
                    },
                }
            )


def _encode_piece(piece: PairBatch) -> dict[str, bytes]:
    blobs = []
    for side in (piece.target, piece.pivot):
        blobs += [
            "\n".join(side.words).encode(),
            _encode_array(side.word_indices),
            _encode_array(side.lengths),
        ]
    blobs += [_encode_array(piece.links), _encode_array(piece.link_lengths)]
    return dict(zip(_BLOB_COLUMNS, blobs, strict=True))


def _encode_array(numbers: Array) -> bytes:
    return numbers.astype("<i4").tobytes()


def decode_pieces(batches: Iterator[Any]) -> Iterator[tuple[int, PairBatch]]:
    """Decode analysed pieces (rows of `PIECE_SCHEMA`); yield the index and the content of each
    piece.
    """
    for batch in batches:
        for index in range(batch.num_rows):
            row = {name: batch.column(name)[index].as_py() for name in batch.schema.names}
            counts = PairCounts(*(row[name] for name in COUNT_COLUMNS))
            sides = [
                SideBatch(
                    decode_words(row[f"{side}_words"]),
                    _decode_array(row[f"{side}_numbers"]),
                    _decode_array(row[f"{side}_lengths"]),
                )
                for side in ("target", "pivot")
            ]
            links = _decode_array(row["links"]).reshape(-1, 2), _decode_array(row["link_lengths"])
            yield row["piece"], PairBatch(counts, sides[0], sides[1], *links)


def decode_words(blob: bytes) -> list[str]:
    """Decode the words of one side of a piece."""
    return blob.decode().split("\n") if blob else []


def _decode_array(blob: bytes) -> Array:
    return np.frombuffer(blob, "<i4")
