"""Files that cannot be scored: exit code 3, and 4 for what is missing beside them."""

import gzip
from pathlib import Path

import pytest

from app.cli.running import refused, run, write
from tesla_metrics.files.resource import Resource, write_resource

LINE = "1\tboats\tboat\tNOUN\tNNS\t_\t_\t_\t_\t_"


@pytest.fixture
def good(tmp_path: Path) -> Path:
    return write(tmp_path / "good.txt", ["a small boat", "two boats", "no boat"])


@pytest.mark.parametrize("swap", [False, True])
def test_counts_differ(tmp_path: Path, good: Path, swap: bool) -> None:
    short = write(tmp_path / "short.txt", ["a boat", "boats"])
    hyp, ref = (good, short) if swap else (short, good)
    facts = ["short.txt has 2 segments", "good.txt has 3"]
    if swap:
        facts = ["good.txt has 3 segments", "short.txt has 2"]
    refused(run("score", hyp, "-r", ref, "-l", "en"), 3, *facts)


def test_counts_of_second_reference_differ(tmp_path: Path, good: Path) -> None:
    short = write(tmp_path / "short.txt", ["a boat"])
    result = run("score", good, "-r", good, "-r", short, "-l", "en")
    refused(result, 3, "short.txt has 1 segment", "good.txt has 3")


def test_counts_of_second_system_differ(tmp_path: Path, good: Path) -> None:
    short = write(tmp_path / "short.txt", ["a boat"])
    result = run("score", good, short, "-r", good, "-l", "en", "-m", "bleu")
    refused(result, 3, "short.txt has 1 segment", "good.txt has 3")


@pytest.mark.parametrize("kind", ["text", "conllu"])
def test_missing(tmp_path: Path, kind: str) -> None:
    good = write(tmp_path / "good", [LINE, ""] if kind == "conllu" else ["a boat"])
    path = tmp_path / "gone"
    options = ["-l", "en", "--input", kind]
    refused(run("score", path, "-r", good, *options), 3, str(path), "does not exist")
    refused(run("score", good, "-r", path, *options), 3, str(path), "does not exist")


def test_missing_for_analyze(tmp_path: Path) -> None:
    path = tmp_path / "gone"
    refused(run("analyze", path, "-l", "en"), 3, str(path), "does not exist")


def test_below_a_file(good: Path) -> None:
    refused(run("score", good / "x", "-r", good, "-l", "en"), 3, str(good / "x"))


def test_folder(tmp_path: Path, good: Path) -> None:
    refused(run("score", tmp_path, "-r", good, "-l", "en"), 3, str(tmp_path), "is a folder")


@pytest.mark.parametrize("content", [b"", b"\xef\xbb\xbf"])
@pytest.mark.parametrize("kind", ["text", "conllu"])
def test_empty(tmp_path: Path, good: Path, content: bytes, kind: str) -> None:
    path = tmp_path / "void.txt"
    path.write_bytes(content)
    options = ["-l", "en", "--input", kind]
    refused(run("score", path, "-r", good, *options), 3, "void.txt is empty")


def test_empty_standard_input(good: Path) -> None:
    refused(run("score", "-", "-r", good, "-l", "en"), 3, "standard input is empty")


def test_invalid_utf8(tmp_path: Path, good: Path) -> None:
    path = tmp_path / "latin1.txt"
    path.write_bytes("a boat\ncafé au lait\nx\n".encode("latin-1"))
    refused(run("score", path, "-r", good, "-l", "en"), 3, "latin1.txt, line 2", "byte 4", "UTF-8")


def test_nul_byte(tmp_path: Path, good: Path) -> None:
    path = tmp_path / "zero.txt"
    path.write_bytes(b"a\nb\nc\0d\n")
    refused(run("score", path, "-r", good, "-l", "en"), 3, "zero.txt, line 3", "NUL")
    path.write_bytes("a boat\n".encode("utf-16"))
    assert run("score", path, "-r", good, "-l", "en").code == 3


