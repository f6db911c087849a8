"""How many threads share the work where -j does not say it."""

import argparse
import os

# Each has memory of its own, and a machine that we share may have a hundred processors.
_MOST = 4


def jobs_of(args: argparse.Namespace, *, threaded: bool) -> int:
    """What -j says, else as many as there are processors; scores are the same for any number.

    Processes, which are started where threads do not help, each load all that is needed: for these
    somebody must ask.
    """
    asked: int | None = args.jobs
    if asked is not None:
        return asked
    return min(_MOST, processors()) if threaded else 1


def processors() -> int:
    """Those that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
