"""`tesla`, and `python -m tesla_metrics`: heeds signals first, and then imports the command."""

import gc
import os
import sys

# Garbage in cycles is rare here, and looking for it takes a tenth of a short run.
_OBJECTS = 100_000


def main() -> int:
    """Run the command line; the result is the exit code."""
    try:
        from .cli import signals

        signals.listen()
    except KeyboardInterrupt:  # there is nothing yet to be tidied up
        os.write(2, b"tesla: interrupted\n")
        os._exit(130)
    gc.set_threshold(_OBJECTS)
    try:
        from .cli.main import main as run

        return run()
    finally:
        gc.freeze()  # nobody needs to look for it in all that is left, either
        signals.ignore()  # the interpreter would complain of them while it ends


if __name__ == "__main__":
    sys.exit(main())
