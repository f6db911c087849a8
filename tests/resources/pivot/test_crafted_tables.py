"""Phrase tables whose checksum fits and whose arrays do not: refused, and by both cores."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from odd_values import container, odd_texts

from resources.pivot.test_table import make
from tesla_metrics import ResourceError
from tesla_metrics.arrays import Array
from tesla_metrics.files.compression import MAPPED_MAGIC
from tesla_metrics.files.mapped_arrays import read_mapped, write_mapped
from tesla_metrics.resources.pivot.phrase_table import KIND, VERSION, open_phrase_table

Change = Callable[[dict[str, Array]], Any]


def put(name: str, place: Any, value: int) -> Change:
    def change(sections: dict[str, Array]) -> None:
        sections[name][place] = value

    return change


def turn(name: str, make: Callable[[Array], Array]) -> Change:
    def change(sections: dict[str, Array]) -> None:
        sections[name] = make(sections[name])

    return change


@pytest.mark.parametrize(
    ("change", "fact"),
    [
        (put("starts", 1, 2**62), "starts is out of order"),
        (put("starts", 1, -1), "starts is out of order"),
        (put("starts", 0, 1), "starts is out of order"),
        (put("starts", 1, 0), "no pivot phrase"),
        (put("target-starts", 1, 2**40), "target-starts is out of order"),
        (put("pivot-starts", -1, 3), "pivot-starts is out of order"),
        (put("phrases", (0, 0), 60_000), "target phrases has an unknown word"),
        (put("pivot-phrases", (0, 0), 60_000), "pivot phrases has an unknown word"),
        (put("phrases", (0, 0), 0), "target phrases is empty or has a gap"),
        (put("pivot-phrases", (0, 3), 1), "pivot phrases is empty or has a gap"),
        (put("counts", 0, 0), "a count is less than 1"),
        (put("pair-counts", 0, 0), "a count is less than 1"),
        (put("counts", 0, 2**32 - 1), "do not add up"),
        (put("pair-counts", 0, 2**32 - 1), "do not add up"),
        (put("hashes", 0, 2**64 - 1), "hashes are out of order"),
        (put("target-bytes", 0, 0xFF), "target words are not UTF-8"),
        (put("pivot-bytes", slice(None), ord("x")), "no tag"),
        (turn("counts", lambda own: own[:-1]), "different lengths"),
        (turn("phrases", lambda own: own[:, :3]), "different lengths"),
        (turn("phrases", lambda own: own.ravel()), "phrases has another type or shape"),
        (turn("counts", lambda own: own.astype("<f8")), "counts has another type or shape"),
        (turn("starts", lambda own: own[:0]), "starts is out of order"),
        (turn("target-starts", lambda own: own[:0]), "target-starts is out of order"),
        (turn("pivot-bytes", lambda own: own.view("i1")), "pivot-bytes has another type"),
        (lambda sections: sections.pop("hashes"), "sections.hashes is missing"),
    ],
)
def test_arrays_that_do_not_fit(tmp_path: Path, change: Change, fact: str) -> None:
    path = make(tmp_path)
    mapped = read_mapped(path, KIND, VERSION)
    sections = {name: np.array(array) for name, array in mapped.arrays_by_name.items()}
    change(sections)
    write_mapped(path, KIND, VERSION, mapped.settings, sections)
    with pytest.raises(ResourceError, match=fact) as caught:
        open_phrase_table(path)
    assert str(path) in str(caught.value)


def test_a_word_that_starts_inside_a_character(tmp_path: Path) -> None:
    path = make(tmp_path)
    mapped = read_mapped(path, KIND, VERSION)
    sections = {name: np.array(array) for name, array in mapped.arrays_by_name.items()}
    at = int(sections["target-starts"][1])
    sections["target-bytes"][at - 1 : at + 1] = list("é".encode())
    write_mapped(path, KIND, VERSION, mapped.settings, sections)
    with pytest.raises(ResourceError, match="starts inside a character"):
        open_phrase_table(path)


def test_every_field_of_the_header_with_every_odd_value(tmp_path: Path) -> None:
    facts = {
        "kind": KIND,
        "version": VERSION,
        "settings": {"target": "en", "pivot": "fr", "key": "lemma", "tags": "upos", "total": 1},
        "sections": {"hashes": ["<u8", [1], 0], "phrases": ["<u2", [1, 2], 64]},
    }
    path = tmp_path / "x.table"
    for what, text in odd_texts(facts):
        path.write_bytes(container(text.encode(), bytes(256), magic=MAPPED_MAGIC))
        with pytest.raises(ResourceError) as caught:  # arrays are missing, if nothing else is wrong
            open_phrase_table(path)
        assert "\n" not in str(caught.value), what
        assert len(str(caught.value)) < 500, what


@pytest.mark.parametrize(
    "section",
    [
        '["<u8", [1000000000000000], 0]', '["<u8", [-1], 0]', '["<u8", [4611686018427387904], 0]',
        '["<u8", [1], -64]', '["<u8", [1], 1]', '["<u8", [1], 99999999999999999999]',
        '["|O", [1], 0]', '["<U4", [1], 0]', '["<M8[ns]", [1], 0]', '["u4,u4", [1], 0]',
        '[">u8", [1], 0]', '["<u8", [], 0]', '["<u8", 1, 0]', '["<u8", [1]]',
        '["<u8", [1, 1, 1, 1, 1], 0]', '["<u8", [1.0], 0]', '["<f1", [1], 0]', '["|f1", [1], 0]',
        '["<u8", [0, 281474976710656, 1099511627776], 0]',
    ],
)  # fmt: skip
def test_sections_that_cannot_be(tmp_path: Path, section: str) -> None:
    header = f'{{"kind": "x", "version": 1, "settings": {{}}, "sections": {{"a": {section}}}}}'
    path = tmp_path / "x"
    path.write_bytes(container(header.encode(), bytes(256), magic=MAPPED_MAGIC))
    with pytest.raises(ResourceError, match=r"malformed \(sections\.a"):
        read_mapped(path, "x", 1)


@pytest.mark.parametrize("size", [1, 2, 3, 5])
def test_blocks_of_any_size_find_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, size: int
) -> None:
    monkeypatch.setattr("tesla_metrics.resources.pivot.packed_table._BLOCK", size)
    path = make(tmp_path)
    open_phrase_table(path)
    mapped = read_mapped(path, KIND, VERSION)
    sections = {name: np.array(array) for name, array in mapped.arrays_by_name.items()}
    tabs = np.flatnonzero(sections["pivot-bytes"] == ord("\t"))
    for name, place, value, fact in (
        ("target-bytes", -1, 0xC3, "target words are not UTF-8"),
        ("pivot-bytes", tabs[0], ord("x"), "no tag"),
        ("pivot-bytes", tabs[-1], ord("x"), "no tag"),
    ):
        before, sections[name][place] = sections[name][place], value
        write_mapped(path, KIND, VERSION, mapped.settings, sections)
        with pytest.raises(ResourceError, match=fact):
            open_phrase_table(path)
        sections[name][place] = before
