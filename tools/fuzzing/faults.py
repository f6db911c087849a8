"""What must not be, and the checks that find it."""

import math
from collections.abc import Callable, Sequence
from typing import TypeVar

from tesla_metrics import TeslaError

T = TypeVar("T")

# How far native and plain Python may be apart.
NEAR = 1e-9


class FoundError(AssertionError):
    """Something that must not be."""


def check(holds: bool, message: str) -> None:
    """A fault where it does not."""
    if not holds:
        raise FoundError(message)


def check_equal(what: str, found: Sequence[float], expected: Sequence[float], near: float) -> int:
    """Two lists of scores are the same; how many there are."""
    check(len(found) == len(expected), f"{what}: {len(found)} scores, not {len(expected)}")
    for place, (one, two) in enumerate(zip(found, expected, strict=True)):
        check(abs(one - two) <= near, f"{what}: {one!r} is not {two!r} at {place}")
    return len(found)


def check_range(what: str, scores: Sequence[float], least: float = 0.0, most: float = 1.0) -> None:
    """All lie between; what is no number does not."""
    for place, score in enumerate(scores):
        within = math.isfinite(score) and least - 1e-12 <= score <= most + 1e-12
        check(within, f"{what}: {score!r} at {place}")


def refusal(
    attempt: Callable[[], T], *allowed: type[TeslaError]
) -> tuple[T | None, TeslaError | None]:
    """What comes of it, or the error that it was refused with, which must be one line.

    All else that is raised is a fault, and goes on its way.
    """
    try:
        return attempt(), None
    except allowed as error:
        check_message(str(error))
        return None, error


def check_message(message: str) -> None:
    """Errors are one line, and say something."""
    check(bool(message.strip()), "an error without a word")
    check("\n" not in message and "\r" not in message, f"an error of several lines: {message!r}")
