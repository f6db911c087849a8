"""`tesla score`: one line a system and metric."""

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from ..errors import ExitCode
from .options import Commands, add_command, add_scoring, add_work, check_stdin_once
from .parameters import add_parameters, chosen_metrics
from .progress import ProgressBar
from .segments import References, label_systems, warn_of_conllu

if TYPE_CHECKING:
    from ..metrics.base import Score

_EPILOG = """\
examples:
  tesla score hyp.txt -r ref.txt -l en
  tesla score a.txt b.txt -r ref1.txt -r ref2.txt -l de -m tesla-x -m bleu -m chrf
  tesla score hyp.txt.gz -r ref.txt.gz -l fr --segments -f tsv
  some-decoder < src.txt | tesla score - -r ref.txt -l es -f json
  tesla score hyp.txt -r ref.txt -l zh -m tesla-celab --synonyms cilin.txt
  tesla score hyp.conllu -r ref.conllu -l en --input conllu --synonyms mine.tsv

Files are UTF-8, one segment a line. Our metrics lie in [0,1]; peers (bleu, chrf, chrf++, ter)
keep their own scale, and for ter lower is better. Every score comes with a signature: runs with
the same signature give the same numbers.

exit codes: 0 done, 1 failed, 2 usage, 3 bad input, 4 missing resource
"""


def add_parser(commands: Commands) -> None:
    parser = add_command(commands, "score", "score translations against references", _EPILOG)
    parser.add_argument(
        "hypotheses", nargs="+", metavar="HYP", help="a system's output; - is stdin"
    )
    add_scoring(parser)
    parser.add_argument("--segments", action="store_true", help="also one line a segment")
    parser.add_argument(
        "--write-scores", type=Path, metavar="DIR",
        help="also write METRIC-REF.seg.score and .sys.score for mt-metrics-eval and tesla meta, "
        "higher for better",
    )  # fmt: skip
    add_work(parser)
    add_parameters(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> ExitCode:
    from ..metrics.base import Running
    from ..reports.scores import render_scores

    metrics = chosen_metrics(args)
    if args.write_scores is not None:
        from ..judging.readers.score_files import make_folder

        make_folder(args.write_scores)
    check_stdin_once("tesla score", [*args.hypotheses, *args.references])
    warn_of_conllu(args.input, [*args.hypotheses, *args.references])

    scores = []
    labels = label_systems(args.hypotheses)
    references = References(args.references, args.input, args.skip_empty_references)
    scorers = [metric.open(None, references.all) for metric in metrics]
    keep = args.segments or args.write_scores is not None
    total = references.count_lines() * len(args.hypotheses) * len(metrics)
    with ProgressBar(total, "scoring", args.quiet) as bar:
        for path in args.hypotheses:
            running = [Running(scorer, keep_segments=keep) for scorer in scorers]
            for hypotheses, columns in references.beside(path):
                for one in running:
                    one.add(hypotheses, columns, args.jobs, bar.advance)
            references.warn_of_empty()
            scores += [(labels[path], one.score()) for one in running]
    if args.write_scores is not None:
        _write(args, scores)
    sys.stdout.write(render_scores(scores, args.format, args.segments))
    return ExitCode.DONE


def _write(args: argparse.Namespace, scores: "Sequence[tuple[str, Score]]") -> None:
    import numpy as np

    from ..judging.readers.score_files import write_scores

    reference = "-".join(_names(args.references))
    for metric in dict.fromkeys(score.metric for _, score in scores):
        own = [(system, score) for system, score in scores if score.metric == metric]
        sign = 1.0 if own[0][1].higher_is_better else -1.0
        write_scores(
            args.write_scores,
            f"{metric}-{reference}",
            _names([system for system, _ in own]),
            sign * np.array([score.segments for _, score in own]),
            sign * np.array([score.score for _, score in own]),
        )


def _names(paths: Sequence[str]) -> list[str]:
    """Files without folder and suffix, where that still tells them apart."""
    names = [Path(path.removesuffix(".gz")).stem for path in paths]
    return names if len(set(names)) == len(names) else [path.replace("\t", " ") for path in paths]
