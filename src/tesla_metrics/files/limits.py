"""How long a line may be: a small file must not fill the memory, whatever is packed in it."""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from itertools import islice

from ..errors import InputError, UsageError

# Characters of a line, and of a segment in whatever a file has it.
MAX_LINE = 1_000_000
# More than any memory holds, and still a number that C can count with.
_MOST_LIMIT = 10**12
# Further lines that are counted where two files are not equally long.
_COUNTED = 10_000

_chosen: ContextVar[int] = ContextVar("max_line", default=MAX_LINE)


def max_line() -> int:
    """What holds now: asked where a file is named, and handed on from there."""
    return _chosen.get()


@contextmanager
def line_limit(most: int) -> Iterator[None]:
    """Another limit, for all that is opened meanwhile, even where it is read later."""
    check_limit(most)
    token = _chosen.set(most)
    try:
        yield
    finally:
        _chosen.reset(token)


def check_limit(most: int) -> None:
    """Refuse what cannot be one."""
    if not 1 <= most <= _MOST_LIMIT:
        raise UsageError(f"lines of {most} characters: give a number from 1 to {_MOST_LIMIT}")


def too_long(where: str, most: int, what: str = "") -> InputError:
    """`where` is file and line; `what` is longer, if not the line."""
    what = f"{what} is longer" if what else "longer"
    return InputError(
        f"{where}: {what} than {most} characters; is a line end missing? --max-line N takes longer "
        "ones"
    )


def count_on(known: int, rest: Iterator[object]) -> str:
    """How many there are with those known, without reading a long rest to its end."""
    more = sum(1 for _ in islice(rest, _COUNTED + 1))
    return f"more than {known + _COUNTED}" if more > _COUNTED else str(known + more)
