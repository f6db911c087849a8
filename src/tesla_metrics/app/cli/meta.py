"""`tesla meta`: measure how well metrics agree with human judgments."""

import argparse
import sys
import warnings
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from ...errors import ExitCode, TeslaWarning, UsageError
from .input_options import warn_missing_tagger
from .metric_options import add_metric_options, make_requested_metrics
from .options import (
    Commands,
    add_command,
    add_format_and_jobs,
    add_judgment_options,
    add_positional_files,
)
from .positionals import MetricNames
from .progress import ProgressBar

if TYPE_CHECKING:
    from ...evaluation.judgments import FaultCollector, Track
    from ...evaluation.measures import Measure
    from ...evaluation.meta import Evaluation
    from ...evaluation.scored import Scored

_DEFAULT_METRICS = ["tesla-x", "tesla-m", "bleu", "chrf"]
_DEFAULT_SUMMARY_METRICS = ["tesla-s", "rouge-1", "rouge-2", "rouge-su4", "rouge-l"]

_EPILOG = """\
examples:
  tesla meta wmt12 -m tesla-x bleu chrf                  all language pairs below wmt12
  tesla meta wmt12/de-en --measure consistency --test permutation
  tesla meta wmt21 --pairs en-de --refs A --scores scores/en-de/COMET-refA.seg.score
  tesla meta wmt12 -f markdown --plot agreement.html
  tesla meta summeval.jsonl.gz -l en --human relevance coherence
  tesla meta rated.tsv -l en --columns src=original,hyp=rewrite --human meaning -m tesla-m bleu

There is one folder per language pair; metrics use its target language. It contains
  ref.A.txt (ref.B.txt …), systems/NAME.txt      one segment per line
  human.rank.tsv     seg, judge, systemA, systemB, preference (A, B or =)
  human.rank.csv     the same as published by WMT (srcIndex, …, system1Id, …, system1rank, …)
  human.seg.tsv      system, seg, score
  human.sys.tsv      system, score
Human files have a header line, segments are counted from 1, higher scores are better, and any of
the human files may be missing. Folders of mt-metrics-eval can be used as they are.

Files contain summaries or rated pairs; each human score is a track (choose with --human):
  JSON lines, one topic per line: doc, source, references, systems {NAME: {summary, scores {…}}}
  table or JSON lines, one summary per row: id, system, text (sentences), references, scores
  table or JSON lines, one pair per row: source, candidate, scores (no system)
For summaries, measures compare summarisers (-sys: means over topics) or the summaries of each topic
(-within), and samples are drawn from topics together with their human scores. For pairs, measures
use all pairs, and samples are drawn from sources.

Every table has two controls: a metric that gives all outputs the same score, and random scores,
with the mean and 95 % of 100 draws.

exit codes: 0 done, 1 failed, 2 usage, 3 bad input, 4 missing resource, 130 interrupted,
143 terminated
"""


def add_parser(commands: Commands) -> None:
    parser = add_command(commands, "meta", "measure how metrics agree with people", _EPILOG)
    add_positional_files(
        parser, "folders", "PATH",
        "folders of judged test sets, at any depth (tesla sets lists them), or files of summaries "
        "or rated pairs",
    )  # fmt: skip
    parser.add_argument(
        "-m", "--metric", "--metrics", action=MetricNames, files_attribute=parser.files_attribute,
        extra_names=("none",), dest="metrics",
        help=f"metrics to compute, such as -m tesla-x bleu (default: {' '.join(_DEFAULT_METRICS)}; "
        f"for summaries {' '.join(_DEFAULT_SUMMARY_METRICS)}; none: only those of --scores)",
    )  # fmt: skip
    parser.add_argument(
        "--scores", nargs="+", action="extend", type=Path, default=[], metavar="FILE",
        help="scores of external metrics: NAME.seg.score, NAME.sys.score (mt-metrics-eval), "
        "NAME.tsv (system, seg, score)",
    )  # fmt: skip
    _add_measure_options(parser)
    add_judgment_options(parser, with_references=True)
    _add_file_options(parser)
    parser.add_argument(
        "--write-scores", type=Path, metavar="DIR",
        help="also write the computed scores as DIR/SET/PAIR/METRIC-REF.seg.score and .sys.score",
    )  # fmt: skip
    parser.add_argument(
        "--plot", type=Path, metavar="FILE",
        help="also draw scatter plots and bar charts with intervals: .svg, .html or .png",
    )  # fmt: skip
    add_format_and_jobs(parser)
    add_metric_options(parser)
    parser.set_defaults(run=run)