@pytest.mark.parametrize("keep", [5, 12, -9, -4])
def test_truncated_gzip(tmp_path: Path, good: Path, keep: int) -> None:
    path = tmp_path / "cut.txt.gz"
    path.write_bytes(gzip.compress(good.read_bytes())[:keep])
    refused(run("score", path, "-r", good, "-l", "en"), 3, "cut.txt.gz", "gzip")


def test_no_gzip_at_all(tmp_path: Path, good: Path) -> None:
    path = tmp_path / "plain.gz"
    path.write_text("a boat\n", encoding="utf-8")
    refused(run("score", path, "-r", good, "-l", "en"), 3, "plain.gz", "gzip")


@pytest.mark.parametrize(
    ("line", "fact"),
    [
        ("2\tboats\tboat\tNOUN\tNNS\t_\t_\t_\t_", "9 tab-separated columns, not 10"),
        (LINE + "\t_", "11 tab-separated columns, not 10"),
        ("2 boats boat NOUN NNS _ _ _ _ _", "1 tab-separated columns, not 10"),
        ("x\tboats\tboat\tNOUN\tNNS\t_\t_\t_\t_\t_", "'x'"),
        ("2-\tboats\tboat\tNOUN\tNNS\t_\t_\t_\t_\t_", "'2-'"),
        ("\tboats\tboat\tNOUN\tNNS\t_\t_\t_\t_\t_", "''"),
        ("2\t\tboat\tNOUN\tNNS\t_\t_\t_\t_\t_", "FORM"),
    ],
)
def test_malformed_conllu(tmp_path: Path, line: str, fact: str) -> None:
    good = write(tmp_path / "good.conllu", [LINE, ""])
    bad = write(tmp_path / "bad.conllu", ["# text = boats", LINE, line, ""])
    result = run("score", bad, "-r", good, "-l", "en", "--input", "conllu")
    refused(result, 3, "bad.conllu, line 3", fact)


def test_text_given_as_conllu(good: Path) -> None:
    result = run("score", good, "-r", good, "-l", "en", "--input", "conllu")
    refused(result, 3, "good.txt, line 1", "CoNLL-U")


@pytest.mark.parametrize(
    ("option", "fact"),
    [
        (["--synonyms", "gone.tsv"], "gone.tsv"),
        (["--compounds", "gone.counts"], "gone.counts"),
        (["--analyzer", "builtin:gone.tagger"], "gone.tagger"),
        (["--analyzer", "spacy:xx_no_such_pipeline"], "xx_no_such_pipeline"),
        (["--synonyms", "."], "cannot read"),
    ],
)
def test_missing_resources(good: Path, option: list[str], fact: str) -> None:
    refused(run("score", good, "-r", good, "-l", "en", *option), 4, fact)


def test_missing_thesaurus(tmp_path: Path, good: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tesla_metrics.text.synonyms.load.MYTHES_FOLDERS", (tmp_path,))
    monkeypatch.delenv("TESLA_MYTHES", raising=False)
    refused(run("score", good, "-r", good, "-l", "sw", "--synonyms", "mythes"), 4, "mythes-sw")


def test_damaged_tagger(tmp_path: Path, good: Path) -> None:
    path = tmp_path / "own.tagger"
    option = ["--analyzer", f"builtin:{path}"]
    write_resource(path, Resource("tagger", 1, {"language": "nl"}, b"labels\tNOUN\n\n"))
    content = path.read_bytes()
    path.write_bytes(content[:-1])
    refused(run("score", good, "-r", good, "-l", "nl", *option), 4, str(path), "damaged")
    write_resource(path, Resource("tagger", 1, {"language": "nl"}, b"nonsense"))
    refused(run("score", good, "-r", good, "-l", "nl", *option), 4, str(path))
    write_resource(path, Resource("counts", 1, {}, b""))
    refused(run("score", good, "-r", good, "-l", "nl", *option), 4, str(path), "counts")


def test_damaged_synonyms(tmp_path: Path, good: Path) -> None:
    path = tmp_path / "own.tsv"
    path.write_bytes(b"boat\tship\n\xff\tx\n")
    refused(run("score", good, "-r", good, "-l", "en", "--synonyms", path), 4, "own.tsv, line 2")
