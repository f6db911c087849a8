"""Read files into a test set."""

from collections.abc import Sequence

from ...errors import InputError, UsageError
from ..field_names import CANDIDATE, NOTHING, REFERENCE, SOURCE, find_role
from ..input_file import InputFile, open_inputs
from .formats import (
    FORMAT_NAMES,
    INPUT_FORMATS,
    MARKUP_FORMATS,
    TABLE_FORMATS,
    UNSUPPORTED_HINTS,
    detect_format,
    is_markup,
)
from .sheet import InputColumns, PlainTextSheet, TextColumn
from .table_columns import TableOptions, parse_columns_option
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
    if kind is not None and kind not in INPUT_FORMATS:
        raise UsageError(f"unknown input format {kind!r}: choose from {', '.join(INPUT_FORMATS)}")
    chosen_columns = parse_columns_option([columns] if isinstance(columns, str) else columns)
    if chosen_columns and kind not in (None, *TABLE_FORMATS):
        raise UsageError(f"--columns is for tables, not for {kind}: remove it")
    if chosen_columns and CANDIDATE not in chosen_columns:
        raise UsageError("--columns does not name the system output: add hyp=COLUMN")
    if header is not None and not chosen_columns:
        raise UsageError("--header and --no-header can only be used with --columns: add --columns")
    source_paths = [] if source is None else [source]
    inputs = open_inputs([*files, *source_paths, *references], max_line)
    outputs = inputs[: len(files)]
    source_inputs = inputs[len(files) : len(files) + len(source_paths)]
    reference_inputs = inputs[len(files) + len(source_paths) :]
    has_other_counterparts = (
        bool(references or (source_paths and against == SOURCE)) or against == NOTHING
    )
    options = TableOptions(chosen_columns, header, has_other_counterparts, documents, against)
    # References are opened first, so that a mistyped path is reported before stdin is read.
    reference_sheets = [_read_reference(file, kind, options) for file in reference_inputs]
    source_sheets = [_read_source(file, kind, options) for file in source_inputs]
    sheets = [
        _read_outputs(file, _find_format(file, kind, options), options, len(files) > 1)
        for file in outputs
    ]
    if source_sheets:
        _refuse_second_source([*sheets, *reference_sheets])
    testset = Testset(sheets, reference_sheets, skip_empty, *source_sheets, documents=documents)
    if not testset.reference_names and not testset.source_name and against != NOTHING:
        raise _no_counterpart_error(against, metrics, outputs[0], sheets[0])
    return testset


def _refuse_second_source(sheets: Sequence[InputColumns]) -> None:
    """Refuse a file with sources if the user also gives a file of sources."""
    if source_sheet := next((sheet for sheet in sheets if sheet.source), None):
        raise UsageError(
            f"{source_sheet.file.name} already has sources: remove -s, or use --columns without "
            "src= to ignore the sources of the table"
        )


def _no_counterpart_error(
    counterpart: str, metric_names: str, file: InputFile, sheet: InputColumns
) -> UsageError:
    metrics_text = f" for {metric_names}" * bool(metric_names)
    return UsageError(
        f"there is no {counterpart}{metrics_text}: add "
        f"{_suggest_counterpart(counterpart, file, sheet)} (see --help)"
    )


def _suggest_counterpart(counterpart: str, file: InputFile, sheet: InputColumns) -> str:
    flag = "-s SRC" if counterpart == SOURCE else "-r REF"
    if not isinstance(sheet, PlainTextSheet):
        return f"{flag}, or name the column of {file.name} that has it"
    return flag if counterpart == SOURCE else f"{flag}, or -t SET for a test set of sacreBLEU"


def _find_format(file: InputFile, file_format: str | None, options: TableOptions) -> str:
    """Return the format in which to read a file of system outputs."""
    if file_format in MARKUP_FORMATS and not is_markup(file):
        file_format = None  # The file has plain lines in the same order as a markup file.
    if file_format is not None:
        return file_format
    detected_format = detect_format(file)
    if options.columns:
        return detected_format if detected_format in TABLE_FORMATS else "tsv"
    if detected_format == "jsonl" and file.suffix in (".jsonl", ".ndjson"):
        return detected_format
    _refuse_undeclared_format(file, detected_format, options)
    return "text"


