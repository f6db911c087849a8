"""What judged test sets there are, without reading them."""

from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import NamedTuple

from ..files.given import Given, give
from ..files.limits import max_line
from ..files.lines import open_lines, raw_lines
from ..names import SYSTEM
from ..testsets.long import read_long
from ..testsets.sheet import Sheet
from ..testsets.tables import open_table
from ..testsets.topics import has_topics, read_topics, topics_sheet
from ..testsets.wide import Wide, find_columns
from .judgments import PAIRS, TOPIC
from .readers.dimensions import score_columns
from .readers.files import given_files, judged_columns, table_kind, topic_files
from .readers.layout import RANKS, SEGMENTS, SYSTEMS, WMT_RANKS, is_layout
from .readers.mt_metrics_eval import HUMAN
from .readers.naming import as_named, set_name
from .tracks import set_folders


class JudgedSet(NamedTuple):
    """One language pair of a judged set; `judgments` are the kinds that people gave.

    Of files `pair` says what the segments are, topics or the sources of rated pairs, and these
    have no systems. `choose`: which of the judgments are people's scores is for --human to say.
    """

    test_set: str
    pair: str
    segments: int
    references: tuple[str, ...]
    systems: int
    judgments: tuple[str, ...]
    choose: bool = False


def list_sets(folders: Sequence[Path], columns: Sequence[str] = ()) -> Iterator[JudgedSet]:
    """Every pair in these folders and the folders below them, and every file of summaries.

    Tables are told where they are named, and `columns` say what they have where: in folders they
    may be anything.
    """
    files = given_files(folders)
    for folder in folders:
        if folder in files:
            yield _file(files[folder], columns)
            continue
        yield from map(_topics, give(list(map(str, topic_files(folder)))))
        for found in set_folders(folder):
            if is_layout(found):
                yield _layout(found)
            else:
                yield from _mt_metrics_eval(found)


def _file(file: Given, columns: Sequence[str]) -> JudgedSet:
    kind = table_kind(file)
    asked = judged_columns(columns)
    if kind == "jsonl" and not asked.columns and has_topics(file):
        return _topics(file)
    table = open_table(file, kind, asked)
    own, choices = score_columns(table)
    judged = partial(JudgedSet, judgments=tuple(own or choices), choose=not own)
    if SYSTEM in table.roles:
        rows = read_long(file, table, documents=True)
        return judged(set_name(file), TOPIC, rows.count(), _names(rows), len(rows.systems))
    pairs = Wide(file, *find_columns(table), table=table)
    source = pairs.source or next(iter(pairs.references), None)
    beside = [column for column in (source, pairs.group) if column]
    return judged(set_name(file), PAIRS, len(set(pairs.rows(beside))), _names(pairs), 0)


def _names(sheet: Sheet) -> tuple[str, ...]:
    return tuple(column.name for column in sheet.references)


def _topics(file: Given) -> JudgedSet:
    topics = read_topics(file)
    kinds = dict.fromkeys(
        name
        for topic in topics
        for scores in topic.scores.values()
        if isinstance(scores, dict)
        for name in scores
    )
    sheet = topics_sheet(file, topics, documents=True)
    count = len(sheet.systems)
    return JudgedSet(set_name(file), TOPIC, len(topics), _names(sheet), count, tuple(kinds))


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
