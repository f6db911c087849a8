"""Progress bars on standard error."""

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from types import TracebackType

from ...files.long_runs import ProgressCallback

_PATIENCE = 1.0  # seconds before the bar shows
_INTERVAL = 0.1
_WIDTH = 30


class ProgressBar:
    """Progress bar: `with ProgressBar(total, label) as bar: bar.advance(3)`.

    It is shown only if standard error is a terminal, and after a second. A total of 0 is unknown:
    then only the count is shown.
    """

    def __init__(self, total: int, label: str, quiet: bool = False) -> None:
        self._total, self._label = total, label
        self._active = not quiet and sys.stderr.isatty()
        self._done = 0
        self._start = time.monotonic()
        self._drawn = self._start + _PATIENCE - _INTERVAL

    def advance(self, more: int) -> None:
        """Add `more` to the number of finished steps."""
        self._done += more
        now = time.monotonic()
        if self._active and now - self._drawn >= _INTERVAL:
            self._drawn = now
            self._draw(now)

    def _draw(self, now: float) -> None:
        if not self._total:  # unknown
            print(f"\r{self._label} {self._done}\x1b[K", end="", file=sys.stderr, flush=True)
            return
        share = min(self._done / self._total, 1.0)
        bar = "█" * round(share * _WIDTH)
        left = (now - self._start) * (1 - share) / share if share else 0.0
        text = f"\r{self._label} {bar:<{_WIDTH}} {share:4.0%} {left:.0f} s left\x1b[K"
        print(text, end="", file=sys.stderr, flush=True)

    def __enter__(self) -> "ProgressBar":
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._active and self._drawn > self._start + _PATIENCE - _INTERVAL:
            print("\r\x1b[K", end="", file=sys.stderr, flush=True)


@contextmanager
def progress_bars(quiet: bool) -> Iterator[ProgressCallback]:
    """Yield a function that starts a progress bar with a label and a total.

    It returns the `advance` of the bar. A new bar ends the previous one.
    """
    with ExitStack() as stack:

        def watch(label: str, total: int) -> Callable[[int], None]:
            stack.pop_all().close()
            return stack.enter_context(ProgressBar(total, label, quiet)).advance

        yield watch
