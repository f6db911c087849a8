"""Read files into a test set."""

from collections.abc import Sequence

from ...errors import InputError, UsageError
from ..field_names import CANDIDATE, NOTHING, REFERENCE, SOURCE, role_of
from ..input_file import InputFile, open_inputs
from .formats import (
    FORMAT_NAMES,
    KINDS,
    MARKUP,
    TABLES,
    UNSUPPORTED_HINTS,
    detect_format,
    is_markup,
)
from .sheet import InputColumns, PlainTextSheet, TextColumn
from .table_columns import TableOptions, parse_columns
from .testset import Testset


def read_testset(
    files: Sequence[str],
    references: Sequence[str] = (),
    *,
    kind: str | None = None,
    columns: str | Sequence[str] = (),
    header: bool | None = None,
    skip_empty: bool = False,
    documents: bool = False,
    max_line: int | None = None,
    source: str | None = None,
    against: str = REFERENCE,
    metrics: str = "",
) -> Testset:
    """Read the outputs in `files` and the references in them and in the files `references`.

    `kind` is one of KINDS. By default files are plain text, except tables with `columns` (such as
    `hyp=mt,ref=ref`) and `.jsonl` files with known field names; a file that looks like another
    format is refused. `header` tells whether a table with numbered columns has a header line.
    `skip_empty` ignores empty segments of the second and later reference sets. `documents` keeps
    line ends in cells and refuses texts without a sentence. `max_line` is the maximum number of
    characters per line or segment (default 1,000,000). `source` is a file with the sources, which
    make references optional. If there are neither, an error asks for what `against` names
    ("reference", "source", or "nothing": no error) and for which metrics (`metrics`).
    """
    if kind is not None and kind not in KINDS:
        raise UsageError(f"unknown input format {kind!r}: choose from {', '.join(KINDS)}")
    chosen_columns = parse_columns([columns] if isinstance(columns, str) else columns)
    if chosen_columns and kind not in (None, *TABLES):
        raise UsageError(f"--columns is for tables, not for {kind}: remove it")
    if chosen_columns and CANDIDATE not in chosen_columns:
        raise UsageError("--columns does not name the system output: add hyp=COLUMN")
    if header is not None and not chosen_columns:
        raise UsageError("--header and --no-header can only be used with --columns: add --columns")
    originals = [] if source is None else [source]
    inputs = open_inputs([*files, *originals, *references], max_line)
    outputs = inputs[: len(files)]
    # References are opened first, so that a mistyped path is reported before stdin is read.
    elsewhere = bool(references or (originals and against == SOURCE)) or against == NOTHING
    options = TableOptions(chosen_columns, header, elsewhere, documents, against)
    refs = [_read_reference(file, kind, options) for file in inputs[len(files) + len(originals) :]]
    sources = [_read_source(file, kind, options) for file in inputs[len(files) :][: len(originals)]]
    sheets = [_read(file, _kind(file, kind, options), options, len(files) > 1) for file in outputs]
    if sources:
        _refuse_second_source([*sheets, *refs])
    testset = Testset(sheets, refs, skip_empty, *sources, documents=documents)
    if not testset.reference_names and not testset.source_name and against != NOTHING:
        raise _no_counterpart(against, metrics, outputs[0], sheets[0])
    return testset


def _refuse_second_source(sheets: Sequence[InputColumns]) -> None:
    """Refuse a file that has sources when -s is given: it is unclear which ones are right."""
    if with_source := next((sheet for sheet in sheets if sheet.source), None):
        raise UsageError(
            f"{with_source.file.name} already has sources: remove -s, or use --columns without "
            "src= to ignore the sources of the table"
        )


def _no_counterpart(
    against: str, wanted_by: str, file: InputFile, sheet: InputColumns
) -> UsageError:
    by = f" for {wanted_by}" * bool(wanted_by)
    return UsageError(
        f"there is no {against}{by}: add {_how_to_add(against, file, sheet)} (see --help)"
    )


def _how_to_add(against: str, file: InputFile, sheet: InputColumns) -> str:
    flag = "-s SRC" if against == SOURCE else "-r REF"
    if not isinstance(sheet, PlainTextSheet):
        return f"{flag}, or name the column of {file.name} that has it"
    return flag if against == SOURCE else f"{flag}, or -t SET for a test set of sacreBLEU"


