"""lowercase: the scores of lower-cased texts, in every metric, natively and in plain Python."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
import toy_resources
from app.cli.running import core, refused, run, score, write
from cores import session_of

from tesla_metrics import (
    Item,
    Sentence,
    TeslaX,
    Token,
    UsageError,
    load_analyzer,
    make_metric,
    train_tesla_x,
)
from tesla_metrics.files.item import lowercase
from tesla_metrics.metrics.segment_metric import SegmentMetric

# One is empty, on purpose.
pytestmark = pytest.mark.filterwarnings("ignore:.*segments are empty")

HYPOTHESES = [
    "THE FERRY left Port Alder at nine.",
    "Nobody SAW the May parade, Polish sailors say.",
    "Good Morning, Doctor!",
    "",
]
REFERENCES = [
    "The ferry left Port Alder at NINE o'clock.",
    "NOBODY saw the may parade, polish Sailors said.",
    "HELLO, doctor!",
    "Rain.",
]
OTHER = ["the Ferry leaves.", "No one saw it.", "Good morning.", "RAIN"]
NAMES = ("tesla-x", "tesla-m", "maxsim", "tesla-celab", "tesla-celab-", "tesla-b", "tesla-f")
CORES = pytest.mark.parametrize("which", ["python", "native"])


@pytest.fixture(scope="module")
def needed(tmp_path_factory: pytest.TempPathFactory) -> dict[str, dict[str, Any]]:
    folder = tmp_path_factory.mktemp("lowercase")
    table, lm = toy_resources.make_table(folder), toy_resources.make_lm(folder)
    options = ("--table", table, "--lm", lm, "--features", "extended")
    return {
        "tesla-b": {"tables": (str(table),)},
        "tesla-f": {"model": str(toy_resources.make_model(folder, *options))},
    }


def made(name: str, needed: dict[str, dict[str, Any]], **options: Any) -> SegmentMetric:
    metric = make_metric(name, lang="en", **needed.get(name, {}), **options)
    assert isinstance(metric, SegmentMetric)
    return metric


def lower(texts: Sequence[str]) -> list[str]:
    return [text.lower() for text in texts]


@CORES
@pytest.mark.parametrize("name", NAMES)
def test_texts(name: str, which: str, needed: dict[str, dict[str, Any]]) -> None:
    plain, lowering = made(name, needed), made(name, needed, lowercase=True)
    with core(which):
        found = lowering.score(HYPOTHESES, [REFERENCES, OTHER])
        expected = plain.score(lower(HYPOTHESES), [lower(REFERENCES), lower(OTHER)])
        cased = plain.score(HYPOTHESES, [REFERENCES, OTHER])
        assert found.segments == expected.segments
        assert found.segments != cased.segments
        matrix = lowering.matrix(HYPOTHESES, OTHER)
        assert matrix.tolist() == plain.matrix(lower(HYPOTHESES), lower(OTHER)).tolist()
    assert dict(found.signature.fields)["case"] == "lc"
    assert "case" not in dict(cased.signature.fields)
    rest = tuple(field for field in found.signature.fields if field != ("case", "lc"))
    assert rest == cased.signature.fields


def given(texts: Sequence[str]) -> list[Sentence]:
    return load_analyzer("en").analyze(texts)


def lower_given(texts: Sequence[str]) -> list[Sentence]:
    return [
        Sentence(
            own.text.lower(),
            tuple(Token(t.form.lower(), t.lemma.lower(), t.upos, t.xpos) for t in own.tokens),
        )
        for own in given(texts)
    ]


@CORES
@pytest.mark.parametrize("name", NAMES)
def test_given_analyses(name: str, which: str, needed: dict[str, dict[str, Any]]) -> None:
    plain, lowering = made(name, needed), made(name, needed, lowercase=True)
    with core(which):
        found = lowering.score(given(HYPOTHESES), given(REFERENCES))
        expected = plain.score(lower_given(HYPOTHESES), lower_given(REFERENCES))
    assert found.segments == expected.segments
    # Tags stay those of the cased text, and so texts may score otherwise.
    assert "given" in str(found.signature)
    assert dict(found.signature.fields)["case"] == "lc"


def test_a_segment_in_lower_case() -> None:
    assert lowercase("Über ÉTÉ") == "über été"
    own = Sentence("May I?", (Token("May", "May", "PROPN", "NNP"), Token("I", "I", "PRON", "PRP")))
    assert lowercase(own) == Sentence(
        "may i?", (Token("may", "may", "PROPN", "NNP"), Token("i", "i", "PRON", "PRP"))
    )


@CORES
def test_both_cores_agree(which: str) -> None:
    metric = TeslaX(lang="en", lowercase=True)
    with core(which):
        found = metric.score(HYPOTHESES, REFERENCES).segments
    plain = metric.score(HYPOTHESES, REFERENCES, session=session_of("python")).segments
    assert found == pytest.approx(plain, rel=0, abs=1e-12)


@CORES
def test_two_jobs(which: str) -> None:
    # More than two batches, for which plain Python starts processes.
    hypotheses = [f"{HYPOTHESES[i % 3]} PAGE {i}" for i in range(450)]
    references = [f"{REFERENCES[i % 3]} Page {i}" for i in range(450)]
    metric = make_metric("maxsim", lang="en", lowercase=True)
    with core(which):
        one, two = (metric.score(hypotheses, references, jobs=jobs) for jobs in (1, 2))
        plain = make_metric("maxsim", lang="en").score(lower(hypotheses), lower(references))
    assert one.segments == two.segments == plain.segments


@CORES
def test_frequencies_of_references(which: str) -> None:
    # Of a language without a table; the native core and plain Python learn them alike.
    options: dict[str, Any] = {"lang": "en", "frequencies": "references"}
    with core(which):
        found = TeslaX(**options, lowercase=True).score(HYPOTHESES, REFERENCES)
        expected = TeslaX(**options).score(lower(HYPOTHESES), lower(REFERENCES))
    assert found.segments == expected.segments
    frequencies = (dict(one.signature.fields)["frequencies"] for one in (found, expected))
    assert len(set(frequencies)) == 1


def test_explanations() -> None:
    metric = TeslaX(lang="en", lowercase=True)
    for hypothesis, reference in zip(HYPOTHESES, REFERENCES, strict=True):
        found = metric.explain(hypothesis, reference)
        expected = TeslaX(lang="en").explain(hypothesis.lower(), reference.lower())
        assert found.against == expected.against
        assert found.score == pytest.approx(
            metric.score([hypothesis], [reference]).score, rel=0, abs=1e-12
        )
    (own,), (other,) = given(HYPOTHESES[:1]), given(REFERENCES[:1])
    expected = TeslaX(lang="en").explain(lowercase(own), lowercase(other))
    assert metric.explain(own, other).against == expected.against


def test_from_the_command_line(tmp_path: Path) -> None:
    hyp, ref = write(tmp_path / "hyp", HYPOTHESES), write(tmp_path / "ref", REFERENCES)
    names = ("tesla-x", "tesla-m", "tesla-celab-")
    chosen = [argument for name in names for argument in ("-m", name)]
    for record in score(hyp, "-r", ref, "-l", "en", *chosen, "--lowercase"):
        own = make_metric(record["metric"], lang="en", lowercase=True)
        expected = own.score(HYPOTHESES, REFERENCES)
        assert record["segments"] == list(expected.segments)
        assert record["signature"] == str(expected.signature)
    refused(run("score", hyp, "-r", ref, "-l", "en", "-m", "ter", "-lc"), 2, "--lowercase", "ter")
    compared = run("compare", hyp, ref, "-r", ref, "-l", "en", "-m", "tesla-m", "-lc")
    assert "|case:lc|" in compared.out


def test_not_in_training() -> None:
    track: Any = Item("a")  # never looked at
    with pytest.raises(UsageError, match="lowercase cannot be chosen"):
        train_tesla_x([track], {"lowercase": True})
    refused(run("train", "tesla-x", "--lowercase"), 2)
