"""`tesla build phrase-table` from end to end, on a toy bitext."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest
from app.cli.running import Run, refused, run

from resources.pivot.toy_bitext import PAIRS, write_bitext
from tesla_metrics.resources.pivot import build
from tesla_metrics.resources.pivot.phrase_table import PhraseTable, open_phrase_table

EN_FR = ["--target", "en", "--pivot", "fr"]


def make(*arguments: object) -> Run:
    return run("build", "phrase-table", *EN_FR, *arguments)


def made(output: Path, *arguments: object) -> PhraseTable:
    result = make(*arguments, "-o", output)
    assert (result.code, result.out) == (0, ""), result.err
    assert not output.with_name(f"{output.name}.work").exists()
    return open_phrase_table(output)


def best(table: PhraseTable, phrase: str) -> str:
    return " ".join(lemma for lemma, _ in table.pivots(phrase.split())[0].words)


def test_greetings(tmp_path: Path) -> None:
    bitext, output = write_bitext(tmp_path / "toy.tsv"), tmp_path / "en-fr.table"
    result = make(bitext, "-o", output)
    assert result.code == 0, result.err
    assert result.err.startswith(f"{output}: ")
    assert f"from {len(PAIRS)} sentence pairs, " in result.err
    table = open_phrase_table(output)
    assert best(table, "good morning") == best(table, "hello") == "bonjour"
    assert table.settings["sources"] == ["toy.tsv"]
    assert table.settings["sentence_pairs"]["used"] == len(PAIRS)
    assert table.settings["tags"] == "upos"
    assert "tagger-en@" in table.settings["target_analyzer"]
    assert sum(table.count(table.get_phrase(place)) for place in range(len(table))) == table.total
    for place in range(len(table)):
        chances = [one.probability for one in table.pivots(table.get_phrase(place))]
        assert sum(chances) == pytest.approx(1.0)
        assert chances == sorted(chances, reverse=True)


def test_show(tmp_path: Path) -> None:
    made(tmp_path / "x.table", write_bitext(tmp_path / "toy.tsv"))
    result = run("build", "phrase-table", "--show", "Good morning", tmp_path / "x.table")
    assert result.code == 0
    assert result.out.startswith("good morning: extracted ")
    french, english = result.out.split("\n\n")[1:]
    assert "bonjour/" in french.splitlines()[1]
    assert english.splitlines()[1].split()[1] == "hello"
    result = run("build", "phrase-table", "--show", "night", tmp_path / "x.table")
    assert (result.code, "'night' is not in en-fr@" in result.out) == (0, True)
    refused(run("build", "phrase-table", "--show", "night"), 2, "--show")
    refused(run("build", "phrase-table", "--show", "x", tmp_path / "toy.tsv"), 4, "toy.tsv")


def test_stems_and_punctuation(tmp_path: Path) -> None:
    bitext = write_bitext(tmp_path / "toy.tsv")
    table = made(tmp_path / "pem.table", bitext, "--key", "stem", "--keep-punctuation")
    assert (table.settings["key"], table.settings["punctuation"]) == ("stem", True)
    assert best(table, "sleep") == "dormir"
    assert best(table, "sleep .") == "dormir ."
    assert best(table, "hello ,") == "bonjour ,"
    assert table.count(["sleeps"]) == table.count(["good", "morning"]) == 0
    assert best(table, "good morn ,") == "bonjour ,"
    # Words alone can be stemmed too, and lemmas can stand among punctuation.
    stems = made(tmp_path / "stems.table", bitext, "--key", "stem")
    assert stems.count([","]) == 0 < stems.count(["good", "morn"])
    assert "punctuation" not in stems.settings
    lemmas = made(tmp_path / "lemmas.table", bitext, "--keep-punctuation")
    assert best(lemmas, "good morning ,") == "bonjour ,"
    result = run("build", "phrase-table", "--show", "mornings", tmp_path / "pem.table")
    assert "consist of stems" in result.out
    # TESLA-B looks phrases up by their lemmas.
    given = ["-l", "en", "-m", "tesla-b", "--table", tmp_path / "pem.table"]
    (tmp_path / "text").write_text("Hello, sir.\n", "utf-8")
    refused(run("score", tmp_path / "text", "-r", tmp_path / "text", *given), 2, "--key stem")


def test_the_same_bytes_whatever_the_way(tmp_path: Path) -> None:
    one = tmp_path / "one.table"
    bitext = write_bitext(tmp_path / "toy.tsv")
    made(one, bitext)
    made(tmp_path / "two.table", bitext, "-j", 2, "-q")
    assert one.read_bytes() == (tmp_path / "two.table").read_bytes()
    bare = write_bitext(tmp_path / "bare.tsv", header="")
    table = made(tmp_path / "three.table", bare)
    assert table.total == open_phrase_table(one).total


def test_from_standard_input(tmp_path: Path) -> None:
    content = write_bitext(tmp_path / "toy.tsv").read_bytes()
    output = tmp_path / "x.table"
    result = run("build", "phrase-table", *EN_FR, "-", "-o", output, stdin=content)
    assert result.code == 0, result.err
    assert best(open_phrase_table(output), "hello") == "bonjour"


def test_two_files(tmp_path: Path) -> None:
    names = []
    for side, lang in enumerate(("en", "fr")):
        names.append(tmp_path / f"text.{lang}")
        names[-1].write_text("".join(f"{pair[side]}\n" for pair in PAIRS), "utf-8")
    by_prefix = made(tmp_path / "a.table", tmp_path / "text")
    by_side = made(tmp_path / "b.table", "--target-file", names[0], "--pivot-file", names[1])
    assert by_prefix.name == by_side.name


def test_choices(tmp_path: Path) -> None:
    bitext = write_bitext(tmp_path / "toy.tsv")
    plain = made(tmp_path / "plain.table", bitext)
    assert plain.count(["read"])
    forms = made(tmp_path / "forms.table", bitext, "--key", "form", "--align-on", "form")
    assert forms.count(["reads"])
    assert not forms.count(["read"])
    short = made(tmp_path / "short.table", bitext, "--max-phrase", 1)
    assert (short.max_words, short.count(["good", "morning"])) == (1, 0)
    pruned = made(tmp_path / "pruned.table", bitext, "--min-count", 2, "--top", 1)
    assert len(pruned.pivots(["hello"])) == 1
    assert pruned.count(["hello"]) == plain.count(["hello"])
    assert pruned.total == plain.total
    sampled = made(tmp_path / "sampled.table", bitext, "--learn-on", 12, "--iterations", 3)
    assert best(sampled, "hello") == "bonjour"
    union = made(tmp_path / "union.table", bitext, "--symmetrisation", "union")
    assert union.settings["aligner"]["symmetrisation"] == "union"


def test_pairs_that_are_left_out(tmp_path: Path) -> None:
    bitext = write_bitext(tmp_path / "toy.tsv")
    with bitext.open("a", encoding="utf-8") as stream:
        stream.write("\tRien\nNothing\t\n...\t!\n" + "very " * 30 + "long\ttrès long\n")
    result = make(bitext, "-o", tmp_path / "x.table", "--max-words", 20)
    assert f"{len(PAIRS)} sentence pairs (3 empty, 1 long left out)" in result.err
    empty = tmp_path / "empty.tsv"
    empty.write_text("en\tfr\n\t\n.\tx\n", "utf-8")
    refused(make(empty, "-o", tmp_path / "y.table"), 3, "empty.tsv", "none of 2", "2 have an empty")


def test_given_alignments(tmp_path: Path) -> None:
    bitext = tmp_path / "toy.tsv"
    bitext.write_text("en\tfr\nGood morning, sir.\tBonjour, monsieur !\nHello\tSalut\n", "utf-8")
    links = tmp_path / "links"
    links.write_text("0-0 1-0 2-1 3-2 4-3\n0-0\n", "utf-8")
    table = made(tmp_path / "x.table", bitext, "--alignments", links)
    assert table.settings["aligner"] == {"name": "file"}
    assert best(table, "good morning") == "bonjour"
    # Commas go, and their neighbours are neighbours then.
    assert best(table, "good morning sir") == "bonjour monsieur"
    assert table.count(["good"]) == 0
    for text, facts in (
        ("0-0\n", ["1 lines", "2 sentence pairs"]),
        ("0-0\n0-1\n", ["links, line 2", "0-1", "1 target and 1 pivot"]),
        ("0-0\n0:0\n", ["links, line 2", "'0:0'"]),
    ):
        links.write_text(text, "utf-8")
        result = make(bitext, "--alignments", links, "-o", tmp_path / "y.table")
        refused(result, 3, *facts)
        assert not (tmp_path / "y.table").exists()


def test_an_interrupted_run_goes_on(tmp_path: Path) -> None:
    bitext, output = write_bitext(tmp_path / "toy.tsv"), tmp_path / "x.table"
    whole = made(tmp_path / "whole.table", bitext)
    with patch.object(build, "write_table", side_effect=KeyboardInterrupt):
        result = make(bitext, "-o", output)
    assert (result.code, "interrupted" in result.err) == (130, True)
    assert not output.exists()
    assert (tmp_path / "x.table.work").is_dir()

    def refuse(*arguments: object, **named: object) -> Any:
        raise AssertionError("was done before")

    with patch.object(build, "analyse", refuse), patch.object(build, "train_lexicon", refuse):
        assert made(output, bitext).name == whole.name
        with pytest.raises(AssertionError):
            made(output, bitext)
    (tmp_path / "x.table.work" / "stray").write_text("")
    assert made(output, bitext, "--max-phrase", 3).max_words == 3


@pytest.mark.parametrize("jobs", [1, 2])
def test_input_that_is_refused_leaves_no_work_behind(tmp_path: Path, jobs: int) -> None:
    bitext, output = write_bitext(tmp_path / "toy.tsv"), tmp_path / "x.table"
    with bitext.open("a", encoding="utf-8") as stream:
        stream.write("No French here\n")
    refused(make(bitext, "-o", output, "-j", jobs), 3, "toy.tsv", "has 1 tab-separated")
    assert sorted(tmp_path.iterdir()) == [bitext]
    bitext.write_text("en\tfr\n.\tx\n", "utf-8")
    refused(make(bitext, "-o", output), 3, "none of 1")
    write_bitext(bitext)
    links = tmp_path / "links"
    links.write_text("0-99\n" * len(PAIRS), "utf-8")
    refused(make(bitext, "-o", output, "--alignments", links), 3, "links, line 1")
    assert sorted(tmp_path.iterdir()) == [links, bitext]


def test_analysing_that_is_interrupted_goes_on(tmp_path: Path) -> None:
    bitext, output = write_bitext(tmp_path / "toy.tsv"), tmp_path / "x.table"
    with patch.object(build, "number_chunks", side_effect=KeyboardInterrupt):
        assert make(bitext, "-o", output).code == 130
    assert (tmp_path / "x.table.work").is_dir()
    with patch.object(build, "analyse", side_effect=AssertionError("was done before")):
        made(output, bitext)


def test_a_folder_of_somebody_else_is_left_alone(tmp_path: Path) -> None:
    bitext, folder = write_bitext(tmp_path / "toy.tsv"), tmp_path / "x.table.work"
    folder.mkdir()
    (folder / "thesis.tex").write_text("")
    refused(make(bitext, "-o", tmp_path / "x.table"), 3, "x.table.work")
    assert (folder / "thesis.tex").exists()


@pytest.mark.parametrize(
    ("arguments", "code", "facts"),
    [
        (["--target", "en", "-o", "x"], 2, ["--pivot is missing"]),
        ([*EN_FR, "-o", "x"], 2, ["no bitext"]),
        ([*EN_FR, "{toy}"], 2, ["--output is missing"]),
        (["--target", "en", "--pivot", "eng", "{toy}", "-o", "x"], 2, ["both 'en'"]),
        (["--target", "en", "--pivot", "xx", "{toy}", "-o", "x"], 2, ["'xx'"]),
        ([*EN_FR, "{toy}", "-o", "x", "--symmetrisation", "grow"], 2, ["'grow'"]),
        ([*EN_FR, "{toy}", "-o", "x", "--max-phrase", "0"], 2, ["--max-phrase is 0"]),
        ([*EN_FR, "{toy}", "-o", "x", "--max-phrase", "99"], 2, ["up to 10"]),
        ([*EN_FR, "{toy}", "-o", "x", "--min-probability", "7"], 2, ["--min-probability is 7"]),
        ([*EN_FR, "{toy}", "-o", "x", "-j", "0"], 2, ["0 jobs"]),
        ([*EN_FR, "-", "-", "-o", "x"], 2, ["twice"]),
        ([*EN_FR, "nowhere", "-o", "x"], 3, ["nowhere.en"]),
        ([*EN_FR, "{toy}", "-o", "no/x"], 3, ["cannot write no/x"]),
        (["--target", "en", "--pivot", "de", "{toy}", "-o", "x"], 3, ["'en' and 'de'"]),
    ],
)
def test_slips(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    arguments: Sequence[str],
    code: int,
    facts: Sequence[str],
) -> None:
    toy = write_bitext(tmp_path / "toy.tsv", "en\tfr\n")
    if "de" in arguments:  # three columns cannot be two without a header
        toy.write_text("date\ten\tfr\n2000\ta\tb\n", "utf-8")
    monkeypatch.chdir(tmp_path)
    names = [argument.format(toy="toy.tsv") for argument in arguments]
    refused(run("build", "phrase-table", *names), code, *facts)


@pytest.mark.data
@pytest.mark.parametrize(
    ("file", "pivot", "phrase", "expected"),
    [
        ("europarl.en-fr-de-es.tsv.gz", "fr", "thank", "remercier"),
        ("tatoeba.en-cs.tsv.gz", "cs", "good morning", "dobrý ráno"),
    ],
)
def test_real_bitexts(
    tmp_path: Path, shared: Path, file: str, pivot: str, phrase: str, expected: str
) -> None:
    import gzip
    from itertools import chain, islice

    with gzip.open(shared / "bitext" / file, "rt", encoding="utf-8") as stream:
        wanted = (line for line in stream if phrase in line.lower())
        lines = list(chain(islice(stream, 600), islice(wanted, 100)))
    (tmp_path / "some.tsv").write_text("".join(lines), "utf-8")
    output = tmp_path / "x.table"
    arguments = [tmp_path / "some.tsv", "--target", "en", "--pivot", pivot, "-o", output]
    assert run("build", "phrase-table", *arguments).code == 0
    assert best(open_phrase_table(output), phrase) == expected
