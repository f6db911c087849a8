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
from functools import cached_property
from threading import RLock, local
from time import monotonic
from typing import Protocol
from weakref import WeakSet

_PATIENCE = 5.0  # seconds, for all that is being loaded


class Guard:
    """`with guard.lock:` a lock that is free in a forked child, whoever held it."""

    def __init__(self) -> None:
        self.lock = RLock()
        _guards.add(self)


class Core(Protocol):
    """What a native module does about forks."""

    def hold(self) -> None:
        """Wait until nobody is inside, and let nobody in."""

    def go_on(self) -> None:
        """Let others in again."""

    def renew(self) -> None:
        """Forget who waits to be let in: it is not there any more."""


_guards: WeakSet[Guard] = WeakSet()
_cores: list[Core] = []


class _Held(local):
    """What this thread holds while it forks."""

    def __init__(self) -> None:
        self.locks: list[RLock] = []
        self.cores: list[Core] = []


_held = _Held()


def take_care_of(core: Core) -> None:
    """From now on forks wait for it."""
    if core not in _cores:
        _cores.append(core)


def _before() -> None:
    # Locks first: who has one may be about to enter a core.
    until = monotonic() + _PATIENCE
    for guard in list(_guards):
        lock = guard.lock
        if lock.acquire(timeout=max(0.0, until - monotonic())):
            _held.locks.append(lock)
    for core in list(_cores):
        core.hold()
        _held.cores.append(core)


def _after_in_parent() -> None:
    while _held.cores:
        _held.cores.pop().go_on()
    while _held.locks:
        _held.locks.pop().release()


def _after_in_child() -> None:
    for core in _cores:
        core.renew()
    for guard in list(_guards):
        guard.lock = RLock()
    if sys.version_info < (3, 12):  # later ones have no lock
        for kept in _cached_properties():
            kept.lock = RLock()  # type: ignore[attr-defined]
    _held.locks, _held.cores = [], []


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
    os.register_at_fork(
        before=_before, after_in_parent=_after_in_parent, after_in_child=_after_in_child
    )
