"""`tesla score`: one line a system and metric."""

import argparse
import sys
import warnings
from collections.abc import Sequence
from pathlib import Path

from ..errors import ExitCode, TeslaWarning
from ..files.lines import STDIN
from ..reports.table import FORMATS
from .options import (
    Commands,
    add_analysis,
    add_command,
    add_language,
    add_tags,
    analysis_options,
    check_stdin_once,
)
from .progress import ProgressBar
from .segments import References

_EPILOG = """\
examples:
  tesla score hyp.txt -r ref.txt -l en
  tesla score a.txt b.txt -r ref1.txt -r ref2.txt -l de -m tesla-m -m bleu -m chrf
  tesla score hyp.txt.gz -r ref.txt.gz -l fr --segments -f tsv
  some-decoder < src.txt | tesla score - -r ref.txt -l es -f json
  tesla score hyp.txt -r ref.txt -l zh -m tesla-celab --synonyms cilin.txt
  tesla score hyp.conllu -r ref.conllu -l en --input conllu --synonyms mine.tsv

Files are UTF-8, one segment a line. Our metrics lie in [0,1]; peers (bleu, chrf, chrf++, ter)
keep their own scale, and for ter lower is better. Every score comes with a signature: runs with
the same signature give the same numbers.

exit codes: 0 done, 1 failed, 2 usage, 3 bad input, 4 missing resource
"""

_PARAMETERS = ("tags", "order", "alpha", "discount", "multi", "candidate_weight", "weights")


def add_parser(commands: Commands) -> None:
    parser = add_command(commands, "score", "score translations against references", _EPILOG)
    parser.add_argument(
        "hypotheses", nargs="+", metavar="HYP", help="a system's output; - is stdin"
    )
    parser.add_argument(
        "-r", "--reference", action="append", required=True, metavar="REF", dest="references",
        help="reference translation (again for several references)",
    )  # fmt: skip
    add_language(parser)
    parser.add_argument(
        "-m", "--metric", action="append", metavar="NAME", dest="metrics",
        help="tesla-m (default), maxsim, tesla-celab, tesla-celab- (without a dictionary), bleu, "
        "chrf, chrf++, ter (again for several metrics)",
    )  # fmt: skip
    parser.add_argument("--segments", action="store_true", help="also one line a segment")
    parser.add_argument(
        "-f", "--format", choices=FORMATS, default="text", help="default: text; json has all digits"
    )
    parser.add_argument(
        "-j",
        "--jobs",
        type=int,
        default=1,
        metavar="N",
        help="threads (processes without the native core)",
    )
    parser.add_argument("-q", "--quiet", action="store_true", help="no progress bar")
    parser.add_argument(
        "--input", choices=("text", "conllu"), default="text",
        help="conllu: analysed text, which is not analysed again",
    )  # fmt: skip
    analysis = parser.add_argument_group("analysis")
    add_analysis(analysis)
    add_tags(analysis)
    _add_parameters(parser)
    parser.set_defaults(run=run)


def _add_parameters(parser: argparse.ArgumentParser) -> None:
    # What is not given is left to each metric.
    metric = parser.add_argument_group("parameters of metrics")
    metric.add_argument(
        "--order",
        type=int,
        metavar="N",
        help="longest n-grams (3; tesla-celab and tesla-celab-: 4)",
    )
    metric.add_argument(
        "--alpha", type=float, metavar="A", help="weight of recall, tesla-m and maxsim (0.8)"
    )
    metric.add_argument(
        "--discount", type=float, metavar="D",
        help="factor for each function word, tesla-m only (0.1)",
    )  # fmt: skip
    metric.add_argument(
        "--multi", choices=("mean", "max"),
        help="over several references, tesla-m and maxsim (mean, as in all others)",
    )  # fmt: skip
    metric.add_argument(
        "--candidate-weight", type=float, metavar="F",
        help="f of tesla-celab: what covered n-grams of the hypothesis count for, those of the "
        "reference counting 1 (0.25)",
    )  # fmt: skip
    metric.add_argument(
        "--weights", type=_numbers, metavar="M,M,...",
        help="m(X) of tesla-celab: what n-grams of length 1, 2, ... up to the order count for "
        "(1,1,1,1)",
    )  # fmt: skip


def _numbers(text: str) -> tuple[float, ...]:
    try:
        return tuple(map(float, text.split(",")))
    except ValueError:
        raise argparse.ArgumentTypeError(
            f"{text!r} is no list of numbers: give one for each length, such as 1,1,0.5,0.5"
        ) from None


def run(args: argparse.Namespace) -> ExitCode:
    from ..metrics.base import Tally
    from ..metrics.registry import DEFAULT, make_metric
    from ..reports.scores import render_scores

    given = {key: getattr(args, key) for key in _PARAMETERS if getattr(args, key) is not None}
    options = analysis_options(args) | given
    names = list(dict.fromkeys(args.metrics or [DEFAULT]))
    metrics = [make_metric(name, **options) for name in names]
    check_stdin_once("tesla score", [*args.hypotheses, *args.references])
    _warn_of_conllu(args)

    scores = []
    labels = _labels(args.hypotheses)
    references = References(args.references, args.input)
    total = references.count_lines() * len(args.hypotheses) * len(metrics)
    with ProgressBar(total, "scoring", args.quiet) as bar:
        for path in args.hypotheses:
            tallies = [Tally(metric, keep_segments=args.segments) for metric in metrics]
            for hypotheses, columns in references.beside(path):
                for tally in tallies:
                    tally.add(hypotheses, columns, args.jobs, bar.advance)
            references.warn_of_empty()
            scores += [(labels[path], tally.score()) for tally in tallies]
    sys.stdout.write(render_scores(scores, args.format, args.segments))
    return ExitCode.DONE


def _warn_of_conllu(args: argparse.Namespace) -> None:
    for path in [*args.hypotheses, *args.references]:
        if args.input == "text" and path.removesuffix(".gz").endswith(".conllu"):
            warnings.warn(
                f"{path} is read as plain text: give --input conllu if it is CoNLL-U",
                TeslaWarning,
                stacklevel=2,
            )


def _labels(paths: Sequence[str]) -> dict[str, str]:
    """A system is called by its file's name; by its path where two files have the same name."""
    distinct = list(dict.fromkeys(paths))
    names = [path if path == STDIN else Path(path).name for path in distinct]
    return {
        path: name if names.count(name) == 1 else path
        for path, name in zip(distinct, names, strict=True)
    }
