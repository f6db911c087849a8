"""N-best lists in all the ways in which decoders write them."""

import gzip
import json
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from app.cli.running import write
from hypothesis import given, settings
from hypothesis import strategies as st

from tesla_metrics import InputError, TeslaWarning, UsageError
from tesla_metrics.decoding.nbest.nbest import Nbest, read_counterparts
from tesla_metrics.decoding.nbest.nbest_files import WRITE_FORMATS, pool, read_nbest, write_nbest

MOSES = [
    "0 ||| a red house ||| lm= -3.5 tm= -1 -2 ||| -4.25",
    "0 ||| one red house ||| lm= -4 tm= -1 -3 ||| -5",
    "1 ||| it rains ||| lm= -1e-3 tm= 0 0.5 ||| -1",
]
NAMES = ("lm_0", "tm_0", "tm_1")
VALUES = [[-3.5, -1, -2], [-4, -1, -3], [-1e-3, 0, 0.5]]
TEXTS = ["a red house", "one red house", "it rains"]


def read(path: Path, lines: list[str], wanted: bool = True) -> Nbest:
    return read_nbest([str(write(path / "list.txt", lines))], features=wanted, scores=wanted)


@pytest.mark.parametrize(
    ("change", "names"),
    [
        (lambda line: line, NAMES),
        (lambda line: line.replace(" |||", "|||", 1), NAMES),
        (lambda line: line.replace("=", ":"), NAMES),
        (lambda line: line.replace("= ", "="), ("lm", "tm_0", "tm_1")),
        (lambda line: line.replace("lm= ", "").replace("tm= ", ""), ("0", "1", "2")),
        (lambda line: f"{line} ||| 0=0 1=1 ||| 0-0 1-1", NAMES),
        (lambda line: line.replace(" ", "  ").replace("|||", "||| "), NAMES),
    ],
)
def test_features_in_many_ways(tmp_path: Path, change: object, names: tuple[str, ...]) -> None:
    assert callable(change)
    found = read(tmp_path, list(map(change, MOSES)))
    assert found.ids == (0, 1)
    assert found.starts.tolist() == [0, 2, 3]
    assert [" ".join(text.split()) for text in found.texts] == TEXTS
    assert found.names == names
    assert found.features.tolist() == VALUES
    assert found.scores is not None
    assert found.scores.tolist() == [-4.25, -5, -1]


def test_joshuas_pairs_keep_their_names(tmp_path: Path) -> None:
    found = read(tmp_path, ["0 ||| a ||| tm_pt_0=-1 tm_pt_1=2 WordPenalty=-3 ||| -1.5"])
    assert found.names == ("tm_pt_0", "tm_pt_1", "WordPenalty")
    # In whatever order a line has them.
    lines = ["0 ||| a ||| x=-1 y=2", "0 ||| b ||| y=4 x=-2", "1 ||| c ||| y= 5 x: 7"]
    other = read(tmp_path, lines)
    assert (other.names, other.scores) == (("x", "y"), None)
    assert other.features.tolist() == [[-1, 2], [-2, 4], [7, 5]]


def test_fields_that_are_missing(tmp_path: Path) -> None:
    alone = read(tmp_path, ["0 ||| a", "1||| b "])
    assert (alone.names, alone.features.shape, alone.scores) == ((), (2, 0), None)
    for line in ("0 ||| a ||| -1.5", "0 ||| a ||| ||| -1.5", "0 ||| a |||  ||| -1.5 ||| 0-0"):
        scored = read(tmp_path, [line])
        assert scored.names == ()
        assert scored.scores is not None
        assert scored.scores.tolist() == [-1.5]
    unscored = read(tmp_path, ["0 ||| a ||| lm= -1.5 ||| 0-0"])
    assert (unscored.names, unscored.scores) == (("lm_0",), None)


def test_ids_in_any_order(tmp_path: Path) -> None:
    lines = ["2 ||| e", "0 ||| a", "1 ||| c", "0 ||| b", "1 ||| d", "0 ||| a"]
    found = read(tmp_path, lines)
    assert found.ids == (0, 1, 2)
    assert found.starts.tolist() == [0, 3, 5, 6]
    # Samples that come twice count twice, so that one file is left as it is.
    assert found.texts == ["a", "b", "a", "c", "d", "e"]
    assert found.owners.tolist() == [0, 0, 0, 1, 1, 2]
    assert list(found.candidates(1)) == ["c", "d"]


