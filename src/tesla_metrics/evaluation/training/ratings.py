"""Read rated pairs of source and candidate, and learn the regression that predicts ratings."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import isfinite
from pathlib import Path
from typing import Any, NamedTuple, cast

from ...errors import InputError, UsageError
from ...files.field_names import CANDIDATE, FIELD_NAMES, SOURCE, role_of
from ...files.input_file import InputFile, open_inputs
from ...files.testsets.delimited import DelimitedTable
from ...files.testsets.formats import TABLES, detect_format
from ...files.testsets.jsonl import JsonLines
from ...files.testsets.sheet import one_line, shorten
from ...files.testsets.table_columns import RowReader, TableOptions, parse_columns, split_columns
from ...resources.learning.kernel_regression import Kernel, KernelRegression, LinearKernel
from ...resources.learning.regression import FOLDS
from ...resources.learning.svr import EPSILON, GridPoint, RatedRows, fit_svr, grid_search
from ..judgments import Faults

# Names of columns or fields of ratings.
RATING_NAMES = ("rating", "score")
_COLUMNS_OPTION = "--columns src=COLUMN,hyp=COLUMN,rating=COLUMN"


class RatedPair(NamedTuple):
    """A source and a candidate with a rating in [0,1]."""

    source: str
    candidate: str
    rating: float


@dataclass(frozen=True)
class RatingScale:
    """The rating scale that people used; ratings are mapped linearly to [0,1]."""

    low: float = 1.0
    high: float = 5.0

    def __post_init__(self) -> None:
        are_numbers = all(
            isinstance(end, int | float) and isfinite(end) for end in (self.low, self.high)
        )
        if not are_numbers or not self.low < self.high:
            raise UsageError(
                f"scale from {self.low} to {self.high}: give two numbers, the lower one first"
            )

    def normalise(self, rating: float) -> float:
        """Return the rating mapped to [0,1]."""
        return (rating - self.low) / (self.high - self.low)

    def fault(self, rating: Any) -> tuple[str, str, str] | None:
        """Return what is wrong with a rating: the kind, a description, and how to fix it."""
        value = _parse_number(rating)
        if value is None:
            return (
                "no rating",
                f"the rating {shorten(str(rating))!r} is not a number",
                "give a number",
            )
        if self.low <= value <= self.high:
            return None
        what = f"the rating {value:g} is not on the scale from {self.low:g} to {self.high:g}"
        return (
            "off the scale",
            what,
            "correct it, or give the scale that people used (--scale LOW HIGH, in Python "
            "scale=(LOW, HIGH))",
        )


def _parse_number(rating: Any) -> float | None:
    try:
        value = float("nan") if isinstance(rating, bool) else float(rating)
    except (TypeError, ValueError, OverflowError):
        return None
    return value if isfinite(value) else None


def _empty_text_fault(source: str, candidate: str) -> tuple[str, str, str] | None:
    """Return the fault of a pair with an empty text, in the form of `Scale.fault`, or None."""
    for what, text in ((SOURCE, source), (CANDIDATE, candidate)):
        if not text.strip():
            return "no text", f"the {what} is empty", "give the text that people rated"
    return None


def rated_pairs(rows: Iterable[Any], scale: RatingScale) -> list[RatedPair]:
    """Return rated pairs of mappings or tuples with source, candidate and rating (or score)."""
    pairs = []
    for pair_number, row in enumerate(rows, 1):
        where = f"pair {pair_number}"
        source, candidate, rating = _split_row(row, where)
        for what, text in ((SOURCE, source), (CANDIDATE, candidate)):
            if not isinstance(text, str):
                raise InputError(f"{where}: the {what} is {text!r}: give a string")
        if fault := scale.fault(rating) or _empty_text_fault(source, candidate):
            raise InputError(f"{where}: {fault[1]}: {fault[2]}")
        pairs.append(RatedPair(source, candidate, scale.normalise(float(rating))))
    if not pairs:
        raise InputError("there are no rated pairs: give some hundreds of them")
    return pairs


def _split_row(row: Any, where: str) -> tuple[Any, Any, Any]:
    if isinstance(row, Mapping):
        values = {_role(name): value for name, value in row.items()}
        for role in (SOURCE, CANDIDATE, RATING_NAMES[0]):
            if role not in values:
                names = FIELD_NAMES.get(role, RATING_NAMES)
                raise InputError(f"{where} has no {role}: name a field {' or '.join(names)}")
        return values[SOURCE], values[CANDIDATE], values[RATING_NAMES[0]]
    if not isinstance(row, tuple) or len(row) != 3:
        raise InputError(f"{where} is not a rated pair: give (source, candidate, rating)")
    return row


def _role(name: object) -> str | None:
    if not isinstance(name, str):
        return None
    return RATING_NAMES[0] if name.strip().lower() in RATING_NAMES else role_of(name)


def read_ratings(
    files: Sequence[str],
    scale: RatingScale | None = None,
    *,
    kind: str | None = None,
    columns: str | Sequence[str] = (),
    header: bool | None = None,
    max_line: int | None = None,
    faults: Faults | None = None,
) -> list[RatedPair]:
    """Read rated pairs of source and candidate from tables (TSV, CSV, JSON lines).

    `columns` (`src=original,hyp=rewrite,rating=meaning`) gives the roles of columns whose names do
    not show them. `faults` may skip rows with a bad rating or an empty text.
    """
    if kind is not None and kind not in TABLES:
        raise UsageError(f"ratings cannot be {kind}: choose from {', '.join(TABLES)}")
    text_columns, rating_column = _split_columns([columns] if isinstance(columns, str) else columns)
    if header is not None and not text_columns:
        raise UsageError("--header and --no-header need --columns: give it too")
    reader = _RatingReader(kind, TableOptions(text_columns, header, references=True), rating_column,
                           scale or RatingScale(), faults or Faults())  # fmt: skip
    pairs = [pair for file in open_inputs(files, max_line) for pair in reader.pairs(file)]
    if not pairs:
        raise InputError(
            f"{', '.join(files)}: there are no rated pairs: give some hundreds of them"
        )
    return pairs


def _split_columns(texts: Sequence[str]) -> tuple[dict[str, list[str]], str]:
    """Return the columns of texts by role, and the column of ratings."""
    parts = split_columns(texts)
    ratings = [part for part in parts if part.partition("=")[0].strip().lower() in RATING_NAMES]
    text_columns = parse_columns([part for part in parts if part not in ratings])
    if not parts:
        return {}, ""
    missing = [role for role in (SOURCE, CANDIDATE) if role not in text_columns]
    if missing or len(ratings) != 1 or len(text_columns[CANDIDATE]) > 1:
        raise UsageError(
            f"--columns {','.join(parts)}: name each of the three once, {_COLUMNS_OPTION}"
        )
    return text_columns, ratings[0].partition("=")[2].strip()


@dataclass(frozen=True)
class _RatingReader:
    """Settings with which all tables of ratings are read."""

    kind: str | None
    requested: TableOptions
    rating: str
    scale: RatingScale
    faults: Faults

    def pairs(self, file: InputFile) -> Iterator[RatedPair]:
        """Yield the rated pairs of one file."""
        table = self._table(file)
        rating_column = self.rating or _rating_column(file, table.names)
        ((_, source),), ((_, candidate),) = table.roles[SOURCE], table.roles[CANDIDATE]
        for line, row in table:
            rating = _column_value(table, row, rating_column, f"{file.name}, line {line}")
            texts = (
                one_line(table.text(row, source, line)),
                one_line(table.text(row, candidate, line)),
            )
            if fault := self.scale.fault(rating) or _empty_text_fault(*texts):
                kind, what, fix = fault
                self.faults.add(kind, Path(file.name), line, what, fix)
                continue
            yield RatedPair(*texts, self.scale.normalise(float(rating)))

    def _table(self, file: InputFile) -> RowReader:
        kind = self.kind or detect_format(file)
        kind = kind if kind in TABLES else "tsv"
        reader = (
            JsonLines(file, self.requested)
            if kind == "jsonl"
            else DelimitedTable(file, kind, self.requested)
        )
        table = cast(RowReader, reader)
        for role in (SOURCE, CANDIDATE):
            if role not in table.roles:
                raise UsageError(
                    f"{file.name}, line 1: no column is named like the {role} "
                    f"({', '.join(FIELD_NAMES[role])}): give {_COLUMNS_OPTION} (it has: "
                    f"{shorten(', '.join(table.names))})"
                )
        return table


def _rating_column(file: InputFile, names: Sequence[str]) -> str:
    matches = [name for name in names if name.strip().lower() in RATING_NAMES]
    if len(matches) != 1:
        what = "no column is" if not matches else f"{' and '.join(matches)} could each be"
        raise UsageError(
            f"{file.name}, line 1: {what} the rating: give {_COLUMNS_OPTION} (it has: "
            f"{shorten(', '.join(names))})"
        )
    return matches[0]


def _column_value(table: RowReader, row: Any, name: str, where: str) -> Any:
    """Return a field by the name of its column, or by its number from 1."""
    fields = table.record(row)
    for column, value in fields:
        if column.strip() == name.strip():
            return value
    if name.isdecimal() and 1 <= int(name) <= len(fields):
        return fields[int(name) - 1][1]
    raise InputError(
        f"{where}: there is no {name!r}: it has {shorten(', '.join(label for label, _ in fields))}"
    )


@dataclass(frozen=True, eq=False)
class LearntRegression:
    """A regression learnt from all rows, the chosen grid point, and all grid points tried."""

    regression: KernelRegression
    chosen: GridPoint
    grid: tuple[GridPoint, ...]

    def training_record(self, scale: RatingScale, groups: int) -> dict[str, Any]:
        """Return what a model file records; `groups` is the number of cross-validation groups."""
        chosen, kernel = self.chosen, type(self.regression.kernel)
        return {
            "method": f"{self.regression.kernel.name}-svr",
            "scale": {"low": float(scale.low), "high": float(scale.high)},
            "folds": min(FOLDS, groups),
            "c": chosen.c,
            **({} if kernel is LinearKernel else {"gamma": chosen.gamma}),
            "pearson": chosen.pearson,
            "rmse": chosen.rmse,
        }


def learn_regression(
    rows: RatedRows,
    kind: type[Kernel],
    group_name: str,
    progress: Callable[[int], None] | None = None,
) -> LearntRegression:
    """Learn with the weakest fit that is as good as the best one.

    `group_name` is the plural name of the cross-validation groups, for messages. A model that is
    constant, or that does not agree with the ratings, is refused.
    """
    chosen, grid = grid_search(rows, kind, progress)
    learnt = fit_svr(rows.features, rows.targets, chosen.c, kind(chosen.gamma))
    if not len(learnt.weights):
        raise InputError(
            f"nothing was learnt: the ratings differ by no more than {2 * EPSILON:.0%} of the "
            "scale; give ratings that differ more, or the scale that people used (--scale LOW "
            "HIGH, in Python scale=(LOW, HIGH))"
        )
    if chosen.pearson <= 0:
        raise InputError(
            f"nothing was learnt: predictions for held-out {group_name} do not agree with the "
            "ratings "
            f"(Pearson's r is {chosen.pearson:.4f} at best); check that ratings belong to "
            "their texts, and give more of them"
        )
    return LearntRegression(learnt, chosen, grid)
