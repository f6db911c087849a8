"""Words that share translations."""

import gzip
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest

from tesla_metrics.text.synonyms import load_synonyms

TOOLS = Path(__file__).parents[2] / "tools"

# A car is a coche or an automóvil, fast and quick are synonyms, a house is something else.
SUBJECTS = {"coche": "car", "automóvil": "car", "casa": "house", "caballo": "horse", "perro": "dog"}
PREDICATES = {"viejo": "old", "nuevo": "new", "bonito": "pretty", "negro": "black"}


@pytest.fixture
def tool() -> Iterator[ModuleType]:
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(TOOLS)
        import pivot_synonyms

        yield pivot_synonyms


def test_pairs_of_a_bitext(tool: ModuleType, tmp_path: Path) -> None:
    lines = [
        f"The {english} is {quality}.\tEl {subject} es {predicate}.\n"
        for subject, english in SUBJECTS.items()
        for predicate, quality in PREDICATES.items()
    ]
    for name in tool.SOURCES["es"]:
        text = "en\tes\n" + "".join(lines)
        (tmp_path / f"{name}.tsv.gz").write_bytes(gzip.compress(text.encode()))
    pairs = tool.synonym_pairs(tmp_path, tmp_path, "es")
    assert pairs == [("automóvil", "coche")]
    # The table is built once.
    assert tool.make_table(tmp_path, tmp_path, "es").exists()
    assert tool.synonym_pairs(tmp_path, tmp_path, "es") == pairs


def test_synonyms_of_translations_count_half(tool: ModuleType, tmp_path: Path) -> None:
    path = tmp_path / "en.tsv"
    path.write_text("car\tautomobile\ncar\tcarriage\n", encoding="utf-8")
    shares = {"wagen": {"car": 0.8}, "auto": {"automobile": 0.4, "car": 0.2}, "haus": {"house": 1}}
    found = tool.overlaps_of(tool.concepts(shares, load_synonyms("en", str(path))))
    assert set(found) == {("auto", "wagen")}
    # The word itself, the first synset with what both words of auto have in it, the second.
    parts = [0.1, min(0.4 / 2**0.5, 0.2 + 0.1 / 2**0.5), 0.1 / 2**0.5]
    assert found["auto", "wagen"] == pytest.approx(sum(parts))


def test_what_everything_shares_is_nothing(
    tool: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    words = [(word, {"thing": 0.5}) for word in "abc"]
    assert len(tool.overlaps_of(words)) == 3
    monkeypatch.setattr(tool, "MOST_WORDS", 2)
    assert tool.overlaps_of(words) == {}
