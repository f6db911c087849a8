"""Read the columns of several files in parallel, in chunks."""

from collections.abc import Callable, Iterator, Sequence
from itertools import chain, islice
from typing import NamedTuple

from ...errors import InputError
from ..field_names import REFERENCE
from ..inputs.references import has_sentence
from ..item import ReferenceSet, Segment, text_of
from ..lines import count_total
from .sheet import InMemorySheet, InputColumns, Key, Row, TextColumn, describe_segments


class SheetColumn(NamedTuple):
    """A column and the file that contains it."""

    sheet: InputColumns
    column: TextColumn


# Segments per chunk: enough to distribute over threads and processes.
_CHUNK = 5_000
# A chunk ends earlier if it has more characters, counted over all columns.
_MAX_CHARACTERS = 30_000_000
# Rows to read from each file in turn, so that no file is read far ahead of the others.
_PIECE = 100


def reorder_by_keys(
    sheets: Sequence[InputColumns], references: Sequence[InputColumns]
) -> tuple[list[InputColumns], list[InputColumns]]:
    """Reorder the segments of files with keys, so that all files have the same order.

    The first file with references and keys determines the order, or else the first file with keys.
    Return the sheets of outputs and the sheets of references.
    """
    order = [sheet for sheet in (*sheets, *references) if sheet.references] + list(sheets)
    first = next((sheet for sheet in order if sheet.keys is not None), None)
    if first is not None:
        _check_order([*sheets, *references], first)

    def arranged(sheet: InputColumns) -> InputColumns:
        if first is None or first.keys is None or sheet.keys is None or sheet is first:
            return sheet
        assert isinstance(sheet, InMemorySheet)  # All sheets with keys are in memory.
        return sheet.reordered(first.keys, first.file.name)

    return list(map(arranged, sheets)), list(map(arranged, references))


def _check_order(sheets: Sequence[InputColumns], first: InputColumns) -> None:
    """Refuse different orders of segments if there is also a file without keys.

    It would be unclear to which segments the lines of the file without keys belong.
    """
    plain = next((sheet for sheet in sheets if sheet.keys is None), None)
    if plain is None:
        return
    for sheet in sheets:
        if sheet.different_orders:
            raise InputError(
                f"{sheet.file.name}: its systems have the segments in different orders, so that "
                f"the order of the lines of {plain.file.name} is unclear: give rows in the same "
                "order, or references as a column"
            )
        if sheet.keys is None or list(sheet.keys) == list(first.keys or ()):
            continue
        if set(sheet.keys) == set(first.keys or ()):
            raise InputError(
                f"{sheet.file.name} and {first.file.name} have the segments in different orders, "
                f"so that the order of the lines of {plain.file.name} is unclear: give files in "
                "the same order"
            )


def read_aligned(places: Sequence[SheetColumn]) -> Iterator[list[list[Segment | None]]]:
    """Yield the texts of columns in chunks: one list of texts per column.

    Each file is read once for all its columns.
    """
    sheets: list[InputColumns] = []
    for sheet, _ in places:
        if not any(sheet is other for other in sheets):
            sheets.append(sheet)
    columns_by_sheet = [
        list(dict.fromkeys(column for other, column in places if other is sheet))
        for sheet in sheets
    ]
    streams = [
        _check_not_empty(sheet, sheet.rows(sheet_columns))
        for sheet, sheet_columns in zip(sheets, columns_by_sheet, strict=True)
    ]
    done = 0
    while True:
        chunks = _read_chunks(streams)
        _check_lengths(sheets, streams, chunks, done, places)
        if not chunks[0]:
            return
        texts_by_column: dict[tuple[int, TextColumn], list[Segment | None]] = {}
        for sheet, sheet_columns, rows in zip(sheets, columns_by_sheet, chunks, strict=True):
            texts_per_column = zip(*rows, strict=True)
            for column, texts in zip(sheet_columns, texts_per_column, strict=True):
                texts_by_column[id(sheet), column] = list(texts)
        yield [texts_by_column[id(sheet), column] for sheet, column in places]
        done += len(chunks[0])


def _check_not_empty(sheet: InputColumns, stream: Iterator[Row]) -> Iterator[Row]:
    """Read the first row, so that an empty file is reported before errors in other files."""
    first = next(stream, None)
    if first is None:
        raise InputError(f"{sheet.file.name} is empty: give a file with at least one segment")
    return chain([first], stream)


def _read_chunks(streams: Sequence[Iterator[Row]]) -> list[list[Row]]:
    """Return the next rows of each stream; the same number, unless a stream has ended."""
    chunks: list[list[Row]] = [[] for _ in streams]
    characters = 0
    while len(chunks[0]) < _CHUNK and characters < _MAX_CHARACTERS:
        row_count = min(_PIECE, _CHUNK - len(chunks[0]))
        pieces = [list(islice(stream, row_count)) for stream in streams]
        for rows, new_rows in zip(chunks, pieces, strict=True):
            rows += new_rows
        if any(len(new_rows) < row_count for new_rows in pieces):
            break
        texts = chain.from_iterable(chain.from_iterable(pieces))
        characters += sum(len(text_of(text)) for text in texts if text is not None)
    return chunks


