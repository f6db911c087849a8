"""Whether a file can be written, asked before hours are spent on what goes into it."""

from pathlib import Path

from ..errors import InputError


def check_writable(path: Path) -> None:
    """Refuse a folder, and a file in a folder that is not there."""
    if path.is_dir() or not path.absolute().parent.is_dir():
        raise InputError(f"cannot write {path}: give a file in a folder that exists")
