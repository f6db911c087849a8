"""TESLA-B from the outside: its formula, its range, and what it refuses."""

import random
import warnings
from collections.abc import Iterator
from pathlib import Path
from shutil import copy

import numpy as np
import pytest
from app.cli.running import Run, core, refused, run, write
from cores import columns
from resources.pivot.small_tables import Pair, write_small

from tesla_metrics import Sentence, TeslaM, TeslaWarning, Token, UsageError
from tesla_metrics.metrics.tesla_b import TeslaB

FRENCH: list[Pair] = [
    ("good morning", "bonjour/INTJ", 3),
    ("hello", "bonjour/INTJ", 2),
    ("hello", "salut/INTJ", 1),
    ("sir", "monsieur/NOUN", 4),
    ("the", "le/DET", 5),
    ("doctor", "docteur/NOUN", 2),
    ("doctor", "médecin/NOUN", 1),
    ("physician", "médecin/NOUN", 2),
]
GERMAN: list[Pair] = [
    ("good morning", "guten/ADJ Morgen/NOUN", 3),
    ("hello", "hallo/INTJ", 2),
    ("doctor", "Arzt/NOUN", 2),
    ("physician", "Arzt/NOUN", 3),
]
HYP = ["Hello, sir.", "The physician sleeps.", "Sir, the the doctor!", "", "Rain fell."]
REF = ["Good morning, sir.", "The doctor sleeps.", "The doctor, sir.", "Hello.", "It rained."]


@pytest.fixture(params=["native", "python"])
def either(request: pytest.FixtureRequest) -> Iterator[None]:
    with core(request.param):
        yield


@pytest.fixture
def french(tmp_path: Path) -> str:
    return str(write_small(tmp_path / "en-fr.table", FRENCH))


@pytest.fixture
def german(tmp_path: Path) -> str:
    return str(write_small(tmp_path / "en-de.table", GERMAN, pivot="de"))


def scores(
    metric: TeslaB, hypotheses: list[str], references: list[str], jobs: int = 1
) -> list[float]:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", TeslaWarning)  # empty references are welcome here
        return list(metric.score(hypotheses, references, jobs=jobs).segments)


def pivots(metric: TeslaB, hypothesis: str, reference: str) -> list[float]:
    """Columns of the only table."""
    found: list[float] = columns(metric, [hypothesis], [reference])[0, 2 * metric.order :].tolist()
    return found


@pytest.mark.usefixtures("either")
def test_half_and_half(french: str, german: str) -> None:
    metric = TeslaB(lang="en", tables=(french, german))
    own = columns(TeslaM(lang="en"), HYP, REF)
    pivots = columns(metric, HYP, REF)[:, 6:]
    assert pivots.shape == (5, 12)
    expected = (own.mean(axis=1) + pivots.mean(axis=1)) / 2
    assert scores(metric, HYP, REF) == pytest.approx(expected.tolist(), rel=0, abs=1e-12)


@pytest.mark.usefixtures("either")
def test_by_hand(french: str) -> None:
    # hello is bonjour 2/3 and salut 1/3, good morning is bonjour; monsieur stands in both.
    metric = TeslaB(lang="en", tables=(french,))
    found = pivots(metric, "hello sir", "good morning sir")
    two = 2 / 3
    assert found == pytest.approx([(two + 1) / 2, two, two, 1, 1, 1], rel=0, abs=1e-12)
    # With --prune above 1/3 hello is bonjour alone, and its probability stays what it is.
    metric = TeslaB(lang="en", tables=(french,), prune=0.5)
    found = pivots(metric, "hello", "hello")
    assert found == pytest.approx([1.0] * 6)
    found = pivots(metric, "hello", "good morning")
    assert found[0] == pytest.approx(two / (0.8 + 0.2 * two))


@pytest.mark.usefixtures("either")
@pytest.mark.parametrize("tags", ["auto", "upos", "xpos"])
def test_a_word_without_pivots_has_the_kind_of_tag_that_pivots_have(french: str, tags: str) -> None:
    # The analyser of English gives Penn's tags too, and prefers them.
    metric = TeslaB(lang="en", tables=(french,), tags=tags)
    found = pivots(metric, "the zebra", "the doctor")
    assert found[3:] == pytest.approx([1.0] * 3)


@pytest.mark.usefixtures("either")
def test_a_word_without_pivots_keeps_its_tag_where_pivots_have_penns(tmp_path: Path) -> None:
    table = write_small(tmp_path / "fr-en.table", [("le", "the/DT", 1)], "fr", "en", "xpos")
    metric = TeslaB(lang="fr", tables=(str(table),))
    found = pivots(metric, "le chat", "le chien")
    assert found[3:5] == pytest.approx([1.0] * 2)


