"""Hashes of phrases, validation of phrase tables, and tables packed for distribution."""

from codecs import getincrementaldecoder
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ...arrays import Array
from ...errors import InputError
from ...files.mapped_arrays import MappedArrays, PlaneReader, encode_planes
from ...files.resource import Resource, read_resource
from ...files.schema import LANGUAGE, SchemaError, anything, integer, one_of, record, require
from .corpus import PADDING, pack_words

# Constants of the hash of a phrase.
_HASH_MULTIPLIER = 0x9E3779B97F4A7C15
_HASH_SHIFT = 29
_UINT64_MASK = (1 << 64) - 1


def hash_rows(rows: Array) -> NDArray[np.uint64]:
    """Return the 64-bit hash of each row of word numbers."""
    hashes = np.zeros(len(rows), np.uint64)
    for column in range(rows.shape[1]):
        hashes ^= rows[:, column].astype(np.uint64)
        hashes *= np.uint64(_HASH_MULTIPLIER)
        hashes ^= hashes >> np.uint64(_HASH_SHIFT)
    return hashes


def hash_phrase(word_numbers: Iterable[int]) -> int:
    """Return the same hash as `hash_rows` for a single phrase with its padding."""
    value = 0
    for word_number in word_numbers:
        value = (value ^ word_number) * _HASH_MULTIPLIER & _UINT64_MASK
        value ^= value >> _HASH_SHIFT
    return value


# Validation of phrase tables
#
# The arrays of a table are checked before they are used. Python and the native core rely on this
# and do not check indices again. The entire table is read; large arrays are read in blocks.

TABLE_FIELDS = {
    "target": LANGUAGE,
    "pivot": LANGUAGE,
    "key": one_of("lemma", "form", "stem"),
    "tags": one_of("upos", "xpos"),
    "total": integer(1, 1 << 62),
}
SETTINGS_SCHEMA = record(TABLE_FIELDS, other_fields=anything())
_WORD_TYPES, _COUNT_TYPES, _OFFSET_TYPES, _BYTE_TYPES = ("<u2", "<u4"), ("<u4",), ("<i8",), ("|u1",)
# The number of dimensions and the allowed types of each section (array) of a table.
_SECTION_TYPES = {
    "hashes": (1, ("<u8",)),
    "phrases": (2, _WORD_TYPES),
    "counts": (1, _COUNT_TYPES),
    "starts": (1, _OFFSET_TYPES),
    "pivot-phrases": (2, _WORD_TYPES),
    "pair-counts": (1, _COUNT_TYPES),
    "target-starts": (1, _OFFSET_TYPES),
    "target-bytes": (1, _BYTE_TYPES),
    "pivot-starts": (1, _OFFSET_TYPES),
    "pivot-bytes": (1, _BYTE_TYPES),
}
_TAB = ord("\t")
# Number of rows, words or bytes that are checked at a time.
_BLOCK = 1 << 20


def check_table(sections: Mapping[str, Array], settings: Mapping[str, Any]) -> None:
    """Raise `SchemaError` if the arrays are inconsistent."""
    _check_types(sections)
    phrases, pivot_phrases = sections["phrases"], sections["pivot-phrases"]
    counts, pair_counts, starts = sections["counts"], sections["pair-counts"], sections["starts"]
    require(
        len(sections["hashes"]) == len(phrases) == len(counts) > 0
        and len(pivot_phrases) == len(pair_counts)
        and phrases.shape[1] == pivot_phrases.shape[1] > 0,
        "its arrays have different lengths",
    )
    hashes = sections["hashes"]
    require((hashes[1:] >= hashes[:-1]).all(), "its hashes are out of order")
    _check_starts("starts", starts, len(counts), len(pair_counts))
    require((starts[1:] > starts[:-1]).all(), "a phrase has no pivot phrase")
    require(counts.min() > 0 and pair_counts.min() > 0, "a count is less than 1")
    pairs_per_phrase = np.add.reduceat(pair_counts, starts[:-1], dtype=np.uint64)
    require(
        (pairs_per_phrase <= counts).all()
        and int(counts.sum(dtype=np.uint64)) <= settings["total"],
        "its counts do not add up",
    )
    for name, rows in (("target", phrases), ("pivot", pivot_phrases)):
        n_words = _check_words(name, sections[f"{name}-starts"], sections[f"{name}-bytes"])
        _check_rows(name, rows, n_words)
    _check_tags(sections["pivot-starts"], sections["pivot-bytes"])


