"""The `tesla` command: run a subcommand and turn errors into one line and an exit code."""

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

from ..._version import __version__
from ...errors import ExitCode, MissingResourceWarning, TeslaError, TeslaWarning, UsageError
from ...files.disk_space import disk_full_error, is_disk_full
from ...files.lines import MAX_LINE_LENGTH, set_line_limit
from ...native import core_name
from .options import Command
from .signals import Terminated, signals_as_exceptions

# Commands, which are modules of this package, in the order of the help. Only the module of the
# requested command is imported; the general help needs all.
_COMMANDS = (
    *("score", "compare", "explain", "rerank", "mbr", "tune", "stream"),
    *("serve", "meta", "sets", "discourse", "srl", "analyze", "languages", "build", "train"),
)

_EPILOG = """\
start with:
  tesla score hyp.txt -r ref.txt -l en        score one system
  tesla score a.txt b.txt -r ref.txt -l en -m tesla-x bleu chrf
  tesla explain "a cat sat" "the cat sat down" -l en        explain a score
  tesla score --help                          list all options
"""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line and return the exit code."""
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(encoding="utf-8")  # for any locale
    with warnings.catch_warnings():
        warnings.simplefilter("always", TeslaWarning)
        warnings.showwarning = _show_warning
        try:
            with signals_as_exceptions():
                code = _run(sys.argv[1:] if arguments is None else arguments)
        except TeslaError as error:
            print(f"tesla: error: {error}", file=sys.stderr)
            code = error.exit_code
        except TeslaWarning as warning:  # raised with --strict
            print(f"tesla: error: {warning}", file=sys.stderr)
            code = ExitCode.BAD_INPUT
        except BrokenPipeError:
            _close_output()  # the reader has closed the pipe (head, less)
            code = ExitCode.FAILED
        except OSError as error:
            print(f"tesla: error: {_format_os_error(error)}", file=sys.stderr)
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
    _check_no_empty_word(arguments)
    parser = _make_parser(arguments[0] if arguments else "")
    args = parser.parse_args(arguments)
    if args.run is None:
        parser.print_help(sys.stderr)
        return ExitCode.USAGE
    if sys.stdout is None:  # closed by the calling process
        raise UsageError("standard output is closed: redirect it to a file or a program")
    _set_warning_filter(args)
    with set_line_limit(getattr(args, "max_line", MAX_LINE_LENGTH)):
        code: ExitCode = args.run(args)
    sys.stdout.flush()
    return code


def _check_no_empty_word(arguments: Sequence[str]) -> None:
    """Refuse empty words and values, which usually come from a shell variable that is not set."""
    for previous, word in zip(("tesla", *arguments), arguments, strict=False):
        if not word:
            raise UsageError(f"an empty word follows {previous}: is a shell variable not set?")
        if word.startswith("--") and word.endswith("="):
            raise UsageError(f"{word} has no value: is a shell variable not set?")


def _set_warning_filter(args: argparse.Namespace) -> None:
    """Turn warnings into errors (--strict) or ignore them (--quiet)."""
    if getattr(args, "strict", False):
        warnings.simplefilter("error", TeslaWarning)
        warnings.simplefilter("always", MissingResourceWarning)
    elif getattr(args, "quiet", False):
        warnings.simplefilter("ignore", TeslaWarning)


def _format_os_error(error: OSError) -> str:
    """Return the error as one line; name standard output if it cannot be written completely."""
    # Errors of files have a file name; a disk error (EIO) may also come from reading.
    if is_disk_full(error) and error.errno != errno.EIO and error.filename is None:
        return str(disk_full_error("standard output", error, Path("/dev/stdout")))
    return f"cannot continue: {error if error.filename else error.strerror or error}"


def _close_output() -> None:
    """Redirect standard output to /dev/null: the interpreter flushes it at exit and could block."""
    with suppress(OSError, AttributeError):  # standard output is closed or not a file
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _make_parser(command: str = "") -> argparse.ArgumentParser:
    """Create a parser with this command, or with all commands if there is no command `command`."""
    parser = Command(
        prog="tesla",
        description="Evaluate translations with the TESLA metrics, and explain the scores.",
        epilog=_EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    version = f"tesla-metrics {__version__} ({core_name()} core)"
    parser.add_argument("--version", action="version", version=version)
    # With `prog`, argparse does not have to format a usage line, which would add all options.
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
