"""`tesla languages`: list the resources of each language."""

import argparse
import json
import sys
from typing import Any

from ...errors import ExitCode
from ...reporting.table import FORMATS, Table, render_table
from .options import Commands, add_command

_EPILOG = """\
examples:
  tesla languages
  tesla languages de ar ja

Tagger accuracies are percentages on the PUD treebanks, measured before any of these was used for
training: for all parts of speech, and for the distinction of function and content words only. Any
language works: a language without a tagger gets a tokeniser for its script, and all its words count
as content words of one kind, numbers as another. Synonyms are the shipped ones, which scores use by
default.

tesla-x uses frequencies (whether a table is shipped; otherwise they are counted in the references),
paraphrases (whether a table of words with similar translations is shipped) and negations (whether
negating words are known; otherwise a missing 'not' costs no more than any other word).
"""

_LEGEND = (
    "tokenizer: rules-… uses rules of the language, script-… splits by its script (zh, ja, th: by "
    "character)",
    "upos, function: accuracy of the tagger in percent, for parts of speech and for function words",
    "lemmas: lower means the word itself in lower case",
    "'tesla languages --help' describes the other columns",
)


def add_parser(commands: Commands) -> None:
    parser = add_command(
        commands,
        "languages",
        "list the tokeniser, tagger, lemmas and synonyms of each language",
        _EPILOG,
    )
    parser.add_argument(
        "languages", nargs="*", metavar="LANG", help="default: all that have any resource"
    )
    parser.add_argument("-f", "--format", choices=FORMATS, default="text", help="default: text")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> ExitCode:
    from ...text.languages import parse_language
    from ...text.loading import OTHER_LANGUAGES, describe_language, list_known_languages

    codes = [parse_language(code) for code in args.languages] or list_known_languages()
    records = [describe_language(code) for code in dict.fromkeys(codes)]
    if args.format == "json":
        sys.stdout.write(json.dumps([record._asdict() for record in records], indent=2) + "\n")
        return ExitCode.DONE
    if not args.languages:
        records.append(OTHER_LANGUAGES)
    rows = [[_format_cell(value) for value in record] for record in records]
    notes = _LEGEND if args.format == "text" else ()
    sys.stdout.write(render_table(Table(OTHER_LANGUAGES._fields, rows, notes), args.format))
    return ExitCode.DONE


def _format_cell(value: Any) -> str:
    """Return a value as text; None means that the language does not have the resource."""
    if value is None:
        return "-"
    if isinstance(value, bool):
        return "yes" if value else "no"
    return f"{value:.1f}" if isinstance(value, float) else str(value)
