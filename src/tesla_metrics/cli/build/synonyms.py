"""`tesla build synonyms`."""

import argparse
from pathlib import Path

from ...errors import ExitCode
from ..options import Commands, add_command, add_max_line
from .common import add_output, add_recorded_language, check_output, finish, making_output

_EPILOG = """\
SOURCE is a MyThes thesaurus (.dat), a Cilin file, or a text file with one synset a line, members
separated by tabs. The compiled file gives the same synonyms and loads many times faster.

example:
  tesla build synonyms /usr/share/mythes/th_de_DE_v2.dat -l de -o de.synonyms
"""


def add_parser(kinds: Commands) -> None:
    parser = add_command(kinds, "synonyms", "compile a dictionary of synonyms", _EPILOG)
    parser.add_argument("source", metavar="SOURCE")
    add_recorded_language(parser)
    add_output(parser)
    add_max_line(parser)
    parser.set_defaults(run=run)


@making_output
def run(args: argparse.Namespace) -> ExitCode:
    from ...analysis.synonyms.compiled import compile_synonyms
    from ...languages import parse_language

    check_output(args.output, [args.source])
    resource = compile_synonyms(Path(args.source), parse_language(args.lang))
    facts = resource.settings
    return finish(args.output, resource, f"{facts['words']} words in {facts['synsets']} synsets")
