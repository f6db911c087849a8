"""Validation of phrase tables, and phrase tables compressed for distribution."""

from codecs import getincrementaldecoder
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ...arrays import Array
from ...errors import InputError
from ...files.mapped_arrays import MappedArrays, PlaneReader, to_planes
from ...files.resource import Resource, read_resource
from ...files.schema import LANGUAGE, SchemaError, anything, integer, one_of, record, require
from .corpus import PADDING, pack

_MULTIPLIER = 0x9E3779B97F4A7C15
_SHIFT = 29
_MASK = (1 << 64) - 1


def hash_rows(rows: Array) -> NDArray[np.uint64]:
    """Return the hash of each row."""
    hashes = np.zeros(len(rows), np.uint64)
    for column in range(rows.shape[1]):
        hashes ^= rows[:, column].astype(np.uint64)
        hashes *= np.uint64(_MULTIPLIER)
        hashes ^= hashes >> np.uint64(_SHIFT)
    return hashes


def hash_phrase(word_numbers: Iterable[int]) -> int:
    """Return the hash of one phrase, equal to the result of `hash_rows`."""
    value = 0
    for word_number in word_numbers:
        value = (value ^ word_number) * _MULTIPLIER & _MASK
        value ^= value >> _SHIFT
    return value


# Validation of the arrays of a phrase table before they are used.
#
# The Python and the native code rely on it: indices into arrays are not checked again. The whole
# table is read for validation, large arrays in blocks.

TABLE_FIELDS = {
    "target": LANGUAGE,
    "pivot": LANGUAGE,
    "key": one_of("lemma", "form", "stem"),
    "tags": one_of("upos", "xpos"),
    "total": integer(1, 1 << 62),
}
SETTINGS = record(TABLE_FIELDS, others=anything())
_WORD_TYPES, _COUNT_TYPES, _OFFSET, _BYTE = ("<u2", "<u4"), ("<u4",), ("<i8",), ("|u1",)
# Number of dimensions and allowed types of each section.
_SECTIONS = {
    "hashes": (1, ("<u8",)),
    "phrases": (2, _WORD_TYPES),
    "counts": (1, _COUNT_TYPES),
    "starts": (1, _OFFSET),
    "pivot-phrases": (2, _WORD_TYPES),
    "pair-counts": (1, _COUNT_TYPES),
    "target-starts": (1, _OFFSET),
    "target-bytes": (1, _BYTE),
    "pivot-starts": (1, _OFFSET),
    "pivot-bytes": (1, _BYTE),
}
_TAB = ord("\t")
# Number of rows, words or bytes that are checked at a time.
_BLOCK = 1 << 20


def check_table(sections: Mapping[str, Array], settings: Mapping[str, Any]) -> None:
    """Raise `SchemaError` if the arrays are inconsistent."""
    _check_types(sections)
    phrases, pivots = sections["phrases"], sections["pivot-phrases"]
    counts, pairs, starts = sections["counts"], sections["pair-counts"], sections["starts"]
    require(
        len(sections["hashes"]) == len(phrases) == len(counts) > 0
        and len(pivots) == len(pairs)
        and phrases.shape[1] == pivots.shape[1] > 0,
        "its arrays have different lengths",
    )
    hashes = sections["hashes"]
    require((hashes[1:] >= hashes[:-1]).all(), "its hashes are out of order")
    _check_starts("starts", starts, len(counts), len(pairs))
    require((starts[1:] > starts[:-1]).all(), "a phrase has no pivot phrase")
    require(counts.min() > 0 and pairs.min() > 0, "a count is less than 1")
    extracted = np.add.reduceat(pairs, starts[:-1], dtype=np.uint64)
    require(
        (extracted <= counts).all() and int(counts.sum(dtype=np.uint64)) <= settings["total"],
        "its counts do not add up",
    )
    for name, rows in (("target", phrases), ("pivot", pivots)):
        words = _check_words(name, sections[f"{name}-starts"], sections[f"{name}-bytes"])
        _check_rows(name, rows, words)
    _check_tags(sections["pivot-starts"], sections["pivot-bytes"])


def _check_types(sections: Mapping[str, Array]) -> None:
    for name, (dimensions, types) in _SECTIONS.items():
        if name not in sections:
            raise SchemaError(f"sections.{name} is missing")
        array = sections[name]
        require(
            array.ndim == dimensions and array.dtype.newbyteorder("<").str in types,
            f"sections.{name} has another type or shape",
        )


def _check_starts(name: str, starts: Array, count: int, end: int) -> None:
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
        for block in _blocks(content):
            decoder.decode(block.tobytes())
        decoder.decode(b"", final=True)
    except UnicodeDecodeError as error:
        raise SchemaError(f"its {name} words are not UTF-8") from error
    for block in _blocks(starts):
        inside = content[block[block < len(content)]] & 0xC0 == 0x80
        require(not inside.any(), f"one of its {name} words starts inside a character")
    return len(starts) - 1


def _check_rows(name: str, rows: Array, n_words: int) -> None:
    """Check that each row has word numbers followed only by padding."""
    for block in _blocks(rows):
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


def _blocks(array: Array) -> Iterator[Array]:
    for start in range(0, len(array), _BLOCK):
        yield array[start : start + _BLOCK]


# A packed table leaves out everything that can be computed, and is compressed.
#
# The body has the target words and the pivot words, one per line; the target phrases sorted by
# their words, column by column, how often each was extracted, and how many pivot phrases it has;
# the pivot phrases, column by column, and how often each pair was extracted. Word numbers are as in
# an unpacked table (`phrase_table.py`), to which it is converted in memory.

