"""Whether the arrays of a phrase table fit each other, before anything is looked up in them.

Both cores take what is here for granted: numbers that point into arrays are not asked again. All of
a table is read for that, the large arrays in blocks.
"""

from codecs import getincrementaldecoder
from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np

from ..arrays import Array
from ..files.schema import LANGUAGE, MisfitError, anything, demand, one_of, record, whole
from .pool import NOTHING

FACTS = {
    "target": LANGUAGE,
    "pivot": LANGUAGE,
    "key": one_of("lemma", "form", "stem"),
    "tags": one_of("upos", "xpos"),
    "total": whole(1, 1 << 62),
}
SETTINGS = record(FACTS, others=anything())
_WORD, _COUNT, _PLACE, _BYTE = ("<u2", "<u4"), ("<u4",), ("<i8",), ("|u1",)
# Name to dimensions and types.
_SECTIONS = {
    "hashes": (1, ("<u8",)),
    "phrases": (2, _WORD),
    "counts": (1, _COUNT),
    "starts": (1, _PLACE),
    "pivot-phrases": (2, _WORD),
    "pair-counts": (1, _COUNT),
    "target-starts": (1, _PLACE),
    "target-bytes": (1, _BYTE),
    "pivot-starts": (1, _PLACE),
    "pivot-bytes": (1, _BYTE),
}
_TAB = ord("\t")
# Rows, words or bytes that are looked at in one go.
_BLOCK = 1 << 20


def check_table(sections: Mapping[str, Array], settings: Mapping[str, Any]) -> None:
    """A MisfitError that names what does not fit."""
    _check_types(sections)
    phrases, pivots = sections["phrases"], sections["pivot-phrases"]
    counts, pairs, starts = sections["counts"], sections["pair-counts"], sections["starts"]
    demand(
        len(sections["hashes"]) == len(phrases) == len(counts) > 0
        and len(pivots) == len(pairs)
        and phrases.shape[1] == pivots.shape[1] > 0,
        "its arrays are of different lengths",
    )
    hashes = sections["hashes"]
    demand((hashes[1:] >= hashes[:-1]).all(), "its hashes are out of order")
    _check_starts("starts", starts, len(counts), len(pairs))
    demand((starts[1:] > starts[:-1]).all(), "a phrase has no pivot phrase")
    demand(counts.min() > 0 and pairs.min() > 0, "it counts something less than once")
    extracted = np.add.reduceat(pairs, starts[:-1], dtype=np.uint64)
    demand(
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
            raise MisfitError(f"it lacks sections.{name}")
        array = sections[name]
        demand(
            array.ndim == dimensions and array.dtype.newbyteorder("<").str in types,
            f"sections.{name} is of another type or shape",
        )


def _check_starts(name: str, starts: Array, count: int, end: int) -> None:
    demand(
        len(starts) == count + 1 > 0
        and starts[0] == 0
        and starts[-1] == end
        and (starts[1:] >= starts[:-1]).all(),
        f"sections.{name} is out of order",
    )


def _check_words(name: str, starts: Array, content: Array) -> int:
    """How many there are: UTF-8, each from where it starts to where the next does."""
    _check_starts(f"{name}-starts", starts, len(starts) - 1, len(content))
    decoder = getincrementaldecoder("utf-8")()
    try:
        for block in _blocks(content):
            decoder.decode(block.tobytes())
        decoder.decode(b"", final=True)
    except UnicodeDecodeError as error:
        raise MisfitError(f"its {name} words are not UTF-8") from error
    for block in _blocks(starts):
        inside = content[block[block < len(content)]] & 0xC0 == 0x80
        demand(not inside.any(), f"one of its {name} words starts inside a character")
    return len(starts) - 1


def _check_rows(name: str, rows: Array, words: int) -> None:
    """Numbers of words, then nothing."""
    for block in _blocks(rows):
        demand(
            block.min() >= NOTHING and block.max() <= words,
            f"one of its {name} phrases has a word that is not there",
        )
        demand(
            (block[:, 0] != NOTHING).all()
            and ((block[:, :-1] != NOTHING) | (block[:, 1:] == NOTHING)).all(),
            f"one of its {name} phrases is empty or has a gap",
        )


def _check_tags(starts: Array, content: Array) -> None:
    """Pivot words are `lemma TAB tag`."""
    for first in range(0, len(starts) - 1, _BLOCK):
        own = starts[first : first + _BLOCK + 1]
        tabs = np.flatnonzero(content[own[0] : own[-1]] == _TAB)
        found = np.searchsorted(tabs, own - own[0])
        demand((found[1:] > found[:-1]).all(), "one of its pivot words has no tag")


def _blocks(array: Array) -> Iterator[Array]:
    for start in range(0, len(array), _BLOCK):
        yield array[start : start + _BLOCK]
