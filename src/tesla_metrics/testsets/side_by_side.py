"""Columns of several files, a stretch at a time, so that their length does not matter."""

from collections.abc import Callable, Iterator, Sequence
from itertools import chain, islice

from ..errors import InputError
from ..files.limits import count_on
from ..intake.documents import has_sentence
from ..languages.scripts import is_written_in, no_letter
from ..names import REFERENCE
from ..tasks import ReferenceSet, Segment, text_of
from .sheet import Kept, Key, Row, Sheet, TextColumn, name_some

Place = tuple[Sheet, TextColumn]

# Segments in memory at a time: enough for threads and processes to share.
_STRETCH = 5_000
# Of each file after the other, so that one with long lines does not run ahead, nor one that is too
# long; and characters of all, after which a stretch must do.
_PIECE = 100
_CHARACTERS = 30_000_000


def arrange(
    sheets: Sequence[Sheet], references: Sequence[Sheet]
) -> tuple[list[Sheet], list[Sheet]]:
    """Segments with keys in the order of the first reference that has them."""
    order = [s for s in (*sheets, *references) if s.references] + list(sheets)
    first = next((sheet for sheet in order if sheet.keys is not None), None)
    if first is not None:
        _check_order([*sheets, *references], first)

    def arranged(sheet: Sheet) -> Sheet:
        if first is None or first.keys is None or sheet.keys is None or sheet is first:
            return sheet
        assert isinstance(sheet, Kept)  # what has keys is held in memory
        return sheet.arranged(first.keys, first.file.name)

    return list(map(arranged, sheets)), list(map(arranged, references))


def _check_order(sheets: Sequence[Sheet], first: Sheet) -> None:
    """Plain lines beside segments with ids are in their order, so there must be only one."""
    plain = next((sheet for sheet in sheets if sheet.keys is None), None)
    if plain is None:
        return
    for sheet in sheets:
        if sheet.mixed:
            raise InputError(
                f"{sheet.file.name}: its systems have the segments in different orders, so that "
                f"it cannot be told which the lines of {plain.file.name} are in: give rows in one "
                "order, or references as a column"
            )
        if sheet.keys is None or list(sheet.keys) == list(first.keys or ()):
            continue
        if set(sheet.keys) == set(first.keys or ()):
            raise InputError(
                f"{sheet.file.name} and {first.file.name} have the segments in different orders, "
                f"so that it cannot be told which the lines of {plain.file.name} are in: give "
                "files in one order"
            )


def side_by_side(places: Sequence[Place]) -> Iterator[list[list[Segment | None]]]:
    """Columns a stretch at a time; each file is read once for all its columns."""
    sheets: list[Sheet] = []
    for sheet, _ in places:
        if not any(sheet is other for other in sheets):
            sheets.append(sheet)
    columns = [
        list(dict.fromkeys(column for other, column in places if other is sheet))
        for sheet in sheets
    ]
    streams = [_begun(sheet, sheet.rows(own)) for sheet, own in zip(sheets, columns, strict=True)]
    done = 0
    while True:
        stretches = _read_stretch(streams)
        _check_lengths(sheets, streams, stretches, done, places)
        if not stretches[0]:
            return
        found = {
            (id(sheet), column): list(texts)
            for sheet, own, rows in zip(sheets, columns, stretches, strict=True)
            for column, texts in zip(own, zip(*rows, strict=True), strict=True)
        }
        yield [found[id(sheet), column] for sheet, column in places]
        done += len(stretches[0])


def _begun(sheet: Sheet, stream: Iterator[Row]) -> Iterator[Row]:
    """The same, of which the first row was read: an empty file is told before another's faults."""
    first = next(stream, None)
    if first is None:
        raise InputError(f"{sheet.file.name} is empty: give a file with at least one segment")
    return chain([first], stream)


def _read_stretch(streams: Sequence[Iterator[Row]]) -> list[list[Row]]:
    """The next rows of each; equally many, unless one has ended."""
    stretches: list[list[Row]] = [[] for _ in streams]
    characters = 0
    while len(stretches[0]) < _STRETCH and characters < _CHARACTERS:
        wanted = min(_PIECE, _STRETCH - len(stretches[0]))
        pieces = [list(islice(stream, wanted)) for stream in streams]
        for rows, piece in zip(stretches, pieces, strict=True):
            rows += piece
        if any(len(piece) < wanted for piece in pieces):
            break
        texts = (text for piece in pieces for row in piece for text in row)
        characters += sum(len(text_of(text)) for text in texts if text is not None)
    return stretches