KIND = "packed-phrase-table"
VERSION = 1
_MAX_SIZE = 1 << 28
_WORD_BYTES, _COUNT_BYTES, _N_PAIRS_BYTES = 4, 4, 2
_SIZES = {
    "phrases": integer(1, _MAX_SIZE),
    "pairs": integer(1, _MAX_SIZE),
    "longest": integer(1, 10),
    "target_bytes": integer(1, _MAX_SIZE),
    "pivot_bytes": integer(1, _MAX_SIZE),
}
PACKED_SETTINGS = record({**TABLE_FIELDS, **_SIZES}, others=anything())


def pack_table(settings: Mapping[str, Any], sections: Mapping[str, Array], keep: Array) -> Resource:
    """Pack the pairs of a table whose flag in `keep` is set, with their phrases and words."""
    counts = np.diff(sections["starts"])
    phrase_of_pair = np.repeat(np.arange(len(counts)), counts)[keep]
    phrase_indices, n_pairs = np.unique(phrase_of_pair, return_counts=True)
    if n_pairs.max() >= 1 << 8 * _N_PAIRS_BYTES:
        raise InputError(
            f"a phrase with {n_pairs.max():,} pivot phrases does not fit into a packed table: "
            "keep fewer"
        )
    target_names, phrases = _used_words(sections, "target", sections["phrases"][phrase_indices])
    pivot_names, pivots = _used_words(
        sections, "pivot", sections["pivot-phrases"][np.flatnonzero(keep)]
    )
    order = np.lexsort(phrases.T[::-1])
    # Where the pairs of each phrase start now, in the new order of the phrases.
    begins = (np.cumsum(n_pairs) - n_pairs)[order]
    offsets = np.arange(len(pivots)) - np.repeat(
        np.cumsum(n_pairs[order]) - n_pairs[order], n_pairs[order]
    )
    pivot_order = np.repeat(begins, n_pairs[order]) + offsets
    longest = phrases.shape[1]
    body = [
        target_names,
        pivot_names,
        *(to_planes(phrases[order, column], _WORD_BYTES) for column in range(longest)),
        to_planes(sections["counts"][phrase_indices][order], _COUNT_BYTES),
        to_planes(n_pairs[order], _N_PAIRS_BYTES),
        *(to_planes(pivots[pivot_order, column], _WORD_BYTES) for column in range(longest)),
        to_planes(sections["pair-counts"][keep][pivot_order], _COUNT_BYTES),
    ]
    sizes = {
        "phrases": len(phrase_indices),
        "pairs": len(pivots),
        "longest": longest,
        "target_bytes": len(target_names),
        "pivot_bytes": len(pivot_names),
    }
    return Resource(KIND, VERSION, {**settings, **sizes}, b"".join(body))


def read_packed_table(path: Path) -> MappedArrays:
    """Read a packed table in the layout of an unpacked one; raise `SchemaError` if malformed."""
    resource = read_resource(path, KIND, VERSION, PACKED_SETTINGS)
    return MappedArrays(
        resource.settings,
        _unpack_sections(PlaneReader(resource.body), resource.settings),
        resource.digest,
    )


def _unpack_sections(body: PlaneReader, sizes: Mapping[str, Any]) -> dict[str, Array]:
    phrases, pairs, longest = sizes["phrases"], sizes["pairs"], sizes["longest"]
    names = [body.lines(sizes[f"{side}_bytes"]) for side in ("target", "pivot")]
    rows = np.stack([body.planes(phrases, _WORD_BYTES) for _ in range(longest)], axis=1)
    counts, n_pairs = body.planes(phrases, _COUNT_BYTES), body.planes(phrases, _N_PAIRS_BYTES)
    pivots = np.stack([body.planes(pairs, _WORD_BYTES) for _ in range(longest)], axis=1)
    pair_counts = body.planes(pairs, _COUNT_BYTES)
    body.finish()
    require(int(n_pairs.sum()) == pairs, "the number of its pairs is wrong")
    hashes = hash_rows(rows)
    order = np.argsort(hashes, kind="stable")
    begins, n_pairs = (np.cumsum(n_pairs) - n_pairs)[order], n_pairs[order]
    starts = np.concatenate([[0], np.cumsum(n_pairs)])
    pair_order = np.repeat(begins - starts[:-1], n_pairs) + np.arange(pairs)
    (target_starts, target_bytes), (pivot_starts, pivot_bytes) = map(pack, names)
    return {
        "hashes": hashes[order],
        "phrases": rows[order].astype("<u4"),
        "counts": counts[order].astype("<u4"),
        "starts": starts,
        "pivot-phrases": pivots[pair_order].astype("<u4"),
        "pair-counts": pair_counts[pair_order].astype("<u4"),
        "target-starts": target_starts,
        "target-bytes": target_bytes,
        "pivot-starts": pivot_starts,
        "pivot-bytes": pivot_bytes,
    }


def _used_words(sections: Mapping[str, Array], side: str, rows: Array) -> tuple[bytes, Array]:
    """Return the words of the rows, one per line, and the rows with new word numbers."""
    starts, content = sections[f"{side}-starts"], sections[f"{side}-bytes"].tobytes()
    used_numbers = np.unique(rows)
    used_numbers = used_numbers[used_numbers > 0]
    words = [content[starts[number - 1] : starts[number]] for number in used_numbers.tolist()]
    new_number = np.zeros(len(starts), np.int64)
    new_number[used_numbers] = np.arange(1, len(used_numbers) + 1)
    return b"\n".join(words), new_number[rows]
