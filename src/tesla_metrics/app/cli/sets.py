"""`tesla sets`: list the available test sets."""

import argparse
import json
import sys
from collections.abc import Iterator
from pathlib import Path

from ...errors import ExitCode
from ...reporting.table import FORMATS, Table, render_table
from .options import Commands, add_command, add_max_line_option

_EPILOG = """\
examples:
  tesla sets
  tesla score hyp.txt -t wmt22 -l en-de
  tesla sets wmt12 mt-metrics-eval-v2
  tesla meta wmt12/de-en
  tesla sets summeval.jsonl.gz
  tesla sets rated.tsv --columns src=original,hyp=rewrite

Without a folder, list the sets that sacreBLEU has downloaded, whose references 'tesla score -t' and
'tesla compare -t' use. With folders, list the judged sets in them, at any depth, for 'tesla meta',
and files of summaries (one topic per line). With files, list what 'tesla meta' finds in each.
Tables are listed only if they are named, not if they are in a folder.
Nothing is downloaded: use 'sacrebleu --download wmt22 -l en-de'.

exit codes: 0 done, 1 failed, 2 usage, 3 bad input, 4 missing resource, 130 interrupted,
143 terminated
"""
_COLUMNS = ("set", "pair", "segments", "references", "systems", "judgments")


def add_parser(commands: Commands) -> None:
    parser = add_command(commands, "sets", "list the available test sets", _EPILOG)
    parser.add_argument(
        "folders", nargs="*", type=Path, metavar="PATH",
        help="folders of judged test sets, at any depth, or files (default: the sets that "
        "sacreBLEU has downloaded)",
    )  # fmt: skip
    parser.add_argument(
        "--columns", action="append", default=[], metavar="NAME=COLUMN,…",
        help="columns of a table, by name or number from 1: src=, hyp=, ref=, system=, id=, doc=",
    )  # fmt: skip
    parser.add_argument("-f", "--format", choices=FORMATS, default="text", help="default: text")
    add_max_line_option(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> ExitCode:
    columns, records = _list_judged_sets(args) if args.folders else _list_downloaded_sets()
    if args.format == "json":
        json.dump([dict(zip(columns, record, strict=True)) for record in records], sys.stdout)
        sys.stdout.write("\n")
        return ExitCode.DONE
    is_short = args.format == "text"
    rows = [
        [_format_cell(cell, is_short) for cell in record[: len(_COLUMNS)]] for record in records
    ]
    notes = [*_list_notes(args, bool(rows)), *_list_choice_notes(records)]
    sys.stdout.write(render_table(Table(_COLUMNS[: len(columns)], rows, notes), args.format))
    return ExitCode.DONE


def _format_cell(cell: "_Cell", is_short: bool) -> str | int:
    """Return a cell of the table; with `is_short`, abbreviate a long list of numbered names."""
    if not isinstance(cell, tuple):
        return cell
    # Summaries may have a dozen references, which are numbered instead of named.
    is_abbreviated = is_short and len(cell) > 4 and cell[-1].endswith(f" {len(cell)}")
    return ", ".join((cell[0], "…", cell[-1]) if is_abbreviated else cell)


def _list_choice_notes(records: "_Records") -> Iterator[str]:
    """Yield a note for each judged set with the additional field `choose`."""
    for record in records:
        if len(record) > len(_COLUMNS) and record[-1]:
            yield f"{record[0]}: judgments are columns, choose among them with 'tesla meta --human'"


_Cell = str | int | tuple[str, ...]  # a tuple has names, such as those of references
_Records = list[tuple[_Cell, ...]]  # one tuple per test set, one cell per column


def _list_judged_sets(args: argparse.Namespace) -> tuple[tuple[str, ...], _Records]:
    """Return the names of the columns, and the judged sets in the folders and files."""
    from ...evaluation.tracks import list_sets

    entries = list_sets(args.folders, args.columns)
    return (*_COLUMNS, "choose"), [tuple(entry) for entry in entries]


def _list_downloaded_sets() -> tuple[tuple[str, ...], _Records]:
    """Return the names of the columns, and the sets that sacreBLEU has downloaded."""
    from ...files.lines import iterate_lines
    from ...files.testsets.sacrebleu_cache import iterate_cached_testsets

    records: _Records = []
    for test_set in iterate_cached_testsets():
        n_segments = sum(1 for _ in iterate_lines(str(test_set.references[0])))
        records.append((test_set.name, test_set.pair, n_segments, test_set.labels))
    return _COLUMNS[:4], records


def _list_notes(args: argparse.Namespace, has_sets: bool) -> list[str]:
    """Return the notes below the table."""
    if args.folders and has_sets:
        return []
    if args.folders:
        return ["there is no judged test set; 'tesla meta --help' shows the layout"]
    from ...files.testsets.sacrebleu_cache import get_cache_folder

    if has_sets:
        return [f"in sacreBLEU's folder {get_cache_folder()}: tesla score HYP -t SET -l PAIR"]
    return [
        f"sacreBLEU's folder {get_cache_folder()} has no test set: 'sacrebleu --list' lists "
        "all, 'sacrebleu --download wmt22 -l en-de' downloads one"
    ]