def _add_file_options(parser: argparse.ArgumentParser) -> None:
    group = parser.add_argument_group("files of summaries and rated pairs")
    group.add_argument("-l", "--lang", metavar="LANG", help="language of the texts, such as en")
    group.add_argument(
        "--columns", action="append", default=[], metavar="NAME=COLUMN,…",
        help="columns of a table, by name or number from 1: src=, hyp=, ref=, system=, id=, doc=",
    )  # fmt: skip


def _add_measure_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--measure", action="append", metavar="NAME", dest="measures",
        help="consistency, kendall-wmt12, kendall-wmt14 (rankings); pearson-seg, spearman-seg, "
        "kendall-seg, acc-eq (segment scores); pearson-sys, spearman-sys, kendall-sys, "
        "accuracy-sys, spa (systems); pearson-within, spearman-within, kendall-within (over the "
        "systems of each segment or topic); repeat for several (default: all that apply except the "
        "last three; for summaries the correlations -sys and -within, for pairs -seg)",
    )  # fmt: skip
    parser.add_argument(
        "--test", choices=("bootstrap", "permutation", "williams", "none"), default="bootstrap",
        help="test of differences between metrics: Koehn's bootstrap over segments (default), "
        "PERM-BOTH, or Williams (pearson-sys only)",
    )  # fmt: skip
    parser.add_argument(
        "--differences", action="store_true",
        help="also print difference, interval and p for every two metrics (always in JSON)",
    )  # fmt: skip
    parser.add_argument("--samples", type=int, default=1000, metavar="N", help="default: 1000")
    parser.add_argument("--seed", type=int, default=12345, metavar="N", help="default: 12345")


def run(args: argparse.Namespace) -> ExitCode:
    from ...evaluation.judgments import FaultCollector
    from ...evaluation.metric_scores import read_metric_scores
    from ...evaluation.readers.mt_metrics_eval import make_folder
    from ...evaluation.scored import build_baseline_scores
    from ...reporting.meta import render_meta

    args.folders = list(map(Path, args.folders))
    measures = _find_measures(args.measures)
    _check_options(args)
    faults = FaultCollector(skip_faults=args.skip_bad)
    tracks = _read_tracks(args, measures, faults)
    external_by_track = read_metric_scores(args.scores, tracks, faults)
    for track, external in zip(tracks, external_by_track, strict=True):
        _check_unique_names(args.metrics or _get_default_metrics(track), external)
    if args.write_scores is not None:
        make_folder(args.write_scores)
    computed_by_track = _score_tracks(args, tracks)
    scores_by_track = []
    for track, computed, external in zip(tracks, computed_by_track, external_by_track, strict=True):
        scores_by_track.append([*computed, *external, *build_baseline_scores(track, args.seed)])
    evaluation = _evaluate_metrics(args, tracks, scores_by_track, measures)
    for line in faults.summary():
        warnings.warn(line, TeslaWarning, stacklevel=2)
    if args.write_scores is not None:
        _write_scores(args.write_scores, tracks, computed_by_track)
    if args.plot is not None:
        from ...reporting.charts.write import write_charts
        from ...reporting.meta import build_meta_charts

        charts = build_meta_charts(tracks, scores_by_track, evaluation)
        write_charts(args.plot, charts, "Metrics and people")
    signatures = [
        metric_scores.signature
        for track_scores in scores_by_track
        for metric_scores in track_scores
        if metric_scores.signature
    ]
    sys.stdout.write(
        render_meta(
            tracks,
            evaluation,
            list(dict.fromkeys(signatures)),
            faults.summary(),
            args.format,
            args.differences or args.test == "williams",
        )
    )
    return ExitCode.DONE


