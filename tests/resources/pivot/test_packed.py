"""Packed phrase tables are the tables they were made from."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tesla_metrics import InputError, ResourceError
from tesla_metrics.files.resource import write_resource
from tesla_metrics.resources.pivot.packed_table import pack_table
from tesla_metrics.resources.pivot.phrase_table import PhraseTable, open_phrase_table

from .small_tables import Pair, write_small

WORDS = st.lists(st.sampled_from(["a", "b", "c", "é", "."]), min_size=1, max_size=4).map(" ".join)
PIVOTS = st.lists(st.sampled_from(["x/X", "y/Y", "x/Y", "ü/X"]), min_size=1, max_size=4)
PAIRS = st.lists(st.tuples(WORDS, PIVOTS.map(" ".join), st.integers(1, 3)), min_size=1, max_size=20)
SMALL: list[Pair] = [("a b", "x/X", 2), ("a", "y/Y x/Y", 1), ("a", "y/Y", 4)]


def content(table: PhraseTable) -> dict[tuple[str, ...], object]:
    phrases = [table.get_phrase(place) for place in range(len(table))]
    return {one: (table.count(one), tuple(table.pivots(one))) for one in phrases}


@settings(max_examples=30)
@given(PAIRS, st.randoms(use_true_random=False))
def test_what_is_kept_is_the_same(
    tmp_path_factory: pytest.TempPathFactory, pairs: list[Pair], random: object
) -> None:
    folder = tmp_path_factory.mktemp("packed")
    table = open_phrase_table(write_small(folder / "a.table", pairs))
    chosen = [random.random() < 0.7 for _ in table.pair_counts]  # type: ignore[attr-defined]
    chosen[0] = True
    path = folder / "packed.table"
    write_resource(path, pack_table(table.settings, table.sections, np.array(chosen)))
    packed = open_phrase_table(path)
    assert (packed.target, packed.pivot, packed.total) == ("en", "fr", table.total)
    expected: dict[tuple[str, ...], object] = {}
    for place, (start, end) in enumerate(zip(table.starts, table.starts[1:], strict=False)):
        phrase = table.get_phrase(place)
        kept = [p for p, k in zip(table.pivots(phrase), chosen[start:end], strict=True) if k]
        if kept:
            expected[phrase] = (table.count(phrase), tuple(kept))
    assert content(packed) == expected


def test_more_pivots_than_fit_are_refused(tmp_path: Path) -> None:
    table = open_phrase_table(write_small(tmp_path / "a.table", SMALL[:1]))
    for count in (65_535, 65_536):
        sections = {**table.sections, "starts": np.array([0, count])}
        for name in ("pivot-phrases", "pair-counts"):
            sections[name] = np.repeat(table.sections[name], count, axis=0)
        if count < 65_536:
            packed = pack_table(table.settings, sections, np.ones(count, bool))
            assert packed.settings["pairs"] == count
            continue
        with pytest.raises(InputError, match="65,536 pivot phrases does not fit"):
            pack_table(table.settings, sections, np.ones(count, bool))


def test_what_is_not_whole_is_refused(tmp_path: Path) -> None:
    table = open_phrase_table(write_small(tmp_path / "a.table", SMALL))
    good = pack_table(table.settings, table.sections, np.ones(3, bool))
    path = tmp_path / "bad.table"
    fewer = {**good.settings, "pairs": good.settings["pairs"] - 1}
    for resource, reason in (
        (replace(good, body=good.body[:-1]), "too short"),
        (replace(good, body=good.body + b"x"), "too long"),
        (replace(good, settings=fewer), "too long"),
        (replace(good, settings={**good.settings, "key": "sound"}), "key"),
        (replace(good, kind="packed-lm"), "packed-lm"),
    ):
        write_resource(path, resource)
        with pytest.raises(ResourceError, match=reason):
            open_phrase_table(path)
    rng = np.random.default_rng(5)
    for place in rng.integers(0, len(good.body), 60).tolist():
        body = bytearray(good.body)
        body[place] ^= int(rng.integers(1, 256))
        write_resource(path, replace(good, body=bytes(body)))
        try:
            content(open_phrase_table(path))
        except ResourceError:
            continue
