"""`tesla languages`."""

import json

import pytest

from app.cli.running import run
from tesla_metrics.text import loading
from tesla_metrics.text.input_checks import format_no_tagger_warning
from tesla_metrics.text.languages import parse_language

COLUMNS = (
    "language tokenizer tagger upos function lemmas synonyms compounds frequencies "
    "paraphrases negations analyzers"
).split()
BUILT_IN = ["en", "de", "fr", "es", "cs"]


def test_the_built_in_ones_and_the_rest() -> None:
    result = run("languages")
    assert (result.code, result.err) == (0, "")
    lines = result.out.partition("\n\n")[0].splitlines()
    assert lines[0].split() == COLUMNS
    codes = [line.split()[0] for line in lines[1:]]
    assert codes[:6] == [*BUILT_IN, "zh"]
    assert codes[6:-1] == sorted(codes[6:-1])
    assert codes[-1] == "others"


def test_all_that_have_anything_are_listed() -> None:
    records = {
        record["language"]: record for record in json.loads(run("languages", "-f", "json").out)
    }
    # Synonyms and lemmas, synonyms of another language, synonyms, lemmas, being without spaces.
    for lang, synonyms, lemmas in [
        ("it", "omw-it-iwn+multiwordnet+wikt", True),
        ("no", "omw-nb-wikt", True),
        ("vi", "omw-vi-wikt", False),
        ("cy", "none", True),
        ("lo", "none", False),
    ]:
        assert records[lang]["synonyms"] == synonyms
        assert records[lang]["lemmas"].startswith("simplemma-" if lemmas else "lower")
    assert "zu" not in records
    assert all(parse_language(code) == code for code in records)
    (welsh,) = json.loads(run("languages", "cy", "-f", "json").out)
    assert welsh == records["cy"]


def test_json_tells_accuracies() -> None:
    records = json.loads(run("languages", *BUILT_IN, "zh", "-f", "json").out)
    assert [record["language"] for record in records] == [*BUILT_IN, "zh"]
    for record in records[:-1]:
        assert list(record) == COLUMNS
        assert record["tokenizer"] == f"rules-{record['language']}"
        assert record["tagger"].startswith("perceptron")
        assert 90 < record["upos"] <= record["function"] <= 100
        assert record["lemmas"].startswith("simplemma-")
        assert (record["compounds"] is not None) == (record["language"] == "de")
    assert records[0]["synonyms"] == "wordnet-3.0"
    assert records[-1]["tagger"] is None


def test_what_tesla_x_has() -> None:
    rows = [line.split("\t") for line in run("languages", "-f", "tsv").out.splitlines()]
    shown = {row[0]: dict(zip(COLUMNS, row, strict=True)) for row in rows[1:]}
    own = ("frequencies", "paraphrases", "negations")
    for lang in BUILT_IN:
        assert [shown[lang][column] for column in own] == ["yes"] * 3
    assert shown["zh"]["frequencies"] == "yes"
    assert [shown["others"][column] for column in own] == ["no"] * 3
    english, arabic = json.loads(run("languages", "en", "ar", "-f", "json").out)
    assert [english[column] for column in own] == [True] * 3
    assert [arabic[column] for column in own] == [False] * 3


def test_others() -> None:
    arabic, japanese = json.loads(run("languages", "ar", "ja", "-f", "json").out)
    assert (arabic["language"], japanese["language"]) == ("ar", "ja")
    for record in (arabic, japanese):
        assert record["tokenizer"] == f"script-{record['language']}"
        assert [record[key] for key in ("tagger", "upos", "function", "compounds")] == [None] * 4
    assert japanese["lemmas"] == "lower"


def test_analysers_at_hand(monkeypatch: pytest.MonkeyPatch) -> None:
    present = {"jieba": object(), "fugashi": object(), "unidic_lite": None}
    monkeypatch.setattr(loading, "find_spec", present.get)
    records = json.loads(run("languages", "en", "zh", "ja", "-f", "json").out)
    assert [record["analyzers"] for record in records] == ["builtin", "builtin, jieba", "builtin"]


def test_text_and_tsv_of_others() -> None:
    lines = run("languages", "ar", "ja", "ar").out.partition("\n\n")[0].splitlines()
    assert [line.split()[0] for line in lines] == ["language", "ar", "ja"]
    rows = [line.split("\t") for line in run("languages", "ja", "-f", "tsv").out.splitlines()]
    assert rows[0] == COLUMNS
    assert rows[1][:6] == ["ja", "script-ja", "-", "-", "-", "lower"]


def test_regions_do_not_matter() -> None:
    assert run("languages", "pt-BR", "-f", "json").out == run("languages", "pt", "-f", "json").out


def test_a_legend_under_the_table() -> None:
    table, _, legend = run("languages", "de", "ru").out.partition("\n\n")
    assert len(table.splitlines()) == 3
    for word in ("rules-", "script-", "upos", "function", "lower"):
        assert word in legend
    assert len(run("languages", "de", "-f", "tsv").out.splitlines()) == 2
    assert "default: text" in run("languages", "--help").out


def test_words_without_a_tagger_are_told_alike() -> None:
    # By the help and by the warning; the analysis has X and NUM.
    said = "content words of one kind, numbers as another"
    assert said in " ".join(run("languages", "--help").out.split())
    assert said in format_no_tagger_warning("ru")
    shown = run("analyze", "-l", "ru", stdin="Паром и 12 лодок.\n".encode()).out
    kinds = {line.split("\t")[3] for line in shown.splitlines() if "\t" in line}
    assert kinds == {"X", "NUM", "PUNCT"}
    assert "Function=Yes" not in shown
