"""`tesla sets`: which test sets are at hand."""

import argparse
import json
import sys
from pathlib import Path

from ..errors import ExitCode
from ..reports.table import FORMATS, Table, render
from .options import Commands, add_command, add_max_line

_EPILOG = """\
examples:
  tesla sets
  tesla score hyp.txt -t wmt22 -l en-de
  tesla sets wmt12 mt-metrics-eval-v2
  tesla meta wmt12/de-en
  tesla sets summeval.jsonl.gz

Without a folder: the sets that sacreBLEU has downloaded, whose references 'tesla score -t' and
'tesla compare -t' use. With folders: the judged sets in them, at any depth, for 'tesla meta', and
files of summaries (a line a topic); with files: what 'tesla meta' would find in each.
Nothing is downloaded: 'sacrebleu --download wmt22 -l en-de' does that.

exit codes: 0 done, 1 failed, 2 usage, 3 bad input, 4 missing resource, 130 interrupted,
143 terminated
"""
_COLUMNS = ("set", "pair", "segments", "references", "systems", "judgments")


def add_parser(commands: Commands) -> None:
    parser = add_command(commands, "sets", "list the test sets that are at hand", _EPILOG)
    parser.add_argument(
        "folders", nargs="*", type=Path, metavar="PATH",
        help="judged test sets, at any depth, or files (default: the sets that sacreBLEU has "
        "downloaded)",
    )  # fmt: skip
    parser.add_argument("-f", "--format", choices=FORMATS, default="text", help="default: text")
    add_max_line(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> ExitCode:
    columns, records = _judged(args.folders) if args.folders else _downloaded()
    if args.format == "json":
        json.dump([dict(zip(columns, record, strict=True)) for record in records], sys.stdout)
        sys.stdout.write("\n")
        return ExitCode.DONE
    rows = [[", ".join(c) if isinstance(c, tuple) else c for c in record] for record in records]
    sys.stdout.write(render(Table(columns, rows, _notes(args, bool(rows))), args.format))
    return ExitCode.DONE


_Records = list[tuple[str | int | tuple[str, ...], ...]]


def _judged(folders: list[Path]) -> tuple[tuple[str, ...], _Records]:
    from ..judging.catalogue import list_sets

    return _COLUMNS, [tuple(entry) for entry in list_sets(folders)]


def _downloaded() -> tuple[tuple[str, ...], _Records]:
    from ..files.lines import iterate_lines
    from ..files.sacrebleu_cache import held_sets

    return _COLUMNS[:4], [
        (one.name, one.pair, sum(1 for _ in iterate_lines(str(one.references[0]))), one.labels)
        for one in held_sets()
    ]


def _notes(args: argparse.Namespace, found: bool) -> list[str]:
    if args.folders:
        return (
            [] if found else ["no judged test set is there; 'tesla meta --help' shows the layout"]
        )
    from ..files.sacrebleu_cache import cache_folder

    if found:
        return [f"in sacreBLEU's folder {cache_folder()}: tesla score HYP -t SET -l PAIR"]
    return [
        f"sacreBLEU's folder {cache_folder()} has no test set: 'sacrebleu --list' names "
        "all, 'sacrebleu --download wmt22 -l en-de' fetches one"
    ]
