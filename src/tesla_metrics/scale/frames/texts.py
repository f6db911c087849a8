"""Read texts from Arrow columns and detect rows that cannot be scored."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from ...errors import InputError, warn_user
from ...files.inputs.counterparts import Counterparts, used_counterparts
from ...files.inputs.references import has_sentence
from ...files.item import ReferenceSet
from ...files.lines import MAX_LINE
from ...files.testsets.sheet import one_line, sentence_lines
from ...metrics.base import Metric
from ...text.languages.scripts import is_written_in, missing_letter_text
from .job import ColumnRoles

_MAX_EXAMPLES = 3


class BadRows:
    """Count of the rows that cannot be scored, with a few examples for the warning.

    count  number of bad rows
    first  messages of the first few bad rows
    """

    def __init__(self, keep: bool, how: str = "--keep-bad") -> None:
        self._keep, self._how = keep, how
        self.count = 0
        self.first: list[str] = []

    def add(self, where: str, fault: str) -> None:
        """Add one bad row; raise InputError unless bad rows are kept."""
        self.extend(1, [f"{where}: {fault}"])

    def extend(self, count: int, first: Sequence[str]) -> None:
        """Add the count and the first messages of bad rows that were found elsewhere."""
        if count and not self._keep:
            raise InputError(f"{first[0]}; correct it, or use {self._how} for null scores")
        self.count += count
        self.first = [*self.first, *first][:_MAX_EXAMPLES]

    def warn(self) -> None:
        """Print one warning about all bad rows."""
        if self.count:
            rows = "1 row has" if self.count == 1 else f"{self.count} rows have"
            remainder = f"; and {self.count - len(self.first)} more" * (
                self.count > len(self.first)
            )
            warn_user(f"{rows} no score: {'; '.join(self.first)}{remainder}")


Metrics = Sequence[Metric[Any]]


class Texts(NamedTuple):
    """The rows of a batch that can be scored.

    rows    their indices in the batch
    faults  messages of the rows that cannot be scored, by index in the batch
    """

    rows: list[int]
    hypotheses: list[str]
    counterparts: Counterparts
    faults: dict[int, str]


def read_texts(
    batch: Any,
    columns: ColumnRoles,
    metrics: Metrics,
    *,
    skip_empty: bool = False,
    max_characters: int = MAX_LINE,
    known_faults: Mapping[int, str] | None = None,
) -> Texts:
    """Read the texts that the metrics need from a `pyarrow.RecordBatch`.

    With `skip_empty`, an empty reference is ignored if the row has another one. `known_faults` has
    the errors that the reader of the rows found, by index.
    """
    references, sources = used_counterparts(metrics, columns.source is not None)
    documents = any(metric.of_documents for metric in metrics)
    lines = sentence_lines if documents else one_line
    faults = dict(known_faults or {})

    def read(column: list[str | None]) -> list[str | None]:
        return [None if text is None else lines(text) for text in column]

    hypotheses = read(_read_column(batch, columns.hypothesis, faults))
    names = columns.references if references else ()
    sets = [read(texts) for name in names for texts in _read_references(batch, name, faults)]
    if skip_empty:
        sets = [
            *sets[:1],
            *(
                [text if text and text.strip() else None for text in reference_set]
                for reference_set in sets[1:]
            ),
        ]
    original = columns.source if sources else None
    originals = [read(_read_column(batch, original, faults))] if original else []
    if documents:
        sets = [[text if has_sentence(text) else None for text in texts] for texts in sets]
    written_in = next(
        (metric.required_script_language for metric in metrics if metric.required_script_language),
        "",
    )
    clean = (
        not documents
        and not written_in
        and _are_complete(hypotheses, sets, originals, max_characters)
    )
    for index, hypothesis in enumerate(() if clean else hypotheses):
        fault = (
            _fault(hypothesis, columns.hypothesis, max_characters, documents, written_in)
            or (names and _reference_fault([texts[index] for texts in sets], names, max_characters))
            or (original and _fault(originals[0][index], original, max_characters, documents, ""))
        )
        if fault:
            faults.setdefault(index, fault)
    return _select_scorable(hypotheses, sets, originals, faults)


def _are_complete(
    hypotheses: ReferenceSet,
    sets: Sequence[ReferenceSet],
    originals: Sequence[ReferenceSet],
    longest: int,
) -> bool:
    """Return whether no text is missing or too long, the fast path of nearly every batch."""
    columns: Any = [hypotheses, *sets, *originals]
    return not any(
        None in column or max(map(len, column), default=0) > longest for column in columns
    )


def _select_scorable(
    hypotheses: ReferenceSet,
    sets: Sequence[ReferenceSet],
    originals: Sequence[ReferenceSet],
    faults: dict[int, str],
) -> Texts:
    """Select the rows without faults and sort the faults by row."""
    rows = [row for row in range(len(hypotheses)) if row not in faults]

    def chosen(column: ReferenceSet) -> list[Any]:
        return list(column) if not faults else [column[row] for row in rows]

    counterparts = Counterparts(
        [chosen(texts) for texts in sets], [chosen(texts) for texts in originals]
    )
    return Texts(rows, chosen(hypotheses), counterparts, dict(sorted(faults.items())))


def _fault(text: str | None, name: str, longest: int, documents: bool, written_in: str) -> str:
    if text is None:
        return f"{name} is null"
    if len(text) > longest:
        return f"{name} is longer than {longest} characters"
    if documents and not has_sentence(text):
        return f"{name} has no sentence"
    if written_in and not is_written_in(text, written_in):
        return f"{name} has {missing_letter_text(written_in)}"
    return ""


def _reference_fault(references: Sequence[str | None], names: Sequence[str], longest: int) -> str:
    if all(text is None for text in references):
        return f"there is no reference in {', '.join(names)}"
    if any(text is not None and len(text) > longest for text in references):
        return f"a reference is longer than {longest} characters"
    return ""


def _read_column(batch: Any, name: str, faults: dict[int, str]) -> list[str | None]:
    column = decode_dictionary(batch.column(name))
    if not is_text(column.type):
        raise make_not_text_error(name, column.type)
    return _values(column, name, faults)


def _read_references(batch: Any, name: str, faults: dict[int, str]) -> list[list[str | None]]:
    """Return the reference sets of a column: one, or as many as its longest list has."""
    column = decode_dictionary(batch.column(name))
    if not is_list(column.type):
        return [_read_column(batch, name, faults)]
    if not is_text(column.type.value_type):
        raise make_not_text_error(name, column.type)
    values = _values(column, name, faults)
    lists = [[text for text in cell if text is not None] if cell else [] for cell in values]
    max_references = max(map(len, lists), default=0)
    return [
        [cell[index] if index < len(cell) else None for cell in lists]
        for index in range(max(max_references, 1))
    ]


def _values(column: Any, name: str, faults: dict[int, str]) -> list[Any]:
    """Return the values of a column; Arrow does not check that texts are valid UTF-8."""
    try:
        values: list[Any] = column.to_pylist()
    except UnicodeDecodeError:
        values = []
        for index in range(len(column)):
            try:
                values.append(column[index].as_py())
            except UnicodeDecodeError:
                values.append(None)
                faults.setdefault(index, f"{name} is not valid UTF-8")
    return values


def decode_dictionary(column: Any) -> Any:
    """Return a dictionary-encoded column decoded; any other column unchanged."""
    import pyarrow as pa

    return column.dictionary_decode() if pa.types.is_dictionary(column.type) else column


def is_text(kind: Any) -> bool:
    """Return whether a column of this Arrow type can hold texts; the null type can."""
    import pyarrow as pa

    types = pa.types
    return bool(
        types.is_string(kind) or types.is_large_string(kind) or types.is_string_view(kind)
        or types.is_null(kind)
    )  # fmt: skip


def is_list(kind: Any) -> bool:
    """Return whether a column of this Arrow type holds lists."""
    import pyarrow as pa

    types = pa.types
    return bool(types.is_list(kind) or types.is_large_list(kind) or types.is_fixed_size_list(kind))


def make_not_text_error(name: str, kind: Any) -> InputError:
    """Return the error for a column that does not hold texts."""
    return InputError(f"column {name!r} holds {kind}: texts are needed")
