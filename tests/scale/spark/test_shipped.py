"""Files that are sent to workers, which find them under names of their own."""

from pathlib import Path
from types import SimpleNamespace
from typing import Any

from tesla_metrics.scale.spark.shipping import (
    find_shipped,
    make_shipping_path,
    ship_file,
    ship_path,
)


def test_names_are_used_once() -> None:
    assert make_shipping_path("x") != make_shipping_path("x")


def test_workers_find_what_was_sent(spark: Any, tmp_path: Path) -> None:
    given = tmp_path / "a name, 100 % odd"
    given.write_text("given", "utf-8")
    made = make_shipping_path("made")
    made.write_text("made", "utf-8")
    context = spark.sparkContext
    # As on a cluster: here they would look where the driver does.
    far = SimpleNamespace(
        sparkContext=SimpleNamespace(master="spark://far:7077", addFile=context.addFile)
    )
    names = [ship_path(far, made), ship_file(far, given, "given"), ship_path(spark, made)]
    assert [Path(name).is_absolute() for name in names] == [False, False, True]
    found = context.parallelize(names, 1).map(lambda name: find_shipped(name).read_text("utf-8"))
    assert found.collect() == ["made", "given", "made"]
