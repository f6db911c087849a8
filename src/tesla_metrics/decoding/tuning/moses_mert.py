"""Convert n-best lists and statistics to and from files of Moses' program `mert`."""

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
from ...files.lines import get_display_name, iterate_lines
from ...metrics.base import Metric, Progress
from ...metrics.peers.bleu import Bleu
from ...metrics.peers.ter import Ter
from ..nbest.nbest import Nbest
from ..nbest.weights import Weights
from .candidate_statistics import CandidateStatistics, IntegerStatistics
from .mert import DEFAULT_RESTARTS, get_default_ranges
from .weight_bounds import get_start_weights

BLEU, TER = "BLEU", "TER"
_ORDER = 4  # the only order of BLEU in Moses
# Factor from scores to integers. Moses uses floats with 24 bits of precision, in which the sum over
# 1,000 segments is exact.
_SCALE = 10_000


def convert_to_moses(metric: Metric[Any], rows: Floats) -> tuple[str, Indices]:
    """Convert the metric's statistics of each candidate to statistics that Moses can optimise.

    Return their kind (BLEU or TER), and one row per candidate. For TER, Moses adds up edits and
    lengths, and maximises 1 - edits / lengths. The mean of any other segment score is presented as
    TER: edits are the difference to the best possible score, and lengths the best possible score.
    """
    if isinstance(metric, Bleu):
        return BLEU, _convert_bleu_rows(metric, rows)
    integers = IntegerStatistics(metric, _SCALE)
    if isinstance(metric, Ter):
        return TER, np.array([integers.convert_row(row) for row in rows.tolist()], dtype=np.intp)
    if not integers.is_mean:
        warn_user(
            f"Moses cannot add up the statistics of {metric.name}: it gets the mean of the segment "
            "scores, which is not the score that tesla tune optimises"
        )
    scores = [integers.convert_score(metric.segment_value(row)) for row in rows.tolist()]
    score_gaps = [_SCALE - score if metric.higher_is_better else score for score in scores]
    return TER, np.column_stack([score_gaps, np.full(len(score_gaps), _SCALE)]).astype(np.intp)


def _convert_bleu_rows(metric: Bleu, rows: Floats) -> Indices:
    """Convert rows of BLEU to the columns of Moses.

    These are matches and counts alternately, for n-grams of 1 to 4 words, and then the length of
    the reference.
    """
    if metric.max_ngram_order != _ORDER:
        raise UsageError(
            f"Moses' BLEU has n-grams of up to {_ORDER} words, not {metric.max_ngram_order}: leave "
            "out --max-ngram-order"
        )
    matches, counts = np.split(rows[:, 2:], 2, axis=1)
    statistics = np.empty((len(rows), 2 * _ORDER + 1), dtype=np.intp)
    statistics[:, 0:-1:2], statistics[:, 1:-1:2], statistics[:, -1] = matches, counts, rows[:, 1]
    return statistics


def convert_to_bleu_rows(statistics: Indices) -> Floats:
    """Convert Moses' statistics to rows of the metric `Bleu`."""
    matches, counts = statistics[:, 0:-1:2], statistics[:, 1:-1:2]
    lengths = statistics[:, [1, -1]]
    return np.hstack([lengths, matches, counts]).astype(np.float64)


# Reading and writing Moses' text files of features and of statistics.
#
# Each list is a block. It has a head line FEATURES_TXT_BEGIN_0 ID COUNT WIDTH NAMES, one line per
# candidate, and FEATURES_TXT_END_0. Blocks of statistics have SCORES instead of FEATURES, and the
# kind of the statistics instead of NAMES.

_FEATURES_BLOCK, _SCORES_BLOCK = "FEATURES", "SCORES"


@dataclass(frozen=True, eq=False)
class MosesData:
    """Features and statistics of n-best lists; ids, starts, names and features are as in `Nbest`.

    kind        kind of the statistics: BLEU, TER, …
    statistics  one row per candidate
    """

    ids: tuple[int, ...]
    starts: Indices
    names: tuple[str, ...]
    features: Floats
    kind: str
    statistics: Indices


@dataclass(frozen=True, eq=False)
class _Blocks:
    """The content of a file: rows of all lists one after another, and the labels of columns."""

    ids: tuple[int, ...]
    starts: Indices
    labels: tuple[str, ...]
    rows: Floats


def read_moses(features_file: str, statistics_file: str) -> MosesData:
    """Read files of features and of statistics of the same lists; merge blocks with equal ids."""
    feature_blocks, statistics_blocks = (
        _read_blocks(features_file, _FEATURES_BLOCK),
        _read_blocks(statistics_file, _SCORES_BLOCK),
    )
    if feature_blocks.ids != statistics_blocks.ids or not np.array_equal(
        feature_blocks.starts, statistics_blocks.starts
    ):
        raise InputError(
            f"{get_display_name(features_file)} and {get_display_name(statistics_file)} contain "
            "different lists: "
            "give files that were made together"
        )
    kind = " ".join(statistics_blocks.labels)
    return MosesData(
        feature_blocks.ids,
        feature_blocks.starts,
        feature_blocks.labels,
        feature_blocks.rows,
        kind,
        statistics_blocks.rows.astype(np.intp),
    )


def write_moses(features_path: Path, statistics_path: Path, data: MosesData) -> None:
    """Write files of features and of statistics. Names of features must be single words."""
    for name in data.names:
        if name.split() != [name]:
            raise InputError(f"Moses' files cannot have a feature {name!r}: rename it to one word")
    names = " ".join(data.names)
    _write_blocks(features_path, _FEATURES_BLOCK, data, data.features, names)
    _write_blocks(statistics_path, _SCORES_BLOCK, data, data.statistics, data.kind)


