"""PEM from the outside: the paper's example, its parts, its floor and what it refuses."""

import json
from collections.abc import Iterator
from math import log
from pathlib import Path

import numpy as np
import pytest
from app.cli.running import core, refused, run, write
from cores import columns
from resources.pivot.small_tables import write_small
from small_pem import small_lm, small_table

import tesla_metrics
from tesla_metrics import Pem, ResourceError, Sentence, TeslaWarning, Token, UsageError
from tesla_metrics.resources.lm import load_language_model

SOURCES = ["Morning, sir.", "The doctor sleeps.", "Doctors sleep!", "Rain fell."]
PARAPHRASES = ["Hello, Querrien.", "The physician is sleeping.", "Doctors sleep!", "Old dog."]


@pytest.fixture(params=["native", "python"])
def either(request: pytest.FixtureRequest) -> Iterator[None]:
    with core(request.param):
        yield


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("pem")


@pytest.fixture(scope="module")
def files(folder: Path) -> dict[str, tuple[str, ...]]:
    return {"tables": (small_table(folder),), "lms": (small_lm(folder),)}


@pytest.fixture(scope="module")
def pem(files: dict[str, tuple[str, ...]]) -> Pem:
    return Pem(lang="en", tables=files["tables"], lms=files["lms"])


@pytest.mark.usefixtures("either")
def test_worked_example_of_the_paper(pem: Pem) -> None:
    """Matched 0.9 + 1 + 1 + 0.9 of 10 on both sides, whichever of the two is the source."""
    pair = [SOURCES[0]], [PARAPHRASES[0]]
    for one, other in (pair, pair[::-1]):
        assert pem.score(one, other).parts["adequacy"] == pytest.approx(0.38, abs=1e-12)


@pytest.mark.usefixtures("either")
def test_parts_are_what_their_names_say(pem: Pem, files: dict[str, tuple[str, ...]]) -> None:
    score = pem.score(["The physician is sleeping."], ["The doctor sleeps."])
    # doctor, sleep: docteur 2/3, médecin 1/3; physician: médecin; sleep: dormir 3/4, dort 1/4.
    # The 5-word side has 14 n-grams, the 4-word side 10; `is` stands between.
    shared = 1 + 1 / 3 + 1 + 1 + 1 / 3 + 1  # the, médecin, (dormir, dort), ., "the médecin"
    # "dormir ." and "dort ." add up to 1.
    assert score.parts["adequacy"] == pytest.approx(2 * shared / 24, abs=1e-12)
    # the, sleep, ., "sleep ." of the stems.
    assert score.parts["dissimilarity"] == pytest.approx(1 - 2 * 4 / 24, abs=1e-12)
    model = load_language_model(files["lms"][0])
    words = "the physician is sleeping.".split()  # what this model takes for words
    assert score.parts["fluency"] == pytest.approx(model.log10(words) * log(10) / len(words))
    fluency = 1 + score.parts["fluency"] / 16
    whole = score.parts["adequacy"] * fluency * (0.25 + 0.75 * score.parts["dissimilarity"])
    assert score.score == pytest.approx(whole, abs=1e-12)


@pytest.mark.usefixtures("either")
def test_a_copy_has_no_dissimilarity_and_a_quarter_of_the_score(pem: Pem) -> None:
    score = pem.score(SOURCES[:3], SOURCES[:3])
    assert score.segment_parts["adequacy"] == (1.0,) * 3
    assert score.segment_parts["dissimilarity"] == (0.0,) * 3
    for value, fluency in zip(score.segments, score.segment_parts["fluency"], strict=True):
        assert value == pytest.approx(0.25 * (1 + fluency / 16), abs=1e-15)


def test_the_worst_fluency_leaves_something() -> None:
    """Else all candidates of a rare word or two would be worth nothing, and be equals."""
    score = Pem(lang="en").score(["dog", "cats"], ["the dog", "the cat"])
    assert score.segment_parts["fluency"] == (-15.0, -15.0)
    # "the dog" and "dog" share 1 of 3 + 1 n-grams.
    kept = (0.25 + 0.75 * 0.5) / 16
    assert score.segments == pytest.approx([a * kept for a in score.segment_parts["adequacy"]])
    assert min(score.segments) > 0


@pytest.mark.usefixtures("either")
@pytest.mark.filterwarnings("ignore::tesla_metrics.TeslaWarning")
def test_texts_without_words(pem: Pem) -> None:
    """1 where neither side has a word, 0 where one has none; punctuation is none."""
    sources = ["", "...", "", "?!", "A dog.", "A dog."]
    candidates = ["", "...", "!", ",", "", "..."]
    score = pem.score(candidates, sources)
    assert score.segments == (1.0, 1.0, 1.0, 1.0, 0.0, 0.0)
    assert score.segment_parts["fluency"][0] == -15.0
    assert score.segment_parts["adequacy"][:2] == (1.0, 1.0)
    assert score.segment_parts["dissimilarity"][:2] == (0.0, 0.0)


