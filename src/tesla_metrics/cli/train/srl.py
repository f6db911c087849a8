"""`tesla train srl`: a labeller of semantic roles from sentences with frames."""

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from ...errors import ExitCode, InputError, UsageError
from ..build.common import check_output, making_output, report
from ..options import Commands, add_command, add_language, add_work, check_stdin_once
from ..progress import ProgressBar

if TYPE_CHECKING:
    from ...srl.records import LabelledSentence

_EPILOG = """\
examples:
  tesla train srl --frames train.jsonl.gz -l en -o en.srl
  tesla train srl --frames train.jsonl.gz --test dev.jsonl.gz --nouns --learner linear \\
      -l en -o nouns.srl
  tesla srl "Its purchase of the boats took a day." -l en --model en.srl

Files hold a sentence a line, as JSON: tokens, pos (Penn's tags), tree (in brackets), perhaps
lemmas, and preds, each with i (its token), lemma, roleset and args: [label, first, last token].
A first classifier says which constituents of the tree are arguments of a predicate, a second one
which role each fills; nouns and verbs have classifiers of their own. The learner is that of the
paper, alternating structure optimisation (aso: what roles have in common helps to tell arguments
from other words), a linear classifier (linear) or maximum entropy (maxent). Learning needs the
extra [train]. With --test are printed F1 of arguments found, of roles of arguments that are given,
and of both.

exit codes: 0 done, 1 failed, 2 usage, 3 bad input, 4 missing resource, 130 interrupted,
143 terminated
"""


def add_parser(kinds: Commands) -> None:
    parser = add_command(kinds, "srl", "a labeller of semantic roles, from frames", _EPILOG)
    parser.add_argument(
        "--frames", nargs="+", action="extend", required=True, metavar="FILE",
        help="sentences with trees and frames, a JSON record a line",
    )  # fmt: skip
    parser.add_argument("-o", "--output", type=Path, required=True, metavar="FILE")
    add_language(parser)
    parser.add_argument(
        "--test", nargs="+", action="extend", default=[], metavar="FILE",
        help="sentences to try the model on, which it does not learn from",
    )  # fmt: skip
    parser.add_argument(
        "--learner", choices=("aso", "linear", "maxent"), default="aso", help="default: aso"
    )
    parser.add_argument(
        "--features", choices=("own", "paper"), default="own",
        help="what is looked at: the paper's features, or richer ones (default: own)",
    )  # fmt: skip
    parser.add_argument(
        "--prune", action="store_true",
        help="look only at constituents beside the predicate and beside those above it, which is "
        "quicker; default: at all, as the paper does",
    )  # fmt: skip
    which = parser.add_mutually_exclusive_group()
    which.add_argument("--nouns", action="store_true", help="learn nouns only")
    which.add_argument("--verbs", action="store_true", help="learn verbs only")
    add_work(parser, jobs=False)
    parser.set_defaults(run=run)


@making_output
def run(args: argparse.Namespace) -> ExitCode:
    from ...languages import parse_language
    from ...reports.training_srl import render_srl
    from ...srl.model import NOUN, VERB
    from ...training.srl import LEARNERS, RoleTraining, steps, train_srl
    from ...training.srl_check import check_roles_of

    if parse_language(args.lang) != "en":
        raise UsageError(f"frames of {args.lang!r} cannot be learnt, only those of English: -l en")
    check_output(args.output, [*args.frames, *args.test])
    check_stdin_once("tesla train srl", [*args.frames, *args.test])
    kinds = (NOUN,) if args.nouns else (VERB,) if args.verbs else (NOUN, VERB)
    training = RoleTraining(LEARNERS[args.learner], args.features, args.prune, kinds)
    sentences, tested = _read(args.frames), _read(args.test) if args.test else []
    with ProgressBar(steps(sentences, training), "training", args.quiet) as bar:
        model = train_srl(sentences, training, progress=bar.advance)
    checks = {kind: check_roles_of(tested, model, kind) for kind in kinds} if tested else {}
    model.write(args.output)
    sys.stdout.write(render_srl(model, checks, args.format))
    return report(args.output, f"a model of semantic roles of {'s and '.join(kinds)}s")


def _read(paths: list[str]) -> "list[LabelledSentence]":
    from ...srl.records import read_frames

    found = [one for path in paths for one in read_frames(path)]
    if not any(one.frames for one in found):
        raise InputError(
            f"{', '.join(paths)} has no frame: give sentences with preds, as 'tesla train srl "
            "--help' says"
        )
    return found
