"""`tesla build` on bad input: a message, a code, and no file."""

from pathlib import Path

import pytest

from app.cli.running import refused, run, write
from tesla_metrics.files.resource import Resource, write_resource

ROW = "1\tboats\tboat\tNOUN\t_" + "\t_" * 5
SOURCES = {"tagger": [ROW, ""], "synonyms": ["boat\tship"], "counts": ["boat boat"]}


def nothing_made(folder: Path, *known: Path) -> None:
    assert sorted(folder.iterdir()) == sorted(known)


@pytest.mark.parametrize("kind", sorted(SOURCES))
def test_output_folder_missing(tmp_path: Path, kind: str) -> None:
    source = write(tmp_path / "source", SOURCES[kind])
    output = tmp_path / "no" / "out"
    refused(run("build", kind, source, "-l", "en", "-o", output), 3, str(output), "folder")
    nothing_made(tmp_path, source)


@pytest.mark.parametrize("kind", sorted(SOURCES))
def test_output_is_a_folder(tmp_path: Path, kind: str) -> None:
    source = write(tmp_path / "source", SOURCES[kind])
    refused(run("build", kind, source, "-l", "en", "-o", tmp_path), 3, str(tmp_path))
    nothing_made(tmp_path, source)


@pytest.mark.parametrize(("kind", "code"), [("tagger", 3), ("counts", 3), ("synonyms", 4)])
def test_source_missing(tmp_path: Path, kind: str, code: int) -> None:
    path = tmp_path / "gone"
    refused(run("build", kind, path, "-l", "en", "-o", tmp_path / "out"), code, str(path))
    nothing_made(tmp_path)


@pytest.mark.parametrize("kind", ["tagger", "counts"])
def test_source_empty(tmp_path: Path, kind: str) -> None:
    source = write(tmp_path / "source", [])
    refused(run("build", kind, source, "-l", "en", "-o", tmp_path / "out"), 3)
    nothing_made(tmp_path, source)


@pytest.mark.parametrize(("kind", "code"), [("tagger", 3), ("counts", 3), ("synonyms", 4)])
def test_source_not_utf8(tmp_path: Path, kind: str, code: int) -> None:
    source = tmp_path / "source"
    source.write_bytes(b"a\tb\n\xff\xfe\n" if kind != "tagger" else b"# a\n\xff\n")
    result = run("build", kind, source, "-l", "en", "-o", tmp_path / "out")
    refused(result, code, "source, line 2")
    nothing_made(tmp_path, source)


@pytest.mark.parametrize(
    ("row", "labels", "fact"),
    [
        ("1\tboats\tboat\t_\tNNS" + "\t_" * 5, "upos", "UPOS"),
        (ROW, "joint", "XPOS"),
        ("1\tboats", "upos", "line 1"),
    ],
)
def test_corpus_without_tags(tmp_path: Path, row: str, labels: str, fact: str) -> None:
    source = write(tmp_path / "source", [row, ""])
    arguments = ["-l", "en", "-o", tmp_path / "out", "--labels", labels]
    refused(run("build", "tagger", source, *arguments), 3, "source", fact)
    nothing_made(tmp_path, source)


@pytest.mark.parametrize("iterations", ["0", "-1"])
def test_no_iterations(tmp_path: Path, iterations: str) -> None:
    source = write(tmp_path / "source", [ROW, ""])
    arguments = ["-l", "en", "-o", tmp_path / "out", "--iterations", iterations]
    refused(run("build", "tagger", source, *arguments), 2, "iterations")
    nothing_made(tmp_path, source)


def test_least_count_of_nothing(tmp_path: Path) -> None:
    source = write(tmp_path / "source", ["boat boat"])
    arguments = ["-l", "en", "-o", tmp_path / "out", "--min-count", "0"]
    refused(run("build", "counts", source, *arguments), 2, "0")
    nothing_made(tmp_path, source)


@pytest.mark.parametrize("kind", ["counts", "tagger"])
def test_standard_input_twice(tmp_path: Path, kind: str) -> None:
    result = run("build", kind, "-", "-", "-l", "en", "-o", tmp_path / "out", stdin=b"a a\n")
    refused(result, 2, "standard input", "twice")
    nothing_made(tmp_path)


def test_compiled_twice(tmp_path: Path) -> None:
    source = tmp_path / "source"
    write_resource(source, Resource("synonyms", 1, {}, b""))
    result = run("build", "synonyms", source, "-l", "en", "-o", tmp_path / "out")
    refused(result, 2, "already compiled")
    nothing_made(tmp_path, source)


def test_what_is_missing_to_build() -> None:
    refused(run("build", "counts", "x", "-l", "en"), 2, "-o")
    refused(run("build", "towers"), 2, "towers")
