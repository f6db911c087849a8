"""Where a unit of work is done: folders, sessions, and a clock that nothing may outrun."""

import contextlib
import faulthandler
import signal
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import TextIO

from tesla_metrics import Session, TeslaX

from .workshop import Workshop

LIMIT = 10.0
# Seconds of the clock for one of the processor: other work on the machine is no fault, and who
# waits for something that never comes uses no processor.
_PATIENCE = 12
_BY_PROCESSOR = hasattr(signal, "setitimer")  # not in Windows


@dataclass
class Watchdog:
    """Ends the process, and says where it was, if it is not called again in time.

    That is so many seconds of the processor, where they can be told.
    """

    limit: float = LIMIT
    out: TextIO | None = None  # None: nobody watches

    def __post_init__(self) -> None:
        if self.out is not None and _BY_PROCESSOR:
            # What the signal does by itself comes after: it ends the process.
            faulthandler.register(signal.SIGPROF, self.out, chain=True)

    def again(self, times: float = 1) -> None:
        """One more input from here; `times` the limit where much is to be loaded."""
        if self.out is None:
            return
        seconds = times * self.limit
        if _BY_PROCESSOR:
            signal.setitimer(signal.ITIMER_PROF, seconds)
            seconds *= _PATIENCE
        faulthandler.dump_traceback_later(seconds, exit=True, file=self.out)

    def rest(self) -> None:
        """Nothing is going on."""
        if self.out is None:
            return
        faulthandler.cancel_dump_traceback_later()
        if _BY_PROCESSOR:
            signal.setitimer(signal.ITIMER_PROF, 0)


@dataclass
class Place:
    """What work is done with.

    folder      for files that come and go
    workshop    whole files to damage and to score with
    languages   few, since only so many stay loaded
    """

    folder: Path
    workshop: Workshop
    languages: list[str]
    watchdog: Watchdog = field(default_factory=Watchdog)
    native: Session = field(default_factory=Session)
    python: Session = field(default_factory=lambda: Session(core="python"))
    tally: Counter[str] = field(default_factory=Counter)
    _ready: set[str] = field(default_factory=set)
    _files: int = 0

    def count(self, label: str, inputs: int = 1) -> None:
        """So many more inputs of this kind are done."""
        self.tally[label] += inputs

    def ready(self, lang: str) -> None:
        """Dictionaries are loaded: that may take long, and is no input."""
        if lang not in self._ready:
            self._ready.add(lang)
            for session in (self.native, self.python):
                self.watchdog.again(10)
                TeslaX(lang=lang).score(["boats"], ["boat"], session=session)

    def path(self, suffix: str = "") -> Path:
        """Of a file that was never there: what is kept goes by path and date."""
        self._files += 1
        return self.folder / f"f{self._files}{suffix}"

    @contextlib.contextmanager
    def file(self, content: bytes, suffix: str = "") -> Iterator[Path]:
        """A file with this content, for a while."""
        path = self.path(suffix)
        path.write_bytes(content)
        try:
            yield path
        finally:
            path.unlink(missing_ok=True)
