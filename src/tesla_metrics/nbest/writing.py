"""N-best lists as lines again."""

import json
import re
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

import numpy as np

from ..errors import InputError
from .bars import bar_lines
from .fields import parse_field
from .rows import BARS

if TYPE_CHECKING:
    from .nbest import Nbest

WRITTEN_KINDS = ("moses", "zmert", "jsonl")
# What features of several values are called: tm_0, tm_1, …
NUMBERED = re.compile(r"(.+)_([0-9]+)")


def written(nbest: "Nbest", kind: str) -> Iterator[str]:
    """The lines of a file of this kind, without their ends."""
    _check_numbers(nbest)
    if kind == "jsonl":
        return _samples(nbest)
    _check_texts(nbest)
    idents = [nbest.ids[owner] for owner in nbest.owners.tolist()]
    fields = _fields(nbest, _labels(nbest.names, kind)) if nbest.names else None
    return bar_lines(idents, nbest.texts, fields, nbest.scores)


def _check_numbers(nbest: "Nbest") -> None:
    scores = [] if nbest.scores is None else [("scores", nbest.scores[:, None])]
    for what, numbers in (("features", nbest.features), *scores):
        wrong = np.flatnonzero(~np.isfinite(numbers).all(axis=1))
        if len(wrong):
            raise InputError(
                f"{what} of {_which(nbest, int(wrong[0]))} are not finite, and nobody would read "
                "them: give numbers such as -100"
            )


def _check_texts(nbest: "Nbest") -> None:
    """What a line between bars cannot have."""
    for part, what in ((BARS, BARS), ("\n", "line end"), ("\r", "line end"), ("\0", "NUL")):
        place = next((place for place, text in enumerate(nbest.texts) if part in text), None)
        if place is not None:
            raise InputError(
                f"{_which(nbest, place)} has a {what} in it, which lines between bars cannot have: "
                "write jsonl"
            )


def _which(nbest: "Nbest", place: int) -> str:
    owner = int(np.searchsorted(nbest.starts, place, "right")) - 1
    return f"candidate {place - int(nbest.starts[owner]) + 1} of id {nbest.ids[owner]}"


def _labels(names: Sequence[str], kind: str) -> list[str]:
    """What stands before each value so that the names come back."""
    if kind == "zmert" or all(name == str(place) for place, name in enumerate(names)):
        return [""] * len(names)
    labels = _moses_labels(names)
    try:
        field = parse_field(" ".join(f"{label}0" for label in labels))
        again = field.names(field.glued)
    except ValueError:
        again = []
    if again != list(names):
        raise InputError(
            f"{kind} cannot write features of such names: {', '.join(names)[:100]}; write jsonl"
        )
    return labels


def _moses_labels(names: Sequence[str]) -> list[str]:
    """lm_0, tm_0, tm_1, x is written as lm= V tm= V V x=V."""
    found, place = [], 0
    while place < len(names):
        run = _run(names, place)
        label = names[place].removesuffix("_0")
        if run:
            found += [f"{label}= ", *[""] * (run - 1)]
        else:
            run = 1
            found.append(f"{names[place]}=")
        place += run
    return found


def _run(names: Sequence[str], place: int) -> int:
    """How many names from here on are NAME_0, NAME_1, …"""
    match = NUMBERED.fullmatch(names[place])
    if not match or match[2] != "0":
        return 0
    count = 1
    while place + count < len(names) and names[place + count] == f"{match[1]}_{count}":
        count += 1
    return count


def _fields(nbest: "Nbest", labels: Sequence[str]) -> Iterator[str]:
    for row in nbest.features:
        yield " ".join([a + repr(b) for a, b in zip(labels, row.tolist(), strict=True)])


def _samples(nbest: "Nbest") -> Iterator[str]:
    for place, ident in enumerate(nbest.ids):
        own = nbest.list_at(place)
        row: dict[str, object] = {
            "id": nbest.labels[place] if nbest.labels else ident,
            "hypotheses": list(nbest.texts[own]),
        }
        if nbest.scores is not None:
            row["scores"] = nbest.scores[own].tolist()
        if nbest.names:
            row["features"] = [
                dict(zip(nbest.names, values, strict=True))
                for values in nbest.features[own].tolist()
            ]
        yield json.dumps(row, ensure_ascii=False)
