"""Entry point of `tesla` and `python -m tesla_metrics`: handle signals, then run the command."""

import gc
import os
import sys

# Number of new objects after which Python collects reference cycles. The default is much lower, but
# cycles are rare, and collecting them would take a tenth of the time of a short run.
_GC_THRESHOLD = 100_000


def main() -> int:
    """Run the command line and return the exit code."""
    try:
        from .app.cli import signals

        signals.install_handlers()
    except KeyboardInterrupt:  # there is nothing to clean up yet
        os.write(2, b"tesla: interrupted\n")
        os._exit(130)
    gc.set_threshold(_GC_THRESHOLD)
    try:
        from .app.cli.main import main as run

        return run()
    finally:
        gc.freeze()  # prevents a collection of cycles at exit
        signals.ignore_signals()  # during shutdown, Python would print a traceback


if __name__ == "__main__":
    sys.exit(main())
