"""Families and opposites by translations, of toy words."""

import runpy
from pathlib import Path
from typing import Any

import pytest

TOOL = Path(__file__).parents[2] / "tools" / "translated_alike.py"


@pytest.fixture(scope="module")
def tool() -> dict[str, Any]:
    return runpy.run_path(str(TOOL))


def test_words_of_one_family_begin_alike(tool: dict[str, Any]) -> None:
    assert tool["begin_alike"]("hoffen", "hoffnung")
    assert not tool["begin_alike"]("hof", "hofft")
    assert not tool["begin_alike"]("haupt", "hauptbahnhof")


def test_families_share_translations_or_their_families(tool: dict[str, Any]) -> None:
    shares = {
        "hoffen": {"hope": 0.5, "expect": 0.3},
        "hoffnung": {"hope": 0.8},
        "hoffart": {"pride": 0.9},
        "erklären": {"explain": 0.6},
        "erklärung": {"explanation": 0.7},
        "auskunft": {"explanation": 0.7},
    }
    derived = {"explain": {"explanation"}, "explanation": {"explain"}}
    found = set(tool["families"](shares, derived, 0.2))
    assert found == {("hoffen", "hoffnung"), ("erklären", "erklärung")}


def test_synsets_are_translations(tool: dict[str, Any]) -> None:
    words = {"1-n": ["haus", "heim"], "2-n": ["heim"]}
    members = {"1-n": ["house", "dwelling"], "2-n": ["home"]}
    found = tool["translations_by_synsets"](words, members)
    assert found["haus"] == {"house": 0.5, "dwelling": 0.5}
    assert found["heim"] == {"house": 0.25, "dwelling": 0.25, "home": 0.5}


def test_opposites_are_chief_translations_of_opposites(tool: dict[str, Any]) -> None:
    shares = {
        "kaufen": {"buy": 0.8},
        "verkaufen": {"sell": 0.7},
        "veräußern": {"sell": 0.1},
        "handeln": {"sell": 0.3, "buy": 0.3},
    }
    both = tool["BothWays"](shares, {word: dict.fromkeys(own, 0.3) for word, own in shares.items()})
    found = set(tool["opposites"](both, {"buy": {"sell"}}))
    assert found == {("kaufen", "verkaufen")}
    rare = tool["BothWays"](shares, {word: dict.fromkeys(own, 0.1) for word, own in shares.items()})
    assert not set(tool["opposites"](rare, {"buy": {"sell"}}))
