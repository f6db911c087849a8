"""A progress bar on standard error, when it is a terminal and the work is long."""

import sys
import time
from types import TracebackType

_PATIENCE = 1.0  # seconds before the bar shows
_INTERVAL = 0.1
_WIDTH = 30


class ProgressBar:
    """`with ProgressBar(total) as bar: bar.advance(3)`; silent where it would disturb.

    A total of 0 is an unknown one.
    """

    def __init__(self, total: int, label: str, quiet: bool = False) -> None:
        self._total, self._label = total, label
        self._active = not quiet and sys.stderr.isatty()
        self._done = 0
        self._start = time.monotonic()
        self._drawn = self._start + _PATIENCE - _INTERVAL

    def advance(self, more: int) -> None:
        """So many more are done."""
        self._done += more
        now = time.monotonic()
        if self._active and now - self._drawn >= _INTERVAL:
            self._drawn = now
            self._draw(now)

    def _draw(self, now: float) -> None:
        if not self._total:  # nobody knows how much is to come
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
