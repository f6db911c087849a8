"""Options that say what files hold, and the test set that they make."""

import argparse
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..errors import UsageError
from ..names import NOTHING, SOURCE
from ..testsets.kinds import KINDS, PARQUET
from .grammar import is_file
from .options import add_max_line, check_stdin_once

if TYPE_CHECKING:
    from ..metrics.base import Metric
    from ..testsets.testset import Testset


def add_inputs(parser: argparse.ArgumentParser, frames: bool = False) -> None:
    """What files hold, for all commands that score; `frames`: also tables of any number of rows."""
    group = parser.add_argument_group("what the files hold")
    group.add_argument(
        "--input", choices=(*KINDS, *([PARQUET] if frames else [])), type=_input,
        help="default: text, and .jsonl with fields of known names (what looks like a table or "
        "markup is refused until this or --columns says so); conllu is analysed already",
    )  # fmt: skip
    group.add_argument(
        "--columns", action="append", default=[], metavar="NAME=COLUMN,…",
        help="of a table, by name or number from 1: hyp=, ref= (each again for several), src=, "
        "system=, doc=, id=",
    )  # fmt: skip
    group.add_argument(
        "--header", action=argparse.BooleanOptionalAction, default=None,
        help="whether a table has one; columns by name do, by number it is asked where not clear",
    )  # fmt: skip
    group.add_argument(
        "--systems", nargs="+", default=[], metavar="NAME", dest="only_systems",
        help="these systems of the files only",
    )  # fmt: skip
    group.add_argument(
        "--refs", nargs="+", default=[], metavar="NAME", dest="only_references",
        help="these references of the files only (A for translator A)",
    )  # fmt: skip
    add_max_line(group)


def open_testset(
    args: argparse.Namespace, paths: Sequence[str], metrics: "Sequence[Metric[Any]]"
) -> "Testset":
    """The systems of these files beside all references, as these metrics want them."""
    from ..intake.beside import check_against, most_wanted
    from ..testsets.read import read_testset

    check_stdin_once("tesla", [*paths, *sources(args), *args.references])
    if args.input == "conllu" and getattr(args, "analyzer", None) is not None:
        raise UsageError(
            "--analyzer does nothing for --input conllu, which is analysed: leave it out"
        )
    wanted = most_wanted(metrics)
    try:
        testset = read_testset(
            paths, args.references, kind=args.input, columns=args.columns, header=args.header,
            skip_empty=args.skip_empty_references,
            documents=any(metric.of_documents for metric in metrics), source=args.source,
            against=wanted,
            wanted_by=" and ".join(one.name for one in metrics if one.against == wanted),
        )  # fmt: skip
        testset.choose(args.only_systems, args.only_references)
    except UsageError:
        _refuse_files(args.only_references)
        raise
    if wanted == NOTHING:
        testset.leave_references()
    check_against(metrics, bool(testset.reference_names))
    testset.want_letters(next((one.written_in for one in metrics if one.written_in), ""))
    return testset


def sources(args: argparse.Namespace) -> list[str]:
    """The file of -s, if there is one."""
    return [] if args.source is None else [args.source]


def _input(word: str) -> str:
    """sacreBLEU's --input is the hypotheses."""
    if is_file(word):
        raise argparse.ArgumentTypeError(
            f"it says what files hold ({', '.join(KINDS)}); hypotheses such as {word} are words "
            "before -r"
        )
    return word


def _refuse_files(names: Sequence[str]) -> None:
    """--refs is for names inside files, -r for files."""
    if files := [name for name in names if Path(name).is_file()]:
        raise UsageError(
            f"--refs chooses references by their names, and {files[0]} is a file: give -r "
            f"{' '.join(files)}"
        )


def wants_sources(metrics: "Sequence[Metric[Any]]") -> bool:
    """Whether one of them compares with these."""
    return any(metric.against == SOURCE for metric in metrics)
