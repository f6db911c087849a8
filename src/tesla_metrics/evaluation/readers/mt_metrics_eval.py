"""Read folders of mt-metrics-eval, and read and write its score files."""

from collections.abc import Iterator, Sequence
from math import isnan
from pathlib import Path

import numpy as np

from ...arrays import Floats
from ...errors import InputError, UsageError
from ...files.atomic import write_atomically
from ...files.disk_space import report_full_disk
from ...files.lines import iterate_lines
from ..judgments import FaultCollector, Track
from .collector import make_absolute, parse_score, read_outputs, read_references

# Score files of mt-metrics-eval have lines `SYSTEM<TAB>SCORE`.
#
# In NAME.seg.score each system has one line per segment, in order; in NAME.sys.score each system
# has one line. The score `None` means that there is no score.

SEGMENT_SUFFIX, SYSTEM_SUFFIX = ".seg.score", ".sys.score"


def read_segment_scores(
    path: Path, systems: Sequence[str], n_segments: int, faults: FaultCollector
) -> Floats:
    """Return scores of shape (n_systems, n_segments), NaN where missing.

    Systems that are not in `systems` are skipped.
    """
    scores = np.full((len(systems), n_segments), np.nan)
    row_by_system = {system: index for index, system in enumerate(systems)}
    line_counts = dict.fromkeys(systems, 0)
    for line_number, system, score in _read_entries(path, faults):
        if system not in row_by_system:
            continue
        line_counts[system] += 1
        if line_counts[system] > n_segments:
            faults.add(
                "scored twice", path, line_number,
                f"{system} has more than {n_segments} lines, as many as there are segments",
                "give one line per segment",
            )  # fmt: skip
        else:
            scores[row_by_system[system], line_counts[system] - 1] = score
    incomplete_system = next(
        (name for name, count in line_counts.items() if 0 < count < n_segments), None
    )
    if incomplete_system is not None:
        raise InputError(
            f"{path}: {incomplete_system} has {line_counts[incomplete_system]} lines but there are "
            f"{n_segments} segments: give one line per segment, with None if there is no score"
        )
    return scores


def read_system_scores(path: Path, systems: Sequence[str], faults: FaultCollector) -> Floats:
    """Return scores of shape (n_systems,), NaN where missing."""
    scores = np.full(len(systems), np.nan)
    index_by_system = {system: index for index, system in enumerate(systems)}
    read_systems: set[str] = set()
    for line_number, system, score in _read_entries(path, faults):
        if system in read_systems:
            faults.add(
                "scored twice", path, line_number,
                f"system {system} has a score already", "keep one of the two",
            )  # fmt: skip
        elif system in index_by_system:
            scores[index_by_system[system]] = score
        read_systems.add(system)
    return scores


def write_scores(
    folder: Path,
    name: str,
    systems: Sequence[str],
    segment_scores: Floats | None,
    system_scores: Floats,
) -> None:
    """Write NAME.seg.score and NAME.sys.score at full precision.

    `name` is METRIC-REFERENCE. NAME.seg.score is not written if `segment_scores` is None.
    """
    make_folder(folder)
    systems = [" ".join(system.split()) for system in systems]  # no tabs and line ends in names
    if segment_scores is not None:
        lines = [
            f"{system}\t{_format_score(value)}\n"
            for system, scores in zip(systems, segment_scores.tolist(), strict=True)
            for value in scores
        ]
        write_atomically(folder / f"{name}{SEGMENT_SUFFIX}", "".join(lines).encode())
    lines = [
        f"{system}\t{_format_score(value)}\n"
        for system, value in zip(systems, system_scores.tolist(), strict=True)
    ]
    write_atomically(folder / f"{name}{SYSTEM_SUFFIX}", "".join(lines).encode())


def _format_score(value: float) -> str:
    return "None" if isnan(value) else repr(value)


def make_folder(folder: Path) -> None:
    """Create a folder, with an InputError if this is impossible."""
    try:
        with report_full_disk(folder):
            folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InputError(
            f"cannot create the folder {folder}: {error.strerror}; choose another"
        ) from error


