"""Whether a file is still the one that was read."""

from pathlib import Path

from tesla_metrics.files.stamp import stamp


def test_a_changed_file_has_another_stamp(tmp_path: Path) -> None:
    path = tmp_path / "a"
    assert stamp(path) == (0, 0)
    path.write_text("one")
    before = stamp(path)
    assert before[1] == 3
    path.write_text("four")
    assert stamp(path) != before
