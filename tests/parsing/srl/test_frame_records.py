"""Sentences with frames as JSON lines."""

import json
from pathlib import Path
from typing import Any

import pytest

from tesla_metrics.errors import InputError
from tesla_metrics.parsing.srl.frame import (
    Argument,
    decode_labelled_sentence,
    encode_labelled_sentence,
    read_frames,
)
from tesla_metrics.text.lemmatizer import Lemmatizer

TREE = "(TOP (S (NP (PRP$ Her) (NNS purchases)) (VP (VBD annoyed) (NP (PRP us)))))"


def content(**more: Any) -> dict[str, Any]:
    return {
        "doc": "one", "sent": 3, "genre": "news", "tokens": ["Her", "purchases", "annoyed", "us"],
        "pos": ["PRP$", "NNS", "VBD", "PRP"], "lemmas": ["she", "purchase", "annoy", "_"],
        "tree": TREE,
        "preds": [
            {"i": 1, "lemma": "purchase", "roleset": "purchase.01", "pos": "NNS",
             "args": [["V", 1, 1], ["ARG0", 0, 0]]},
        ],
    } | more  # fmt: skip


def written(path: Path, **more: Any) -> str:
    path.write_text(f"\n{json.dumps(content(**more))}\n")
    return str(path)


def test_a_record_comes_back(tmp_path: Path) -> None:
    (found,) = read_frames(written(tmp_path / "x.jsonl"))
    assert (found.document, found.number, found.genre) == ("one", 3, "news")
    (frame,) = found.frames
    assert (frame.predicate, frame.tag, frame.lemma) == (1, "NNS", "purchase")
    assert frame.arguments == (Argument("ARG0", 0, 1),)
    again = decode_labelled_sentence(encode_labelled_sentence(found), Lemmatizer("en"))
    assert again == found


def test_what_nothing_tells_is_left_out() -> None:
    found = decode_labelled_sentence(content(preds=predicate()), Lemmatizer("en"))
    assert found.frames[0].roleset == ""
    assert "roleset" not in encode_labelled_sentence(found)["preds"][0]
    assert decode_labelled_sentence(encode_labelled_sentence(found), Lemmatizer("en")) == found


def test_lemmas_are_those_given_and_else_worked_out(tmp_path: Path) -> None:
    (given,) = read_frames(written(tmp_path / "x.jsonl", lemmas=["X", "Y", "Z", "_"]))
    assert [token.lemma for token in given.sentence.tokens][:3] == ["X", "Y", "Z"]
    bare = content()
    del bare["lemmas"], bare["pos"]
    found = decode_labelled_sentence(bare, Lemmatizer("en"))
    assert [token.lemma for token in found.sentence.tokens][1:3] == ["purchase", "annoy"]
    assert given.sentence.tokens[3].lemma == found.sentence.tokens[3].lemma
    assert [token.xpos for token in found.sentence.tokens] == ["PRP$", "NNS", "VBD", "PRP"]


def test_tags_are_those_given() -> None:
    found = decode_labelled_sentence(content(pos=["_", "NN", "VBN", "_"]), Lemmatizer("en"))
    assert [token.xpos for token in found.sentence.tokens] == ["PRP$", "NN", "VBN", "PRP"]


def predicate(**more: Any) -> list[dict[str, Any]]:
    return [{"i": 1, "lemma": "purchase", "args": []} | more]


@pytest.mark.parametrize(
    ("more", "fact"),
    [
        ({"tokens": ["Her", "purchases"]}, "its tree and its tokens differ"),
        ({"lemmas": ["her"]}, "its lemmas and its tokens differ"),
        ({"pos": ["X"] * 5}, "its pos and its tokens differ"),
        ({"tree": "(S (NP (PRP It))"}, "line 2: the tree does not close 1 of its brackets"),
        ({"preds": predicate(i=4)}, "preds[0].i is 4, but the sentence has 4 tokens"),
        ({"preds": predicate(args=[["ARG1", 3, 4]])}, "has ARG1 from 3 to 4"),
        ({"preds": predicate(args=[["ARG1", 2, 1]])}, "has ARG1 from 2 to 1"),
        ({"preds": predicate(i=-1)}, "preds[0].i"),
        ({"preds": 7}, "preds"),
        ({"tokens": [1, 2, 3, 4]}, "tokens[0]"),
    ],
)
def test_what_is_refused_with_its_line(tmp_path: Path, more: dict[str, Any], fact: str) -> None:
    with pytest.raises(InputError, match=r"x\.jsonl, line 2") as refused:
        list(read_frames(written(tmp_path / "x.jsonl", **more)))
    assert fact in str(refused.value)


def test_no_json(tmp_path: Path) -> None:
    path = tmp_path / "x.jsonl"
    path.write_text("{]\n")
    with pytest.raises(InputError, match=r"x\.jsonl, line 1"):
        list(read_frames(str(path)))


def test_of_words_with_two_labels_the_annotators_first_comes_first() -> None:
    args = [["ARGM-TMP", 3, 3], ["ARG2", 0, 0], ["ARG0", 0, 0]]
    found = decode_labelled_sentence(
        content(preds=[{"i": 1, "lemma": "purchase", "args": args}]), Lemmatizer("en")
    )
    assert [one.label for one in found.frames[0].arguments] == ["ARG2", "ARG0", "ARGM-TMP"]
