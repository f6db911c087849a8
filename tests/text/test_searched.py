"""Counts found in sorted lines: the same as those of the table itself."""

import pickle
from collections.abc import Mapping
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tesla_metrics.files.cache import FOLDER_VARIABLE
from tesla_metrics.text import compounds
from tesla_metrics.text.compounds import SearchableCounts, find_count, format_sorted_lines

COUNTS = {"haus": 12, "boot": 7, "größe": 3, "a": 1, "hausboot": 1}
WORDS = st.text(st.sampled_from("abßz\u4e2d\U0001f600"), min_size=1, max_size=4)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv(FOLDER_VARIABLE, str(tmp_path))
    return tmp_path


class Maker:
    """Counts how often all of it was made."""

    def __init__(self) -> None:
        self.times = 0

    def __call__(self) -> Mapping[str, int]:
        self.times += 1
        return dict(COUNTS)


@given(st.dictionaries(WORDS, st.integers(1, 10**18)), st.lists(WORDS))
def test_every_word_is_found_and_no_other(counts: dict[str, int], others: list[str]) -> None:
    lines = format_sorted_lines(counts)
    for word in (*counts, *others, "", "a\t1", "\n", "\ud800"):
        assert find_count(lines, word) == counts.get(word)


def test_the_second_time_it_is_not_made(folder: Path) -> None:
    first, second = Maker(), Maker()
    tables = [SearchableCounts(make, "digest") for make in (first, second)]
    for table in tables:
        assert {word: table[word] for word in COUNTS} == COUNTS
        assert "auto" not in table
        assert table.get("auto", 0) == 0
        with pytest.raises(KeyError):
            table["auto"]
    assert (first.times, second.times) == (1, 0)
    assert tables[0].fastest_mapping == COUNTS
    assert tables[1].fastest_mapping is tables[1]
    assert dict(tables[1]) == COUNTS  # who wants all has it made
    assert second.times == 1


def test_who_asks_much_has_it_made(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    SearchableCounts(Maker(), "digest").get("haus")
    monkeypatch.setattr(compounds, "_MAX_SEARCHES", 2)
    make = Maker()
    table = SearchableCounts(make, "digest")
    found = []
    for _ in range(4):
        assert table["boot"] == 7
        found.append(make.times)
    assert found == [0, 0, 1, 1]


def test_where_nothing_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(FOLDER_VARIABLE, "")
    make = Maker()
    table = SearchableCounts(make, "digest")
    assert [table["haus"], table["boot"]] == [12, 7]
    assert make.times == 1


def test_a_pickle_has_all(folder: Path) -> None:
    assert pickle.loads(pickle.dumps(SearchableCounts(lambda: dict(COUNTS), "digest"))) == COUNTS
