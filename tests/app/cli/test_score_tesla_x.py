"""`tesla score -m tesla-x`: constants, frequencies of references, analysed input."""

import json
import os
from pathlib import Path
from threading import Thread
from typing import NamedTuple

import pytest

from app.cli.running import refused, run, score, write
from tesla_metrics import TeslaX
from tesla_metrics.core.encoding.session import default_session
from tesla_metrics.files.conllu import format_conllu
from tesla_metrics.metrics.tesla_x_model import (
    CONSTANT_BOUNDS,
    DEFAULT_CONSTANTS,
    ConstantsModel,
    write_constants,
)

FIRST = ["кот спит на крыше", "дом стоит у реки", "она купила 12 яблок", "снег", "дети поют"]
SECOND = ["кошка спала дома", "дом у озера", "она купила 13 яблок", "дождь идёт", "дети пели"]
REFERENCE = ["кот спал на крыше", "дом стоял у реки", "она купила 12 груш", "снег идёт", "поют"]
OTHER = ["кот уснул", "у реки дом", "ею куплено 12 груш", "идёт снег", "дети запели"]


class Files(NamedTuple):
    """Two systems and two references."""

    first: Path
    second: Path
    reference: Path
    other: Path


@pytest.fixture
def files(tmp_path: Path) -> Files:
    texts = zip(Files._fields, (FIRST, SECOND, REFERENCE, OTHER), strict=True)
    return Files(*(write(tmp_path / f"{name}.txt", lines) for name, lines in texts))


@pytest.mark.parametrize("stretch", [1, 2, 20_000])
def test_frequencies_of_references(
    files: Files, stretch: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tesla_metrics.files.testsets.aligned_columns._CHUNK", stretch)
    references = ("-r", files.reference, "-r", files.other)
    usual = (*references, "-l", "ru", "-m", "tesla-x")
    metric = TeslaX(lang="ru")
    own = [metric.score(lines, [REFERENCE, OTHER]) for lines in (FIRST, SECOND)]
    for systems in ((0, 1), (1, 0), (1,)):
        records = score(*(files[number] for number in systems), *usual)
        for number, record in zip(systems, records, strict=True):
            assert tuple(record["segments"]) == own[number].segments
            # Sums of stretches round otherwise than the sum of all.
            assert record["score"] == pytest.approx(own[number].score, rel=0, abs=1e-12)
            assert record["signature"] == str(own[number].signature)
    piped = "".join(f"{line}\n" for line in OTHER).encode()
    records = score(
        files.first, files.second, "-r", files.reference, "-r", "-", "-l", "ru", "-m", "tesla-x",
        stdin=piped,
    )  # fmt: skip
    expected = [each.score for each in own]
    assert [record["score"] for record in records] == pytest.approx(expected, rel=0, abs=1e-12)


def test_references_from_a_pipe(files: Files, tmp_path: Path) -> None:
    # As bash makes of <(...): what was read once is gone.
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)

    def feed() -> None:
        pipe.write_bytes(files.reference.read_bytes())

    thread = Thread(target=feed, daemon=True)
    thread.start()
    records = score(files.first, files.second, "-r", pipe, "-l", "ru", "-m", "tesla-x")
    thread.join()
    for record, lines in zip(records, (FIRST, SECOND), strict=True):
        assert record["score"] == TeslaX(lang="ru").score(lines, REFERENCE).score


def test_compare(files: Files) -> None:
    result = run(
        "compare", files.first, files.second, "-r", files.reference, "-l", "ru", "-m", "tesla-x",
        "--samples", "100", "-f", "json", "-q",
    )  # fmt: skip
    assert result.code == 0, result.err
    own = TeslaX(lang="ru").score(FIRST, REFERENCE)
    assert f'"{own.signature}"' in result.out
    assert repr(own.score) in result.out
    assert json.loads(result.out)


@pytest.mark.parametrize("choice", ["none", "references"])
def test_chosen_frequencies(files: Files, choice: str) -> None:
    usual = (files.first, "-r", files.reference, "-l", "en", "-m", "tesla-x")
    (record,) = score(*usual, "--frequencies", choice)
    own = TeslaX(lang="en", frequencies=choice).score(FIRST, REFERENCE)
    assert (record["score"], record["signature"]) == (own.score, str(own.signature))
    assert record["signature"] != score(*usual)[0]["signature"]


def test_constants_reach_the_metric(files: Files) -> None:
    usual = (files.first, "-r", files.reference, "-l", "en", "-m", "tesla-x")
    given = ["--constant", "lemma=0.31", "--constant", "number-penalty=1", "--constant"]
    given += ["characters=3", "--order", "3", "--alpha", "0.4", "--constant", "lemma=0.32"]
    (record,) = score(*usual, *given)
    metric = TeslaX(lang="en", lemma=0.32, number_penalty=1, characters=3, order=3, alpha=0.4)
    own = metric.score(FIRST, REFERENCE)
    assert (record["score"], record["signature"]) == (own.score, str(own.signature))
    # Beside a metric that has no such thing.
    both = score(*usual, *given, "-m", "tesla-m")
    assert [each["metric"] for each in both] == ["tesla-x", "tesla-m"]
    assert both[0] == record


