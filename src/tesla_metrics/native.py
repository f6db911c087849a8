"""Load the compiled module (native core), and make forks safe while other threads use locks."""

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

# Forks while other threads are working
#
# A forked process (child) has only the thread that forked. Locks that other threads hold at that
# time would stay locked in the child for ever, and data that they are changing would stay
# inconsistent. Therefore:
#
# - Native core: the fork waits until no thread is inside the core, and no thread can enter it until
#   the fork is done. The child can use everything that the core has learnt and opened. The wait is
#   short, since threads inside the core do not wait for anything else.
# - `ForkSafeLock`: the child gets new locks. The data that these locks protect is consistent
#   between any two Python instructions. However, modules are imported under these locks, and a half
#   imported module would stay half imported in the child. Therefore the fork waits for the locks.
#   The time is limited, because an imported module may wait for the thread that forks.

_LOCK_TIMEOUT = 5.0  # seconds, for all locks together


class ForkSafeLock:
    """A lock that is not locked in a forked process; use it as `with fork_safe_lock.lock:`."""

    def __init__(self) -> None:
        self.lock = RLock()
        _lock_references.add(ref(self, _lock_references.discard))


class ForkableCore(Protocol):
    """Protocol of native modules that support forks. Each method may be called several times."""

    def hold(self) -> None:
        """Wait until no thread is inside the module, and prevent threads from entering it."""

    def go_on(self) -> None:
        """Let other threads enter again, if this thread has called `hold`."""

    def renew(self) -> None:
        """Reset the module in a forked process, in which no other thread is waiting."""


# References to all `ForkSafeLock` objects. A WeakSet cannot be used: iterating over it fails if
# another thread creates a lock at the same time. `list` copies a normal set in one step.
_lock_references: set[ref[ForkSafeLock]] = set()
_cores: list[ForkableCore] = []


class _HeldLocks(local):
    """The locks that this thread has acquired for a fork."""

    def __init__(self) -> None:
        self.locks: list[RLock] = []


_held_locks = _HeldLocks()


def register_core(core: ForkableCore) -> None:
    """Make forks wait for this native module."""
    if core not in _cores:
        _cores.append(core)


def _get_living_locks() -> list[ForkSafeLock]:
    locks = [reference() for reference in list(_lock_references)]
    return [lock for lock in locks if lock is not None]


def _acquire_locks() -> None:
    # Ctrl-C can raise an exception between any two Python instructions. Here, C code acquires the
    # locks and records them, so that exactly the recorded locks are released later.
    locks = [fork_safe.lock for fork_safe in _get_living_locks()]
    # The results of `lock.acquire(True, timeout)` for each lock.
    are_acquired = map(call, [lock.acquire for lock in locks], repeat(True), _generate_timeouts())
    _held_locks.locks.extend(compress(locks, are_acquired))


def _generate_timeouts() -> Iterator[float]:
    """Yield the remaining seconds of the timeout whenever the next value is requested."""
    deadline = monotonic() + _LOCK_TIMEOUT
    while True:
        yield max(0.0, deadline - monotonic())


def _hold_cores() -> None:
    for core in list(_cores):
        core.hold()


def _release_in_parent() -> None:
    for core in list(_cores):
        core.go_on()
    # C code removes and releases all locks, since Ctrl-C must not interrupt it. `release` returns
    # None, so that `any` calls it for all locks.
    removed_locks = map(call, repeat(_held_locks.locks.pop, len(_held_locks.locks)))
    any(map(methodcaller("release"), removed_locks))


def _reset_in_child() -> None:
    for core in _cores:
        core.renew()
    for fork_safe in _get_living_locks():
        fork_safe.lock = RLock()
    if sys.version_info < (3, 12):  # cached properties of later versions have no lock
        for cached in _find_cached_properties():
            cached.lock = RLock()  # type: ignore[attr-defined]
    _held_locks.locks = []


def _find_cached_properties() -> "list[cached_property[object]]":
    """Return the cached properties of all classes of this package."""
    modules = [module for name, module in list(sys.modules.items()) if name.startswith(_PACKAGE)]
    values = (value for module in modules for value in vars(module).values())
    classes = {value for value in values if isinstance(value, type)}
    attributes = (attribute for class_ in classes for attribute in vars(class_).values())
    return [attribute for attribute in attributes if isinstance(attribute, cached_property)]


_PACKAGE = __name__.partition(".")[0]

if hasattr(os, "register_at_fork"):  # Windows cannot fork
    # If a handler raises an exception, for example because of Ctrl-C, Python only prints it and
    # forks nevertheless. Therefore these handlers are registered twice: the second call completes
    # an interrupted first call.
    for _ in range(2):
        os.register_at_fork(
            before=_hold_cores, after_in_parent=_release_in_parent, after_in_child=_reset_in_child
        )
    # The `before` handler that is registered last runs first: locks must be acquired before cores,
    # since a thread with a lock may be about to enter a core.
    os.register_at_fork(before=_acquire_locks)


def load_native(core: str = "auto") -> ModuleType | None:
    """Return the compiled module; None if plain Python is to be used.

    `core` is "auto" (None if the module is missing or TESLA_PURE is set), or "native" (a
    ResourceError is raised if the module is missing).
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
    """Return the name of the core that is used by default, as printed by `tesla --version`."""
    return "python" if load_native() is None else "native"
