"""mt-metrics-eval's score files."""

from pathlib import Path

import numpy as np
import pytest
from judged.folders import lines

from tesla_metrics.errors import InputError
from tesla_metrics.evaluation.judgments import FaultCollector
from tesla_metrics.evaluation.readers.mt_metrics_eval import (
    read_segment_scores,
    read_system_scores,
    write_scores,
)

SYSTEMS = ("a", "b c", "d")


def test_written_and_read_again(tmp_path: Path) -> None:
    generator = np.random.default_rng(1)
    segments = generator.normal(size=(3, 50)) * 10.0 ** generator.integers(-12, 12, (3, 50))
    segments[0, :3] = 0.1 + 0.2, -0.0, 5e-324
    systems = segments.mean(axis=1)
    write_scores(tmp_path / "deep" / "er", "m-A", SYSTEMS, segments, systems)
    path = tmp_path / "deep" / "er" / "m-A.seg.score"
    again = read_segment_scores(path, SYSTEMS, 50, FaultCollector())
    assert again.tobytes() == segments.tobytes()
    path = path.with_name("m-A.sys.score")
    assert read_system_scores(path, SYSTEMS, FaultCollector()).tobytes() == systems.tobytes()


def test_systems_only(tmp_path: Path) -> None:
    write_scores(tmp_path, "m-A", SYSTEMS, None, np.arange(3.0))
    assert [path.name for path in tmp_path.iterdir()] == ["m-A.sys.score"]


def test_as_others_write_them(tmp_path: Path) -> None:
    # Systems in any order and mixed, others among them, None for no score, spaces for tabs.
    path = lines(
        tmp_path / "m.seg.score", ["d\t1", "x\t9", "a  2.5", "d\tNone", "", "a\t-3e1", "x\t9"]
    )
    expected = [[2.5, -30], [np.nan] * 2, [1, np.nan]]
    np.testing.assert_array_equal(read_segment_scores(path, SYSTEMS, 2, FaultCollector()), expected)
    path = lines(tmp_path / "m.sys.score", ["b c\tNone", "d\t4", "x\t1"])
    np.testing.assert_array_equal(
        read_system_scores(path, SYSTEMS, FaultCollector()), [np.nan, np.nan, 4]
    )


@pytest.mark.parametrize(
    ("line", "fact"),
    [
        ("a\tnan", "line 2: 'nan' is not a finite number"),
        ("a\tinf", "line 2: 'inf' is not a finite number"),
        ("a\tabc", "line 2: 'abc' is not a finite number"),
        ("a\t", "line 2: '' is not a finite number"),
    ],
)
def test_bad_scores(tmp_path: Path, line: str, fact: str) -> None:
    path = lines(tmp_path / "m.seg.score", ["a\t1", line, "a\t3"])
    with pytest.raises(InputError, match=fact):
        read_segment_scores(path, SYSTEMS, 3, FaultCollector())
    # A bad score keeps its place: the third line is still the third segment.
    found = read_segment_scores(path, SYSTEMS, 3, FaultCollector(skip_faults=True))
    np.testing.assert_array_equal(found[0], [1, np.nan, 3])


@pytest.mark.parametrize(("line", "count"), [("a", 1), ("a\t2\t3", 3), ("a 2 3 4", 4)])
def test_bad_lines(tmp_path: Path, line: str, count: int) -> None:
    path = lines(tmp_path / "m.seg.score", ["a\t1", line])
    with pytest.raises(InputError, match=f"line 2: {count} fields; give SYSTEM<TAB>SCORE"):
        read_segment_scores(path, SYSTEMS, 2, FaultCollector())
    # Nobody knows whose line it was, so the segments after it cannot be told.
    with pytest.raises(InputError, match="a has 1 lines but there are 2 segments"):
        read_segment_scores(path, SYSTEMS, 2, FaultCollector(skip_faults=True))


def test_lines_too_many(tmp_path: Path) -> None:
    path = lines(tmp_path / "m.seg.score", ["a\t1", "a\t2", "a\t3"])
    with pytest.raises(InputError, match="line 3: a has more than 2 lines"):
        read_segment_scores(path, SYSTEMS, 2, FaultCollector())
    faults = FaultCollector(skip_faults=True)
    assert read_segment_scores(path, SYSTEMS, 2, faults)[0].tolist() == [1, 2]
    assert faults.counts == {"scored twice": 1}
    path = lines(tmp_path / "m.sys.score", ["a\t1", "d\t2", "a\t3"])
    with pytest.raises(InputError, match="line 3: system a has a score already"):
        read_system_scores(path, SYSTEMS, FaultCollector())
    assert read_system_scores(path, SYSTEMS, faults)[0] == 1


def test_no_folder_to_write_to(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    with pytest.raises(InputError, match="file"):
        write_scores(tmp_path / "file" / "x", "m", SYSTEMS, None, np.arange(3.0))
