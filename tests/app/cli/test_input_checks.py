"""Warnings on standard error: one line each; -q silences them, --strict makes them errors."""

import html
import os
import random
import unicodedata
from collections.abc import Callable
from pathlib import Path

import pytest
from judged.folders import layout
from text.input_checks.ordinary import ORDINARY
from text.input_checks.test_suspicious_pairs import make_outputs, make_references

from app.cli.running import refused, run, write

REF = ORDINARY["en"] * 5
HYP = [line.replace("the", "a") for line in REF]


@pytest.fixture
def ref(tmp_path: Path) -> Path:
    return write(tmp_path / "ref.txt", REF)


@pytest.fixture
def hyp(tmp_path: Path) -> Path:
    return write(tmp_path / "hyp.txt", HYP)


def told(*arguments: object, command: str = "score") -> list[str]:
    result = run(command, *arguments)
    assert result.code == 0, result.err
    lines = result.err.splitlines()
    assert all(line.startswith("tesla: warning: ") for line in lines)
    return [line.removeprefix("tesla: warning: ") for line in lines]


def test_nothing_to_tell(hyp: Path, ref: Path) -> None:
    assert told(hyp, "-r", ref, "-l", "en") == []
    assert told(hyp, "-r", ref, "-l", "de-en", "-m", "tesla-m", "-m", "bleu") == []


def test_empty_hypotheses(tmp_path: Path, ref: Path) -> None:
    lines = [*HYP[:16], "", *HYP[17:20], "  ", *HYP[21:]]
    empty = write(tmp_path / "empty.txt", lines)
    assert told(empty, "-r", ref, "-l", "en", "-m", "bleu", "-m", "chrf") == [
        "empty.txt: 2 of 25 segments are empty, the first is segment 17; check the file"
    ]


def test_the_same_file(tmp_path: Path, ref: Path) -> None:
    link = tmp_path / "link.txt"
    os.link(ref, link)
    soft = tmp_path / "soft.txt"
    soft.symlink_to(ref)
    for path in (link, soft):
        assert told(path, "-r", ref, "-l", "en", "-m", "bleu") == [
            f"{path.name} and {ref.name} are the same file: give the output of a system"
        ]
    assert told(ref, "-r", ref, "-l", "en", "-m", "bleu") == [
        f"{ref.name} is given as system and as reference: give the output of a system"
    ]


def test_the_same_texts(tmp_path: Path, hyp: Path, ref: Path) -> None:
    copy = write(tmp_path / "copy.txt", REF)
    assert told(hyp, copy, "-r", ref, "-l", "en", "-m", "bleu") == [
        f"copy.txt: all 25 segments are those of {ref.name}; is it the output of a system?"
    ]


def test_tokenised(tmp_path: Path, ref: Path) -> None:
    cut = write(tmp_path / "cut.txt", [line.replace(",", " ,").replace(".", " .") for line in HYP])
    (doubt,) = told(cut, "-r", ref, "-l", "en", "-m", "bleu")
    assert doubt.startswith("looks tokenised: cut.txt (45 of 45 commas and full stops stand apart)")
    assert f", but not {ref.name}, which affects scores; " in doubt


def test_script(tmp_path: Path, hyp: Path, ref: Path) -> None:
    (doubt,) = told(hyp, "-r", ref, "-l", "ru", "-m", "bleu")
    assert doubt == (
        "not in the script of 'ru': hyp.txt (25 of 25 lines have no Cyrillic letter) and ref.txt; "
        "is the language right?"
    )


def test_no_tagger(tmp_path: Path) -> None:
    ref = write(tmp_path / "ref.ru", ORDINARY["ru"])
    hyp = write(tmp_path / "hyp.ru", [f"И {line}" for line in ORDINARY["ru"]])
    (doubt,) = told(hyp, "-r", ref, "-l", "ru", "-m", "tesla-m", "-m", "maxsim")
    assert doubt.startswith("no tagger for 'ru' is shipped")
    assert told(hyp, "-r", ref, "-l", "ru", "-m", "bleu") == []


