"""What there is to do: kinds of work by name, and how often a round has each."""

import os
import random
import time
from collections.abc import Callable
from typing import NamedTuple

from .analyses import fuzz_conllu, fuzz_sentences
from .coherence import fuzz_coherence
from .commands import fuzz_commands, fuzz_processes, fuzz_slow_commands
from .comparisons import fuzz_comparisons
from .faults import FoundError
from .files import FILES, fuzz_file
from .peers import fuzz_peers
from .place import Place
from .requests import fuzz_heads, fuzz_requests
from .scores import fuzz_long, fuzz_references, fuzz_surrogates, fuzz_texts
from .testsets import fuzz_testsets

Work = Callable[[random.Random, Place], None]


class Kind(NamedTuple):
    """What is done, and how often in a round; 0: only where it is asked for."""

    work: Work
    times: int


def _wrong(rng: random.Random, place: Place) -> None:
    raise FoundError("this is a drill")


def _hang(rng: random.Random, place: Place) -> None:
    place.watchdog.again()
    time.sleep(3600)


def _spin(rng: random.Random, place: Place) -> None:
    place.watchdog.again()
    while True:
        pass


def _crash(rng: random.Random, place: Place) -> None:
    os._exit(77)


KINDS: dict[str, Kind] = {
    "texts": Kind(fuzz_texts, 40),
    "references": Kind(fuzz_references, 6),
    "surrogates": Kind(fuzz_surrogates, 1),
    "long": Kind(fuzz_long, 1),
    "peers": Kind(fuzz_peers, 3),
    "comparisons": Kind(fuzz_comparisons, 1),
    "analyses": Kind(fuzz_sentences, 3),
    "conllu": Kind(fuzz_conllu, 6),
    "coherence": Kind(fuzz_coherence, 3),
    "testsets": Kind(fuzz_testsets, 6),
    "heads": Kind(fuzz_heads, 6),
    "requests": Kind(fuzz_requests, 6),
    "commands": Kind(fuzz_commands, 12),
    "slow-commands": Kind(fuzz_slow_commands, 1),
    "processes": Kind(fuzz_processes, 1),
    **{f"files.{name}": Kind(fuzz_file(name), 1) for name in FILES},
    # Drills: what shows that the tool sees what it is there to see.
    "drill-wrong": Kind(_wrong, 0),
    "drill-hang": Kind(_hang, 0),
    "drill-spin": Kind(_spin, 0),
    "drill-crash": Kind(_crash, 0),
}
