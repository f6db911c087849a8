"""Whether a file is still the one that was read."""

from pathlib import Path

from tesla_metrics.files.long_runs import get_file_stamp, get_file_stamps


def test_a_changed_file_has_another_stamp(tmp_path: Path) -> None:
    path = tmp_path / "a"
    assert get_file_stamp(path) == (0, 0)
    path.write_text("one")
    before = get_file_stamp(path)
    assert before[1] == 3
    path.write_text("four")
    assert get_file_stamp(path) != before


def test_a_folder_is_no_file(tmp_path: Path) -> None:
    assert get_file_stamp(tmp_path) == (0, 0)
    assert get_file_stamps(str(tmp_path)) == ()
