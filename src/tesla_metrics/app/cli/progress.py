"""Progress bars on standard error."""

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from types import TracebackType

from ...files.long_runs import ProgressCallback

_FIRST_DRAW_SECONDS = 1.0  # time before the bar is drawn
_REDRAW_SECONDS = 0.1  # minimum time between two drawings
_BAR_WIDTH = 30  # characters


class ProgressBar:
    """Progress bar on standard error: `with ProgressBar(total, label) as bar: bar.advance(3)`.

    It is drawn only on a terminal, and only after a second. A total of 0 means that the total is
    unknown; then only the label and the number of finished steps are printed.
    """

    def __init__(self, total: int, label: str, quiet: bool = False) -> None:
        self._total, self._label = total, label
        self._active = not quiet and sys.stderr.isatty()
        self._n_finished = 0
        self._start = time.monotonic()
        # A time in the future, so that the first drawing is late enough.
        self._last_draw = self._start + _FIRST_DRAW_SECONDS - _REDRAW_SECONDS

    def advance(self, n_steps: int) -> None:
        """Add `n_steps` to the number of finished steps."""
        self._n_finished += n_steps
        now = time.monotonic()
        if self._active and now - self._last_draw >= _REDRAW_SECONDS:
            self._last_draw = now
            self._draw(now)

    def _draw(self, now: float) -> None:
        if not self._total:  # the total is unknown
            print(f"\r{self._label} {self._n_finished}\x1b[K", end="", file=sys.stderr, flush=True)
            return
        share = min(self._n_finished / self._total, 1.0)
        bar = "█" * round(share * _BAR_WIDTH)
        seconds_left = (now - self._start) * (1 - share) / share if share else 0.0
        text = f"\r{self._label} {bar:<{_BAR_WIDTH}} {share:4.0%} {seconds_left:.0f} s left\x1b[K"
        print(text, end="", file=sys.stderr, flush=True)

    def __enter__(self) -> "ProgressBar":
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._active and self._last_draw > self._start + _FIRST_DRAW_SECONDS - _REDRAW_SECONDS:
            print("\r\x1b[K", end="", file=sys.stderr, flush=True)


@contextmanager
def progress_bars(quiet: bool) -> Iterator[ProgressCallback]:
    """Yield a function that starts a progress bar with a label and a total.

    The function returns the method `advance` of the bar, and ends the previous bar.
    """
    with ExitStack() as stack:

        def start_bar(label: str, total: int) -> Callable[[int], None]:
            stack.pop_all().close()
            return stack.enter_context(ProgressBar(total, label, quiet)).advance

        yield start_bar
