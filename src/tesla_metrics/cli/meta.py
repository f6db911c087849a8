"""`tesla meta`: which metric should one believe?"""

import argparse
import sys
import warnings
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from ..errors import ExitCode, TeslaWarning, UsageError
from .doubts import warn_of_taggers
from .grammar import MetricNames
from .options import Commands, add_command, add_judgments, add_systems, add_work
from .parameters import add_parameters, chosen_metrics
from .progress import ProgressBar

if TYPE_CHECKING:
    from ..judging.judgments import Track
    from ..judging.measures import Measure
    from ..judging.meta import Evaluation
    from ..judging.scored import Scored

_DEFAULT_METRICS = ["tesla-x", "tesla-m", "bleu", "chrf"]

_EPILOG = """\
examples:
  tesla meta wmt12 -m tesla-x bleu chrf                  all language pairs below wmt12
  tesla meta wmt12/de-en --measure consistency --test permutation
  tesla meta wmt21 --pairs en-de --refs A --scores scores/en-de/COMET-refA.seg.score
  tesla meta wmt12 -f markdown --plot agreement.html

A folder for each language pair, its target language the metrics' language, holds
  ref.A.txt (ref.B.txt …), systems/NAME.txt      one segment a line
  human.rank.tsv     seg, judge, systemA, systemB, preference (A, B or =)
  human.rank.csv     the same as WMT published it (srcIndex, …, system1Id, …, system1rank, …)
  human.seg.tsv      system, seg, score
  human.sys.tsv      system, score
with a header line each, segments counted from 1, scores higher for better, and any of the human
files missing. Folders of mt-metrics-eval are read as they are.

Every table has two controls: a metric that scores all outputs alike, and one that guesses.

exit codes: 0 done, 1 failed, 2 usage, 3 bad input, 4 missing resource, 130 interrupted,
143 terminated
"""


def add_parser(commands: Commands) -> None:
    parser = add_command(commands, "meta", "judge metrics by how they agree with people", _EPILOG)
    add_systems(parser, "folders", "DIR", "judged test sets, at any depth (tesla sets lists them)")
    parser.add_argument(
        "-m", "--metric", "--metrics", action=MetricNames, files=parser.files, extra=("none",),
        dest="metrics",
        help=f"or several: -m tesla-x bleu (default: {' '.join(_DEFAULT_METRICS)}; none of ours: "
        "none)",
    )  # fmt: skip
    parser.add_argument(
        "--scores", nargs="+", action="extend", type=Path, default=[], metavar="FILE",
        help="scores of metrics that we don't run: NAME.seg.score, NAME.sys.score "
        "(mt-metrics-eval), NAME.tsv (system, seg, score)",
    )  # fmt: skip
    _add_measures(parser)
    add_judgments(parser, references=True)
    parser.add_argument(
        "--write-scores", type=Path, metavar="DIR",
        help="also write our scores as DIR/SET/PAIR/METRIC-REF.seg.score and .sys.score",
    )  # fmt: skip
    parser.add_argument(
        "--plot", type=Path, metavar="FILE",
        help="scatter plots and bar charts with intervals: .svg, .html or .png",
    )  # fmt: skip
    add_work(parser)
    add_parameters(parser)
    parser.set_defaults(run=run)


def _add_measures(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--measure", action="append", metavar="NAME", dest="measures",
        help="consistency, kendall-wmt12, kendall-wmt14 (rankings); pearson-seg, spearman-seg, "
        "kendall-seg, acc-eq (segment scores); pearson-sys, spearman-sys, kendall-sys, "
        "accuracy-sys, spa (systems); again for several (default: all that apply)",
    )  # fmt: skip
    parser.add_argument(
        "--test", choices=("bootstrap", "permutation", "williams", "none"), default="bootstrap",
        help="between metrics: Koehn's bootstrap over segments (default), PERM-BOTH, or Williams "
        "(pearson-sys only)",
    )  # fmt: skip
    parser.add_argument(
        "--differences", action="store_true",
        help="also every two metrics with difference, interval and p (JSON always has them)",
    )  # fmt: skip
    parser.add_argument("--samples", type=int, default=1000, metavar="N", help="default: 1000")
    parser.add_argument("--seed", type=int, default=12345, metavar="N", help="default: 12345")


