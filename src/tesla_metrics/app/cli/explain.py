"""`tesla explain`: explain the scores of segments."""

import argparse
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from ...errors import ExitCode, InputError, UsageError
from ...files.field_names import NOTHING, SOURCE
from ...files.lines import STDIN
from .input_options import (
    add_inputs,
    add_segments,
    open_input_checks,
    open_testset,
    sources,
    use_test_set,
)
from .metric_options import add_parameters, chosen_metrics
from .options import Commands, add_command, add_jobs, add_metrics, add_references, add_systems
from .output_options import add_colour, terminal_style_from, write_output
from .positionals import check_hypotheses
from .progress import ProgressBar

if TYPE_CHECKING:
    from ...files.item import ReferenceSet, Segment
    from ...metrics.segment_metric import SegmentMetric, SegmentScorer
    from ...reporting.explanations import ExplainedSegment

_FORMATS = ("text", "json", "html")

_EPILOG = """\
examples:
  tesla explain "The cats slept on the couch." "The kittens slept on the sofa." -l en
  tesla explain "Die Katze schlief." "Die Katze schlief ein." "Das Kätzchen schlief." -l de
  tesla explain hyp.txt -r ref.txt -l en --segment 12
  tesla explain hyp.txt -r ref.txt -l en --segment 3,8 20-24
  tesla explain hyp.txt -r ref.txt -l en --worst 5 -m tesla-m
  tesla explain a.txt b.txt -r ref.txt -l en --segment 12 -f html -o why.html
  tesla explain hyp.txt -r ref.txt -l en --worst 20 -f json > why.json
  tesla explain summaries.txt -l en -m dicomer --segment 3

Without -r (or -s, -t) arguments are sentences: the hypothesis, then its references. With it they
are files. The output shows both sentences and, under each word, how it was matched and how much
score it lost; the losses add up to 1 - score. -f html draws the matching, two systems side by side;
-f json has all details (docs/explain.md).

exit codes: 0 done, 1 failed, 2 usage, 3 bad input, 4 missing resource, 130 interrupted,
143 terminated
"""


def add_parser(commands: Commands) -> None:
    from ...metrics.registry import explainable_names

    parser = add_command(commands, "explain", "show why segments have their scores", _EPILOG)
    parser.usage = (
        '%(prog)s "HYPOTHESIS" "REFERENCE" ["REFERENCE" ...] -l LANG [-m NAME] [options]\n'
        "       %(prog)s HYP [HYP ...] -r REF [REF ...] -l LANG --segment N [-m NAME] [options]"
    )
    add_systems(parser, "texts", "TEXT", "a sentence; with -r a system's output (- is stdin)")
    add_references(parser)
    add_metrics(parser, several=False, default=True, texts=True, names=explainable_names)
    add_segments(parser, parser.files)
    parser.add_argument(
        "--worst", type=int, metavar="N",
        help="explain the worst N segments of each system (with files)",
    )  # fmt: skip
    parser.add_argument(
        "-f", "--format", choices=_FORMATS, default="text", help="default: text; html is one page"
    )
    parser.add_argument("-o", "--output", type=Path, metavar="FILE", help="default: stdout")
    add_colour(parser)
    add_jobs(parser)
    add_inputs(parser)
    add_parameters(parser, explainable_names)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> ExitCode:
    from ...files.atomic import check_not_input
    from ...metrics.segment_metric import check_can_explain
    from ...reporting.explanations import render_explanation_list

    use_test_set(args)
    metrics = chosen_metrics(args)
    if len(metrics) > 1:
        raise UsageError(f"-m names {len(metrics)} metrics: give only the one to explain")
    metric = check_can_explain(metrics[0])
    paper = terminal_style_from(args)
    if _are_files(args, metric):
        if args.output is not None:
            check_not_input(args.output, [*args.texts, *sources(args), *args.references])
        explained = list(_of_files(args, metric))
    else:
        explained = [_of_sentences(args.texts, metric)]
    write_output(render_explanation_list(explained, args.format, paper), args.output)
    return ExitCode.DONE


def _are_files(args: argparse.Namespace, metric: "SegmentMetric") -> bool:
    """Return whether the arguments are files.

    They are if an option is given that sentences do not have, or if one of them is a file and the
    metric compares with nothing.
    """
    has_input_options = args.references or args.source is not None or args.input or args.columns
    has_file = metric.against == NOTHING and any(
        text == STDIN or _is_file(text) for text in args.texts
    )
    return bool(has_input_options or args.chosen or args.worst is not None or has_file)