def _read_tracks(
    args: argparse.Namespace, measures: "Sequence[Measure]", faults: "FaultCollector"
) -> "list[Track]":
    """Read the human judgments; check that each requested measure applies to some of them."""
    from ...evaluation.tracks import read_tracks

    tracks = read_tracks(
        args.folders, faults=faults, pairs=args.pairs, references=args.refs, human=args.human,
        columns=args.columns, lang=args.lang or "",
    )  # fmt: skip
    unused_names = [
        measure.name for measure in measures if not any(measure.applies(track) for track in tracks)
    ]
    if unused_names:
        raise UsageError(
            f"measure {unused_names[0]!r} does not apply to any of the human judgments"
        )
    _warn_unmeasured(tracks, measures)
    return tracks


def _warn_unmeasured(tracks: "Sequence[Track]", measures: "Sequence[Measure]") -> None:
    """Warn about tracks to which no measure applies, if no measure is requested.

    Only the agreement between judges is printed for these tracks.
    """
    from ...evaluation.meta import get_applicable_measures

    unmeasured_names = [
        track.name for track in tracks if not get_applicable_measures(track, measures)
    ]
    if unmeasured_names and not measures:
        message = (
            f"no measure applies to {', '.join(unmeasured_names)}, where people judged too few "
            "outputs; a correlation needs at least three"
        )
        warnings.warn(message, TeslaWarning, stacklevel=2)


def _evaluate_metrics(
    args: argparse.Namespace,
    tracks: "Sequence[Track]",
    scores_by_track: "Sequence[Sequence[Scored]]",
    measures: "Sequence[Measure]",
) -> "Evaluation":
    from ...evaluation.meta import evaluate, get_applicable_measures

    total = sum(len(get_applicable_measures(track, measures)) for track in tracks)
    with (
        ProgressBar(total, "judging", args.quiet) as bar,
        ProgressBar(0, "samples drawn:", args.quiet) as sample_bar,
    ):
        return evaluate(
            tracks, scores_by_track, measures=measures, test=args.test, samples=args.samples,
            seed=args.seed, progress=bar.advance, sampling=sample_bar.advance,
        )  # fmt: skip


def _check_options(args: argparse.Namespace) -> None:
    """Check the options before files are read and scored."""
    from ...evaluation.readers.rated_files import is_judged_file
    from ...resampling import DEFAULT_LEVEL, check_resampling

    if not args.folders:
        raise UsageError("no judged test set is given: tesla meta DIR (see 'tesla meta --help')")
    if not any(map(is_judged_file, args.folders)):
        for flag, value in (("-l", args.lang), ("--columns", args.columns)):
            if value and all(path.exists() for path in args.folders):
                raise UsageError(
                    f"{flag} is an option for files, and folders of language pairs are given: "
                    "leave it out, or name the files"
                )
    check_resampling(args.samples, args.seed, DEFAULT_LEVEL)
    if args.jobs < 1:
        raise UsageError(f"{args.jobs} jobs: give a number of at least 1")
    if args.plot is not None:
        from ...reporting.charts.write import check_chart_path

        check_chart_path(args.plot)
    if args.test == "williams" and "pearson-sys" not in (args.measures or ["pearson-sys"]):
        raise UsageError("Williams' test is for pearson-sys only: add --measure pearson-sys")


def _get_default_metrics(track: "Track") -> list[str]:
    from ...evaluation.judgments import TOPIC_UNIT

    return _DEFAULT_SUMMARY_METRICS if track.unit == TOPIC_UNIT else _DEFAULT_METRICS


