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
of its own it gets a tokeniser for its script, and all its words count as content words of one kind,
numbers as another. Synonyms are those that ship, which scores use by default.

tesla-x uses frequencies (whether a table is shipped; else the references are counted), paraphrases
(whether a table is shipped of words that are translated alike) and negations (whether negating
words are known; else a lost 'not' costs no more than any other word).
"""

_LEGEND = (
    "tokenizer: rules-… has rules of the language, script-… cuts by its script (zh, ja, th: by "
    "character)",
    "upos, function: how often the tagger is right, in percent, about parts of speech, and about "
    "function words",
    "lemmas: lower is the word itself in lower case",
    "'tesla languages --help' says what the rest is",
)


def add_parser(commands: Commands) -> None:
    parser = add_command(
        commands,
        "languages",
        "show what each language has: tokeniser, tagger, lemmas, synonyms",
        _EPILOG,
    )
    parser.add_argument(
        "languages", nargs="*", metavar="LANG", help="default: all that have anything"
    )
    parser.add_argument("-f", "--format", choices=FORMATS, default="text", help="default: text")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> ExitCode:
    from ..analysis.inventory import OTHERS, describe, known_languages
    from ..languages import parse_language

    codes = [parse_language(code) for code in args.languages] or known_languages()
    records = [describe(code) for code in dict.fromkeys(codes)]
    if args.format == "json":
        sys.stdout.write(json.dumps([r._asdict() for r in records], indent=2) + "\n")
        return ExitCode.DONE
    if not args.languages:
        records.append(OTHERS)
    rows = [[_cell(value) for value in record] for record in records]
    notes = _LEGEND if args.format == "text" else ()
    sys.stdout.write(render(Table(OTHERS._fields, rows, notes), args.format))
    return ExitCode.DONE


def _cell(value: Any) -> str:
    if value is None:
        return "-"
    if isinstance(value, bool):
        return "yes" if value else "no"
    return f"{value:.1f}" if isinstance(value, float) else str(value)
