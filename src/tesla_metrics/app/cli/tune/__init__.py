"""`tesla tune`: tune the feature weights of a decoder for a metric."""

import argparse

from ....errors import ExitCode
from ..metric_options import add_metric_options
from ..options import (
    Command,
    Commands,
    add_command,
    add_counterpart_options,
    add_format_and_jobs,
    add_max_line_option,
    add_metric_choice,
)
from . import lists, modes
from .modes import LOOP, MOSES, SMT, TRANSLATE, find_mode

_EPILOG = """\
examples:
  tesla tune --nbest nbest.gz -r ref.txt -l en -m tesla-m -o weights
  tesla tune --nbest run1.nbest.gz run2.nbest.gz -r ref.txt -m bleu --start old.weights -o weights
  tesla tune --nbest nbest.gz -r ref.txt -m ter -o weights --bounds lm_0=0:1 --fix d_0
  tesla tune --nbest nbest.gz -r ref.txt -l en -m tesla-m --write-moses DIR
  tesla tune --config tune.toml
  tesla tune --config tune.toml --translate test.fr -o test.out
  tesla tune --train-smt train.fr train.en -l fr-en --smt fr-en.smt

With --nbest, weights are tuned on fixed lists by minimum error rate training: it searches for the
weights whose first candidates get the best score. Several lists are pooled. Ids of lists count the
lines of references from 0.

--write-moses instead writes files for the mert program of Moses, and prints the command to run it.

--config decodes, pools and tunes until the score stops improving; docs/tune.md describes the file.
--translate translates another text with the decoder and the tuned weights.

exit codes: 0 done, 1 failed, 2 usage, 3 bad input, 4 missing resource, 130 interrupted,
143 terminated
"""

# The usage lines, one per mode.
_USAGE = """\
%(prog)s --nbest LIST [LIST ...] -r REF [REF ...] -l LANG -m NAME -o FILE [options]
       %(prog)s --nbest LIST [LIST ...] -r REF [REF ...] -l LANG -m NAME --write-moses DIR
       %(prog)s --config TOML [--restart]
       %(prog)s --config TOML --translate SRC [-o FILE]
       %(prog)s --train-smt SRC TGT -l LANG-LANG [--lowercase] --smt DIR"""


def add_parser(commands: Commands) -> None:
    parser = add_command(commands, "tune", "tune the weights of a decoder for a metric", _EPILOG)
    parser.usage = _USAGE
    parser.files_attribute = "nbest"
    add_counterpart_options(parser)
    add_metric_choice(parser, allows_several=False)
    lists.add_lists_arguments(parser)
    modes.add_moses_arguments(parser)
    modes.add_loop_arguments(parser)
    modes.add_translate_arguments(parser)
    modes.add_smt_arguments(parser)
    add_max_line_option(parser)
    add_format_and_jobs(parser)
    add_metric_options(parser)
    parser.set_defaults(run=lambda args: _run(parser, args))


def _run(parser: Command, args: argparse.Namespace) -> ExitCode:
    """Run the mode that the options select."""
    run_functions = {
        MOSES: modes.run_moses,
        SMT: modes.run_smt,
        LOOP: modes.run_loop,
        TRANSLATE: modes.run_translate,
    }
    run_mode = run_functions.get(find_mode(args, parser), lists.run_lists)
    return run_mode(args)
