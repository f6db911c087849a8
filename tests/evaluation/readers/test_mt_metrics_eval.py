"""mt-metrics-eval's folders."""

from pathlib import Path

import numpy as np
import pytest
from judged.folders import lines, mt_metrics_eval

from tesla_metrics.errors import InputError, UsageError
from tesla_metrics.evaluation.judgments import FaultCollector
from tesla_metrics.evaluation.readers.mt_metrics_eval import (
    is_mt_metrics_eval,
    read_mt_metrics_eval,
)


def test_everything(tmp_path: Path) -> None:
    folder = mt_metrics_eval(tmp_path / "wmt99")
    assert is_mt_metrics_eval(folder)
    (track,) = read_mt_metrics_eval(folder, None, FaultCollector())
    assert (track.name, track.lang) == ("wmt99/de-en", "en")
    # The reference among the outputs is no system.
    assert track.systems == ("fair", "good", "poor", "void")
    assert list(track.references) == ["refA", "refB"]
    assert track.rankings is None
    assert track.segment_scores is not None
    assert track.segment_scores.tolist()[1] == [90, 100, 80, 70]
    assert track.system_scores is not None
    assert track.system_scores.tolist() == [0.6, 0.9, 0.2, 0.1]


def test_another_kind_of_judgment(tmp_path: Path) -> None:
    folder = mt_metrics_eval(tmp_path / "wmt99")
    (track,) = read_mt_metrics_eval(folder, "wmt-raw", FaultCollector())
    expected = np.ones((4, 4))
    expected[:, 0] = np.nan
    np.testing.assert_array_equal(track.segment_scores, expected)
    assert track.system_scores is None
    with pytest.raises(UsageError, match=r"no judgments of kind 'da' for de-en: .* mqm, wmt-raw"):
        list(read_mt_metrics_eval(folder, "da", FaultCollector()))


def test_unknown_kinds_only(tmp_path: Path) -> None:
    folder = mt_metrics_eval(tmp_path / "wmt99")
    for path in (folder / "human-scores").iterdir():
        path.unlink()
    lines(folder / "human-scores" / "de-en.my.own.sys.score", ["good\t1", "void\t0"])
    (track,) = read_mt_metrics_eval(folder, None, FaultCollector())
    assert track.segment_scores is None
    np.testing.assert_array_equal(
        track.system_scores,
        [np.nan, 1, np.nan, 0],
    )


def test_several_pairs(tmp_path: Path) -> None:
    folder = mt_metrics_eval(tmp_path / "wmt99")
    mt_metrics_eval(folder, "en-de")
    assert [t.pair for t in read_mt_metrics_eval(folder, None, FaultCollector())] == [
        "de-en",
        "en-de",
    ]
    # What is not wanted may lack the kind of judgment that is.
    (folder / "human-scores" / "de-en.mqm.seg.score").unlink()
    (folder / "human-scores" / "de-en.mqm.sys.score").unlink()
    (track,) = read_mt_metrics_eval(folder, "mqm", FaultCollector(), ["en-de"])
    assert track.lang == "de"


def test_no_judgments(tmp_path: Path) -> None:
    folder = mt_metrics_eval(tmp_path / "wmt99")
    for path in (folder / "human-scores").iterdir():
        path.unlink()
    with pytest.raises(InputError, match=r"human-scores contains no \.score file"):
        list(read_mt_metrics_eval(folder, None, FaultCollector()))


def test_no_reference(tmp_path: Path) -> None:
    folder = mt_metrics_eval(tmp_path / "wmt99")
    for path in (folder / "references").iterdir():
        path.unlink()
    with pytest.raises(InputError, match="wmt99 has no reference"):
        list(read_mt_metrics_eval(folder, None, FaultCollector()))
