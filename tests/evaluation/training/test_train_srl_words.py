"""Predicates and their senses, learnt from invented sentences."""

from dataclasses import replace
from pathlib import Path

import pytest

pytest.importorskip("sklearn")

from small_frames import invented_frames, parsed

from tesla_metrics.errors import ResourceError
from tesla_metrics.evaluation.training.srl_settings import RoleTraining, learn_rolesets, learn_words
from tesla_metrics.evaluation.training.train_srl import train_srl
from tesla_metrics.parsing.srl.frame import Argument, Frame, LabelledSentence
from tesla_metrics.parsing.srl.role_assignment import (
    choose_roleset,
    find_predicates,
    make_predicate_context,
)
from tesla_metrics.parsing.srl.role_model import RoleModel, load_role_model
from tesla_metrics.parsing.srl.tree_context import TreeContext
from tesla_metrics.resources.learning.linear_classifier import LinearClassifier


@pytest.fixture(scope="module")
def model() -> RoleModel:
    return train_srl(invented_frames(), rolesets={("noun", "gift"): ("give.01",)})


def test_predicates_that_were_seen_are_found(model: RoleModel) -> None:
    for one in invented_frames():
        places = find_predicates(TreeContext(one.sentence, one.tree), model)
        assert places == sorted(frame.predicate for frame in one.frames)


def test_a_model_that_knows_no_predicates_takes_all_nouns_and_verbs(model: RoleModel) -> None:
    plain = replace(
        model, classifiers={k: v for k, v in model.classifiers.items() if k != "predicate"}
    )
    one = invented_frames()[0]
    shared = TreeContext(one.sentence, one.tree)
    nouns_and_verbs = [at for at, tag in enumerate(shared.tags) if tag[:2] in ("NN", "VB")]
    assert find_predicates(shared, plain) == nouns_and_verbs


def test_senses_that_were_seen_are_found(model: RoleModel) -> None:
    for one in invented_frames():
        shared = TreeContext(one.sentence, one.tree)
        for frame in one.frames:
            context = make_predicate_context(shared, frame.predicate, model)
            assert choose_roleset(context, model) == frame.roleset


def test_rolesets_are_by_frequency_then_those_never_met() -> None:
    first = invented_frames()[0]
    frame = replace(first.frames[0], roleset="zap.01")
    sentences = [replace(first, frames=(frame, frame)), replace(first, frames=first.frames[:1])]
    word = first.sentence.tokens[frame.predicate].lemma
    kind = "noun" if frame.is_noun else "verb"
    inventory = {(kind, word): ("aa.01", "zap.01"), ("noun", "gift"): ("give.01",)}
    found = learn_rolesets(sentences, inventory)
    assert found[kind, word][0] == "zap.01"
    assert found[kind, word][-1] == "aa.01"
    assert found["noun", "gift"] == ("give.01",)


def test_a_word_without_rolesets_has_no_sense(model: RoleModel) -> None:
    one = invented_frames()[0]
    context = make_predicate_context(TreeContext(one.sentence, one.tree), 0, model)
    assert choose_roleset(context, model) == ""


def test_nouns_and_verbs_learn_together(tmp_path: Path) -> None:
    model = train_srl(invented_frames(), RoleTraining(least_count=1))
    nouns, verbs = (model.classifiers[f"{kind}.classify"] for kind in ("noun", "verb"))
    assert "no" in nouns.labels
    assert "no" not in verbs.labels
    # What verbs alone had, nouns know as well.
    assert "content=yesterday" in nouns.weights
    model.write(tmp_path / "en.srl")
    assert load_role_model(tmp_path / "en.srl") == model


@pytest.mark.parametrize(
    ("classifiers", "lists"),
    [
        ({"predicate": LinearClassifier(("a", "b"), {})}, {}),
        ({"sense": LinearClassifier(("first", "second"), {})}, {}),
        ({}, {"rolesets": ("noun\tgift",)}),
        ({}, {"rolesets": ("noun\tgift\t",)}),
    ],
)
def test_parts_that_are_none_are_refused(
    model: RoleModel,
    classifiers: dict[str, LinearClassifier],
    lists: dict[str, tuple[str, ...]],
    tmp_path: Path,
) -> None:
    bad = model.merge(RoleModel("en", classifiers, lists))
    bad.write(tmp_path / "en.srl")
    with pytest.raises(ResourceError, match=r"not kind|labels"):
        load_role_model(tmp_path / "en.srl")


def test_words_that_were_never_met_may_be_predicates() -> None:
    """Known were all predicates of the training sentences, by their own answers."""
    verbs = [
        "sold", "bought", "painted", "rented", "burned", "cleaned", "moved", "washed", "saved",
        "fixed", "used", "watched",
    ]  # fmt: skip
    sentences = []
    for number, verb in enumerate(verbs):
        line = f"(S (NP (NNP Ann)) (VP (VBD {verb}) (NP (DT the) (NN boat) (NN {verb[:-1]}x))))"
        frame = Frame(
            1, "VBD", verb, f"{verb}.01", (Argument("ARG0", 0, 1), Argument("ARG1", 2, 5))
        )
        sentences.append(LabelledSentence(*parsed(line), (frame,), document=str(number)))
    model = train_srl(sentences, RoleTraining(kinds=("verb",)))
    new = parsed("(S (NP (NNP Ann)) (VP (VBD dyed) (NP (DT the) (NN boat))))")
    assert find_predicates(TreeContext(*new), model) == [1]
    known = set(learn_words(sentences, {}).classifiers["predicate"].weights)
    assert "known=0 VBD" in known
    assert "known=1 VBD" not in known


def test_one_kind_alone_learns_no_words_of_the_other() -> None:
    inventory = {("noun", "gift"): ("give.01",), ("verb", "give"): ("give.01", "give.02")}
    model = train_srl(invented_frames(), RoleTraining(kinds=("noun",)), rolesets=inventory)
    assert {kind for kind, _ in model.rolesets} == {"noun"}
    words = {name for name in model.classifiers["predicate"].weights if "lemma=" in name}
    assert "lemma=sale" in words
    assert "lemma=end" not in words


def test_the_sense_is_the_classifiers_not_the_most_frequent(model: RoleModel) -> None:
    weights = {"sell tag VBD": (0, 3), "sell before bob": (5, 0)}
    sense = LinearClassifier(("0", "1"), weights)
    other = model.merge(
        RoleModel("en", {"sense": sense}, {"rolesets": ("verb\tsell\tsell.01 sell.02",)})
    )
    for name, told in (("Ann", "sell.02"), ("Bob", "sell.01")):
        line = f"(S (NP (NNP {name})) (VP (VBD sold) (NP (NNS boats))))"
        context = make_predicate_context(TreeContext(*parsed(line)), 1, other)
        assert choose_roleset(context, other) == told