def _check_unique_names(names: Sequence[str], external: "Sequence[Scored]") -> None:
    """Refuse external scores with the name of a computed metric or of a control."""
    from ...evaluation.scored import CONSTANT_BASELINE, RANDOM_BASELINE

    used_names = {CONSTANT_BASELINE, RANDOM_BASELINE, *(name.lower() for name in names)}
    for scores in external:
        if scores.metric in used_names:
            raise UsageError(
                f"{scores.metric} is both computed and read from a file: rename the file, or "
                "choose metrics with -m (-m none for files only)"
            )


def _find_measures(names: Sequence[str] | None) -> "list[Measure]":
    """Return the requested measures, each once; [] if none is requested."""
    from ...evaluation.measures import MEASURES

    unknown_name = next((name for name in names or [] if name not in MEASURES), None)
    if unknown_name is not None:
        raise UsageError(f"unknown measure {unknown_name!r}: choose from {', '.join(MEASURES)}")
    return [MEASURES[name] for name in dict.fromkeys(names or ())]


def _score_tracks(args: argparse.Namespace, tracks: "Sequence[Track]") -> "list[list[Scored]]":
    """Return the scores by the requested metrics, one list per track.

    Tracks of one file have different human scores of the same outputs: these are scored once.
    """
    names_by_track = [_get_requested_metrics(args, track) for track in tracks]
    scores_by_track: list[list[Scored]] = []
    warned_languages: set[str] = set()
    scores_by_outputs: dict[int, list[Scored]] = {}  # by id() of the outputs
    work_by_outputs = {
        id(track.outputs): track.output_count * len(names)
        for track, names in zip(tracks, names_by_track, strict=True)
    }
    with ProgressBar(sum(work_by_outputs.values()), "scoring", args.quiet) as bar:
        for track, names in zip(tracks, names_by_track, strict=True):
            outputs_id = id(track.outputs)
            if outputs_id not in scores_by_outputs:
                track_scores = _score_track(args, track, names, warned_languages, bar)
                scores_by_outputs[outputs_id] = track_scores
            scores_by_track.append(scores_by_outputs[outputs_id])
    return scores_by_track


def _get_requested_metrics(args: argparse.Namespace, track: "Track") -> list[str]:
    """Return the names of the metrics to compute; refuse a track without a language for them."""
    from ...evaluation.judgments import SEGMENT_UNIT

    names = [name for name in args.metrics or _get_default_metrics(track) if name != "none"]
    if names and not track.lang:
        hint = (
            "name the folder of a language pair SOURCE-TARGET, such as de-en"
            if track.unit == SEGMENT_UNIT
            else "give -l LANG, such as -l en"
        )
        raise UsageError(f"{track.name} does not name the language of its outputs: {hint}")
    return names


def _score_track(
    args: argparse.Namespace,
    track: "Track",
    names: Sequence[str],
    warned_languages: set[str],
    bar: ProgressBar,
) -> "list[Scored]":
    """Return the scores of a track by the metrics `names`, in the language of the track."""
    from ...evaluation.scored import score_track

    if not names:
        return []
    args.metrics, args.lang = list(names), track.lang
    metrics = make_requested_metrics(args)
    warn_missing_tagger(metrics, track.lang, warned_languages)
    return [score_track(metric, track, jobs=args.jobs, progress=bar.advance) for metric in metrics]


def _write_scores(
    folder: Path, tracks: "Sequence[Track]", scores_by_track: "Sequence[Sequence[Scored]]"
) -> None:
    """Write the scores as files of mt-metrics-eval, below one folder per track."""
    from ...evaluation.judgments import SEGMENT_UNIT
    from ...evaluation.readers.mt_metrics_eval import write_scores

    for track, track_scores in zip(tracks, scores_by_track, strict=True):
        for metric_scores in track_scores:
            # References in files of summaries and rated pairs have no names.
            references = list(track.references) if track.unit == SEGMENT_UNIT else []
            name = "-".join([metric_scores.metric, *references])
            write_scores(
                folder / track.test_set / track.pair,
                name,
                track.systems,
                metric_scores.segments,
                metric_scores.systems,
            )
