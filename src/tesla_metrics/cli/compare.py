"""`tesla compare`: is one system better than another, and where?"""

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from ..errors import ExitCode, UsageError
from .options import Commands, add_command, add_scoring, add_work, check_stdin_once
from .parameters import add_parameters, chosen_metrics
from .progress import ProgressBar
from .segments import References, label_systems, warn_of_conllu

if TYPE_CHECKING:
    from ..tasks import Segment

_EPILOG = """\
examples:
  tesla compare careful.txt hasty.txt -r ref.txt -l en
  tesla compare a.txt b.txt c.txt -r ref.txt -l de -m tesla-x -m bleu --test randomisation
  tesla compare new1.txt new2.txt -r ref.txt -l fr --baseline old.txt --plot scores.svg
  tesla compare *.txt -r ref.txt -l en -f json > comparison.json

Says which system is better, with intervals, p-values (two-sided; p_holm is corrected for all pairs)
and clusters of systems that cannot be told apart; for which lengths; and in which segments they
differ most. The first --test decides about words and clusters, the first -m about segments. The
same files, seed and samples give the same numbers.

exit codes: 0 done, 1 failed, 2 usage, 3 bad input, 4 missing resource
"""


def add_parser(commands: Commands) -> None:
    parser = add_command(commands, "compare", "compare systems, with significance", _EPILOG)
    parser.add_argument("systems", nargs="+", metavar="SYS", help="a system's output; - is stdin")
    add_scoring(parser)
    tests = parser.add_argument_group("significance")
    tests.add_argument(
        "--test", action="append", choices=("bootstrap", "randomisation", "sign"), dest="tests",
        help="paired bootstrap (default), approximate randomisation, or sign test on segments "
        "(again for several tests)",
    )  # fmt: skip
    tests.add_argument(
        "--samples", type=int, metavar="N", help="default: 1000, more where many pairs need them"
    )
    tests.add_argument("--seed", type=int, default=12345, metavar="N", help="default: 12345")
    tests.add_argument(
        "--level", type=float, default=0.95, metavar="P",
        help="of the intervals, and of significance for the clusters (0.95)",
    )  # fmt: skip
    tests.add_argument(
        "--baseline", metavar="FILE", help="compare all systems with this one (default: all pairs)"
    )
    parser.add_argument(
        "--show", type=int, default=5, metavar="N",
        help="segments of each pair to show, where they differ most (5)",
    )  # fmt: skip
    parser.add_argument(
        "--plot", type=Path, metavar="FILE",
        help="also draw scores and intervals to a .svg, .png or .html file",
    )  # fmt: skip
    add_work(parser)
    add_parameters(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> ExitCode:
    from ..judging.between_systems.checks import check_numbers
    from ..judging.comparison import compare
    from ..reports.charts import check_path, write_charts
    from ..reports.comparison import comparison_charts, render_comparison

    check_numbers(args.samples, args.seed, args.level, args.show, args.jobs)
    if args.plot:
        check_path(args.plot)
    metrics = chosen_metrics(args)
    paths = list(args.systems)
    if args.baseline and args.baseline not in paths:
        paths.append(args.baseline)
    if len(paths) < 2:
        raise UsageError(f"{paths[0]} is the only system: give the output of another one as well")
    check_stdin_once("tesla compare", [*paths, *args.references])
    warn_of_conllu(args.input, [*paths, *args.references])

    names = _names(paths)
    references = References(args.references, args.input, args.skip_empty_references)
    outputs, columns = _read(paths, references)
    total = len(columns[0]) * len(paths) * len(metrics)
    with ProgressBar(total, "scoring", args.quiet) as bar:
        comparison = compare(
            dict(zip(names, outputs, strict=True)),
            columns,
            metrics,
            tests=args.tests or ["bootstrap"],
            baseline=names[paths.index(args.baseline)] if args.baseline else None,
            samples=args.samples,
            seed=args.seed,
            level=args.level,
            show=args.show,
            jobs=args.jobs,
            progress=bar.advance,
        )
    if args.plot:
        write_charts(args.plot, comparison_charts(comparison), "Comparison of systems")
    sys.stdout.write(render_comparison(comparison, args.format))
    return ExitCode.DONE


def _names(paths: Sequence[str]) -> list[str]:
    """Labels, numbered where the same file is given again."""
    labels = label_systems(paths)
    names: list[str] = []
    for place, path in enumerate(paths):
        before = paths[:place].count(path)
        names.append(f"{labels[path]} ({before + 1})" if before else labels[path])
    return names


def _read(
    paths: Sequence[str], references: References
) -> "tuple[list[list[Segment]], list[list[Segment | None]]]":
    """Outputs and reference sets, as long as each other."""
    outputs: list[list[Segment]] = []
    for path in paths:
        output: list[Segment] = []
        columns: list[list[Segment | None]] = []
        for stretch, beside in references.beside(path):
            output += stretch
            columns = columns or [[] for _ in beside]
            for column, more in zip(columns, beside, strict=True):
                column += more
        outputs.append(output)
    return outputs, columns
