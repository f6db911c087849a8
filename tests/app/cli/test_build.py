"""`tesla build`, and the use of what it built."""

import gzip
import json
from pathlib import Path

import pytest

from app.cli.running import refused, run, score, write

TRAIN = """\
De/DET/LID kat/NOUN/N slaapt/VERB/WW ./PUNCT/LET
De/DET/LID hond/NOUN/N blaft/VERB/WW en/CCONJ/VG slaapt/VERB/WW ./PUNCT/LET
Zij/PRON/VNW ziet/VERB/WW de/DET/LID kat/NOUN/N !/PUNCT/LET
Een/DET/LID hond/NOUN/N ziet/VERB/WW Anna/PROPN/SPEC ./PUNCT/LET
"""


def corpus(path: Path) -> Path:
    blocks = []
    for sentence in TRAIN.splitlines():
        rows = [item.split("/") for item in sentence.split()]
        blocks += [
            "\t".join([str(number), form, "_", upos, xpos, *"_____"])
            for number, (form, upos, xpos) in enumerate(rows, 1)
        ]
        blocks.append("")
    return write(path, blocks * 4)


def tags(*arguments: object, text: str) -> list[tuple[str, str, str]]:
    result = run("analyze", *arguments, stdin=f"{text}\n".encode())
    assert result.code == 0, result.err
    rows = [line.split("\t") for line in result.out.splitlines() if "\t" in line]
    return [(row[1], row[3], row[4]) for row in rows]


def test_tagger(tmp_path: Path) -> None:
    train, tagger = corpus(tmp_path / "train.conllu"), tmp_path / "nl.tagger"
    result = run("build", "tagger", train, "-l", "nl", "-o", tagger)
    assert (result.code, result.out) == (0, "")
    assert result.err == (f"{tagger}: a tagger from 16 sentences, {tagger.stat().st_size} bytes\n")
    own = ["-l", "nl", "--analyzer", f"builtin:{tagger}"]
    assert tags(*own, text="De hond slaapt .") == [
        ("De", "DET", "_"),
        ("hond", "NOUN", "_"),
        ("slaapt", "VERB", "_"),
        (".", "PUNCT", "_"),
    ]
    hyp = write(tmp_path / "hyp", ["De kat blaft.", "Zij ziet de hond."])
    ref = write(tmp_path / "ref", ["Een kat slaapt.", "Zij ziet de hond."])
    (record,) = score(hyp, "-r", ref, *own, "--synonyms", "none")
    assert record["segments"][1] == pytest.approx(1.0)
    assert "tagger-nl@" in record["signature"]
    (plain,) = score(hyp, "-r", ref, "-l", "nl", "--synonyms", "none")
    assert plain["segments"][0] != record["segments"][0]
    assert "tagger" not in plain["signature"]


def test_tagger_of_another_language_is_refused(tmp_path: Path) -> None:
    train, tagger = corpus(tmp_path / "train.conllu"), tmp_path / "nl.tagger"
    assert run("build", "tagger", train, "-l", "nl", "-o", tagger).code == 0
    result = run("analyze", train, "-l", "sv", "--analyzer", f"builtin:{tagger}")
    refused(result, 2, "'nl'", "'sv'")


def test_tagger_without_a_language_serves_any(tmp_path: Path) -> None:
    train, tagger = corpus(tmp_path / "train.conllu"), tmp_path / "any.tagger"
    assert run("build", "tagger", train, "-o", tagger).code == 0
    found = tags("-l", "nl", "--analyzer", f"builtin:{tagger}", text="De hond slaapt .")
    assert [upos for _, upos, _ in found] == ["DET", "NOUN", "VERB", "PUNCT"]


def test_tagger_with_both_tag_sets_from_gzip(tmp_path: Path) -> None:
    packed, tagger = tmp_path / "train.conllu.gz", tmp_path / "nl.tagger"
    packed.write_bytes(gzip.compress(corpus(tmp_path / "train.conllu").read_bytes()))
    result = run("build", "tagger", packed, "-l", "nl", "-o", tagger, "--labels", "joint", "-q")
    assert result.code == 0
    own = ["-l", "nl", "--analyzer", f"builtin:{tagger}"]
    found = tags(*own, text="De kat slaapt .")
    assert [(upos, xpos) for _, upos, xpos in found] == [
        ("DET", "LID"),
        ("NOUN", "N"),
        ("VERB", "WW"),
        ("PUNCT", "LET"),
    ]


def test_the_same_corpus_gives_the_same_tagger(tmp_path: Path) -> None:
    train = corpus(tmp_path / "train.conllu")
    for name, seed in (("a", "7"), ("b", "7"), ("c", "8")):
        arguments = ["-l", "nl", "-o", tmp_path / name, "--seed", seed, "--iterations", "3"]
        assert run("build", "tagger", train, *arguments).code == 0
    one, two, other = ((tmp_path / name).read_bytes() for name in "abc")
    assert one == two != other