def _check_types(sections: Mapping[str, Array]) -> None:
    for name, (dimensions, types) in _SECTION_TYPES.items():
        if name not in sections:
            raise SchemaError(f"sections.{name} is missing")
        array = sections[name]
        require(
            array.ndim == dimensions and array.dtype.newbyteorder("<").str in types,
            f"sections.{name} has another type or shape",
        )


def _check_starts(name: str, starts: Array, count: int, end: int) -> None:
    """Check that there are `count` + 1 ascending offsets, from 0 to `end`."""
    require(
        len(starts) == count + 1 > 0
        and starts[0] == 0
        and starts[-1] == end
        and (starts[1:] >= starts[:-1]).all(),
        f"sections.{name} is out of order",
    )


def _check_words(name: str, starts: Array, content: Array) -> int:
    """Check that the words are UTF-8 and start at character boundaries; return their number."""
    _check_starts(f"{name}-starts", starts, len(starts) - 1, len(content))
    decoder = getincrementaldecoder("utf-8")()
    try:
        for block in _iter_blocks(content):
            decoder.decode(block.tobytes())
        decoder.decode(b"", final=True)
    except UnicodeDecodeError as error:
        raise SchemaError(f"its {name} words are not UTF-8") from error
    for block in _iter_blocks(starts):
        # In UTF-8, all bytes of a character but the first have the form 10xxxxxx.
        is_inside = content[block[block < len(content)]] & 0xC0 == 0x80
        require(not is_inside.any(), f"one of its {name} words starts inside a character")
    return len(starts) - 1


def _check_rows(name: str, rows: Array, n_words: int) -> None:
    """Check that each row has word numbers followed only by padding."""
    for block in _iter_blocks(rows):
        require(
            block.min() >= PADDING and block.max() <= n_words,
            f"one of its {name} phrases has an unknown word",
        )
        require(
            (block[:, 0] != PADDING).all()
            and ((block[:, :-1] != PADDING) | (block[:, 1:] == PADDING)).all(),
            f"one of its {name} phrases is empty or has a gap",
        )


def _check_tags(starts: Array, content: Array) -> None:
    """Check that pivot words have the form `lemma TAB tag`."""
    for first in range(0, len(starts) - 1, _BLOCK):
        block_starts = starts[first : first + _BLOCK + 1]
        tabs = np.flatnonzero(content[block_starts[0] : block_starts[-1]] == _TAB)
        tabs_before = np.searchsorted(tabs, block_starts - block_starts[0])
        require((tabs_before[1:] > tabs_before[:-1]).all(), "one of its pivot words has no tag")


def _iter_blocks(array: Array) -> Iterator[Array]:
    for start in range(0, len(array), _BLOCK):
        yield array[start : start + _BLOCK]


# Packed tables
#
# A packed table is compressed and does not contain data that can be computed. Its body has
# - the target words and the pivot words, one per line;
# - the target phrases sorted by their words, column by column, with the number of extractions and
#   of pivot phrases of each;
# - the pivot phrases, column by column, with the number of extractions of each pair.
# Word numbers are as in an unpacked table (phrase_table.py), to which it is converted in memory.

KIND = "packed-phrase-table"
VERSION = 1
_MAX_SIZE = 1 << 28
_WORD_BYTES, _COUNT_BYTES, _N_PAIRS_BYTES = 4, 4, 2
_SIZE_FIELDS = {
    "phrases": integer(1, _MAX_SIZE),
    "pairs": integer(1, _MAX_SIZE),
    "longest": integer(1, 10),
    "target_bytes": integer(1, _MAX_SIZE),
    "pivot_bytes": integer(1, _MAX_SIZE),
}
PACKED_SETTINGS_SCHEMA = record({**TABLE_FIELDS, **_SIZE_FIELDS}, other_fields=anything())


