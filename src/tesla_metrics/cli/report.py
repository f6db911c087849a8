"""--html: the report of `tesla score` and `tesla compare`."""

import argparse
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from ..errors import UsageError
from .again import explaining_commands
from .jobs import jobs_of
from .progress import ProgressBar

if TYPE_CHECKING:
    from ..reports.page.study import Labels, Study
    from ..testsets.testset import Testset


def add_report(parser: argparse.ArgumentParser) -> None:
    """Where it goes, and how much of it is drawn."""
    parser.add_argument(
        "--html", type=Path, metavar="FILE",
        help="also write a report that browsers show: scores, where systems differ, and every "
        "segment with its words as they are matched",
    )  # fmt: skip
    parser.add_argument(
        "--drawn", type=int, metavar="N",
        help="pairs of output and reference to draw in the report (default: all of tesla-x, 1000 "
        "of others: the lowest, and those that differ most)",
    )  # fmt: skip


def check_report(args: argparse.Namespace, read: Sequence[str]) -> None:
    """What would be refused when hours are spent; `read` are files that must not be written."""
    from ..files.distinct import check_not_read
    from ..files.writable import check_writable

    if args.html is None:
        if args.drawn is not None:
            raise UsageError("--drawn is of the report: add --html FILE")
        return
    if args.drawn is not None and args.drawn < 0:
        raise UsageError(f"--drawn {args.drawn}: give a number from 0 on")
    if args.html.suffix.lower() not in (".html", ".htm"):
        raise UsageError(f"--html {args.html}: the name of a report ends in .html")
    check_writable(args.html)
    check_not_read(args.html, read, "--html")


def labels_of(testset: "Testset") -> "Labels":
    """What segments are called, and the documents that they are in, where files say so."""
    from ..reports.page.study import Labels

    items = list(testset.items(testset.systems[0]))
    ids, documents = [item.id for item in items], [item.group for item in items]
    return Labels(ids if any(ids) else (), documents if any(documents) else ())


def write_study(
    args: argparse.Namespace,
    paths: Sequence[str],
    study: "Study",
) -> None:
    """The file, whole or not at all."""
    from ..files.atomic import write_atomically
    from ..reports.page.chosen import explained_metric
    from ..reports.page.report import render_report

    explained = explained_metric(study)
    commands = (
        explaining_commands(args, paths, list(study.systems), explained[1].name)
        if explained
        else []
    )
    with ProgressBar(0, "segments drawn:", args.quiet) as bar:
        page = render_report(
            study,
            drawn=args.drawn,
            commands=commands,
            jobs=jobs_of(args, threaded=False),
            progress=bar.advance,
        )
    write_atomically(args.html, page.encode())
