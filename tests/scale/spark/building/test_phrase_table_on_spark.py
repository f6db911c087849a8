"""Phrase tables that Spark builds have the bytes of those that one machine builds."""

import gzip
import random
import shutil
from itertools import islice
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest
from app.cli.running import refused, run
from resources.pivot.toy_bitext import PAIRS, PEOPLE

from tesla_metrics.resources.pivot.bitext import TabSeparatedBitext
from tesla_metrics.resources.pivot.build import build_phrase_table
from tesla_metrics.resources.pivot.phrase_counts import Pruning
from tesla_metrics.resources.pivot.table_writing import TableSettings
from tesla_metrics.scale.spark.building.phrase_table import build_phrase_table_on_spark
from tesla_metrics.scale.spark.staging import stage_folder

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
    bitexts = [TabSeparatedBitext(str(bitext), settings.target, settings.pivot)]
    one, other = bitext.with_name("one.table"), bitext.with_name("other.table")
    expected = build_phrase_table(bitexts, one, settings, **more)
    with stage_folder(spark, other) as folder:
        found = build_phrase_table_on_spark(
            spark, folder, bitexts, other, settings, piece_lines=piece, **more
        )
    assert found == expected
    assert other.read_bytes() == one.read_bytes()
    assert sorted(x.name for x in bitext.parent.iterdir() if "other" in x.name) == ["other.table"]


@pytest.mark.parametrize(
    ("piece", "settings"),
    [
        (13, TableSettings("en", "fr", max_words=20, learn_on=40, iterations=2)),
        (
            1000,  # one piece, and fewer than there are cores
            TableSettings(
                *("en", "fr"),
                key="stem",
                keep_punctuation=True,
                align_on="form",
                max_phrase=3,
                symmetrisation="union",
                pruning=Pruning(min_count=2, min_probability=0.01, top=2),
            ),
        ),
    ],
)
def test_the_same_bytes(spark: Any, tmp_path: Path, piece: int, settings: TableSettings) -> None:
    both(spark, write_many(tmp_path / "toy.tsv", 150), settings, piece)


def given_links(folder: Path, bitext: Path, wrong: int = 0, text: str = "") -> str:
    """The first token with the first, pair by pair; that of pair `wrong` is `text`."""
    pairs = [line.split("\t") for line in bitext.read_text("utf-8").splitlines()[1:]]
    lines = ["0-0" if all(pair) else "" for pair in pairs]
    if wrong:
        lines[wrong - 1] = text
    (folder / "links").write_text("".join(f"{line}\n" for line in lines), "utf-8")
    return str(folder / "links")


def test_given_alignments(spark: Any, tmp_path: Path) -> None:
    bitext = write_many(tmp_path / "toy.tsv", 40)
    settings = TableSettings("en", "fr", max_words=20)
    both(spark, bitext, settings, 9, alignments=given_links(tmp_path, bitext))


def test_links_that_are_refused(spark: Any, tmp_path: Path) -> None:
    bitext = write_many(tmp_path / "toy.tsv", 40)
    links = given_links(tmp_path, bitext, 33, "0-99")
    given = ["--target", "en", "--pivot", "fr", "--alignments", links, "-o", tmp_path / "x.table"]
    with patch("tesla_metrics.scale.spark.staging._MAX_PIECE_CHARACTERS", 500):
        result = run("build", "phrase-table", bitext, *given, "--engine", "spark")
    refused(result, 3, "links, line 33", "0-99 is out of range")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["links", "toy.tsv"]


def test_an_empty_bitext(spark: Any, tmp_path: Path) -> None:
    (tmp_path / "toy.tsv").write_text("en\tfr\n", "utf-8")
    given = ["--target", "en", "--pivot", "fr", "-o", tmp_path / "x.table", "--engine", "spark"]
    refused(run("build", "phrase-table", tmp_path / "toy.tsv", *given), 3, "none of 0 sentence")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["toy.tsv"]


def test_the_command(spark: Any, tmp_path: Path) -> None:
    folder = tmp_path / "a folder"
    folder.mkdir()
    bitext, stage = write_many(folder / "toy.tsv", 60), folder / "stage"
    stage.mkdir()
    given = ["build", "phrase-table", bitext, "--target", "en", "--pivot", "fr"]
    tagger = f"builtin:{write_odd_tagger(folder)}"
    given += ["--target-analyzer", tagger, "--min-count", 2]
    one, other = folder / "one.table", folder / "other.table"
    assert run(*given, "-o", one).code == 0
    result = run(*given, "-o", other, "--engine", "spark", "--stage", stage)
    assert result.code == 0, result.err
    assert other.read_bytes() == one.read_bytes()
    assert list(stage.iterdir()) == []


def write_odd_tagger(folder: Path) -> Path:
    """The shipped one, under a name that must be quoted."""
    from tesla_metrics.text.builtin_analyzer import get_shipped_tagger_path

    return Path(shutil.copy(get_shipped_tagger_path("en"), folder / "my %20 own.tagger"))


@pytest.mark.data
def test_a_real_bitext(spark: Any, tmp_path: Path, shared: Path) -> None:
    with gzip.open(shared / "bitext" / "tatoeba.en-cs.tsv.gz", "rt", encoding="utf-8") as stream:
        (tmp_path / "some.tsv").write_text("".join(islice(stream, 3001)), "utf-8")
    settings = TableSettings("en", "cs", learn_on=1500)
    both(spark, tmp_path / "some.tsv", settings, 700)
