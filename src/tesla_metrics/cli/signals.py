"""Ctrl-C and SIGTERM: one line and the exit code of the signal, whenever they come.

While the command runs they are exceptions, so that temporary files and processes go first. Before
that nothing is there to go, and modules that are half imported would complain of an exception:
the process ends at once. When all is done they are ignored, since an interpreter that ends would
complain too. Only `listen` changes the handler of SIGINT: who calls `main` from Python keeps it.
"""

import _thread
import os
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import monotonic, sleep
from typing import Any

_NAMES = {signal.SIGINT: "interrupted", signal.SIGTERM: "terminated"}
# Seconds: who sends both to us and to our group, or presses twice, means it once. Later ones count,
# in case the first was lost: Python has places where an exception leads nowhere.
_TWICE = 2.0
_LATER = 0.01


class Terminated(BaseException):
    """Like KeyboardInterrupt, none that anyone should catch in passing."""


class _State:
    """What handlers know."""

    raising = False  # the command runs
    leaving = False  # it was told, and ends
    heard: signal.Signals | None = None  # which came last
    deaf_until = 0.0


def listen() -> None:
    """From now on; whoever was told to ignore them goes on doing so."""
    for number, usual in (
        (signal.SIGINT, signal.default_int_handler),
        (signal.SIGTERM, signal.SIG_DFL),
    ):
        if signal.getsignal(number) is usual:
            signal.signal(number, _hear)
    sys.unraisablehook = _hear_again(sys.unraisablehook)


def ignore() -> None:
    """From now on, unless somebody else handles them."""
    for number in _NAMES:
        if signal.getsignal(number) is _hear:
            signal.signal(number, signal.SIG_IGN)


@contextmanager
def terminable() -> Iterator[None]:
    """While the block runs signals are exceptions; whoever handles SIGTERM goes on doing so."""
    if _thread.get_ident() != _main_thread():  # no other hears signals, or may set handlers
        yield
        return
    own = signal.getsignal(signal.SIGTERM) is signal.SIG_DFL
    if own:  # called from Python
        signal.signal(signal.SIGTERM, _hear)
    _State.heard, _State.leaving, _State.deaf_until = None, False, 0.0
    try:
        _State.raising = True
        yield
        _check(None)
    except BaseException as error:
        _check(error)
        raise
    finally:
        _State.raising = False
        if own:
            signal.signal(signal.SIGTERM, signal.SIG_DFL)


def _check(error: BaseException | None) -> None:
    """An exception that was lost, or became another one on its way."""
    if _State.heard:
        _State.leaving = True
        if not isinstance(error, KeyboardInterrupt | Terminated):
            raise _exception(_State.heard) from None


def _exception(heard: signal.Signals) -> BaseException:
    return KeyboardInterrupt() if heard is signal.SIGINT else Terminated()


def _hear(number: int, frame: object) -> None:
    if _State.leaving:
        return
    heard = signal.Signals(number)
    if not _State.raising:
        os.write(2, f"tesla: {_NAMES[heard]}\n".encode())
        os._exit(128 + number)
    if (now := monotonic()) >= _State.deaf_until:
        _State.heard, _State.deaf_until = heard, now + _TWICE
        raise _exception(heard)


def _hear_again(hook: Callable[[Any], Any]) -> Callable[[Any], Any]:
    """Where Python cannot go on with an exception (`__del__`), we come back to it a bit later."""

    def look(lost: Any) -> None:
        if _State.heard and isinstance(lost.exc_value, KeyboardInterrupt | Terminated):
            _thread.start_new_thread(_remind, (_State.heard,))
        else:
            hook(lost)

    return look


def _remind(heard: signal.Signals) -> None:
    sleep(_LATER)
    _State.deaf_until = 0.0
    _thread.interrupt_main(heard)


def _main_thread() -> int | None:
    import threading

    return threading.main_thread().ident
