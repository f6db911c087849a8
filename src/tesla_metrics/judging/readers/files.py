"""Judged outputs in one file: summaries, or rated pairs."""

from collections.abc import Iterator, Sequence
from pathlib import Path

from ...errors import InputError
from ...files.given import Given, give
from ...files.lines import STDIN
from ...names import SOURCE, SYSTEM
from ...testsets.columns import Asked, parse_columns
from ...testsets.kinds import TABLES
from ...testsets.long import read_long
from ...testsets.looks import looks_like
from ...testsets.tables import open_table
from ...testsets.topics import has_topics, read_topics
from ..faults import Faults
from ..judgments import Track
from .dimensions import chosen_columns
from .pairs import pair_tracks
from .summaries import row_tracks, topic_tracks


def is_judged_file(path: Path) -> bool:
    """Whether it is a file, a pipe or standard input, and no folder."""
    return str(path) == STDIN or (path.exists() and not path.is_dir())


def given_files(paths: Sequence[Path]) -> dict[Path, Given]:
    """Those among them that are no folders."""
    files = [path for path in paths if is_judged_file(path)]
    return dict(zip(files, give(list(map(str, files))), strict=True))


def topic_files(folder: Path) -> Iterator[Path]:
    """Files of summaries, a line a topic, at any depth."""
    for path in sorted(folder.rglob("[!.]*")) if folder.is_dir() else ():
        (file,) = give([str(path)])
        if path.is_file() and file.suffix in (".jsonl", ".ndjson") and _may_have_topics(file):
            yield path


def _may_have_topics(file: Given) -> bool:
    try:
        return has_topics(file)
    except InputError:  # somebody else's file
        return False


def read_file(
    file: Given, human: Sequence[str], columns: Sequence[str], faults: Faults, lang: str
) -> Iterator[Track]:
    """A track for each human dimension, or for those of `human`.

    `columns` say which column of a table is what, as for test sets.
    """
    kind = table_kind(file)
    asked = judged_columns(columns)
    if kind == "jsonl" and not asked.columns and has_topics(file):
        yield from topic_tracks(file, read_topics(file), human, faults, lang)
        return
    table = open_table(file, kind, asked)
    names = chosen_columns(table, human)
    if SYSTEM in table.roles:
        yield from row_tracks(file, read_long(file, table, documents=True), names, faults, lang)
    else:
        yield from pair_tracks(file, table, names, faults, lang)


def judged_columns(columns: Sequence[str]) -> Asked:
    """What is said of a table; one of which nothing can be told is rather of pairs."""
    return Asked(parse_columns(columns), documents=True, against=SOURCE)


def table_kind(file: Given) -> str:
    """What a judged file is; one that is no table is refused."""
    kind = looks_like(file)
    if kind not in TABLES:
        raise InputError(
            f"{file.name} is no folder and no table: give a folder with a judged test set, or "
            "JSON lines, TSV or CSV with summaries or rated pairs"
        )
    return kind
