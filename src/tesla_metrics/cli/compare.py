"""`tesla compare`: is one system better than another, and where?"""

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..errors import ExitCode, UsageError
from .by_name import use_test_set
from .doubts import open_doubts
from .grammar import check_hypotheses, check_several
from .habits import compare_hints
from .options import Commands, add_command, add_scoring, add_systems, add_work, show_usage
from .parameters import add_parameters, chosen_metrics
from .progress import ProgressBar
from .report import add_report, check_report, labels_of, write_study
from .segments import add_inputs, open_testset, sources, wants_sources

if TYPE_CHECKING:
    from ..intake.beside import Beside
    from ..judging.between_systems.table import EvidenceTable
    from ..judging.comparison import Comparison
    from ..metrics.base import Metric
    from ..testsets.testset import Testset

    Gathered = tuple[EvidenceTable, Beside]

_EPILOG = """\
examples:
  tesla compare careful.txt hasty.txt -r ref.txt -l en
  tesla compare a.txt b.txt c.txt -r ref.txt -l de -m tesla-x bleu --test randomisation
  tesla compare new1.txt new2.txt -r ref.txt -l fr --baseline old.txt --plot scores.svg
  tesla compare all.tsv --columns hyp=ours,hyp=theirs,ref=human -l de
  tesla compare summaries.jsonl -l en -m tesla-s rouge-2
  tesla compare *.txt -r ref.txt -l en -f json > comparison.json
  tesla compare *.txt -r ref.txt -l en --html report.html
  tesla compare base.txt new.txt -r ref.txt -l en --fail-if-worse || echo "do not merge"

Says which system is better, with intervals, p-values (two-sided; p_holm is corrected for all pairs)
and clusters of systems that cannot be told apart; for which lengths; and in which segments they
differ most. The first --test decides about words and clusters, the first -m about segments. The
same files, seed and samples give the same numbers.

exit codes: 0 done, 1 failed, 2 usage, 3 bad input, 4 missing resource, 5 worse (--fail-if-worse),
130 interrupted, 143 terminated
"""


def add_parser(commands: Commands) -> None:
    parser = add_command(commands, "compare", "compare systems, with significance", _EPILOG)
    show_usage(parser, "SYS SYS [SYS ...]")
    parser.hints = compare_hints()
    add_systems(parser, "systems", "SYS")
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
        "--baseline", metavar="SYS", help="compare all systems with this one (default: all pairs)"
    )
    tests.add_argument(
        "--fail-if-worse", action="store_true",
        help="exit 5 where a system is significantly worse (by p_holm) than the first, or than the "
        "baseline, by the first -m and --test",
    )  # fmt: skip
    parser.add_argument(
        "--show", type=int, default=5, metavar="N",
        help="segments of each pair to show, where they differ most (5)",
    )  # fmt: skip
    parser.add_argument(
        "--plot", type=Path, metavar="FILE",
        help="also draw scores and intervals to a .svg, .png or .html file",
    )  # fmt: skip
    add_report(parser)
    add_work(parser)
    add_inputs(parser)
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
    use_test_set(args)
    check_report(args, [*_paths(args), *sources(args), *args.references])
    check_hypotheses("tesla compare", args.systems, args.references)
    metrics = chosen_metrics(args)
    testset, baseline = _testset(args, metrics)
    outputs = {}
    for system in testset.systems:
        outputs[system], beside = testset.read_beside(system, wants_sources(metrics))
    kept: list[Gathered] = []
    total = len(next(iter(outputs.values()))) * len(outputs) * len(metrics)
    with (
        ProgressBar(total, "scoring", args.quiet) as bar,
        ProgressBar(0, "samples drawn:", args.quiet) as drawn,
    ):
        comparison = compare(
            outputs, beside.references or None, metrics, sources=beside.originals,
            tests=args.tests or ["bootstrap"], baseline=baseline, samples=args.samples,
            seed=args.seed, level=args.level, show=args.show,
            doubts=open_doubts(args, metrics, testset), jobs=args.jobs, progress=bar.advance,
            sampling=drawn.advance, ids=testset.ids(), gathered=lambda *both: kept.append(both),
        )  # fmt: skip
    if args.html:
        _report(args, comparison, kept[0], testset)
    if args.plot:
        write_charts(args.plot, comparison_charts(comparison), "Comparison of systems")
    sys.stdout.write(render_comparison(comparison, args.format))
    return _gate(comparison) if args.fail_if_worse else ExitCode.DONE


def _report(
    args: argparse.Namespace, comparison: "Comparison", kept: "Gathered", testset: "Testset"
) -> None:
    from ..reports.page.study import of_comparison

    write_study(args, _paths(args), of_comparison(comparison, *kept, labels_of(testset)))


def _gate(comparison: "Comparison") -> ExitCode:
    """Says who is worse than the baseline, or than the first system."""
    base = comparison.baseline or comparison.systems[0]
    worse = comparison.worse_than(base)
    for pair in worse:
        other = pair.b if pair.a == base else pair.a
        print(
            f"tesla: {other} is significantly worse than {base} by {pair.metric} "
            f"(p_holm {pair.p_holm:.4f}, {pair.test})",
            file=sys.stderr,
        )
    return ExitCode.WORSE if worse else ExitCode.DONE


def _testset(
    args: argparse.Namespace, metrics: "Sequence[Metric[Any]]"
) -> "tuple[Testset, str | None]":
    """What is compared, and the baseline's name: it is a file, or a system in one."""
    testset = open_testset(args, _paths(args), metrics)
    check_several(testset.systems, args.references)
    return testset, _baseline(args, testset)


def _paths(args: argparse.Namespace) -> list[str]:
    paths = list(args.systems)
    if args.baseline and args.baseline not in paths and Path(args.baseline).exists():
        paths.append(args.baseline)
    return paths


def _baseline(args: argparse.Namespace, testset: "Testset") -> str | None:
    if not args.baseline:
        return None
    known = args.baseline in [*args.systems, *testset.systems]
    if not known and not Path(args.baseline).exists():
        raise UsageError(
            f"--baseline {args.baseline!r}: no file and no system is called so; choose from "
            f"{', '.join(testset.systems)}, or check the path"
        )
    return testset.find(args.baseline)
