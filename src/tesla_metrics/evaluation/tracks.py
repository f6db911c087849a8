"""Read judged test sets from folders and files, and list their contents."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import NamedTuple

import numpy as np

from ..errors import InputError, UsageError
from ..files import lines
from ..files.field_names import SYSTEM
from ..files.input_file import InputFile, open_inputs
from ..files.lines import get_max_line_length, iterate_raw_lines, open_lines
from ..files.testsets.sheet import InputColumns
from ..files.testsets.table_layouts import WideTable, build_columns, open_table, read_long_table
from ..files.testsets.topics import build_topics_sheet, has_topics, read_topics
from .judgments import SOURCE_UNIT, TOPIC_UNIT, FaultCollector, Track
from .readers.collector import get_set_name, make_absolute
from .readers.folder_layout import (
    RANK_FILE,
    SEGMENT_FILE,
    SYSTEM_FILE,
    WMT_RANK_FILE,
    is_pair_folder,
    read_pair_folder,
)
from .readers.mt_metrics_eval import HUMAN_FOLDER, is_mt_metrics_eval, read_mt_metrics_eval
from .readers.rated_files import (
    detect_table_format,
    find_score_columns,
    find_topic_files,
    open_judged_files,
    parse_judged_columns,
    read_judged_file,
)


def read_tracks(
    folders: Sequence[str | Path],
    *,
    faults: FaultCollector | None = None,
    pairs: Sequence[str] = (),
    references: Sequence[str] = (),
    human: str | Sequence[str] | None = None,
    columns: str | Sequence[str] = (),
    lang: str = "",
    max_line: int | None = None,
) -> list[Track]:
    """Read all judged test sets in folders (with their subfolders) and files.

    Parameters
    ----------
    folders : folders, or files with summaries or rated pairs
    faults : collector of bad lines; by default the first bad line raises an error
    pairs, references : names of the language pairs and references to read; default: all
    human : for mt-metrics-eval folders the kind of judgment, for files names of the human scores
    columns : roles of the columns of a table, such as `src=original,hyp=rewrite`
    lang : language of the texts in files
    max_line : maximum characters per line; default: 1,000,000

    Returns
    -------
    list of Track, one per language pair of a folder and one per column of human scores of a file
    """
    paths = list(map(Path, folders))
    faults = faults or FaultCollector()
    human_names = [human] if isinstance(human, str) else list(human or ())
    column_specs = [columns] if isinstance(columns, str) else list(columns)
    tracks: list[Track] = []
    with lines.set_line_limit(lines.get_max_line_length() if max_line is None else max_line):
        files = open_judged_files(paths)
        for folder in paths:
            if folder in files:
                file_tracks = read_judged_file(
                    files[folder], human_names, column_specs, faults, lang
                )
                tracks += [_check_judged(track, folder) for track in file_tracks]
            else:
                tracks += _read_folder(folder, _get_single_kind(folder, human_names), faults, pairs)
    missing_pairs = [pair for pair in pairs if all(pair != track.pair for track in tracks)]
    if missing_pairs:
        raise UsageError(f"no language pair {', '.join(missing_pairs)} in {_join_paths(paths)}")
    if not tracks:
        raise InputError(f"no judged test set in {_join_paths(paths)}: {_describe_fix(paths)}")
    names = [track.name for track in tracks]
    duplicate = next((name for name in names if names.count(name) > 1), None)
    if duplicate is not None:
        raise UsageError(
            f"{duplicate} occurs twice in {_join_paths(paths)}: give each test set once"
        )
    return [_select_references(track, references) for track in tracks]


def _describe_fix(folders: Sequence[Path]) -> str:
    """Return the advice for folders without a judged test set."""
    if file := next((path for folder in folders for path in find_topic_files(folder)), None):
        return f"files are read only if they are named, such as {file}"
    return (
        "each folder of a language pair must contain human.rank.tsv, human.seg.tsv or "
        "human.sys.tsv, or be a folder of mt-metrics-eval; name files of summaries or rated pairs"
    )


def _get_single_kind(folder: Path, human_names: Sequence[str]) -> str | None:
    """Return the kind of judgment to read from a folder, or None if the user named none."""
    if len(human_names) > 1:
        raise UsageError(
            f"{folder} takes one kind of judgment, not {', '.join(human_names)}: only files have "
            "several"
        )
    return next(iter(human_names), None)


def _read_folder(
    folder: Path, judgment_kind: str | None, faults: FaultCollector, pairs: Sequence[str]
) -> Iterator[Track]:
    """Yield the tracks in a folder and its subfolders, or only the language pairs in `pairs`."""
    for set_folder in find_set_folders(folder):
        if not is_pair_folder(set_folder):
            for track in read_mt_metrics_eval(set_folder, judgment_kind, faults, pairs):
                yield _check_judged(track, set_folder / HUMAN_FOLDER)
        elif not pairs or make_absolute(set_folder).name in pairs:
            yield _check_judged(read_pair_folder(set_folder, faults), set_folder)


def find_set_folders(folder: Path) -> Iterator[Path]:
    """Yield this folder or its subfolders that contain judged test sets in a known layout."""
    if not folder.exists():
        raise InputError(f"{folder} does not exist: check the path")
    if not folder.is_dir():
        raise InputError(f"{folder} is not a folder: give a folder with a judged test set")
    if is_pair_folder(folder) or is_mt_metrics_eval(folder):
        yield folder
        return
    for subfolder in sorted(path for path in folder.iterdir() if path.is_dir()):
        yield from find_set_folders(subfolder)


def _check_judged(track: Track, folder: Path) -> Track:
    """Return the track unchanged, or raise an InputError if it has no judgments."""
    score_arrays = [
        array for array in (track.segment_scores, track.system_scores) if array is not None
    ]
    if track.rankings is None and not any(np.isfinite(array).any() for array in score_arrays):
        raise InputError(f"{folder} has no usable judgments of {track.pair}: add some")
    return track


def _select_references(track: Track, names: Sequence[str]) -> Track:
    """Return the track with only the named references; all references without names."""
    if not names:
        return track
    missing_names = [name for name in names if name not in track.references]
    if missing_names:
        raise UsageError(
            f"{track.name} has no reference {missing_names[0]!r}: choose from "
            f"{', '.join(track.references)}"
        )
    return replace(track, references={name: track.references[name] for name in names})


def _join_paths(folders: Sequence[Path]) -> str:
    return ", ".join(map(str, folders))


class JudgedSetSummary(NamedTuple):
    """Summary of one language pair of a judged test set, or of one judged file.

    pair          language pair; for files the unit of their segments (topic or source)
    segments      number of segments
    references    names of the references
    systems       number of systems; 0 for rated pairs
    judgments     kinds of human judgments
    needs_choice  whether the user must choose the human scores among `judgments` with --human
    """

    test_set: str
    pair: str
    n_segments: int
    references: tuple[str, ...]
    n_systems: int
    judgments: tuple[str, ...]
    needs_choice: bool = False


def list_sets(folders: Sequence[Path], columns: Sequence[str] = ()) -> Iterator[JudgedSetSummary]:
    """Yield a summary of every language pair in folders and of every file with summaries.

    Other tables are listed only if they are named, because folders may contain unrelated tables.
    `columns` gives the roles of their columns.
    """
    files = open_judged_files(folders)
    for folder in folders:
        if folder in files:
            yield _summarise_file(files[folder], columns)
            continue
        yield from map(_summarise_topics, open_inputs(list(map(str, find_topic_files(folder)))))
        for set_folder in find_set_folders(folder):
            if is_pair_folder(set_folder):
                yield _summarise_pair_folder(set_folder)
            else:
                yield from _summarise_mt_metrics_eval(set_folder)


def _summarise_file(file: InputFile, columns: Sequence[str]) -> JudgedSetSummary:
    format_name = detect_table_format(file)
    table_options = parse_judged_columns(columns)
    if format_name == "jsonl" and not table_options.columns and has_topics(file):
        return _summarise_topics(file)
    table = open_table(file, format_name, table_options)
    default_columns, possible_columns = find_score_columns(table)
    make_summary = partial(
        JudgedSetSummary,
        judgments=tuple(default_columns or possible_columns),
        needs_choice=not default_columns,
    )
    if SYSTEM in table.columns_by_role:
        long_table = read_long_table(file, table, has_documents=True)
        return make_summary(
            get_set_name(file),
            TOPIC_UNIT,
            long_table.count_segments(),
            _get_reference_names(long_table),
            len(long_table.systems),
        )
    pair_table = WideTable(file, *build_columns(table), table=table)
    source = pair_table.source or next(iter(pair_table.references), None)
    key_columns = [column for column in (source, pair_table.group) if column]
    return make_summary(
        get_set_name(file),
        SOURCE_UNIT,
        len(set(pair_table.iterate_rows(key_columns))),
        _get_reference_names(pair_table),
        0,
    )


def _get_reference_names(sheet: InputColumns) -> tuple[str, ...]:
    return tuple(column.name for column in sheet.references)


def _summarise_topics(file: InputFile) -> JudgedSetSummary:
    topics = read_topics(file)
    score_names: dict[str, None] = {}  # an ordered set
    for topic in topics:
        for scores in topic.scores.values():
            if isinstance(scores, dict):
                score_names |= dict.fromkeys(scores)
    sheet = build_topics_sheet(file, topics, has_documents=True)
    return JudgedSetSummary(
        get_set_name(file),
        TOPIC_UNIT,
        len(topics),
        _get_reference_names(sheet),
        len(sheet.systems),
        tuple(score_names),
    )


def _summarise_pair_folder(folder: Path) -> JudgedSetSummary:
    full_path = make_absolute(folder)
    references = sorted(folder.glob("ref.*.txt"))
    kind_by_file = {
        RANK_FILE: "rank",
        WMT_RANK_FILE: "rank",
        SEGMENT_FILE: "seg",
        SYSTEM_FILE: "sys",
    }
    kinds = [kind for name, kind in kind_by_file.items() if (folder / name).is_file()]
    return JudgedSetSummary(
        full_path.parent.name,
        full_path.name,
        _count_lines(references),
        tuple(path.name.removeprefix("ref.").removesuffix(".txt") for path in references),
        len(list((folder / "systems").glob("[!.]*.txt"))),
        tuple(dict.fromkeys(kinds)),
    )


def _summarise_mt_metrics_eval(folder: Path) -> Iterator[JudgedSetSummary]:
    human_files = sorted((folder / HUMAN_FOLDER).glob("*.score"))
    for pair in sorted({path.name.partition(".")[0] for path in human_files}):
        prefix = f"{pair}."
        references = sorted((folder / "references").glob(f"{pair}.*.txt"))
        reference_names = tuple(
            path.name.removeprefix(prefix).removesuffix(".txt") for path in references
        )
        outputs = (folder / "system-outputs" / pair).glob("[!.]*.txt")
        # Names without the pair are KIND.LEVEL.score.
        human_names = [
            path.name.removeprefix(prefix) for path in human_files if path.name.startswith(prefix)
        ]
        yield JudgedSetSummary(
            make_absolute(folder).name,
            pair,
            _count_lines(references),
            reference_names,
            # Outputs include the references, which are no systems.
            sum(path.name.removesuffix(".txt") not in reference_names for path in outputs),
            tuple(dict.fromkeys(name.rsplit(".", 2)[0] for name in human_names)),
        )


def _count_lines(paths: Sequence[Path]) -> int:
    """Return the number of lines of the first file, or 0 without files."""
    if not paths:
        return 0
    first_file = str(paths[0])
    with open_lines(first_file) as stream:
        return sum(1 for _ in iterate_raw_lines(stream, first_file, get_max_line_length()))
