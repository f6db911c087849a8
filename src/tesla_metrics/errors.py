"""The exceptions and warnings of the package, with their exit codes."""

import sys
import warnings
from enum import IntEnum

_PACKAGE = __name__.partition(".")[0]


class ExitCode(IntEnum):
    """Exit codes of the `tesla` command."""

    DONE = 0
    FAILED = 1
    USAGE = 2
    BAD_INPUT = 3
    MISSING_RESOURCE = 4
    WORSE = 5  # `tesla compare --fail-if-worse`
    INTERRUPTED = 130  # Ctrl-C; 128 + signal number, as in shells
    TERMINATED = 143  # SIGTERM


class TeslaError(Exception):
    """Base class of all errors that this package raises.

    The message is a single line that says what is wrong, where it is wrong, and how to fix it.
    """

    exit_code = ExitCode.FAILED

    def __init__(self, *arguments: object) -> None:
        escaped = (
            _escape_line_ends(argument) if isinstance(argument, str) else argument
            for argument in arguments
        )
        super().__init__(*escaped)


class UsageError(TeslaError, ValueError):
    """Raised for an unknown metric, language, option or parameter value."""

    exit_code = ExitCode.USAGE


class InputError(TeslaError, ValueError):
    """Raised for texts or files that cannot be scored: different counts, malformed, unreadable."""

    exit_code = ExitCode.BAD_INPUT


class ResourceError(TeslaError):
    """Raised if a model, table, dictionary or optional package is missing or damaged."""

    exit_code = ExitCode.MISSING_RESOURCE


class TeslaWarning(UserWarning):
    """Warning about input or settings that do not stop the work, such as an empty reference."""


class MissingResourceWarning(TeslaWarning):
    """Warning about a resource that is not shipped; --strict does not turn it into an error."""


def _escape_line_ends(message: str) -> str:
    """Escape line ends, since messages are single lines but file names may have line ends."""
    return message.replace("\n", "\\n").replace("\r", "\\r")


def warn_user(message: str, category: type[TeslaWarning] = TeslaWarning) -> None:
    """Issue a warning at the line of the user's code that called this package."""
    frame, stack_level = sys._getframe(1), 2
    while frame.f_globals.get("__name__", "").partition(".")[0] == _PACKAGE and frame.f_back:
        frame, stack_level = frame.f_back, stack_level + 1
    warnings.warn(_escape_line_ends(message), category, stacklevel=stack_level)
