"""Files that are sent to workers, which find them under names of their own."""

from pathlib import Path
from types import SimpleNamespace
from typing import Any

from tesla_metrics.scale.spark.shipping import find_shipped, new_file, ship, ship_file


def test_names_are_used_once() -> None:
    assert new_file("x") != new_file("x")


def test_workers_find_what_was_sent(spark: Any, tmp_path: Path) -> None:
    given = tmp_path / "a name, 100 % odd"
    given.write_text("given", "utf-8")
    made = new_file("made")
    made.write_text("made", "utf-8")
    context = spark.sparkContext
    # As on a cluster: here they would look where the driver does.
    far = SimpleNamespace(
        sparkContext=SimpleNamespace(master="spark://far:7077", addFile=context.addFile)
    )
    names = [ship(far, made), ship_file(far, given, "given"), ship(spark, made)]
    assert [Path(name).is_absolute() for name in names] == [False, False, True]
    found = context.parallelize(names, 1).map(lambda name: find_shipped(name).read_text("utf-8"))
    assert found.collect() == ["made", "given", "made"]
