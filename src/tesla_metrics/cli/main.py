"""The `tesla` command: finds the subcommand, runs it, turns errors into one line and a code."""

import argparse
import errno
import io
import os
import sys
import warnings
from collections.abc import Sequence
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from typing import TextIO

from .._core.native import core_name
from .._version import __version__
from ..errors import ExitCode, TeslaError, TeslaWarning, UsageError
from ..files.limits import MAX_LINE, line_limit
from ..files.room import is_lack, lack
from .options import Command
from .signals import Terminated, terminable

# Modules of this package, each imported when its command or the help of all is asked for.
_COMMANDS = (
    *("score", "compare", "explain", "rerank", "mbr", "tune", "stream"),
    *("serve", "meta", "sets", "discourse", "srl", "analyze", "languages", "build", "train"),
)

_EPILOG = """\
start with:
  tesla score hyp.txt -r ref.txt -l en        one number to trust
  tesla score a.txt b.txt -r ref.txt -l en -m tesla-x bleu chrf
  tesla explain "a cat sat" "the cat sat down" -l en        why it has its score
  tesla score --help                          what else it can do
"""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line; the result is the exit code."""
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(encoding="utf-8")  # whatever the locale says
    with warnings.catch_warnings():
        warnings.simplefilter("always", TeslaWarning)
        warnings.showwarning = _show_warning
        try:
            with terminable():
                code = _run(sys.argv[1:] if arguments is None else arguments)
        except TeslaError as error:
            print(f"tesla: error: {error}", file=sys.stderr)
            code = error.exit_code
        except TeslaWarning as doubt:  # as --strict has it
            print(f"tesla: error: {doubt}", file=sys.stderr)
            code = ExitCode.BAD_INPUT
        except BrokenPipeError:
            _close_output()  # the reader has had enough (head, less)
            code = ExitCode.FAILED
        except OSError as error:
            print(f"tesla: error: {_failure(error)}", file=sys.stderr)
            _close_output()
            code = ExitCode.FAILED
        except MemoryError:
            print(
                "tesla: error: out of memory: is there a segment of many thousand words? Split it",
                file=sys.stderr,
            )
            code = ExitCode.FAILED
        except KeyboardInterrupt:
            print("tesla: interrupted", file=sys.stderr)
            _close_output()
            code = ExitCode.INTERRUPTED
        except Terminated:
            print("tesla: terminated", file=sys.stderr)
            _close_output()
            code = ExitCode.TERMINATED
    return int(code)


def _run(arguments: Sequence[str]) -> ExitCode:
    _check_words(arguments)
    parser = _parser(arguments[0] if arguments else "")
    args = parser.parse_args(arguments)
    if args.run is None:
        parser.print_help(sys.stderr)
        return ExitCode.USAGE
    if sys.stdout is None:  # closed by whoever called us
        raise UsageError("standard output is closed: send it somewhere")
    _choose_warnings(args)
    with line_limit(getattr(args, "max_line", MAX_LINE)):
        code: ExitCode = args.run(args)
    sys.stdout.flush()
    return code


def _check_words(arguments: Sequence[str]) -> None:
    """No option means anything by an empty value; it comes from a variable that is not set."""
    for before, word in zip(("tesla", *arguments), arguments, strict=False):
        if not word:
            raise UsageError(f"an empty word follows {before}: is a variable of the shell not set?")
        if word.startswith("--") and word.endswith("="):
            raise UsageError(f"{word} has no value: is a variable of the shell not set?")


def _choose_warnings(args: argparse.Namespace) -> None:
    """Told, unless that is not wanted, or nothing else is."""
    if getattr(args, "strict", False):
        warnings.simplefilter("error", TeslaWarning)
    elif getattr(args, "quiet", False):
        warnings.simplefilter("ignore", TeslaWarning)


def _failure(error: OSError) -> str:
    # Other files are named where they are written; a fault of the disk may come from reading too.
    if is_lack(error) and error.errno != errno.EIO and error.filename is None:
        return str(lack("standard output", error, Path("/dev/stdout")))
    return f"cannot go on: {error if error.filename else error.strerror or error}"


def _close_output() -> None:
    # The interpreter would flush again when it ends, and complain or wait.
    with suppress(OSError, AttributeError):  # not a file, or closed
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _parser(command: str = "") -> argparse.ArgumentParser:
    """With that command, or with all where it is none."""
    parser = Command(
        prog="tesla",
        description="How good is a translation, and why? The TESLA family of metrics.",
        epilog=_EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    version = f"tesla-metrics {__version__} ({core_name()} core)"
    parser.add_argument("--version", action="version", version=version)
    # Its name is given, so that argparse need not format a usage line to find it.
    commands = parser.add_subparsers(
        title="commands", metavar="COMMAND", parser_class=Command, prog=parser.prog
    )
    parser.set_defaults(run=None)
    for name in (command,) if command in _COMMANDS else _COMMANDS:
        import_module(f".{name}", __package__).add_parser(commands)
    return parser


def _show_warning(
    message: Warning | str,
    category: type[Warning],
    filename: str,
    lineno: int,
    file: TextIO | None = None,
    line: str | None = None,
) -> None:
    if issubclass(category, TeslaWarning):
        print(f"tesla: warning: {message}", file=sys.stderr)
    else:
        print(warnings.formatwarning(message, category, filename, lineno, line), file=sys.stderr)