def _of_sentences(texts: Sequence[str], metric: "SegmentMetric") -> "ExplainedSegment":
    from ...reporting.explanations import ExplainedSegment

    if files := list(filter(_is_file, texts)):
        names = texts if len(texts) == len(files) > 1 else ("HYP", "REF")
        raise UsageError(
            f"{' and '.join(files)} {'is a file' if len(files) == 1 else 'are files'}, and without "
            f"-r arguments are sentences: give tesla explain {names[0]} -r {' '.join(names[1:])} "
            "--segment N"
        )
    for index, text in enumerate(texts, 1):
        if any("\ud800" <= char <= "\udfff" for char in text):
            raise InputError(
                f"sentence {index} is not UTF-8: set the terminal to UTF-8, or give files"
            )
    if metric.against == NOTHING:
        _check_one_text(texts, metric)
    elif len(texts) < 2:
        raise UsageError(
            "a hypothesis and a reference are needed: tesla explain HYPOTHESIS REFERENCE, each in "
            "quotes (for files: tesla explain HYP -r REF --segment N)"
        )
    hypothesis, *references = texts
    return ExplainedSegment(metric.explain(hypothesis, references))


def _check_one_text(texts: Sequence[str], metric: "SegmentMetric") -> None:
    """Check that there is one text, for a metric that compares with nothing."""
    if len(texts) != 1:
        raise UsageError(
            f"{metric.name} scores one text without a reference, and there are {len(texts)}: give "
            "one, in quotes, or files"
        )
    if len(texts[0].split()) < 2:
        raise InputError(
            f"{texts[0]} does not exist, and a text has several words: give a file, or a text in "
            "quotes"
        )


def _is_file(text: str) -> bool:
    try:
        return Path(text).is_file()
    except (OSError, ValueError):  # too long for a file name, or with an invalid character
        return False


def _of_files(args: argparse.Namespace, metric: "SegmentMetric") -> "Iterator[ExplainedSegment]":
    """Yield explanations system by system: chosen segments in order, then the worst ones."""
    from ...reporting.explanations import ExplainedSegment
    from ...reporting.scores import item_labels

    check_hypotheses("tesla explain", args.texts, args.references)
    testset = open_testset(args, args.texts, [metric])
    uses_sources = metric.against == SOURCE and testset.source_name
    scorer = metric.open(None, testset.all_sources if uses_sources else testset.all_references)
    doubts = open_input_checks(args, [metric], testset)
    for system in testset.systems:
        outputs, counterparts = testset.read_with_counterparts(system, sources=bool(uses_sources))
        used = counterparts.used_by([metric])
        doubts.update(system, outputs, [*used.references, *used.sources])
        sets = counterparts.for_kind(metric.against)
        segment_labels = list(map(item_labels, testset.items(system)))
        for number in _chosen(args, system, scorer, outputs, sets):
            references = [reference[number - 1] for reference in sets]
            explanation = scorer.explain(
                outputs[number - 1],
                [reference for reference in references if reference is not None],
            )
            yield ExplainedSegment(explanation, system, number, segment_labels[number - 1])
    doubts.warn()


def _chosen(
    args: argparse.Namespace,
    system: str,
    scorer: "SegmentScorer",
    outputs: "Sequence[Segment]",
    sets: "Sequence[ReferenceSet]",
) -> list[int]:
    """Return the numbers of the segments to explain, counted from 1, each once."""
    for segments in args.chosen:
        if wrong := [
            number for number in (segments[-1], segments[0]) if not 1 <= number <= len(outputs)
        ]:
            raise UsageError(
                f"--segment {wrong[0]}: {system} has {len(outputs)} segments, counted from 1; "
                "choose one of these"
            )
    if args.worst is not None and args.worst < 1:
        raise UsageError(f"--worst {args.worst}: give a number of at least 1")
    numbers = [number for segments in args.chosen for number in segments]
    if args.worst:
        with ProgressBar(len(outputs) * len(sets), "scoring", args.quiet) as bar:
            rows = scorer.statistics(outputs, sets, args.jobs, bar.advance)
        scores = [scorer.metric.segment_value(row) for row in rows]
        numbers += sorted(range(1, len(scores) + 1), key=lambda n: scores[n - 1])[: args.worst]
    if not numbers and len(outputs) > 1:
        raise UsageError(
            f"{system} has {len(outputs)} segments: choose some with --segment N or --worst N"
        )
    return list(dict.fromkeys(numbers)) or [1]