def _check_lengths(
    sheets: Sequence[InputColumns], streams: Sequence[Iterator[Row]], chunks: Sequence[list[Row]],
    done: int, columns: Sequence[SheetColumn],
) -> None:  # fmt: skip
    """Refuse files of different lengths; `done` rows of each file were read before `chunks`."""
    if len(set(map(len, chunks))) == 1:
        return
    counts = [
        count_total(done + len(rows), stream) for rows, stream in zip(chunks, streams, strict=True)
    ]
    sheet_counts = list(zip(sheets, counts, strict=True))
    reference = columns[1].sheet if len(columns) > 1 else sheets[0]
    expected = next(count for sheet, count in sheet_counts if sheet is reference)
    sheet, count = next((sheet, count) for sheet, count in sheet_counts if count != expected)
    raise InputError(
        f"{sheet.file.name} has {count} segment{'s' * (count != '1')} but {reference.file.name} "
        f"has {expected}: line i of each file must be the same segment"
    )


def check_not_missing(
    output_column: SheetColumn,
    outputs: ReferenceSet,
    first: InputColumns,
    references: Sequence[ReferenceSet],
    done: int,
) -> None:
    """Check that every segment of a chunk has an output and a reference.

    The first file with references is needed for messages. `done` is the number of segments before
    the chunk.
    """
    sheet, column = output_column
    if None in outputs:
        missing = [index for index, output in enumerate(outputs, done) if output is None]
        raise InputError(
            f"{sheet.file.name}: {column.name} lacks {_name_segments(sheet, missing)}: add what is "
            "missing, or choose other systems with --systems"
        )
    if references and all(None in column for column in references):
        _check_references(first, references, done, lambda reference: reference is None)


def check_sentences(
    output_column: SheetColumn,
    outputs: ReferenceSet,
    first: InputColumns,
    references: Sequence[ReferenceSet],
    done: int,
) -> None:
    """Check that every segment of a chunk has an output and a reference with a sentence.

    The parameters are the same as in `check_not_missing`.
    """
    sheet, column = output_column
    if empty := [index for index, output in enumerate(outputs, done) if not has_sentence(output)]:
        system_text = f" of {column.name}" if column.name else ""
        raise InputError(
            f"{_location(sheet, column, empty[0])}: {_name_segments(sheet, empty)}{system_text} "
            f"{'have' if len(empty) > 1 else 'has'} no sentence: give texts, or leave out these "
            "segments for all systems"
        )
    _check_references(first, references, done, lambda reference: not has_sentence(reference))


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


def check_letters(
    output_column: SheetColumn, outputs: ReferenceSet, script: RequiredScript, done: int
) -> None:
    """Check that every output of a chunk has a letter of the script, or no letter at all."""
    sheet, column = output_column
    for index, output in enumerate(outputs, done):
        if output is not None and not script.has_letter(text_of(output)):
            system_text = f" of {column.name}" if column.name else ""
            raise InputError(
                f"{_location(sheet, column, index)}: {_name_segments(sheet, [index])}{system_text} "
                f"has {script.missing_description}: give texts in {script.language!r}, or leave it "
                "out for all systems"
            )


def _check_references(
    first: InputColumns,
    references: Sequence[ReferenceSet],
    done: int,
    lacks: Callable[[Segment | None], bool],
) -> None:
    rows = enumerate(zip(*references, strict=True), done)
    if missing := [index for index, row in rows if all(map(lacks, row))]:
        where = _location(first, first.references[0], missing[0])
        raise InputError(
            f"{where}: there is no reference for {_name_segments(first, missing)}: give at least "
            "one for each segment"
        )


def _location(sheet: InputColumns, column: TextColumn, index: int) -> str:
    line = sheet.line(column, index)
    return sheet.file.name if line is None else f"{sheet.file.name}, line {line}"


def check_same(
    sheet: InputColumns,
    main: InputColumns,
    done: int,
    what: str,
    ours: ReferenceSet,
    theirs: ReferenceSet,
) -> None:
    """Check that two files have the same references, sources or documents (the role `what`).

    An empty source or document matches any other.
    """
    if ours == theirs:
        return
    for index, (value, other) in enumerate(zip(ours, theirs, strict=True), done):
        if value != other and (what == REFERENCE or (value and other)):
            raise InputError(
                f"{sheet.file.name}: {_name_segments(sheet, [index])} has a different {what} than "
                f"in {main.file.name}: give files with the same segments, or score them separately"
            )


def _name_segments(sheet: InputColumns, indices: Sequence[int]) -> str:
    keys: Sequence[Key] = sheet.keys or ()
    return describe_segments([keys[index] if keys else ("", str(index + 1)) for index in indices])
