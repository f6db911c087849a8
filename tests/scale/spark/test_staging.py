"""Input in numbered pieces, and the folder in which they lie for a while."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest

from tesla_metrics.errors import InputError, TeslaError
from tesla_metrics.scale.spark import staging
from tesla_metrics.scale.spark.staging import (
    as_uri,
    collect_batches,
    read_stage,
    stage_folder,
    stage_rows,
)


def rows(frame: Any) -> list[tuple[int, list[str], list[str]]]:
    """All pieces, as the driver gets them."""
    found: list[tuple[int, list[str], list[str]]] = []
    for batch in collect_batches(frame.orderBy("piece"), "cannot read"):
        found += zip(*(column.to_pylist() for column in batch.columns), strict=True)
    return found


def test_pieces(spark: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(staging, "_MAX_BLOCK_LINES", 4)  # three blocks
    pairs = [(f"one {n}", f"𝒳 {n}") for n in range(9)]
    told: list[int] = []
    with stage_folder(spark, tmp_path / "out") as folder:
        frame = stage_rows(spark, folder, pairs, ["a", "b"], max_lines=2, progress=told.append)
        assert frame.rdd.getNumPartitions() >= 2
        found = rows(frame)
        with pytest.raises(InputError, match="5 of 6 pieces"):
            read_stage(spark, folder, 6)
    assert [piece for piece, _, _ in found] == [0, 1, 2, 3, 4]
    assert [pair for _, one, two in found for pair in zip(one, two, strict=True)] == pairs
    assert [len(one) for _, one, _ in found] == [2, 2, 2, 2, 1]
    assert sum(told) == 9
    assert list(tmp_path.iterdir()) == []


def test_long_lines_make_short_pieces(
    spark: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(staging, "_MAX_PIECE_CHARACTERS", 10)
    lines = ["a" * 30, "b", "c" * 9, "d"]
    pieces = [lines for _, (lines,) in staging._split_pieces([(line,) for line in lines], 1, 100)]
    assert pieces == [["a" * 30], ["b", "c" * 9], ["d"]]
    with stage_folder(spark, tmp_path / "out") as folder:
        assert stage_rows(spark, folder, [], ["a"]).count() == 0


def test_errors_leave_nothing(spark: Any, tmp_path: Path) -> None:
    def bad() -> Iterator[tuple[str]]:
        yield ("fine",)
        raise InputError("line 2 is bad")

    with (
        pytest.raises(InputError, match="line 2 is bad"),
        stage_folder(spark, tmp_path / "out") as folder,
    ):
        stage_rows(spark, folder, bad(), ["a"])
    with pytest.raises(TeslaError, match=r"^cannot write nowhere://x/") as caught:
        stage_rows(spark, "nowhere://x/y", [("a",)], ["a"])
    assert "\n" not in str(caught.value)
    assert list(tmp_path.iterdir()) == []


def test_what_was_left_goes(spark: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    output = tmp_path / "out"
    left, others = tmp_path / "out.stage-0123abcd", tmp_path / "out.stage-mine"
    for path in (left, others):
        path.mkdir()
        (path / "file").touch()
    with stage_folder(spark, output) as folder:
        assert not left.exists()
        assert urlsplit(folder).scheme == "file"
        assert Path(urlsplit(folder).path).parent == tmp_path
    assert [path.name for path in tmp_path.iterdir()] == [others.name]
    gone: list[str] = []
    monkeypatch.setattr(staging, "remove_stage", lambda _, uri: gone.append(uri))
    with stage_folder(spark, output, "hdfs://host/tmp/") as folder:
        assert folder.startswith("hdfs://host/tmp/out.stage-")
    assert gone == [folder]


def test_names_of_folders(tmp_path: Path) -> None:
    assert as_uri("s3a://bucket/a/") == "s3a://bucket/a"
    assert as_uri("file:/a") == "file:/a"
    assert as_uri(str(tmp_path / "a b")) == f"file://{tmp_path}/a b"  # as it is


@pytest.mark.parametrize("name", ["a b", "é%20", "x#y?z", "a[b]{c}*"])
def test_any_name_of_an_output(spark: Any, tmp_path: Path, name: str) -> None:
    near = tmp_path / "x"
    near.mkdir()
    folder = tmp_path / name
    folder.mkdir()
    with stage_folder(spark, folder / f"{name}.counts") as uri:
        frame = stage_rows(spark, f"{uri}/lines", [["one"], ["two"]], ["text"])
        assert frame.count() == 1
    assert list(folder.iterdir()) == []
    assert sorted(path.name for path in tmp_path.iterdir()) == sorted(["x", name])
