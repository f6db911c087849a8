"""Folders of judged sets may be links: the name that was given counts."""

from pathlib import Path

import pytest
from judged.folders import layout, mt_metrics_eval

from tesla_metrics.evaluation.judgments import FaultCollector
from tesla_metrics.evaluation.metric_scores import read_metric_scores
from tesla_metrics.evaluation.tracks import list_sets, read_tracks


def test_a_linked_pair(tmp_path: Path) -> None:
    layout(tmp_path / "store" / "v2-xyz")
    (tmp_path / "wmt99").mkdir()
    (tmp_path / "wmt99" / "de-en").symlink_to(tmp_path / "store" / "v2-xyz")
    for given in (tmp_path / "wmt99", tmp_path / "wmt99" / "de-en"):
        (track,) = read_tracks([given], pairs=["de-en"])
        assert (track.name, track.lang) == ("wmt99/de-en", "en")
        (entry,) = list_sets([given])
        assert (entry.test_set, entry.pair) == ("wmt99", "de-en")


def test_a_linked_set(tmp_path: Path) -> None:
    mt_metrics_eval(tmp_path / "store")
    (tmp_path / "wmt99").symlink_to(tmp_path / "store")
    names = {track.test_set for track in read_tracks([tmp_path / "wmt99"])}
    assert names == {"wmt99"} == {entry.test_set for entry in list_sets([tmp_path / "wmt99"])}


def test_dots(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = layout(tmp_path / "wmt99" / "de-en")
    monkeypatch.chdir(folder)
    (track,) = read_tracks([Path()])
    assert track.name == "wmt99/de-en"
    (track,) = read_tracks([Path("systems") / ".."])
    assert track.name == "wmt99/de-en"


def test_linked_scores(tmp_path: Path) -> None:
    for pair in ("de-en", "fr-en"):
        layout(tmp_path / "wmt99" / pair)
    tracks = read_tracks([tmp_path / "wmt99"])
    store = tmp_path / "store"
    store.mkdir()
    lines = [f"{system}\t0.5\n" for system in tracks[0].systems]
    (store / "other.sys.score").write_text("".join(lines), "utf-8")
    (tmp_path / "scores").mkdir()
    (tmp_path / "scores" / "de-en").symlink_to(store)
    found = read_metric_scores(
        [tmp_path / "scores/de-en/other.sys.score"], tracks, FaultCollector()
    )
    assert [len(own) for own in found] == [1, 0]