def _read_outputs(
    file: InputFile, file_format: str, options: TableOptions, match_by_id: bool
) -> InputColumns:
    if file_format in TABLE_FORMATS:
        from .table_layouts import read_table  # Imported late: most files are plain text.

        return read_table(file, file_format, options, match_by_id)
    if file_format in MARKUP_FORMATS:
        return _read_markup(file, file_format, are_references=False)
    return _get_sheet_class(file_format)(file, systems=[TextColumn("")])


def _read_markup(file: InputFile, file_format: str, *, are_references: bool) -> InputColumns:
    if file_format == "sgml":
        from .sgml import read_sgml

        return read_sgml(file, are_references=are_references)
    from .wmt_xml import read_wmt_xml

    return read_wmt_xml(file, references_only=are_references)


def _get_sheet_class(file_format: str | None) -> type[InputColumns]:
    """Return the sheet class for CoNLL-U or for plain text."""
    if file_format == "conllu":
        from .sheet import ConlluSheet

        return ConlluSheet
    return PlainTextSheet


def _read_reference(
    file: InputFile, file_format: str | None, options: TableOptions
) -> InputColumns:
    """Read a file of references, in the format of the outputs or, for tables, as plain lines."""
    if file_format in MARKUP_FORMATS and is_markup(file):
        return _read_markup(file, file_format, are_references=True)
    if file_format not in ("text", "conllu"):
        detected_format = detect_format(file)
        if detected_format in TABLE_FORMATS:
            raise InputError(
                f"{file.name} looks like {FORMAT_NAMES[detected_format]}, but -r takes plain "
                "lines: extract "
                "the column, name it with ref= in --columns if the file also has the outputs, or "
                "give --input text to score it as it is"
            )
        _refuse_undeclared_format(file, detected_format, options)
    return _get_sheet_class(file_format)(file, references=[TextColumn("")])


def _read_source(file: InputFile, file_format: str | None, options: TableOptions) -> InputColumns:
    """Read a file of sources in plain lines or CoNLL-U; other formats contain their sources."""
    if file_format == "conllu":
        return _get_sheet_class(file_format)(file, source=TextColumn(""))
    detected_format = "text" if file_format == "text" else detect_format(file)
    if detected_format in (*TABLE_FORMATS, *MARKUP_FORMATS):
        raise InputError(
            f"{file.name} looks like {FORMAT_NAMES[detected_format]}, but -s takes plain lines: "
            "extract the "
            "sources, or give --input text to use it as it is"
        )
    _refuse_undeclared_format(file, detected_format, options)
    return PlainTextSheet(file, source=TextColumn(""))


def _refuse_undeclared_format(file: InputFile, detected_format: str, options: TableOptions) -> None:
    """Refuse a file that does not look like text if the user did not specify its format."""
    if detected_format == "text":
        return
    fix = f"--input {detected_format}"
    if detected_format in TABLE_FORMATS:
        names = _read_first_names(file, detected_format)
        if names and CANDIDATE not in map(find_role, names):
            fix = options.suggest_columns(names, detected_format != "jsonl")
    elif detected_format == "json":
        from .jsonl import suggest_json_lines

        fix = f"{suggest_json_lines(file)}, and --input jsonl"
    elif detected_format in UNSUPPORTED_HINTS:
        fix = UNSUPPORTED_HINTS[detected_format]
    raise InputError(
        f"{file.name} looks like {FORMAT_NAMES[detected_format]}: give {fix}, or --input text to "
        "score it "
        "as it is"
    )


def _read_first_names(file: InputFile, detected_format: str) -> list[str]:
    """Return the column or field names in the first line; empty if it cannot be parsed."""
    try:
        if detected_format == "jsonl":
            from .jsonl import read_objects

            return next((list(fields) for _, fields in read_objects(file)), [])
        from .delimited import iterate_rows

        return next((cells for _, cells in iterate_rows(file, detected_format)), [])
    except InputError:
        return []