def _read_entries(path: Path, faults: FaultCollector) -> Iterator[tuple[int, str, float]]:
    """Yield line number, system and score of each line; NaN for no score."""
    for line_number, line in enumerate(iterate_lines(str(path)), 1):
        # Names may contain spaces if fields are separated by tabs.
        fields = line.split("\t") if "\t" in line else line.split()
        if not line.strip():
            continue
        score = np.nan if fields[-1] == "None" else parse_score(fields[-1])
        if len(fields) != 2:
            faults.add(
                "malformed line",
                path,
                line_number,
                f"{len(fields)} fields",
                "give SYSTEM<TAB>SCORE",
            )
        elif score is None:
            faults.add(
                "no score", path, line_number, f"{fields[1]!r} is not a finite number",
                "give a number, or None for no score",
            )  # fmt: skip
            yield line_number, fields[0], np.nan  # the segment is counted nevertheless
        else:
            yield line_number, fields[0], score


# Reading folders of mt-metrics-eval: one folder per test set, with all its language pairs
#
#     references/PAIR.NAME.txt
#     system-outputs/PAIR/SYSTEM.txt
#     human-scores/PAIR.KIND.seg.score, PAIR.KIND.sys.score
#     metric-scores/PAIR/METRIC-REFERENCE.seg.score, .sys.score
#
# References among the outputs are not treated as systems.

HUMAN_FOLDER = "human-scores"
# Kinds of judgments in order of preference.
_JUDGMENT_KINDS = (
    "mqm",
    "esa",
    "da-sqm",
    "wmt-appraise-z",
    "wmt-z",
    "psqm",
    "csqm",
    "wmt",
    "wmt-raw",
)


def is_mt_metrics_eval(folder: Path) -> bool:
    """Return whether a folder is a test set of mt-metrics-eval."""
    return (folder / HUMAN_FOLDER).is_dir()


def read_mt_metrics_eval(
    folder: Path, kind: str | None, faults: FaultCollector, language_pairs: Sequence[str] = ()
) -> Iterator[Track]:
    """Yield one track per judged language pair, or per pair in `language_pairs`.

    `kind` is the kind of the judgments; None: the first of `_JUDGMENT_KINDS` that exists.
    """
    human_files = sorted((folder / HUMAN_FOLDER).glob("*.score"))
    pairs = sorted({path.name.partition(".")[0] for path in human_files})
    if not pairs:
        raise InputError(
            f"{folder / HUMAN_FOLDER} contains no .score file: is the test set complete?"
        )
    for pair in pairs:
        if not language_pairs or pair in language_pairs:
            yield _read_track(folder, pair, kind, faults)


def _read_track(folder: Path, pair: str, kind: str | None, faults: FaultCollector) -> Track:
    reference_paths = {
        path.name.removeprefix(f"{pair}.").removesuffix(".txt"): path
        for path in sorted((folder / "references").glob(f"{pair}.*.txt"))
    }
    references = read_references(reference_paths, folder)
    output_folder = folder / "system-outputs" / pair
    output_paths = {
        path.name.removesuffix(".txt"): path
        for path in sorted(output_folder.glob("[!.]*.txt"))
        if path.name.removesuffix(".txt") not in references
    }
    outputs = read_outputs(output_paths, references, output_folder, faults)
    systems, n_segments = tuple(outputs), len(next(iter(references.values())))
    judgment_kind = _choose_kind(folder, pair, kind)
    segment_path = folder / HUMAN_FOLDER / f"{pair}.{judgment_kind}{SEGMENT_SUFFIX}"
    system_path = folder / HUMAN_FOLDER / f"{pair}.{judgment_kind}{SYSTEM_SUFFIX}"
    segment_scores = system_scores = None
    if segment_path.exists():
        segment_scores = read_segment_scores(segment_path, systems, n_segments, faults)
    if system_path.exists():
        system_scores = read_system_scores(system_path, systems, faults)
    return Track(
        make_absolute(folder).name,
        pair,
        outputs,
        references,
        None,
        segment_scores,
        system_scores,
    )


def _choose_kind(folder: Path, pair: str, kind: str | None) -> str:
    available_kinds = {
        path.name.removeprefix(f"{pair}.").rsplit(".", 2)[0]
        for path in (folder / HUMAN_FOLDER).glob(f"{pair}.*.score")
    }
    if kind is not None and kind not in available_kinds:
        raise UsageError(
            f"{folder / HUMAN_FOLDER} has no judgments of kind {kind!r} for {pair}: choose from "
            f"{', '.join(sorted(available_kinds))}"
        )
    return kind or next(
        (known_kind for known_kind in _JUDGMENT_KINDS if known_kind in available_kinds),
        min(available_kinds),
    )