def test_pooled_lists_have_each_candidate_once(tmp_path: Path) -> None:
    first = write(tmp_path / "1.txt", MOSES)
    second = tmp_path / "2.gz"
    more = [
        "1 ||| it pours ||| lm= -2 tm= 0 0 ||| 1",
        "0 ||| a red house ||| lm= -3.5 tm= -1 -2 ||| 7",  # other weights, the same candidate
        "0 ||| a red house ||| lm= -3.5 tm= -1 -1 ||| 7",  # another derivation
        "1 ||| it rains ||| lm= -1e-3 tm= -0 0.5 ||| 1",
    ]
    second.write_bytes(gzip.compress("\n".join(more).encode()))
    found = read_nbest([str(first), str(second)])
    assert found.texts == [*TEXTS[:2], "a red house", "it rains", "it pours"]
    assert found.starts.tolist() == [0, 3, 5]
    assert found.scores is not None
    assert found.scores.tolist() == [-4.25, -5, 7, -1, 1]
    # One without scores takes them from all.
    bare = write(tmp_path / "3.txt", ["5 ||| x ||| lm= -3.5 tm= -1 -2"])
    assert pool([found, read_nbest([str(bare)])]).scores is None


@pytest.mark.parametrize("kind", WRITE_FORMATS)
@settings(max_examples=25)
@given(
    st.lists(
        st.tuples(
            st.integers(0, 3),
            st.text("ab é,", max_size=8).map(str.strip),
            st.lists(st.floats(allow_nan=False, allow_infinity=False), min_size=4, max_size=4),
        ),
        min_size=1,
        max_size=8,
    ),
    st.sampled_from([(), ("lm_0", "tm_0", "tm_1", "w"), ("tm_pt_1", "x=5", "7", "a:b")]),
    st.booleans(),
)
def test_what_is_written_is_read_again(
    tmp_path_factory: pytest.TempPathFactory,
    kind: str,
    rows: list[tuple[int, str, list[float]]],
    names: tuple[str, ...],
    scored: bool,
) -> None:
    rows.sort(key=lambda row: row[0])
    ids = np.array([row[0] for row in rows])
    features = np.array([row[2] for row in rows])[:, : len(names)]
    given = Nbest(
        tuple(np.unique(ids).tolist()),
        np.append(np.unique(ids, return_index=True)[1], len(rows)),
        [row[1] for row in rows],
        names,
        features,
        np.array([row[2][0] for row in rows]) if scored else None,
    )
    file = str(tmp_path_factory.getbasetemp() / f"again.{kind}")
    write_nbest(given, file, kind)
    found = read_nbest([file], "jsonl" if kind == "jsonl" else "nbest")
    assert (found.ids, found.texts) == (given.ids, given.texts)
    assert found.starts.tolist() == given.starts.tolist()
    assert found.names == (tuple(map(str, range(len(names)))) if kind == "zmert" else names)
    assert found.features.tolist() == features.tolist()
    assert (found.scores is None) == (given.scores is None)
    if found.scores is not None and given.scores is not None:
        assert found.scores.tolist() == given.scores.tolist()


def test_names_and_texts_that_bars_cannot_take(tmp_path: Path) -> None:
    for features, text in (("two words", "a"), ("x", "a ||| b")):
        row = {"hypotheses": [text], "features": [{features: 1}]}
        found = read(tmp_path, [json.dumps(row)])
        with pytest.raises(InputError, match="write jsonl"):
            write_nbest(found, str(tmp_path / "out"))
        assert not (tmp_path / "out").exists()


