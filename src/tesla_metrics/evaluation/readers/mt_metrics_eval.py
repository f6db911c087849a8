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
from ..judgments import Faults, Track
from .collector import absolute_unresolved, parse_score, read_outputs, read_references

# Score files of mt-metrics-eval have lines `SYSTEM<TAB>SCORE`.
#
# In NAME.seg.score a system's lines are its segments in order; in NAME.sys.score it has one line.
# `None` means that there is no score.

SEGMENT_SUFFIX, SYSTEM_SUFFIX = ".seg.score", ".sys.score"


def read_segment_scores(
    path: Path, systems: Sequence[str], segments: int, faults: Faults
) -> Floats:
    """Return scores with one row per system and NaN for none; other systems are skipped."""
    matrix = np.full((len(systems), segments), np.nan)
    rows = {system: index for index, system in enumerate(systems)}
    counts = dict.fromkeys(systems, 0)
    for line, system, value in _read_entries(path, faults):
        if system not in rows:
            continue
        counts[system] += 1
        if counts[system] > segments:
            faults.add(
                "scored twice", path, line,
                f"{system} has more than {segments} lines, as many as there are segments",
                "give one line per segment",
            )  # fmt: skip
        else:
            matrix[rows[system], counts[system] - 1] = value
    short = next((s for s, count in counts.items() if 0 < count < segments), None)
    if short is not None:
        raise InputError(
            f"{path}: {short} has {counts[short]} lines but there are {segments} segments: give "
            "one line per segment, with None if there is no score"
        )
    return matrix


def read_system_scores(path: Path, systems: Sequence[str], faults: Faults) -> Floats:
    """Return one score per system, NaN for none."""
    values = np.full(len(systems), np.nan)
    rows = {system: index for index, system in enumerate(systems)}
    read_systems: set[str] = set()
    for line, system, value in _read_entries(path, faults):
        if system in read_systems:
            faults.add(
                "scored twice", path, line,
                f"system {system} has a score already", "keep one of the two",
            )  # fmt: skip
        elif system in rows:
            values[rows[system]] = value
        read_systems.add(system)
    return values


def write_scores(
    folder: Path,
    name: str,
    systems: Sequence[str],
    segment_scores: Floats | None,
    system_scores: Floats,
) -> None:
    """Write NAME.seg.score and NAME.sys.score at full precision; `name` is METRIC-REFERENCE."""
    make_folder(folder)
    systems = [" ".join(system.split()) for system in systems]  # no tabs and line ends in names
    if segment_scores is not None:
        lines = [
            f"{system}\t{_format_score(value)}\n"
            for system, row in zip(systems, segment_scores.tolist(), strict=True)
            for value in row
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
    """Create a folder; also called before scoring, so that errors are found early."""
    try:
        with report_full_disk(folder):
            folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InputError(
            f"cannot create the folder {folder}: {error.strerror}; choose another"
        ) from error


def _read_entries(path: Path, faults: Faults) -> Iterator[tuple[int, str, float]]:
    for line, text in enumerate(iterate_lines(str(path)), 1):
        # Names may contain spaces if fields are separated by tabs.
        fields = text.split("\t") if "\t" in text else text.split()
        if not text.strip():
            continue
        value = np.nan if fields[-1] == "None" else parse_score(fields[-1])
        if len(fields) != 2:
            faults.add(
                "malformed line", path, line, f"{len(fields)} fields", "give SYSTEM<TAB>SCORE"
            )
        elif value is None:
            faults.add(
                "no score", path, line, f"{fields[1]!r} is not a finite number",
                "give a number, or None for no score",
            )  # fmt: skip
            yield line, fields[0], np.nan  # the segment is counted nevertheless
        else:
            yield line, fields[0], value


# Folders of mt-metrics-eval: one per test set, with all its language pairs.
#
#     references/PAIR.NAME.txt
#     system-outputs/PAIR/SYSTEM.txt
#     human-scores/PAIR.KIND.seg.score, PAIR.KIND.sys.score
#     metric-scores/PAIR/METRIC-REFERENCE.seg.score, .sys.score
#
# References among the outputs are not treated as systems.

HUMAN_FOLDER = "human-scores"
# Kinds of judgments, the preferred first.
_KINDS = ("mqm", "esa", "da-sqm", "wmt-appraise-z", "wmt-z", "psqm", "csqm", "wmt", "wmt-raw")


def is_mt_metrics_eval(folder: Path) -> bool:
    """Return whether a folder is a test set of mt-metrics-eval."""
    return (folder / HUMAN_FOLDER).is_dir()


def read_mt_metrics_eval(
    folder: Path, kind: str | None, faults: Faults, language_pairs: Sequence[str] = ()
) -> Iterator[Track]:
    """Yield one track per judged language pair, or per pair in `language_pairs`.

    `kind` is the kind of the judgments; default: the best available.
    """
    files = sorted((folder / HUMAN_FOLDER).glob("*.score"))
    pairs = sorted({path.name.partition(".")[0] for path in files})
    if not pairs:
        raise InputError(
            f"{folder / HUMAN_FOLDER} contains no .score file: is the test set complete?"
        )
    for pair in pairs if not language_pairs else [pair for pair in pairs if pair in language_pairs]:
        yield _read_track(folder, pair, kind, faults)


def _read_track(folder: Path, pair: str, kind: str | None, faults: Faults) -> Track:
    reference_paths = {
        path.name[len(pair) + 1 : -4]: path
        for path in sorted((folder / "references").glob(f"{pair}.*.txt"))
    }
    references = read_references(reference_paths, folder)
    output_paths = {
        path.name[:-4]: path
        for path in sorted((folder / "system-outputs" / pair).glob("[!.]*.txt"))
        if path.name[:-4] not in references
    }
    outputs = read_outputs(output_paths, references, folder / "system-outputs" / pair, faults)
    systems, segments = tuple(outputs), len(next(iter(references.values())))
    judgment_kind = _choose_kind(folder, pair, kind)
    segment_path = folder / HUMAN_FOLDER / f"{pair}.{judgment_kind}{SEGMENT_SUFFIX}"
    system_path = folder / HUMAN_FOLDER / f"{pair}.{judgment_kind}{SYSTEM_SUFFIX}"
    return Track(
        absolute_unresolved(folder).name,
        pair,
        outputs,
        references,
        None,
        read_segment_scores(segment_path, systems, segments, faults)
        if segment_path.exists()
        else None,
        read_system_scores(system_path, systems, faults) if system_path.exists() else None,
    )


def _choose_kind(folder: Path, pair: str, kind: str | None) -> str:
    available = {
        path.name[len(pair) + 1 :].rsplit(".", 2)[0]
        for path in (folder / HUMAN_FOLDER).glob(f"{pair}.*.score")
    }
    if kind is not None and kind not in available:
        raise UsageError(
            f"{folder / HUMAN_FOLDER} has no judgments of kind {kind!r} for {pair}: choose from "
            f"{', '.join(sorted(available))}"
        )
    return kind or next((known for known in _KINDS if known in available), min(available))
