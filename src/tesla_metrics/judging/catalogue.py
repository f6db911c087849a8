"""What judged test sets there are, without reading them."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from ..errors import InputError
from ..files.given import Given, give
from ..files.limits import max_line
from ..files.lines import open_lines, raw_lines
from ..names import role_of
from ..testsets.columns import Asked
from ..testsets.tables import open_table
from ..testsets.topics import has_topics, read_topics, topics_sheet
from ..testsets.wide import Wide, find_columns
from .judgments import PAIRS, TOPIC
from .readers.files import table_kind
from .readers.layout import RANKS, SEGMENTS, SYSTEMS, WMT_RANKS, is_layout
from .readers.mt_metrics_eval import HUMAN
from .readers.naming import as_named, set_name
from .tracks import set_folders


class JudgedSet(NamedTuple):
    """One language pair of a judged set; `judgments` are the kinds that people gave.

    Of files `pair` says what the segments are, topics or the sources of rated pairs, and these
    have no systems.
    """

    test_set: str
    pair: str
    segments: int
    references: tuple[str, ...]
    systems: int
    judgments: tuple[str, ...]


def list_sets(folders: Sequence[Path]) -> Iterator[JudgedSet]:
    """Every pair in these folders and the folders below them, and every file of summaries.

    Files of rated pairs are told where they are named: in folders tables may be anything.
    """
    for folder in folders:
        if folder.is_file():
            yield _file(folder)
            continue
        yield from map(_topics, topic_files(folder))
        for found in set_folders(folder):
            if is_layout(found):
                yield _layout(found)
            else:
                yield from _mt_metrics_eval(found)


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


def _file(path: Path) -> JudgedSet:
    (file,) = give([str(path)])
    kind = table_kind(file)
    if kind == "jsonl" and has_topics(file):
        return _topics(path)
    table = open_table(file, kind, Asked())
    sheet = Wide(file, *find_columns(table), table=table)
    source = sheet.source or next(iter(sheet.references), None)
    beside = [column for column in (source, sheet.group) if column]
    scores = [name for name in table.names if role_of(name) is None]
    return JudgedSet(
        set_name(file),
        PAIRS,
        len(set(sheet.rows(beside))),
        tuple(column.name for column in sheet.references),
        0,
        tuple(scores),
    )


def _topics(path: Path) -> JudgedSet:
    (file,) = give([str(path)])
    topics = read_topics(file)
    kinds = dict.fromkeys(
        name
        for topic in topics
        for scores in topic.scores.values()
        if isinstance(scores, dict)
        for name in scores
    )
    sheet = topics_sheet(file, topics, documents=True)
    names = tuple(column.name for column in sheet.references)
    return JudgedSet(set_name(file), TOPIC, len(topics), names, len(sheet.systems), tuple(kinds))


def _layout(folder: Path) -> JudgedSet:
    whole = as_named(folder)
    references = sorted(folder.glob("ref.*.txt"))
    kinds = {RANKS: "rank", WMT_RANKS: "rank", SEGMENTS: "seg", SYSTEMS: "sys"}
    return JudgedSet(
        whole.parent.name,
        whole.name,
        _count_lines(references),
        tuple(path.name[4:-4] for path in references),
        len(list((folder / "systems").glob("[!.]*.txt"))),
        tuple(dict.fromkeys(kind for name, kind in kinds.items() if (folder / name).is_file())),
    )


def _mt_metrics_eval(folder: Path) -> Iterator[JudgedSet]:
    files = sorted((folder / HUMAN).glob("*.score"))
    for pair in sorted({path.name.partition(".")[0] for path in files}):
        references = sorted((folder / "references").glob(f"{pair}.*.txt"))
        names = tuple(path.name[len(pair) + 1 : -4] for path in references)
        outputs = (folder / "system-outputs" / pair).glob("[!.]*.txt")
        own = [path.name[len(pair) + 1 :] for path in files if path.name.startswith(f"{pair}.")]
        yield JudgedSet(
            as_named(folder).name,
            pair,
            _count_lines(references),
            names,
            sum(path.name[:-4] not in names for path in outputs),
            tuple(dict.fromkeys(name.rsplit(".", 2)[0] for name in own)),
        )


def _count_lines(paths: Sequence[Path]) -> int:
    """Of the first file; 0 where there is none."""
    if not paths:
        return 0
    name = str(paths[0])
    with open_lines(name) as stream:
        return sum(1 for _ in raw_lines(stream, name, max_line()))
