"""The table's file: written, read, and refused where it is damaged."""

from pathlib import Path

import numpy as np
import pytest

from tesla_metrics.errors import InputError, ResourceError
from tesla_metrics.files.mapped_arrays import write_mapped
from tesla_metrics.resources.pivot.corpus import WordPool, get_sort_key, pack_words
from tesla_metrics.resources.pivot.paraphrases import find_paraphrases
from tesla_metrics.resources.pivot.phrase_counts import Pruning, count_rows, prune
from tesla_metrics.resources.pivot.phrase_table import PhraseTable, open_phrase_table
from tesla_metrics.resources.pivot.table_writing import write_table

PAIRS = [
    ("good morning", "bonjour/INTJ", 6),
    ("good morning", "bon/ADJ matin/NOUN", 2),
    ("hello", "bonjour/INTJ", 3),
    ("hello", "salut/INTJ", 1),
    ("hey", "salut/INTJ", 2),
    ("good", "bon/ADJ", 5),
]


def make(folder: Path, pruning: Pruning | None = None) -> Path:
    targets = sorted({word for target, _, _ in PAIRS for word in target.split()})
    units = {unit.replace("/", "\t") for _, pivot, _ in PAIRS for unit in pivot.split()}
    pivots = sorted(units, key=get_sort_key)
    rows = []
    for target, pivot, count in PAIRS:
        one = [targets.index(word) + 1 for word in target.split()]
        other = [pivots.index(unit.replace("/", "\t")) + 1 for unit in pivot.split()]
        rows += [one + [0] * (4 - len(one)) + other + [0] * (4 - len(other))] * count
    entries = prune(count_rows(np.array(rows)), pruning or Pruning())
    path = folder / "en-fr.table"
    settings = {"target": "en", "pivot": "fr", "key": "lemma", "tags": "upos"}
    write_table(path, folder, [entries], (pack_words(targets), pack_words(pivots)), settings, 4)
    return path


def shown(table: PhraseTable, phrase: str) -> list[tuple[str, float]]:
    return [
        (" ".join(f"{lemma}/{tag}" for lemma, tag in pivot.words), pivot.probability)
        for pivot in table.pivots(phrase.split())
    ]


def test_look_up(tmp_path: Path) -> None:
    table = open_phrase_table(make(tmp_path))
    assert (table.target, table.pivot, table.max_words, table.total) == ("en", "fr", 4, 19)
    assert table.count(["good", "morning"]) == 8
    assert shown(table, "good morning") == [("bonjour/INTJ", 0.75), ("bon/ADJ matin/NOUN", 0.25)]
    assert table.pivots(["good", "morning"], 0.5) == table.pivots(["good", "morning"])[:1]
    assert len(table.pivots(["good", "morning"], 0.25)) == 2
    assert len(table.pivots(["good", "morning"], 0.9)) == 1
    assert table.pivots(["hello"])[1].words == (("salut", "INTJ"),)
    for unknown in ([], ["morning"], ["night"], ["good", "good"], ["good"] * 5):
        assert table.count(unknown) == 0
        assert table.pivots(unknown) == ()
    assert len(table) == 4
    assert {table.get_phrase(at) for at in range(4)} == {
        tuple(target.split()) for target, _, _ in PAIRS
    }


def test_name_is_that_of_the_content(tmp_path: Path) -> None:
    one = open_phrase_table(make(tmp_path))
    (tmp_path / "other").mkdir()
    same = open_phrase_table(make(tmp_path / "other"))
    pruned = open_phrase_table(make(tmp_path / "other", Pruning(min_count=2)))
    assert one.name.startswith("en-fr@")
    assert one.name == same.name != pruned.name
    assert one.name == open_phrase_table(str(tmp_path / "en-fr.table")).name


def test_counts_are_those_before_pruning(tmp_path: Path) -> None:
    table = open_phrase_table(make(tmp_path, Pruning(min_count=3)))
    assert shown(table, "good morning") == [("bonjour/INTJ", 0.75)]
    assert shown(table, "hello") == [("bonjour/INTJ", 0.75)]
    assert table.count(["hello"]) == 4
    assert table.count(["hey"]) == 0
    assert table.total == 19


def test_nothing_left(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="--min-count"):
        make(tmp_path, Pruning(min_count=7))
    assert not (tmp_path / "en-fr.table").exists()


def test_paraphrases(tmp_path: Path) -> None:
    table = open_phrase_table(make(tmp_path))
    found = find_paraphrases(table, ["hello"], 10)
    assert [(" ".join(one.words), one.n_extracted, one.overlap) for one in found] == [
        ("good morning", 8, 3 / 9),  # Pr(bonjour) is 3 / (4 + 5) and 6 / (8 + 5)
        ("hey", 2, 1 / 9),
    ]
    assert len(find_paraphrases(table, ["hello"], 1)) == 1
    assert find_paraphrases(table, ["night"], 10) == []


def test_damaged_tables_are_refused(tmp_path: Path) -> None:
    path = make(tmp_path)
    whole = path.read_bytes()
    for damaged in (
        whole[:-1],
        whole[: len(whole) // 2],
        whole[:40],
        b"",
        whole + b"x",
        whole[:-9] + bytes([whole[-9] ^ 1]) + whole[-8:],
        b"good morning\tbonjour\n",
    ):
        path.write_bytes(damaged)
        with pytest.raises(ResourceError) as caught:
            open_phrase_table(path)
        assert str(path) in str(caught.value)
        assert "\n" not in str(caught.value)
    with pytest.raises(ResourceError, match="tesla build phrase-table"):
        open_phrase_table(tmp_path / "none.table")


def test_a_changed_file_is_opened_anew(tmp_path: Path) -> None:
    path = make(tmp_path)
    before = open_phrase_table(path)
    make(tmp_path, Pruning(top=1))
    after = open_phrase_table(path)
    assert len(before.pivots(["hello"])) == 2  # what was mapped stays
    assert len(after.pivots(["hello"])) == 1


def test_a_mapped_file_that_is_no_table(tmp_path: Path) -> None:
    path = tmp_path / "x.table"
    settings = {"target": "en"}
    write_mapped(path, "phrase-table", 1, settings, {})
    with pytest.raises(ResourceError, match=r"settings\.pivot is missing"):
        open_phrase_table(path)
    settings |= {"pivot": "fr", "key": "lemma", "tags": "upos"}
    write_mapped(path, "phrase-table", 1, {**settings, "total": 1}, {})
    with pytest.raises(ResourceError, match=r"sections\.hashes is missing"):
        open_phrase_table(path)


def test_pool() -> None:
    words = sorted(["zoo", "äpfel", "a", "aa", "ω", "z"], key=get_sort_key)
    pool = WordPool(*pack_words(words))
    assert [pool.get_word(number) for number in range(1, 7)] == words
    assert [pool.get_number(word) for word in words] == [1, 2, 3, 4, 5, 6]
    assert [pool.get_number(word) for word in ("", "b", "ωω")] == [0, 0, 0]
