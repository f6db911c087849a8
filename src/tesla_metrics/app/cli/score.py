"""`tesla score`: print a table of scores with one row per system and one column per metric."""

import argparse
import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ...errors import ExitCode
from ...files.compression import strip_compression_suffix
from ...files.field_names import SOURCE
from .engines import (
    WHOLE_ENGINE,
    add_table_engine_options,
    choose_engine,
    get_job_count,
    score_frames,
)
from .input_options import (
    add_input_options,
    get_source_files,
    needs_sources,
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
    add_score_output_options,
    check_report_options,
    make_layout,
    make_resampling,
    read_segment_labels,
    write_html_report,
)
from .positionals import check_hypotheses, make_score_hints
from .progress import ProgressBar

if TYPE_CHECKING:
    from ...files.item import Item
    from ...files.testsets.testset import Testset
    from ...metrics.base import Metric, ReferencesFactory
    from ...metrics.score import Score
    from ...reporting.scores import ScoreLayout
    from ...resampling import Resampling

# Name that mt-metrics-eval uses instead of a reference for metrics that compare with the source.
_SOURCE_REFERENCE_NAME = "src"

_EPILOG = """\
examples:
  tesla score hyp.txt -r ref.txt -l en
  tesla score a.txt b.txt -r ref1.txt ref2.txt -l de -m tesla-x bleu chrf
  tesla score hyp.txt -r ref.txt -l en --confidence
  tesla score hyp.txt -r ref.txt -l en -m tesla-x bleu --worst 20
  tesla score hyp.txt.gz -r ref.txt.xz -l fr --segments -f tsv
  tesla score hyp.txt -r ref.txt -m bleu -b -w 1
  tesla score hyp.txt -t wmt22 -l en-de
  tesla score all.tsv --columns hyp=mt,ref=ref -l de -o scored.tsv
  tesla score shard-*.parquet --columns hyp=mt,ref=ref -l de -o scored.parquet
  tesla score all.tsv --columns hyp=mt,ref=ref -l de -o scored.parquet --engine spark
  tesla score systems.jsonl -l en
  tesla score hyp.txt -r ref.txt -l en --html report.html
  tesla score summaries.jsonl -l en -m tesla-s rouge-2 --segments
  tesla score wmttest.xml --input wmt-xml -l de --refs A --systems ONLINE-B ONLINE-W
  some-decoder < src.txt | tesla score - -r ref.txt -l es -f json
  tesla score hyp.txt -r ref.txt -l zh -m tesla-celab --synonyms cilin.txt
  tesla score paraphrases.txt -s originals.txt -l en -m pem
  tesla score hyp.conllu -r ref.conllu -l en --input conllu --synonyms mine.tsv

Files are UTF-8, one segment per line; .gz, .xz, .bz2 and .zst are unpacked. Tables, SGML and WMT
XML are read if --input or --columns asks for it; without these, files that look like one of them
are refused. -r and -m take several words each: put systems before them, or after -- (a file after
-m NAME is a system too).

Scores of our own metrics are in [0,1]; bleu, chrf, chrf++ and ter keep their own scale, and for ter
lower is better. Every score has a signature: runs with the same signature give the same numbers.

exit codes: 0 done, 1 failed, 2 usage, 3 bad input, 4 missing resource, 130 interrupted,
143 terminated
"""


