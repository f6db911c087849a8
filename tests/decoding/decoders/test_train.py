"""Training where Thot is not there."""

import sys
from pathlib import Path

import pytest

from tesla_metrics.decoding.decoders.thot_training import train_smt
from tesla_metrics.errors import ResourceError


def test_without_thot_it_says_how_to_get_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "thot", None)
    monkeypatch.setitem(sys.modules, "thot.alignment", None)
    with pytest.raises(ResourceError, match=r"sil-thot is not installed: pip install .*\[smt\]"):
        train_smt([("un", "one"), ("deux", "two")], ("fr", "en"), tmp_path / "new")
    assert not list(tmp_path.iterdir())
