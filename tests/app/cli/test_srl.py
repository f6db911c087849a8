"""`tesla srl`: texts in, frames out."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from small_frames import PURCHASE, small_model

from app.cli.running import Run, refused, run, write
from tesla_metrics.files.sentence import Sentence
from tesla_metrics.parsing.srl import labeler as facade
from tesla_metrics.parsing.srl.frame import read_frames
from tesla_metrics.parsing.syntax.tree import Constituent, Tree
from tesla_metrics.parsing.syntax.tree_formats import parse_tree

TEXT = "She made a quick purchase of the boats last May."
SHOWN = "[ARG0 She] [ARGM-LVB made] a quick [purchase] [ARG1 of the boats] last May."


class _Trees:
    """The tree of our sentence; flat ones of others."""

    name = "small"

    def trees(self, sentences: Sequence[Sentence]) -> list[Tree]:
        return [_tree(sentence) for sentence in sentences]


def _tree(sentence: Sentence) -> Tree:
    known = parse_tree(PURCHASE)
    words = tuple(token.form for token in sentence.tokens)
    if words == known.words:
        return known
    leaves = (
        Constituent(one.xpos, place, place + 1, 0) for place, one in enumerate(sentence.tokens)
    )
    return Tree(words, (Constituent("S", 0, len(words), -1), *leaves))


@pytest.fixture
def learnt(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(facade, "tree_source", lambda lang, given, core: _Trees())
    monkeypatch.setenv("COLUMNS", "200")  # pytest's workers have 80, where lines are broken
    path = tmp_path / "small.srl"
    small_model().write(path)
    return path


def srl(learnt: Path, *arguments: object, stdin: bytes = b"") -> Run:
    return run("srl", *arguments, "-l", "en", "--model", learnt, stdin=stdin)


def records(result: Run) -> list[dict[str, Any]]:
    assert (result.code, result.err) == (0, "")
    return [json.loads(line) for line in result.out.splitlines()]


def test_roles_are_in_brackets(learnt: Path) -> None:
    result = srl(learnt, TEXT, "--nouns")
    assert (result.code, result.err) == (0, "")
    assert result.out.splitlines()[0].endswith(SHOWN)
    assert "\x1b[36m[ARG0 She]" in srl(learnt, TEXT, "--nouns", "--color", "always").out


def test_nouns_and_verbs(learnt: Path) -> None:
    def tags(*flags: str) -> set[str]:
        (found,) = records(srl(learnt, TEXT, "-f", "jsonl", *flags))
        return {one["pos"][:2] for one in found["preds"]}

    assert (tags("--nouns"), tags("--verbs")) == ({"NN"}, {"VB"})
    assert tags() == {"NN", "VB"}
    refused(
        srl(learnt, TEXT, "--nouns", "--verbs"), 2, "--verbs: not allowed with argument --nouns"
    )


def test_records_are_those_of_the_data(learnt: Path, tmp_path: Path) -> None:
    text = write(tmp_path / "text.txt", [TEXT, "It rained. We left."])
    output = tmp_path / "found.jsonl"
    assert srl(learnt, text, "-f", "jsonl", "-o", output).code == 0
    found = list(read_frames(str(output)))
    assert [(one.document, one.number) for one in found] == [(str(text), n) for n in range(3)]
    (frame,) = [frame for frame in found[0].frames if frame.lemma == "buy"]
    assert len(frame.arguments) == 3


def test_given_predicates_are_labelled_and_no_others(learnt: Path, tmp_path: Path) -> None:
    (found,) = records(srl(learnt, TEXT, "-f", "jsonl"))
    found["preds"] = [{"i": 4, "lemma": "buy", "roleset": "buy.09", "pos": "NN", "args": []}]
    given = write(tmp_path / "given.jsonl", [json.dumps(found)])
    (again,) = records(srl(learnt, given, "--input", "jsonl", "-f", "jsonl"))
    (frame,) = again["preds"]
    assert (frame["i"], frame["roleset"]) == (4, "buy.09")
    assert ["ARG1", 5, 7] in frame["args"]
    found["preds"][0]["i"] = 11
    write(given, ["", json.dumps(found)])
    refused(srl(learnt, given, "--input", "jsonl"), 3, "line 2", "preds[0].i is 11", "11 tokens")


def test_columns_out_and_in(learnt: Path, tmp_path: Path) -> None:
    result = srl(learnt, TEXT, "-f", "conll")
    assert (result.code, result.err) == (0, "")
    columns = tmp_path / "given.conll"
    columns.write_text(result.out, encoding="utf-8")
    again = srl(learnt, columns, "--input", "conll", "-f", "conll")
    assert again == result
    columns.write_text(result.out.replace("1\tShe", "7\tShe"), encoding="utf-8")
    refused(srl(learnt, columns, "--input", "conll"), 3, "line 1 has ID '7'")


def test_columns_with_predicates_alone(learnt: Path, tmp_path: Path) -> None:
    lines = srl(learnt, TEXT, "--nouns", "-f", "conll").out.splitlines()
    bare = ["\t".join([*line.split("\t")[:13], "_"]) for line in lines if line]
    given = write(tmp_path / "blind.conll", bare)
    (found,) = records(srl(learnt, given, "--input", "conll", "-f", "jsonl"))
    (frame,) = [one for one in found["preds"] if one["i"] == 4]
    (plain,) = records(srl(learnt, TEXT, "--nouns", "-f", "jsonl"))
    (own,) = [one for one in plain["preds"] if one["i"] == 4]
    assert (frame["lemma"], frame.get("roleset")) == ("purchase", own.get("roleset"))
    assert ["ARG1", 5, 7] in frame["args"]


def test_trees_and_analyses(learnt: Path, tmp_path: Path) -> None:
    trees = write(tmp_path / "text.mrg", [PURCHASE])
    plain = srl(learnt, TEXT, "--nouns").out
    assert SHOWN.replace("May.", "May .") in srl(learnt, trees, "--input", "trees").out
    analysed = tmp_path / "text.conllu"
    analysed.write_text(run("analyze", "-l", "en", stdin=TEXT.encode()).out, encoding="utf-8")
    assert srl(learnt, analysed, "--input", "conllu", "--nouns").out == plain


def test_several_texts_are_named_once(learnt: Path, tmp_path: Path) -> None:
    text = write(tmp_path / "text.txt", [TEXT, TEXT])
    result = srl(learnt, text, "-", stdin=b"We left.")
    lines = result.out.splitlines()
    assert (lines.count(str(text)), lines.count("standard input")) == (1, 1)
    result = srl(learnt, text, "--lines")
    assert f"{text}, line 2" in result.out.splitlines()


@pytest.mark.parametrize("content", [b"", b"\n\n", b"... !\n"])
def test_nothing_is_refused(learnt: Path, content: bytes) -> None:
    refused(srl(learnt, stdin=content), 3, "standard input has no sentence")
    refused(srl(learnt, "--input", "jsonl", stdin=b"\n"), 3, "standard input has no sentence")


def test_bad_input(learnt: Path, tmp_path: Path) -> None:
    broken = write(tmp_path / "broken.mrg", [PURCHASE, "", "(S (NP (PRP We))"])
    result = srl(learnt, broken, "--input", "trees")
    refused(result, 3, "broken.mrg, line 3", "does not close 1 of its brackets")
    refused(srl(learnt, "missing.txt"), 3, "missing.txt does not exist")
    refused(srl(learnt, stdin="Мы ушли.".encode()), 3, "standard input has no Latin letter")
    refused(run("srl", TEXT, "-l", "de"), 2, "no role model is shipped for 'de'")
    refused(run("srl", TEXT), 2, "-l/--lang")
    refused(srl(learnt, TEXT, "--input", "trees", "--lines"), 2, "--lines is for text")
    text = write(tmp_path / "text.txt", [TEXT])
    refused(srl(learnt, text, "-o", text), 3, "would be overwritten")
    before = learnt.read_bytes()
    refused(
        srl(learnt, text, "-o", learnt), 3, "small.srl is an input file and would be overwritten"
    )
    assert learnt.read_bytes() == before
    rows = write(tmp_path / "rows.jsonl", [json.dumps({"a": TEXT})] * 2)
    refused(srl(learnt, rows), 3, "looks like JSON lines: give --input jsonl, or --input text")


def test_what_looks_like_trees_or_columns_is_no_text(learnt: Path, tmp_path: Path) -> None:
    for number, text in enumerate((PURCHASE, f"( {PURCHASE} )", PURCHASE.replace(" (", "\n("))):
        trees = write(tmp_path / f"trees{number}.txt", ["", text])
        refused(srl(learnt, trees), 3, "looks like trees in brackets: give --input trees, or")
        assert srl(learnt, trees, "--input", "text").code == 0
    columns = tmp_path / "columns.txt"
    refused(srl(learnt, PURCHASE), 3, "text 1 looks like trees in brackets: give a file of them")
    for text in (TEXT, f"{TEXT} We left. It rained."):
        columns.write_text(srl(learnt, text, "-f", "conll").out, encoding="utf-8")
        refused(srl(learnt, columns), 3, "looks like CoNLL-2009: give --input conll, or --input")
    assert srl(learnt, write(tmp_path / "plain.txt", ["(It rained.) (We left.)"])).code == 0


def test_another_model_is_refused(learnt: Path) -> None:
    from tesla_metrics.text.builtin_analyzer import get_shipped_tagger_path

    refused(run("srl", TEXT, "-l", "en", "--model", get_shipped_tagger_path("en")), 4, "en.tagger")
    refused(run("srl", TEXT, "-l", "en", "--model", "no.srl"), 4, "no.srl")
