"""The process that does the work, and tells each step: whoever watches knows where it was."""

import json
import random
import re
import sys
import tempfile
import time
import traceback
import warnings
from collections.abc import Callable, Iterator, Sequence
from itertools import islice, product
from pathlib import Path
from typing import Any, NamedTuple

import tesla_metrics
from tesla_metrics import TeslaWarning

from .faults import FoundError
from .files import check_whole_files
from .kinds import KINDS
from .place import Place, Watchdog
from .words import LANGUAGES
from .workshop import Workshop

_PACKAGE = str(Path(tesla_metrics.__file__).parent)
# Rounds with the same languages: what is loaded for one serves the next.
STRETCH = 40

Tell = Callable[..., None]


class Task(NamedTuple):
    """These kinds of work, for the rounds from `first` on; `skip` units of the first are done."""

    kinds: tuple[str, ...]
    first: int
    rounds: int
    skip: int = 0


class Unit(NamedTuple):
    """One piece of work: its round, its kind and its number among these."""

    seed: int
    kind: str
    number: int


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
        for seed, kind, number in units(task):
            if time.monotonic() >= end:
                return
            place.languages = languages_of(seed)
            tell("unit", seed, kind, number)
            before = time.process_time()
            fault = run_unit(kind, seed, number, place)
            tell("done", dict(place.tally), fault, time.process_time() - before)


def units(task: Task) -> Iterator[Unit]:
    """What there is to do, in its order; a kind that no round has is done once in each."""
    seeds = range(task.first, task.first + task.rounds)
    every = ((kind, n) for kind in task.kinds for n in range(max(1, KINDS[kind].times)))
    return islice((Unit(seed, *one) for seed, one in product(seeds, every)), task.skip, None)


def rest_of(task: Task, last: Unit) -> Task | None:
    """What is left of it after this unit, if anything is."""
    every = list(units(task._replace(skip=0)))
    done = every.index(last) + 1
    return task._replace(skip=done) if done < len(every) else None


def prepare(workshop: Path) -> None:
    """All files are made, and each is right before it is damaged: else no trial would tell."""
    warnings.simplefilter("ignore", TeslaWarning)
    shop = Workshop(workshop)
    shop.sure()
    with tempfile.TemporaryDirectory() as folder:
        check_whole_files(Place(Path(folder), shop, ["en"]))


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
        prepare(workshop)
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
