"""Moses' text files of features and of statistics, read and written.

Each list is a block: FEATURES_TXT_BEGIN_0 ID COUNT WIDTH NAMES, a line a candidate, and
FEATURES_TXT_END_0; of statistics SCORES, and the kind in place of names.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ...arrays import Floats, Indices
from ...errors import InputError
from ...files.atomic import open_atomically
from ...files.lines import display_name, iterate_lines

_FEATURES, _SCORES = "FEATURES", "SCORES"


@dataclass(frozen=True, eq=False)
class MosesData:
    """Lists one after another, as an `Nbest` has them, with statistics in place of texts.

    kind    of the statistics: BLEU, TER, …
    """

    ids: tuple[int, ...]
    starts: Indices
    names: tuple[str, ...]
    features: Floats
    kind: str
    statistics: Indices


@dataclass(frozen=True, eq=False)
class _Blocks:
    ids: tuple[int, ...]
    starts: Indices
    labels: tuple[str, ...]
    rows: Floats


def read_moses(features: str, statistics: str) -> MosesData:
    """Both files of the same lists; blocks of one id in several places are joined."""
    left, right = _read(features, _FEATURES), _read(statistics, _SCORES)
    if left.ids != right.ids or not np.array_equal(left.starts, right.starts):
        raise InputError(
            f"{display_name(features)} and {display_name(statistics)} are of other lists: give "
            "files that were made together"
        )
    kind = " ".join(right.labels)
    return MosesData(
        left.ids, left.starts, left.labels, left.rows, kind, right.rows.astype(np.intp)
    )


def write_moses(features: Path, statistics: Path, data: MosesData) -> None:
    """Both files; names of features are words there, one each."""
    for name in data.names:
        if name.split() != [name]:
            raise InputError(f"Moses' files have no feature {name!r}: rename it to one word")
    names = " ".join(data.names)
    _write(features, _FEATURES, data, data.features, names)
    _write(statistics, _SCORES, data, data.statistics, data.kind)


def _write(path: Path, what: str, data: MosesData, rows: "NDArray[Any]", label: str) -> None:
    with open_atomically(path) as stream:
        for place, ident in enumerate(data.ids):
            own = rows[data.starts[place] : data.starts[place + 1]]
            head = f"{what}_TXT_BEGIN_0 {ident} {len(own)} {own.shape[1]} {label}"
            # Moses itself leaves a space at the end of a line.
            body = (" ".join(map(repr, row)) + " " for row in own.tolist())
            lines = (head, *body, f"{what}_TXT_END_0")
            stream.write("".join(f"{line}\n" for line in lines).encode())


def _read(file: str, what: str) -> _Blocks:
    blocks: dict[int, list[Floats]] = {}
    labels: tuple[str, ...] | None = None
    lines = enumerate(iterate_lines(file), 1)
    for number, line in lines:
        where = f"{display_name(file)}, line {number}"
        ident, count, width, own = _head(line, what, where)
        if labels is None:
            labels = own
        if own != labels:
            raise InputError(
                f"{where}: {' '.join(own)} stands where other lists have {' '.join(labels)}: give "
                "lists that were made together"
            )
        blocks.setdefault(ident, []).append(_body(lines, count, width, what, where))
    if labels is None:
        raise InputError(f"{display_name(file)} is empty: give a file that Moses' extractor made")
    ids = sorted(blocks)
    joined = [np.concatenate(blocks[ident]) for ident in ids]
    starts = np.cumsum([0, *map(len, joined)]).astype(np.intp)
    return _Blocks(tuple(ids), starts, labels, np.concatenate(joined))


def _head(line: str, what: str, where: str) -> tuple[int, int, int, tuple[str, ...]]:
    words = line.split()
    numbers = words[1:4]
    if (
        words[:1] != [f"{what}_TXT_BEGIN_0"]
        or len(numbers) < 3
        or not all(word.isascii() and word.isdecimal() and len(word) < 10 for word in numbers)
    ):
        raise InputError(
            f"{where}: {line[:60]!r} is not {what}_TXT_BEGIN_0 ID COUNT WIDTH …: give a text file "
            "of Moses' extractor"
        )
    ident, count, width = map(int, numbers)
    return ident, count, width, tuple(words[4:])


def _body(
    lines: "Iterator[tuple[int, str]]", count: int, width: int, what: str, where: str
) -> Floats:
    rows: list[Sequence[float]] = []
    for number, line in lines:
        words = line.split()
        if words == [f"{what}_TXT_END_0"]:
            break
        try:
            row = list(map(float, words))
        except ValueError:
            row = []
        if len(row) != width or not np.isfinite(row).all():
            raise InputError(
                f"{where.rpartition(' ')[0]} {number}: {line[:60]!r} is no row of {width} numbers: "
                "mend the line"
            )
        rows.append(row)
    else:
        raise InputError(f"{where}: the list that begins here has no end: is the file whole?")
    if len(rows) != count:
        raise InputError(f"{where}: a list of {count} candidates has {len(rows)}: is it whole?")
    return np.array(rows, dtype=np.float64).reshape(count, width)
