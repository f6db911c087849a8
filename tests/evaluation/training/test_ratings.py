"""Rated pairs: read as people have them, refused by file and line where they cannot be."""

import json
from pathlib import Path
from typing import Any

import pytest

from tesla_metrics import InputError, UsageError
from tesla_metrics.evaluation.judgments import FaultCollector
from tesla_metrics.evaluation.training.ratings import (
    RatedPair,
    RatingScale,
    build_rated_pairs,
    read_ratings,
)
from tesla_metrics.evaluation.training.train_pem import (
    COPY_RATING,
    OTHER_RATING,
    make_control_pairs,
)

PAIRS = [RatedPair("a dog", "one dog", 0.0), RatedPair("a cat", "one cat", 0.75)]
ROWS = ["source\tcandidate\trating", "a dog\tone dog\t1", "a cat\tone cat\t4"]


def write(path: Path, lines: list[str]) -> str:
    path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    return str(path)


def test_tables_of_every_kind(tmp_path: Path) -> None:
    assert read_ratings([write(tmp_path / "r.tsv", ROWS)]) == PAIRS
    commas = [row.replace("\t", ",") for row in ROWS]
    assert read_ratings([write(tmp_path / "r.csv", commas)]) == PAIRS
    lines = [json.dumps({"src": s, "text": c, "score": 1 + 4 * r}) for s, c, r in PAIRS]
    assert read_ratings([write(tmp_path / "r.jsonl", lines)]) == PAIRS
    assert read_ratings([str(tmp_path / "r.jsonl"), str(tmp_path / "r.csv")]) == PAIRS * 2


def test_columns_by_name_and_by_number(tmp_path: Path) -> None:
    rows = ["n\tnew\told\tfluent\tmeans", "1\tone dog\ta dog\t9\t0", "2\tone cat\ta cat\t9\t75"]
    path = write(tmp_path / "r.tsv", rows)
    for columns in ("src=old,hyp=new,rating=means", "score=means,hyp=new,source=old"):
        assert read_ratings([path], RatingScale(0, 100), columns=columns) == PAIRS
    path = write(tmp_path / "n.tsv", rows[1:])
    numbers = "src=3,hyp=2,rating=5"
    assert read_ratings([path], RatingScale(0, 100), columns=numbers, header=False) == PAIRS


@pytest.mark.parametrize(
    ("rating", "message"),
    [
        ("6", "r.tsv, line 3: the rating 6 is not on the scale from 1 to 5"),
        ("0.9", "line 3: the rating 0.9 is not on the scale"),
        ("NA", "line 3: the rating 'NA' is not a number"),
        ("nan", "line 3: the rating 'nan' is not a number"),
        ("", "line 3: the rating '' is not a number"),
    ],
)
def test_bad_ratings_are_named(tmp_path: Path, rating: str, message: str) -> None:
    path = write(tmp_path / "r.tsv", [*ROWS[:2], f"a cat\tone cat\t{rating}"])
    with pytest.raises(InputError, match=message):
        read_ratings([path])
    faults = FaultCollector(skip_faults=True)
    assert read_ratings([path], faults=faults) == PAIRS[:1]
    assert "1 left out" in faults.summary()[0]


@pytest.mark.parametrize(("row", "what"), [("\tx\t3", "source"), ("x\t \t3", "candidate")])
def test_pairs_without_a_text_are_named(tmp_path: Path, row: str, what: str) -> None:
    path = write(tmp_path / "r.tsv", [*ROWS[:2], row])
    with pytest.raises(InputError, match=f"r.tsv, line 3: the {what} is empty; give the text that"):
        read_ratings([path])
    faults = FaultCollector(skip_faults=True)
    assert read_ratings([path], faults=faults) == PAIRS[:1]
    assert "1 left out (no text)" in faults.summary()[0]
    with pytest.raises(InputError, match=f"pair 1: the {what} is empty"):
        build_rated_pairs([(*row.split("\t")[:2], 3)], RatingScale())


@pytest.mark.parametrize(
    ("rows", "columns", "message"),
    [
        (["a\tb\tc", "1\t2\t3"], "", "no column is named like the source"),
        (["source\tb\trating", "1\t2\t3"], "", "no column is named like the candidate"),
        (["source\tcandidate\tc", "1\t2\t3"], "", "no column is the rating"),
        (["source\tcandidate\trating\tscore", "1\t2\t3\t3"], "", "rating and score could each"),
        (ROWS, "src=source,hyp=candidate", "name each of the three once"),
        (ROWS, "src=source,hyp=candidate,rating=no", "there is no 'no'"),
        (ROWS[:1], "", "no rated pair"),
    ],
)
def test_bad_tables(tmp_path: Path, rows: list[str], columns: str, message: str) -> None:
    path = write(tmp_path / "r.tsv", rows)
    with pytest.raises((InputError, UsageError), match=message):
        read_ratings([path], columns=[columns] if columns else [])


@pytest.mark.parametrize("ends", [(5, 1), (1, 1), (0, float("inf")), ("a", 2)])
def test_bad_scales(ends: Any) -> None:
    with pytest.raises(UsageError, match="the lower one first"):
        RatingScale(*ends)


def test_rows_of_python() -> None:
    scale = RatingScale()
    assert build_rated_pairs([("a dog", "one dog", 1), ("a cat", "one cat", 4.0)], scale) == PAIRS
    rows = [{"src": s, "hyp": c, "rating": 1 + 4 * r, "n": 1} for s, c, r in PAIRS]
    assert build_rated_pairs(rows, scale) == PAIRS
    bad: list[tuple[Any, str]] = [
        ([], "no rated pairs"),
        ([("a", "b")], "pair 1 is not a rated pair"),
        ([("a", "b", 1), ("a", None, 1)], "pair 2: the candidate is None"),
        ([("a", "b", 7)], r"pair 1: the rating 7 is not on the scale.*in Python scale=\(LOW"),
        ([("a", "b", True)], "pair 1: the rating 'True' is not a number"),
        ([{"src": "a", "rating": 1}], "pair 1 has no candidate"),
        ([{"src": "a", "text": "b"}], "pair 1 has no rating: name a field rating or score"),
    ]
    for given, message in bad:
        with pytest.raises(InputError, match=message):
            build_rated_pairs(given, scale)


def test_controls() -> None:
    sources = ["one two three", "four five", "six"]
    found = list(make_control_pairs(sources, 7))
    assert found == list(make_control_pairs(sources, 7))
    assert found != list(make_control_pairs(sources, 8))
    assert [pair.source for pair in found[::3]] == sources
    for copy, other, bag in zip(found[::3], found[1::3], found[2::3], strict=True):
        assert (copy.candidate, copy.rating) == (copy.source, COPY_RATING)
        assert other.candidate in sources
        assert other.candidate != other.source
        assert other.rating == bag.rating == OTHER_RATING
        assert len(bag.candidate.split()) == len(bag.source.split())
