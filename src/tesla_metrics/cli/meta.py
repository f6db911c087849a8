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
    from ..judging.faults import Faults
    from ..judging.judgments import Track
    from ..judging.measures import Measure
    from ..judging.meta import Evaluation
    from ..judging.scored import Scored

_DEFAULT_METRICS = ["tesla-x", "tesla-m", "bleu", "chrf"]
_OF_SUMMARIES = ["tesla-s", "rouge-1", "rouge-2", "rouge-su4", "rouge-l"]

_EPILOG = """\
examples:
  tesla meta wmt12 -m tesla-x bleu chrf                  all language pairs below wmt12
  tesla meta wmt12/de-en --measure consistency --test permutation
  tesla meta wmt21 --pairs en-de --refs A --scores scores/en-de/COMET-refA.seg.score
  tesla meta wmt12 -f markdown --plot agreement.html
  tesla meta summeval.jsonl.gz -l en --human relevance coherence
  tesla meta rated.tsv -l en --columns src=original,hyp=rewrite --human meaning -m tesla-m bleu

A folder for each language pair, its target language the metrics' language, holds
  ref.A.txt (ref.B.txt …), systems/NAME.txt      one segment a line
  human.rank.tsv     seg, judge, systemA, systemB, preference (A, B or =)
  human.rank.csv     the same as WMT published it (srcIndex, …, system1Id, …, system1rank, …)
  human.seg.tsv      system, seg, score
  human.sys.tsv      system, score
with a header line each, segments counted from 1, scores higher for better, and any of the human
files missing. Folders of mt-metrics-eval are read as they are.

Files hold summaries or rated pairs, and every human score (--human chooses) is a track:
  JSON lines, a topic each: doc, source, references, systems {NAME: {summary, scores {…}}}
  a table or JSON lines, a summary each: id, system, text (sentences), references, scores
  a table or JSON lines, a pair each: source, candidate, scores (no system)
Of summaries measures are those of summarisers (-sys: means over topics) and those within topics
(-within); samples draw topics, with people's scores too. Of pairs they are over all pairs, and
samples draw sources.

Every table has two controls: a metric that scores all outputs alike, and one that guesses.

exit codes: 0 done, 1 failed, 2 usage, 3 bad input, 4 missing resource, 130 interrupted,
143 terminated
"""


def add_parser(commands: Commands) -> None:
    parser = add_command(commands, "meta", "judge metrics by how they agree with people", _EPILOG)
    add_systems(
        parser, "folders", "PATH",
        "folders of judged test sets, at any depth (tesla sets lists them), or files of summaries "
        "or rated pairs",
    )  # fmt: skip
    parser.add_argument(
        "-m", "--metric", "--metrics", action=MetricNames, files=parser.files, extra=("none",),
        dest="metrics",
        help=f"or several: -m tesla-x bleu (default: {' '.join(_DEFAULT_METRICS)}; of summaries "
        f"{' '.join(_OF_SUMMARIES)}; none of ours: none)",
    )  # fmt: skip
    parser.add_argument(
        "--scores", nargs="+", action="extend", type=Path, default=[], metavar="FILE",
        help="scores of metrics that we don't run: NAME.seg.score, NAME.sys.score "
        "(mt-metrics-eval), NAME.tsv (system, seg, score)",
    )  # fmt: skip
    _add_measures(parser)
    add_judgments(parser, references=True)
    _add_files(parser)
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


def _add_files(parser: argparse.ArgumentParser) -> None:
    group = parser.add_argument_group("files of summaries and rated pairs")
    group.add_argument("-l", "--lang", metavar="LANG", help="language of the texts, such as en")
    group.add_argument(
        "--columns", action="append", default=[], metavar="NAME=COLUMN,…",
        help="of a table, by name or number from 1: src=, hyp=, ref=, system=, id=, doc=",
    )  # fmt: skip


