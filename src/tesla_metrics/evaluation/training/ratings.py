"""Read rated pairs of source and candidate, and learn the regression that predicts ratings."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import isfinite
from pathlib import Path
from typing import Any, NamedTuple, cast

from ...errors import InputError, UsageError
from ...files.field_names import CANDIDATE, FIELD_NAMES, SOURCE, find_role
from ...files.input_file import InputFile, open_inputs
from ...files.testsets.delimited import DelimitedTable
from ...files.testsets.formats import TABLE_FORMATS, detect_format
from ...files.testsets.jsonl import JsonLinesTable
from ...files.testsets.sheet import join_lines, shorten
from ...files.testsets.table_columns import (
    RowReader,
    TableOptions,
    parse_columns_option,
    split_columns_option,
)
from ...resources.learning.kernel_regression import Kernel, KernelRegression, LinearKernel
from ...resources.learning.regression import N_FOLDS
from ...resources.learning.svr import EPSILON, GridPoint, RatedRows, fit_svr, grid_search
from ..judgments import FaultCollector

# Names of columns or fields that contain ratings; the first is the role of these columns.
RATING_NAMES = ("rating", "score")
_COLUMNS_OPTION = "--columns src=COLUMN,hyp=COLUMN,rating=COLUMN"


class RatedPair(NamedTuple):
    """A source and a candidate with a rating in [0,1]."""

    source: str
    candidate: str
    rating: float


@dataclass(frozen=True)
class RatingScale:
    """Rating scale that people used; ratings are mapped linearly to [0,1]."""

    low: float = 1.0
    high: float = 5.0

    def __post_init__(self) -> None:
        are_numbers = all(
            isinstance(bound, int | float) and isfinite(bound) for bound in (self.low, self.high)
        )
        if not are_numbers or not self.low < self.high:
            raise UsageError(
                f"scale from {self.low} to {self.high}: give two numbers, the lower one first"
            )

    def normalise(self, rating: float) -> float:
        """Return the rating mapped to [0,1]."""
        return (rating - self.low) / (self.high - self.low)

    def find_fault(self, rating: Any) -> tuple[str, str, str] | None:
        """Return the fault of a rating as (kind, description, fix), or None if it is valid."""
        value = _parse_number(rating)
        if value is None:
            return (
                "no rating",
                f"the rating {shorten(str(rating))!r} is not a number",
                "give a number",
            )
        if self.low <= value <= self.high:
            return None
        description = f"the rating {value:g} is not on the scale from {self.low:g} to {self.high:g}"
        return (
            "off the scale",
            description,
            "correct it, or give the scale that people used (--scale LOW HIGH, in Python "
            "scale=(LOW, HIGH))",
        )


def _parse_number(rating: Any) -> float | None:
    try:
        value = float("nan") if isinstance(rating, bool) else float(rating)
    except (TypeError, ValueError, OverflowError):
        return None
    return value if isfinite(value) else None


def _find_empty_text(source: str, candidate: str) -> tuple[str, str, str] | None:
    """Return the fault of a pair with an empty text as (kind, description, fix), or None."""
    for role, text in ((SOURCE, source), (CANDIDATE, candidate)):
        if not text.strip():
            return "no text", f"the {role} is empty", "give the text that people rated"
    return None


def build_rated_pairs(rows: Iterable[Any], scale: RatingScale) -> list[RatedPair]:
    """Build rated pairs from mappings or tuples with source, candidate and rating (or score)."""
    pairs = []
    for pair_number, row in enumerate(rows, 1):
        location = f"pair {pair_number}"
        source, candidate, rating = _split_row(row, location)
        for role, text in ((SOURCE, source), (CANDIDATE, candidate)):
            if not isinstance(text, str):
                raise InputError(f"{location}: the {role} is {text!r}: give a string")
        if fault := scale.find_fault(rating) or _find_empty_text(source, candidate):
            raise InputError(f"{location}: {fault[1]}: {fault[2]}")
        pairs.append(RatedPair(source, candidate, scale.normalise(float(rating))))
    if not pairs:
        raise InputError("there are no rated pairs: give some hundreds of them")
    return pairs


def _split_row(row: Any, location: str) -> tuple[Any, Any, Any]:
    """Return source, candidate and rating; `location` names the row in messages."""
    if isinstance(row, Mapping):
        values = {_get_role(name): value for name, value in row.items()}
        for role in (SOURCE, CANDIDATE, RATING_NAMES[0]):
            if role not in values:
                names = FIELD_NAMES.get(role, RATING_NAMES)
                raise InputError(f"{location} has no {role}: name a field {' or '.join(names)}")
        return values[SOURCE], values[CANDIDATE], values[RATING_NAMES[0]]
    if not isinstance(row, tuple) or len(row) != 3:
        raise InputError(f"{location} is not a rated pair: give (source, candidate, rating)")
    return row


def _get_role(name: object) -> str | None:
    if not isinstance(name, str):
        return None
    return RATING_NAMES[0] if name.strip().lower() in RATING_NAMES else find_role(name)


def read_ratings(
    files: Sequence[str],
    scale: RatingScale | None = None,
    *,
    kind: str | None = None,
    columns: str | Sequence[str] = (),
    header: bool | None = None,
    max_line: int | None = None,
    faults: FaultCollector | None = None,
) -> list[RatedPair]:
    """Read rated pairs of source and candidate from tables (TSV, CSV, JSON lines).

    `columns` (`src=original,hyp=rewrite,rating=meaning`) gives the roles of columns whose names do
    not show them. `kind` is the format of the files; None: it is detected. `header` says whether
    the first line has names of columns; None: the user did not say. `faults` may skip rows
    with a bad rating or an empty text.
    """
    if kind is not None and kind not in TABLE_FORMATS:
        raise UsageError(f"ratings cannot be {kind}: choose from {', '.join(TABLE_FORMATS)}")
    text_columns, rating_column = _split_columns([columns] if isinstance(columns, str) else columns)
    if header is not None and not text_columns:
        raise UsageError("--header and --no-header need --columns: give it too")
    table_options = TableOptions(text_columns, header, has_other_counterparts=True)
    reader = _RatingReader(kind, table_options, rating_column,
                           scale or RatingScale(), faults or FaultCollector())  # fmt: skip
    pairs = [pair for file in open_inputs(files, max_line) for pair in reader.read_pairs(file)]
    if not pairs:
        raise InputError(
            f"{', '.join(files)}: there are no rated pairs: give some hundreds of them"
        )
    return pairs


def _split_columns(specifications: Sequence[str]) -> tuple[dict[str, list[str]], str]:
    """Split assignments ROLE=COLUMN into the text columns by role, and the column of ratings.

    The column of ratings is empty if there are no assignments.
    """
    assignments = split_columns_option(specifications)
    rating_assignments = [
        assignment
        for assignment in assignments
        if assignment.partition("=")[0].strip().lower() in RATING_NAMES
    ]
    text_columns = parse_columns_option(
        [assignment for assignment in assignments if assignment not in rating_assignments]
    )
    if not assignments:
        return {}, ""
    missing_roles = [role for role in (SOURCE, CANDIDATE) if role not in text_columns]
    if missing_roles or len(rating_assignments) != 1 or len(text_columns[CANDIDATE]) > 1:
        raise UsageError(
            f"--columns {','.join(assignments)}: name each of the three once, {_COLUMNS_OPTION}"
        )
    return text_columns, rating_assignments[0].partition("=")[2].strip()


@dataclass(frozen=True)
class _RatingReader:
    """Reader of tables of ratings.

    kind           format of the files; None: it is detected
    table_options  columns that the user named
    rating_column  column of ratings; empty: it is found by its name
    """

    kind: str | None
    table_options: TableOptions
    rating_column: str
    scale: RatingScale
    faults: FaultCollector

    def read_pairs(self, file: InputFile) -> Iterator[RatedPair]:
        """Yield the rated pairs of one file."""
        table = self._open_table(file)
        rating_column = self.rating_column or _find_rating_column(file, table.names)
        ((_, source_index),), ((_, candidate_index),) = (
            table.columns_by_role[SOURCE],
            table.columns_by_role[CANDIDATE],
        )
        for line, row in table:
            rating = _get_column_value(table, row, rating_column, f"{file.name}, line {line}")
            texts = (
                join_lines(table.read_text(row, source_index, line)),
                join_lines(table.read_text(row, candidate_index, line)),
            )
            if fault := self.scale.find_fault(rating) or _find_empty_text(*texts):
                fault_kind, description, fix = fault
                self.faults.add(fault_kind, Path(file.name), line, description, fix)
                continue
            yield RatedPair(*texts, self.scale.normalise(float(rating)))

    def _open_table(self, file: InputFile) -> RowReader:
        kind = self.kind or detect_format(file)
        if kind == "jsonl":
            table = cast(RowReader, JsonLinesTable(file, self.table_options))
        else:
            delimited_kind = kind if kind in TABLE_FORMATS else "tsv"
            table = cast(RowReader, DelimitedTable(file, delimited_kind, self.table_options))
        for role in (SOURCE, CANDIDATE):
            if role not in table.columns_by_role:
                raise UsageError(
                    f"{file.name}, line 1: no column is named like the {role} "
                    f"({', '.join(FIELD_NAMES[role])}): give {_COLUMNS_OPTION} (it has: "
                    f"{shorten(', '.join(table.names))})"
                )
        return table


def _find_rating_column(file: InputFile, names: Sequence[str]) -> str:
    matches = [name for name in names if name.strip().lower() in RATING_NAMES]
    if len(matches) != 1:
        problem = "no column is" if not matches else f"{' and '.join(matches)} could each be"
        raise UsageError(
            f"{file.name}, line 1: {problem} the rating: give {_COLUMNS_OPTION} (it has: "
            f"{shorten(', '.join(names))})"
        )
    return matches[0]


def _get_column_value(table: RowReader, row: Any, column_name: str, location: str) -> Any:
    """Return the value in a column, which is identified by its name or its number from 1."""
    fields = table.build_record(row)
    for column, value in fields:
        if column.strip() == column_name.strip():
            return value
    if column_name.isdecimal() and 1 <= int(column_name) <= len(fields):
        return fields[int(column_name) - 1][1]
    raise InputError(
        f"{location}: there is no {column_name!r}: it has "
        f"{shorten(', '.join(label for label, _ in fields))}"
    )


@dataclass(frozen=True, eq=False)
class LearntRegression:
    """A regression learnt from all rows, the chosen grid point, and all tried grid points."""

    regression: KernelRegression
    chosen_point: GridPoint
    grid_points: tuple[GridPoint, ...]

    def build_training_record(self, scale: RatingScale, n_groups: int) -> dict[str, Any]:
        """Return the training record of a model file with `n_groups` groups in its folds."""
        chosen_point, kernel_class = self.chosen_point, type(self.regression.kernel)
        return {
            "method": f"{self.regression.kernel.name}-svr",
            "scale": {"low": float(scale.low), "high": float(scale.high)},
            "folds": min(N_FOLDS, n_groups),
            "c": chosen_point.c,
            **({} if kernel_class is LinearKernel else {"gamma": chosen_point.gamma}),
            "pearson": chosen_point.pearson,
            "rmse": chosen_point.rmse,
        }


def learn_regression(
    rows: RatedRows,
    kernel_class: type[Kernel],
    group_name: str,
    progress: Callable[[int], None] | None = None,
) -> LearntRegression:
    """Learn a support vector regression with parameters chosen by a grid search.

    `group_name` is the plural name of the cross-validation groups, for messages. Raise an
    InputError if the regression is constant or does not agree with the ratings.
    """
    chosen_point, grid_points = grid_search(rows, kernel_class, progress)
    regression = fit_svr(
        rows.features, rows.targets, chosen_point.c, kernel_class(chosen_point.gamma)
    )
    if not len(regression.weights):
        raise InputError(
            f"nothing was learnt: the ratings differ by no more than {2 * EPSILON:.0%} of the "
            "scale; give ratings that differ more, or the scale that people used (--scale LOW "
            "HIGH, in Python scale=(LOW, HIGH))"
        )
    if chosen_point.pearson <= 0:
        raise InputError(
            f"nothing was learnt: predictions for held-out {group_name} do not agree with the "
            "ratings "
            f"(Pearson's r is {chosen_point.pearson:.4f} at best); check that ratings belong to "
            "their texts, and give more of them"
        )
    return LearntRegression(regression, chosen_point, grid_points)
