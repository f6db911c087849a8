"""`tesla score`: a row a system, a column a metric."""

import argparse
import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..errors import ExitCode
from ..files.packed import unpacked_name
from ..names import SOURCE
from .by_name import use_test_set
from .doubts import open_doubts
from .engines import WHOLE, add_engines, asked_engine, score_frames
from .grammar import check_hypotheses
from .habits import score_hints
from .jobs import jobs_of
from .options import Commands, add_command, add_scoring, add_systems, add_work, show_usage
from .parameters import add_parameters, chosen_metrics
from .progress import ProgressBar
from .report import add_report, check_report, labels_of, write_study
from .segments import add_inputs, open_testset, sources, wants_sources
from .showing import add_showing, asked_interval, asked_layout

if TYPE_CHECKING:
    from ..metrics.base import AllReferences, Metric
    from ..metrics.score import Score
    from ..reports.scores import Layout
    from ..resampling import Resampling
    from ..tasks import Item
    from ..testsets.testset import Testset

# As mt-metrics-eval calls what was held against the source.
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

Files are UTF-8, one segment a line; .gz, .xz, .bz2 and .zst are unpacked. Tables, SGML and WMT XML
are read where that is asked for: what looks like one and was not is refused. -r and -m take several
words each: put systems before them, or after -- (a file after -m NAME is a system too).

Our metrics lie in [0,1]; peers (bleu, chrf, chrf++, ter) keep their own scale, and for ter lower is
better. Every score comes with a signature: runs with the same signature give the same numbers.

