"""Read texts from Arrow columns and detect rows that cannot be scored."""

from collections.abc import Mapping, Sequence
from itertools import accumulate
from typing import Any, NamedTuple

from ...errors import InputError, warn_user
from ...files.inputs.counterparts import Counterparts, find_used_counterparts
from ...files.inputs.references import has_sentence
from ...files.item import ReferenceSet
from ...files.lines import MAX_LINE_LENGTH
from ...files.testsets.sheet import join_lines, normalize_sentence_lines
from ...metrics.base import Metric
from ...text.languages.scripts import describe_missing_letters, is_written_in
from .job import ColumnRoles

_MAX_EXAMPLES = 3  # messages in the warning about bad rows


class BadRows:
    """Counter of the rows that cannot be scored, with a few examples for the warning.

    keep        whether such rows are kept with null scores; otherwise, they are an error
    option      name of the option that keeps them, for the error message
    count       number of bad rows
    examples    messages of the first few bad rows
    """

    def __init__(self, keep: bool, option: str = "--keep-bad") -> None:
        self._keep, self._option = keep, option
        self.count = 0
        self.examples: list[str] = []

    def add(self, location: str, fault: str) -> None:
        """Add one bad row; raise InputError unless bad rows are kept."""
        self.extend(1, [f"{location}: {fault}"])

    def extend(self, count: int, examples: Sequence[str]) -> None:
        """Add bad rows of another task or run: their number and their first messages."""
        if count and not self._keep:
            raise InputError(f"{examples[0]}; correct it, or use {self._option} for null scores")
        self.count += count
        self.examples = [*self.examples, *examples][:_MAX_EXAMPLES]

    def warn(self) -> None:
        """Print one warning about all bad rows."""
        if self.count:
            rows = "1 row has" if self.count == 1 else f"{self.count} rows have"
            other_count = self.count - len(self.examples)
            others = f"; and {other_count} more" if other_count > 0 else ""
            warn_user(f"{rows} no score: {'; '.join(self.examples)}{others}")


Metrics = Sequence[Metric[Any]]


class BatchTexts(NamedTuple):
    """The texts of the rows of a batch that can be scored.

    row_indices     indices of these rows in the batch
    counterparts    references and sources of these rows
    faults          error messages of all other rows, by index in the batch
    """

    row_indices: list[int]
    hypotheses: list[str]
    counterparts: Counterparts
    faults: dict[int, str]

    def get_first(self, n_rows: int, max_characters: int) -> "BatchTexts":
        """Return the outputs, first references and sources of the first rows, without faults."""
        lengths = accumulate(map(len, self.hypotheses[:n_rows]))
        n_rows = sum(length <= max_characters for length in lengths)
        references, sources = (
            [column[:n_rows] for column in columns[:1]] for columns in self.counterparts
        )
        return BatchTexts(
            self.row_indices[:n_rows],
            self.hypotheses[:n_rows],
            Counterparts(references, sources),
            {},
        )


def read_texts(
    batch: Any,
    columns: ColumnRoles,
    metrics: Metrics,
    *,
    skip_empty: bool = False,
    max_characters: int = MAX_LINE_LENGTH,
    known_faults: Mapping[int, str] | None = None,
) -> BatchTexts:
    """Read the texts that the metrics need from a `pyarrow.RecordBatch`.

    With `skip_empty`, an empty reference is ignored if the row has another reference.
    `known_faults` has the errors of the reader of the rows, by index.
    """
    needs_references, needs_sources = find_used_counterparts(metrics, columns.source is not None)
    has_documents = any(metric.of_documents for metric in metrics)
    normalize = normalize_sentence_lines if has_documents else join_lines
    faults = dict(known_faults or {})

    def clean_texts(texts: list[str | None]) -> list[str | None]:
        return [None if text is None else normalize(text) for text in texts]

    hypotheses = clean_texts(_read_column(batch, columns.hypothesis, faults))
    names = columns.references if needs_references else ()
    references = [
        clean_texts(texts) for name in names for texts in _read_references(batch, name, faults)
    ]
    if skip_empty:
        references[1:] = [
            [text if text and text.strip() else None for text in texts] for texts in references[1:]
        ]
    source_column = columns.source if needs_sources else None
    sources = [clean_texts(_read_column(batch, source_column, faults))] if source_column else []
    if has_documents:
        references = [
            [text if has_sentence(text) else None for text in texts] for texts in references
        ]
    script_languages = (metric.required_script_language for metric in metrics)
    script_language = next(filter(None, script_languages), "")
    can_have_faults = (
        has_documents
        or bool(script_language)
        or not _are_complete([hypotheses, *references, *sources], max_characters)
    )
    check = _TextCheck(max_characters, has_documents, script_language)
    for index, hypothesis in enumerate(hypotheses if can_have_faults else ()):
        fault = check.find_fault(hypothesis, columns.hypothesis)
        if not fault and names:
            fault = check.find_reference_fault([texts[index] for texts in references], names)
        if not fault and source_column:
            source_check = check._replace(script_language="")
            fault = source_check.find_fault(sources[0][index], source_column)
        if fault:
            faults.setdefault(index, fault)
    return _select_scorable(hypotheses, references, sources, faults)