@pytest.mark.parametrize(
    ("given", "facts"),
    [
        ("lemma", ["'lemma' is not a constant", "NAME=VALUE"]),
        ("lemma=", ["'lemma=' is not a constant"]),
        ("lemma=x", ["'lemma=x' is not a constant"]),
        ("=1", ["no constant ''"]),
        ("lema=1", ["no constant 'lema'", "lemma"]),
        ("order=3", ["order is not a --constant", "give --order 3"]),
        ("alpha=0.5", ["alpha is not a --constant", "give --alpha 0.5"]),
        ("characters=2.5", ["characters 2.5: give a whole number"]),
        ("characters=0", ["characters 0"]),
        ("characters=9", ["characters 9"]),
        *((f"{name}={most + 1}", [f"{name} "]) for name, (_, most) in CONSTANT_BOUNDS.items()),
        *((f"{name}=-0.5", [f"{name} -0.5: give"]) for name in CONSTANT_BOUNDS),
        ("lemma=nan", ["lemma nan: give"]),
        ("lemma=inf", ["lemma inf: give"]),
        ("lemma=1e999", ["lemma inf: give"]),
    ],
)
def test_bad_constants(files: Files, given: str, facts: list[str]) -> None:
    usual = ("score", files.first, "-r", files.reference, "-l", "en", "-m", "tesla-x")
    refused(run(*usual, "--constant", given), 2, *facts)


def test_a_constant_that_is_given_is_given(tmp_path: Path, files: Files) -> None:
    # Even where it is the default: the model's must not stand in its place.
    model = tmp_path / "ru.model"
    constants = {**DEFAULT_CONSTANTS, "lemma": 0.11, "alpha": 0.2, "order": 1, "word_share": 1.0}
    write_constants(model, ConstantsModel(constants, ("ru",), {}))
    usual = (files.first, "-r", files.reference, "-l", "ru", "--model", model)
    given = [f"{name}={DEFAULT_CONSTANTS[name]}" for name in ("lemma", "word_share")]
    options = [part for one in given for part in ("--constant", one)]
    (alone,), (beside,) = (score(*usual), score(*usual, *options, "--alpha", 0.9, "--order", 2))
    plain = TeslaX(lang="ru").score(FIRST, REFERENCE)
    assert tuple(beside["segments"]) == plain.segments
    assert tuple(alone["segments"]) != plain.segments
    for fact in ("|n:2|", "|alpha:0.9|", "|lemma:0.9|", "|word_share:0.6|", "|model:"):
        assert fact in beside["signature"]


def test_relations(tmp_path: Path) -> None:
    own = write(tmp_path / "own.txt", ["They heard him explain."])
    reference = write(tmp_path / "reference.txt", ["They heard his explanation."])
    usual = [own, "-r", reference, "-l", "en", "-m", "tesla-x"]
    (auto,), (none,) = (score(*usual, *given) for given in ([], ["--relations", "none"]))
    assert auto["score"] > none["score"]
    assert "|relations:en@" in auto["signature"]
    assert "|relations:none|" in none["signature"]
    (free,) = score(*usual, "--constant", "derivation=0")
    assert free["score"] < auto["score"]
    refused(run("score", *usual, "--relations", "mine.relations"), 2, "mine.relations", "auto")


def test_penalties_for_case_and_endings(tmp_path: Path) -> None:
    own = write(tmp_path / "own.txt", ["They met in paris?"])
    reference = write(tmp_path / "reference.txt", ["They met in Paris."])
    usual = [own, "-r", reference, "-l", "en", "-m", "tesla-x"]
    scores = [
        score(*usual, "--constant", f"case-penalty={case}", "--constant", f"ending-penalty={end}")
        for case, end in ((0, 0), (1, 0), (0, 1))
    ]
    free, by_case, by_ending = (found[0]["score"] for found in scores)
    assert 0 < by_case < free
    assert by_ending == 0


def test_constants_of_other_metrics(files: Files) -> None:
    usual = ("score", files.first, "-r", files.reference, "-l", "en", "-m", "tesla-m")
    refused(run(*usual, "--constant", "lemma=0.5"), 2, "tesla-m has no option --constant lemma")
    refused(run(*usual, "--frequencies", "none"), 2, "tesla-m has no option --frequencies")


@pytest.mark.parametrize("lang", ["en", "ru"])
def test_analysed_input(lang: str, tmp_path: Path) -> None:
    lines = {"hyp": ["The mice aren't here .", "12 cats ran"], "ref": ["A mouse is here .", "cat"]}
    metric = TeslaX(lang=lang, tags="upos")
    paths, sentences = [], []
    for name, texts in lines.items():
        sentences.append(list(metric.analysis(default_session()).iter_sentences(texts)))
        path = tmp_path / f"{name}.conllu"
        blocks = [format_conllu(each, number) for number, each in enumerate(sentences[-1], 1)]
        path.write_text("".join(blocks), encoding="utf-8")
        paths.append(path)
    usual = (paths[0], "-r", paths[1], "-l", lang, "-m", "tesla-x", "--input", "conllu")
    (record,) = score(*usual)
    own = TeslaX(lang=lang).score(*sentences)
    assert record["segments"] == pytest.approx(own.segments, rel=0, abs=1e-12)
    assert record["signature"] == str(own.signature)
    (tagged,) = score(*usual, "--tags", "xpos", "--multi", "max", "--synonyms", "none")
    assert "|tags:xpos|" in tagged["signature"]
