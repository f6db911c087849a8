"""Read the columns of several files in parallel, in chunks."""

from collections.abc import Callable, Iterator, Sequence
from itertools import chain, islice
from typing import NamedTuple

from ...errors import InputError
from ..field_names import REFERENCE
from ..inputs.references import has_sentence
from ..item import ReferenceSet, Segment, get_text
from ..lines import count_total
from .sheet import InMemorySheet, InputColumns, Row, SegmentKey, TextColumn, describe_segments


class SheetColumn(NamedTuple):
    """A column and the file that contains it."""

    sheet: InputColumns
    column: TextColumn


# Segments per chunk: enough to distribute over threads and processes.
_CHUNK = 5_000
# A chunk ends earlier if it has more characters, counted over all columns.
_MAX_CHUNK_CHARACTERS = 30_000_000
# Rows to read from each file in turn, so that no file is read far ahead of the others.
_ROWS_PER_READ = 100


def reorder_by_keys(
    sheets: Sequence[InputColumns], references: Sequence[InputColumns]
) -> tuple[list[InputColumns], list[InputColumns]]:
    """Reorder the segments of files with keys, so that all files have the same order.

    The first file with references and keys determines the order, or else the first file with keys.
    Return the sheets of outputs and the sheets of references.
    """
    candidates = [sheet for sheet in (*sheets, *references) if sheet.references] + list(sheets)
    key_sheet = next((sheet for sheet in candidates if sheet.keys is not None), None)
    if key_sheet is not None:
        _check_same_order([*sheets, *references], key_sheet)

    def reorder(sheet: InputColumns) -> InputColumns:
        if key_sheet is None or key_sheet.keys is None or sheet.keys is None or sheet is key_sheet:
            return sheet
        assert isinstance(sheet, InMemorySheet)  # All sheets with keys are in memory.
        return sheet.reorder(key_sheet.keys, key_sheet.file.name)

    return list(map(reorder, sheets)), list(map(reorder, references))


def _check_same_order(sheets: Sequence[InputColumns], key_sheet: InputColumns) -> None:
    """Refuse different orders of segments if there is also a file without keys.

    It would be unclear to which segments the lines of the file without keys belong.
    """
    sheet_without_keys = next((sheet for sheet in sheets if sheet.keys is None), None)
    if sheet_without_keys is None:
        return
    for sheet in sheets:
        if sheet.has_different_orders:
            raise InputError(
                f"{sheet.file.name}: its systems have the segments in different orders, so that "
                f"the order of the lines of {sheet_without_keys.file.name} is unclear: give rows "
                "in the same "
                "order, or references as a column"
            )
        if sheet.keys is None or list(sheet.keys) == list(key_sheet.keys or ()):
            continue
        if set(sheet.keys) == set(key_sheet.keys or ()):
            raise InputError(
                f"{sheet.file.name} and {key_sheet.file.name} have the segments in different "
                "orders, "
                f"so that the order of the lines of {sheet_without_keys.file.name} is unclear: "
                "give files in "
                "the same order"
            )


def iterate_aligned_chunks(columns: Sequence[SheetColumn]) -> Iterator[list[list[Segment | None]]]:
    """Yield the texts of columns in chunks: one list of texts per column.

    Each file is read once for all its columns.
    """
    sheets: list[InputColumns] = []
    for sheet, _ in columns:
        if not any(sheet is other for other in sheets):
            sheets.append(sheet)
    columns_by_sheet = [
        list(dict.fromkeys(column for other, column in columns if other is sheet))
        for sheet in sheets
    ]
    streams = [
        _check_not_empty(sheet, sheet.iterate_rows(sheet_columns))
        for sheet, sheet_columns in zip(sheets, columns_by_sheet, strict=True)
    ]
    n_read = 0
    while True:
        chunks = _read_chunks(streams)
        _check_lengths(sheets, streams, chunks, n_read, columns)
        if not chunks[0]:
            return
        texts_by_column: dict[tuple[int, TextColumn], list[Segment | None]] = {}
        for sheet, sheet_columns, rows in zip(sheets, columns_by_sheet, chunks, strict=True):
            texts_per_column = zip(*rows, strict=True)
            for column, texts in zip(sheet_columns, texts_per_column, strict=True):
                texts_by_column[id(sheet), column] = list(texts)
        yield [texts_by_column[id(sheet), column] for sheet, column in columns]
        n_read += len(chunks[0])


def _check_not_empty(sheet: InputColumns, stream: Iterator[Row]) -> Iterator[Row]:
    """Read the first row, so that an empty file is reported before errors in other files."""
    first_row = next(stream, None)
    if first_row is None:
        raise InputError(f"{sheet.file.name} is empty: give a file with at least one segment")
    return chain([first_row], stream)


def _read_chunks(streams: Sequence[Iterator[Row]]) -> list[list[Row]]:
    """Return the next rows of each stream; the same number, unless a stream has ended."""
    chunks: list[list[Row]] = [[] for _ in streams]
    n_characters = 0
    while len(chunks[0]) < _CHUNK and n_characters < _MAX_CHUNK_CHARACTERS:
        row_count = min(_ROWS_PER_READ, _CHUNK - len(chunks[0]))
        new_rows_by_stream = [list(islice(stream, row_count)) for stream in streams]
        for rows, new_rows in zip(chunks, new_rows_by_stream, strict=True):
            rows += new_rows
        if any(len(new_rows) < row_count for new_rows in new_rows_by_stream):
            break
        texts = chain.from_iterable(chain.from_iterable(new_rows_by_stream))
        n_characters += sum(len(get_text(text)) for text in texts if text is not None)
    return chunks


