"""Packed language models: as good as the whole, and refused where they are not whole."""

import tracemalloc
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from small_models import ORDERS, TEXT, TEXTS, Sentences, train

from tesla_metrics import InputError, ResourceError, UsageError
from tesla_metrics.files.mapped_arrays import encode_planes
from tesla_metrics.files.resource import Resource, write_resource
from tesla_metrics.resources.lm import load_language_model, make_scorer
from tesla_metrics.resources.lm.packed_model import pack_model

STEPS = 255  # of the grid that values are rounded to


@settings(max_examples=20)
@given(TEXTS, ORDERS)
def test_values_are_those_of_the_model_but_for_rounding(
    tmp_path_factory: pytest.TempPathFactory, sentences: Sentences, order: int
) -> None:
    model = train(sentences, order)
    path = tmp_path_factory.mktemp("packed") / "small.lm"
    write_resource(path, pack_model(model))
    whole, packed = make_scorer(model), load_language_model(path)
    assert (packed.order, packed.text) == (whole.order, whole.text)
    extremes = [np.ptp(np.append(part, 0)) for x in model.levels for part in (x.log10, x.backoff)]
    off = order * max(extremes) / STEPS / 2 + 1e-6
    for sentence in [*sentences, ["unheard", "of"], []]:
        difference = abs(packed.log10(sentence) - whole.log10(sentence))
        assert difference <= (len(sentence) + 1) * off


def test_a_model_with_little_in_it(tmp_path: Path) -> None:
    write_resource(tmp_path / "a.lm", pack_model(train([["a"]], 2)))
    assert load_language_model(tmp_path / "a.lm").log10(["a"]) < 0


def test_what_is_not_whole_is_refused(tmp_path: Path) -> None:
    good = pack_model(train(TEXT, 3))
    path = tmp_path / "bad.lm"
    words = good.settings["word_bytes"]
    doubled = good.body[:words].replace(b"dog", b"cat", 1) + good.body[words:]
    unnamed = good.body[:words].replace(b"<unk>", b"<ukn>", 1) + good.body[words:]
    counts = list(good.settings["counts"])
    # After the values of unigrams, and how many bigrams begin with each: all steps are 0.
    steps = words + 2 * (4 + counts[0]) + 4 * counts[0]
    still = good.body[:steps] + bytes(4 * counts[1]) + good.body[steps + 4 * counts[1] :]
    more = {**good.settings, "counts": [*counts[:-1], counts[-1] - 1]}
    bad: list[tuple[Resource, str]] = [
        (replace(good, body=good.body[:-1]), "too short"),
        (replace(good, body=good.body + b"x"), "too long"),
        (replace(good, body=doubled), "duplicates"),
        (replace(good, body=unnamed), "it lacks one of <unk>"),
        (replace(good, settings=more), "number of its n-grams is wrong"),
        (replace(good, settings={**good.settings, "order": 2}), "longer than its order"),
        (replace(good, body=still), "an unknown word"),
        (
            replace(good, body=good.body[:words] + bytes(len(good.body) - words)),
            "step size of its values is invalid",
        ),
    ]
    for resource, reason in bad:
        write_resource(path, resource)
        with pytest.raises(ResourceError, match=reason):
            load_language_model(path)


def test_a_short_body_takes_no_more_room_than_it_has(tmp_path: Path) -> None:
    """Whatever it says that it holds."""
    good = pack_model(train(TEXT, 2))
    many, (words, _) = 1 << 27, good.settings["counts"]
    before = good.settings["word_bytes"] + 2 * (4 + words)
    children = encode_planes(np.array([many] + [0] * (words - 1)), 4)
    settings = {**good.settings, "counts": [words, many]}
    short = replace(good, settings=settings, body=good.body[:before] + children)
    write_resource(tmp_path / "short.lm", short)
    tracemalloc.start()
    with pytest.raises(ResourceError, match="too short"):
        load_language_model(tmp_path / "short.lm")
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 1 << 29  # what reading the largest file takes, and less than a byte of each


def test_bodies_with_any_byte_changed_are_refused_or_score(tmp_path: Path) -> None:
    good = pack_model(train(TEXT, 3))
    path = tmp_path / "odd.lm"
    rng = np.random.default_rng(3)
    for place in rng.integers(0, len(good.body), 60).tolist():
        body = bytearray(good.body)
        body[place] ^= int(rng.integers(1, 256))
        write_resource(path, replace(good, body=bytes(body)))
        try:
            found = load_language_model(path).log10(["the", "cat", "sat"])
        except ResourceError:
            continue
        assert found == found  # a number


def test_a_back_off_above_1_is_refused() -> None:
    model = train(TEXT, 2)
    unigrams, bigrams = model.levels
    odd = replace(model, levels=[replace(unigrams, backoff=-unigrams.backoff), bigrams])
    with pytest.raises(InputError, match="keep the model as ARPA"):
        pack_model(odd)


def test_kenlm_does_not_read_it(tmp_path: Path) -> None:
    write_resource(tmp_path / "a.lm", pack_model(train(TEXT, 2)))
    with pytest.raises(UsageError, match="packed"):
        load_language_model(tmp_path / "a.lm", engine="kenlm")