def _are_complete(columns: Sequence[ReferenceSet], max_characters: int) -> bool:
    """Return whether no text is missing or too long, which is faster than a check of each row."""
    texts: Any
    for texts in columns:
        if None in texts or max(map(len, texts), default=0) > max_characters:
            return False
    return True


def _select_scorable(
    hypotheses: ReferenceSet,
    references: Sequence[ReferenceSet],
    sources: Sequence[ReferenceSet],
    faults: dict[int, str],
) -> BatchTexts:
    """Select the rows without faults, and sort the faults by row."""
    rows = [row for row in range(len(hypotheses)) if row not in faults]

    def select_rows(column: ReferenceSet) -> list[Any]:
        return list(column) if not faults else [column[row] for row in rows]

    counterparts = Counterparts(
        [select_rows(texts) for texts in references], [select_rows(texts) for texts in sources]
    )
    return BatchTexts(rows, select_rows(hypotheses), counterparts, dict(sorted(faults.items())))


class _TextCheck(NamedTuple):
    """Conditions that texts have to meet.

    needs_sentence      whether a text must have a sentence
    script_language     language in whose script texts must be written; "" for any script
    """

    max_characters: int
    needs_sentence: bool
    script_language: str

    def find_fault(self, text: str | None, column: str) -> str:
        """Return an error message for the text of a column, or ""."""
        if text is None:
            return f"{column} is null"
        if len(text) > self.max_characters:
            return f"{column} is longer than {self.max_characters} characters"
        if self.needs_sentence and not has_sentence(text):
            return f"{column} has no sentence"
        if self.script_language and not is_written_in(text, self.script_language):
            return f"{column} has {describe_missing_letters(self.script_language)}"
        return ""

    def find_reference_fault(self, references: Sequence[str | None], columns: Sequence[str]) -> str:
        """Return an error message for the references of a row, or ""."""
        if all(text is None for text in references):
            return f"there is no reference in {', '.join(columns)}"
        if any(text is not None and len(text) > self.max_characters for text in references):
            return f"a reference is longer than {self.max_characters} characters"
        return ""


def _read_column(batch: Any, name: str, faults: dict[int, str]) -> list[str | None]:
    column = decode_dictionary(batch.column(name))
    if not is_text(column.type):
        raise make_not_text_error(name, column.type)
    return _convert_values(column, name, faults)


def _read_references(batch: Any, name: str, faults: dict[int, str]) -> list[list[str | None]]:
    """Return the reference sets of a column: one, or the length of the longest list in it."""
    column = decode_dictionary(batch.column(name))
    if not is_list(column.type):
        return [_read_column(batch, name, faults)]
    if not is_text(column.type.value_type):
        raise make_not_text_error(name, column.type)
    values = _convert_values(column, name, faults)
    lists = [[text for text in cell if text is not None] if cell else [] for cell in values]
    max_references = max(map(len, lists), default=0)
    return [
        [cell[index] if index < len(cell) else None for cell in lists]
        for index in range(max(max_references, 1))
    ]


def _convert_values(column: Any, name: str, faults: dict[int, str]) -> list[Any]:
    """Return the values of a column; texts that are not valid UTF-8 become None and faults."""
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


def is_text(arrow_type: Any) -> bool:
    """Return whether a column of this Arrow type can hold texts, as strings and nulls can."""
    import pyarrow as pa

    types = pa.types
    checks = (types.is_string, types.is_large_string, types.is_string_view, types.is_null)
    return any(check(arrow_type) for check in checks)


def is_list(arrow_type: Any) -> bool:
    """Return whether a column of this Arrow type holds lists."""
    import pyarrow as pa

    types = pa.types
    checks = (types.is_list, types.is_large_list, types.is_fixed_size_list)
    return any(check(arrow_type) for check in checks)


def make_not_text_error(name: str, arrow_type: Any) -> InputError:
    """Return the error for a column that does not hold texts."""
    return InputError(f"column {name!r} holds {arrow_type}: texts are needed")