def _add_measures(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--measure", action="append", metavar="NAME", dest="measures",
        help="consistency, kendall-wmt12, kendall-wmt14 (rankings); pearson-seg, spearman-seg, "
        "kendall-seg, acc-eq (segment scores); pearson-sys, spearman-sys, kendall-sys, "
        "accuracy-sys, spa (systems); pearson-within, spearman-within, kendall-within (over the "
        "systems of each segment or topic); again for several (default: all that apply but the "
        "last three; of summaries correlations -sys and -within, of pairs -seg)",
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
    from ..reports.meta import render_meta

    args.folders = list(map(Path, args.folders))
    measures = _measures(args.measures)
    _check(args)
    faults = Faults(skip=args.skip_bad)
    tracks = _read(args, measures, faults)
    foreign = read_metric_scores(args.scores, tracks, faults)
    for track, theirs in zip(tracks, foreign, strict=True):
        _check_names(args.metrics or _usual_metrics(track), theirs)
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


def _read(
    args: argparse.Namespace, measures: "Sequence[Measure]", faults: "Faults"
) -> "list[Track]":
    """What people judged, to which every measure that is asked for must apply somewhere."""
    from ..judging.tracks import read_tracks

    tracks = read_tracks(
        args.folders, faults=faults, pairs=args.pairs, references=args.refs, human=args.human,
        columns=args.columns, lang=args.lang or "",
    )  # fmt: skip
    idle = [m.name for m in measures if not any(m.applies(track) for track in tracks)]
    if idle:
        raise UsageError(f"measure {idle[0]!r} does not apply to what people judged here")
    _tell_unmeasured(tracks, measures)
    return tracks


def _tell_unmeasured(tracks: "Sequence[Track]", measures: "Sequence[Measure]") -> None:
    """Tracks of which no table would have a row; how far judges agree is told all the same."""
    from ..judging.meta import applying_measures

    silent = [track.name for track in tracks if not applying_measures(track, measures)]
    if silent and not measures:
        what = f"no measure applies to {', '.join(silent)}, where people judged too few outputs"
        warnings.warn(f"{what}; three are the least for a correlation", TeslaWarning, stacklevel=2)


def _evaluate(
    args: argparse.Namespace,
    tracks: "Sequence[Track]",
    scored: "Sequence[Sequence[Scored]]",
    measures: "Sequence[Measure]",
) -> "Evaluation":
    from ..judging.meta import applying_measures, evaluate

    total = sum(len(applying_measures(track, measures)) for track in tracks)
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
    from ..judging.readers.files import is_judged_file
    from ..resampling import LEVEL, check_resampling

    if not args.folders:
        raise UsageError("no judged test set is given: tesla meta DIR (see 'tesla meta --help')")
    if not any(map(is_judged_file, args.folders)):
        for flag, given in (("-l", args.lang), ("--columns", args.columns)):
            if given and all(path.exists() for path in args.folders):
                raise UsageError(
                    f"{flag} is of files, and folders of language pairs are given: leave it out, "
                    "or name the files"
                )
    check_resampling(args.samples, args.seed, LEVEL)
    if args.jobs < 1:
        raise UsageError(f"{args.jobs} jobs: give a number from 1 on")
    if args.plot is not None:
        from ..reports.charts.write import check_path

        check_path(args.plot)
    if args.test == "williams" and "pearson-sys" not in (args.measures or ["pearson-sys"]):
        raise UsageError("Williams' test is of pearson-sys only: add --measure pearson-sys")


def _usual_metrics(track: "Track") -> list[str]:
    from ..judging.judgments import TOPIC

    return _OF_SUMMARIES if track.unit == TOPIC else _DEFAULT_METRICS


def _check_names(names: Sequence[str], foreign: "Sequence[Scored]") -> None:
    from ..judging.scored import CONSTANT, RANDOM

    taken = {CONSTANT, RANDOM, *(name.lower() for name in names)}
    for own in foreign:
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
    return [MEASURES[name] for name in dict.fromkeys(names or ())]


def _score(args: argparse.Namespace, tracks: "Sequence[Track]") -> "list[list[Scored]]":
    wanted = [_wanted(args, track) for track in tracks]
    scored: list[list[Scored]] = []
    told: set[str] = set()
    done: dict[int, list[Scored]] = {}  # human scores of one file are of the same outputs
    work = {id(t.outputs): t.count * len(own) for t, own in zip(tracks, wanted, strict=True)}
    with ProgressBar(sum(work.values()), "scoring", args.quiet) as bar:
        for track, names in zip(tracks, wanted, strict=True):
            key = id(track.outputs)
            if key not in done:
                done[key] = _score_one(args, track, names, told, bar)
            scored.append(done[key])
    return scored


def _wanted(args: argparse.Namespace, track: "Track") -> list[str]:
    from ..judging.judgments import SEGMENT

    names = [name for name in args.metrics or _usual_metrics(track) if name != "none"]
    if names and not track.lang:
        mend = (
            "call the folder of a language pair SOURCE-TARGET, such as de-en"
            if track.unit == SEGMENT
            else "give -l LANG, such as -l en"
        )
        raise UsageError(f"{track.name} does not name the language of its outputs: {mend}")
    return names


def _score_one(
    args: argparse.Namespace,
    track: "Track",
    names: Sequence[str],
    told: set[str],
    bar: ProgressBar,
) -> "list[Scored]":
    from ..judging.scored import score_track

    if not names:
        return []
    args.metrics, args.lang = list(names), track.lang
    metrics = chosen_metrics(args)
    warn_of_taggers(metrics, track.lang, told)
    return [score_track(m, track, jobs=args.jobs, progress=bar.advance) for m in metrics]


def _write(folder: Path, tracks: "Sequence[Track]", scored: "Sequence[Sequence[Scored]]") -> None:
    from ..judging.judgments import SEGMENT
    from ..judging.readers.score_files import write_scores

    for track, every in zip(tracks, scored, strict=True):
        for own in every:
            # Files have references without names of their own.
            beside = list(track.references) if track.unit == SEGMENT else []
            name = "-".join([own.metric, *beside])
            write_scores(
                folder / track.test_set / track.pair, name, track.systems, own.segments, own.systems
            )
