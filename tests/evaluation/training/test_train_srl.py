"""Semantic roles learnt from invented sentences."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, ClassVar

import pytest
from small_frames import contexts_of, invented_frames

from tesla_metrics.errors import InputError, UsageError
from tesla_metrics.evaluation.training.srl_settings import LEARNERS, RoleTraining, check_roles
from tesla_metrics.evaluation.training.train_srl import (
    collect_examples,
    count_steps,
    find_roles,
    learn_bases,
    train_srl,
)
from tesla_metrics.parsing.srl.frame import Argument
from tesla_metrics.parsing.srl.role_assignment import label_predicate
from tesla_metrics.parsing.srl.role_model import load_role_model
from tesla_metrics.resources.learning.learners import (
    AdaptiveMaximumEntropy,
    Aso,
    AuxiliaryProblem,
    LinearHuber,
    MaximumEntropy,
)
from tesla_metrics.resources.learning.maximum_entropy import FeatureMatrix, LabelWeights

pytest.importorskip("sklearn")

PLAIN = RoleTraining.from_paper(LEARNERS["linear"], features="paper", pruned=False, least_count=1)
NEW = (
    "(S (NP (NP (NNP Zoe) (POS 's)) (NN sale) (PP (IN of) (NP (DT the) (NN violin)))) "
    "(VP (VBD helped)) (. .))"
)


@pytest.mark.parametrize("learner", [*LEARNERS, "joint"])
@pytest.mark.parametrize(("features", "pruned"), [("paper", False), ("own", True)])
def test_what_was_learnt_is_found_with_other_words(
    learner: str, features: str, pruned: bool, tmp_path: Path
) -> None:
    heard: list[int] = []
    chosen: dict[str, Any] = {"features": features, "pruned": pruned, "least_count": 1}
    training = (
        RoleTraining(**chosen)
        if learner == "joint"
        else RoleTraining.from_paper(LEARNERS[learner], **chosen)
    )
    sentences = invented_frames()
    model = train_srl(sentences, training, progress=heard.append)
    assert sum(heard) == count_steps(sentences, training)
    for kind in ("noun", "verb"):
        check = check_roles(sentences, model, kind)
        assert check.identified.f1 == check.classified.f1 == check.combined.f1 == 100
    (context,) = contexts_of(NEW, [2], model)
    assert context.frame_lemma == "sell"
    assert label_predicate(context, model) == (Argument("ARG0", 0, 2), Argument("ARG1", 3, 6))
    model.write(tmp_path / "en.srl")
    assert load_role_model(tmp_path / "en.srl") == model
    assert model.settings["learner"]["name"] == learner.replace("joint", "maxent")


def test_the_same_sentences_give_the_same_bytes(tmp_path: Path) -> None:
    for name in ("a", "b"):
        train_srl(invented_frames()).write(tmp_path / name)
    assert (tmp_path / "a").read_bytes() == (tmp_path / "b").read_bytes()


def test_rows_are_of_one_kind_and_labels_of_candidates() -> None:
    sentences = invented_frames()
    bases = learn_bases(sentences, {("noun", "gift"): ["give.01"]})
    assert bases == {("noun", "sale"): "sell", ("noun", "gift"): "give"}
    found = collect_examples(sentences, "noun", PLAIN, bases)
    assert found.labels.count("ARG0") == found.labels.count("ARG1") == 12
    assert len(found.labels) == found.identify_features.matrix.shape[0]
    assert found.classify_features.matrix.shape[0] == 24
    assert "base&position=sell left" in found.classify_features.names


def test_what_continues_the_predicate_is_none() -> None:
    frame = replace(
        invented_frames()[0].frames[0],
        arguments=(Argument("ARG1", 0, 1), Argument("ARG2", 0, 1), Argument("C-V", 2, 3)),
    )
    assert find_roles(frame) == {(0, 1): "ARG1"}


@pytest.mark.parametrize(
    ("label", "lemma", "said"),
    [
        ("arg0", "sell", "has the label 'arg0', which is not a role"),
        ("ARG0\t", "sell", "which is not a role"),
        ("ARG0", "se\tll", r"has the lemma 'se\\tll'"),
        ("ARG0", "sell\n", "without tabs and line ends"),
    ],
)
def test_what_no_file_could_hold_is_refused_first(label: str, lemma: str, said: str) -> None:
    sentences, heard = invented_frames(), list[int]()
    frame = sentences[2].frames[0]
    odd = replace(frame, lemma=lemma, arguments=(Argument(label, 0, 1), *frame.arguments[1:]))
    sentences[2] = replace(sentences[2], frames=(odd,), document="news", number=7)
    with pytest.raises(InputError, match=rf"predicate 1 of sentence 3 \(news, 7\).*{said}"):
        train_srl(sentences, progress=heard.append)
    assert not heard
    nouns = train_srl(sentences, RoleTraining(kinds=("noun",)))
    assert nouns.kinds == ("noun",)


def test_more_roles_than_a_file_holds(tmp_path: Path) -> None:
    """Each kind has those of its own that are most frequent."""
    sentences = invented_frames()
    few = sentences.copy()
    for number in range(50):
        for place, kind in ((0, "V"), (1, "N")):
            one = few[place]
            first = one.frames[0]
            label = Argument(f"ARGM-{kind}{number}", *first.arguments[0][1:])
            frame = replace(first, arguments=(label, *first.arguments[1:]))
            sentences.append(replace(one, frames=(frame,)))
    quick = RoleTraining(roles=AdaptiveMaximumEntropy(epochs=1))
    model = train_srl(sentences, quick)
    model.write(tmp_path / "en.srl")
    assert load_role_model(tmp_path / "en.srl") == model
    assert len(model.classifiers["verb.classify"].labels) == 44


def test_a_file_says_how_it_was_made() -> None:
    training = RoleTraining.from_paper(Aso(5, 1e-3, 0.1), kinds=("verb",), least_count=1)
    settings = train_srl(invented_frames(), training).settings
    learner = {"name": "aso", "h": 5, "strength": 1e-3, "held": 0.1, "tolerance": 1e-5}
    assert settings["learner"] == settings["roles"] == learner
    assert settings["kinds"] == ["verb"]
    assert (settings["least_count"], settings["together"], settings["pruned"]) == (1, False, True)
    shipped = RoleTraining().to_dict
    assert shipped["learner"] != RoleTraining(MaximumEntropy(3.0)).to_dict["learner"]
    assert shipped["roles"]["name"] == "adaptive"


@dataclass(frozen=True)
class Watching:
    """Remembers what it was given."""

    name: ClassVar[str] = "watching"
    given: list[tuple[FeatureMatrix, Sequence[str], Sequence[AuxiliaryProblem]]]

    def fit(
        self, rows: FeatureMatrix, labels: Sequence[str], auxiliary: Sequence[AuxiliaryProblem] = ()
    ) -> LabelWeights:
        self.given.append((rows, labels, auxiliary))
        return LinearHuber().fit(rows, labels)


def test_the_roles_are_auxiliary_problems_of_identification() -> None:
    given: list[tuple[FeatureMatrix, Sequence[str], Sequence[AuxiliaryProblem]]] = []
    train_srl(
        invented_frames(), RoleTraining.from_paper(Watching(given), kinds=("verb",), least_count=2)
    )
    (rows, whether, problems), (_, roles, others) = given
    assert {one.name for one in problems} == {"ARG0", "ARG1", "ARGM-TMP"}
    assert not others
    helped = {one.name: (one.signs > 0).sum() for one in problems}
    assert helped == {label: roles.count(label) for label in helped}
    assert sum(one == "yes" for one in whether) == sum(helped.values())
    assert "head=ann" in rows.names
    assert rows.matrix.sum(axis=0).min() >= 2


def test_kinds_that_learn_together_share_features() -> None:
    given: list[tuple[FeatureMatrix, Sequence[str], Sequence[AuxiliaryProblem]]] = []
    train_srl(invented_frames(), RoleTraining(roles=Watching(given)))
    ((rows, _, _),) = given
    names = set(rows.names)
    for name in ("content=boat", "noun content=boat", "verb content=boat"):
        assert name in names
    assert "noun zone=in" in names
    assert "zone=in" not in names


def test_features_of_few_candidates_are_left_out() -> None:
    sentences = invented_frames()
    for least in (1, 5):
        training = replace(PLAIN, least_count=least)
        found = collect_examples(sentences, "verb", training, learn_bases(sentences))
        assert ("pred&hw=sell ann" in found.identify_features.names) == (least == 1)
        assert "hw=yesterday" in found.identify_features.names


def test_classified_is_of_labels_that_the_model_gave() -> None:
    sentences = invented_frames()
    model = train_srl(sentences, RoleTraining(kinds=("verb",)))
    swapped = {"ARG0": "ARG1", "ARG1": "ARG0"}
    other = [
        replace(
            one,
            frames=tuple(
                replace(
                    frame,
                    arguments=tuple(
                        part._replace(label=swapped.get(part.label, part.label))
                        for part in frame.arguments
                    ),
                )
                for frame in one.frames
            ),
        )
        for one in sentences
    ]
    check = check_roles(other, model, "verb")
    assert check.classified == (12, 48, 48)
    assert check.combined == (12, 48, 48)
    assert check.identified == (48, 48, 48)
    assert check.predicates == (24, 24, 24)
    assert check.rolesets == (24, 24, 24)
    odd = [
        replace(one, frames=tuple(replace(f, roleset="x.01") for f in one.frames)) for one in other
    ]
    assert check_roles(odd, model, "verb").rolesets == (0, 24, 24)


def test_too_little_is_refused() -> None:
    sentences = invented_frames()
    bare = [
        replace(one, frames=tuple(replace(frame, arguments=()) for frame in one.frames))
        for one in sentences
    ]
    with pytest.raises(InputError, match=r"the nouns have arguments of 0 roles.*\(--verbs\)"):
        train_srl(bare)
    with pytest.raises(UsageError, match="unknown features 'odd'"):
        RoleTraining(features="odd")
    with pytest.raises(UsageError, match="least count is 0"):
        RoleTraining(least_count=0)


def test_no_weight_is_cut_off() -> None:
    """Those of free directions may be large: what came of steps that were too fine was noise."""
    import numpy as np

    @dataclass(frozen=True)
    class Large:
        name: ClassVar[str] = "large"

        def fit(
            self, rows: FeatureMatrix, labels: Sequence[str], auxiliary: object = ()
        ) -> LabelWeights:
            found = tuple(sorted(set(labels)))
            width = len(found) if len(found) > 2 else 1
            values = np.linspace(-40.0, 45.0, len(rows.names) * width)
            return LabelWeights(found, rows.names, values.reshape(-1, width))

    training = RoleTraining.from_paper(Large(), kinds=("verb",), least_count=1)
    model = train_srl(invented_frames(), training)
    for name in ("verb.identify", "verb.classify"):
        one = model.classifiers[name]
        assert one.scale == 0.05
        assert max(max(row) for row in one.weights.values()) == 900
