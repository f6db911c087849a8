"""Steps of training: everything once, no more than there is room for, nothing known held out."""

import numpy as np

from tesla_metrics.resources.contextual.adapter_file import CHANGE_PENALTIES, apply_checks
from tesla_metrics.resources.contextual.training.material import (
    TrainingMaterial,
    compute_piece_weights,
    hold_out_groups,
    plan_epoch,
)


def material(ranked: bool = True) -> TrainingMaterial:
    """Ten segments: three outputs each, the third with a score, one pair made of each sort."""
    drawn = np.random.default_rng(1)
    pieces = [drawn.integers(5, 30, size) for size in drawn.integers(4, 12, 60)]
    pairs = np.array([(6 * group, 6 * group + 1 + one) for group in range(10) for one in range(5)])
    ranks = [(group, 5 * group, 5 * group + 1, 2, 1) for group in range(10)]
    made = [(g, 5 * g + 3, 5 * g + 4) for g in range(10) for _ in "ab"]
    return TrainingMaterial(
        pieces,
        pairs,
        drawn.random(len(pairs)).astype(np.float32),
        np.zeros((len(pairs), len(CHANGE_PENALTIES)), dtype=np.float32),
        np.array(ranks if ranked else [], dtype=np.intp).reshape(-1, 5),
        np.array([(group, 5 * group + 2) for group in range(10)]),
        drawn.normal(0, 1, 10).astype(np.float32),
        np.array(made),
        np.arange(20) % 2 == 1,
    )


def test_everything_once() -> None:
    for ranked in (True, False):
        own = material(ranked)
        steps = plan_epoch(own, 80, True, np.random.default_rng(2))
        assert len(steps) > 1
        for name, count in (("ranked", len(own.ranked)), ("scored", 10)):
            seen = np.concatenate([getattr(step, name) for step in steps])
            assert sorted(seen.tolist()) == list(range(count))
        assert {row for step in steps for row in step.synthetic.tolist()} <= set(range(20))
    assert not any(
        len(step.synthetic) for step in plan_epoch(own, 120, False, np.random.default_rng(2))
    )


def test_scores_are_checked_as_in_the_metric() -> None:
    own = material()
    own.changes[7, 0] = 1.0
    pairs, scores = np.array([7, 3]), np.array([0.9, 0.4])
    columns = [own.changes[pairs, place].astype(float) for place in range(len(CHANGE_PENALTIES))]
    wanted = apply_checks(scores, own.tesla_x_scores[pairs].astype(float), columns)
    np.testing.assert_allclose(own.apply_tesla_x_checks(pairs, scores), wanted)
    assert wanted[0] < 0.9


def test_like_seeds_like_steps() -> None:
    own = material()
    one, two, other = (
        plan_epoch(own, 120, True, np.random.default_rng(seed)) for seed in (3, 3, 4)
    )
    assert [step.ranked.tolist() for step in one] == [step.ranked.tolist() for step in two]
    assert [step.scored.tolist() for step in one] != [step.scored.tolist() for step in other]


def test_held_out_segments_are_of_other_references() -> None:
    own = material()
    own.pairs[5:10, 0] = own.pairs[0, 0]  # the first two segments have one reference
    aside = hold_out_groups(own, 10, 1, every_nth=2)
    assert aside[0] == aside[1]
    assert 0 < aside.sum() < 10
    assert len(own.select_groups(aside).ranked) == aside.sum()
    assert len(own.select_groups(~aside).synthetic) == 2 * (~aside).sum()


def test_rare_pieces_weigh_more() -> None:
    own = material()
    weights = compute_piece_weights(own, 40)
    references = [set(own.pieces[6 * group].tolist()) for group in range(10)]
    having = [sum(piece in one for one in references) for piece in range(40)]
    assert (weights > 0).all()
    assert weights[having.index(0)] == weights.max()
