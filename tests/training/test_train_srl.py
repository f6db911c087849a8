"""Semantic roles learnt from invented sentences."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest
from small_frames import contexts_of, invented_frames

from tesla_metrics.errors import InputError, UsageError
from tesla_metrics.srl.frame import Argument
from tesla_metrics.srl.model import load_roles
from tesla_metrics.srl.stages import label_predicate
from tesla_metrics.training.srl import (
    LEARNERS,
    RoleTraining,
    gather_examples,
    learn_bases,
    roles_of,
    steps,
    train_srl,
)
from tesla_metrics.training.srl_check import check_roles_of

pytest.importorskip("sklearn")

NEW = (
    "(S (NP (NP (NNP Zoe) (POS 's)) (NN sale) (PP (IN of) (NP (DT the) (NN violin)))) "
    "(VP (VBD helped)) (. .))"
)


@pytest.mark.parametrize("learner", LEARNERS)
@pytest.mark.parametrize(("features", "pruned"), [("paper", False), ("own", True)])
def test_what_was_learnt_is_found_with_other_words(
    learner: str, features: str, pruned: bool, tmp_path: Path
) -> None:
    heard: list[int] = []
    sentences, training = invented_frames(), RoleTraining(LEARNERS[learner], features, pruned)
    model = train_srl(sentences, training, progress=heard.append)
    assert sum(heard) == steps(sentences, training)
    for kind in ("noun", "verb"):
        check = check_roles_of(sentences, model, kind)
        assert check.identified.f1 == check.classified.f1 == check.combined.f1 == 100
    (context,) = contexts_of(NEW, [2], model)
    assert context.lemma == "sell"
    assert label_predicate(context, model) == (Argument("ARG0", 0, 2), Argument("ARG1", 3, 6))
    model.write(tmp_path / "en.srl")
    assert load_roles(tmp_path / "en.srl") == model
    assert model.settings["learner"] == learner


def test_the_same_sentences_give_the_same_bytes(tmp_path: Path) -> None:
    for name in ("a", "b"):
        train_srl(invented_frames()).write(tmp_path / name)
    assert (tmp_path / "a").read_bytes() == (tmp_path / "b").read_bytes()


def test_rows_are_of_one_kind_and_labels_of_candidates() -> None:
    sentences = invented_frames()
    bases = learn_bases(sentences, {("noun", "gift"): ["give.01"]})
    assert bases == {("noun", "sale"): "sell", ("noun", "gift"): "give"}
    found = gather_examples(sentences, "noun", RoleTraining(features="paper"), bases)
    assert found.labels.count("ARG0") == found.labels.count("ARG1") == 12
    assert len(found.labels) == found.identify.matrix.shape[0]
    assert found.classify.matrix.shape[0] == 24
    assert "base&position=sell left" in found.classify.names


def test_what_continues_the_predicate_is_none() -> None:
    frame = replace(
        invented_frames()[0].frames[0],
        arguments=(Argument("ARG1", 0, 1), Argument("ARG2", 0, 1), Argument("C-V", 2, 3)),
    )
    assert roles_of(frame) == {(0, 1): "ARG1"}


def test_too_little_is_refused() -> None:
    sentences = invented_frames()
    bare = [
        replace(one, frames=tuple(replace(frame, arguments=()) for frame in one.frames))
        for one in sentences
    ]
    with pytest.raises(InputError, match="the nouns have arguments of 0 roles"):
        train_srl(bare)
    with pytest.raises(UsageError, match="unknown features 'odd'"):
        RoleTraining(features="odd")


def test_no_weight_is_cut_off() -> None:
    """Those of free directions may be large: what came of steps that were too fine was noise."""
    import numpy as np

    from tesla_metrics.learning.named_rows import NamedRows
    from tesla_metrics.learning.real_weights import RealWeights

    class Large:
        name = "large"

        def fit(
            self, rows: NamedRows, labels: Sequence[str], auxiliary: object = ()
        ) -> RealWeights:
            found = tuple(sorted(set(labels)))
            width = len(found) if len(found) > 2 else 1
            values = np.linspace(-40.0, 45.0, len(rows.names) * width)
            return RealWeights(found, rows.names, values.reshape(-1, width))

    model = train_srl(invented_frames(), RoleTraining(Large(), kinds=("verb",)))
    for name in ("verb.identify", "verb.classify"):
        one = model.classifiers[name]
        assert one.scale == 0.05
        assert max(max(row) for row in one.weights.values()) == 900
