"""Options for printing scores, colours and HTML reports."""

import argparse
import os
import shlex
import shutil
import sys
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from ...errors import UsageError
from ...files.lines import STDIN
from .engines import get_job_count
from .metric_options import format_metric_arguments
from .progress import ProgressBar

if TYPE_CHECKING:
    from ...files.testsets.testset import Testset
    from ...reporting.report.study import ReportData, SegmentLabels
    from ...reporting.scores import ScoreLayout
    from ...reporting.terminal import TerminalStyle
    from ...resampling import Resampling

MAX_DECIMALS = 17  # a double has no more significant digits


def add_score_output_options(parser: argparse.ArgumentParser) -> None:
    """Add options for printing scores: segments, decimals and intervals."""
    parser.add_argument(
        "-sl", "--segments", "--sentence-level", action="store_true",
        help="also print one line per segment; with -f tsv and json including the texts",
    )  # fmt: skip
    for extreme in ("worst", "best"):
        parser.add_argument(
            f"--{extreme}", type=int, default=0, metavar="N",
            help=f"also print the {extreme} N segments of each system by the first -m, with their "
            "texts",
        )  # fmt: skip
    parser.add_argument(
        "-w",
        "--width",
        type=int,
        metavar="N",
        help="number of decimals (4); json and tsv have all digits",
    )
    parser.add_argument(
        "-b", "--score-only", action="store_true",
        help="print only numbers: one line per system, metrics separated by tabs",
    )  # fmt: skip
    group = parser.add_argument_group("intervals")
    group.add_argument(
        "-ci", "--confidence", action="store_true",
        help="print a bootstrap interval for each score, the same as in tesla compare",
    )  # fmt: skip
    group.add_argument("--level", type=float, metavar="P", help="level of the intervals (0.95)")
    group.add_argument("--samples", type=int, metavar="N", help="default: 1000")
    group.add_argument("--seed", type=int, metavar="N", help="default: 12345")


def make_layout(args: argparse.Namespace) -> "ScoreLayout":
    """Return the layout of the output, after checking that the options are compatible."""
    from ...reporting.scores import ScoreLayout
    from ...reporting.table import DEFAULT_DECIMALS

    extreme_flags = [f"--{extreme}" for extreme in ("worst", "best") if getattr(args, extreme)]
    conflicting_flags = [
        *(["--segments"] if args.segments else []),
        *(["--confidence"] if args.confidence else []),
        *extreme_flags,
        *([f"-f {args.format}"] if args.format != "text" else []),
    ]
    if args.score_only and conflicting_flags:
        raise UsageError(f"-b prints scores only: leave {conflicting_flags[0]} out, or -b")
    if args.segments and extreme_flags and args.format == "tsv":
        raise UsageError(f"-f tsv is one table: give --segments or {extreme_flags[0]}, not both")
    for count in (args.worst, args.best):
        if count < 0:
            raise UsageError(f"{count} segments to show: give a number of at least 0")
    decimals = DEFAULT_DECIMALS if args.width is None else args.width
    if not 0 <= decimals <= MAX_DECIMALS:
        raise UsageError(f"{decimals} decimals: give a number from 0 to {MAX_DECIMALS}")
    return ScoreLayout(decimals, args.segments, args.worst, args.best)


def make_resampling(args: argparse.Namespace) -> "Resampling | None":
    """Return the settings of the bootstrap intervals, or None if none are requested."""
    from ...resampling import Resampling

    settings = {name: getattr(args, name) for name in ("level", "samples", "seed")}
    settings = {name: value for name, value in settings.items() if value is not None}
    if args.confidence:
        _refuse_number(args.hypotheses)
        return Resampling(**settings)
    if settings:
        raise UsageError(f"--{min(settings)} is an option of intervals: add --confidence")
    return None


def _refuse_number(files: Sequence[str]) -> None:
    """Refuse a number after --confidence, which was read as the file of a system."""
    for word in files:
        try:
            value = float(word)
        except ValueError:
            continue
        if not Path(word).exists():
            suggested_option = f"--level {word}" if value < 1 else f"--samples {word}"
            raise UsageError(
                f"{word} is not a file, and --confidence takes no number: give --confidence "
                f"{suggested_option}"
            )


def write_output(text: str, path: Path | None) -> None:
    """Write the text to a file, or to standard output if `path` is None."""
    if path is None:
        sys.stdout.write(text)
        return
    from ...files.atomic import write_atomically

    write_atomically(path, text.encode())


def write_outputs(texts: Iterable[str], path: Path | None) -> None:
    """Write texts to a file at once, or to standard output one by one if `path` is None."""
    if path is not None:
        write_output("".join(texts), path)
    else:
        for text in texts:
            write_output(text, None)


_DEFAULT_WIDTH = 100  # characters per line if standard output is not a terminal


def add_colour_option(parser: argparse.ArgumentParser) -> None:
    """Add --color, which `make_terminal_style` reads."""
    parser.add_argument(
        "--color", "--colour", choices=("auto", "always", "never"), default="auto",
        help="default: auto, which means colours on a terminal unless NO_COLOR is set",
    )  # fmt: skip


