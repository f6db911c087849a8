"""Whether a file is still the one that was read."""

import os
import stat
from pathlib import Path


def stamp(path: Path | str) -> tuple[int, int]:
    """Date and size: the key of what is kept of a file. Zeros where it is missing or no file,
    which whoever reads it says better.
    """
    try:
        facts = os.stat(path)  # noqa: PTH116, names that are no files need not become paths
    except OSError:
        return 0, 0
    return (facts.st_mtime_ns, facts.st_size) if stat.S_ISREG(facts.st_mode) else (0, 0)


def stamps(*names: str) -> tuple[tuple[str, int, int], ...]:
    """The same of those names that are files: what stands for one is none."""
    return tuple((name, *found) for name in names if any(found := stamp(name)))