@pytest.mark.parametrize("kind", WRITE_FORMATS)
def test_what_would_not_come_back_is_not_written(tmp_path: Path, kind: str) -> None:
    found = read(tmp_path, MOSES)
    for text in ("a\nb", "a\rb", "a\0b"):
        other = replace(found, texts=[*TEXTS[:2], text])
        if kind == "jsonl":
            write_nbest(other, str(tmp_path / "json"), kind)
            assert len(read_nbest(str(tmp_path / "json")).texts) == 3
            continue
        with pytest.raises(InputError, match=r"candidate 1 of id 1 contains a .*: write jsonl"):
            write_nbest(other, str(tmp_path / "out"), kind)
    for other in (
        replace(found, features=np.array([[0, 0, 0], [0, np.nan, 0], [0, 0, 0]])),
        replace(found, scores=np.array([0, -np.inf, 0])),
    ):
        with pytest.raises(InputError, match="of candidate 2 of id 0 are not finite"):
            write_nbest(other, str(tmp_path / "out"), kind)
    assert not (tmp_path / "out").exists()


def test_samples(tmp_path: Path) -> None:
    rows = [
        {"id": 1, "hypotheses": ["c"], "scores": [-3]},
        {"id": 0, "hypotheses": ["a", "b\nb"], "scores": [-1, -2.5]},
        {"id": 1, "candidates": ["d"], "scores": [-4]},
    ]
    found = read(tmp_path, list(map(json.dumps, rows)))
    assert (found.ids, found.texts) == ((0, 1), ["a", "b b", "c", "d"])
    assert found.scores is not None
    assert found.scores.tolist() == [-1, -2.5, -3, -4]
    by_name = [{"lm": -1, "tm": 2}, {"tm": 3, "lm": 4}]
    for features in (by_name, [[-1, 2], [4, 3]]):
        line = json.dumps({"hypotheses": ["a", "b"], "features": features})
        given = read(tmp_path, [line])
        assert given.names == (("lm", "tm") if features is by_name else ("0", "1"))
        assert given.features.tolist() == [[-1, 2], [4, 3]]


def identified(ids: Sequence[object]) -> list[str]:
    return [
        json.dumps({"id": own, "hypotheses": [f"text {number}"]}) for number, own in enumerate(ids)
    ]


def test_ids_of_samples(tmp_path: Path) -> None:
    # Tools make texts of them, or numbers with a point.
    ids: Sequence[object]
    for ids in ([1, 0], ["1", "0"], [1.0, 0.0], ["01", 0]):
        found = read(tmp_path, identified(ids))
        assert (found.ids, found.texts, found.labels) == ((0, 1), ["text 1", "text 0"], None)
    for ids in ([None, None], ["", None]):
        found = read(tmp_path, identified(ids))
        assert (found.ids, found.texts, found.labels) == ((0, 1), ["text 0", "text 1"], ())
    for ids in (["x", "y"], [7, "y"], [10**20, 1], [0.5, 0], [True, 0], ["9" * 30, "1"], [-1, 0]):
        with pytest.warns(
            TeslaWarning, match=r"ids of .*list\.txt are not line numbers, for example"
        ):
            found = read(tmp_path, identified(ids))
        assert (found.ids, found.texts) == ((0, 1), ["text 0", "text 1"])
        assert found.labels == tuple(map(str, ids))
        write_nbest(found, str(tmp_path / "again.jsonl"), "jsonl")
        with pytest.warns(TeslaWarning):
            assert read_nbest(str(tmp_path / "again.jsonl")).labels == found.labels
    for ids in ([0, None], [None, 0], ["x", ""]):
        with pytest.raises(InputError, match=r"line 2: .* has an id, .*: give all or none"):
            read(tmp_path, identified(ids))


