"""Files of Moses' program `mert`."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from shlex import quote
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ...arrays import Floats, Indices
from ...errors import InputError, UsageError, warn_user
from ...files.atomic import open_atomically, write_atomically
from ...files.lines import display_name, iterate_lines
from ...metrics.base import Metric, Progress
from ...metrics.peers.bleu import Bleu
from ...metrics.peers.ter import Ter
from ..nbest.nbest import Nbest
from ..nbest.weights import Weights
from .candidate_statistics import CandidateStatistics, IntegerStatistics
from .mert import RESTARTS, default_ranges
from .weight_bounds import start_weights

BLEU, TER = "BLEU", "TER"
_ORDER = 4  # the only order of BLEU in Moses
# Moses divides sums as 24-bit floats, which are exact for this times 1,000 segments.
_SCALE = 10_000


def moses_statistics(metric: Metric[Any], rows: Floats) -> tuple[str, Indices]:
    """Return the kind of statistics, and one row per candidate.

    For TER, Moses has edits and lengths, and maximises 1 - edits / lengths. The mean of any segment
    score can be maximised like this: edits are the difference to the best score, and lengths the
    best score.
    """
    if isinstance(metric, Bleu):
        return BLEU, _of_bleu(metric, rows)
    integers = IntegerStatistics(metric, _SCALE)
    if isinstance(metric, Ter):
        return TER, np.array([integers.of(row) for row in rows.tolist()], dtype=np.intp)
    if not integers.mean:
        warn_user(
            f"Moses cannot add up the statistics of {metric.name}: it gets the mean of the segment "
            "scores, which is not the score that tesla tune optimises"
        )
    scores = [integers.scaled(metric.segment_value(row)) for row in rows.tolist()]
    missing = [_SCALE - score if metric.higher_is_better else score for score in scores]
    return TER, np.column_stack([missing, np.full(len(missing), _SCALE)]).astype(np.intp)


def _of_bleu(metric: Bleu, rows: Floats) -> Indices:
    """Return matches and counts of each length alternately, then the length of the reference."""
    if metric.max_ngram_order != _ORDER:
        raise UsageError(
            f"Moses' BLEU has n-grams of up to {_ORDER} words, not {metric.max_ngram_order}: leave "
            "out --max-ngram-order"
        )
    shared, counts = np.split(rows[:, 2:], 2, axis=1)
    statistics = np.empty((len(rows), 2 * _ORDER + 1), dtype=np.intp)
    statistics[:, 0:-1:2], statistics[:, 1:-1:2], statistics[:, -1] = shared, counts, rows[:, 1]
    return statistics


def bleu_rows(statistics: Indices) -> Floats:
    """Return the rows of our BLEU for Moses' statistics."""
    shared, counts = statistics[:, 0:-1:2], statistics[:, 1:-1:2]
    lengths = statistics[:, [1, -1]]
    return np.hstack([lengths, shared, counts]).astype(np.float64)


# Reading and writing of Moses' text files of features and of statistics.
#
# Each list is a block: FEATURES_TXT_BEGIN_0 ID COUNT WIDTH NAMES, one line per candidate, and
# FEATURES_TXT_END_0. Blocks of statistics have SCORES instead, and the kind instead of names.

_FEATURES, _SCORES = "FEATURES", "SCORES"