def make_terminal_style(args: argparse.Namespace) -> "TerminalStyle":
    """Return the width and the colour setting for text output."""
    from ...reporting.terminal import TerminalStyle

    is_terminal = args.output is None and sys.stdout.isatty()
    has_colour = args.color == "always"
    if args.color == "auto":
        has_colour = is_terminal and _supports_colour()
    return TerminalStyle(_get_width(is_terminal), has_colour)


def _get_width(is_terminal: bool) -> int:
    """Return the line width: of the terminal, else of the variable COLUMNS if it is exported."""
    if is_terminal:
        return shutil.get_terminal_size((_DEFAULT_WIDTH, 24)).columns
    columns = os.environ.get("COLUMNS", "")
    return int(columns) if columns.isdecimal() and int(columns) > 0 else _DEFAULT_WIDTH


def _supports_colour() -> bool:
    """Return whether to use colours on a terminal.

    The variable NO_COLOR is described at no-color.org. The old Windows console does not interpret
    escape codes.
    """
    is_disabled = os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb"
    is_old_console = sys.platform == "win32" and not os.environ.get("WT_SESSION")
    return not (is_disabled or is_old_console)


def format_explain_commands(
    args: argparse.Namespace, paths: Sequence[str], systems: Sequence[str], metric: str
) -> list[str]:
    """Return one `tesla explain` command per system, for use in the report.

    The list is empty if standard input was read, because it cannot be read again.
    """
    if STDIN in (*paths, *args.references, args.source):
        return []
    has_file_per_system = len(paths) == len(systems)
    common_words = [*_format_input_options(args), *format_metric_arguments(args, metric)]
    commands = []
    for index, name in enumerate(systems):
        files = [paths[index]] if has_file_per_system else paths
        system_option = [] if has_file_per_system else ["--systems", name]
        commands.append(shlex.join(["tesla", "explain", *files, *common_words, *system_option]))
    return commands


def _format_input_options(args: argparse.Namespace) -> Iterator[str]:
    """Yield the command-line words for the given input options."""
    yield from ("-r", *args.references) if args.references else ()
    yield from ("-s", args.source) if args.source else ()
    yield from ("--input", args.input) if args.input else ()
    for columns in args.columns:
        yield from ("--columns", columns)
    if args.header is not None:
        yield "--header" if args.header else "--no-header"
    yield from ("--refs", *args.only_references) if args.only_references else ()
    yield from ("--skip-empty-references",) if args.skip_empty_references else ()
    yield from ("-l", args.lang) if args.lang else ()


def add_report_options(parser: argparse.ArgumentParser) -> None:
    """Add the options of the HTML report."""
    parser.add_argument(
        "--html", type=Path, metavar="FILE",
        help="also write an HTML report: scores, where systems differ, and every segment with its "
        "matched words",
    )  # fmt: skip
    parser.add_argument(
        "--drawn", type=int, metavar="N",
        help="number of pairs of output and reference to draw in the report, shared by all metrics "
        "(default: all for tesla-x, 1000 for other metrics: those with the lowest scores and the "
        "largest differences)",
    )  # fmt: skip


def check_report_options(args: argparse.Namespace, input_files: Sequence[str]) -> None:
    """Check the options of the report, which must not overwrite one of the `input_files`."""
    from ...files.atomic import check_not_input_file, check_output_folder

    if args.html is None:
        if args.drawn is not None:
            raise UsageError("--drawn is an option of the report: add --html FILE")
        return
    if args.drawn is not None and args.drawn < 0:
        raise UsageError(f"--drawn {args.drawn}: give a number of at least 0")
    if args.html.suffix.lower() not in (".html", ".htm"):
        raise UsageError(f"--html {args.html}: the name of a report must end in .html")
    check_output_folder(args.html)
    check_not_input_file(args.html, input_files, "--html")


def read_segment_labels(testset: "Testset") -> "SegmentLabels":
    """Return the ids and documents of the segments; () if the files do not have them."""
    from ...reporting.report.study import SegmentLabels

    items = list(testset.items(testset.systems[0]))
    ids, documents = [item.id for item in items], [item.group for item in items]
    return SegmentLabels(ids if any(ids) else (), documents if any(documents) else ())


def write_html_report(
    args: argparse.Namespace,
    paths: Sequence[str],
    report_data: "ReportData",
) -> None:
    """Write the HTML report; `paths` are the system files, for the commands that it shows."""
    from ...files.atomic import write_atomically
    from ...metrics.segment_metric import can_explain
    from ...reporting.report.report import render_report

    commands = {
        metric.name: format_explain_commands(args, paths, list(report_data.systems), metric.name)
        for metric in report_data.metrics
        if can_explain(type(metric))
    }
    with ProgressBar(0, "segments drawn:", args.quiet) as bar:
        page = render_report(
            report_data,
            drawn=args.drawn,
            commands=commands,
            jobs=get_job_count(args, is_threaded=False),
            progress=bar.advance,
        )
    write_atomically(args.html, page.encode())
