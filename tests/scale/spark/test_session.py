import os
from typing import Any

import pytest

from tesla_metrics.errors import ResourceError, UsageError
from tesla_metrics.scale.spark.session import (
    _hide_stderr,
    add_max_attempts,
    open_spark,
    parse_settings,
    spark_session,
)


def test_a_local_master_tries_again() -> None:
    assert add_max_attempts("local") == "local[1,4]"
    assert add_max_attempts("local[2]") == "local[2,4]"
    assert add_max_attempts("local[*]") == "local[*,4]"
    assert add_max_attempts("local[2,9]") == "local[2,9]"
    assert add_max_attempts("spark://host:7077") == "spark://host:7077"


def test_settings_are_spark_s() -> None:
    assert parse_settings(["spark.a=1", "spark.b = x=y"]) == {"spark.a": "1", "spark.b": "x=y"}
    with pytest.raises(UsageError, match=r"give spark\.NAME=VALUE"):
        parse_settings(["executor.memory=4g"])


def test_who_runs_is_found(spark: Any) -> None:
    assert open_spark() is spark
    assert spark.range(10).count() == 10


def test_who_runs_is_not_stopped(spark: Any) -> None:
    with spark_session() as found:
        assert found is spark
    assert spark.range(3).count() == 3


def test_a_start_is_not_heard(capfd: pytest.CaptureFixture[str]) -> None:
    with _hide_stderr():
        os.write(2, b"WARN of many things\n")
    with pytest.raises(ResourceError, match=r"^no start \(Error: no memory\)$"), _hide_stderr():
        _fail(b"WARN\n  Error: no memory\nmore\n")
    os.write(2, b"heard\n")
    assert capfd.readouterr().err == "heard\n"


def _fail(said: bytes) -> None:
    os.write(2, said)
    raise ResourceError("no start")
