"""`tesla build frequencies`, and the use of what it built."""

import gzip
from pathlib import Path

import pytest

from app.cli.running import refused, run, score, write
from tesla_metrics import TeslaX
from tesla_metrics.files.resource import Resource, write_resource
from tesla_metrics.text.frequencies import load_frequencies

LINES = ["De kat slaapt.", "", "De hond slaapt niet.", "   ", "Een kat en een hond."]
HYPOTHESES = ["De kat slaapt niet.", "Een hond."]
REFERENCES = ["De poes slaapt niet.", "Een grote hond."]


def test_from_text_to_scores(tmp_path: Path) -> None:
    text, output = write(tmp_path / "nl.txt", LINES), tmp_path / "nl.frequencies"
    result = run("build", "frequencies", text, "-l", "nl", "-o", output, "--min-words", "1")
    size = output.stat().st_size
    assert result == (0, "", f"{output}: 3 sentences, {size} bytes\n")
    found = load_frequencies(output, "nl")
    assert found.sentences == 3
    assert found.get_word_weight("kat") < found.get_word_weight("niet") == 1
    assert found.get_gram_weight("a") == 1  # min-grams is far above that
    first = output.read_bytes()
    assert run("build", "frequencies", text, "-l", "nl", "-o", output, "--min-words", "1").code == 0
    assert output.read_bytes() == first

    files = write(tmp_path / "hyp", HYPOTHESES), "-r", write(tmp_path / "ref", REFERENCES)
    usual = (*files, "-l", "nl", "-m", "tesla-x")
    (record,) = score(*usual, "--frequencies", output)
    own = TeslaX(lang="nl", frequencies=str(output)).score(HYPOTHESES, REFERENCES)
    assert (record["score"], record["signature"]) == (own.score, str(own.signature))
    refused(run("score", *files, "-l", "en", "-m", "tesla-x", "--frequencies", output), 2, "'nl'")
    refused(
        run("score", *files, "-l", "nl", "-m", "bleu", "--frequencies", output),
        2,
        "bleu has no option",
    )


def test_several_sources(tmp_path: Path) -> None:
    whole = write(tmp_path / "whole", LINES)
    packed = tmp_path / "part.gz"
    packed.write_bytes(gzip.compress("\n".join(LINES[:3]).encode()))
    outputs = [tmp_path / name for name in ("one", "two")]
    least = ("--min-words", "1", "--min-grams", "1")
    assert run("build", "frequencies", whole, "-l", "nl", "-o", outputs[0], *least).code == 0
    rest = "\r\n".join(LINES[3:]).encode()
    result = run(
        "build", "frequencies", packed, "-", "-l", "nl", "-o", outputs[1], *least, stdin=rest
    )
    assert result.code == 0
    one, two = (load_frequencies(path, "nl") for path in outputs)
    assert one.body == two.body
    assert one.sentences == two.sentences


@pytest.mark.parametrize(
    ("arguments", "code", "fact"),
    [
        (["--min-words", "0"], 2, "give 1 or more"),
        (["--min-grams", "-1"], 2, "give 1 or more"),
        (["--min-words", "x"], 2, "invalid int"),
        (["-l", "xxxx"], 2, "xxxx"),
        (["-"], 2, "twice"),
        (["gone.txt"], 3, "gone.txt does not exist"),
    ],
)
def test_refused(tmp_path: Path, arguments: list[str], code: int, fact: str) -> None:
    text, output = write(tmp_path / "text", LINES), tmp_path / "out"
    sources = ["-", *arguments] if arguments == ["-"] else [text, *arguments]
    result = run("build", "frequencies", "-l", "nl", *sources, "-o", output)
    assert (result.code, result.out) == (code, "")
    assert fact in result.err
    assert not output.exists()


def test_a_language_must_be_given(tmp_path: Path) -> None:
    text, output = write(tmp_path / "text", LINES), tmp_path / "out"
    least = ("--min-words", "1", "--min-grams", "1")
    refused(run("build", "frequencies", text, "-o", output, *least), 2, "-l/--lang")
    assert not output.exists()
    assert run("build", "frequencies", text, "-o", output, *least, "-l", "und").code == 0
    shown = " ".join(run("build", "frequencies", "--help").out.split())
    assert "tagger" not in shown
    assert "the table is for this language only" in shown


def test_nothing_is_frequent_enough(tmp_path: Path) -> None:
    text, output = write(tmp_path / "text", LINES), tmp_path / "out"
    usual = ("build", "frequencies", text, "-l", "nl", "-o", output)
    refused(run(*usual), 3, "3 or more sentences", "lower --min-words and --min-grams", "more text")
    assert not output.exists()
    assert run(*usual, "--min-grams", "2").code == 0


def test_bad_text(tmp_path: Path) -> None:
    output = tmp_path / "out"
    for content in (b"", b"\n \n", b"\xef\xbb\xbf"):
        text = tmp_path / "text"
        text.write_bytes(content)
        refused(run("build", "frequencies", text, "-l", "nl", "-o", output), 3, "no sentence")
    for content, fact in ((b"a\n\xff\n", "line 2"), (b"a\0b\n", "NUL")):
        text.write_bytes(content)
        refused(run("build", "frequencies", text, "-l", "nl", "-o", output), 3, fact)
    write(text, LINES)
    refused(run("build", "frequencies", text, "-l", "nl", "-o", text), 3, "overwritten")
    refused(run("build", "frequencies", text, "-l", "nl", "-o", tmp_path), 3, "cannot write")
    refused(run("build", "frequencies", text, "-l", "nl", "-o", tmp_path / "no" / "x"), 3, "folder")
    assert sorted(tmp_path.iterdir()) == [text]


def test_bad_tables(tmp_path: Path) -> None:
    lines, table = write(tmp_path / "lines", ["a cat"]), tmp_path / "table"
    usual = ("score", lines, "-r", lines, "-l", "en", "-m", "tesla-x", "--frequencies", table)
    refused(run(*usual), 4, "cannot read frequencies")
    table.write_bytes(b"")
    refused(run(*usual), 4, "is not a frequencies file", "tesla build frequencies")
    write_resource(table, Resource("counts", 1, {"language": "en"}, b""))
    refused(run(*usual), 4, "contains a counts")
    facts = {"language": "en", "sentences": 3}
    write_resource(table, Resource("frequencies", 1, facts, b"9\tcat\n\n"))
    refused(run(*usual), 4, "a count of 9 in 3 sentences")
    write_resource(table, Resource("frequencies", 1, facts, b"2\tcat\n\n"))
    assert run(*usual).code == 0
    table.write_bytes(table.read_bytes()[:-1])
    refused(run(*usual), 4, "damaged")
