"""Read judged outputs from single files: summaries or rated pairs."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np

from ...arrays import Floats
from ...errors import InputError, UsageError
from ...files.field_names import CANDIDATE, REFERENCE, SOURCE, SYSTEM
from ...files.input_file import InputFile, open_inputs
from ...files.item import get_text
from ...files.lines import STDIN
from ...files.testsets.formats import TABLE_FORMATS, detect_format
from ...files.testsets.sheet import shorten
from ...files.testsets.table_columns import RowReader, TableOptions, parse_columns_option
from ...files.testsets.table_layouts import (
    LongTable,
    WideTable,
    build_columns,
    open_table,
    read_long_table,
)
from ...files.testsets.testset import Testset
from ...files.testsets.topics import (
    SCORES_FIELD,
    Topic,
    build_topics_sheet,
    has_topics,
    read_topics,
)
from ..judgments import SOURCE_UNIT, TOPIC_UNIT, FaultCollector, Track
from .collector import get_set_name, parse_score

# Columns with these names are read as human scores without --human.
_DEFAULT_SCORE_NAMES = ("score", "rating")
_MISSING_VALUES = ("", "na", "n/a", "none", "null")


def choose_human_scores(
    file: InputFile, requested_names: Sequence[str], available_names: Sequence[str]
) -> list[str]:
    """Return the requested human scores, by default all; raise a UsageError for unknown names."""
    for name in requested_names:
        if name not in available_names:
            raise UsageError(
                f"{file.name} has no human score {name!r}: choose with --human from "
                f"{shorten(', '.join(available_names)) or 'the existing ones'}"
            )
    return list(dict.fromkeys(requested_names or available_names))


def choose_score_columns(table: RowReader, requested_names: Sequence[str]) -> list[str]:
    """Return the requested score columns, or by default the columns that are recognised."""
    default_columns, possible_columns = find_score_columns(table)
    if requested_names:
        allowed_names = {*default_columns, *table.names} - _find_role_columns(table)
        # A column without numbers may be requested: reading it then reports the bad lines.
        requested_columns = [name for name in requested_names if name in allowed_names]
        return choose_human_scores(
            table.file, requested_names, [*possible_columns, *requested_columns]
        )
    if not default_columns and not possible_columns:
        raise UsageError(
            f"{table.file.name}: no column has human scores (the columns are "
            f"{shorten(', '.join(table.names))}): add a column with numbers"
        )
    if not default_columns:
        raise UsageError(
            f"{table.file.name}: which columns have human scores? Name them with --human, from "
            f"{shorten(', '.join(possible_columns))}"
        )
    return default_columns


def find_score_columns(table: RowReader) -> tuple[list[str], list[str]]:
    """Return (default columns, possible columns) of human scores.

    Default columns are read without --human: the names in the field `scores`, else columns named
    score or rating, else the only column of numbers if there is exactly one. Possible columns are
    the names in `scores` and all columns of numbers, which have more numbers than other values.
    """
    role_columns = _find_role_columns(table)
    nested_names: dict[str, None] = {}  # an ordered set
    number_balance: Counter[str] = Counter()  # count of numbers minus count of other values
    for _, row in table:
        for name, value in table.build_record(row):
            if name == SCORES_FIELD and isinstance(value, dict):
                nested_names |= dict.fromkeys(value)
            elif name not in role_columns and not _is_missing(value):
                number_balance[name] += 1 if _is_number(value) else -1
    number_columns = [name for name in table.names if number_balance[name] > 0]
    usual_columns = [name for name in table.names if name.strip().lower() in _DEFAULT_SCORE_NAMES]
    only_column = number_columns if len(number_columns) == 1 else []
    default_columns = list(nested_names) or usual_columns or only_column
    possible_columns = list(dict.fromkeys([*nested_names, *number_columns]))
    return default_columns, possible_columns


def _find_role_columns(table: RowReader) -> set[str]:
    """Return the columns that are not human scores: texts, names and the field `scores`."""
    return {
        SCORES_FIELD,
        *(name for columns in table.columns_by_role.values() for name, _ in columns),
    }


def _is_missing(value: object) -> bool:
    return value is None or (isinstance(value, str) and value.strip().lower() in _MISSING_VALUES)


def _is_number(value: object) -> bool:
    return not isinstance(value, bool) and parse_score(str(value).strip()) is not None


def parse_human_score(
    value: object, file: InputFile, line: int, score_name: str, faults: FaultCollector
) -> float:
    """Return a human score, or NaN where nobody judged (empty, NA or null).

    A value that is not a number is a fault; `score_name` names the value in its description.
    """
    if _is_missing(value):
        return np.nan
    score = None if isinstance(value, bool) else parse_score(str(value).strip())
    if score is None:
        faults.add(
            "no score", Path(file.name), line,
            f"{score_name} is {shorten(repr(value))}, not a finite number",
            "give a number, or NA if nobody judged it",
        )  # fmt: skip
        return np.nan
    return score


def parse_human_scores(
    fields: Iterable[tuple[str, object]], names: Sequence[str], file: InputFile, line: int,
    faults: FaultCollector,
) -> list[float]:  # fmt: skip
    """Return the human scores of a row, in the order of `names`.

    `fields` are pairs of a column name and a value.
    """
    values: Mapping[str, object] = dict(fields)
    nested_scores = values.get(SCORES_FIELD)
    if isinstance(nested_scores, dict):
        values = {**values, **nested_scores}
    return [parse_human_score(values.get(name), file, line, name, faults) for name in names]


# Reading rated pairs: one row per source and candidate, with their human scores
#
# Rows of the same source (and the same `doc` or `group`, if there are such columns) form one
# segment, because bootstrap samples draw sources with all their candidates.


class _RatedCandidate(NamedTuple):
    """A candidate with its human scores."""

    text: str
    scores: Sequence[float]


class _RatedSource(NamedTuple):
    """A source with its references and all its rated candidates; `line` is its first line."""

    line: int
    text: str
    references: tuple[str | None, ...]
    candidates: list[_RatedCandidate]


def build_pair_tracks(
    file: InputFile, table: RowReader, score_names: Sequence[str], faults: FaultCollector, lang: str
) -> Iterator[Track]:
    """Yield one track per human score of a table of rated pairs."""
    pair_table = _find_pair_columns(file, table)
    rated_sources = _read_sources(file, pair_table, score_names, faults)
    n_sources = len(rated_sources)
    n_candidates = max(len(source.candidates) for source in rated_sources)  # of one source
    outputs = {f"{CANDIDATE} {index + 1}": [""] * n_sources for index in range(n_candidates)}
    scores = np.full((len(score_names), n_candidates, n_sources), np.nan)
    present = np.zeros((n_candidates, n_sources), dtype=np.bool_)
    for source_index, source in enumerate(rated_sources):
        candidate_columns = zip(source.candidates, outputs.values(), strict=False)
        for index, (candidate, column) in enumerate(candidate_columns):
            column[source_index] = candidate.text
            present[index, source_index] = True
            scores[:, index, source_index] = candidate.scores
    sources = [source.text for source in rated_sources]
    references: dict[str, list[str | None]] = {
        column.name: [source.references[index] for source in rated_sources]
        for index, column in enumerate(pair_table.references)
    }
    for score_name, matrix in zip(score_names, scores, strict=True):
        yield Track(
            get_set_name(file), score_name, outputs, references or {SOURCE: sources}, None, matrix,
            None, unit=SOURCE_UNIT, language=lang,
            sources=sources if pair_table.source else None, present=present,
        )  # fmt: skip


def _find_pair_columns(file: InputFile, table: RowReader) -> WideTable:
    """Return the table of rated pairs; raise a UsageError if its columns are not clear."""
    pair_table = WideTable(file, *build_columns(table), table=table)
    if len(pair_table.systems) > 1:
        raise UsageError(
            f"{file.name}: rated pairs have one column of candidates, not "
            f"{len(pair_table.systems)}: choose one with --columns hyp=COLUMN"
        )
    if pair_table.source is None and not pair_table.references:
        raise UsageError(
            f"{file.name}: no column has the sources of the candidates: name it with src= in "
            "--columns, such as --columns src=original,hyp=rewrite"
        )
    return pair_table


def _read_sources(
    file: InputFile, pair_table: WideTable, score_names: Sequence[str], faults: FaultCollector
) -> list[_RatedSource]:
    """Read all pairs; return the sources with their candidates in the order of the file."""
    sources_by_key: dict[tuple[str, str], _RatedSource] = {}  # by group and text
    for line, row in pair_table.table:
        candidate = str(pair_table.read_cell(row, pair_table.systems[0].column_id, line))
        source = (
            str(pair_table.read_cell(row, pair_table.source.column_id, line))
            if pair_table.source
            else ""
        )
        references = tuple(
            pair_table.read_cell(row, column.column_id, line) for column in pair_table.references
        )
        if not source.strip() and not any(references):
            raise InputError(
                f"{file.name}, line {line}: the {SOURCE if pair_table.source else REFERENCE} is "
                "empty: give the text that the candidate was made from"
            )
        group = (
            str(pair_table.read_cell(row, pair_table.group.column_id, line))
            if pair_table.group
            else ""
        )
        text = source or str(references[0])
        key = group, text
        rated_source = sources_by_key.setdefault(key, _RatedSource(line, source, references, []))
        if (rated_source.text, rated_source.references) != (source, references):
            raise InputError(
                f"{file.name}, line {line}: {shorten(text)!r} has another reference than on line "
                f"{rated_source.line}: give the same reference in all rows of a source"
            )
        scores = parse_human_scores(
            pair_table.table.build_record(row), score_names, file, line, faults
        )
        rated_source.candidates.append(_RatedCandidate(candidate, scores))
    if not sources_by_key:
        raise InputError(f"{file.name} is empty: give a file with at least one pair")
    return list(sources_by_key.values())


# Reading summaries with human scores: topics by systems, with one track per human score
#
# Files have one JSON object per topic with all its summaries (testsets/topics.py), or one row per
# summary with `id`, `system`, `text` and `references`.

# Name of the human score -> array of shape (n_systems, n_topics).
ScoresByName = dict[str, Floats]


def build_topic_tracks(
    file: InputFile,
    topics: Sequence[Topic],
    requested_names: Sequence[str],
    faults: FaultCollector,
    lang: str,
) -> Iterator[Track]:
    """Yield one track per human score of a file with one JSON object per topic."""
    score_names: dict[str, None] = {}  # an ordered set
    for topic in topics:
        for system in topic.outputs:
            score_names |= dict.fromkeys(_get_topic_scores(topic, system, file))
    if not score_names:
        raise InputError(
            f"{file.name}: no summary has human scores: give each "
            '"scores": {"DIMENSION": NUMBER} next to its text'
        )
    scores: ScoresByName = {}
    for name in choose_human_scores(file, requested_names, list(score_names)):
        score_rows = [
            [
                parse_human_score(
                    _get_topic_scores(topic, system, file).get(name), file, topic.line,
                    f"{name} of {system}", faults,
                )
                for topic in topics
            ]
            for system in topics[0].outputs
        ]  # fmt: skip
        scores[name] = np.array(score_rows)
    sheet = build_topics_sheet(file, topics, has_documents=True)
    yield from _build_testset_tracks(Testset([sheet], documents=True), file, scores, lang)


def build_row_tracks(
    file: InputFile, sheet: LongTable, score_names: Sequence[str], faults: FaultCollector, lang: str
) -> Iterator[Track]:
    """Yield one track per human score in `score_names`, from a table with one row per summary."""
    system_indices = {column.name: index for index, column in enumerate(sheet.systems)}
    values = np.full((len(score_names), len(system_indices), sheet.count_segments()), np.nan)
    for (system, topic_index, fields), line in zip(
        sheet.iterate_records(), sheet.row_line_numbers, strict=True
    ):
        assert system is not None
        values[:, system_indices[system], topic_index] = parse_human_scores(
            fields, score_names, file, line, faults
        )
    scores = dict(zip(score_names, values, strict=True))
    yield from _build_testset_tracks(Testset([sheet], documents=True), file, scores, lang)


def _get_topic_scores(topic: Topic, system: str, file: InputFile) -> dict[str, object]:
    """Return the human scores of a summary by name; empty without scores."""
    scores = topic.scores.get(system)
    if scores is not None and not isinstance(scores, dict):
        raise InputError(
            f"{file.name}, line {topic.line}: the scores of {system} are not an object: give "
            '{"DIMENSION": NUMBER}'
        )
    return scores or {}


def _build_testset_tracks(
    testset: Testset, file: InputFile, scores: ScoresByName, lang: str
) -> Iterator[Track]:
    """Yield one track per human score; system scores are means over judged topics."""
    outputs: dict[str, list[str]] = {}
    for system in testset.systems:
        texts, reference_columns = testset.read(system)
        outputs[system] = list(map(get_text, texts))
    references = {
        name: [None if reference is None else get_text(reference) for reference in column]
        for name, column in zip(testset.reference_names, reference_columns, strict=True)
    }
    items = testset.items(testset.systems[0])
    sources = [get_text(item.source) for item in items if item.source is not None]
    for name, matrix in scores.items():
        is_judged = np.isfinite(matrix)
        with np.errstate(invalid="ignore"):  # NaN for a system without judgments
            means = np.where(is_judged, matrix, 0.0).sum(axis=1) / is_judged.sum(axis=1)
        yield Track(
            get_set_name(file), name, outputs, references, None, matrix, means,
            unit=TOPIC_UNIT, language=lang, sources=sources or None,
        )  # fmt: skip


def is_judged_file(path: Path) -> bool:
    """Return whether the path is a file, a pipe or standard input rather than a folder."""
    return str(path) == STDIN or (path.exists() and not path.is_dir())


def open_judged_files(paths: Sequence[Path]) -> dict[Path, InputFile]:
    """Open the paths that are not folders; return the files by path."""
    files = [path for path in paths if is_judged_file(path)]
    return dict(zip(files, open_inputs(list(map(str, files))), strict=True))


def find_topic_files(folder: Path) -> Iterator[Path]:
    """Yield the files of summaries with one topic per line in a folder and its subfolders."""
    for path in sorted(folder.rglob("[!.]*")) if folder.is_dir() else ():
        (file,) = open_inputs([str(path)])
        if path.is_file() and file.suffix in (".jsonl", ".ndjson") and _may_have_topics(file):
            yield path


def _may_have_topics(file: InputFile) -> bool:
    try:
        return has_topics(file)
    except InputError:  # an unrelated file
        return False


def read_judged_file(
    file: InputFile,
    requested_names: Sequence[str],
    columns: Sequence[str],
    faults: FaultCollector,
    lang: str,
) -> Iterator[Track]:
    """Yield one track per human score of a file, or per name in `requested_names`.

    `columns` gives the roles of the columns of a table, as for test sets.
    """
    format_name = detect_table_format(file)
    table_options = parse_judged_columns(columns)
    if format_name == "jsonl" and not table_options.columns and has_topics(file):
        yield from build_topic_tracks(file, read_topics(file), requested_names, faults, lang)
        return
    table = open_table(file, format_name, table_options)
    score_names = choose_score_columns(table, requested_names)
    if SYSTEM in table.columns_by_role:
        yield from build_row_tracks(
            file, read_long_table(file, table, has_documents=True), score_names, faults, lang
        )
    else:
        yield from build_pair_tracks(file, table, score_names, faults, lang)


def parse_judged_columns(columns: Sequence[str]) -> TableOptions:
    """Parse the roles of columns; by default a table has pairs of source and candidate."""
    return TableOptions(parse_columns_option(columns), has_documents=True, counterpart=SOURCE)


def detect_table_format(file: InputFile) -> str:
    """Return the format of a judged file; raise an InputError if it is not a table."""
    format_name = detect_format(file)
    if format_name not in TABLE_FORMATS:
        raise InputError(
            f"{file.name} is neither a folder nor a table: give a folder with a judged test set, "
            "or JSON lines, TSV or CSV with summaries or rated pairs"
        )
    return format_name
