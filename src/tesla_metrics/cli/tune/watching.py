"""Bars for work of many parts, one after another."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager

from ...watching import Watch
from ..progress import ProgressBar


@contextmanager
def watching(quiet: bool) -> Iterator[Watch]:
    """What takes a label and a total, and answers with who hears of progress; a new bar ends the
    one before.
    """
    with ExitStack() as shown:

        def watch(what: str, total: int) -> Callable[[int], None]:
            shown.pop_all().close()
            return shown.enter_context(ProgressBar(total, what, quiet)).advance

        yield watch
