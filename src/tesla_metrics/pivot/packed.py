"""A phrase table that is small enough to ship: without what can be worked out, and compressed.

The body has the target words and the pivot words, one a line; the target phrases in the order of
their words, a column after the other, how often each was extracted and how many pivot phrases it
has; these, a column after the other, and how often each pair was extracted. Numbers are as in a
table that lies on disk (`table.py`), which it becomes in memory.
"""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

from ..arrays import Array
from ..errors import InputError
from ..files.mapped import Mapped
from ..files.planes import PlaneReader, to_planes
from ..files.resource import Resource, read_resource
from ..files.schema import anything, demand, record, whole
from .checks import FACTS
from .hashing import hash_rows
from .pool import pack

KIND = "packed-phrase-table"
VERSION = 1
_MOST = 1 << 28
_WORD, _COUNT, _PAIRS = 4, 4, 2  # bytes each
_SIZES = {
    "phrases": whole(1, _MOST),
    "pairs": whole(1, _MOST),
    "longest": whole(1, 10),
    "target_bytes": whole(1, _MOST),
    "pivot_bytes": whole(1, _MOST),
}
SETTINGS = record({**FACTS, **_SIZES}, others=anything())


def pack_table(settings: Mapping[str, Any], sections: Mapping[str, Array], kept: Array) -> Resource:
    """Those pairs of a table that are `kept`, by place, with their phrases and words."""
    counts = np.diff(sections["starts"])
    owners = np.repeat(np.arange(len(counts)), counts)[kept]
    places, pairs = np.unique(owners, return_counts=True)
    if pairs.max() >= 1 << 8 * _PAIRS:
        raise InputError(
            f"a phrase with {pairs.max():,} pivot phrases does not fit a packed table: keep fewer"
        )
    target_names, phrases = _used(sections, "target", sections["phrases"][places])
    pivot_names, pivots = _used(sections, "pivot", sections["pivot-phrases"][np.flatnonzero(kept)])
    order = np.lexsort(phrases.T[::-1])
    # Where the pairs of each phrase begin now, in the order of the phrases to come.
    begins = (np.cumsum(pairs) - pairs)[order]
    moved = np.arange(len(pivots)) - np.repeat(np.cumsum(pairs[order]) - pairs[order], pairs[order])
    pivot_order = np.repeat(begins, pairs[order]) + moved
    longest = phrases.shape[1]
    body = [
        target_names,
        pivot_names,
        *(to_planes(phrases[order, column], _WORD) for column in range(longest)),
        to_planes(sections["counts"][places][order], _COUNT),
        to_planes(pairs[order], _PAIRS),
        *(to_planes(pivots[pivot_order, column], _WORD) for column in range(longest)),
        to_planes(sections["pair-counts"][kept][pivot_order], _COUNT),
    ]
    sizes = {
        "phrases": len(places),
        "pairs": len(pivots),
        "longest": longest,
        "target_bytes": len(target_names),
        "pivot_bytes": len(pivot_names),
    }
    return Resource(KIND, VERSION, {**settings, **sizes}, b"".join(body))


def read_packed(path: Path) -> Mapped:
    """A table as it would lie on disk; a body that does not fit is a MisfitError."""
    resource = read_resource(path, KIND, VERSION, SETTINGS)
    return Mapped(
        resource.settings,
        _sections(PlaneReader(resource.body), resource.settings),
        resource.digest,
    )


def _sections(body: PlaneReader, sizes: Mapping[str, Any]) -> dict[str, Array]:
    phrases, pairs, longest = sizes["phrases"], sizes["pairs"], sizes["longest"]
    names = [body.lines(sizes[f"{side}_bytes"]) for side in ("target", "pivot")]
    rows = np.stack([body.planes(phrases, _WORD) for _ in range(longest)], axis=1)
    counts, own = body.planes(phrases, _COUNT), body.planes(phrases, _PAIRS)
    pivots = np.stack([body.planes(pairs, _WORD) for _ in range(longest)], axis=1)
    pair_counts = body.planes(pairs, _COUNT)
    body.finish()
    demand(int(own.sum()) == pairs, "its pairs are not as many as it says")
    hashes = hash_rows(rows)
    order = np.argsort(hashes, kind="stable")
    begins, own = (np.cumsum(own) - own)[order], own[order]
    starts = np.concatenate([[0], np.cumsum(own)])
    pair_order = np.repeat(begins - starts[:-1], own) + np.arange(pairs)
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


def _used(sections: Mapping[str, Array], side: str, rows: Array) -> tuple[bytes, Array]:
    """The words that rows have, a line each, and the rows by the words' new numbers."""
    starts, content = sections[f"{side}-starts"], sections[f"{side}-bytes"].tobytes()
    numbers = np.unique(rows)
    numbers = numbers[numbers > 0]
    words = [content[starts[n - 1] : starts[n]] for n in numbers.tolist()]
    new = np.zeros(len(starts), np.int64)
    new[numbers] = np.arange(1, len(numbers) + 1)
    return b"\n".join(words), new[rows]