def run(args: argparse.Namespace) -> ExitCode:
    from ..judging.faults import Faults
    from ..judging.metric_scores import read_metric_scores
    from ..judging.readers.score_files import make_folder
    from ..judging.scored import controls
    from ..judging.tracks import read_tracks
    from ..reports.meta import render_meta

    args.folders = list(map(Path, args.folders))
    measures = _measures(args.measures)
    _check(args)
    faults = Faults(skip=args.skip_bad)
    tracks = read_tracks(
        args.folders, faults=faults, pairs=args.pairs, references=args.refs, human=args.human
    )
    idle = [m.name for m in measures if not any(m.applies(track) for track in tracks)]
    if args.measures and idle:
        raise UsageError(f"measure {idle[0]!r} does not apply to what people judged here")
    foreign = read_metric_scores(args.scores, tracks, faults)
    _check_names(args.metrics or _DEFAULT_METRICS, foreign)
    if args.write_scores is not None:
        make_folder(args.write_scores)
    own = _score(args, tracks)
    scored = [
        [*ours, *theirs, *controls(track, args.seed)]
        for track, ours, theirs in zip(tracks, own, foreign, strict=True)
    ]
    evaluation = _evaluate(args, tracks, scored, measures)
    for line in faults.summary():
        warnings.warn(line, TeslaWarning, stacklevel=2)
    if args.write_scores is not None:
        _write(args.write_scores, tracks, own)
    if args.plot is not None:
        from ..reports.charts.write import write_charts
        from ..reports.meta_charts import meta_charts

        write_charts(args.plot, meta_charts(tracks, scored, evaluation), "Metrics and people")
    signatures = list(dict.fromkeys(one.signature for every in scored for one in every))
    sys.stdout.write(
        render_meta(
            tracks,
            evaluation,
            list(filter(None, signatures)),
            faults.summary(),
            args.format,
            args.differences or args.test == "williams",
        )
    )
    return ExitCode.DONE


def _evaluate(
    args: argparse.Namespace,
    tracks: "Sequence[Track]",
    scored: "Sequence[Sequence[Scored]]",
    measures: "Sequence[Measure]",
) -> "Evaluation":
    from ..judging.meta import evaluate

    total = sum(measure.applies(track) for measure in measures for track in tracks)
    with (
        ProgressBar(total, "judging", args.quiet) as bar,
        ProgressBar(0, "samples drawn:", args.quiet) as drawn,
    ):
        return evaluate(
            tracks, scored, measures=measures, test=args.test, samples=args.samples,
            seed=args.seed, progress=bar.advance, sampling=drawn.advance,
        )  # fmt: skip


def _check(args: argparse.Namespace) -> None:
    """What is wrong is said before the long work, not after it."""
    from ..resampling import LEVEL, check_resampling

    if not args.folders:
        raise UsageError("no judged test set is given: tesla meta DIR (see 'tesla meta --help')")
    check_resampling(args.samples, args.seed, LEVEL)
    if args.jobs < 1:
        raise UsageError(f"{args.jobs} jobs: give a number from 1 on")
    if args.plot is not None:
        from ..reports.charts.write import check_path

        check_path(args.plot)
    if args.test == "williams" and "pearson-sys" not in (args.measures or ["pearson-sys"]):
        raise UsageError("Williams' test is of pearson-sys only: add --measure pearson-sys")


def _check_names(names: Sequence[str], foreign: "Sequence[Sequence[Scored]]") -> None:
    from ..judging.scored import CONSTANT, RANDOM

    taken = {CONSTANT, RANDOM, *(name.lower() for name in names)}
    for own in (own for every in foreign for own in every):
        if own.metric in taken:
            raise UsageError(
                f"{own.metric} is both computed and read from a file: rename the file, or choose "
                "metrics with -m (-m none for files only)"
            )


def _measures(names: Sequence[str] | None) -> "list[Measure]":
    from ..judging.measures import MEASURES

    strange = next((name for name in names or [] if name not in MEASURES), None)
    if strange is not None:
        raise UsageError(f"unknown measure {strange!r}: choose from {', '.join(MEASURES)}")
    return [MEASURES[name] for name in dict.fromkeys(names or MEASURES)]


def _score(args: argparse.Namespace, tracks: "Sequence[Track]") -> "list[list[Scored]]":
    from ..judging.scored import score_track

    names = args.metrics or _DEFAULT_METRICS
    args.metrics = [name for name in names if name != "none"]
    nameless = next((track.name for track in tracks if not track.lang), None)
    if args.metrics and nameless is not None:
        raise UsageError(
            f"{nameless} does not name the language of its outputs: call the folder of a language "
            "pair SOURCE-TARGET, such as de-en"
        )
    outputs = sum(len(track.systems) * track.segments for track in tracks)
    scored = []
    told: set[str] = set()
    with ProgressBar(outputs * len(args.metrics), "scoring", args.quiet) as bar:
        for track in tracks:
            args.lang = track.lang
            metrics = chosen_metrics(args) if args.metrics else []
            warn_of_taggers(metrics, track.lang, told)
            scored.append(
                [score_track(m, track, jobs=args.jobs, progress=bar.advance) for m in metrics]
            )
    return scored


def _write(folder: Path, tracks: "Sequence[Track]", scored: "Sequence[Sequence[Scored]]") -> None:
    from ..judging.readers.score_files import write_scores

    for track, every in zip(tracks, scored, strict=True):
        for own in every:
            name = f"{own.metric}-{'-'.join(track.references)}"
            write_scores(
                folder / track.test_set / track.pair, name, track.systems, own.segments, own.systems
            )
