"""Entry point of `tesla` and `python -m tesla_metrics`: handle signals, then run the command."""

import gc
import os
import sys

# Reference cycles are rare here, and collecting them takes a tenth of the time of a short run.
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
        gc.freeze()  # no collection of what is left at exit, either
        signals.ignore_signals()  # the interpreter would report them during shutdown


if __name__ == "__main__":
    sys.exit(main())
