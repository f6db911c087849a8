"""Features against the formula written out, and in any company."""

import numpy as np
import pytest

from tesla_metrics.arrays import Float32s, Floats, Indices
from tesla_metrics.resources.contextual import features as module
from tesla_metrics.resources.contextual.features import (
    ContextText,
    TextStack,
    compute_pair_features,
    find_best_matches,
    iterate_stack_batches,
    make_context_text,
)

LAYERS, DIM, PIECES = 3, 8, 20


def drawn(count: int, seed: int, idf: Float32s | None = None) -> ContextText:
    found = np.random.default_rng(seed)
    ids = found.integers(0, PIECES, count).astype(np.intp)
    layers = found.normal(0.5, 1, (LAYERS, count, DIM)).astype(np.float32)
    whole = found.normal(0.5, 1, DIM).astype(np.float32)
    return make_context_text(ids, list(layers), whole, None if idf is None else idf[ids])


def unknown(text: ContextText, *keys: int) -> ContextText:
    """With pieces that no tokeniser knows, all of one vector."""
    vectors = text.vectors.copy()
    vectors[:, : len(keys)] = vectors[:, :1]
    own = text.keys.copy()
    own[: len(keys)] = keys
    return text._replace(keys=own, vectors=vectors)


def plain(x: ContextText, y: ContextText, idf: Float32s | None) -> list[float]:
    """One piece after another."""
    if not len(x.keys) or not len(y.keys):
        return [0.0] * (4 * LAYERS + 1)
    row: list[float] = []
    for a, b in zip(x.vectors.astype(float), y.vectors.astype(float), strict=True):
        pairs = [[(i, j) for j in y.keys.tolist()] for i in x.keys.tolist()]
        apart = np.array([[i != j and i < 0 and j < 0 for i, j in row] for row in pairs])
        alike = np.where(apart, 0.0, [[float(v @ w) for w in b] for v in a]).clip(0, 1)
        recalls, precisions = alike.max(axis=1), alike.max(axis=0)
        row += [float(np.mean(precisions)), float(np.mean(recalls))]
        for values, ids in ((precisions, y.keys), (recalls, x.keys)):
            weights = np.ones(len(ids)) if idf is None else idf[ids].astype(float)
            weights = weights if weights.sum() else np.ones(len(ids))
            row.append(float(np.average(values, weights=weights)))
    return [*row, max(0.0, float(x.mean_vector @ y.mean_vector))]


def weights(kind: str) -> Float32s | None:
    if kind == "none":
        return None
    found = np.random.default_rng(5).random(PIECES).astype(np.float32)
    return np.zeros_like(found) if kind == "zero" else found


@pytest.mark.parametrize("kind", ["none", "some", "zero"])
def test_as_the_formula_says(kind: str) -> None:
    idf = weights(kind)
    texts = [drawn(count, seed, idf) for seed, count in enumerate((5, 0, 1, 12, 7))]
    others = [drawn(count, 10 + seed, idf) for seed, count in enumerate((4, 1, 0, 9))]
    wanted = [[plain(text, other, idf) for other in others] for text in texts]
    found = compute_pair_features(TextStack(texts), TextStack(others))
    assert found == pytest.approx(np.array(wanted), abs=1e-5)


def test_company_changes_nothing() -> None:
    text = drawn(9, 1, weights("some"))
    others = [drawn(count, count, weights("some")) for count in (3, 30, 1, 9)]
    together: Floats = compute_pair_features(TextStack([text, others[1]]), TextStack(others))[0]
    for other, row in zip(others, together, strict=True):
        alone = compute_pair_features(TextStack([text]), TextStack([other]))[0]
        assert alone[0] == pytest.approx(row, abs=1e-6)


def test_a_text_and_itself() -> None:
    text = drawn(6, 1)
    assert (compute_pair_features(TextStack([text]), TextStack([text])) == 1.0).all()


def test_long_texts_are_compared_in_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    x, y = (drawn(50, seed).vectors[0].astype(np.float32) for seed in (1, 2))
    keys: tuple[Indices, Indices] = np.repeat([-1, 3], 25), np.tile([-1, -2], 25)
    whole = find_best_matches(x, y, *keys)
    for name, most in (
        ("_MAX_ONE_THREAD_OPERATIONS", 3000),
        ("_MIN_MULTI_THREAD_OPERATIONS", 0),
        ("_MAX_SIMILARITIES", 300),
    ):
        monkeypatch.setattr(module, name, most)
        for one, other in zip(whole, find_best_matches(x, y, *keys), strict=True):
            assert one == pytest.approx(other, abs=1e-6)


def test_texts_that_are_stacked_are_of_like_lengths(monkeypatch: pytest.MonkeyPatch) -> None:
    texts = [drawn(count, count) for count in (3, 0, 30, 1, 33, 9)]
    assert [places.tolist() for places in iterate_stack_batches(texts, 40)] == [
        [1, 3],
        [0],
        [5],
        [2, 4],
    ]
    monkeypatch.setattr(module, "_MAX_SIMILARITIES", 300)
    assert [places.tolist() for places in iterate_stack_batches(texts, 30)] == [
        [1, 3],
        [0],
        [5],
        [2],
        [4],
    ]
    assert [places.tolist() for places in iterate_stack_batches(texts[:1], 9)] == [[0]]


def test_what_is_stacked_in_parts_is_the_same() -> None:
    texts = [drawn(count, count, weights("some")) for count in (3, 0, 30, 1, 33, 9)]
    whole = compute_pair_features(TextStack(texts), TextStack(texts))
    for places in iterate_stack_batches(texts, 33):
        found = compute_pair_features(
            TextStack([texts[place] for place in places]), TextStack(texts)
        )
        assert found == pytest.approx(whole[places], abs=1e-6)


def test_unknown_pieces_are_alike_only_where_they_are_written_so() -> None:
    x = [unknown(drawn(4, 1), -5, -6), unknown(drawn(9, 2), -5), drawn(6, 3)]
    y = [unknown(drawn(4, 1), -5, -7), unknown(drawn(4, 1), -6, -5), unknown(drawn(7, 2), -8)]
    found = compute_pair_features(TextStack(x), TextStack(y))
    for row, text in zip(found, x, strict=True):
        for own, other in zip(row, y, strict=True):
            wanted = plain(text, other, None)
            assert own == pytest.approx(wanted, abs=1e-5)
            alone = compute_pair_features(TextStack([text]), TextStack([other]))[0, 0]
            assert alone == pytest.approx(wanted, abs=1e-5)
    assert found[0, 0, 0] < 1
    assert found[0, 1, 0] == pytest.approx(1, abs=1e-3)
