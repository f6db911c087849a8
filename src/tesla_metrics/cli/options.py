"""Options that several commands share, and the argparse types they need."""

import argparse
from collections.abc import Callable, Sequence
from typing import Any, NoReturn, TypeAlias

from ..errors import UsageError
from ..files.lines import STDIN
from ..reports.table import FORMATS

Commands: TypeAlias = "argparse._SubParsersAction[Command]"


class Command(argparse.ArgumentParser):
    """A command that says a slip in one line.

    Some options are added only when it is used: metrics declare them, and `tesla --help` need not
    wait for these to be loaded.
    """

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._pending: list[Callable[[], None]] = []

    def later(self, add: Callable[[], None]) -> None:
        """Adds options before the first parse or help."""
        self._pending.append(add)

    def error(self, message: str) -> NoReturn:
        raise UsageError(f"{message} (see '{self.prog} --help')")

    def _complete(self) -> None:
        pending, self._pending = self._pending, []
        for add in pending:
            add()

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:
        self._complete()
        return super().parse_known_args(args, namespace)

    def format_help(self) -> str:
        self._complete()
        return super().format_help()

    def format_usage(self) -> str:
        self._complete()
        return super().format_usage()


def add_command(commands: Commands, name: str, summary: str, epilog: str) -> Command:
    """A subcommand whose help ends in examples."""
    return commands.add_parser(
        name,
        help=summary,
        description=summary[0].upper() + summary[1:] + ".",
        epilog=epilog,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )


def add_language(parser: argparse.ArgumentParser) -> None:
    """-l: a required choice, never a silent English."""
    parser.add_argument(
        "-l", "--lang", required=True, metavar="LANG", help="language of the texts, such as en"
    )


def add_scoring(parser: argparse.ArgumentParser) -> None:
    """-r, one file a reference set; -l; -m, which `chosen_metrics` reads with `add_parameters`."""
    from ..metrics.registry import DEFAULT, metric_names

    parser.add_argument(
        "-r", "--reference", action="append", required=True, metavar="REF", dest="references",
        help="reference translation (again for several references)",
    )  # fmt: skip
    parser.add_argument(
        "--skip-empty-references", action="store_true",
        help="an empty line of a second or later REF is no reference (default: an empty one)",
    )  # fmt: skip
    add_language(parser)
    names = ", ".join(name + " (default)" * (name == DEFAULT) for name in metric_names())
    parser.add_argument(
        "-m", "--metric", action="append", metavar="NAME", dest="metrics",
        help=f"{names} (again for several metrics); tesla-b wants --table, tesla-f --model, and "
        "tesla-celab- has no dictionary",
    )  # fmt: skip


def add_work(parser: argparse.ArgumentParser, conllu: bool = True) -> None:
    """How the work is done and its result printed."""
    parser.add_argument(
        "-f", "--format", choices=FORMATS, default="text", help="default: text; json has all digits"
    )
    parser.add_argument(
        "-j",
        "--jobs",
        type=int,
        default=1,
        metavar="N",
        help="threads (processes without the native core)",
    )
    parser.add_argument("-q", "--quiet", action="store_true", help="no progress bar")
    if not conllu:
        return
    parser.add_argument(
        "--input", choices=("text", "conllu"), default="text",
        help="conllu: analysed text, which is not analysed again",
    )  # fmt: skip


def add_judgments(parser: argparse.ArgumentParser, references: bool = False) -> None:
    """Which of the judgments in the folders."""
    parser.add_argument(
        "--pairs", nargs="+", default=[], metavar="PAIR", help="these language pairs only"
    )
    if references:
        parser.add_argument(
            "--refs", nargs="+", default=[], metavar="NAME",
            help="these references only (A for ref.A)",
        )  # fmt: skip
    parser.add_argument(
        "--human", metavar="KIND", help="judgments of mt-metrics-eval to use, such as mqm or wmt-z"
    )
    parser.add_argument(
        "--skip-bad", action="store_true", help="leave bad lines out and count them"
    )


def check_stdin_once(parser_prog: str, paths: Sequence[str]) -> None:
    """Standard input can be read once only."""
    if sum(path == STDIN for path in paths) > 1:
        raise UsageError(
            f"'-' (standard input) is given twice to {parser_prog}: name files instead"
        )
