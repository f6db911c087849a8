"""What can go wrong, as one hierarchy; each kind has its exit code."""

import sys
import warnings
from enum import IntEnum

_PACKAGE = __name__.partition(".")[0]


class ExitCode(IntEnum):
    """What the `tesla` command returns to the shell."""

    DONE = 0
    FAILED = 1
    USAGE = 2
    BAD_INPUT = 3
    MISSING_RESOURCE = 4
    WORSE = 5  # `tesla compare --fail-if-worse`
    INTERRUPTED = 130  # Ctrl-C; as shells say it of a process that a signal ended
    TERMINATED = 143  # SIGTERM


class TeslaError(Exception):
    """Base of every error raised on purpose; its text is one line that also says how to mend it."""

    exit_code = ExitCode.FAILED

    def __init__(self, *arguments: object) -> None:
        super().__init__(*(_one_line(one) if isinstance(one, str) else one for one in arguments))


class UsageError(TeslaError, ValueError):
    """An unknown metric, language, option or parameter value."""

    exit_code = ExitCode.USAGE


class InputError(TeslaError, ValueError):
    """Text or files to be scored that cannot be: counts differ, malformed, unreadable."""

    exit_code = ExitCode.BAD_INPUT


class ResourceError(TeslaError):
    """A model, table, dictionary or optional package that is missing or damaged."""

    exit_code = ExitCode.MISSING_RESOURCE


class TeslaWarning(UserWarning):
    """Something the user should know, though the work goes on (an empty reference, say)."""


def _one_line(message: str) -> str:
    """Names of files, and what is in them, may hold line ends; a message has none."""
    return message.replace("\n", "\\n").replace("\r", "\\r")


def warn_user(message: str) -> None:
    """A TeslaWarning at the user's own line, however many of ours lie between."""
    frame, level = sys._getframe(1), 2
    while frame.f_globals.get("__name__", "").partition(".")[0] == _PACKAGE and frame.f_back:
        frame, level = frame.f_back, level + 1
    warnings.warn(_one_line(message), TeslaWarning, stacklevel=level)