def pack_table(
    settings: Mapping[str, Any], sections: Mapping[str, Array], is_kept: Array
) -> Resource:
    """Pack the pairs of a table that `is_kept` flags, with their phrases and words."""
    pivots_per_phrase = np.diff(sections["starts"])
    phrase_of_pair = np.repeat(np.arange(len(pivots_per_phrase)), pivots_per_phrase)[is_kept]
    phrase_indices, n_pairs = np.unique(phrase_of_pair, return_counts=True)
    if n_pairs.max() >= 1 << 8 * _N_PAIRS_BYTES:
        raise InputError(
            f"a phrase with {n_pairs.max():,} pivot phrases does not fit into a packed table: "
            "keep fewer"
        )
    target_words, phrases = _renumber_words(sections, "target", sections["phrases"][phrase_indices])
    pivot_words, pivots = _renumber_words(
        sections, "pivot", sections["pivot-phrases"][np.flatnonzero(is_kept)]
    )
    phrase_order = np.lexsort(phrases.T[::-1])
    # For each phrase in the new order: where its pairs start in the old and in the new order.
    old_starts = (np.cumsum(n_pairs) - n_pairs)[phrase_order]
    new_starts = np.cumsum(n_pairs[phrase_order]) - n_pairs[phrase_order]
    offsets = np.arange(len(pivots)) - np.repeat(new_starts, n_pairs[phrase_order])
    pivot_order = np.repeat(old_starts, n_pairs[phrase_order]) + offsets
    max_words = phrases.shape[1]
    body = [
        target_words,
        pivot_words,
        *(encode_planes(phrases[phrase_order, column], _WORD_BYTES) for column in range(max_words)),
        encode_planes(sections["counts"][phrase_indices][phrase_order], _COUNT_BYTES),
        encode_planes(n_pairs[phrase_order], _N_PAIRS_BYTES),
        *(encode_planes(pivots[pivot_order, column], _WORD_BYTES) for column in range(max_words)),
        encode_planes(sections["pair-counts"][is_kept][pivot_order], _COUNT_BYTES),
    ]
    sizes = {
        "phrases": len(phrase_indices),
        "pairs": len(pivots),
        "longest": max_words,
        "target_bytes": len(target_words),
        "pivot_bytes": len(pivot_words),
    }
    return Resource(KIND, VERSION, {**settings, **sizes}, b"".join(body))


def read_packed_table(path: Path) -> MappedArrays:
    """Read a packed table and unpack it in memory; raise `SchemaError` if it is malformed."""
    resource = read_resource(path, KIND, VERSION, PACKED_SETTINGS_SCHEMA)
    return MappedArrays(
        resource.settings,
        _unpack_sections(PlaneReader(resource.body), resource.settings),
        resource.digest,
    )


def _unpack_sections(body: PlaneReader, sizes: Mapping[str, Any]) -> dict[str, Array]:
    """Return the sections of the unpacked table."""
    n_phrases, total_pairs, max_words = sizes["phrases"], sizes["pairs"], sizes["longest"]
    word_lists = [body.read_lines(sizes[f"{side}_bytes"]) for side in ("target", "pivot")]
    phrases = np.stack([body.read_planes(n_phrases, _WORD_BYTES) for _ in range(max_words)], axis=1)
    counts, n_pairs = (
        body.read_planes(n_phrases, _COUNT_BYTES),
        body.read_planes(n_phrases, _N_PAIRS_BYTES),
    )
    pivots = np.stack(
        [body.read_planes(total_pairs, _WORD_BYTES) for _ in range(max_words)], axis=1
    )
    pair_counts = body.read_planes(total_pairs, _COUNT_BYTES)
    body.check_end()
    require(int(n_pairs.sum()) == total_pairs, "the number of its pairs is wrong")
    hashes = hash_rows(phrases)
    phrase_order = np.argsort(hashes, kind="stable")
    old_starts, n_pairs = (np.cumsum(n_pairs) - n_pairs)[phrase_order], n_pairs[phrase_order]
    starts = np.concatenate([[0], np.cumsum(n_pairs)])
    pair_order = np.repeat(old_starts - starts[:-1], n_pairs) + np.arange(total_pairs)
    (target_starts, target_bytes), (pivot_starts, pivot_bytes) = map(pack_words, word_lists)
    return {
        "hashes": hashes[phrase_order],
        "phrases": phrases[phrase_order].astype("<u4"),
        "counts": counts[phrase_order].astype("<u4"),
        "starts": starts,
        "pivot-phrases": pivots[pair_order].astype("<u4"),
        "pair-counts": pair_counts[pair_order].astype("<u4"),
        "target-starts": target_starts,
        "target-bytes": target_bytes,
        "pivot-starts": pivot_starts,
        "pivot-bytes": pivot_bytes,
    }


def _renumber_words(sections: Mapping[str, Array], side: str, rows: Array) -> tuple[bytes, Array]:
    """Return the words that occur in the rows, one per line, and the rows with new word numbers."""
    starts, content = sections[f"{side}-starts"], sections[f"{side}-bytes"].tobytes()
    used_numbers = np.unique(rows)
    used_numbers = used_numbers[used_numbers > 0]
    words = [content[starts[number - 1] : starts[number]] for number in used_numbers.tolist()]
    new_number = np.zeros(len(starts), np.int64)
    new_number[used_numbers] = np.arange(1, len(used_numbers) + 1)
    return b"\n".join(words), new_number[rows]
