"""N-best lists as lines again."""

import json
import re
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from .bars import bar_lines

if TYPE_CHECKING:
    from .nbest import Nbest

WRITTEN_KINDS = ("moses", "zmert", "jsonl")
_NUMBERED = re.compile(r"(.+)_(\d+)")


def written(nbest: "Nbest", kind: str) -> Iterator[str]:
    """The lines of a file of this kind, without their ends."""
    if kind == "jsonl":
        return _samples(nbest)
    idents = [nbest.ids[owner] for owner in nbest.owners.tolist()]
    labels = [""] * len(nbest.names) if kind == "zmert" else field_labels(nbest.names)
    fields = _fields(nbest, labels) if nbest.names else ()
    return bar_lines(idents, nbest.texts, fields, nbest.scores)


def field_labels(names: Sequence[str]) -> list[str]:
    """What stands before each value so that the names come back: lm_0, tm_0, tm_1, x is written as
    lm= V tm= V V x=V.
    """
    found, place = [], 0
    while place < len(names):
        run = _run(names, place)
        label = names[place].removesuffix("_0")
        if run:
            found += [f"{label}= ", *[""] * (run - 1)]
        else:
            run = 1
            found.append("" if names[place].isdecimal() else f"{names[place]}=")
        place += run
    return found


def _run(names: Sequence[str], place: int) -> int:
    """How many names from here on are NAME_0, NAME_1, …"""
    match = _NUMBERED.fullmatch(names[place])
    if not match or match[2] != "0":
        return 0
    count = 1
    while place + count < len(names) and names[place + count] == f"{match[1]}_{count}":
        count += 1
    return count


def _fields(nbest: "Nbest", labels: Sequence[str]) -> list[str]:
    return [
        " ".join([label + repr(value) for label, value in zip(labels, row, strict=True)])
        for row in nbest.features.tolist()
    ]


def _samples(nbest: "Nbest") -> Iterator[str]:
    for place, ident in enumerate(nbest.ids):
        own = slice(int(nbest.starts[place]), int(nbest.starts[place + 1]))
        row: dict[str, object] = {"id": ident, "hypotheses": list(nbest.texts[own])}
        if nbest.scores is not None:
            row["scores"] = nbest.scores[own].tolist()
        if nbest.names:
            row["features"] = [
                dict(zip(nbest.names, values, strict=True))
                for values in nbest.features[own].tolist()
            ]
        yield json.dumps(row, ensure_ascii=False)
