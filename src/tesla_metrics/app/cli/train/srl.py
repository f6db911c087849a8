"""`tesla train srl`: train a semantic role labeller on sentences with frames."""

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from ....errors import ExitCode, InputError, UsageError
from ..build.common import check_output, lock_output, report_written_file
from ..options import (
    Commands,
    add_command,
    add_format_and_jobs,
    add_language_option,
    check_stdin_once,
)
from ..progress import ProgressBar

if TYPE_CHECKING:
    from ....evaluation.training.srl_settings import RoleTraining
    from ....parsing.srl.frame import LabelledSentence

_EPILOG = """\
examples:
  tesla train srl --frames train.jsonl.gz -l en -o en.srl
  tesla train srl --frames train.jsonl.gz --rolesets frames.tsv.gz --test dev.jsonl.gz \\
      -l en -o en.srl
  tesla train srl --frames train.jsonl.gz --learner aso --features paper --no-prune \\
      --least-count 1 --nouns -l en -o nouns.srl
  tesla srl "Its purchase of the boats took a day." -l en --model en.srl

Files contain one sentence per line, as JSON: tokens, pos (Penn Treebank tags), tree (in brackets),
optionally lemmas, and preds, each with i (its token), lemma, roleset and args: [label, first, last
token]. A first classifier decides which constituents of the tree are arguments of a predicate, a
second one which role each has; nouns and verbs have separate classifiers. Defaults are those of the
shipped model: maximum entropy, with the roles of nouns and verbs learnt together (joint). The
learners of the paper learn nouns and verbs separately: alternating structure optimisation (aso:
what roles have in common helps to identify arguments), a linear classifier (linear), maximum
entropy (maxent). --rolesets has one roleset per line, with columns separated by tabs: sell.01, a
name, n:sale v:sell; it covers words that occur in no sentence. Training needs the extra [train].
With --test, the output has precision, recall and F1 of identified predicates and, for given
predicates, the accuracy of senses and the F1 of argument identification, of role classification
with given arguments, and of both together.

exit codes: 0 done, 1 failed, 2 usage, 3 bad input, 4 missing resource, 130 interrupted,
143 terminated
"""


def add_srl_parser(subcommands: Commands) -> None:
    parser = add_command(subcommands, "srl", "train a semantic role labeller on frames", _EPILOG)
    parser.add_argument(
        "--frames", nargs="+", action="extend", required=True, metavar="FILE",
        help="sentences with trees and frames, one JSON record per line",
    )  # fmt: skip
    parser.add_argument("-o", "--output", type=Path, required=True, metavar="FILE")
    add_language_option(parser)
    parser.add_argument(
        "--test", nargs="+", action="extend", default=[], metavar="FILE",
        help="sentences to test the model on, not used for training",
    )  # fmt: skip
    parser.add_argument(
        "--rolesets", metavar="FILE",
        help="senses of words in addition to those in the sentences, one roleset per line",
    )  # fmt: skip
    parser.add_argument(
        "--learner", choices=("joint", "aso", "linear", "maxent"), default="joint",
        help="joint (default): nouns and verbs together, as in the shipped model; others: as in "
        "the paper",
    )  # fmt: skip
    parser.add_argument(
        "--features", choices=("own", "paper"), default="own",
        help="paper: the features of the paper; own: richer ones (default: own)",
    )  # fmt: skip
    parser.add_argument(
        "--prune", action=argparse.BooleanOptionalAction, default=True,
        help="use only siblings of the predicate and of its ancestors, which is faster (default); "
        "--no-prune: all constituents, as in the paper",
    )  # fmt: skip
    parser.add_argument(
        "--least-count", type=int, default=2, metavar="N",
        help="drop features that occur in fewer constituents (default: 2)",
    )  # fmt: skip
    predicate_group = parser.add_mutually_exclusive_group()
    predicate_group.add_argument("--nouns", action="store_true", help="train on nouns only")
    predicate_group.add_argument("--verbs", action="store_true", help="train on verbs only")
    add_format_and_jobs(parser, with_jobs=False)
    parser.set_defaults(run=run)


@lock_output
def run(args: argparse.Namespace) -> ExitCode:
    from ....evaluation.training.srl_settings import check_roles
    from ....evaluation.training.train_srl import count_steps, train_srl
    from ....parsing.srl.frame import read_roleset_inventory
    from ....reporting.training import render_srl
    from ....text.languages import parse_language

    if parse_language(args.lang) != "en":
        raise UsageError(f"roles of {args.lang!r} cannot be trained, only those of English: -l en")
    input_files = [*args.frames, *args.test, *filter(None, [args.rolesets])]
    check_output(args.output, input_files)
    check_stdin_once("tesla train srl", input_files)
    training_settings = _make_training_settings(args)
    rolesets = read_roleset_inventory(args.rolesets) if args.rolesets else None
    sentences = _read_sentences(args.frames)
    test_sentences = _read_sentences(args.test) if args.test else []
    with ProgressBar(count_steps(sentences, training_settings), "training", args.quiet) as bar:
        model = train_srl(sentences, training_settings, rolesets=rolesets, progress=bar.advance)
    tested_kinds = training_settings.kinds if test_sentences else ()
    checks = {kind: check_roles(test_sentences, model, kind) for kind in tested_kinds}
    model.write(args.output)
    sys.stdout.write(render_srl(model, checks, args.format))
    kinds_text = " and ".join(f"{kind}s" for kind in training_settings.kinds)
    return report_written_file(args.output, f"a model of semantic roles of {kinds_text}")


def _make_training_settings(args: argparse.Namespace) -> "RoleTraining":
    from ....evaluation.training.srl_settings import LEARNERS, RoleTraining
    from ....parsing.srl.role_model import NOUN, VERB

    kinds: tuple[str, ...] = (NOUN, VERB)
    if args.nouns:
        kinds = (NOUN,)
    elif args.verbs:
        kinds = (VERB,)
    common_settings = {
        "features": args.features,
        "pruned": args.prune,
        "kinds": kinds,
        "least_count": args.least_count,
    }
    if args.learner == "joint":
        return RoleTraining(**common_settings)
    return RoleTraining.from_paper(LEARNERS[args.learner], **common_settings)


def _read_sentences(paths: list[str]) -> "list[LabelledSentence]":
    from ....parsing.srl.frame import read_frames

    sentences = [sentence for path in paths for sentence in read_frames(path)]
    if not any(sentence.frames for sentence in sentences):
        raise InputError(
            f"{', '.join(paths)} has no frame: give sentences with preds, as described in 'tesla "
            "train srl --help'"
        )
    return sentences
