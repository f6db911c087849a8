"""Which segment is compared with which."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tesla_metrics.core.encoding import pairs as module
from tesla_metrics.core.encoding.pairs import Pairs
from tesla_metrics.files.item import Item


def named(pairs: Pairs) -> list[tuple[object, object]]:
    """Candidate and reference of each pair."""
    return [
        (pairs.candidates[j], pairs.references[i])
        for i, j in zip(
            pairs.reference_indices.tolist(), pairs.candidate_indices.tolist(), strict=True
        )
    ]


def test_ways_to_make_them() -> None:
    assert named(Pairs.from_lines(["a", "b"], ["x", "y"])) == [("a", "x"), ("b", "y")]
    product = Pairs.from_product(["a", "b"], ["x", "y", "z"])
    assert named(product) == [(a, x) for a in "ab" for x in "xyz"]
    assert named(Pairs.from_nbest([["a", "b"], [], ["c"]], ["x", "y", "z"])) == [
        ("a", "x"), ("b", "x"), ("c", "z"),
    ]  # fmt: skip
    ragged = [Item("a", ("x",)), Item("b"), Item("c", ("y", "z"))]
    assert named(Pairs.from_items(ragged)) == [("a", "x"), ("c", "y"), ("c", "z")]
    sets = Pairs.from_reference_sets(["a", "b"], [["x", "y"], ["u", "v"]])
    assert named(sets) == [("a", "x"), ("a", "u"), ("b", "y"), ("b", "v")]


def test_lists_that_do_not_fit() -> None:
    with pytest.raises(ValueError, match="2 candidates, but 1"):
        Pairs.from_lines(["a", "b"], ["x"])
    with pytest.raises(ValueError, match="1 n-best lists, but 2"):
        Pairs.from_nbest([["a"]], ["x", "y"])


@given(
    st.integers(1, 12), st.integers(1, 12), st.integers(1, 5), st.integers(1, 5),
    st.randoms(use_true_random=False),
)  # fmt: skip
def test_batches_are_all_pairs_once(
    candidates: int, references: int, most: int, beside: int, rng: np.random.Generator
) -> None:
    ours, theirs = [f"c{i}" for i in range(candidates)], [f"r{i}" for i in range(references)]
    chosen = [(i, j) for j in range(candidates) for i in range(references) if rng.random() < 0.6]
    left, right = np.array(chosen or [(0, 0)]).T
    whole = Pairs(theirs, ours, left, right)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(module, "_MAX_REFERENCES", beside)
        batches = list(whole.split_into_batches(most, 10_000))
    assert sorted(np.concatenate([batch.indices for batch in batches])) == list(range(len(whole)))
    for batch in batches:
        assert named(batch.pairs) == [named(whole)[k] for k in batch.indices.tolist()]
        assert len(batch.pairs.candidates) <= most
    # Candidates in no pair need not be counted.
    assert len(np.unique(right)) <= sum(batch.n_finished for batch in batches) <= candidates
