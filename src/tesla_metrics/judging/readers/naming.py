"""What folders are called."""

import os
from pathlib import Path


def as_named(path: Path) -> Path:
    """The whole path by the names that the user gave: where a link leads does not matter."""
    return Path(os.path.abspath(path))  # noqa: PTH100  resolve() would follow links