@pytest.mark.usefixtures("either")
def test_edges_and_n_grams_below_their_thresholds_go(folder: Path) -> None:
    """Without renormalising: 0.05 and 0.06 are gone, and 0.3 * 0.3 * 0.1 at 4-grams."""
    pairs = [("a", "un/DET", 89), ("a", "une/DET", 6), ("a", "de/ADP", 5)]
    table = str(write_small(folder / "edges.table", pairs, key="stem", punctuation=True))
    lms = (small_lm(folder),)
    every = Pem(lang="en", tables=(table,), lms=lms, prune=0.0, least=0.0)
    assert columns(every, ["a"], ["a a"])[0, 0] == pytest.approx(2 * 1 / 4)
    usual = Pem(lang="en", tables=(table,), lms=lms)
    assert columns(usual, ["a"], ["a a"])[0, 0] == pytest.approx(2 * 0.89 / (3 * 0.89 + 0.89**2))
    # All n-grams of 4 weigh 0.89 ** 4 = 0.627, those of 3 0.705, of 2 0.792.
    strict = Pem(lang="en", tables=(table,), lms=lms, least=0.7)
    bag = 4 * 0.89 + 3 * 0.89**2 + 2 * 0.89**3
    assert columns(strict, ["a"], ["a a a a"])[0, 0] == pytest.approx(2 * 0.89 / (bag + 0.89))
    rare = [("b", f"x{n}/NOUN", 1) for n in range(20)]
    table = str(write_small(folder / "rare.table", rare, key="stem", punctuation=True))
    kept = columns(Pem(lang="en", tables=(table,), lms=lms), ["b"], ["b"])
    assert kept[0, 0] == 1.0  # the most probable one of a phrase stays


@pytest.mark.usefixtures("either")
def test_several_tables_give_the_mean_of_their_f1(folder: Path, pem: Pem) -> None:
    other = str(
        write_small(
            folder / "en-de.table",
            [("doctor", "Arzt/NOUN", 1), ("physician", "Arzt/NOUN", 1)],
            pivot="de", key="stem", punctuation=True,
        )
    )  # fmt: skip
    both = Pem(lang="en", tables=(*pem.tables, other), lms=pem.lms)
    alone = Pem(lang="en", tables=(other,), lms=pem.lms)
    pairs = PARAPHRASES, SOURCES
    means = (columns(pem, *pairs) + columns(alone, *pairs)) / 2
    assert columns(both, *pairs) == pytest.approx(means, abs=1e-12)
    assert "+en-de@" in str(both.signature(1))


@pytest.mark.usefixtures("either")
def test_given_analyses_keep_their_punctuation(pem: Pem) -> None:
    def given(text: str) -> Sentence:
        return Sentence(text, tuple(Token(form, form, "X", "X") for form in text.split()))

    pair = [given("Hello , Querrien .")], [given("Morning , sir .")]
    assert pem.score(*pair).parts["adequacy"] == pytest.approx(0.38, abs=1e-12)


def test_what_is_printed(files: dict[str, tuple[str, ...]], tmp_path: Path) -> None:
    candidates, sources = write(tmp_path / "p.txt", PARAPHRASES), write(tmp_path / "s.txt", SOURCES)
    given = ["-l", "en", "-m", "pem", "--table", *files["tables"], "--lm", *files["lms"]]
    done = run("score", candidates, "-r", sources, *given, "-f", "json")
    assert done.code == 0, done.err
    record = json.loads(done.out)[0]
    own = Pem(lang="en", tables=files["tables"], lms=files["lms"]).score(PARAPHRASES, SOURCES)
    assert record["score"] == own.score
    assert {name: record[name] for name in Pem.parts} == own.parts
    assert "|n:4|" in record["signature"]
    assert "|model:fixed|" in record["signature"]
    assert "|lm:4gram-" in record["signature"]