def _check_lengths(
    sheets: Sequence[InputColumns], streams: Sequence[Iterator[Row]], chunks: Sequence[list[Row]],
    n_read: int, columns: Sequence[SheetColumn],
) -> None:  # fmt: skip
    """Refuse files of different lengths; `n_read` rows of each file were read before `chunks`."""
    if len(set(map(len, chunks))) == 1:
        return
    counts = [
        count_total(n_read + len(rows), stream)
        for rows, stream in zip(chunks, streams, strict=True)
    ]
    sheet_counts = list(zip(sheets, counts, strict=True))
    reference_sheet = columns[1].sheet if len(columns) > 1 else sheets[0]
    expected = next(count for sheet, count in sheet_counts if sheet is reference_sheet)
    sheet, count = next((sheet, count) for sheet, count in sheet_counts if count != expected)
    raise InputError(
        f"{sheet.file.name} has {count} segment{'s' * (count != '1')} but "
        f"{reference_sheet.file.name} "
        f"has {expected}: line i of each file must be the same segment"
    )


def check_not_missing(
    output_column: SheetColumn,
    outputs: ReferenceSet,
    reference_sheet: InputColumns,
    references: Sequence[ReferenceSet],
    n_read: int,
) -> None:
    """Check that every segment of a chunk has an output and a reference.

    The first file with references is needed for messages. `n_read` is the number of segments before
    the chunk.
    """
    sheet, column = output_column
    if None in outputs:
        missing_indices = [index for index, output in enumerate(outputs, n_read) if output is None]
        raise InputError(
            f"{sheet.file.name}: {column.name} lacks {_describe_segments(sheet, missing_indices)}: "
            "add what is "
            "missing, or choose other systems with --systems"
        )
    if references and all(None in column for column in references):
        _check_references_exist(
            reference_sheet, references, n_read, lambda reference: reference is None
        )


def check_sentences(
    output_column: SheetColumn,
    outputs: ReferenceSet,
    reference_sheet: InputColumns,
    references: Sequence[ReferenceSet],
    n_read: int,
) -> None:
    """Check that every segment of a chunk has an output and a reference with a sentence.

    The parameters are the same as in `check_not_missing`.
    """
    sheet, column = output_column
    if empty_indices := [
        index for index, output in enumerate(outputs, n_read) if not has_sentence(output)
    ]:
        system_text = f" of {column.name}" if column.name else ""
        raise InputError(
            f"{_format_location(sheet, column, empty_indices[0])}: "
            f"{_describe_segments(sheet, empty_indices)}{system_text} "
            f"{'have' if len(empty_indices) > 1 else 'has'} no sentence: give texts, or leave out "
            "these "
            "segments for all systems"
        )
    _check_references_exist(
        reference_sheet, references, n_read, lambda reference: not has_sentence(reference)
    )


class RequiredScript(NamedTuple):
    """The script that outputs must be written in.

    language
        The language code, for messages.
    has_letter
        A function that returns whether a text has a letter of the script, or no letter at all.
    missing_description
        The description of a text without a letter of the script, after "has" in messages.
    """

    language: str
    has_letter: Callable[[str], bool]
    missing_description: str


def check_script(
    output_column: SheetColumn, outputs: ReferenceSet, script: RequiredScript, n_read: int
) -> None:
    """Check that every output of a chunk has a letter of the script, or no letter at all."""
    sheet, column = output_column
    for index, output in enumerate(outputs, n_read):
        if output is not None and not script.has_letter(get_text(output)):
            system_text = f" of {column.name}" if column.name else ""
            raise InputError(
                f"{_format_location(sheet, column, index)}: "
                f"{_describe_segments(sheet, [index])}{system_text} "
                f"has {script.missing_description}: give texts in {script.language!r}, or leave it "
                "out for all systems"
            )


def _check_references_exist(
    reference_sheet: InputColumns,
    references: Sequence[ReferenceSet],
    n_read: int,
    is_missing: Callable[[Segment | None], bool],
) -> None:
    rows = enumerate(zip(*references, strict=True), n_read)
    if missing_indices := [index for index, row in rows if all(map(is_missing, row))]:
        location = _format_location(
            reference_sheet, reference_sheet.references[0], missing_indices[0]
        )
        raise InputError(
            f"{location}: there is no reference for "
            f"{_describe_segments(reference_sheet, missing_indices)}: give at least "
            "one for each segment"
        )


def _format_location(sheet: InputColumns, column: TextColumn, index: int) -> str:
    line = sheet.find_line(column, index)
    return sheet.file.name if line is None else f"{sheet.file.name}, line {line}"


def check_same_texts(
    sheet: InputColumns,
    main_sheet: InputColumns,
    n_read: int,
    role: str,
    main_texts: ReferenceSet,
    other_texts: ReferenceSet,
) -> None:
    """Check that two files have the same references, sources or documents (the role `role`).

    An empty source or document matches any other.
    """
    if main_texts == other_texts:
        return
    for index, (main_text, other_text) in enumerate(
        zip(main_texts, other_texts, strict=True), n_read
    ):
        if main_text != other_text and (role == REFERENCE or (main_text and other_text)):
            raise InputError(
                f"{sheet.file.name}: {_describe_segments(sheet, [index])} has a different {role} "
                "than "
                f"in {main_sheet.file.name}: give files with the same segments, or score them "
                "separately"
            )


def _describe_segments(sheet: InputColumns, indices: Sequence[int]) -> str:
    keys: Sequence[SegmentKey] = sheet.keys or ()
    return describe_segments([keys[index] if keys else ("", str(index + 1)) for index in indices])
