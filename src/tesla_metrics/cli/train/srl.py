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
    from ...training.srl_settings import RoleTraining

_EPILOG = """\
examples:
  tesla train srl --frames train.jsonl.gz -l en -o en.srl
  tesla train srl --frames train.jsonl.gz --rolesets frames.tsv.gz --test dev.jsonl.gz \\
      -l en -o en.srl
  tesla train srl --frames train.jsonl.gz --learner aso --features paper --no-prune \\
      --least-count 1 --nouns -l en -o nouns.srl
  tesla srl "Its purchase of the boats took a day." -l en --model en.srl

Files hold a sentence a line, as JSON: tokens, pos (Penn's tags), tree (in brackets), perhaps
lemmas, and preds, each with i (its token), lemma, roleset and args: [label, first, last token].
A first classifier says which constituents of the tree are arguments of a predicate, a second one
which role each fills; nouns and verbs have classifiers of their own. What is not said is as the
shipped model has it: maximum entropy, with the roles of nouns and verbs learnt together (joint).
The learners of the paper learn each by itself: alternating structure optimisation (aso: what roles
have in common helps to tell arguments from other words), a linear classifier (linear), maximum
entropy (maxent). --rolesets has a roleset a line, columns apart by tabs: sell.01, a name,
n:sale v:sell; words that no sentence has are found by it. Learning needs the extra [train]. With
--test are printed precision, recall and F1 of predicates found, and of predicates that are given
how many senses are right, F1 of arguments found, of roles of arguments that are given, and of both.

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
        "--rolesets", metavar="FILE",
        help="senses that words may have beside those in the sentences: a roleset a line",
    )  # fmt: skip
    parser.add_argument(
        "--learner", choices=("joint", "aso", "linear", "maxent"), default="joint",
        help="joint (default): nouns and verbs together, as the shipped model; others as the paper",
    )  # fmt: skip
    parser.add_argument(
        "--features", choices=("own", "paper"), default="own",
        help="what is looked at: the paper's features, or richer ones (default: own)",
    )  # fmt: skip
    parser.add_argument(
        "--prune", action=argparse.BooleanOptionalAction, default=True,
        help="look only at constituents beside the predicate and beside those above it, which is "
        "quicker (default); --no-prune: at all, as the paper does",
    )  # fmt: skip
    parser.add_argument(
        "--least-count", type=int, default=2, metavar="N",
        help="leave out features of fewer constituents (default: 2)",
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
    from ...srl.inventory import read_inventory
    from ...training.srl import steps, train_srl
    from ...training.srl_check import check_roles_of

    if parse_language(args.lang) != "en":
        raise UsageError(f"frames of {args.lang!r} cannot be learnt, only those of English: -l en")
    read = [*args.frames, *args.test, *filter(None, [args.rolesets])]
    check_output(args.output, read)
    check_stdin_once("tesla train srl", read)
    training = _training(args)
    rolesets = read_inventory(args.rolesets) if args.rolesets else None
    sentences, tested = _read(args.frames), _read(args.test) if args.test else []
    with ProgressBar(steps(sentences, training), "training", args.quiet) as bar:
        model = train_srl(sentences, training, rolesets=rolesets, progress=bar.advance)
    kinds = training.kinds if tested else ()
    checks = {kind: check_roles_of(tested, model, kind) for kind in kinds}
    model.write(args.output)
    sys.stdout.write(render_srl(model, checks, args.format))
    return report(args.output, f"a model of semantic roles of {'s and '.join(training.kinds)}s")


def _training(args: argparse.Namespace) -> "RoleTraining":
    from ...srl.model import NOUN, VERB
    from ...training.srl_settings import LEARNERS, RoleTraining

    kinds = (NOUN,) if args.nouns else (VERB,) if args.verbs else (NOUN, VERB)
    chosen = {
        "features": args.features,
        "pruned": args.prune,
        "kinds": kinds,
        "least_count": args.least_count,
    }
    if args.learner == "joint":
        return RoleTraining(**chosen)
    return RoleTraining.published(LEARNERS[args.learner], **chosen)


def _read(paths: list[str]) -> "list[LabelledSentence]":
    from ...srl.records import read_frames

    found = [one for path in paths for one in read_frames(path)]
    if not any(one.frames for one in found):
        raise InputError(
            f"{', '.join(paths)} has no frame: give sentences with preds, as 'tesla train srl "
            "--help' says"
        )
    return found