@dataclass(frozen=True, eq=False)
class MosesData:
    """Lists as in `Nbest`, with statistics instead of texts.

    kind    kind of the statistics: BLEU, TER, …
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
    """Read features and statistics of the same lists. Blocks with the same id are joined."""
    left, right = _read(features, _FEATURES), _read(statistics, _SCORES)
    if left.ids != right.ids or not np.array_equal(left.starts, right.starts):
        raise InputError(
            f"{display_name(features)} and {display_name(statistics)} contain different lists: "
            "give files that were made together"
        )
    kind = " ".join(right.labels)
    return MosesData(
        left.ids, left.starts, left.labels, left.rows, kind, right.rows.astype(np.intp)
    )


def write_moses(features: Path, statistics: Path, data: MosesData) -> None:
    """Write features and statistics. Names of features must be single words."""
    for name in data.names:
        if name.split() != [name]:
            raise InputError(f"Moses' files cannot have a feature {name!r}: rename it to one word")
    names = " ".join(data.names)
    _write(features, _FEATURES, data, data.features, names)
    _write(statistics, _SCORES, data, data.statistics, data.kind)


def _write(path: Path, what: str, data: MosesData, rows: "NDArray[Any]", label: str) -> None:
    with open_atomically(path) as stream:
        for index, ident in enumerate(data.ids):
            block = rows[data.starts[index] : data.starts[index + 1]]
            head = f"{what}_TXT_BEGIN_0 {ident} {len(block)} {block.shape[1]} {label}"
            # Moses writes a space at the end of a line.
            body = (" ".join(map(repr, row)) + " " for row in block.tolist())
            lines = (head, *body, f"{what}_TXT_END_0")
            stream.write("".join(f"{line}\n" for line in lines).encode())


def _read(file: str, what: str) -> _Blocks:
    blocks: dict[int, list[Floats]] = {}
    labels: tuple[str, ...] | None = None
    lines = enumerate(iterate_lines(file), 1)
    for line_number, line in lines:
        where = f"{display_name(file)}, line {line_number}"
        ident, count, width, block_labels = _head(line, what, where)
        if labels is None:
            labels = block_labels
        if block_labels != labels:
            raise InputError(
                f"{where}: {' '.join(block_labels)} differs from {' '.join(labels)} in other "
                "lists: give lists that were made together"
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
    for line_number, line in lines:
        words = line.split()
        if words == [f"{what}_TXT_END_0"]:
            break
        try:
            row = list(map(float, words))
        except ValueError:
            row = []
        if len(row) != width or not np.isfinite(row).all():
            raise InputError(
                f"{where.rpartition(' ')[0]} {line_number}: {line[:60]!r} is not a row of {width} "
                "numbers: fix the line"
            )
        rows.append(row)
    else:
        raise InputError(f"{where}: the list that begins here has no end: is the file complete?")
    if len(rows) != count:
        raise InputError(
            f"{where}: a list of {count} candidates has {len(rows)}: is the file complete?"
        )
    return np.array(rows, dtype=np.float64).reshape(count, width)


# Default file names of `mert`.
FEATURES, STATISTICS, START = "features.data", "statscore.data", "init.opt"


@dataclass(frozen=True)
class MosesExport:
    """What was exported, and the command to run.

    `mert` writes weights.txt to its working directory.
    """

    kind: str
    candidates: int
    command: str


def export_moses(
    folder: Path,
    nbest: Nbest,
    references: CandidateStatistics,
    start: Weights | None = None,
    *,
    jobs: int = 1,
    progress: Progress | None = None,
) -> MosesExport:
    """Write features, statistics and initial weights of these lists to an existing folder."""
    begin = start_weights(nbest, start, {})
    rows = references.of(nbest, jobs, progress)
    kind, statistics = moses_statistics(references.metric, rows)
    data = MosesData(nbest.ids, nbest.starts, nbest.names, nbest.features, kind, statistics)
    write_moses(folder / FEATURES, folder / STATISTICS, data)
    lines = [begin, *default_ranges(begin).T]
    text = "".join(" ".join(map(repr, line.tolist())) + "\n" for line in lines)
    write_atomically(folder / START, text.encode())
    return MosesExport(kind, len(nbest.texts), _command(folder, len(nbest.names), kind))


def _command(folder: Path, width: int, kind: str) -> str:
    files = " ".join(
        f"{option} {quote(str(folder / name))}"
        for option, name in (("--ffile", FEATURES), ("--scfile", STATISTICS), ("--ifile", START))
    )
    return f"mert -d {width} -n {RESTARTS} --sctype {kind} {files}"