def add_parser(commands: Commands) -> None:
    parser = add_command(commands, "score", "score translations against references", _EPILOG)
    set_usage_with_files(parser, "HYP [HYP ...]")
    parser.hints_by_option = make_score_hints()
    add_positional_files(parser, "hypotheses", "HYP")
    add_reference_and_metric_options(parser)
    add_score_output_options(parser)
    parser.add_argument(
        "--write-scores", type=Path, metavar="DIR",
        help="also write METRIC-REF.seg.score and .sys.score for mt-metrics-eval and tesla meta; "
        "higher is better in all of them",
    )  # fmt: skip
    parser.add_argument(
        "-v", "--verbose", action="store_true",
        help="also print BLEU's precisions, brevity penalty and lengths (always in json)",
    )  # fmt: skip
    parser.add_argument(
        "-o", "--output", type=Path, metavar="FILE",
        help="also write the rows of the input with one column per metric, to a .tsv, .csv or "
        ".jsonl file, or to a .parquet folder of parts",
    )  # fmt: skip
    add_report_options(parser)
    add_format_and_jobs(parser, default_jobs=None)
    add_input_options(parser, with_parquet=True)
    add_table_engine_options(parser)
    add_metric_options(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> ExitCode:
    engine = choose_engine(args)
    use_test_set(args)
    check_hypotheses("tesla score", args.hypotheses, args.references)
    layout, resampling = make_layout(args), make_resampling(args)
    metrics = make_requested_metrics(args)
    if engine != WHOLE_ENGINE:
        return _print_scores(args, score_frames(args, engine, metrics, resampling), layout)
    input_files = [*args.hypotheses, *get_source_files(args), *args.references]
    if args.write_scores is not None:
        from ...evaluation.readers.mt_metrics_eval import make_folder

        make_folder(args.write_scores)
    if args.output is not None:
        from ...files.atomic import check_not_input_file
        from ...reporting.segment_rows import check_rows_path

        check_rows_path(args.output)
        check_not_input_file(args.output, input_files)
    check_report_options(args, input_files)

    testset = open_testset(args, args.hypotheses, metrics)
    with_texts = layout.includes_texts
    writes_files = bool(args.write_scores or args.output or args.html)
    keep_segments = layout.with_segments or with_texts or writes_files
    used_resampling = resampling
    if args.html is not None and resampling is None:
        used_resampling = _make_default_resampling()
    scores, items_by_system = _score_systems(
        args, metrics, testset, used_resampling, keep_segments=keep_segments, with_texts=with_texts
    )
    if args.html is not None:
        _write_report(args, metrics, testset, scores)
    if resampling is None:  # intervals were computed for the report only
        scores = [(system, replace(score, confidence=None)) for system, score in scores]
    if args.write_scores is not None:
        reference_names = testset.reference_names or [_SOURCE_REFERENCE_NAME]
        _write_score_files(args.write_scores, scores, reference_names)
    if args.output is not None:
        from ...reporting.segment_rows import write_rows

        write_rows(args.output, testset, scores, with_sources=needs_sources(metrics))
    return _print_scores(args, scores, layout, items_by_system)


def _make_default_resampling() -> "Resampling":
    """Return the settings of the intervals in a report if --confidence is not given."""
    from ...resampling import Resampling

    return Resampling()


def _print_scores(
    args: argparse.Namespace,
    scores: "Sequence[tuple[str, Score]]",
    layout: "ScoreLayout",
    items_by_system: "Sequence[Sequence[Item]]" = (),
) -> ExitCode:
    """Print the scores in the format of -f or -b; return the exit code."""
    from ...reporting.scores import render_details, render_numbers, render_scores

    if args.score_only:
        sys.stdout.write(render_numbers(scores, layout.decimals))
    else:
        sys.stdout.write(render_scores(scores, args.format, layout, items_by_system))
    if args.verbose and args.format == "text":
        sys.stdout.write(render_details(scores))
    return ExitCode.DONE


def _write_report(
    args: argparse.Namespace,
    metrics: "Sequence[Metric[Any]]",
    testset: "Testset",
    scores: "Sequence[tuple[str, Score]]",
) -> None:
    from ...reporting.report.study import build_score_data

    outputs = {}
    for system in testset.systems:
        outputs[system], counterparts = testset.read_with_counterparts(system, sources=True)
    report_data = build_score_data(
        outputs, counterparts, metrics, scores, read_segment_labels(testset)
    )
    write_html_report(args, args.hypotheses, report_data)


def _score_systems(
    args: argparse.Namespace,
    metrics: "Sequence[Metric[Any]]",
    testset: "Testset",
    resampling: "Resampling | None",
    *,
    keep_segments: bool,
    with_texts: bool,
) -> "tuple[list[tuple[str, Score]], list[list[Item]]]":
    """Return (system, score) pairs, and one list of items per system.

    The pairs are ordered by system, then by metric. There are no items unless `with_texts`.
    """
    from ...metrics.base import RunningScore
    from ...resampling import warn_few_segments

    scores: list[tuple[str, Score]] = []
    items_by_system: list[list[Item]] = []
    input_checker = open_input_checks(args, metrics, testset)
    uses_sources = needs_sources(metrics)
    scorers = [metric.open(None, _get_learning_texts(metric, testset)) for metric in metrics]
    total = testset.count() * len(testset.systems) * len(metrics)
    with (
        ProgressBar(total, "scoring", args.quiet) as bar,
        ProgressBar(0, "samples drawn:", args.quiet) as sample_bar,
    ):
        for system in testset.systems:
            running_scores = [
                RunningScore(scorer, keep_segments=keep_segments, resampling=resampling)
                for scorer in scorers
            ]
            for hypotheses, counterparts in testset.chunks(
                system, sources=reads_sources(args, metrics)
            ):
                checked = counterparts.select_checked(metrics)
                input_checker.update(system, hypotheses, [*checked.references, *checked.sources])
                for scorer, running_score in zip(scorers, running_scores, strict=True):
                    jobs = get_job_count(args, is_threaded=scorer.threaded)
                    running_score.add(
                        hypotheses, counterparts.select(scorer.metric.against), jobs, bar.advance
                    )
            for running_score in running_scores:
                scores.append((system, running_score.score(sample_bar.advance)))
            if with_texts:
                items_by_system.append(_read_items(testset, system, uses_sources))
    input_checker.issue_warnings()
    if resampling is not None:
        warn_few_segments(running_scores[0].segment_count)
    return scores, items_by_system


def _get_learning_texts(metric: "Metric[Any]", testset: "Testset") -> "ReferencesFactory":
    """Return the references or sources that the metric may learn from."""
    uses_sources = metric.against == SOURCE and testset.source_name
    return testset.all_sources if uses_sources else testset.all_references


def _read_items(testset: "Testset", system: str, with_sources: bool) -> "list[Item]":
    """Return the items of a system; without `with_sources`, their sources are None."""
    items = testset.items(system)
    return list(items) if with_sources else [replace(item, source=None) for item in items]


def _write_score_files(
    folder: Path, scores: "Sequence[tuple[str, Score]]", reference_names: Sequence[str]
) -> None:
    """Write the segment scores and system scores of each metric in files of mt-metrics-eval.

    Scores of metrics for which lower is better are negated.
    """
    import numpy as np

    from ...evaluation.readers.mt_metrics_eval import write_scores

    reference = "-".join(_shorten_paths(reference_names)).replace("/", "_")
    for metric in dict.fromkeys(score.metric for _, score in scores):
        metric_scores = [(system, score) for system, score in scores if score.metric == metric]
        sign = 1.0 if metric_scores[0][1].higher_is_better else -1.0
        write_scores(
            folder,
            f"{metric}-{reference}",
            _shorten_paths([system for system, _ in metric_scores]),
            sign * np.array([score.segments for _, score in metric_scores]),
            sign * np.array([score.score for _, score in metric_scores]),
        )


def _shorten_paths(paths: Sequence[str]) -> list[str]:
    """Return file names without folder and suffix, or the paths if the names are not unique."""
    names = [Path(strip_compression_suffix(path)).stem for path in paths]
    return names if len(set(names)) == len(names) else [path.replace("\t", " ") for path in paths]
