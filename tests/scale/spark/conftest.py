"""A real Spark, one for all tests of it; they are skipped where pyspark or Java is not."""

import os
import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tesla_metrics.errors import ResourceError

SRC = Path(__file__).parents[3] / "src"


@pytest.fixture(scope="session")
def spark(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    """On two cores; a task that fails is tried again."""
    from tesla_metrics.scale.spark.session import open_spark

    # Workers import what is tested here.
    os.environ.setdefault("PYTHONPATH", os.pathsep.join(_path()))
    settings = {
        "spark.sql.shuffle.partitions": "4",
        "spark.local.dir": str(tmp_path_factory.mktemp("spark")),
        "spark.driver.memory": "1g",
    }
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of pyspark itself
        try:
            found = open_spark("local[2]", settings, "tests")
        except ResourceError as error:
            pytest.skip(str(error))
    yield found
    found.stop()


def _path() -> list[str]:
    import tesla_metrics

    return [str(Path(tesla_metrics.__file__).parents[1])]
