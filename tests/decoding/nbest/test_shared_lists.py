"""Real lists of Moses."""

import gzip
from pathlib import Path

import numpy as np
import pytest

from tesla_metrics.decoding.nbest.nbest_files import read_nbest

pytestmark = pytest.mark.data


def lines(path: Path) -> list[list[str]]:
    with gzip.open(path, "rt", encoding="utf-8") as stream:
        return [[part.strip() for part in line.split("|||")] for line in stream]


def numbers(field: str) -> tuple[float, ...]:
    return tuple(float(word) for word in field.split() if not word.endswith(("=", ":")))


def test_a_large_list(shared: Path) -> None:
    file = shared / "nbest" / "moses-large" / "nbest.gz"
    found, plain = read_nbest([str(file)]), lines(file)
    assert found.ids == tuple(range(100))
    assert set(np.diff(found.starts)) == {100}
    assert found.names == (
        *(f"d_{n}" for n in range(7)), "lm_0", "lm_1", *(f"tm_{n}" for n in range(5)), "w_0",
    )  # fmt: skip
    assert list(found.texts) == [line[1] for line in plain]
    assert list(map(tuple, found.features)) == [numbers(line[2]) for line in plain]
    assert found.scores is not None
    assert found.scores.tolist() == [float(line[3]) for line in plain]


def test_lists_of_five_iterations(shared: Path) -> None:
    files = [shared / "nbest" / "moses-extract" / f"nbest.{n}.gz" for n in range(1, 6)]
    found = read_nbest(list(map(str, files)))
    wanted = {
        (int(ident), text, numbers(features))
        for file in files
        for ident, text, features, _ in lines(file)
    }
    pooled = {
        (found.ids[owner], text, tuple(row))
        for owner, text, row in zip(found.owners, found.texts, found.features.tolist(), strict=True)
    }
    assert pooled == wanted
    assert len(found.texts) == len(wanted) < 5000
