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
    """Read system outputs, references and sources from files.

    Parameters
    ----------
    files : sequence of str
        Files with system outputs; tables may also contain references and sources.
    references : sequence of str
        Files with references.
    kind : str, optional
        The format of the files: text, conllu, tsv, csv, jsonl, sgml or wmt-xml. By default, files
        are plain text, except tables if `columns` is given, and `.jsonl` files with known field
        names; a file that looks like another format is refused.
    columns : str or sequence of str
        The columns of tables by role, such as "hyp=mt,ref=ref".
    header : bool, optional
        Whether a table with numbered columns has a header line.
    skip_empty : bool
        Ignore empty segments of the second and later reference sets.
    documents : bool
        Keep line ends in cells, and refuse texts without a sentence.
    max_line : int, optional
        The maximum number of characters of a line or segment (default 1,000,000).
    source : str, optional
        File with the sources.
    against : str
        The counterparts that are needed: "reference", "source" or "nothing". If the files contain
        neither references nor sources, an error asks for them.
    metrics : str
        The names of the metrics that need them, for the error message.

    Returns
    -------
    Testset
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
    source_inputs = inputs[len(files) : len(files) + len(originals)]
    reference_inputs = inputs[len(files) + len(originals) :]
    elsewhere = bool(references or (originals and against == SOURCE)) or against == NOTHING
    options = TableOptions(chosen_columns, header, elsewhere, documents, against)
    # References are opened first, so that a mistyped path is reported before stdin is read.
    refs = [_read_reference(file, kind, options) for file in reference_inputs]
    sources = [_read_source(file, kind, options) for file in source_inputs]
    sheets = [_read(file, _kind(file, kind, options), options, len(files) > 1) for file in outputs]
    if sources:
        _refuse_second_source([*sheets, *refs])
    testset = Testset(sheets, refs, skip_empty, *sources, documents=documents)
    if not testset.reference_names and not testset.source_name and against != NOTHING:
        raise _no_counterpart(against, metrics, outputs[0], sheets[0])
    return testset


def _refuse_second_source(sheets: Sequence[InputColumns]) -> None:
    """Refuse a file with sources if the user also gives a file of sources."""
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
        kind = None  # The file has plain lines in the same order as a markup file.
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
        from .table_layouts import read_table  # Imported late: most files are plain text.

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
    """Return the sheet class for CoNLL-U or for plain text."""
    if kind == "conllu":
        from .sheet import ConlluSheet

        return ConlluSheet
    return PlainTextSheet


def _read_reference(file: InputFile, kind: str | None, options: TableOptions) -> InputColumns:
    """Read a file of references, in the format of the outputs or, for tables, as plain lines."""
    if kind in MARKUP and is_markup(file):
        return _read_markup(file, kind, references=True)
    if kind not in ("text", "conllu"):
        looks = detect_format(file)
        if looks in TABLES:
            raise InputError(
                f"{file.name} looks like {FORMAT_NAMES[looks]}, but -r takes plain lines: extract "
                "the column, name it with ref= in --columns if the file also has the outputs, or "
                "give --input text to score it as it is"
            )
        _refuse_undeclared(file, looks, options)
    return _sheet_class(kind)(file, references=[TextColumn("")])


def _read_source(file: InputFile, kind: str | None, options: TableOptions) -> InputColumns:
    """Read a file of sources in plain lines or CoNLL-U; other formats contain their sources."""
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
    """Refuse a file that does not look like text if the user did not specify its format."""
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
    """Return the column or field names in the first line; empty if it cannot be parsed."""
    try:
        if looks == "jsonl":
            from .jsonl import read_objects

            return next((list(fields) for _, fields in read_objects(file)), [])
        from .delimited import split_rows

        return next((cells for _, cells in split_rows(file, looks)), [])
    except InputError:
        return []
