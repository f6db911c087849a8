"""Files that the driver has, on the machines of the workers: sent once, mapped by all who work there."""

from pathlib import Path
from typing import Any

# What stands in a setting for a file that was sent, with its name after it.
_MARK = "shipped/"
_BUILTIN = "builtin:"


def ship(spark: Any, path: Path) -> str:
    """Send a file; the name by which workers find it, which no other may have had before."""
    spark.sparkContext.addFile(str(path))
    return path.name


def find(name: str) -> Path:
    """In a worker: where a file lies that was sent."""
    from pyspark import SparkFiles

    return Path(SparkFiles.get(name))
