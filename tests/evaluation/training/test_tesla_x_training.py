"""Training TESLA-X on judgments of a TESLA-X with other constants."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from judged.tracks import make_rankings

from tesla_metrics import ResourceError, TeslaWarning, TeslaX, Track, UsageError, train_tesla_x
from tesla_metrics.core.encoding.session import default_session
from tesla_metrics.evaluation.training.train_tesla_x import MAX_MOVES, ConstantMoves, get_step
from tesla_metrics.files.resource import write_json_model
from tesla_metrics.metrics.tesla_x import GradedScorer
from tesla_metrics.metrics.tesla_x_model import (
    DEFAULT_CONSTANTS,
    INTEGER_CONSTANTS,
    LEARNABLE_BOUNDS,
    MODEL_KIND,
    MODEL_VERSION,
    ConstantsModel,
    read_constants,
    write_constants,
)
from tesla_metrics.native import load_native

WORDS = (
    "the old captain sold three heavy boats because winter storms had closed every harbour and "
    "nobody wanted to sail while children watched grey clouds gathering over distant islands"
).split()
SEGMENTS, SYSTEMS = 80, 4

# Training scores everything dozens of times; one test of it is enough for plain Python.
slow = pytest.mark.skipif(load_native() is None, reason="takes minutes in plain Python")


def default(name: str) -> float:
    return DEFAULT_CONSTANTS[name]


def constants_of(metric: TeslaX) -> dict[str, float]:
    scorer = metric.open()
    assert isinstance(scorer, GradedScorer)
    return dict(scorer.constants.values)


def judged_by(teacher: TeslaX, kind: str = "scores", pair: str = "de-en") -> Track:
    """Sentences of some words; outputs that lost, gained or misspelt some; the teacher's word."""
    generator = np.random.default_rng(5)
    references, outputs = [], [[] for _ in range(SYSTEMS)]  # type: ignore[var-annotated]
    for _ in range(SEGMENTS):
        words = generator.choice(WORDS, 9).tolist()
        references.append(" ".join(words))
        for output in outputs:
            output.append(" ".join(_spoilt(words, generator)))
    scores = np.array([teacher.score(output, references).segments for output in outputs])
    names = [f"s{n}" for n in range(SYSTEMS)]
    track = Track("set", pair, dict(zip(names, outputs, strict=True)), {"A": references}, None,
                  None, None)  # fmt: skip
    if kind == "scores":
        return replace(track, segment_scores=scores)
    rows = [
        (segment, a, b, int(np.sign(scores[a, segment] - scores[b, segment])))
        for segment in range(SEGMENTS)
        for a in range(SYSTEMS)
        for b in range(a)
    ]
    return replace(track, rankings=make_rankings(rows, ["j"] * len(rows)))


def _spoilt(words: list[str], generator: np.random.Generator) -> list[str]:
    kept = [word for word in words if generator.random() > 0.3]
    found = [word[:-1] + "x" if generator.random() < 0.15 else word for word in kept]
    return found + list(generator.choice(WORDS, int(generator.integers(0, 5))))


def teacher(name: str) -> tuple[TeslaX, float]:
    """One that has another constant than the default, and which way it went."""
    least, most = LEARNABLE_BOUNDS[name]
    value = default(name)
    other = least if value - least > most - value else most
    return TeslaX(lang="en", **{name: other}), np.sign(other - value)  # type: ignore[arg-type]


@slow
@pytest.mark.parametrize("kind", ["scores", "rankings"])
@pytest.mark.parametrize("name", ["alpha", "word_share"])
def test_constants_move_towards_the_judge(name: str, kind: str) -> None:
    judge, direction = teacher(name)
    track = judged_by(judge, kind)
    trained = train_tesla_x([track], method="regression" if kind == "scores" else "ranking")
    constants = trained.model.constants
    assert (constants[name] - default(name)) * direction > 0.005
    assert trained.chosen.strength > 0
    assert trained.chosen.gain > trained.chosen.error > 0
    assert trained.chosen.agreement > trained.curve[0].agreement
    for own, (least, most) in LEARNABLE_BOUNDS.items():
        assert least <= constants[own] <= most
        assert abs(constants[own] - default(own)) <= MAX_MOVES * get_step(own) + 1e-9