def _write_blocks(
    path: Path, block_type: str, data: MosesData, rows: "NDArray[Any]", label: str
) -> None:
    with open_atomically(path) as stream:
        for index, list_id in enumerate(data.ids):
            list_rows = rows[data.starts[index] : data.starts[index + 1]]
            head = (
                f"{block_type}_TXT_BEGIN_0 {list_id} {len(list_rows)} {list_rows.shape[1]} {label}"
            )
            # Moses writes a space at the end of a line.
            body = (" ".join(map(repr, row)) + " " for row in list_rows.tolist())
            lines = (head, *body, f"{block_type}_TXT_END_0")
            stream.write("".join(f"{line}\n" for line in lines).encode())


def _read_blocks(file: str, block_type: str) -> _Blocks:
    blocks: dict[int, list[Floats]] = {}
    labels: tuple[str, ...] | None = None
    lines = enumerate(iterate_lines(file), 1)
    for line_number, line in lines:
        location = f"{get_display_name(file)}, line {line_number}"
        list_id, count, width, block_labels = _parse_head(line, block_type, location)
        if labels is None:
            labels = block_labels
        if block_labels != labels:
            raise InputError(
                f"{location}: {' '.join(block_labels)} differs from {' '.join(labels)} in other "
                "lists: give lists that were made together"
            )
        blocks.setdefault(list_id, []).append(_read_rows(lines, count, width, block_type, location))
    if labels is None:
        raise InputError(
            f"{get_display_name(file)} is empty: give a file that Moses' extractor made"
        )
    ids = sorted(blocks)
    list_rows = [np.concatenate(blocks[list_id]) for list_id in ids]
    starts = np.cumsum([0, *map(len, list_rows)]).astype(np.intp)
    return _Blocks(tuple(ids), starts, labels, np.concatenate(list_rows))


def _parse_head(line: str, block_type: str, location: str) -> tuple[int, int, int, tuple[str, ...]]:
    """Return id, number of rows, number of columns, and labels of a block."""
    words = line.split()
    numbers = words[1:4]
    if (
        words[:1] != [f"{block_type}_TXT_BEGIN_0"]
        or len(numbers) < 3
        or not all(word.isascii() and word.isdecimal() and len(word) < 10 for word in numbers)
    ):
        raise InputError(
            f"{location}: {line[:60]!r} is not {block_type}_TXT_BEGIN_0 ID COUNT WIDTH …: give a "
            "text file of Moses' extractor"
        )
    list_id, count, width = map(int, numbers)
    return list_id, count, width, tuple(words[4:])


def _read_rows(
    lines: "Iterator[tuple[int, str]]", count: int, width: int, block_type: str, location: str
) -> Floats:
    """Read the rows of a block and its last line."""
    rows: list[Sequence[float]] = []
    for line_number, line in lines:
        words = line.split()
        if words == [f"{block_type}_TXT_END_0"]:
            break
        try:
            row = list(map(float, words))
        except ValueError:
            row = []
        if len(row) != width or not np.isfinite(row).all():
            raise InputError(
                f"{location.rpartition(' ')[0]} {line_number}: {line[:60]!r} is not a row of "
                f"{width} numbers: fix the line"
            )
        rows.append(row)
    else:
        raise InputError(f"{location}: the list that begins here has no end: is the file complete?")
    if len(rows) != count:
        raise InputError(
            f"{location}: a list of {count} candidates has {len(rows)}: is the file complete?"
        )
    return np.array(rows, dtype=np.float64).reshape(count, width)


# Exporting lists. These are the default file names of the program mert.
FEATURES_FILE, STATISTICS_FILE, START_FILE = "features.data", "statscore.data", "init.opt"


@dataclass(frozen=True)
class MosesExport:
    """Summary of an export.

    `kind`          kind of the statistics: BLEU or TER
    `n_candidates`  number of candidates
    `command`       command line that runs mert, which writes weights.txt to the working directory
    """

    kind: str
    n_candidates: int
    command: str


def export_moses(
    folder: Path,
    nbest: Nbest,
    candidate_statistics: CandidateStatistics,
    start: Weights | None = None,
    *,
    jobs: int = 1,
    progress: Progress | None = None,
) -> MosesExport:
    """Write features, statistics and initial weights of n-best lists to an existing folder.

    `candidate_statistics` computes the statistics. `start` has initial weights; None for the
    default.
    """
    initial_weights = get_start_weights(nbest, start, {})
    rows = candidate_statistics.compute(nbest, jobs, progress)
    kind, statistics = convert_to_moses(candidate_statistics.metric, rows)
    data = MosesData(nbest.ids, nbest.starts, nbest.names, nbest.features, kind, statistics)
    write_moses(folder / FEATURES_FILE, folder / STATISTICS_FILE, data)
    lines = [initial_weights, *get_default_ranges(initial_weights).T]
    text = "".join(" ".join(map(repr, line.tolist())) + "\n" for line in lines)
    write_atomically(folder / START_FILE, text.encode())
    return MosesExport(kind, len(nbest.texts), _build_command(folder, len(nbest.names), kind))


def _build_command(folder: Path, n_features: int, kind: str) -> str:
    files = " ".join(
        f"{option} {quote(str(folder / name))}"
        for option, name in (
            ("--ffile", FEATURES_FILE),
            ("--scfile", STATISTICS_FILE),
            ("--ifile", START_FILE),
        )
    )
    return f"mert -d {n_features} -n {DEFAULT_RESTARTS} --sctype {kind} {files}"
