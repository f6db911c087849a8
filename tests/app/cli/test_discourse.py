"""`tesla discourse`: texts in, relations out."""

import json
from pathlib import Path
from typing import Any

import pytest
from small_discourse import HOME, RAIN, FlatTrees, model

from app.cli.running import Run, refused, run, write
from tesla_metrics.parsing.discourse import parser as facade
from tesla_metrics.parsing.discourse.relation_records import read_records

TEXT = "It rained all day. We stayed home."


@pytest.fixture
def learnt(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A model that says the same of all neighbours; nothing is explicit, and trees are flat."""
    monkeypatch.setattr(facade, "find_explicit", lambda document, model: [])
    monkeypatch.setattr(facade, "tree_source", lambda lang, given: FlatTrees())
    path = tmp_path / "small.discourse"
    model("Contingency", "Contingency.Cause.Result").write(path)
    return path


def discourse(learnt: Path, *arguments: object, stdin: bytes = b"") -> Run:
    return run("discourse", *arguments, "-l", "en", "--model", learnt, stdin=stdin)


def records(result: Run) -> list[dict[str, Any]]:
    assert (result.code, result.err) == (0, "")
    return [json.loads(line) for line in result.out.splitlines()]


def test_spans_are_marked(learnt: Path) -> None:
    result = discourse(learnt, TEXT)
    assert (result.code, result.err) == (0, "")
    assert "Contingency.Cause.Result: Implicit (so)" in result.out
    assert "[It rained all day.]₁ [We stayed home.]₂" in result.out


def test_records_are_those_of_the_data(learnt: Path, tmp_path: Path) -> None:
    text = write(tmp_path / "text.txt", ["It rained all day.", "We stayed home."])
    output = tmp_path / "found.jsonl"
    assert discourse(learnt, text, "-f", "jsonl", "-o", output).code == 0
    (found,) = read_records(str(output))
    assert found.name == str(text)
    (relation,) = found.relations
    assert (relation.sense, relation.arg1) == ("Contingency.Cause.Result", ((0, 4),))
    assert found.document.trees[1].words == ("We", "stayed", "home", ".")


def test_several_texts_are_named(learnt: Path, tmp_path: Path) -> None:
    text = write(tmp_path / "text.txt", [TEXT])
    result = discourse(learnt, text, "-", TEXT, stdin=TEXT.encode())
    titles = [line for line in result.out.splitlines() if line in (str(text), "text 3")]
    assert titles == [str(text), "text 3"]
    assert "\nstandard input\n" in result.out
    found = records(discourse(learnt, text, TEXT, "-f", "jsonl"))
    assert [one["doc"] for one in found] == [str(text), "text 2"]


def test_standard_input_is_the_default(learnt: Path) -> None:
    (found,) = records(discourse(learnt, "-f", "jsonl", stdin=b"One came.\n\nTwo left.\nAll saw."))
    assert [sentence["par"] for sentence in found["sentences"]] == [0, 1, 1]
    assert len(found["relations"]) == 1  # none over the end of a paragraph


def test_lines_may_be_texts(learnt: Path, tmp_path: Path) -> None:
    text = write(tmp_path / "texts.txt", [TEXT, "It rained."])
    found = records(discourse(learnt, text, "--lines", "-f", "jsonl"))
    assert [one["doc"] for one in found] == [f"{text}, line 1", f"{text}, line 2"]
    assert [len(one["relations"]) for one in found] == [1, 0]
    gap = discourse(learnt, "--lines", stdin=b"One came.\n\nTwo left.")
    assert (gap.code, "standard input, line 2 has no sentence" in gap.err) == (3, True)
    refused(discourse(learnt, text, "--lines", "--input", "trees"), 2, "--lines is for text")


def test_what_looks_like_a_table_is_refused(learnt: Path, tmp_path: Path) -> None:
    rows = write(tmp_path / "rows.jsonl", [json.dumps({"summary": TEXT})] * 2)
    refused(
        discourse(learnt, rows), 3, "looks like JSON lines", "has only the text", "--input text"
    )
    refused(discourse(learnt, stdin=rows.read_bytes()), 3, "standard input looks like JSON lines")
    assert discourse(learnt, rows, "--input", "text").code == 0
    analysed = tmp_path / "a.conllu"
    analysed.write_text(run("analyze", "-l", "en", stdin=TEXT.encode()).out, encoding="utf-8")
    refused(discourse(learnt, analysed), 3, "looks like CoNLL-U: give --input conllu")


def test_trees(learnt: Path, tmp_path: Path) -> None:
    path = write(tmp_path / "text.mrg", [RAIN, HOME])
    (found,) = records(discourse(learnt, path, "--input", "trees", "-f", "jsonl"))
    assert [one["tree"] for one in found["sentences"]] == [f"(TOP {RAIN})", f"(TOP {HOME})"]
    assert found["relations"][0]["arg2_tok"] == [[3, 6]]


def test_analysed(learnt: Path, tmp_path: Path) -> None:
    text = write(tmp_path / "text.txt", ["It rained all day.", "We stayed home."])
    analysed = tmp_path / "text.conllu"
    analysed.write_text(run("analyze", text, "-l", "en").out, encoding="utf-8")
    given = records(discourse(learnt, analysed, "--input", "conllu", "-f", "jsonl"))
    plain = records(discourse(learnt, text, "-f", "jsonl"))
    assert given[0]["relations"] == plain[0]["relations"]
    assert given[0]["sentences"] == plain[0]["sentences"]


def test_one_sentence_has_no_relations(learnt: Path) -> None:
    assert discourse(learnt, "It rained.").out == "no relations\n"


@pytest.mark.parametrize("content", [b"", b"\n\n", b"... !\n"])
def test_nothing_is_refused(learnt: Path, content: bytes) -> None:
    refused(discourse(learnt, stdin=content), 3, "standard input has no sentence")


def test_bad_input(learnt: Path, tmp_path: Path) -> None:
    broken = write(tmp_path / "broken.mrg", [RAIN, "(S (NP (PRP We))"])
    result = discourse(learnt, broken, "--input", "trees")
    refused(result, 3, "broken.mrg, line 2", "does not close 1 of its brackets")
    refused(discourse(learnt, "missing.txt"), 3, "missing.txt does not exist")
    refused(discourse(learnt, "-", "-"), 2, "given twice")
    refused(discourse(learnt, stdin="Мы ушли. Шёл дождь.".encode()), 3, "no Latin letter")
    refused(run("discourse", TEXT, "-l", "de"), 2, "no discourse model is shipped for 'de'")
    refused(run("discourse", TEXT), 2, "-l/--lang")


def test_a_model_of_another_version_is_refused(
    learnt: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tesla_metrics.parsing.discourse.relation.DiscourseModel.version", 99)
    refused(discourse(learnt, TEXT), 4, "version")


def test_a_tagger_is_no_model(learnt: Path) -> None:
    from tesla_metrics.text.builtin_analyzer import get_shipped_tagger_path

    result = run("discourse", TEXT, "-l", "en", "--model", get_shipped_tagger_path("en"))
    refused(result, 4, "en.tagger")


def test_what_is_read_is_not_written_over(learnt: Path, tmp_path: Path) -> None:
    text = write(tmp_path / "text.txt", [TEXT])
    refused(discourse(learnt, text, "-o", text), 3, "would be overwritten")


@pytest.mark.parametrize(
    "name", ["my summary.txt", "a b/parsed trees.MRG", "the 2nd text.conllu.gz"]
)
def test_a_name_with_spaces_that_is_no_file_is_a_missing_one(learnt: Path, name: str) -> None:
    refused(discourse(learnt, name), 3, f"{name} does not exist")


@pytest.mark.parametrize("text", ["It rained. See notes.txt", "We wrote notes.txt and left."])
def test_a_text_may_name_a_file(learnt: Path, text: str) -> None:
    assert discourse(learnt, text).code == 0


@pytest.mark.parametrize("text", [" ", " \n "])
def test_a_text_of_blanks(learnt: Path, text: str) -> None:
    refused(discourse(learnt, text), 3, "text 1 has no sentence")


def test_odd_words_and_tags_are_read_again(learnt: Path, tmp_path: Path) -> None:
    rows = ["1\tNew York\tnew york\tPROPN\t(", "2\tsleeps\tsleep\tVERB\t-NONE-"]
    odd = write(tmp_path / "odd.conllu", [*(f"{row}\t_\t_\t_\t_\t_" for row in rows), ""])
    path = tmp_path / "odd.jsonl"
    assert discourse(learnt, odd, "--input", "conllu", "-f", "jsonl", "-o", path).code == 0
    (found,) = read_records(str(path))
    assert found.document.trees[0].words == ("New_York", "sleeps")


def test_the_model_that_is_read_is_not_written(learnt: Path) -> None:
    before = learnt.read_bytes()
    refused(discourse(learnt, TEXT, "-o", learnt), 3, "is an input file and would be overwritten")
    assert learnt.read_bytes() == before
