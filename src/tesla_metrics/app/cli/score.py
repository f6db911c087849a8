"""`tesla score`: one row per system, one column per metric."""

import argparse
import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ...errors import ExitCode
from ...files.compression import uncompressed_name
from ...files.field_names import SOURCE
from .engines import WHOLE, add_engines, engine_from, jobs_of, score_frames
from .input_options import (
    add_inputs,
    needs_sources,
    open_input_checks,
    open_testset,
    sources,
    use_test_set,
)
from .metric_options import add_parameters, chosen_metrics
from .options import (
    Commands,
    add_command,
    add_output_and_jobs,
    add_references_and_metrics,
    add_systems,
    set_usage,
)
from .output_options import (
    add_report,
    add_score_output,
    check_report,
    labels_of,
    layout_from,
    resampling_from,
    write_html_report,
)
from .positionals import check_hypotheses, score_hints
from .progress import ProgressBar

if TYPE_CHECKING:
    from ...files.item import Item
    from ...files.testsets.testset import Testset
    from ...metrics.base import AllReferences, Metric
    from ...metrics.score import Score
    from ...reporting.scores import Layout
    from ...resampling import Resampling

# Name that mt-metrics-eval uses for metrics that compare with the source.
_NO_REFERENCE = "src"

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
    set_usage(parser, "HYP [HYP ...]")
    parser.hints = score_hints()
    add_systems(parser, "hypotheses", "HYP")
    add_references_and_metrics(parser)
    add_score_output(parser)
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
    add_report(parser)
    add_output_and_jobs(parser, default_jobs=None)
    add_inputs(parser, frames=True)
    add_engines(parser)
    add_parameters(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> ExitCode:
    engine = engine_from(args)
    use_test_set(args)
    check_hypotheses("tesla score", args.hypotheses, args.references)
    layout, interval = layout_from(args), resampling_from(args)
    metrics = chosen_metrics(args)
    if engine != WHOLE:
        return _print(args, score_frames(args, engine, metrics, interval), layout)
    read = [*args.hypotheses, *sources(args), *args.references]
    if args.write_scores is not None:
        from ...evaluation.readers.mt_metrics_eval import make_folder

        make_folder(args.write_scores)
    if args.output is not None:
        from ...files.atomic import check_not_input
        from ...reporting.segment_rows import check_rows_path

        check_rows_path(args.output)
        check_not_input(args.output, read)
    check_report(args, read)

    testset = open_testset(args, args.hypotheses, metrics)
    texts = layout.includes_texts
    keep = layout.segments or texts or bool(args.write_scores or args.output or args.html)
    drawn = interval if args.html is None else interval or _default_interval()
    scores, items = _score(args, metrics, testset, drawn, keep=keep, texts=texts)
    if args.html is not None:
        _report(args, metrics, testset, scores)
    if interval is None:  # only the report shows intervals
        scores = [(system, replace(score, confidence=None)) for system, score in scores]
    if args.write_scores is not None:
        _write(args.write_scores, scores, testset.reference_names or [_NO_REFERENCE])
    if args.output is not None:
        from ...reporting.segment_rows import write_rows

        write_rows(args.output, testset, scores, sources=needs_sources(metrics))
    return _print(args, scores, layout, items)


def _default_interval() -> "Resampling":
    """Return the settings of the report's intervals if none are requested."""
    from ...resampling import Resampling

    return Resampling()


def _print(
    args: argparse.Namespace,
    scores: "Sequence[tuple[str, Score]]",
    layout: "Layout",
    items: "Sequence[Sequence[Item]]" = (),
) -> ExitCode:
    from ...reporting.scores import render_details, render_numbers, render_scores

    if args.score_only:
        sys.stdout.write(render_numbers(scores, layout.decimals))
    else:
        sys.stdout.write(render_scores(scores, args.format, layout, items))
    if args.verbose and args.format == "text":
        sys.stdout.write(render_details(scores))
    return ExitCode.DONE


def _report(
    args: argparse.Namespace,
    metrics: "Sequence[Metric[Any]]",
    testset: "Testset",
    scores: "Sequence[tuple[str, Score]]",
) -> None:
    from ...reporting.report.study import data_of_scores

    outputs = {}
    for system in testset.systems:
        outputs[system], counterparts = testset.read_with_counterparts(
            system, needs_sources(metrics)
        )
    study = data_of_scores(outputs, counterparts, metrics, scores, labels_of(testset))
    write_html_report(args, args.hypotheses, study)


def _score(
    args: argparse.Namespace,
    metrics: "Sequence[Metric[Any]]",
    testset: "Testset",
    interval: "Resampling | None",
    *,
    keep: bool,
    texts: bool,
) -> "tuple[list[tuple[str, Score]], list[list[Item]]]":
    """Return the scores of each system by all metrics, and with `texts` its items."""
    from ...metrics.base import RunningScore
    from ...resampling import warn_few_segments

    scores: list[tuple[str, Score]] = []
    items: list[list[Item]] = []
    doubts = open_input_checks(args, metrics, testset)
    originals = needs_sources(metrics)
    scorers = [metric.open(None, _learnt_from(metric, testset)) for metric in metrics]
    total = testset.count() * len(testset.systems) * len(metrics)
    with (
        ProgressBar(total, "scoring", args.quiet) as bar,
        ProgressBar(0, "samples drawn:", args.quiet) as drawn,
    ):
        for system in testset.systems:
            running = [RunningScore(s, keep_segments=keep, resampling=interval) for s in scorers]
            for hypotheses, counterparts in testset.chunks(system, originals):
                used = counterparts.used_by(metrics)
                doubts.update(system, hypotheses, [*used.references, *used.sources])
                for scorer, accumulator in zip(scorers, running, strict=True):
                    jobs = jobs_of(args, threaded=scorer.threaded)
                    accumulator.add(
                        hypotheses, counterparts.for_kind(scorer.metric.against), jobs, bar.advance
                    )
            scores += [(system, accumulator.score(drawn.advance)) for accumulator in running]
            if texts:
                items.append(_items(testset, system, originals))
    doubts.warn()
    if interval is not None:
        warn_few_segments(running[0].count)
    return scores, items


def _learnt_from(metric: "Metric[Any]", testset: "Testset") -> "AllReferences":
    """Return all texts that the metric compares with, which it may learn from."""
    uses_sources = metric.against == SOURCE and testset.source_name
    return testset.all_sources if uses_sources else testset.all_references


def _items(testset: "Testset", system: str, sources: bool) -> "list[Item]":
    """Return the items of a system, with sources only if a metric uses them."""
    items = testset.items(system)
    return list(items) if sources else [replace(item, source=None) for item in items]


def _write(folder: Path, scores: "Sequence[tuple[str, Score]]", references: Sequence[str]) -> None:
    import numpy as np

    from ...evaluation.readers.mt_metrics_eval import write_scores

    reference = "-".join(_names(references)).replace("/", "_")
    for metric in dict.fromkeys(score.metric for _, score in scores):
        metric_scores = [(system, score) for system, score in scores if score.metric == metric]
        sign = 1.0 if metric_scores[0][1].higher_is_better else -1.0
        write_scores(
            folder,
            f"{metric}-{reference}",
            _names([system for system, _ in metric_scores]),
            sign * np.array([score.segments for _, score in metric_scores]),
            sign * np.array([score.score for _, score in metric_scores]),
        )


def _names(paths: Sequence[str]) -> list[str]:
    """Return file names without folder and suffix, or the paths if those are not unique."""
    names = [Path(uncompressed_name(path)).stem for path in paths]
    return names if len(set(names)) == len(names) else [path.replace("\t", " ") for path in paths]