@pytest.mark.usefixtures("either")
def test_identical_text_has_one(french: str, german: str) -> None:
    metric = TeslaB(lang="en", tables=(french, german))
    texts = [text for text in HYP + REF if text]
    assert scores(metric, texts, texts) == pytest.approx([1.0] * len(texts))
    assert scores(metric, ["", "—"], ["", "..."]) == [1.0, 1.0]
    assert scores(metric, ["", "sir"], ["sir", ""]) == [0.0, 0.0]


@pytest.mark.usefixtures("either")
def test_scores_are_from_0_to_1_and_the_same_in_a_matrix(french: str, german: str) -> None:
    rng = random.Random(3)
    words = [*" ".join(HYP + REF).split(), "rainbow", "12"]
    texts = [" ".join(rng.choices(words, k=rng.randint(0, 12))) for _ in range(12)]
    metric = TeslaB(lang="en", tables=(french, german))
    matrix = metric.matrix(texts, texts[:5])
    assert ((matrix >= 0) & (matrix <= 1)).all()
    assert len(np.unique(matrix)) > 20
    for row, text in zip(matrix, texts, strict=True):
        expected = scores(metric, [text] * 5, texts[:5])
        assert row == pytest.approx(expected, rel=0, abs=1e-12)


def test_paraphrases_count_for_more(french: str) -> None:
    metric = TeslaB(lang="en", tables=(french,), synonyms="none")
    near, far = scores(metric, ["hello", "goodbye"], ["good morning", "good morning"])
    assert near > far


def test_both_cores_and_any_jobs_agree(french: str, german: str) -> None:
    metric = TeslaB(lang="en", tables=(french, german))
    with core("native"):
        one = scores(metric, HYP, REF)
        assert scores(metric, HYP, REF, jobs=3) == one
    with core("python"):
        assert scores(metric, HYP, REF) == pytest.approx(one, rel=0, abs=1e-9)


def test_analysed_sentences(french: str) -> None:
    def sentence(*words: str) -> Sentence:
        tags = {"the": "DET", "sleep": "VERB"}
        tokens = tuple(Token(word, word, tags.get(word, "NOUN")) for word in words)
        return Sentence(" ".join(words), tokens)

    metric = TeslaB(lang="en", tables=(french,))
    given = sentence("the", "doctor", "sleep")
    same, near = metric.score([given, sentence("the", "physician", "sleep")], [given] * 2).segments
    assert same == pytest.approx(1.0)
    assert 0.5 < near < 1
    # Given texts on one side, given analyses on the other.
    assert columns(metric, ["The doctor sleeps."], [given]).shape == (1, 12)


def score_b(folder: Path, *arguments: object) -> Run:
    hyp, ref = write(folder / "hyp.txt", HYP[:3]), write(folder / "ref.txt", REF[:3])
    return run("score", hyp, "-l", "en", "-m", "tesla-b", "-r", ref, *arguments)


def test_the_command(tmp_path: Path, french: str, german: str) -> None:
    result = score_b(tmp_path, "--table", french, "--table", german)
    assert result.code == 0, result.err
    value = TeslaB(lang="en", tables=(french, german)).score(HYP[:3], REF[:3]).score
    assert f"{value:.4f}"[:6] in result.out


def test_tables_that_are_refused(tmp_path: Path, french: str) -> None:
    refused(score_b(tmp_path), 2, "phrase table", "--table")
    refused(score_b(tmp_path, "--table", tmp_path / "none.table"), 4, "none.table")
    whole = Path(french).read_bytes()
    short = tmp_path / "short.table"
    for size in (0, 10, len(whole) // 2, len(whole) - 1):
        short.write_bytes(whole[:size])
        refused(score_b(tmp_path, "--table", short), 4, "short.table")
    other = write_small(tmp_path / "de-fr.table", FRENCH, target="de")
    refused(score_b(tmp_path, "--table", other), 2, "'de'", "'en'")


def test_a_table_that_is_given_twice(tmp_path: Path, french: str, german: str) -> None:
    result = score_b(tmp_path, "--table", french, "--table", german, "--table", french)
    refused(result, 2, f"{french} is given twice", "give it once")
    copied = Path(copy(french, tmp_path / "copied.table"))
    result = score_b(tmp_path, "--table", french, "--table", copied)
    refused(result, 2, f"{french} and {copied} have the same content")


def test_settings_that_are_refused(french: str) -> None:
    for tables in ((), french, (3,)):
        with pytest.raises(UsageError, match="table"):
            TeslaB(lang="en", tables=tables)  # type: ignore[arg-type]
    for prune in (-0.1, 1.0, "x", None):
        with pytest.raises(UsageError, match="prune"):
            TeslaB(lang="en", tables=(french,), prune=prune)  # type: ignore[arg-type]
