"""What folders and files are called."""

import os
from pathlib import Path

from ...files.given import Given
from ...files.packed import unpacked_name


def set_name(file: Given) -> str:
    """The test set that a file is: its name without suffixes."""
    return Path(unpacked_name(file.label)).stem


def as_named(path: Path) -> Path:
    """The whole path by the names that the user gave: where a link leads does not matter."""
    return Path(os.path.abspath(path))  # noqa: PTH100  resolve() would follow links