exit codes: 0 done, 1 failed, 2 usage, 3 bad input, 4 missing resource, 130 interrupted,
143 terminated
"""


def add_parser(commands: Commands) -> None:
    parser = add_command(commands, "score", "score translations against references", _EPILOG)
    show_usage(parser, "HYP [HYP ...]")
    parser.hints = score_hints()
    add_systems(parser, "hypotheses", "HYP")
    add_scoring(parser)
    add_showing(parser)
    parser.add_argument(
        "--write-scores", type=Path, metavar="DIR",
        help="also write METRIC-REF.seg.score and .sys.score for mt-metrics-eval and tesla meta, "
        "higher for better",
    )  # fmt: skip
    parser.add_argument(
        "-v", "--verbose", action="store_true",
        help="under the table: BLEU's precisions, brevity penalty and lengths (json has them)",
    )  # fmt: skip
    parser.add_argument(
        "-o", "--output", type=Path, metavar="FILE",
        help="also write the input's rows with a column a metric, to a .tsv, .csv or .jsonl file, "
        "or to a .parquet folder of parts",
    )  # fmt: skip
    add_report(parser)
    add_work(parser, usual=None)
    add_inputs(parser, frames=True)
    add_engines(parser)
    add_parameters(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> ExitCode:
    engine = asked_engine(args)
    use_test_set(args)
    check_hypotheses("tesla score", args.hypotheses, args.references)
    layout, interval = asked_layout(args), asked_interval(args)
    metrics = chosen_metrics(args)
    if engine != WHOLE:
        return _print(args, score_frames(args, engine, metrics, interval), layout)
    read = [*args.hypotheses, *sources(args), *args.references]
    if args.write_scores is not None:
        from ..judging.readers.score_files import make_folder

        make_folder(args.write_scores)
    if args.output is not None:
        from ..files.distinct import check_not_read
        from ..reports.rows import check_rows

        check_rows(args.output)
        check_not_read(args.output, read)
    check_report(args, read)

    testset = open_testset(args, args.hypotheses, metrics)
    texts = layout.wants_texts
    keep = layout.segments or texts or bool(args.write_scores or args.output or args.html)
    drawn = interval if args.html is None else interval or _usual()
    scores, items = _score(args, metrics, testset, drawn, keep=keep, texts=texts)
    if args.html is not None:
        _report(args, metrics, testset, scores)
    if interval is None:  # the report's alone
        scores = [(system, replace(score, confidence=None)) for system, score in scores]
    if args.write_scores is not None:
        _write(args.write_scores, scores, testset.reference_names or [_NO_REFERENCE])
    if args.output is not None:
        from ..reports.rows import write_rows

        write_rows(args.output, testset, scores, sources=wants_sources(metrics))
    return _print(args, scores, layout, items)


def _usual() -> "Resampling":
    """What the report draws where nothing is asked for."""
    from ..resampling import Resampling

    return Resampling()


def _print(
    args: argparse.Namespace,
    scores: "Sequence[tuple[str, Score]]",
    layout: "Layout",
    items: "Sequence[Sequence[Item]]" = (),
) -> ExitCode:
    from ..reports.scores import render_bare, render_details, render_scores

    if args.score_only:
        sys.stdout.write(render_bare(scores, layout.decimals))
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
    from ..reports.page.study import of_scores

    outputs = {}
    for system in testset.systems:
        outputs[system], beside = testset.read_beside(system, wants_sources(metrics))
    study = of_scores(outputs, beside, metrics, scores, labels_of(testset))
    write_study(args, args.hypotheses, study)


def _score(
    args: argparse.Namespace,
    metrics: "Sequence[Metric[Any]]",
    testset: "Testset",
    interval: "Resampling | None",
    *,
    keep: bool,
    texts: bool,
) -> "tuple[list[tuple[str, Score]], list[list[Item]]]":
    """Scores of each system by all metrics, and its texts if they are wanted."""
    from ..metrics.base import Running
    from ..resampling import warn_of_few

    scores: list[tuple[str, Score]] = []
    items: list[list[Item]] = []
    doubts = open_doubts(args, metrics, testset)
    originals = wants_sources(metrics)
    scorers = [metric.open(None, _learnt_from(metric, testset)) for metric in metrics]
    total = testset.count() * len(testset.systems) * len(metrics)
    with (
        ProgressBar(total, "scoring", args.quiet) as bar,
        ProgressBar(0, "samples drawn:", args.quiet) as drawn,
    ):
        for system in testset.systems:
            running = [Running(s, keep_segments=keep, resampling=interval) for s in scorers]
            for hypotheses, beside in testset.stretches(system, originals):
                used = beside.used(metrics)
                doubts.see(system, hypotheses, [*used.references, *used.sources])
                for scorer, one in zip(scorers, running, strict=True):
                    jobs = jobs_of(args, threaded=scorer.threaded)
                    one.add(hypotheses, beside.of(scorer.metric.against), jobs, bar.advance)
            scores += [(system, one.score(drawn.advance)) for one in running]
            if texts:
                items.append(_items(testset, system, originals))
    doubts.warn()
    if interval is not None:
        warn_of_few(running[0].count)
    return scores, items


def _learnt_from(metric: "Metric[Any]", testset: "Testset") -> "AllReferences":
    """What the metric is held against."""
    held = metric.against == SOURCE and testset.source_name
    return testset.all_sources if held else testset.all


def _items(testset: "Testset", system: str, sources: bool) -> "list[Item]":
    """What is shown: sources only where a metric looks at them."""
    found = testset.items(system)
    return list(found) if sources else [replace(item, source=None) for item in found]


def _write(folder: Path, scores: "Sequence[tuple[str, Score]]", references: Sequence[str]) -> None:
    import numpy as np

    from ..judging.readers.score_files import write_scores

    reference = "-".join(_names(references)).replace("/", "_")
    for metric in dict.fromkeys(score.metric for _, score in scores):
        own = [(system, score) for system, score in scores if score.metric == metric]
        sign = 1.0 if own[0][1].higher_is_better else -1.0
        write_scores(
            folder,
            f"{metric}-{reference}",
            _names([system for system, _ in own]),
            sign * np.array([score.segments for _, score in own]),
            sign * np.array([score.score for _, score in own]),
        )


def _names(paths: Sequence[str]) -> list[str]:
    """Files without folder and suffix, where that still tells them apart."""
    names = [Path(unpacked_name(path)).stem for path in paths]
    return names if len(set(names)) == len(names) else [path.replace("\t", " ") for path in paths]
