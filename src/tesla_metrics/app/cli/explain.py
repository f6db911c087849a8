"""`tesla explain`: explain the scores of segments."""

import argparse
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from ...errors import ExitCode, InputError, UsageError
from ...files.field_names import NOTHING, SOURCE
from ...files.lines import STDIN
from .input_options import (
    add_input_options,
    add_segment_option,
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
    add_jobs_option,
    add_metric_choice,
    add_positional_files,
    add_reference_options,
)
from .output_options import add_colour_option, make_terminal_style, write_output
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
    from ...metrics.registry import get_explainable_names

    parser = add_command(commands, "explain", "show why segments have their scores", _EPILOG)
    parser.usage = (
        '%(prog)s "HYPOTHESIS" "REFERENCE" ["REFERENCE" ...] -l LANG [-m NAME] [options]\n'
        "       %(prog)s HYP [HYP ...] -r REF [REF ...] -l LANG --segment N [-m NAME] [options]"
    )
    add_positional_files(
        parser, "texts", "TEXT", "a sentence; with -r a system's output (- is stdin)"
    )
    add_reference_options(parser)
    add_metric_choice(
        parser,
        allows_several=False,
        has_default=True,
        allows_texts=True,
        get_metric_choices=get_explainable_names,
    )
    add_segment_option(parser, parser.files_attribute)
    parser.add_argument(
        "--worst", type=int, metavar="N",
        help="explain the worst N segments of each system (with files)",
    )  # fmt: skip
    parser.add_argument(
        "-f", "--format", choices=_FORMATS, default="text", help="default: text; html is one page"
    )
    parser.add_argument("-o", "--output", type=Path, metavar="FILE", help="default: stdout")
    add_colour_option(parser)
    add_jobs_option(parser)
    add_input_options(parser)
    add_metric_options(parser, get_explainable_names)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> ExitCode:
    from ...files.atomic import check_not_input_file
    from ...metrics.segment_metric import check_can_explain
    from ...reporting.explanations import render_explanation_list

    use_test_set(args)
    metrics = make_requested_metrics(args)
    if len(metrics) > 1:
        raise UsageError(f"-m names {len(metrics)} metrics: give only the one to explain")
    metric = check_can_explain(metrics[0])
    terminal_style = make_terminal_style(args)
    if _are_files(args, metric):
        if args.output is not None:
            check_not_input_file(
                args.output, [*args.texts, *get_source_files(args), *args.references]
            )
        explained_segments = list(_explain_files(args, metric))
    else:
        explained_segments = [_explain_sentences(args.texts, metric)]
    output = render_explanation_list(explained_segments, args.format, terminal_style)
    write_output(output, args.output)
    return ExitCode.DONE


def _are_files(args: argparse.Namespace, metric: "SegmentMetric") -> bool:
    """Return whether the arguments are files, not sentences.

    They are files if an option is given that only files have, or if the metric needs no reference
    and one of the arguments is a file.
    """
    has_input_options = args.references or args.source is not None or args.input or args.columns
    selects_segments = args.segment_ranges or args.worst is not None
    has_file = metric.against == NOTHING and any(
        text == STDIN or _is_existing_file(text) for text in args.texts
    )
    return bool(has_input_options or selects_segments or has_file)


def _explain_sentences(texts: Sequence[str], metric: "SegmentMetric") -> "ExplainedSegment":
    """Explain the score of a hypothesis, which is followed by its references."""
    from ...reporting.explanations import ExplainedSegment

    if files := list(filter(_is_existing_file, texts)):
        names = texts if len(texts) == len(files) > 1 else ("HYP", "REF")
        verb_phrase = "is a file" if len(files) == 1 else "are files"
        raise UsageError(
            f"{' and '.join(files)} {verb_phrase}, and without -r arguments are sentences: give "
            f"tesla explain {names[0]} -r {' '.join(names[1:])} --segment N"
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
    """Check that there is a single text, for a metric that needs no reference."""
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


def _is_existing_file(text: str) -> bool:
    try:
        return Path(text).is_file()
    except (OSError, ValueError):  # too long for a file name, or with an invalid character
        return False


def _explain_files(
    args: argparse.Namespace, metric: "SegmentMetric"
) -> "Iterator[ExplainedSegment]":
    """Yield the explanations of each system: segments of --segment, then those of --worst."""
    from ...reporting.explanations import ExplainedSegment
    from ...reporting.scores import get_item_labels

    check_hypotheses("tesla explain", args.texts, args.references)
    testset = open_testset(args, args.texts, [metric])
    uses_sources = metric.against == SOURCE and testset.source_name
    scorer = metric.open(None, testset.all_sources if uses_sources else testset.all_references)
    input_checker = open_input_checks(args, [metric], testset)
    for system in testset.systems:
        outputs, counterparts = testset.read_with_counterparts(
            system, sources=reads_sources(args, [metric])
        )
        checked = counterparts.select_checked([metric])
        input_checker.update(system, outputs, [*checked.references, *checked.sources])
        reference_sets = counterparts.select(metric.against)
        segment_labels = list(map(get_item_labels, testset.items(system)))
        for segment_number in _select_segments(args, system, scorer, outputs, reference_sets):
            index = segment_number - 1
            segment_references = [reference_set[index] for reference_set in reference_sets]
            references = [reference for reference in segment_references if reference is not None]
            explanation = scorer.explain(outputs[index], references)
            yield ExplainedSegment(explanation, system, segment_number, segment_labels[index])
    input_checker.issue_warnings()


def _select_segments(
    args: argparse.Namespace,
    system: str,
    scorer: "SegmentScorer",
    outputs: "Sequence[Segment]",
    reference_sets: "Sequence[ReferenceSet]",
) -> list[int]:
    """Return the numbers of the segments to explain, counted from 1, each once."""
    for segment_range in args.segment_ranges:
        for segment_number in (segment_range[-1], segment_range[0]):
            if not 1 <= segment_number <= len(outputs):
                raise UsageError(
                    f"--segment {segment_number}: {system} has {len(outputs)} segments, counted "
                    "from 1; choose one of these"
                )
    if args.worst is not None and args.worst < 1:
        raise UsageError(f"--worst {args.worst}: give a number of at least 1")
    segment_numbers = [
        segment_number for segment_range in args.segment_ranges for segment_number in segment_range
    ]
    if args.worst:
        with ProgressBar(len(outputs) * len(reference_sets), "scoring", args.quiet) as bar:
            rows = scorer.statistics(outputs, reference_sets, args.jobs, bar.advance)
        scores = [scorer.metric.segment_value(row) for row in rows]
        by_score = sorted(range(1, len(scores) + 1), key=lambda number: scores[number - 1])
        segment_numbers += by_score[: args.worst]
    if not segment_numbers and len(outputs) > 1:
        raise UsageError(
            f"{system} has {len(outputs)} segments: choose some with --segment N or --worst N"
        )
    return list(dict.fromkeys(segment_numbers)) or [1]