@pytest.mark.filterwarnings("ignore:ids of")
def test_other_ids_are_not_pooled(tmp_path: Path) -> None:
    one, two = (write(tmp_path / "".join(ids), identified(ids)) for ids in ("xy", "yx"))
    with pytest.raises(InputError, match="have different ids, or another order"):
        read_nbest([str(one), str(two)])
    assert read_nbest([str(one), str(one)]).labels == ("x", "y")


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"ids": (), "starts": np.array([0]), "texts": []}, "there are no n-best lists"),
        ({"ids": (1, 0)}, "ids of n-best lists must be"),
        ({"ids": (-1, 0)}, "ids of n-best lists must be"),
        ({"ids": (0,)}, "starts of n-best lists must be those of 1 lists"),
        ({"starts": np.array([1, 2, 3])}, "starts of n-best lists"),
        ({"starts": np.array([0, 3, 3])}, "an n-best list has no candidates"),
        ({"texts": ["a"]}, "from 0 to 1"),
        ({"labels": ("a",)}, "1 labels for 2"),
        ({"names": ("lm_0",)}, "features of n-best lists have shape 3 x 3, .* 3 x 1"),
        ({"scores": np.zeros(2)}, "scores of n-best lists have shape 2"),
    ],
)
def test_parts_that_do_not_fit(tmp_path: Path, change: Any, message: str) -> None:
    with pytest.raises(InputError, match=message):
        replace(read(tmp_path, MOSES), **change)


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("text alone", "line 3: 'text alone' is not ID ||| TEXT"),
        ("x ||| text", "line 3: 'x ||| text' is not"),
        ("-1 ||| text", "line 3: '-1 ||| text' is not"),
        ("", "line 3: '' is not"),
        (f"{'9' * 30} ||| a ||| lm= 1 tm= 1 2 ||| 1", "line 3: '999"),
        (f"{'9' * 5000} ||| a ||| lm= 1 tm= 1 2 ||| 1", "line 3: '999"),
        ("1 ||| a ||| lm= -1 tm= 1 ||| -1", "line 3: feature tm_1 is missing"),
        ("1 ||| a ||| tm= 1 2 ||| -1", "line 3: feature lm_0 is missing"),
        ("1 ||| a", "line 3: feature lm_0 is missing"),
        ("1 ||| a ||| lm= -1 tm= 1 2 3 ||| -1", "line 3: feature tm_2 occurs twice or"),
        ("1 ||| a ||| lm= -1 tm= 1 2 w= 0 ||| -1", "line 3: feature w_0 occurs twice or"),
        ("1 ||| a ||| lm= -inf tm= 1 2 ||| -1", "line 3: feature lm_0 is -inf"),
        ("1 ||| a ||| lm= 1 tm= 1 nan ||| -1", "line 3: feature tm_1 is nan"),
        ("1 ||| a ||| lm= 1 tm= 1 1e999 ||| -1", "line 3: feature tm_1 is inf"),
        ("1 ||| a ||| lm= one tm= 1 2 ||| -1", "line 3: 'one' is not a number"),
        ("1 ||| a ||| lm= tm= 1 2 ||| -1", "line 3: feature lm has no value"),
        ("1 ||| a ||| lm= 1 tm= 1 2", "line 3: there is no score"),
        ("1 ||| a ||| lm= 1 tm= 1 2 ||| x", "line 3: 'x' is not a score"),
        ("1 ||| a ||| lm= 1 tm= 1 2 ||| inf", "line 3: the score is inf"),
    ],
)
def test_bad_lines(tmp_path: Path, line: str, message: str) -> None:
    with pytest.raises(InputError) as error:
        read(tmp_path, [*MOSES[:2], line, MOSES[2]])
    assert f"list.txt, {message}" in str(error.value)


@pytest.mark.parametrize("named", [False, True])
def test_a_feature_that_another_line_has_too_many(tmp_path: Path, named: bool) -> None:
    fields = ["lm= -1 -2", "lm= -1", "lm= -1 -2 -3"] if named else ["-1 -2", "-1", "-1 -2 -3"]
    lines = [f"0 ||| {text} ||| {own} ||| -4" for text, own in zip("abc", fields, strict=True)]
    with pytest.raises(InputError, match=r"line 2: feature (lm_)?1 is missing"):
        read(tmp_path, lines)
    # Nor is one that comes first in the next.
    with pytest.raises(InputError, match="line 2: "):
        read(tmp_path, ["0 ||| a ||| x= 1 y= 2", "0 ||| b ||| x= 1 y=", "0 ||| c ||| 2 x= 1 y= 2"])


def test_what_is_not_wanted_may_be_anything(tmp_path: Path) -> None:
    lines = ["0 ||| a ||| lm= -inf ||| x", "0 ||| b", "1 ||| c ||| ? ||| nan"]
    found = read(tmp_path, lines, wanted=False)
    assert (found.texts, found.names, found.scores) == (["a", "b", "c"], (), None)


