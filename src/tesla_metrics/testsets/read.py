"""From files to a test set."""

from collections.abc import Sequence

from ..errors import InputError, UsageError
from ..files.given import Given, give
from ..names import CANDIDATE, NOTHING, REFERENCE, SOURCE, role_of
from .columns import Asked, parse_columns
from .kinds import CALLED, INSTEAD, KINDS, MARKUP, TABLES
from .lines import LinesSheet
from .looks import is_markup, looks_like
from .sheet import Sheet, TextColumn
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
    wanted_by: str = "",
) -> Testset:
    """Systems of `files` beside the references in them and in the files `references`.

    `kind` is one of KINDS; without it files are plain text, except tables whose `columns` are named
    (`hyp=mt,ref=ref`) and `.jsonl` with the project's fields. A file that looks like something else
    is refused. `header` says whether the columns, given by number, have one; with `skip_empty` an
    empty segment of a second or later reference set is none. Of `documents`, texts of several
    sentences, line ends in cells are kept, and one without a sentence is refused. A line or segment
    of more than `max_line` characters (1,000,000) is refused. `source` is a file of what the
    outputs were made from; where there are sources, there need be no references. `against` is what
    messages ask for where there are neither, "reference" or "source"; with "nothing" all may lack.
    `wanted_by` names the metrics that want them.
    """
    if kind is not None and kind not in KINDS:
        raise UsageError(f"there is no input {kind!r}: choose from {', '.join(KINDS)}")
    wanted = parse_columns([columns] if isinstance(columns, str) else columns)
    if wanted and kind not in (None, *TABLES):
        raise UsageError(f"--columns is for tables, not for {kind}: leave it out")
    if wanted and CANDIDATE not in wanted:
        raise UsageError("--columns names no system's output: add hyp=COLUMN")
    if header is not None and not wanted:
        raise UsageError("--header and --no-header say more about --columns: give it too")
    originals = [] if source is None else [source]
    given = give([*files, *originals, *references], max_line)
    outputs = given[: len(files)]
    # References first: nobody should have to type a text before a slip in their names is found.
    held = bool(references or (originals and against == SOURCE)) or against == NOTHING
    asked = Asked(wanted, header, held, documents, against)
    beside = [_read_reference(one, kind, asked) for one in given[len(files) + len(originals) :]]
    sources = [_read_source(one, kind, asked) for one in given[len(files) :][: len(originals)]]
    sheets = [_read(file, _kind(file, kind, asked), asked, len(files) > 1) for file in outputs]
    if sources:
        _refuse_twice([*sheets, *beside])
    found = Testset(sheets, beside, skip_empty, *sources, documents=documents)
    if not found.reference_names and not found.source_name and against != NOTHING:
        raise _nothing_beside(against, wanted_by, outputs[0], sheets[0])
    return found


def _refuse_twice(sheets: Sequence[Sheet]) -> None:
    """Sources beside those of -s: it cannot be told which are right."""
    if own := next((sheet for sheet in sheets if sheet.source), None):
        raise UsageError(
            f"{own.file.name} has sources of its own: leave -s out (or the table's, by --columns "
            "without src=)"
        )


def _nothing_beside(against: str, wanted_by: str, file: Given, sheet: Sheet) -> UsageError:
    by = f" for {wanted_by}" * bool(wanted_by)
    return UsageError(f"there is no {against}{by}: add {_more(against, file, sheet)} (see --help)")


def _more(against: str, file: Given, sheet: Sheet) -> str:
    flag = "-s SRC" if against == SOURCE else "-r REF"
    if not isinstance(sheet, LinesSheet):
        return f"{flag}, or say where {file.name} has it"
    return flag if against == SOURCE else f"{flag}, or -t SET for one of sacreBLEU's test sets"


def _kind(file: Given, kind: str | None, asked: Asked) -> str:
    """What a file of systems is read as."""
    if kind in MARKUP and not is_markup(file):
        kind = None  # plain lines beside it, in the same order
    if kind is not None:
        return kind
    looks = looks_like(file)
    if asked.columns:
        return looks if looks in TABLES else "tsv"
    if looks == "jsonl" and file.suffix in (".jsonl", ".ndjson"):
        return looks
    _refuse(file, looks, asked)
    return "text"


def _read(file: Given, kind: str, asked: Asked, several: bool) -> Sheet:
    if kind in TABLES:
        from .tables import read_table  # most files are plain: readers of others are imported late

        return read_table(file, kind, asked, several)
    if kind in MARKUP:
        return _read_markup(file, kind, references=False)
    return _sheet(kind)(file, systems=[TextColumn("")])


def _read_markup(file: Given, kind: str, *, references: bool) -> Sheet:
    if kind == "sgml":
        from .sgml import read_sgml

        return read_sgml(file, references=references)
    from .wmt_xml import read_wmt_xml

    return read_wmt_xml(file, references_alone=references)


def _sheet(kind: str | None) -> type[Sheet]:
    """Of segments one after another."""
    if kind == "conllu":
        from .conllu import ConlluSheet

        return ConlluSheet
    return LinesSheet


def _read_reference(file: Given, kind: str | None, asked: Asked) -> Sheet:
    """Of the same kind, but beside tables plain lines."""
    if kind in MARKUP and is_markup(file):
        return _read_markup(file, kind, references=True)
    if kind not in ("text", "conllu"):
        looks = looks_like(file)
        if looks in TABLES:
            raise InputError(
                f"{file.name} looks like {CALLED[looks]}, and -r takes plain lines: cut the column "
                "out, name it by ref= in --columns if outputs stand beside it, or give --input "
                "text to score it as it is"
            )
        _refuse(file, looks, asked)
    return _sheet(kind)(file, references=[TextColumn("")])


def _read_source(file: Given, kind: str | None, asked: Asked) -> Sheet:
    """Plain lines, or analysed ones; tables and markup have the source beside the rest."""
    if kind == "conllu":
        return _sheet(kind)(file, source=TextColumn(""))
    looks = "text" if kind == "text" else looks_like(file)
    if looks in (*TABLES, *MARKUP):
        raise InputError(
            f"{file.name} looks like {CALLED[looks]}, and -s takes plain lines: cut the sources "
            "out, or give --input text to take it as it is"
        )
    _refuse(file, looks, asked)
    return LinesSheet(file, source=TextColumn(""))


def _refuse(file: Given, looks: str, asked: Asked) -> None:
    if looks == "text":
        return
    mend = f"--input {looks}"
    if looks in TABLES:
        names = _first_names(file, looks)
        if names and CANDIDATE not in map(role_of, names):
            mend = asked.mend(names, looks != "jsonl")
    elif looks == "json":
        from .jsonl import one_a_line

        mend = f"{one_a_line(file)}, and --input jsonl"
    elif looks in INSTEAD:
        mend = INSTEAD[looks]
    raise InputError(
        f"{file.name} looks like {CALLED[looks]}: give {mend}, or --input text to score it as it is"
    )


def _first_names(file: Given, looks: str) -> list[str]:
    """Of the columns or fields, as the first line has them; none where it cannot be read so."""
    try:
        if looks == "jsonl":
            from .jsonl import read_objects

            return next((list(fields) for _, fields in read_objects(file)), [])
        from .delimited import split_rows

        return next((cells for _, cells in split_rows(file, looks)), [])
    except InputError:
        return []
