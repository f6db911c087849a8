"""DICOMER, with relations of a stand-in: what neighbours share."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from neighbours import CHAIN, Neighbours

from tesla_metrics import Session
from tesla_metrics.errors import InputError, ResourceError, UsageError
from tesla_metrics.evaluation.judgments import TOPIC_UNIT, Track
from tesla_metrics.evaluation.training.train_dicomer import train_dicomer, train_on_order
from tesla_metrics.metrics import dicomer
from tesla_metrics.metrics.cremer import Cremer
from tesla_metrics.metrics.dicomer import Dicomer, DicomerModel, read_dicomer, write_dicomer
from tesla_metrics.parsing.coherence import FEATURE_KINDS, CoherenceModel
from tesla_metrics.parsing.discourse.parser import Parsed
from tesla_metrics.parsing.discourse.relation import Document

IN_ORDER = "\n".join(CHAIN)
OUT_OF_ORDER = "\n".join(CHAIN[n] for n in (3, 0, 4, 1, 2))


@pytest.fixture
def session(monkeypatch: pytest.MonkeyPatch) -> Session:
    monkeypatch.setattr(dicomer, "load_discourse", Neighbours)
    return Session()


@pytest.fixture
def model(tmp_path: Path) -> Path:
    weights = {"Exp.Arg2→Exp.Arg1": 100, "Exp.Arg1→Exp.Arg2": 100, "nil→Comp.Arg1": -50}
    judge = CoherenceModel(FEATURE_KINDS["lin"], weights, slope=0.2, intercept=5.0)
    names = Neighbours().names
    path = tmp_path / "small.model"
    write_dicomer(path, DicomerModel("en", judge, names, {"method": "ranking"}))
    return path


def test_a_text_in_order_scores_higher(session: Session, model: Path) -> None:
    metric = Dicomer(lang="en", model=str(model))
    score = metric.score([IN_ORDER, OUT_OF_ORDER], session=session)
    assert score.segments[0] > 0.5 > score.segments[1]
    assert score.score == pytest.approx(sum(score.segments) / 2)


def test_the_signature_says_what_found_the_relations(session: Session, model: Path) -> None:
    signature = str(Dicomer(lang="en", model=str(model)).open(session).signature(0))
    assert "discourse:neighbours" in signature
    assert f"model:{read_dicomer(model).short_hash}" in signature
    assert "refs" not in signature


def test_references_are_not_looked_at(session: Session, model: Path) -> None:
    metric = Dicomer(lang="en", model=str(model))
    alone = metric.score([IN_ORDER], session=session)
    assert metric.score([IN_ORDER], ["Quite another text."], session=session) == alone


def test_one_sentence_is_half_way(session: Session, model: Path) -> None:
    score = Dicomer(lang="en", model=str(model)).score(["no end of it"], session=session)
    assert score.score == 0.5


def test_a_text_without_words_is_refused(session: Session, model: Path) -> None:
    with pytest.raises(InputError, match="no sentence"):
        Dicomer(lang="en", model=str(model)).score([IN_ORDER, " . "], session=session)


class Refusing(Neighbours):
    """Reads no text, and says what it is called."""

    def read(self, document: Document, name: str) -> Parsed:
        raise InputError(f"{name} is refused")


def test_a_text_that_is_refused_is_quoted(model: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    # A number would be that among the texts that are not known yet.
    monkeypatch.setattr(dicomer, "load_discourse", Refusing)
    metric = Dicomer(lang="en", model=str(model))
    with pytest.raises(InputError, match=r"the text 'It rained\. And how\.' is refused"):
        metric.score(["It rained.\nAnd how."], session=Session())


def test_a_model_reads_as_it_was_written(model: Path, tmp_path: Path) -> None:
    again = tmp_path / "again.model"
    write_dicomer(again, read_dicomer(model))
    assert again.read_bytes() == model.read_bytes()


def test_a_model_of_another_version_is_refused_by_name(model: Path) -> None:
    model.write_text(model.read_text("utf-8").replace('"version": 1', '"version": 7'), "utf-8")
    with pytest.raises(ResourceError, match=r"small\.model is a dicomer model of version 7"):
        read_dicomer(model)


def test_a_model_of_another_language_is_refused(session: Session, model: Path) -> None:
    with pytest.raises(UsageError, match="is a model for 'en', but the texts are 'de'"):
        Dicomer(lang="de", model=str(model)).open(session)


def test_other_languages_are_refused_at_once(session: Session) -> None:
    for metric in (Dicomer(lang="fi"), Cremer(lang="fi")):
        with pytest.raises(UsageError, match="relations are found in English only"):
            metric.open(session)


def test_relations_of_another_parser_are_warned_of(session: Session, model: Path) -> None:
    own = read_dicomer(model)
    other = DicomerModel(
        "en", own.coherence_model, {**own.analysis, "discourse": "other@1"}, own.training
    )
    write_dicomer(model, other)
    with pytest.warns(UserWarning, match="trained with discourse other@1"):
        Dicomer(lang="en", model=str(model)).open(session)


def judged(topics: int = 12) -> Track:
    """Three systems: sentences in order, one out of order, all out of order."""
    names = ["barn", "road", "king", "book", "ship", "farm"]
    outputs: dict[str, list[str]] = {"good": [], "fair": [], "bad": []}
    for topic in range(topics):
        own = [one.replace("mill", names[topic % 6]) for one in CHAIN]
        for system, order in zip(
            outputs, ([0, 1, 2, 3, 4], [0, 2, 1, 3, 4], [3, 0, 4, 1, 2]), strict=True
        ):
            outputs[system].append("\n".join(own[n] for n in order))
    scores = np.array([[5.0], [3.0], [1.0]]).repeat(topics, axis=1)
    column: dict[str, Any] = {"only": [f"topic {n}" for n in range(topics)]}
    return Track("set", "coherence", outputs, column, None, scores, None, unit=TOPIC_UNIT)


@pytest.mark.parametrize("features", FEATURE_KINDS)
def test_training_learns_what_people_prefer(
    session: Session, tmp_path: Path, features: str
) -> None:
    trained = train_dicomer([judged()], features=features, session=session)
    assert trained.learnt.validated.agreement == 1.0
    trained.write(tmp_path / "own.model")
    assert read_dicomer(tmp_path / "own.model").coherence_model == trained.model.coherence_model
    metric = Dicomer(lang="en", model=str(tmp_path / "own.model"))
    good, fair, bad = metric.score(
        [texts[0] for texts in judged().outputs.values()], session=session
    ).segments
    assert good > fair > bad


def test_training_on_order_needs_no_judges(session: Session) -> None:
    parser = Neighbours()
    texts = [text for texts in judged(4).outputs.values() for text in texts][:6]
    trained = train_on_order(
        map(parser.document, texts), max_permutations=5, features="lin", session=session
    )
    assert trained.model.training["consistency"] > 0.7
    assert trained.model.training["pairs"] == {"order": 30}


def test_texts_of_one_sentence_teach_nothing(session: Session) -> None:
    track = judged(3)
    short = {name: ["One sentence only."] * 3 for name in track.outputs}
    scores = track.segment_scores
    other = Track("set", "coherence", short, track.references, None, scores, None, unit=TOPIC_UNIT)
    with pytest.raises(InputError, match="no pair of judged texts has two sentences"):
        train_dicomer([other], session=session)


def test_where_nothing_can_be_learnt_that_is_said(session: Session) -> None:
    track = judged()
    same = dict.fromkeys(track.outputs, track.outputs["good"])
    scores = track.segment_scores
    other = Track("set", "coherence", same, track.references, None, scores, None, unit=TOPIC_UNIT)
    with pytest.raises(InputError, match="nothing was learnt"):
        train_dicomer([other], session=session)
