"""`tesla`, and `python -m tesla_metrics`: heeds signals first, and then imports the command."""

import os
import sys


def main() -> int:
    """Run the command line; the result is the exit code."""
    try:
        from .cli import signals

        signals.listen()
    except KeyboardInterrupt:  # there is nothing yet to be tidied up
        os.write(2, b"tesla: interrupted\n")
        os._exit(130)
    try:
        from .cli.main import main as run

        return run()
    finally:
        signals.ignore()  # the interpreter would complain of them while it ends


if __name__ == "__main__":
    sys.exit(main())
