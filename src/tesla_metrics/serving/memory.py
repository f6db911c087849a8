"""How much memory this process takes."""

import os
from pathlib import Path


def resident_memory() -> int | None:
    """Bytes; None where the system does not tell (it is Linux that does, in /proc)."""
    try:
        pages = int(Path("/proc/self/statm").read_text("ascii").split()[1])
    except (OSError, ValueError, IndexError):
        return None
    return pages * os.sysconf("SC_PAGE_SIZE")
