"""`tesla tune`: weights of a decoder's features that a metric likes best."""

import argparse

from ...errors import ExitCode
from ..options import (
    Command,
    Commands,
    add_beside,
    add_command,
    add_max_line,
    add_metrics,
    add_work,
)
from ..parameters import add_parameters
from . import lists, loop, moses, smt, translate
from .modes import LOOP, MOSES, SMT, TRANSLATE, mode_of

_EPILOG = """\
examples:
  tesla tune --nbest nbest.gz -r ref.txt -l en -m tesla-m -o weights
  tesla tune --nbest run1.nbest.gz run2.nbest.gz -r ref.txt -m bleu --start old.weights -o weights
  tesla tune --nbest nbest.gz -r ref.txt -m ter -o weights --bounds lm_0=0:1 --fix d_0
  tesla tune --nbest nbest.gz -r ref.txt -l en -m tesla-m --write-moses DIR
  tesla tune --config tune.toml
  tesla tune --config tune.toml --translate test.fr -o test.out
  tesla tune --train-smt train.fr train.en -l fr-en --smt fr-en.smt

Fixed lists (--nbest) are tuned on by minimum error rate training: of all weights that could be
reached, those whose first candidates the metric likes best. Several lists are pooled. Ids of lists
count the lines of references from 0.

--write-moses writes files for Moses' own mert instead, and prints the command that tunes on them.

--config decodes, pools and tunes until nothing gets better; docs/tune.md has what the file says.
--translate translates another text with the decoder and the weights that were found so.

exit codes: 0 done, 1 failed, 2 usage, 3 bad input, 4 missing resource, 130 interrupted,
143 terminated
"""

# One line for each thing that it can do.
_USAGE = """\
%(prog)s --nbest LIST [LIST ...] -r REF [REF ...] -l LANG -m NAME -o FILE [options]
       %(prog)s --nbest LIST [LIST ...] -r REF [REF ...] -l LANG -m NAME --write-moses DIR
       %(prog)s --config TOML [--restart]
       %(prog)s --config TOML --translate SRC [-o FILE]
       %(prog)s --train-smt SRC TGT -l LANG-LANG [--lowercase] --smt DIR"""


def add_parser(commands: Commands) -> None:
    parser = add_command(commands, "tune", "tune a decoder's weights by a metric", _EPILOG)
    parser.usage = _USAGE
    parser.files = "nbest"
    add_beside(parser)
    add_metrics(parser, several=False)
    lists.add_arguments(parser)
    moses.add_arguments(parser)
    loop.add_arguments(parser)
    translate.add_arguments(parser)
    smt.add_arguments(parser)
    add_max_line(parser)
    add_work(parser)
    add_parameters(parser)
    parser.set_defaults(run=lambda args: _run(parser, args))


def _run(parser: Command, args: argparse.Namespace) -> ExitCode:
    """What is tuned: each kind of run has a file of its own."""
    runs = {MOSES: moses.run, SMT: smt.run, LOOP: loop.run, TRANSLATE: translate.run}
    return runs.get(mode_of(args, parser), lists.run)(args)