def test_stretches_of_long_files(
    tmp_path: Path, ref: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tesla_metrics.files.testsets.aligned_columns._CHUNK", 2)
    copy = write(tmp_path / "copy.txt", REF)
    assert told(copy, "-r", ref, "-l", "en", "-m", "bleu") == [
        f"copy.txt: all 25 segments are those of {ref.name}; is it the output of a system?"
    ]


def test_quiet(ref: Path) -> None:
    result = run("score", ref, "-r", ref, "-l", "en", "-m", "bleu", "-q")
    assert (result.code, result.err) == (0, "")
    assert "bleu" in result.out
    refused(run("score", "gone.txt", "-r", ref, "-l", "en", "-q"), 3, "gone.txt")


@pytest.mark.parametrize("quiet", [[], ["-q"]])
def test_strict(tmp_path: Path, hyp: Path, ref: Path, quiet: list[str]) -> None:
    scores = tmp_path / "scores"
    arguments = ["-r", ref, "-l", "en", "-m", "bleu", "--strict", *quiet]
    refused(run("score", ref, *arguments, "--write-scores", scores), 3, "given as system and")
    assert not list(scores.glob("*"))
    assert run("score", hyp, *arguments).code == 0
    copy = write(tmp_path / "copy.txt", REF)
    plot = tmp_path / "plot.svg"
    refused(run("compare", hyp, copy, *arguments, "--plot", plot), 3, "copy.txt: all 25 segments")
    assert not plot.exists()


def test_compare(tmp_path: Path, hyp: Path, ref: Path) -> None:
    copy = write(tmp_path / "copy.txt", REF)
    usual = [hyp, copy, "-r", ref, "-l", "en", "-m", "bleu", "--samples", 20]
    (doubt,) = told(*usual, command="compare")
    assert doubt.startswith("copy.txt: all 25 segments are those of ref.txt; ")
    assert told(*usual, "-q", command="compare") == []


def test_compare_doubts_as_score_does(tmp_path: Path, hyp: Path, ref: Path) -> None:
    chinese = write(tmp_path / "ref.zh", ORDINARY["zh"])
    other = write(tmp_path / "other.zh", [line[2:] for line in ORDINARY["zh"]])
    half = write(tmp_path / "half.txt", [*HYP[:20], *[""] * 5])
    for systems, rest in (
        ([hyp, ref], ["-r", ref, "-l", "en"]),
        ([hyp, half], ["-r", ref, half, "-l", "ru"]),
        ([other, chinese], ["-r", chinese]),
    ):
        usual = [*systems, *rest, "-m", "bleu"]
        scored = told(*usual)
        compared = told(*usual, "--test", "randomisation", "--samples", 20, command="compare")
        assert scored
        assert [line for line in compared if "bootstrap" not in line] == scored


def test_references_that_are_one(tmp_path: Path, hyp: Path, ref: Path) -> None:
    copy = write(tmp_path / "copy.txt", REF)
    (doubt,) = told(hyp, "-r", ref, copy, "-l", "en", "-m", "bleu")
    assert "copy.txt: all 25 segments are those of ref.txt, another reference; leave one" in doubt
    assert told(hyp, "-r", ref, ref, "-l", "en", "-m", "bleu") == [
        "ref.txt and ref.txt (2), two references, are the same file: leave one out"
    ]
    assert told(hyp, "-r", ref, hyp, "-l", "en", "-m", "bleu") == [
        "hyp.txt is given as system and as reference: give the output of a system"
    ]


def test_a_further_reference_with_gaps(tmp_path: Path, hyp: Path, ref: Path) -> None:
    gaps = write(tmp_path / "gaps.txt", ["Boats.", *[""] * 24])
    (doubt,) = told(hyp, "-r", ref, gaps, "-l", "en", "-m", "bleu")
    assert doubt.startswith("gaps.txt: 24 of 25 segments are empty, the first is segment 2; ")
    assert "--skip-empty-references" in doubt
    usual = [hyp, "-r", ref, gaps, "-l", "en", "-m", "bleu", "--skip-empty-references"]
    assert told(*usual) == []


@pytest.mark.parametrize("lang", ["zh", "ja", "th"])
@pytest.mark.parametrize("metric", ["bleu", "ter"])
def test_text_without_spaces_and_no_language(tmp_path: Path, lang: str, metric: str) -> None:
    ref = write(tmp_path / "ref", ORDINARY[lang])
    hyp = write(tmp_path / "hyp", [f"{line[2:]}{line[:2]}" for line in ORDINARY[lang]])
    (doubt,) = told(hyp, "-r", ref, "-m", metric)
    assert doubt == (
        "looks like text without spaces between words: hyp (5 of 5 lines) and ref; give -l zh, "
        "ja, th … (in Python lang=) so that it is segmented"
    )
    assert told(hyp, "-r", ref, "-m", "chrf") == []
    assert told(hyp, "-r", ref, "-m", "bleu", "--tokenize", "char") == []


def test_text_with_spaces_and_no_language(tmp_path: Path) -> None:
    for lang in ("en", "fr", "ar", "ru"):
        ref = write(tmp_path / "ref", ORDINARY[lang])
        hyp = write(tmp_path / "hyp", [line[2:] for line in ORDINARY[lang]])
        assert told(hyp, "-r", ref, "-m", "bleu", "ter") == []


def test_warnings_of_judged_sets_obey(tmp_path: Path) -> None:
    folder = layout(tmp_path / "set" / "en-ru")
    usual = ["meta", folder, "-m", "tesla-m", "-m", "maxsim", "--samples", 10]
    result = run(*usual)
    assert (result.code, result.err.count("no tagger for 'ru'")) == (0, 1)
    assert run(*usual, "-q").err == ""
    assert run(*usual, "--strict").code == 0


def test_strict_without_a_tagger(tmp_path: Path) -> None:
    russian = ORDINARY["ru"] * 3
    references = write(tmp_path / "ref.txt", russian)
    outputs = write(tmp_path / "hyp.txt", [line.replace("о", "а") for line in russian])
    result = run("score", outputs, "-r", references, "-l", "ru", "--strict")
    assert result.code == 0
    assert result.err.startswith("tesla: warning: no tagger for 'ru' is shipped")


GERMAN = [
    "Die Fähre ist heute wieder zu spät, und niemand weiß, warum sie nicht fährt.",
    "Wir haben den Brief gestern mit der Post bekommen, aber er war schon offen.",
    "Ich möchte wissen, ob das Museum am Sonntag auch für Kinder geöffnet ist.",
    "Sie hat ihm nicht gesagt, dass sie die alte Lampe schon verkauft hat.",
]
ENGLISH = [
    "The ferry is late again today, and nobody knows why it does not run.",
    "We got the letter by post yesterday, but it was already open.",
    "I would like to know whether the museum is also open for children on Sunday.",
    "She did not tell him that she had already sold the old lamp.",
]


def make_slip(kind: str) -> tuple[list[str], list[str]]:
    """Return the outputs and references of a mistake."""
    references = make_references(60)
    outputs = make_outputs(references)
    if kind == "wrong language":
        return [line.replace("nicht", "nie") for line in GERMAN * 4], GERMAN * 4
    if kind == "untranslated":
        return GERMAN * 4, ENGLISH * 4
    changes: dict[str, Callable[[str], str]] = {
        "mojibake": lambda line: f"{line} Grüße".encode().decode("latin-1"),
        "entities": lambda line: html.escape(f"{line} R&D"),
        "end token": lambda line: f"{line} </s>",
        "literal line ends": lambda line: f"{line}\\nYes.",
        "subwords": lambda line: line.replace("er", "er@@ "),
        "lower case": str.lower,
        "decomposed": lambda line: unicodedata.normalize("NFD", f"{line} Café"),
        "zero width": lambda line: line.replace("er", "e\u200br"),
    }
    if kind in changes:
        return list(map(changes[kind], outputs)), references
    orders = {
        "shifted": [*outputs[1:], outputs[0]],
        "shuffled": random.Random(1).sample(outputs, len(outputs)),
        "other test set": make_outputs(make_references(60, seed=5)),
        "identical": [outputs[0]] * len(outputs),
    }
    return orders[kind], references


@pytest.mark.parametrize(
    ("kind", "message"),
    [
        ("wrong language", "hyp.txt and ref.txt look like 'de', not 'en': give -l de"),
        ("untranslated", "hyp.txt looks like 'de', not 'en': is the text translated?"),
        (
            "shifted",
            "hyp.txt and ref.txt do not look aligned: lines fit the reference 1 line below",
        ),
        ("shuffled", "hyp.txt and ref.txt do not look aligned"),
        ("other test set", "hyp.txt and ref.txt do not look aligned"),
        ("identical", "hyp.txt: 60 of 60 lines are "),
        ("mojibake", "looks wrongly decoded: hyp.txt (60 of 60 lines"),
        ("entities", "has HTML entities: hyp.txt (60 of 60 lines"),
        ("end token", "has special tokens: hyp.txt (60 of 60 lines"),
        ("literal line ends", "has escape sequences: hyp.txt (60 of 60 lines"),
        ("subwords", "looks cut into subword pieces: hyp.txt ("),
        ("lower case", "hyp.txt: 60 of 60 lines are in lower case, but not in ref.txt"),
        ("decomposed", "is in another Unicode normal form: hyp.txt (60 of 60 lines"),
        ("zero width", "has invisible characters inside words: hyp.txt ("),
    ],
)
def test_mistakes(tmp_path: Path, kind: str, message: str) -> None:
    outputs, references = make_slip(kind)
    files = [write(tmp_path / "hyp.txt", outputs), "-r", write(tmp_path / "ref.txt", references)]
    assert any(line.startswith(message) for line in told(*files, "-l", "en", "-m", "bleu"))
    strict = run("score", *files, "-l", "en", "-m", "bleu", "--strict")
    assert (strict.code, strict.out) == (3, "")


def test_swapped_columns_of_a_bitext(tmp_path: Path) -> None:
    rows = [f"{german}\t{english}" for german, english in zip(GERMAN * 4, ENGLISH * 4, strict=True)]
    bitext, table = write(tmp_path / "bitext.tsv", rows), tmp_path / "en-de.table"
    usual = ["build", "phrase-table", bitext, "--target", "en", "--pivot", "de", "-o", table]
    refused(run(*usual, "--strict"), 3, "the target sentences look like 'de' and the pivot")
    assert not table.exists()
    result = run(*usual)
    assert result.code == 0
    assert "exchange the columns or files, or --target and --pivot" in result.err
