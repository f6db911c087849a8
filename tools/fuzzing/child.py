"""The process that does the work, and tells each step: whoever watches knows where it was."""

import json
import random
import re
import sys
import tempfile
import time
import traceback
import warnings
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import tesla_metrics
from tesla_metrics import TeslaWarning

from .faults import FoundError
from .kinds import KINDS
from .place import Place, Watchdog
from .words import LANGUAGES
from .workshop import Workshop

_PACKAGE = str(Path(tesla_metrics.__file__).parent)
# Rounds with the same languages: what is loaded for one serves the next.
STRETCH = 20

Tell = Callable[..., None]


class Task(NamedTuple):
    """These kinds of work, for the rounds from `first` on."""

    kinds: tuple[str, ...]
    first: int
    rounds: int


class Fault(NamedTuple):
    """Where it was found, which tells it from others, and what it is."""

    key: str
    message: str


def languages_of(seed: int) -> list[str]:
    """English and a few others, the same for a stretch of rounds."""
    return ["en", *random.Random(f"{seed // STRETCH} languages").sample(LANGUAGES[1:], 4)]


def run_unit(kind: str, seed: int, number: int, place: Place) -> Fault | None:
    """One piece of work, the same for the same seed and number; what was wrong with it."""
    place.tally.clear()
    try:
        KINDS[kind].work(random.Random(f"{seed} {kind} {number}"), place)
    except Exception as error:
        return _fault(kind, error)
    finally:
        place.watchdog.rest()
    return None


def _fault(kind: str, error: Exception) -> Fault:
    """By the last line of the library that it came through; of a check that failed by its own."""
    frames = [
        frame
        for frame in traceback.extract_tb(error.__traceback__)
        if not frame.filename.endswith("faults.py")
    ]
    inside = [frame for frame in frames if frame.filename.startswith(_PACKAGE)]
    failed = isinstance(error, FoundError)
    last = (frames if failed else inside or frames)[-1]
    where = f"{Path(last.filename).name}:{last.lineno}"
    # What comes before the first sign is the same for every input.
    what = re.split(r"[,:(]", str(error))[0] if failed else ""
    message = f"{type(error).__name__} at {where}: {error}".replace("\n", "\\n")[:1500]
    return Fault(f"{kind} {type(error).__name__} at {where} {what}".strip(), message)


def work(task: Task, workshop: Path, limit: float, seconds: float, tell: Tell) -> None:
    """All units of the task until the time is over."""
    warnings.simplefilter("ignore", TeslaWarning)
    end = time.monotonic() + seconds
    with tempfile.TemporaryDirectory() as folder:
        watchdog = Watchdog(limit, sys.stderr)
        place = Place(Path(folder), Workshop(workshop), languages_of(task.first), watchdog)
        for seed in range(task.first, task.first + task.rounds):
            place.languages = languages_of(seed)
            for kind, number in units(task.kinds):
                if time.monotonic() >= end:
                    return
                tell("unit", seed, kind, number)
                fault = run_unit(kind, seed, number, place)
                tell("done", dict(place.tally), fault)


def units(kinds: Sequence[str]) -> list[tuple[str, int]]:
    """What a round of these kinds has; one that is for special occasions has one place in it."""
    return [(kind, number) for kind in kinds for number in range(max(1, KINDS[kind].times))]


def main(arguments: Sequence[str]) -> int:
    """A child process: it is told its task in JSON, and tells what it does on standard output."""
    facts: dict[str, Any] = json.loads(arguments[0])
    _bound_memory(facts["memory"])
    channel = sys.stdout
    # What the library prints must not be taken for what we tell.
    sys.stdout = sys.stderr

    def tell(*what: object) -> None:
        print(json.dumps(what), file=channel, flush=True)

    workshop = Path(facts["workshop"])
    if facts["task"] is None:
        Workshop(workshop).sure()
    else:
        work(Task(*facts["task"]), workshop, facts["limit"], facts["seconds"], tell)
    tell("end")
    return 0


def _bound_memory(gigabytes: float) -> None:
    """Where the system can: what wants more is a fault, and must not take the machine along."""
    try:
        import resource
    except ImportError:
        return
    if gigabytes:
        most = int(gigabytes * (1 << 30))
        resource.setrlimit(resource.RLIMIT_AS, (most, most))