def test_nothing_moves_where_the_default_is_right() -> None:
    trained = train_tesla_x([judged_by(TeslaX(lang="en"))], method="regression")
    assert trained.chosen.strength == 0
    assert {name: trained.model.constants[name] for name in LEARNABLE_BOUNDS} == trained.start
    assert trained.model.training["pearson"] == pytest.approx(1.0)


@slow
def test_the_same_judgments_give_the_same_model(tmp_path: Path) -> None:
    judge, _ = teacher("alpha")
    track = judged_by(judge)
    files = [tmp_path / "a.model", tmp_path / "b.model"]
    for file in files:
        train_tesla_x([track], method="regression").write(file)
    assert files[0].read_bytes() == files[1].read_bytes()


@slow
def test_given_constants_are_kept_and_languages_named() -> None:
    judge, _ = teacher("alpha")
    tracks = [judged_by(judge), judged_by(judge, pair="en-eo")]
    heard: list[int] = []
    total: list[int] = []
    trained = train_tesla_x(
        tracks,
        {"lemma": 0.77, "order": 1, "synonyms": "none"},
        method="regression",
        progress=heard.append,
        planned=total.append,
    )
    assert trained.model.constants["lemma"] == 0.77
    assert trained.model.constants["order"] == 1
    assert "lemma" not in trained.start
    assert trained.model.languages == ("en", "eo")
    assert trained.model.training["outputs"] == {"set/de-en": 320, "set/en-eo": 320}
    # Both have the same references: these are not held out apart.
    assert trained.model.training["segments"] == SEGMENTS
    assert sum(heard) == total[0]


def test_refusals() -> None:
    track = judged_by(TeslaX(lang="en"))
    with pytest.raises(UsageError, match="model cannot be chosen"):
        train_tesla_x([track], {"model": "x.model"})
    with pytest.raises(UsageError, match="judged sets"):
        train_tesla_x([])
    with pytest.raises(UsageError, match="all constants are given"):
        train_tesla_x([track], {name: default(name) for name in LEARNABLE_BOUNDS})


def test_moves_stay_within_bounds() -> None:
    constants = ConstantMoves({"lemma": 0.95, "tag": 0.0, "spelling": 8.0})
    least, most = constants.bounds
    assert most == pytest.approx([0.5, MAX_MOVES, 0.0])
    assert least == pytest.approx([-MAX_MOVES, 0.0, -MAX_MOVES])
    assert constants.apply_moves(np.array([9.0, -9.0, 9.0])) == {
        "lemma": 1.0,
        "tag": 0.0,
        "spelling": 8.0,
    }
    assert constants.get_neighbours("lemma") == pytest.approx((0.85, 1.0))
    assert constants.get_neighbours("tag") == pytest.approx((0.0, 0.1))


def model_of(**constants: Any) -> ConstantsModel:
    whole = {name: DEFAULT_CONSTANTS[name] for name in (*INTEGER_CONSTANTS, *LEARNABLE_BOUNDS)}
    return ConstantsModel(whole | constants, ("en",), {}, {"method": "ranking"})


OUTPUT, REFERENCE = ["the captain sold boat"], ["the old captain sold three boats"]


def test_a_model_is_its_constants(tmp_path: Path) -> None:
    path = tmp_path / "en.model"
    model = model_of(alpha=0.41, lemma=0.5, order=1)
    write_constants(path, model)
    assert read_constants(path) == model
    trained = TeslaX(lang="en", model=str(path))
    plain = TeslaX(lang="en", alpha=0.41, lemma=0.5, order=1)
    assert constants_of(trained) == constants_of(plain)
    score, expected = (metric.score(OUTPUT, REFERENCE) for metric in (trained, plain))
    assert score.score == expected.score != TeslaX(lang="en").score(OUTPUT, REFERENCE).score
    assert trained.matrix(OUTPUT, REFERENCE).tolist() == plain.matrix(OUTPUT, REFERENCE).tolist()
    fields = dict(score.signature.fields)
    assert fields["model"] == model.short_hash
    assert (fields["alpha"], fields["n"]) == ("0.41", "1")
    assert "lemma" not in fields  # the hash says it
    assert "model" not in dict(expected.signature.fields)
    assert constants_of(TeslaX(lang="en")) == DEFAULT_CONSTANTS


