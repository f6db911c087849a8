"""Handle Ctrl-C and SIGTERM: print one line and exit with the code of the signal.

While the command runs, signals raise exceptions, so that temporary files and processes are removed
first. Before that there is nothing to remove, and an exception in a half-imported module would
print a traceback: the process ends at once. When the command is done, signals are ignored, because
the interpreter would print a traceback at exit. Only `install_handlers` changes the handler of
SIGINT: programs that call `main` from Python keep their own.
"""

import _thread
import os
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import monotonic, sleep
from typing import Any

_SIGNAL_MESSAGES = {signal.SIGINT: "interrupted", signal.SIGTERM: "terminated"}
# Seconds in which repeated signals count as one: some callers signal both the process and its
# group, and users press Ctrl-C twice. Later ones count, in case the first was lost: in some places
# Python drops exceptions.
_REPEAT_SECONDS = 2.0
_RESEND_DELAY_SECONDS = 0.01


class Terminated(BaseException):
    """SIGTERM arrived. Like KeyboardInterrupt, it is not caught by `except Exception`."""


class _State:
    """State that the signal handlers share."""

    is_running = False  # the command runs: signals raise exceptions
    is_leaving = False  # a signal was handled, and the command ends
    last_signal: signal.Signals | None = None  # the last signal
    ignore_until = 0.0  # time until which further signals are ignored


def install_handlers() -> None:
    """Install the handlers, except for signals that the process was started to ignore."""
    for signal_number, default in (
        (signal.SIGINT, signal.default_int_handler),
        (signal.SIGTERM, signal.SIG_DFL),
    ):
        if signal.getsignal(signal_number) is default:
            signal.signal(signal_number, _handle_signal)
    sys.unraisablehook = _resend_lost(sys.unraisablehook)


def ignore_signals() -> None:
    """Ignore signals from now on, unless other handlers are installed."""
    for signal_number in _SIGNAL_MESSAGES:
        if signal.getsignal(signal_number) is _handle_signal:
            signal.signal(signal_number, signal.SIG_IGN)


@contextmanager
def signals_as_exceptions() -> Iterator[None]:
    """Turn signals into exceptions while the block runs; keep an existing handler of SIGTERM."""
    if (
        _thread.get_ident() != _get_main_thread_id()
    ):  # only this one gets signals and may set handlers
        yield
        return
    installs_handler = signal.getsignal(signal.SIGTERM) is signal.SIG_DFL
    if installs_handler:  # called from Python
        signal.signal(signal.SIGTERM, _handle_signal)
    _State.last_signal, _State.is_leaving, _State.ignore_until = None, False, 0.0
    try:
        _State.is_running = True
        yield
        _raise_lost_signal(None)
    except BaseException as error:
        _raise_lost_signal(error)
        raise
    finally:
        _State.is_running = False
        if installs_handler:
            signal.signal(signal.SIGTERM, signal.SIG_DFL)


def _raise_lost_signal(error: BaseException | None) -> None:
    """Raise the exception of the last signal if it was lost or replaced by another one."""
    if _State.last_signal:
        _State.is_leaving = True
        if not isinstance(error, KeyboardInterrupt | Terminated):
            raise _make_exception(_State.last_signal) from None


def _make_exception(received: signal.Signals) -> BaseException:
    return KeyboardInterrupt() if received is signal.SIGINT else Terminated()


def _handle_signal(signal_number: int, frame: object) -> None:
    if _State.is_leaving:
        return
    received = signal.Signals(signal_number)
    if not _State.is_running:
        os.write(2, f"tesla: {_SIGNAL_MESSAGES[received]}\n".encode())
        os._exit(128 + signal_number)
    if (now := monotonic()) >= _State.ignore_until:
        _State.last_signal, _State.ignore_until = received, now + _REPEAT_SECONDS
        raise _make_exception(received)


def _resend_lost(hook: Callable[[Any], Any]) -> Callable[[Any], Any]:
    """Return a hook that sends a signal again whose exception Python dropped (in `__del__`)."""

    def resend_or_report(unraisable: Any) -> None:
        if _State.last_signal and isinstance(unraisable.exc_value, KeyboardInterrupt | Terminated):
            _thread.start_new_thread(_send_again, (_State.last_signal,))
        else:
            hook(unraisable)

    return resend_or_report


def _send_again(received: signal.Signals) -> None:
    sleep(_RESEND_DELAY_SECONDS)
    _State.ignore_until = 0.0
    _thread.interrupt_main(received)


def _get_main_thread_id() -> int | None:
    import threading

    return threading.main_thread().ident
