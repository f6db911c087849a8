"""`tesla explain`: why a segment has its score."""

import argparse
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from ..errors import ExitCode, InputError, UsageError
from ..files.lines import STDIN
from ..names import NOTHING, SOURCE
from .by_name import use_test_set
from .colours import add_colour, asked_paper
from .doubts import open_doubts
from .grammar import check_hypotheses
from .options import Commands, add_command, add_jobs, add_metrics, add_references, add_systems
from .parameters import add_parameters, chosen_metrics
from .progress import ProgressBar
from .segment_numbers import add_segments
from .segments import add_inputs, open_testset, sources
from .showing import put

if TYPE_CHECKING:
    from ..metrics.segments import SegmentMetric, SegmentScorer
    from ..reports.explanations import Explained
    from ..tasks import ReferenceSet, Segment

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

Without -r (or -s, -t) words are sentences: the hypothesis, then its references. With it they are
files. Shown are both sentences, under each word the mark of why it was matched and what it lost;
all that was lost is 1 - score. -f html draws it, two systems beside each other; -f json has all
there is (docs/explain.md).

exit codes: 0 done, 1 failed, 2 usage, 3 bad input, 4 missing resource, 130 interrupted,
143 terminated
"""


def add_parser(commands: Commands) -> None:
    from ..metrics.registry import explained_names

    parser = add_command(commands, "explain", "show why segments have their scores", _EPILOG)
    parser.usage = (
        '%(prog)s "HYPOTHESIS" "REFERENCE" ["REFERENCE" ...] -l LANG [-m NAME] [options]\n'
        "       %(prog)s HYP [HYP ...] -r REF [REF ...] -l LANG --segment N [-m NAME] [options]"
    )
    add_systems(parser, "texts", "TEXT", "a sentence; with -r a system's output (- is stdin)")
    add_references(parser)
    ours = explained_names()
    add_metrics(parser, several=False, default=True, texts=True, names=ours)
    add_segments(parser, parser.files)
    parser.add_argument(
        "--worst", type=int, metavar="N",
        help="of files: the worst N segments of each system",
    )  # fmt: skip
    parser.add_argument(
        "-f", "--format", choices=_FORMATS, default="text", help="default: text; html is one page"
    )
    parser.add_argument("-o", "--output", type=Path, metavar="FILE", help="default: stdout")
    add_colour(parser)
    add_jobs(parser)
    add_inputs(parser)
    add_parameters(parser, ours)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> ExitCode:
    from ..files.distinct import check_not_read
    from ..metrics.segments import check_explains
    from ..reports.explanations import render_explained

    use_test_set(args)
    metrics = chosen_metrics(args)
    if len(metrics) > 1:
        raise UsageError(f"-m names {len(metrics)} metrics: give the one to explain")
    metric = check_explains(metrics[0])
    paper = asked_paper(args)
    if _are_files(args, metric):
        if args.output is not None:
            check_not_read(args.output, [*args.texts, *sources(args), *args.references])
        explained = list(_of_files(args, metric))
    else:
        explained = [_of_sentences(args.texts, metric)]
    put(render_explained(explained, args.format, paper), args.output)
    return ExitCode.DONE


def _are_files(args: argparse.Namespace, metric: "SegmentMetric") -> bool:
    """Something is said that sentences have not; of texts that stand alone, one is a file."""
    beside = args.references or args.source is not None or args.input or args.columns
    named = metric.against == NOTHING and any(
        text == STDIN or _is_file(text) for text in args.texts
    )
    return bool(beside or args.chosen or args.worst is not None or named)


def _of_sentences(texts: Sequence[str], metric: "SegmentMetric") -> "Explained":
    from ..reports.explanations import Explained

    if files := list(filter(_is_file, texts)):
        names = texts if len(texts) == len(files) > 1 else ("HYP", "REF")
        raise UsageError(
            f"{' and '.join(files)} {'is a file' if len(files) == 1 else 'are files'}, and without "
            f"-r words are sentences: give tesla explain {names[0]} -r {' '.join(names[1:])} "
            "--segment N"
        )
    for number, text in enumerate(texts, 1):
        if any("\ud800" <= one <= "\udfff" for one in text):
            raise InputError(
                f"sentence {number} is not UTF-8: set the terminal to it, or give files"
            )
    if metric.against == NOTHING:
        _check_one_text(texts, metric)
    elif len(texts) < 2:
        raise UsageError(
            "a hypothesis and a reference are needed: tesla explain HYPOTHESIS REFERENCE, each in "
            "quotes (of files: tesla explain HYP -r REF --segment N)"
        )
    hypothesis, *references = texts
    return Explained(metric.explain(hypothesis, references))


def _check_one_text(texts: Sequence[str], metric: "SegmentMetric") -> None:
    """Of a metric that looks at texts by themselves, whose files may stand there alone."""
    if len(texts) != 1:
        raise UsageError(
            f"{metric.name} looks at one text by itself, and there are {len(texts)}: give one, "
            "in quotes, or files"
        )
    if len(texts[0].split()) < 2:
        raise InputError(
            f"{texts[0]} does not exist, and a text has several words: give a file, or a text in "
            "quotes"
        )


def _is_file(text: str) -> bool:
    try:
        return Path(text).is_file()
    except (OSError, ValueError):  # too long for a name, or with something that no name has
        return False


def _of_files(args: argparse.Namespace, metric: "SegmentMetric") -> "Iterator[Explained]":
    """System by system, segments as they were asked for; of the worst the worst first."""
    from ..reports.explanations import Explained
    from ..reports.extremes import labels

    check_hypotheses("tesla explain", args.texts, args.references)
    testset = open_testset(args, args.texts, [metric])
    held = metric.against == SOURCE and testset.source_name
    scorer = metric.open(None, testset.all_sources if held else testset.all)
    doubts = open_doubts(args, [metric], testset)
    for system in testset.systems:
        outputs, beside = testset.read_beside(system, sources=bool(held))
        used = beside.used([metric])
        doubts.see(system, outputs, [*used.references, *used.sources])
        sets = beside.of(metric.against)
        called = list(map(labels, testset.items(system)))
        for number in _chosen(args, system, scorer, outputs, sets):
            references = [one[number - 1] for one in sets]
            explanation = scorer.explain(
                outputs[number - 1], [one for one in references if one is not None]
            )
            yield Explained(explanation, system, number, called[number - 1])
    doubts.warn()


def _chosen(
    args: argparse.Namespace,
    system: str,
    scorer: "SegmentScorer",
    outputs: "Sequence[Segment]",
    sets: "Sequence[ReferenceSet]",
) -> list[int]:
    """Numbers of segments, counted from 1, each once."""
    for given in args.chosen:
        if wrong := [one for one in (given[-1], given[0]) if not 1 <= one <= len(outputs)]:
            raise UsageError(
                f"--segment {wrong[0]}: {system} has {len(outputs)}, counted from 1; choose one of "
                "these"
            )
    if args.worst is not None and args.worst < 1:
        raise UsageError(f"--worst {args.worst}: give a number from 1 on")
    numbers = [number for given in args.chosen for number in given]
    if args.worst:
        with ProgressBar(len(outputs) * len(sets), "scoring", args.quiet) as bar:
            rows = scorer.statistics(outputs, sets, args.jobs, bar.advance)
        scores = [scorer.metric.segment_value(row) for row in rows]
        numbers += sorted(range(1, len(scores) + 1), key=lambda n: scores[n - 1])[: args.worst]
    if not numbers and len(outputs) > 1:
        raise UsageError(
            f"{system} has {len(outputs)} segments: say which by --segment N, or give --worst N"
        )
    return list(dict.fromkeys(numbers)) or [1]
