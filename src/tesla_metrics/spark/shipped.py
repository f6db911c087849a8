"""Files of the driver on the machines of the workers: sent once to each, mapped by all there."""

import atexit
import secrets
import shutil
import tempfile
from functools import lru_cache
from pathlib import Path
from typing import Any


def new_file(name: str) -> Path:
    """A path for what is to be sent; its name is used once.

    It stays as long as this process: Spark asks for what was sent whenever a new worker comes.
    """
    return _outbox() / f"{secrets.token_hex(6)}-{name}"


def ship(spark: Any, path: Path) -> str:
    """Send a file that lies where `new_file` said; what workers find it by."""
    context = spark.sparkContext
    if context.master.startswith("local"):
        return str(path)  # workers are here
    # With a scheme before the path Spark does not follow links, whose names are wanted.
    context.addFile(f"file:{path}")
    return path.name


def ship_given(spark: Any, path: Path, name: str) -> str:
    """Send a file that lies anywhere and has any name."""
    link = new_file(name)
    link.symlink_to(path.resolve())
    return ship(spark, link)


def find_shipped(name: str) -> Path:
    """In a worker: where a file lies that was sent."""
    from pyspark import SparkFiles

    return Path(name if Path(name).is_absolute() else SparkFiles.get(name))


@lru_cache(maxsize=1)
def _outbox() -> Path:
    folder = tempfile.mkdtemp(prefix="tesla-spark-")
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return Path(folder)