def test_the_least_n_gram_has_a_flag_of_its_own(
    files: dict[str, tuple[str, ...]], tmp_path: Path
) -> None:
    """tesla-x has a constant `least`, which is something else."""
    candidates, sources = write(tmp_path / "p.txt", PARAPHRASES), write(tmp_path / "s.txt", SOURCES)
    beside = [candidates, "-s", sources, "-r", sources, "-l", "en"]
    given = [*beside, "--table", *files["tables"], "--lm", *files["lms"]]
    both = run("score", *given, "-m", "pem", "tesla-x", "--least-ngram", "0.5", "-f", "json")
    assert both.code == 0, both.err
    pem, tesla_x = json.loads(both.out)
    assert "|least:0.5|" in pem["signature"]
    usual = run("score", *beside, "-m", "tesla-x", "-f", "json")
    assert tesla_x["signature"] == json.loads(usual.out)[0]["signature"]
    for command in (("score",), ("rerank",), ("meta",), ("train", "pem")):
        assert "--least-ngram P" in run(*command, "--help").out
    wrong = run("score", *beside, "-m", "tesla-x", "--least-ngram", "0.5")
    refused(wrong, 2, "--least-ngram", "pem would accept it")
    refused(run("score", *given, "-m", "pem", "--constant", "least=0.5"), 2, "--constant least")


def test_what_it_refuses(files: dict[str, tuple[str, ...]], folder: Path, tmp_path: Path) -> None:
    text = write(tmp_path / "t.txt", SOURCES)
    usual = ["score", text, "-r", text, "-m", "pem"]
    command = "tesla build phrase-table BITEXT --target en --pivot fr --key stem --keep-punctuation"
    for name, facts, reason in (
        ("lemma", {"key": "lemma"}, "--key lemma"),
        ("bare", {"punctuation": False}, "without punctuation"),
    ):
        table = small_table(folder, name, **facts)
        result = run(*usual, "-l", "en", "--table", table, "--lm", *files["lms"])
        refused(result, 2, f"{name}.table", reason, command)
    table = small_table(folder, "german", target="de")
    refused(run(*usual, "-l", "en", "--table", table), 2, "'de'", "'en'")
    refused(run(*usual, "-l", "nl"), 4, "--table", "--lm", "tesla build lm TEXT -l nl -n 4")
    twice = ["--lm", *files["lms"], "--lm", *files["lms"]]
    refused(run(*usual, "-l", "en", *twice), 2, "one language model")
    same = ["--table", *files["tables"]] * 2
    refused(run(*usual, "-l", "en", *same, "--lm", *files["lms"]), 2, "phrase table")


def test_a_model_of_another_language_is_refused(
    files: dict[str, tuple[str, ...]], tmp_path: Path
) -> None:
    text = write(tmp_path / "t.txt", ["Der Hund schläft .", "Die Katze schläft ."])
    model = tmp_path / "de.arpa"
    how = ["-l", "de", "-n", "2", "--discount-fallback", "-o", model]
    assert run("build", "lm", text, *how).code == 0
    with pytest.raises(UsageError, match="language model for 'de'"):
        Pem(lang="en", tables=files["tables"], lms=(str(model),)).open()


def test_other_languages_need_files(files: dict[str, tuple[str, ...]], folder: Path) -> None:
    with pytest.raises(ResourceError, match="included for English only"):
        Pem(lang="de").open()
    with pytest.raises(ResourceError, match=r"no language model for 'de', .*: give --lm FILE"):
        Pem(lang="de", tables=files["tables"]).open()
    with pytest.raises(ResourceError, match=r"no phrase table for 'de', .*: give --table FILE"):
        Pem(lang="de", lms=files["lms"]).open()
    table = write_small(
        folder / "nl-fr.table", [("honden", "chien/NOUN", 1)], "nl", key="stem", punctuation=True
    )
    own = Pem(lang="nl", tables=(str(table),), lms=files["lms"])
    assert columns(own, ["Honden"], ["HONDEN"])[0, 0] == 1.0


def test_order_of_the_columns(pem: Pem) -> None:
    rows = columns(pem, PARAPHRASES, SOURCES)
    assert rows.shape == (4, 4)  # the last one is for texts without words
    assert np.all(rows[:, 1] <= 0)
    with pytest.warns(TeslaWarning):
        assert pem.score(["a"], [""]).score == 0.0


@pytest.mark.usefixtures("either")
def test_what_ships_is_enough_for_english_and_small() -> None:
    score = Pem(lang="en").score(
        [
            "The committee has not come to a decision on the old bridge.",
            "The committee has not yet decided about the old bridge.",
            "My sister plays the violin in a small orchestra.",
            "old committee decided the has bridge about not the yet",
        ],
        ["The committee has not yet decided about the old bridge."] * 4,
    )
    paraphrase, copy, other, shuffled = score.segments
    assert paraphrase > copy > other
    assert copy > shuffled
    fluency = score.segment_parts["fluency"]
    assert min(fluency[:3]) > fluency[3]
    folder = Path(tesla_metrics.__file__).parent / "data" / "pem" / "en"
    assert sum(path.stat().st_size for path in folder.iterdir()) < 5e6
    assert "|pivots:en-cs@" in str(score.signature)
    assert "|lm:4gram-en@" in str(score.signature)
