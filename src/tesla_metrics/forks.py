"""Forks while other threads score: the child finds no lock held, and nothing half done.

A child has the forking thread only; what the others held stays held there for ever. Hence
  native core    The fork waits until nobody is inside, and nobody goes in meanwhile: the child
                 finds it whole, and goes on with all that was learnt and opened before. The wait
                 is short, since the core calls nothing and waits for nobody outside.
  our locks      are new in the child. What they guard is whole after each step of Python.
  loading        is waited for, some seconds at the most: a module that is half imported stays so
                 in the child, and neither we nor Python can mend that. Not for ever, since packages
                 of others load there too, and may wait for whoever forks.
"""

import os
import sys
from collections.abc import Iterator
from functools import cached_property
from itertools import compress, repeat
from operator import call, methodcaller
from threading import RLock, local
from time import monotonic
from typing import Protocol
from weakref import ref

_PATIENCE = 5.0  # seconds, for all that is being loaded


class Guard:
    """`with guard.lock:` a lock that is free in a forked child, whoever held it."""

    def __init__(self) -> None:
        self.lock = RLock()
        _guards.add(ref(self, _guards.discard))


class Core(Protocol):
    """What a native module does about forks; what was done already may be asked for again."""

    def hold(self) -> None:
        """Wait until nobody is inside, and let nobody in."""

    def go_on(self) -> None:
        """Let others in again, if it is this thread that keeps them out."""

    def renew(self) -> None:
        """Forget who waits to be let in: it is not there any more."""


# Not a WeakSet: threads that make guards would disturb who goes through one. A list of this is made
# in one step.
_guards: set[ref[Guard]] = set()
_cores: list[Core] = []


class _Held(local):
    """What this thread holds while it forks."""

    def __init__(self) -> None:
        self.locks: list[RLock] = []


_held = _Held()


def take_care_of(core: Core) -> None:
    """From now on forks wait for it."""
    if core not in _cores:
        _cores.append(core)


def _living() -> list[Guard]:
    return [guard for one in list(_guards) if (guard := one()) is not None]


def _wait_for_locks() -> None:
    # Ctrl-C is an exception between any two steps of Python. There is none between taking a lock
    # and noting it, so that exactly those are given back that were taken.
    locks = [guard.lock for guard in _living()]
    taken = map(call, [lock.acquire for lock in locks], repeat(True), _patience())
    _held.locks.extend(compress(locks, taken))


def _patience() -> Iterator[float]:
    until = monotonic() + _PATIENCE
    while True:
        yield max(0.0, until - monotonic())


def _hold_cores() -> None:
    for core in list(_cores):
        core.hold()


def _after_in_parent() -> None:
    for core in list(_cores):
        core.go_on()
    given_back = map(call, repeat(_held.locks.pop, len(_held.locks)))
    any(map(methodcaller("release"), given_back))  # in one step, as they were taken


def _after_in_child() -> None:
    for core in _cores:
        core.renew()
    for guard in _living():
        guard.lock = RLock()
    if sys.version_info < (3, 12):  # later ones have no lock
        for kept in _cached_properties():
            kept.lock = RLock()  # type: ignore[attr-defined]
    _held.locks = []


def _cached_properties() -> "list[cached_property[object]]":
    own = [module for name, module in list(sys.modules.items()) if name.startswith(_PACKAGE)]
    classes = {one for module in own for one in vars(module).values() if isinstance(one, type)}
    return [
        value
        for one in classes
        for value in vars(one).values()
        if isinstance(value, cached_property)
    ]


_PACKAGE = __name__.partition(".")[0]

if hasattr(os, "register_at_fork"):  # Windows cannot fork
    # Of an exception in one of these Python only tells, and forks all the same. Hence those that
    # must not be left half done come twice: the second time does what is left.
    for _ in range(2):
        os.register_at_fork(
            before=_hold_cores, after_in_parent=_after_in_parent, after_in_child=_after_in_child
        )
    # The last one is the first to be called: who has a lock may be about to enter a core.
    os.register_at_fork(before=_wait_for_locks)