def _kind(file: InputFile, kind: str | None, options: TableOptions) -> str:
    """Return the format in which to read a file of system outputs."""
    if kind in MARKUP and not is_markup(file):
        kind = None  # plain lines in the same order as the markup file
    if kind is not None:
        return kind
    looks = detect_format(file)
    if options.columns:
        return looks if looks in TABLES else "tsv"
    if looks == "jsonl" and file.suffix in (".jsonl", ".ndjson"):
        return looks
    _refuse_undeclared(file, looks, options)
    return "text"


def _read(file: InputFile, kind: str, options: TableOptions, several: bool) -> InputColumns:
    if kind in TABLES:
        from .table_layouts import (
            read_table,  # imported late: most files are plain text
        )

        return read_table(file, kind, options, several)
    if kind in MARKUP:
        return _read_markup(file, kind, references=False)
    return _sheet_class(kind)(file, systems=[TextColumn("")])


def _read_markup(file: InputFile, kind: str, *, references: bool) -> InputColumns:
    if kind == "sgml":
        from .sgml import read_sgml

        return read_sgml(file, references=references)
    from .wmt_xml import read_wmt_xml

    return read_wmt_xml(file, references_only=references)


def _sheet_class(kind: str | None) -> type[InputColumns]:
    """Return the sheet class for a format whose segments follow one another."""
    if kind == "conllu":
        from .sheet import ConlluSheet

        return ConlluSheet
    return PlainTextSheet


def _read_reference(file: InputFile, kind: str | None, options: TableOptions) -> InputColumns:
    """Read a file of references: the same format as the outputs, but plain lines for tables."""
    if kind in MARKUP and is_markup(file):
        return _read_markup(file, kind, references=True)
    if kind not in ("text", "conllu"):
        looks = detect_format(file)
        if looks in TABLES:
            raise InputError(
                f"{file.name} looks like {FORMAT_NAMES[looks]}, but -r takes plain lines: extract "
                "the "
                "column, name it with ref= in --columns if the file also has the outputs, or give "
                "--input text to score it as it is"
            )
        _refuse_undeclared(file, looks, options)
    return _sheet_class(kind)(file, references=[TextColumn("")])


def _read_source(file: InputFile, kind: str | None, options: TableOptions) -> InputColumns:
    """Read a file of sources: plain lines or CoNLL-U (other formats contain their sources)."""
    if kind == "conllu":
        return _sheet_class(kind)(file, source=TextColumn(""))
    looks = "text" if kind == "text" else detect_format(file)
    if looks in (*TABLES, *MARKUP):
        raise InputError(
            f"{file.name} looks like {FORMAT_NAMES[looks]}, but -s takes plain lines: extract the "
            "sources, or give --input text to use it as it is"
        )
    _refuse_undeclared(file, looks, options)
    return PlainTextSheet(file, source=TextColumn(""))


def _refuse_undeclared(file: InputFile, looks: str, options: TableOptions) -> None:
    if looks == "text":
        return
    fix = f"--input {looks}"
    if looks in TABLES:
        names = _first_names(file, looks)
        if names and CANDIDATE not in map(role_of, names):
            fix = options.suggest_columns(names, looks != "jsonl")
    elif looks == "json":
        from .jsonl import json_lines_hint

        fix = f"{json_lines_hint(file)}, and --input jsonl"
    elif looks in UNSUPPORTED_HINTS:
        fix = UNSUPPORTED_HINTS[looks]
    raise InputError(
        f"{file.name} looks like {FORMAT_NAMES[looks]}: give {fix}, or --input text to score it "
        "as it is"
    )


def _first_names(file: InputFile, looks: str) -> list[str]:
    """Return the column or field names in the first line, or none if it cannot be parsed."""
    try:
        if looks == "jsonl":
            from .jsonl import read_objects

            return next((list(fields) for _, fields in read_objects(file)), [])
        from .delimited import split_rows

        return next((cells for _, cells in split_rows(file, looks)), [])
    except InputError:
        return []
