"""Load the compiled module, or report that plain Python is used; keep locks safe in forks."""

import os
import sys
from collections.abc import Iterator
from functools import cached_property
from itertools import compress, repeat
from operator import call, methodcaller
from threading import RLock, local
from time import monotonic
from types import ModuleType
from typing import Protocol
from weakref import ref

from .errors import ResourceError

# Forks while other threads score: in the child no lock is held and no state is half updated.
#
# A child has the forking thread only; locks of other threads would stay locked there for ever.
#   native core    The fork waits until no thread is inside the core, and lets none enter meanwhile.
#                  The child finds a consistent state and can use everything learnt and opened
#                  before. The wait is short, since the core waits for nothing outside itself.
#   our locks      are replaced in the child. The data they guard is consistent between any two
#                  Python instructions.
#   imports        The fork waits for running imports, for a few seconds at most: a module that is
#                  half imported stays so in the child, and neither we nor Python can repair that.
#                  The wait is limited because other packages import there too, and may wait for
#                  the thread that forks.

_LOCK_TIMEOUT = 5.0  # seconds for all running imports together


class ForkSafeLock:
    """Owner of a lock that is free in a forked child; use it as `with guard.lock:`."""

    def __init__(self) -> None:
        self.lock = RLock()
        _guards.add(ref(self, _guards.discard))


class Core(Protocol):
    """What a native module provides for forks; each method may be called more than once."""

    def hold(self) -> None:
        """Wait until no thread is inside, and let no thread in."""

    def go_on(self) -> None:
        """Let other threads in again, if this thread keeps them out."""

    def renew(self) -> None:
        """Forget the waiting threads, which do not exist in the child."""


# Not a WeakSet: iterating over it fails if another thread creates a guard meanwhile. `list` copies
# this set in one step.
_guards: set[ref[ForkSafeLock]] = set()
_cores: list[Core] = []


class _LocksHeld(local):
    """The locks that this thread holds while it forks."""

    def __init__(self) -> None:
        self.locks: list[RLock] = []


_locks_held = _LocksHeld()


def register_core(core: Core) -> None:
    """Make forks wait for this native module from now on."""
    if core not in _cores:
        _cores.append(core)


def _living_guards() -> list[ForkSafeLock]:
    return [guard for reference in list(_guards) if (guard := reference()) is not None]


def _wait_for_locks() -> None:
    # Ctrl-C raises an exception between any two Python instructions. There is none between
    # acquiring a lock and recording it, so that exactly the acquired locks are released.
    locks = [guard.lock for guard in _living_guards()]
    acquired = map(call, [lock.acquire for lock in locks], repeat(True), _remaining_time())
    _locks_held.locks.extend(compress(locks, acquired))


def _remaining_time() -> Iterator[float]:
    until = monotonic() + _LOCK_TIMEOUT
    while True:
        yield max(0.0, until - monotonic())


def _hold_cores() -> None:
    for core in list(_cores):
        core.hold()


def _after_in_parent() -> None:
    for core in list(_cores):
        core.go_on()
    released = map(call, repeat(_locks_held.locks.pop, len(_locks_held.locks)))
    any(map(methodcaller("release"), released))  # in one step, as they were acquired


def _after_in_child() -> None:
    for core in _cores:
        core.renew()
    for guard in _living_guards():
        guard.lock = RLock()
    if sys.version_info < (3, 12):  # later versions have no lock
        for cached in _cached_properties():
            cached.lock = RLock()  # type: ignore[attr-defined]
    _locks_held.locks = []


def _cached_properties() -> "list[cached_property[object]]":
    modules = [module for name, module in list(sys.modules.items()) if name.startswith(_PACKAGE)]
    classes = {
        item for module in modules for item in vars(module).values() if isinstance(item, type)
    }
    return [
        value
        for item in classes
        for value in vars(item).values()
        if isinstance(value, cached_property)
    ]


_PACKAGE = __name__.partition(".")[0]

if hasattr(os, "register_at_fork"):  # Windows cannot fork
    # Python only prints an exception raised in one of these handlers, and forks all the same. Hence
    # handlers that must not be left half done are registered twice: the second call does the rest.
    for _ in range(2):
        os.register_at_fork(
            before=_hold_cores, after_in_parent=_after_in_parent, after_in_child=_after_in_child
        )
    # The last `before` handler runs first: a thread with a lock may be about to enter a core.
    os.register_at_fork(before=_wait_for_locks)


def load_native(core: str = "auto") -> ModuleType | None:
    """Return the compiled module, or None to use plain Python.

    With `core="native"` a missing module is a ResourceError.
    """
    if core == "auto" and os.environ.get("TESLA_PURE", "") not in ("", "0"):
        return None
    try:
        from . import _native
    except ImportError as error:
        if core == "native":
            raise ResourceError(
                f"the native core cannot be loaded ({error}): install tesla-metrics from a wheel, "
                "or on a machine with a C++ compiler"
            ) from error
        return None
    register_core(_native)
    return _native


def core_name() -> str:
    """Return the name of the core in use, as printed by `tesla --version`."""
    return "python" if load_native() is None else "native"
