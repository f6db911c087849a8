"""Files of the driver on the machines of the workers: sent once to each, mapped by all there."""

import shutil
from pathlib import Path
from typing import Any


def ship(spark: Any, path: Path) -> str:
    """Send a file; the name by which workers find it, which no other may have had before."""
    spark.sparkContext.addFile(str(path))
    return path.name


def ship_copy(spark: Any, path: Path, folder: Path, prefix: str) -> str:
    """Send a file of any name; its copy in the folder must stay while workers may want it."""
    copy = folder / f"{prefix}-{path.name}"
    shutil.copyfile(path, copy)
    return ship(spark, copy)


def find_shipped(name: str) -> Path:
    """In a worker: where a file lies that was sent."""
    from pyspark import SparkFiles

    return Path(SparkFiles.get(name))
