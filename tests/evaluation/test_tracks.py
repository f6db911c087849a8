"""Test sets at any depth, of any layout."""

from pathlib import Path

import pytest
from judged.folders import REFERENCE, layout, lines, mt_metrics_eval, tsv

from tesla_metrics.errors import InputError, UsageError
from tesla_metrics.evaluation.tracks import read_tracks


@pytest.fixture
def several(tmp_path: Path) -> Path:
    for name in ("one/de-en", "one/fr-en", "deep/er/two/de-en"):
        layout(tmp_path / name)
    mt_metrics_eval(tmp_path / "three")
    mt_metrics_eval(tmp_path / "three", "en-de")
    (tmp_path / "empty").mkdir()
    return tmp_path


def names(*folders: Path, pairs: tuple[str, ...] = ()) -> list[str]:
    return [track.name for track in read_tracks(folders, pairs=pairs)]


def test_any_depth(several: Path) -> None:
    everything = ["two/de-en", "one/de-en", "one/fr-en", "three/de-en", "three/en-de"]
    assert names(several) == everything
    assert names(several / "one") == ["one/de-en", "one/fr-en"]
    assert names(several / "one/fr-en", several / "three") == ["one/fr-en", *everything[3:]]


def test_pairs(several: Path) -> None:
    assert names(several, pairs=("fr-en", "en-de")) == ["one/fr-en", "three/en-de"]
    with pytest.raises(UsageError, match="no language pair xx-en in "):
        names(several, pairs=("de-en", "xx-en"))


def test_pairs_that_are_not_wanted_are_not_read(several: Path) -> None:
    (several / "one/de-en/human.rank.tsv").write_text("nonsense\n", encoding="utf-8")
    (several / "three/human-scores/de-en.mqm.seg.score").write_text("x\n", encoding="utf-8")
    assert names(several, pairs=("fr-en", "en-de")) == ["one/fr-en", "three/en-de"]


def test_from_within(several: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(several / "one/de-en")
    assert names(Path()) == ["one/de-en"]
    assert names(Path(), pairs=("de-en",)) == ["one/de-en"]


def test_references(several: Path) -> None:
    lines(several / "one/de-en/ref.B.txt", reversed(REFERENCE))
    (track,) = read_tracks([several / "one/de-en"], references=["B"])
    assert track.references == {"B": list(reversed(REFERENCE))}
    (track,) = read_tracks([several / "one/de-en"], references=["B", "A"])
    assert list(track.references) == ["B", "A"]
    with pytest.raises(UsageError, match="one/fr-en has no reference 'B': choose from A"):
        read_tracks([several / "one"], references=["B"])


@pytest.mark.parametrize(
    ("folder", "fact"),
    [("empty", "no judged test set"), ("gone", ".*gone does not exist: check the path")],
)
def test_nothing_there(several: Path, folder: str, fact: str) -> None:
    with pytest.raises(InputError, match=fact):
        names(several / folder)


def test_the_same_twice(several: Path) -> None:
    with pytest.raises(UsageError, match="one/de-en occurs twice"):
        names(several / "one", several / "one/de-en")


def test_no_judgment_at_all(several: Path) -> None:
    folder = several / "one/fr-en"
    for path in folder.glob("human.*"):
        path.unlink()
    tsv(folder / "human.sys.tsv", ("system", "score"), [])
    with pytest.raises(InputError, match="fr-en has no usable judgments"):
        names(folder)
    human = several / "three/human-scores"
    for path in human.glob("de-en.*"):
        path.unlink()
    lines(human / "de-en.mqm.sys.score", ["good\tNone"])
    with pytest.raises(InputError, match="human-scores has no usable judgments of de-en"):
        names(several / "three")
