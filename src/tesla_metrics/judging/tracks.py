"""Judged test sets from folders and files, whatever their layout."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np

from ..errors import InputError, UsageError
from ..files import limits
from .faults import Faults
from .judgments import Track
from .readers.files import given_files, read_file, topic_files
from .readers.layout import is_layout, read_layout
from .readers.mt_metrics_eval import HUMAN, is_mt_metrics_eval, read_mt_metrics_eval
from .readers.naming import as_named


def read_tracks(
    folders: Sequence[str | Path],
    *,
    faults: Faults | None = None,
    pairs: Sequence[str] = (),
    references: Sequence[str] = (),
    human: str | Sequence[str] | None = None,
    columns: str | Sequence[str] = (),
    lang: str = "",
    max_line: int | None = None,
) -> list[Track]:
    """Every track in these folders and the folders below them, and in files among them.

    `pairs` and `references` choose by name (all otherwise), `human` the kind of judgment where
    mt-metrics-eval has several. Of files with summaries or rated pairs, which are in the language
    `lang`, `human` are the human scores, each a track, and `columns` say where a table has what
    (`src=original,hyp=rewrite`). A line of more than `max_line` characters (1,000,000) is refused.
    """
    paths = list(map(Path, folders))
    faults = faults or Faults()
    wanted = [human] if isinstance(human, str) else list(human or ())
    given = [columns] if isinstance(columns, str) else list(columns)
    tracks: list[Track] = []
    with limits.line_limit(limits.max_line() if max_line is None else max_line):
        files = given_files(paths)
        for folder in paths:
            if folder in files:
                found = read_file(files[folder], wanted, given, faults, lang)
                tracks += [_judged(track, folder) for track in found]
            else:
                tracks += _in_folder(folder, _one_kind(folder, wanted), faults, pairs)
    missing = [pair for pair in pairs if all(pair != track.pair for track in tracks)]
    if missing:
        raise UsageError(f"no language pair {', '.join(missing)} in {_list(paths)}")
    if not tracks:
        raise InputError(f"no judged test set in {_list(paths)}: {_instead(paths)}")
    names = [track.name for track in tracks]
    twice = next((name for name in names if names.count(name) > 1), None)
    if twice is not None:
        raise UsageError(f"{twice} is there twice in {_list(paths)}: give each test set once")
    return [_with_references(track, references) for track in tracks]


def _instead(folders: Sequence[Path]) -> str:
    if file := next((path for folder in folders for path in topic_files(folder)), None):
        return f"files are read where they are named, such as {file}"
    return (
        "a folder for each language pair must hold human.rank.tsv, human.seg.tsv or human.sys.tsv, "
        "or be one of mt-metrics-eval; files of summaries or rated pairs must be named"
    )


def _one_kind(folder: Path, wanted: Sequence[str]) -> str | None:
    if len(wanted) > 1:
        raise UsageError(
            f"{folder} takes one kind of judgment, not {', '.join(wanted)}: only files have "
            "several side by side"
        )
    return next(iter(wanted), None)


def _in_folder(
    folder: Path, human: str | None, faults: Faults, pairs: Sequence[str]
) -> Iterator[Track]:
    for found in set_folders(folder):
        if not is_layout(found):
            for track in read_mt_metrics_eval(found, human, faults, pairs):
                yield _judged(track, found / HUMAN)
        elif not pairs or as_named(found).name in pairs:
            yield _judged(read_layout(found, faults), found)


def set_folders(folder: Path) -> Iterator[Path]:
    """This one or those below it that hold judged sets: a pair of ours, or mt-metrics-eval's."""
    if not folder.exists():
        raise InputError(f"there is no {folder}: check the path")
    if not folder.is_dir():
        raise InputError(f"{folder} is no folder: give one with a judged test set")
    if is_layout(folder) or is_mt_metrics_eval(folder):
        yield folder
        return
    for below in sorted(path for path in folder.iterdir() if path.is_dir()):
        yield from set_folders(below)


def _judged(track: Track, folder: Path) -> Track:
    scores = [s for s in (track.segment_scores, track.system_scores) if s is not None]
    if track.rankings is None and not any(np.isfinite(s).any() for s in scores):
        raise InputError(f"{folder} has no judgment of {track.pair} that can be used: add some")
    return track


def _with_references(track: Track, names: Sequence[str]) -> Track:
    if not names:
        return track
    missing = [name for name in names if name not in track.references]
    if missing:
        raise UsageError(
            f"{track.name} has no reference {missing[0]!r}: choose from "
            f"{', '.join(track.references)}"
        )
    return replace(track, references={name: track.references[name] for name in names})


def _list(folders: Sequence[Path]) -> str:
    return ", ".join(map(str, folders))
