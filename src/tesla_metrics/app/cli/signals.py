"""Handle Ctrl-C (SIGINT) and SIGTERM: print one line and exit with the code of the signal.

- Before the command runs, a signal ends the process at once: there is nothing to clean up, and an
  exception during an import would print a traceback.
- While the command runs, a signal raises an exception, so that temporary files and processes are
  removed first.
- After the command, signals are ignored, because the interpreter would print a traceback at exit.

Only `install_handlers` changes the handler of SIGINT. Programs that call `main` from Python keep
their own handler.
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
# Signals within this time after the first are ignored: some callers signal both the process and its
# group, and users press Ctrl-C twice. Later signals are handled again, because Python drops
# exceptions in some places, and the first signal may have been lost.
_REPEAT_SECONDS = 2.0
_RESEND_DELAY_SECONDS = 0.01


class Terminated(BaseException):
    """SIGTERM arrived. Like KeyboardInterrupt, it is not caught by `except Exception`."""


class _State:
    """State that the signal handlers share."""

    is_running = False  # whether the command runs, and signals raise exceptions
    is_leaving = False  # whether the command ends because of a signal
    last_signal: signal.Signals | None = None
    ignore_until = 0.0  # value of monotonic() until which further signals are ignored


def install_handlers() -> None:
    """Install handlers for signals that still have the default handler of Python.

    A process may have been started with signals ignored (nohup); they stay ignored.
    """
    for signal_number, default in (
        (signal.SIGINT, signal.default_int_handler),
        (signal.SIGTERM, signal.SIG_DFL),
    ):
        if signal.getsignal(signal_number) is default:
            signal.signal(signal_number, _handle_signal)
    sys.unraisablehook = _resend_lost(sys.unraisablehook)


def ignore_signals() -> None:
    """Ignore from now on the signals that the handler of this module handles."""
    for signal_number in _SIGNAL_MESSAGES:
        if signal.getsignal(signal_number) is _handle_signal:
            signal.signal(signal_number, signal.SIG_IGN)


@contextmanager
def signals_as_exceptions() -> Iterator[None]:
    """Turn signals into exceptions while the block runs; keep an existing handler of SIGTERM."""
    # Only the main thread gets signals and may set handlers.
    if _thread.get_ident() != _get_main_thread_id():
        yield
        return
    # SIGTERM has the default handler if a program calls `main` without `install_handlers`.
    installs_handler = signal.getsignal(signal.SIGTERM) is signal.SIG_DFL
    if installs_handler:
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
    """Raise the exception of the last signal, unless `error` is this exception.

    The exception may have been dropped, or another one may have replaced it. After a signal,
    further signals are ignored.
    """
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
    """Return a hook for exceptions that Python drops, such as those in `__del__`.

    If the exception came from a signal, the signal is sent again; otherwise `hook` is called.
    """

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
    import threading  # imported late, for a fast start

    return threading.main_thread().ident