def _check_lengths(
    sheets: Sequence[Sheet], streams: Sequence[Iterator[Row]], stretches: Sequence[list[Row]],
    done: int, places: Sequence[Place],
) -> None:  # fmt: skip
    if len(set(map(len, stretches))) == 1:
        return
    counts = [
        count_on(done + len(rows), stream) for rows, stream in zip(stretches, streams, strict=True)
    ]
    reference = places[1][0] if len(places) > 1 else sheets[0]
    expected = next(n for sheet, n in zip(sheets, counts, strict=True) if sheet is reference)
    sheet, count = next(pair for pair in zip(sheets, counts, strict=True) if pair[1] != expected)
    raise InputError(
        f"{sheet.file.name} has {count} segment{'s' * (count != '1')} but {reference.file.name} "
        f"has {expected}: line i of each file must be the same segment"
    )


def check_there(
    place: Place, outputs: ReferenceSet, first: Sheet, references: Sequence[ReferenceSet], done: int
) -> None:
    """Every segment has an output and a reference; `first` is the first file of references."""
    sheet, column = place
    if None in outputs:
        missing = [done + i for i, output in enumerate(outputs) if output is None]
        raise InputError(
            f"{sheet.file.name}: {column.name} lacks {_name(sheet, missing)}: add what is "
            "missing, or choose others by --systems"
        )
    if references and all(None in column for column in references):
        _check_references(first, references, done, lambda one: one is None)


def check_sentences(
    place: Place, outputs: ReferenceSet, first: Sheet, references: Sequence[ReferenceSet], done: int
) -> None:
    """Every text has a sentence, and so has a reference of each; `outputs` are all there."""
    sheet, column = place
    if empty := [i for i, output in enumerate(outputs, done) if not has_sentence(output)]:
        of = f" of {column.name}" if column.name else ""
        raise InputError(
            f"{_where(sheet, column, empty[0])}: {_name(sheet, empty)}{of} "
            f"{'have' if len(empty) > 1 else 'has'} no sentence: give texts, or leave out what is "
            "empty for all systems"
        )
    _check_references(first, references, done, lambda one: not has_sentence(one))


def check_letters(place: Place, outputs: ReferenceSet, written_in: str, done: int) -> None:
    """Every text has one of the language's letters; `outputs` are all there."""
    sheet, column = place
    for number, output in enumerate(outputs, done):
        if output is not None and not is_written_in(text_of(output), written_in):
            of = f" of {column.name}" if column.name else ""
            raise InputError(
                f"{_where(sheet, column, number)}: {_name(sheet, [number])}{of} has "
                f"{no_letter(written_in)}: give texts in {written_in!r}, or leave it out for all "
                "systems"
            )


def _check_references(
    first: Sheet,
    references: Sequence[ReferenceSet],
    done: int,
    lacks: Callable[[Segment | None], bool],
) -> None:
    rows = enumerate(zip(*references, strict=True), done)
    if none := [i for i, row in rows if all(map(lacks, row))]:
        where = _where(first, first.references[0], none[0])
        raise InputError(
            f"{where}: there is no reference for {_name(first, none)}: give at least one for each"
        )


def _where(sheet: Sheet, column: TextColumn, number: int) -> str:
    line = sheet.line(column, number)
    return sheet.file.name if line is None else f"{sheet.file.name}, line {line}"


def check_same(
    sheet: Sheet, main: Sheet, done: int, what: str, ours: ReferenceSet, theirs: ReferenceSet
) -> None:
    """The references, sources or documents of one file are those of the main one.

    A source or document that one of them leaves empty is any.
    """
    if ours == theirs:
        return
    for number, (one, other) in enumerate(zip(ours, theirs, strict=True), done):
        if one != other and (what == REFERENCE or (one and other)):
            raise InputError(
                f"{sheet.file.name}: {_name(sheet, [number])} has another {what} than in "
                f"{main.file.name}: give files of the same segments, or score them one by one"
            )


def _name(sheet: Sheet, numbers: Sequence[int]) -> str:
    keys: Sequence[Key] = sheet.keys or ()
    return name_some([keys[i] if keys else ("", str(i + 1)) for i in numbers])