@pytest.mark.parametrize(
    ("row", "message"),
    [
        ({"hypotheses": []}, "hypotheses are []"),
        ({"hypotheses": "a"}, 'hypotheses are "a"'),
        ({"text": "a"}, "there are no hypotheses"),
        ({"hypotheses": ["a"], "candidates": ["a"]}, "hypotheses and candidates both occur"),
        ({"hypotheses": ["a", 1]}, "hypothesis 2: 1 is not a text"),
        ({"hypotheses": ["a", "b"], "scores": [1]}, "2 hypotheses but 1 scores"),
        ({"hypotheses": ["a"], "scores": 1}, "1 hypotheses but scores that are not a list"),
        ({"hypotheses": ["a"]}, "line 1 of the file has scores, this one has none"),
        ({"hypotheses": ["a"], "scores": [None]}, "hypothesis 1: the score is null"),
        ({"hypotheses": ["a"], "scores": [float("nan")]}, "hypothesis 1: the score is NaN"),
        ({"hypotheses": ["a"], "scores": [1], "features": [{}]}, "feature x is missing"),
        ({"hypotheses": ["a"], "scores": [1], "features": [[1]]}, "feature 0 is added"),
        ({"hypotheses": ["a"], "scores": [1], "features": [1]}, "hypothesis 1: features are 1"),
        ({"hypotheses": ["a"], "scores": [1], "features": [{"x": "1"}]}, 'feature x is "1"'),
        ({"hypotheses": ["a"], "scores": [1], "features": [{"x": True}]}, "feature x is true"),
    ],
)
def test_bad_samples(tmp_path: Path, row: dict[str, object], message: str) -> None:
    first = {"hypotheses": ["a"], "scores": [1], "features": [{"x": 1}]}
    with pytest.raises(InputError) as error:
        read(tmp_path, [json.dumps(first), json.dumps(row)])
    assert "list.txt, line 2" in str(error.value)
    assert message in str(error.value)


def test_bad_files(tmp_path: Path) -> None:
    twice = [json.dumps({"id": "a", "hypotheses": ["x"]})] * 2
    for lines, message in (
        ([], "does not look like n-best lists"),
        (["plain text"], "does not look like n-best lists"),
        (["0 ||| a ||| x= 1 x_0=2"], "line 1: feature x_0 occurs twice"),
        (twice, "id 'a' occurs twice"),
    ):
        with pytest.raises(InputError, match=message):
            read(tmp_path, lines)
    for kind in ("nbest", "jsonl"):
        with pytest.raises(InputError, match=r"none\.txt is empty"):
            read_nbest([str(write(tmp_path / "none.txt", []))], kind)
    with pytest.raises(UsageError, match="n-best lists tsv: choose from nbest, jsonl"):
        read_nbest(["x"], "tsv")
    with pytest.raises(UsageError, match="there are no n-best lists"):
        read_nbest([])
    with pytest.raises(UsageError, match="be written as tsv"):
        write_nbest(read(tmp_path, MOSES), "x", "tsv")


@pytest.mark.parametrize(
    ("other", "message"),
    [
        ("lm= 1", r"1\.txt has feature tm_0, which .*2\.txt does not have"),
        ("lm= 1 tm= 1 2 w= 3", r"2\.txt has feature w_0, which .*1\.txt does not have"),
        ("tm= 1 2 lm= 3", "has features in that order"),
    ],
)
def test_features_of_pooled_files(tmp_path: Path, other: str, message: str) -> None:
    files = [
        write(tmp_path / "1.txt", MOSES), write(tmp_path / "2.txt", [f"0 ||| a ||| {other} ||| 1"]),
    ]  # fmt: skip
    with pytest.raises(InputError, match=message):
        read_nbest(list(map(str, files)))


def test_references_beside_lists(tmp_path: Path) -> None:
    file = str(write(tmp_path / "ref.txt", ["a", "b", "c"]))
    assert read_counterparts((0, 1, 2), "lists", [file, file]) == [["a", "b", "c"]] * 2
    with pytest.warns(TeslaWarning, match=r"ref\.txt has 3 lines.* lists end at 1: lines from 3"):
        assert read_counterparts((0, 1), "lists", [file]) == [["a", "b"]]
    with pytest.raises(InputError, match=r"lists has no candidate of id 1, line 2 of .*ref\.txt"):
        read_counterparts((0, 2), "lists", [file])
    with pytest.raises(InputError, match=r"candidates of id 3, but .*ref\.txt has 3 lines"):
        read_counterparts((0, 1, 2, 3), "lists", [file])
