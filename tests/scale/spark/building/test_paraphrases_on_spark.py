"""Overlaps that Spark adds up are those that one machine adds up, to the last bit."""

import random
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from app.cli.running import refused, run
from resources.pivot.small_tables import Pair, write_small

from tesla_metrics.resources.pivot.paraphrases import (
    TranslationShares,
    compute_common_shares,
    find_word_pairs,
)
from tesla_metrics.resources.pivot.phrase_table import open_phrase_table
from tesla_metrics.scale.spark.building.paraphrases import _split_entries, word_pairs_on_spark


def some_pairs(seed: int, words: int = 60) -> list[Pair]:
    chance = random.Random(seed)
    names = [f"{chr(97 + n // 26)}{chr(97 + n % 26)}" for n in range(words)]
    return [
        (name, f"{chance.choice(names[:20])}/NOUN", chance.randint(1, 9))
        for name in names
        for _ in range(12)
    ]


def test_the_same_pairs(spark: Any, tmp_path: Path) -> None:
    table = open_phrase_table(write_small(tmp_path / "x.table", some_pairs(1)))
    expected = find_word_pairs([table], 0.01)
    assert len(expected) > 500
    found = word_pairs_on_spark(spark, [table], 0.01, pairs_per_task=3000)
    assert list(found.items()) == list(expected.items())


def test_the_same_bytes(spark: Any, tmp_path: Path) -> None:
    tables = [write_small(tmp_path / f"{seed}.table", some_pairs(seed)) for seed in (1, 2)]
    one, other = tmp_path / "one", tmp_path / "other"
    assert run("build", "paraphrases", *tables, "-o", one).code == 0
    result = run("build", "paraphrases", *tables, "-o", other, "--engine", "spark")
    assert result.code == 0, result.err
    assert other.read_bytes() == one.read_bytes()


def test_slips(tmp_path: Path) -> None:
    table = write_small(tmp_path / "x.table", some_pairs(1))
    given = ["build", "paraphrases", table, "-o", tmp_path / "y"]
    refused(run(*given, "--master", "local[2]"), 2, "--engine spark")
    refused(run(*given, "--engine", "spark", "--stage", tmp_path), 2, "--stage")
    refused(run(*given, "--engine", "spark", "--least", 0), 2, "least strength")
    languages = ["--target", "en", "--pivot", "fr"]
    given = ["build", "phrase-table", table, *languages, "-o", tmp_path / "y"]
    refused(run(*given, "--engine", "spark", "-j", 2), 2, "--jobs")
    refused(run(*given, "--engine", "spark", "--max-phrase", 0), 2, "--max-phrase is 0")
    assert not (tmp_path / "y").exists()


def test_words_that_share_nothing(spark: Any, tmp_path: Path) -> None:
    table = write_small(tmp_path / "x.table", [("a", "b/NOUN", 9), ("c", "d/NOUN", 9)])
    assert word_pairs_on_spark(spark, [open_phrase_table(table)]) == {}


@pytest.mark.parametrize("seed", range(20))
def test_slices_tear_no_pivot_phrase_apart(seed: int) -> None:
    chance = np.random.default_rng(seed)
    pivots = np.sort(chance.integers(0, 30, chance.integers(1, 200)))
    entries = TranslationShares([], np.arange(len(pivots)), pivots, np.ones(len(pivots)))
    whole = compute_common_shares(entries, 0, len(pivots), len(pivots))
    for pairs in (1, 10, 100, 10_000):
        slices, total = _split_entries(pivots, pairs)
        assert total == len(whole.pairs)
        assert [start for start, _ in slices] == [0, *(end for _, end in slices[:-1])]
        assert slices[-1][1] == len(pivots)
        parts = [compute_common_shares(entries, *one, len(pivots)) for one in slices]
        assert sum(len(part.pairs) for part in parts) == total
