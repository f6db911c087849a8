"""Frequencies, counts of words and language models: Spark's bytes are those of one machine."""

from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest
from app.cli.running import Run, refused, run, write

from tesla_metrics.errors import InputError, UsageError
from tesla_metrics.files.lines import iterate_lines
from tesla_metrics.resources.lm import TextSettings, count_files
from tesla_metrics.scale.spark.building.lm import count_files_on_spark
from tesla_metrics.scale.spark.building.word_counts import count_keys, count_words_on_spark
from tesla_metrics.scale.spark.staging import stage_folder, stage_rows
from tesla_metrics.text.compounds import count_words

from ..killing import killed_workers

ODD = ["", "   ", "Größe und Maß 𝒳 👍🏽", "a\tb", "Ko\u0308nig kÖnig", "東京 は 大きい"]


def texts(folder: Path, seed: int = 3, lines: int = 120) -> list[str]:
    """Two files of sentences that repeat words and n-grams."""
    random = Random(seed)
    words = ["the", "cat", "dog", "Sat", "on", "a", "mat,", "house", "Bahnhof", "der", "x7", "."]
    weights = [2.0 ** -(at / 2) for at in range(len(words))]
    made = [" ".join(random.choices(words, weights, k=random.randrange(9))) for _ in range(lines)]
    made[5:5] = ODD
    return [
        str(write(folder / "one.txt", made[: lines // 3])),
        str(write(folder / "two.txt", made[lines // 3 :])),
    ]


def built(kind: str, sources: Sequence[str], output: Path, *options: str) -> tuple[Run, bytes]:
    result = run("build", kind, *sources, "-o", output, *options)
    assert result.code == 0, result.err
    assert list(output.parent.glob("*stage*")) == []
    return result, output.read_bytes()


@pytest.mark.parametrize(
    ("kind", "options"),
    [
        ("frequencies", ("-l", "en", "--min-grams", "3")),
        ("frequencies", ("-l", "nl", "--min-words", "1", "--min-grams", "1")),
        ("counts", ("-l", "de")),
        ("lm", ("-n", "3", "-l", "en", "--discount-fallback")),
        ("lm", ("-n", "1", "--no-lower", "--discount-fallback", "-q")),
        ("lm", ("-n", "4", "--prune", "0", "0", "1", "--discount-fallback")),
    ],
)
def test_the_same_bytes(spark: Any, tmp_path: Path, kind: str, options: tuple[str, ...]) -> None:
    sources = texts(tmp_path)
    output = tmp_path / "made"
    local, wanted = built(kind, sources, output, *options)
    result, found = built(kind, sources, output, *options, "--engine", "spark")
    assert found == wanted
    assert result == local


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="processes are found in /proc")
def test_killed_workers_are_replaced(spark: Any, tmp_path: Path) -> None:
    sources = texts(tmp_path, lines=3000)
    text = TextSettings("en", "builtin")
    with stage_folder(spark, tmp_path / "out") as folder, killed_workers(2) as killed:
        found = count_files_on_spark(spark, folder, sources, 3, text, piece_lines=300)
    wanted = count_files(sources, 3, text).finish()
    assert len(set(killed)) == 2
    assert found.counts.words == wanted.words
    assert np.array_equal(found.counts.columns, wanted.columns)
    assert np.array_equal(found.counts.counts, wanted.counts)


@pytest.mark.parametrize("piece", [3, 50])
def test_any_pieces(spark: Any, tmp_path: Path, piece: int) -> None:
    sources = texts(tmp_path, seed=piece)
    text = TextSettings("en", "builtin")
    with stage_folder(spark, tmp_path / "out") as folder:
        found = count_files_on_spark(
            spark, f"{folder}/lm", sources, 3, text, piece_lines=piece, chunk_words=20
        )
        words = count_words_on_spark(
            spark, f"{folder}/words", sources, "de", 1, ["a"], piece_lines=piece
        )
    wanted = count_files(sources, 3, text)
    counts = wanted.finish()
    assert found.counts.words == counts.words
    assert np.array_equal(found.counts.columns, counts.columns)
    assert np.array_equal(found.counts.counts, counts.counts)
    assert (found.sentences, found.tokens) == (wanted.n_sentences, wanted.n_tokens)
    lines = [line for path in sources for line in iterate_lines(path)]
    assert words == count_words(lines, "de", 1, ["a"])


def test_a_tally_is_handed_over_when_it_is_full(spark: Any, tmp_path: Path) -> None:
    from tesla_metrics.scale.spark.building.word_counts import _WordTally

    lines = [("a b c",), ("c d e a",), ("e f g a",)] * 5
    with stage_folder(spark, tmp_path / "out") as folder:
        frame = stage_rows(spark, folder, lines, ["text"], max_lines=2)
        words, tokens = count_keys(frame, _WordTally, (6, 1), max_keys=2)
    assert words == {"a": 15, "c": 10, "e": 10}
    assert tokens == {"": 55}


def test_reserved_words(spark: Any, tmp_path: Path) -> None:
    sources = texts(tmp_path)
    where = f"two.txt, line {len(list(iterate_lines(sources[1]))) + 1}"
    with Path(sources[1]).open("a", encoding="utf-8") as stream:
        stream.write("well </s> then\nand <s> again\n")
    output = tmp_path / "x.arpa"
    local = run("build", "lm", *sources, "-o", output)
    refused(local, 3, where, "</s>", "--skip-symbols")
    assert run("build", "lm", *sources, "-o", output, "--engine", "spark") == local
    options = ("--skip-symbols", "--discount-fallback")
    wanted = built("lm", sources, output, *options)
    assert built("lm", sources, output, *options, "--engine", "spark") == wanted
    text = TextSettings()
    with (
        stage_folder(spark, output) as folder,
        pytest.raises(InputError, match=f"{where}: the text contains </s>"),
    ):
        count_files_on_spark(spark, folder, sources, 2, text, piece_lines=3)


def test_bad_input(spark: Any, tmp_path: Path) -> None:
    """What is wrong is told as on one machine, and nothing stays behind."""
    bad = tmp_path / "bad.txt"
    bad.write_bytes(b"good\nb\xff\n")
    blank = write(tmp_path / "blank.txt", ["", " "])
    few = write(tmp_path / "few.txt", ["one two"])
    before = sorted(tmp_path.iterdir())
    for kind, source, options in (
        ("frequencies", bad, ("-l", "en")),
        ("frequencies", blank, ("-l", "en")),
        ("frequencies", few, ("-l", "en")),
        ("frequencies", few, ("-l", "en", "--min-words", "0")),
        ("counts", tmp_path / "none.txt", ()),
        ("counts", few, ()),
        ("counts", few, ("--min-count", "0")),
        ("lm", bad, ()),
        ("lm", blank, ()),
        ("lm", few, ("-n", "9")),
        ("lm", few, ()),
    ):
        arguments = ("build", kind, source, "-o", tmp_path / "out", *options)
        local = run(*arguments)
        refused(local, local.code)
        assert run(*arguments, "--engine", "spark") == local
    assert sorted(tmp_path.iterdir()) == before


def test_options_of_spark(tmp_path: Path) -> None:
    source, output = write(tmp_path / "text", ["a a"]), tmp_path / "out"
    usual = ("build", "counts", source, "-o", output)
    refused(run(*usual, "--master", "local[1]"), 2, "--master", "--engine spark")
    refused(run(*usual, "--stage", tmp_path), 2, "--stage")
    refused(run(*usual, "--engine", "flink"), 2, "flink")
    refused(run(*usual, "--engine", "spark", "--spark", "memory=4g"), 2, "spark.NAME=VALUE")


def test_a_stage_elsewhere(spark: Any, tmp_path: Path) -> None:
    elsewhere = tmp_path / "shared place"
    elsewhere.mkdir()
    sources = texts(tmp_path)
    output = tmp_path / "de.counts"
    options = ("-l", "de")
    wanted = built("counts", sources, output, *options)
    for given in (elsewhere, elsewhere.as_uri()):
        there = (*options, "--engine", "spark", "--stage", str(given))
        assert built("counts", sources, output, *there) == wanted
    assert list(elsewhere.iterdir()) == []
    gone = run("build", "counts", *sources, "-o", output, "--engine", "spark", "--stage", "no://x")
    refused(gone, 1, "no://x")


def test_an_order_that_there_is_not(spark: Any, tmp_path: Path) -> None:
    with stage_folder(spark, tmp_path / "out") as folder, pytest.raises(UsageError, match="order"):
        count_files_on_spark(spark, folder, [], 7, TextSettings())


def test_equal_hashes_get_other_salt(monkeypatch: pytest.MonkeyPatch) -> None:
    from tesla_metrics.scale.spark.building import staged_texts

    honest = staged_texts.hash_words

    def poor(words: Sequence[str], salt: int) -> Any:
        return honest(words, salt) if salt > 1 else honest(["same"] * len(words), salt)

    monkeypatch.setattr(staged_texts, "hash_words", poor)
    hashes, salt = staged_texts._find_distinct_hashes(["a", "b"])
    assert salt == 2
    assert len(set(hashes.tolist())) == 2
