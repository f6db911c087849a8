from typing import Any

import pytest

from tesla_metrics.errors import UsageError
from tesla_metrics.spark.session import open_spark, parse_settings, with_tries


def test_a_local_master_tries_again() -> None:
    assert with_tries("local") == "local[1,4]"
    assert with_tries("local[2]") == "local[2,4]"
    assert with_tries("local[*]") == "local[*,4]"
    assert with_tries("local[2,9]") == "local[2,9]"
    assert with_tries("spark://host:7077") == "spark://host:7077"


def test_settings_are_spark_s() -> None:
    assert parse_settings(["spark.a=1", "spark.b = x=y"]) == {"spark.a": "1", "spark.b": "x=y"}
    with pytest.raises(UsageError, match=r"give spark\.NAME=VALUE"):
        parse_settings(["executor.memory=4g"])


def test_who_runs_is_found(spark: Any) -> None:
    assert open_spark() is spark
    assert spark.range(10).count() == 10
