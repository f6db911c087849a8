"""Processes that share the work end with the one that started them, however that ended."""

import os
import threading
from multiprocessing import parent_process


def end_with_parent() -> None:
    """To be called first in a process of a pool; else it would wait for work for ever."""
    threading.Thread(target=_watch, daemon=True).start()


def _watch() -> None:
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
