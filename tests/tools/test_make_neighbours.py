"""Neighbours of word vectors, of a toy WordNet."""

import runpy
from pathlib import Path
from typing import Any

import numpy as np
import pytest

TOOL = Path(__file__).parents[2] / "tools" / "make_neighbours.py"
ADJECTIVES = [
    "  a line of the licence",
    "00000001 00 a 01 happy 0 002 ! 00000002 a 0101 & 00000003 a 0000 | glad 1",
    "00000002 00 a 01 sad 0 002 ! 00000001 a 0101 & 00000004 a 0000 | not happy",
    "00000003 00 s 01 delighted 0 001 & 00000001 a 0000 | very happy",
    "00000004 00 s 01 gloomy 0 001 & 00000002 a 0000 | very sad",
]


@pytest.fixture(scope="module")
def tool() -> dict[str, Any]:
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(TOOL.parent)  # as when it is run
        return runpy.run_path(str(TOOL))


def test_opposites_take_what_is_similar_with_them(tool: dict[str, Any], tmp_path: Path) -> None:
    for name in ("noun", "verb", "adv"):
        (tmp_path / f"data.{name}").write_text("")
    (tmp_path / "data.adj").write_text("\n".join(ADJECTIVES))
    found = tool["unlike"](tmp_path)
    assert {("happy", "sad"), ("gloomy", "delighted"), ("happy", "gloomy")} <= found
    assert ("happy", "delighted") not in found


def test_neighbours_are_near_each_other(tool: dict[str, Any]) -> None:
    rows = np.eye(20, 20)
    rows[1] = (rows[0] + 0.5 * rows[1]) / np.sqrt(1.25)
    found = tool["neighbours"](rows)
    assert set(found) == {(0, 1)}
    assert found[0, 1] == pytest.approx(np.sqrt(0.8))


def test_strengths_rise_with_cosines(tool: dict[str, Any]) -> None:
    worths = [tool["strength"](cosine) ** 0.5 for cosine in (0.5, 0.9, 1.0)]
    assert worths == pytest.approx([0.17, 0.51, 0.6], abs=0.01)
