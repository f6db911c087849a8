"""Our own layout."""

from pathlib import Path

import numpy as np
import pytest
from judged.folders import OUTPUTS, RANKS, REFERENCE, layout, lines, texts, tsv

from tesla_metrics.errors import InputError
from tesla_metrics.evaluation.judgments import FaultCollector
from tesla_metrics.evaluation.readers.folder_layout import is_pair_folder, read_pair_folder


def test_everything(tmp_path: Path) -> None:
    track = read_pair_folder(layout(tmp_path / "wmt99" / "de-en"), FaultCollector())
    assert (track.name, track.pair, track.lang) == ("wmt99/de-en", "de-en", "en")
    assert track.systems == ("fair", "good", "poor", "void")
    assert track.segments == 4
    assert {name: tuple(output) for name, output in track.outputs.items()} == OUTPUTS
    assert {name: tuple(text) for name, text in track.references.items()} == {"A": REFERENCE}
    rankings = track.rankings
    assert rankings is not None
    assert rankings.segment.tolist() == [0, 0, 1, 1, 2, 2, 3, 3]
    assert rankings.a.tolist() == [1, 2, 0, 0, 0, 3, 1, 2]
    assert rankings.b.tolist() == [2, 1, 1, 1, 3, 2, 0, 3]
    assert rankings.preference.tolist() == [1, -1, -1, 0, 1, 1, 1, 0]
    assert list(rankings.judges) == ["j1", "j2", "j1", "j2", "j1", "j1", "j2", "j2"]
    assert track.segment_scores is not None
    assert track.segment_scores.tolist()[:2] == [[70, 75, 60, 65], [90, 100, 80, 70]]
    assert track.system_scores is not None
    assert track.system_scores.tolist() == [0.6, 0.9, 0.2, 0.1]


def test_parts_may_be_missing(tmp_path: Path) -> None:
    folder = texts(tmp_path / "de-en")
    assert not is_pair_folder(folder)
    tsv(folder / "human.seg.tsv", ("system", "seg", "score"), ["good\t2\t-1.5", "poor\t4\t1e-3"])
    assert is_pair_folder(folder)
    track = read_pair_folder(folder, FaultCollector())
    assert (track.rankings, track.system_scores) == (None, None)
    expected = np.full((4, 4), np.nan)
    expected[1, 1], expected[2, 3] = -1.5, 0.001
    np.testing.assert_array_equal(track.segment_scores, expected)
    (folder / "human.seg.tsv").unlink()
    tsv(folder / "human.sys.tsv", ("system", "score"), ["void\t3"])
    track = read_pair_folder(folder, FaultCollector())
    assert track.segment_scores is None
    np.testing.assert_array_equal(track.system_scores, [np.nan] * 3 + [3])


def test_columns_in_any_order_and_more_of_them(tmp_path: Path) -> None:
    folder = layout(tmp_path / "de-en")
    header = ("preference", "note", "systemB", "judge", "seg", "systemA")
    rows = ["B\tsure\tgood\tj9\t3\tpoor", "", "=\t\tgood\tj9\t1\tvoid"]
    tsv(folder / "human.rank.tsv", header, rows)
    rankings = read_pair_folder(folder, FaultCollector()).rankings
    assert rankings is not None
    assert rankings.segment.tolist() == [2, 0]
    assert rankings.a.tolist() == [2, 3]
    assert rankings.preference.tolist() == [-1, 0]


def test_several_references(tmp_path: Path) -> None:
    folder = layout(tmp_path / "de-en")
    lines(folder / "ref.B.txt", reversed(REFERENCE))
    track = read_pair_folder(folder, FaultCollector())
    assert list(track.references) == ["A", "B"]
    assert track.references["B"] == list(reversed(REFERENCE))


def test_windows_line_ends(tmp_path: Path) -> None:
    folder = layout(tmp_path / "de-en")
    path = folder / "human.rank.tsv"
    path.write_bytes(b"\xef\xbb\xbf" + path.read_bytes().replace(b"\n", b"\r\n"))
    rankings = read_pair_folder(folder, FaultCollector()).rankings
    assert rankings is not None
    assert rankings.preference.tolist() == [1, -1, -1, 0, 1, 1, 1, 0]


def test_a_line_is_counted_once(tmp_path: Path) -> None:
    folder = texts(tmp_path / "de-en")
    tsv(folder / "human.rank.tsv", RANKS, ["9\tj\tx\ty\tmaybe", "1\tj\tgood\tpoor\tA"])
    faults = FaultCollector(skip_faults=True)
    assert len(read_pair_folder(folder, faults).rankings or ()) == 1
    assert sum(faults.counts.values()) == 1


@pytest.mark.parametrize("missing", ["ref.A.txt", "systems"])
def test_no_texts(tmp_path: Path, missing: str) -> None:
    folder = layout(tmp_path / "de-en")
    for path in [folder / missing, *(folder / missing).glob("*")]:
        if path.is_file():
            path.unlink()
    with pytest.raises(InputError, match="de-en has no"):
        read_pair_folder(folder, FaultCollector())


def test_references_of_different_length(tmp_path: Path) -> None:
    folder = layout(tmp_path / "de-en")
    lines(folder / "ref.B.txt", REFERENCE[:3])
    with pytest.raises(InputError, match=r"ref\.B\.txt has 3 segments but .*ref\.A\.txt has 4"):
        read_pair_folder(folder, FaultCollector(skip_faults=True))
