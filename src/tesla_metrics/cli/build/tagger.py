"""`tesla build tagger`."""

import argparse
from pathlib import Path

from ...errors import ExitCode, InputError, UsageError
from ...files.limits import max_line
from ...files.lines import display_name, iterate_lines
from ..options import Commands, add_command, add_max_line, check_stdin_once
from ..progress import ProgressBar
from .common import add_output, add_recorded_language, check_output, finish, making_output

_EPILOG = """\
Sentences are CoNLL-U (.gz as well); all files are trained on. With --labels joint the tagger gives
UPOS and XPOS, with upos only UPOS. The same files, seed and version give the same tagger.

example:
  tesla build tagger train.conllu.gz dev.conllu -l nl -o nl.tagger
"""


def add_parser(kinds: Commands) -> None:
    parser = add_command(kinds, "tagger", "train a part-of-speech tagger", _EPILOG)
    parser.add_argument("sources", nargs="+", metavar="TRAIN.conllu")
    add_recorded_language(parser, "; the tagger also learns from its lemmas then")
    add_output(parser)
    parser.add_argument("--labels", choices=("upos", "joint"), default="upos")
    parser.add_argument("--iterations", type=int, default=8, metavar="N", help="default: 8")
    parser.add_argument("--seed", type=int, default=1, metavar="N", help="default: 1")
    parser.add_argument("-q", "--quiet", action="store_true", help="no progress")
    add_max_line(parser)
    parser.set_defaults(run=run)


@making_output
def run(args: argparse.Namespace) -> ExitCode:
    from ...analysis.conllu import iterate_conllu
    from ...analysis.sentence import NONE
    from ...analysis.tagging.training import train
    from ...languages import parse_language

    check_output(args.output, args.sources)
    check_stdin_once("tesla build tagger", args.sources)
    if args.iterations < 1:
        raise UsageError(f"{args.iterations} iterations: give a number from 1 on")
    joint = args.labels == "joint"
    sentences = []
    for path in args.sources:
        for sentence in iterate_conllu(iterate_lines(path), display_name(path), max_line()):
            for token in sentence.tokens:
                if token.upos == NONE or (joint and token.xpos == NONE):
                    missing = "UPOS" if token.upos == NONE else "XPOS"
                    raise InputError(
                        f"{display_name(path)}: {token.form!r} in {sentence.text[:40]!r} has no "
                        f"{missing}: give a tagged corpus, or --labels upos"
                    )
            sentences.append(
                [(t.form, f"{t.upos} {t.xpos}" if joint else t.upos) for t in sentence.tokens]
            )
    with ProgressBar(args.iterations, "training", args.quiet) as bar:
        resource = train(
            sentences,
            language=parse_language(args.lang),
            iterations=args.iterations,
            seed=args.seed,
            settings={"sources": [Path(path).name for path in args.sources]},
            progress=lambda iteration, count, share: bar.advance(1),
        )
    return finish(args.output, resource, f"a tagger from {len(sentences)} sentences")
