"""Documents with relations as JSON lines."""

import json
from pathlib import Path
from typing import Any

import pytest

from tesla_metrics.errors import InputError
from tesla_metrics.files.schema import SchemaError
from tesla_metrics.parsing.discourse.relation_records import (
    AnnotatedDocument,
    decode_record,
    encode_record,
    join_words,
    read_records,
)


def sentence(text: str, tags: str, **more: Any) -> dict[str, Any]:
    words = text.split()
    return {
        "text": text, "tokens": words, "lemmas": [word.lower() for word in words],
        "upos": ["X"] * len(words), "xpos": tags.split(),
    } | more  # fmt: skip


def content(**more: Any) -> dict[str, Any]:
    tree = "(ROOT (S (NP-SBJ (PRP It)) (VP (VBD rained))))"
    return {
        "doc": "one",
        "genre": "news",
        "sentences": [
            sentence("It rained", "PRP VBD", par=1, tree=tree),
            sentence("So we left", "RB PRP VBD", par=2, tree="(S (RB So) (PRP we) (VBD left))"),
        ],
        "relations": [
            {
                "type": "Explicit", "conn": "so", "sense": "Contingency.Cause.Result",
                "conn_tok": [[2, 2]], "arg1_tok": [[0, 1]], "arg2_tok": [[3, 4]],
            }
        ],
    } | more  # fmt: skip


def related(**more: Any) -> dict[str, Any]:
    found = content()
    found["relations"][0] |= more
    return found


def test_a_record_is_read() -> None:
    found = decode_record(content())
    assert (found.name, found.genre, found.document.paragraph_indices) == ("one", "news", (1, 2))
    assert found.document.trees[0].words == ("It", "rained")
    (relation,) = found.relations
    assert relation.top == "Contingency"
    assert relation.explicit
    assert join_words(found.document, relation.arg2) == "we left"


def test_what_is_written_is_read_again() -> None:
    found = decode_record(content())
    again = decode_record(encode_record(found.name, found.document, found.relations))
    assert (again.document, again.relations) == (found.document, found.relations)


def test_trees_and_paragraphs_may_be_missing() -> None:
    bare = content(sentences=[sentence("It rained", "PRP VBD"), sentence("So we left", "RB P V")])
    found = decode_record(bare)
    assert (found.document.trees, found.document.paragraph_indices) == ((), ())

    class Same:
        def trees(self, sentences: object) -> list[Any]:
            return list(decode_record(content()).document.trees)

    assert len(found.with_trees(Same()).document.trees) == 2


@pytest.mark.parametrize(
    ("given", "kind", "sense"),
    [
        ({"type": "altlexc"}, "AltLex", "Contingency.Cause.Result"),
        ({"sense": "Cmparison.Contrast"}, "Explicit", "Comparison.Contrast"),
        ({"type": "Implicit", "sense": "NoRel"}, "NoRel", "NoRel"),
        ({"type": "EntRel", "sense": "EntRel", "conn": "_"}, "EntRel", "EntRel"),
    ],
)
def test_types_and_senses(given: dict[str, str], kind: str, sense: str) -> None:
    (relation,) = decode_record(related(**given)).relations
    assert (relation.type, relation.sense) == (kind, sense)
    assert relation.connective != "_"


def ted(direction: str, first: list[list[int]], second: list[list[int]]) -> AnnotatedDocument:
    words = "When it rained , we left".split()
    facts = {
        "type": "Explicit", "sense": "temporal.synchronous;contingency.cause", "dir": direction,
        "arg1_tok": first, "arg2_tok": second,
    }  # fmt: skip
    return decode_record(
        {
            "doc": "talk",
            "sentences": [{"tokens": words, "upos": ["X"] * 6, "xpos": ["X"] * 6}],
            "relations": [facts],
            "conn_spans": [[0, 0]],
        }
    )


def test_talks_name_the_argument_of_the_connective_by_a_direction() -> None:
    (relation,) = ted("1>2", [[0, 2]], [[4, 5]]).relations
    assert (relation.arg1, relation.arg2) == (((4, 5),), ((1, 2),))
    assert (relation.connective, relation.connective_tokens) == ("when", ((0, 0),))
    assert relation.sense == "Temporal.Synchronous"


def test_talks_whose_connective_is_elsewhere() -> None:
    (relation,) = ted("1<2", [[0, 2]], [[4, 5]]).relations
    assert (relation.arg2, relation.connective_tokens) == (((4, 5),), ())


@pytest.mark.parametrize(
    ("broken", "said"),
    [
        ([], "expected an object"),
        (content(sentences=[{"tokens": ["It"], "upos": ["X"]}]), r"sentences\[0\].xpos is missing"),
        (content(sentences=[sentence("It rained", "PRP")]), "differ in number"),
        (related(type="Odd"), "type is 'Odd'"),
        (related(arg1_tok=[[0, 9]]), r"has \[0, 9\], but the document has 5 tokens"),
        (related(arg1_tok=[[1, 0]]), r"has \[1, 0\]"),
        (related(arg1_tok=[[0]]), "a list of 2"),
        (
            content(sentences=[sentence("A b", "X Y", par=1), sentence("So we left", "A B C")]),
            "para",
        ),
    ],
)
def test_what_is_no_record(broken: Any, said: str) -> None:
    with pytest.raises(SchemaError, match=said):
        decode_record(broken)


def test_errors_name_file_and_line(tmp_path: Path) -> None:
    path = tmp_path / "docs.jsonl"
    path.write_text(f"{json.dumps(content())}\n\n{{}}\n", "utf-8")
    found = read_records(str(path))
    assert next(found).name == "one"
    with pytest.raises(
        InputError, match=r"docs\.jsonl, line 3 is not a discourse record: sentences"
    ):
        next(found)
    other = content()
    other["sentences"][1]["tree"] = "(S (RB So)"
    path.write_text(json.dumps(other), "utf-8")
    with pytest.raises(InputError, match="line 1, tree 2 does not close"):
        list(read_records(str(path)))
    other["sentences"][1]["tree"] = "(S (RB So))"
    path.write_text(json.dumps(other), "utf-8")
    with pytest.raises(InputError, match="tree 2 has 1 words, its sentence 3"):
        list(read_records(str(path)))