def test_english_tagger_without_penn_tags(tmp_path: Path) -> None:
    # Built-in English compares Penn tags; a tagger that has none must not make all tags differ.
    train, tagger = corpus(tmp_path / "train.conllu"), tmp_path / "en.tagger"
    assert run("build", "tagger", train, "-l", "en", "-o", tagger).code == 0
    hyp = write(tmp_path / "hyp", ["De kat blaft."])
    (record,) = score(hyp, "-r", hyp, "-l", "en", "--analyzer", f"builtin:{tagger}")
    assert record["score"] == pytest.approx(1.0)
    assert "tags:upos" in record["signature"]


def test_synonyms(tmp_path: Path) -> None:
    source = write(tmp_path / "own.tsv", ["Gorse\tfurze", "moor\theath\theathland"])
    compiled = tmp_path / "own.synonyms"
    result = run("build", "synonyms", source, "-l", "en", "-o", compiled)
    assert (result.code, result.out) == (0, "")
    assert result.err.startswith(f"{compiled}: 5 words in 2 synsets, ")
    hyp = write(tmp_path / "hyp", ["Furze grows on the heath."])
    ref = write(tmp_path / "ref", ["Gorse grows on the moor."])
    (text,), (fast,), (none,) = (
        score(hyp, "-r", ref, "-l", "en", "--synonyms", which)
        for which in (source, compiled, "none")
    )
    assert text == fast
    assert text["score"] > none["score"]
    assert "synonyms:file:own.tsv@" in text["signature"]


def test_mythes_and_cilin(tmp_path: Path) -> None:
    thesaurus = write(tmp_path / "th_sw.dat", ["UTF-8", "gari|1", "-|motokaa"])
    cilin = write(tmp_path / "cilin.txt", ["Aa01A01= gari motokaa"])
    hyp, ref = write(tmp_path / "hyp", ["motokaa"]), write(tmp_path / "ref", ["gari"])
    for source in (thesaurus, cilin):
        compiled = tmp_path / f"{source.stem}.synonyms"
        assert run("build", "synonyms", source, "-l", "sw", "-o", compiled).code == 0
        (record,) = score(hyp, "-r", ref, "-l", "sw", "-m", "tesla-m", "--synonyms", compiled)
        assert record["score"] == pytest.approx(1.0)


def test_counts(tmp_path: Path) -> None:
    text = write(tmp_path / "text", ["Der Quark und der Turm und der Quark am Turm"] * 3)
    counts = tmp_path / "own.counts"
    result = run("build", "counts", text, "-", "-l", "de", "-o", counts, stdin=b"Turm Turm\n")
    assert (result.code, result.out) == (0, "")
    assert result.err.startswith(f"{counts}: counts of a text of 32 words, ")
    forms = [
        [form for form, _, _ in tags("-l", "de", "--compounds", which, text="Der Quarkturm fiel.")]
        for which in (counts, "none")
    ]
    assert forms == [["Der", "Quark", "Turm", "fiel", "."], ["Der", "Quarkturm", "fiel", "."]]
    hyp, ref = write(tmp_path / "hyp", ["Der Quarkturm"]), write(tmp_path / "ref", ["Der Turm"])
    (split,), (whole,) = (
        score(hyp, "-r", ref, "-l", "de", "--compounds", which) for which in (counts, "none")
    )
    assert split["score"] != whole["score"]
    assert split["signature"] != whole["signature"]


def test_least_count(tmp_path: Path) -> None:
    text = write(tmp_path / "text", ["eins zwei zwei drei drei drei"])
    sizes = []
    for least in ("1", "3"):
        counts = tmp_path / least
        arguments = ["-l", "de", "-o", counts, "--min-count", least]
        assert run("build", "counts", text, *arguments).code == 0
        sizes.append(counts.stat().st_size)
    assert sizes[0] > sizes[1]


def test_what_is_built_says_what_it_is(tmp_path: Path) -> None:
    train, tagger = corpus(tmp_path / "train.conllu"), tmp_path / "nl.tagger"
    run("build", "tagger", train, "-l", "nl", "-o", tagger, "--iterations", "2", "--seed", "5")
    magic, header, _ = tagger.read_bytes().split(b"\n", 2)
    assert magic.startswith(b"tesla-resource 1 ")
    facts = json.loads(header)
    assert (facts["kind"], facts["version"]) == ("tagger", 1)
    assert facts["settings"]["sources"] == ["train.conllu"]
    assert facts["settings"]["recipe"]["iterations"] == 2
    assert facts["settings"]["recipe"]["seed"] == 5


def test_a_tagger_is_replaced_whole(tmp_path: Path) -> None:
    train, tagger = corpus(tmp_path / "train.conllu"), tmp_path / "nl.tagger"
    tagger.write_bytes(b"old")
    bad = write(tmp_path / "bad.conllu", ["no columns"])
    refused(run("build", "tagger", train, bad, "-l", "nl", "-o", tagger), 3, "bad.conllu, line 1")
    assert tagger.read_bytes() == b"old"
    assert run("build", "tagger", train, "-l", "nl", "-o", tagger).code == 0
    assert tagger.read_bytes().startswith(b"tesla-resource")
