"""`tesla languages`: what each language has."""

import argparse
import json
import sys
from typing import Any

from ..errors import ExitCode
from ..reports.table import FORMATS, Table, render
from .options import Commands, add_command

_EPILOG = """\
examples:
  tesla languages
  tesla languages de ar ja

Tagger accuracies are percentages on the PUD treebanks, measured before any of these was trained on:
all parts of speech, and function word or content word alone. Any language works: without a tagger
of its own it gets a tokeniser for its script and coarse parts of speech.
"""


def add_parser(commands: Commands) -> None:
    parser = add_command(
        commands,
        "languages",
        "show what each language has: tokeniser, tagger, lemmas, synonyms",
        _EPILOG,
    )
    parser.add_argument("languages", nargs="*", metavar="LANG", help="default: the built-in ones")
    parser.add_argument("-f", "--format", choices=FORMATS, default="text")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> ExitCode:
    from ..analysis.inventory import describe
    from ..analysis.languages import BUILT_IN, parse_language

    codes = [parse_language(code) for code in args.languages] or list(BUILT_IN)
    records = [describe(code) for code in dict.fromkeys(codes)]
    if args.format == "json":
        sys.stdout.write(json.dumps([r._asdict() for r in records], indent=2) + "\n")
        return ExitCode.DONE
    columns = list(records[0]._fields)
    rows = [[_cell(value) for value in record] for record in records]
    if not args.languages:
        rest = ["by script", "-", "-", "-", "simplemma or none", "if given", "no", "builtin"]
        rows.append(["others", *rest])
    sys.stdout.write(render(Table(columns, rows), args.format))
    return ExitCode.DONE


def _cell(value: Any) -> str:
    if value is None:
        return "-"
    return f"{value:.1f}" if isinstance(value, float) else str(value)
