"""`tesla compare`: test whether systems differ, and show where."""

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ...errors import ExitCode, UsageError
from .input_options import (
    add_input_options,
    get_source_files,
    open_input_checks,
    open_testset,
    reads_sources,
    use_test_set,
)
from .metric_options import add_metric_options, make_requested_metrics
from .options import (
    Commands,
    add_command,
    add_format_and_jobs,
    add_positional_files,
    add_reference_and_metric_options,
    set_usage_with_files,
)
from .output_options import (
    add_report_options,
    check_report_options,
    read_segment_labels,
    write_html_report,
)
from .positionals import check_hypotheses, check_several_systems, make_compare_hints
from .progress import ProgressBar

if TYPE_CHECKING:
    from ...evaluation.systems.comparison import Comparison
    from ...evaluation.systems.evidence import StatisticsTable
    from ...files.inputs.counterparts import Counterparts
    from ...files.testsets.testset import Testset
    from ...metrics.base import Metric

    # The statistics of all systems by one metric, and the texts that the metric compares with.
    ComparedTable = tuple[StatisticsTable, Counterparts]

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

The output says which system is better, with intervals, p-values (two-sided; p_holm is corrected for
all pairs) and clusters of systems that do not differ significantly; for which lengths; and in which
segments systems differ most. The first --test determines verdicts and clusters, the first -m the
segments. The same files, seed and samples give the same numbers.

exit codes: 0 done, 1 failed, 2 usage, 3 bad input, 4 missing resource, 5 worse (--fail-if-worse),
130 interrupted, 143 terminated
"""


def add_parser(commands: Commands) -> None:
    parser = add_command(commands, "compare", "compare systems, with significance", _EPILOG)
    set_usage_with_files(parser, "SYS SYS [SYS ...]")
    parser.hints_by_option = make_compare_hints()
    add_positional_files(parser, "systems", "SYS")
    add_reference_and_metric_options(parser)
    test_group = parser.add_argument_group("significance")
    test_group.add_argument(
        "--test", action="append", choices=("bootstrap", "randomisation", "sign"), dest="tests",
        help="paired bootstrap (default), approximate randomisation, or sign test on segments "
        "(repeat for several tests)",
    )  # fmt: skip
    test_group.add_argument(
        "--samples", type=int, metavar="N", help="default: 1000, more if many pairs need them"
    )
    test_group.add_argument("--seed", type=int, default=12345, metavar="N", help="default: 12345")
    test_group.add_argument(
        "--level", type=float, default=0.95, metavar="P",
        help="level of the intervals, and of significance for the clusters (0.95)",
    )  # fmt: skip
    test_group.add_argument(
        "--baseline", metavar="SYS", help="compare all systems with this one (default: all pairs)"
    )
    test_group.add_argument(
        "--fail-if-worse", action="store_true",
        help="exit with code 5 if a system is significantly worse (by p_holm) than the first, or "
        "than the baseline, by the first -m and --test",
    )  # fmt: skip
    parser.add_argument(
        "--show", type=int, default=5, metavar="N",
        help="number of segments to show for each pair, those that differ most (5)",
    )  # fmt: skip
    parser.add_argument(
        "--plot", type=Path, metavar="FILE",
        help="also draw scores and intervals to a .svg, .png or .html file",
    )  # fmt: skip
    add_report_options(parser)
    add_format_and_jobs(parser)
    add_input_options(parser)
    add_metric_options(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> ExitCode:
    from ...evaluation.systems.comparison import compare
    from ...evaluation.systems.comparison_inputs import check_ranges
    from ...reporting.charts import check_chart_path, write_charts
    from ...reporting.comparison import build_comparison_charts, render_comparison

    check_ranges(args.samples, args.seed, args.level, args.show, args.jobs)
    if args.plot:
        check_chart_path(args.plot)
    use_test_set(args)
    check_report_options(args, [*_list_files(args), *get_source_files(args), *args.references])
    check_hypotheses("tesla compare", args.systems, args.references)
    metrics = make_requested_metrics(args)
    testset, baseline = _open_testset(args, metrics)
    outputs = {}
    for system in testset.systems:
        outputs[system], counterparts = testset.read_with_counterparts(
            system, sources=reads_sources(args, metrics)
        )
    compared_tables: list[ComparedTable] = []
    total = len(next(iter(outputs.values()))) * len(outputs) * len(metrics)
    with (
        ProgressBar(total, "scoring", args.quiet) as bar,
        ProgressBar(0, "samples drawn:", args.quiet) as sample_bar,
    ):
        comparison = compare(
            outputs, counterparts.references or None, metrics, sources=counterparts.source_texts,
            references_by="set", tests=args.tests or ["bootstrap"], baseline=baseline,
            samples=args.samples, seed=args.seed, level=args.level, show=args.show,
            checks=open_input_checks(args, metrics, testset), jobs=args.jobs, progress=bar.advance,
            sampling=sample_bar.advance, ids=testset.ids(),
            on_table=lambda *results: compared_tables.append(results),
        )  # fmt: skip
    if args.html:
        _write_report(args, comparison, compared_tables[0], testset)
    if args.plot:
        write_charts(args.plot, build_comparison_charts(comparison), "Comparison of systems")
    sys.stdout.write(render_comparison(comparison, args.format))
    return _report_worse_systems(comparison) if args.fail_if_worse else ExitCode.DONE


def _write_report(
    args: argparse.Namespace,
    comparison: "Comparison",
    compared_table: "ComparedTable",
    testset: "Testset",
) -> None:
    from ...reporting.report.study import build_comparison_data

    labels = read_segment_labels(testset)
    report_data = build_comparison_data(comparison, *compared_table, labels)
    write_html_report(args, _list_files(args), report_data)


def _report_worse_systems(comparison: "Comparison") -> ExitCode:
    """Print the systems that are significantly worse than the baseline; return the exit code.

    Without --baseline, systems are compared with the first one.
    """
    baseline = comparison.baseline or comparison.systems[0]
    worse_pairs = comparison.pairs_worse_than(baseline)
    for pair in worse_pairs:
        worse_system = pair.b if pair.a == baseline else pair.a
        print(
            f"tesla: {worse_system} is significantly worse than {baseline} by {pair.metric} "
            f"(p_holm {pair.p_holm:.4f}, {pair.test})",
            file=sys.stderr,
        )
    return ExitCode.WORSE if worse_pairs else ExitCode.DONE


def _open_testset(
    args: argparse.Namespace, metrics: "Sequence[Metric[Any]]"
) -> "tuple[Testset, str | None]":
    """Return the test set, and the name of the baseline system or None."""
    testset = open_testset(args, _list_files(args), metrics)
    check_several_systems(testset.systems, args.references)
    return testset, _find_baseline(args, testset)


def _list_files(args: argparse.Namespace) -> list[str]:
    """Return the files of the systems, including that of --baseline if it is a file."""
    paths = list(args.systems)
    if args.baseline and args.baseline not in paths and Path(args.baseline).exists():
        paths.append(args.baseline)
    return paths


def _find_baseline(args: argparse.Namespace, testset: "Testset") -> str | None:
    """Return the name of the system of --baseline, or None if the option is not given."""
    if not args.baseline:
        return None
    is_known = args.baseline in [*args.systems, *testset.systems]
    if not is_known and not Path(args.baseline).exists():
        raise UsageError(
            f"--baseline {args.baseline!r}: there is no file and no system of that name; choose "
            f"from {', '.join(testset.systems)}, or check the path"
        )
    return testset.find(args.baseline)