def test_given_constants_win(tmp_path: Path) -> None:
    path = tmp_path / "en.model"
    write_constants(path, model_of(lemma=0.5, tag=0.11))
    metric = TeslaX(lang="en", model=str(path), lemma=0.6)
    assert (constants_of(metric)["lemma"], constants_of(metric)["tag"]) == (0.6, 0.11)
    assert dict(metric.signature(1).fields)["lemma"] == "0.6"
    # One that is given is given, even where it is the default.
    usual = TeslaX(lang="en", model=str(path), lemma=DEFAULT_CONSTANTS["lemma"])
    assert constants_of(usual)["lemma"] == DEFAULT_CONSTANTS["lemma"] != 0.5
    assert dict(usual.signature(1).fields)["lemma"] == repr(DEFAULT_CONSTANTS["lemma"])
    assert (
        usual.score(OUTPUT, REFERENCE).score
        != replace(usual, lemma=None).score(OUTPUT, REFERENCE).score
    )


def test_frequencies_of_references_with_a_model(tmp_path: Path) -> None:
    path = tmp_path / "en.model"
    write_constants(path, model_of(word_share=0.9))
    trained = TeslaX(lang="en", frequencies="references", model=str(path))
    plain = TeslaX(lang="en", frequencies="references", word_share=0.9)
    scores = [metric.score(OUTPUT, REFERENCE).score for metric in (trained, plain)]
    assert scores[0] == scores[1]


def test_another_language_is_warned_of_once(tmp_path: Path) -> None:
    path = tmp_path / "en.model"
    write_constants(path, model_of(word_share=0.9))
    metric = TeslaX(lang="fr", model=str(path))
    with pytest.warns(TeslaWarning, match=r"en\.model was trained on en, but the texts are fr"):
        metric.score(["un chat"], ["le chat"])
    metric.score(["un chat"], ["le chat"])  # warnings are errors here


def test_other_tables_than_in_training_are_warned_of_once(tmp_path: Path) -> None:
    path = tmp_path / "en.model"
    own = TeslaX(lang="en").tables(default_session())
    assert own["frequencies"].startswith("en@")
    counted = TeslaX(lang="en", frequencies="references").tables(default_session())
    assert counted["frequencies"] == "references"
    write_constants(path, replace(model_of(), analysis={"en": own}))
    metric = TeslaX(lang="en", model=str(path))
    metric.score(OUTPUT, REFERENCE)  # warnings are errors here
    for table in ("frequencies", "paraphrases", "relations"):
        options = {table: "none"}
        other = replace(metric, **options)  # type: ignore[arg-type]
        with pytest.warns(
            TeslaWarning, match=f"trained with the {table} en@.*give the same --{table}"
        ):
            other.score(OUTPUT, REFERENCE)
        other.score(OUTPUT, REFERENCE)


def test_files_that_are_no_models(tmp_path: Path) -> None:
    missing = TeslaX(lang="en", model=str(tmp_path / "no.model"))  # nothing is read yet
    with pytest.raises(ResourceError, match=r"no\.model"):
        missing.score(OUTPUT, REFERENCE)
    path = tmp_path / "x.model"
    metric = TeslaX(lang="en", model=str(path))
    content = model_of().build_content()
    for change, fact in (
        ({"constants": {**content["constants"], "tag": 1.5}}, r"constants\.tag is 1\.5, expected"),
        (
            {"constants": {**content["constants"], "order": 1.5}},
            r"constants\.order is 1\.5, expected",
        ),
        ({"constants": {"tag": 0.5}}, r"constants\.order is missing"),
        ({"constants": None}, "malformed"),
    ):
        write_json_model(path, MODEL_KIND, MODEL_VERSION, content | change)
        with pytest.raises(ResourceError, match=fact):
            metric.score(OUTPUT, REFERENCE)
    with pytest.raises(UsageError, match="model 3"):
        TeslaX(lang="en", model=3)  # type: ignore[arg-type]
