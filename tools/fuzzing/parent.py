"""Children, one after another and side by side: what they did and found is added up."""

import json
import re
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from typing import Any

from .child import STRETCH, Fault, Task, Unit, rest_of

ENTRY = Path(__file__).parents[1] / "fuzz.py"
_TOO_LATE = -getattr(signal, "SIGPROF", 0) or None  # how the watchdog ends a child
_FRAME = re.compile(r'File "([^"]*)", line (\d+) in (\w+)')


@dataclass
class Wanted:
    """What is to be done.

    tasks       without end unless they are counted
    seconds     to stop after
    inputs      to stop after
    files       whether whole files are needed
    """

    tasks: Iterator[Task]
    seconds: float
    inputs: float
    jobs: int
    limit: float
    memory: float
    files: bool = True


def rounds_from(seed: int, kinds: tuple[str, ...], rounds: int | None) -> Iterator[Task]:
    """Stretches of rounds; the first one ends where the next set of languages begins."""
    end = None if rounds is None else seed + rounds
    for _ in count():
        size = STRETCH - seed % STRETCH
        if end is not None:
            size = min(size, end - seed)
            if size <= 0:
                return
        yield Task(kinds, seed, size)
        seed += size


@dataclass
class Watch:
    """What was done and found so far, by all children."""

    wanted: Wanted
    workshop: Path
    tally: Counter[str] = field(default_factory=Counter)  # inputs by kind
    faults: Counter[str] = field(default_factory=Counter)
    effort: defaultdict[str, float] = field(
        default_factory=lambda: defaultdict(float)
    )  # seconds of CPU time by kind
    rounds: set[int] = field(default_factory=set)
    _lock: threading.RLock = field(default_factory=threading.RLock)
    _started: float = field(default_factory=time.monotonic)

    def run(self) -> None:
        """Until the tasks, the time or the inputs are at an end."""
        if self.wanted.files:
            _Child(self, None).follow()
        threads = [threading.Thread(target=self._work) for _ in range(self.wanted.jobs)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()

    @property
    def seconds(self) -> float:
        """How long it has taken."""
        return time.monotonic() - self._started

    @property
    def over(self) -> bool:
        """Whether enough was done."""
        enough = sum(self.tally.values()) >= self.wanted.inputs
        return enough or self.seconds >= self.wanted.seconds

    def _work(self) -> None:
        while not self.over:
            with self._lock:
                task: Task | None = next(self.wanted.tasks, None)
            if task is None:
                return
            while task is not None and not self.over:
                task = _Child(self, task).follow()

    def add(self, kind: str, tally: dict[str, int], seconds: float) -> None:
        """What a unit has done."""
        with self._lock:
            self.tally.update(tally)
            self.effort[kind.partition(".")[0]] += seconds

    def found(self, unit: Unit, fault: Fault) -> None:
        """Shown where it is new: the same place again is the same fault."""
        with self._lock:
            if fault.key not in self.faults:
                print(f"FAULT {unit.kind} {unit.number}: {fault.message}")
                print(f"      again: --seed {unit.seed} --rounds 1 --kinds {unit.kind}", flush=True)
            self.faults[fault.key] += 1


class _Child:
    """One process, followed line by line."""

    def __init__(self, watch: Watch, task: Task | None) -> None:
        self._watch, self._task = watch, task
        self._unit: Unit | None = None
        self._ended = False

    def follow(self) -> Task | None:
        """Until it ends; what is left of the task, if anything is."""
        wanted = self._watch.wanted
        facts = {
            "task": self._task,
            "workshop": str(self._watch.workshop),
            "limit": wanted.limit,
            "seconds": max(0.0, wanted.seconds - self._watch.seconds),
            "memory": wanted.memory,
        }
        command = [sys.executable, "-X", "utf8", str(ENTRY), "--child", json.dumps(facts)]
        with tempfile.TemporaryFile() as said:
            process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=said, text=True)
            assert process.stdout is not None
            for line in process.stdout:
                self._hear(json.loads(line))
                if self._watch.over:
                    process.kill()
                    self._ended = True
            process.wait()
            said.seek(0)
            told = said.read().decode("utf-8", "replace")
        return self._left(process.returncode, told)

    def _hear(self, told: list[Any]) -> None:
        what, *rest = told
        if what == "unit":
            self._unit = Unit(*rest)
            self._watch.rounds.add(self._unit.seed)
        elif what == "done":
            assert self._unit is not None
            self._watch.add(self._unit.kind, rest[0], rest[2])
            if rest[1] is not None:
                self._watch.found(self._unit, Fault(*rest[1]))
        else:
            self._ended = True

    def _left(self, code: int, told: str) -> Task | None:
        if self._ended:
            return None
        if self._task is None:
            raise SystemExit(f"the files to work with could not be made ({code}):\n{told}")
        # One that did not even begin would do so again.
        unit = self._unit or Unit(self._task.first, self._task.kinds[0], 0)
        self._watch.found(unit, _death(unit.kind, code, told))
        return rest_of(self._task, unit)


def _death(kind: str, code: int, told: str) -> Fault:
    """A child that ended by itself: by the watchdog, or by a crash."""
    if code == _TOO_LATE or ("Timeout (" in told and "Thread 0x" in told):
        frames = _FRAME.findall(told[max(0, told.rfind("Timeout (")) :])
        # The innermost first.
        inside = [frame for frame in frames if "tesla_metrics" in frame[0]] or frames[:1]
        way = " < ".join(f"{Path(file).name}:{line} {name}" for file, line, name in inside[:6])
        place = f"{Path(inside[0][0]).name} {inside[0][2]}" if inside else "nowhere"
        return Fault(f"{kind} hangs in {place}", f"hangs at {way}")
    tail = told.strip()[-2000:]
    return Fault(f"{kind} ends with {code} {tail[-200:]}", f"ended with {code}\n{tail}")
