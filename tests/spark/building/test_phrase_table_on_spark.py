"""Phrase tables that Spark builds have the bytes of those that one machine builds."""

import random
from pathlib import Path
from typing import Any

import pytest
from pivot.toy_bitext import PAIRS, PEOPLE

from tesla_metrics.pivot.bitext import Tabbed
from tesla_metrics.pivot.build import build_phrase_table
from tesla_metrics.pivot.pruning import Pruning
from tesla_metrics.pivot.settings import TableSettings
from tesla_metrics.spark.building.phrase_table import build_phrase_table_on_spark
from tesla_metrics.spark.staging import stage_folder

VERBS = [("sees", "voit"), ("knows", "connaît"), ("helps", "aide"), ("hears", "entend")]


def write_many(path: Path, count: int, seed: int = 1) -> Path:
    """Greetings, and sentences that are put together; some have an empty side or are long."""
    chance = random.Random(seed)
    lines = ["en\tfr"]
    for number in range(count):
        (one, un), (two, deux) = chance.choice(PEOPLE), chance.choice(PEOPLE)
        verb, verbe = chance.choice(VERBS)
        made = [
            (f"The {one} {verb} the {two}.", f"Le {un} {verbe} le {deux}."),
            (f"Number {number}, {one}!", f"Numéro {number}, {un} !"),
            chance.choice(PAIRS),
            ("", "Rien."),
            ("very " * 30 + "long", "très long"),
        ]
        lines.append("\t".join(chance.choices(made, [8, 4, 4, 1, 1])[0]))
    path.write_text("".join(f"{line}\n" for line in lines), "utf-8")
    return path


def both(spark: Any, bitext: Path, settings: TableSettings, piece: int, **more: Any) -> None:
    """Build it twice, and compare."""
    bitexts = [Tabbed(str(bitext), "en", "fr")]
    one, other = bitext.with_name("one.table"), bitext.with_name("other.table")
    expected = build_phrase_table(bitexts, one, settings, **more)
    with stage_folder(spark, other) as folder:
        found = build_phrase_table_on_spark(
            spark, folder, bitexts, other, settings, piece=piece, **more
        )
    assert found == expected
    assert other.read_bytes() == one.read_bytes()
    assert sorted(x.name for x in bitext.parent.iterdir() if "other" in x.name) == ["other.table"]


@pytest.mark.parametrize(
    ("piece", "settings"),
    [
        (7, TableSettings("en", "fr", max_words=20)),
        (50, TableSettings("en", "fr", learn_on=40, iterations=2, symmetrisation="union")),
        (
            1000,
            TableSettings(
                *("en", "fr"),
                key="stem",
                keep_punctuation=True,
                align_on="form",
                max_phrase=3,
                pruning=Pruning(min_count=2, min_probability=0.01, top=2),
            ),
        ),
    ],
)
def test_the_same_bytes(spark: Any, tmp_path: Path, piece: int, settings: TableSettings) -> None:
    both(spark, write_many(tmp_path / "toy.tsv", 200), settings, piece)
