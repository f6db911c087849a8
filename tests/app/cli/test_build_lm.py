"""`tesla build lm`, and the use of what it built."""

import gzip
import json
from pathlib import Path

import pytest
from oracles.kneser_ney import occurrences

from app.cli.running import Run, refused, run, write
from tesla_metrics.resources.lm import TextSettings, load_language_model
from tesla_metrics.resources.lm.arpa import read_settings

LINES = [
    "The cat's on the mat.",
    "The dog is on the cat's mat, too!",
    "",
    "Is a cat or a dog on the mat?",
]


def build(*arguments: object, stdin: bytes = b"") -> Run:
    return run("build", "lm", *arguments, "--discount-fallback", stdin=stdin)


def unigrams(path: Path) -> set[str]:
    text = path.read_bytes()
    text = gzip.decompress(text) if path.suffix == ".gz" else text
    section = text.decode().partition("\\1-grams:\n")[2].partition("\n\n")[0]
    return {line.split("\t")[1] for line in section.splitlines()} - {"<s>", "</s>", "<unk>"}


def test_with_a_language(tmp_path: Path) -> None:
    text, output = write(tmp_path / "text", LINES), tmp_path / "en.arpa.gz"
    result = build(text, "-l", "en", "-o", output)
    assert (result.code, result.out) == (0, "")
    model = load_language_model(output)
    words = [model.text.words(line) for line in LINES]
    total = sum(map(len, occurrences(words, 3))) + len(["<unk>", "<s>"])
    size = output.stat().st_size
    assert result.err == (
        f"{output}: a language model of {total} n-grams from 28 words (fallback discounts for "
        f"3-grams), {size} bytes\n"
    )
    assert model.order == 3
    assert model.name.startswith("3gram-en@")
    assert model.text == TextSettings("en", "builtin", True)
    assert {"the", "'s", ".", "mat"} <= unigrams(output)
    line = model.text.words("THE CAT'S ON THE MAT.")
    assert model.log10(line) > model.log10(line[::-1])


def test_without_a_language(tmp_path: Path) -> None:
    text, output = write(tmp_path / "text", LINES), tmp_path / "out.arpa"
    assert build(text, "-o", output, "-n", "2", "-q").code == 0
    assert {"cat's", "mat.", "the"} <= unigrams(output)
    assert load_language_model(output).text == TextSettings(None, "none", True)


def test_case_and_tokeniser(tmp_path: Path) -> None:
    text, output = write(tmp_path / "text", LINES), tmp_path / "out.arpa"
    assert build(text, "-o", output, "-l", "en", "--tokenize", "none", "--no-lower").code == 0
    assert {"The", "the", "cat's", "mat."} <= unigrams(output)
    assert load_language_model(output).text == TextSettings("en", "none", False)


def test_what_is_recorded(tmp_path: Path) -> None:
    text, output = write(tmp_path / "text", LINES), tmp_path / "out.arpa"
    assert (
        build(text, "-", "-o", output, "-n", "4", "--prune", "0", "0", "1", stdin=b"x\n").code == 0
    )
    facts = read_settings(output)
    assert facts["sources"] == ["text", "-"]
    assert (facts["order"], facts["prune"]) == (4, [0, 0, 1, 1])
    assert (facts["sentences"], facts["tokens"]) == (5, 23)
    assert facts["discounts"][-1] == [0.5, 1.0, 1.5]
    first = output.read_text("utf-8").splitlines()[0]
    assert json.loads(first.removeprefix("# tesla-metrics "))["kind"] == "lm"


def test_the_same_text_gives_the_same_file(tmp_path: Path) -> None:
    text = write(tmp_path / "text", LINES)
    outputs = [tmp_path / f"{name}.arpa.gz" for name in "ab"]
    for output in outputs:
        assert build(text, "-o", output).code == 0
    assert outputs[0].read_bytes() == outputs[1].read_bytes()


@pytest.mark.parametrize("order", range(1, 7))
def test_orders(tmp_path: Path, order: int) -> None:
    text, output = write(tmp_path / "text", LINES), tmp_path / "out.arpa"
    assert build(text, "-o", output, "-n", order).code == 0
    assert load_language_model(output).order == order


def test_one_sentence(tmp_path: Path) -> None:
    text, output = write(tmp_path / "text", ["Hello"]), tmp_path / "out.arpa"
    refused(
        run("build", "lm", text, "-o", output), 3, "discounts of 1-grams", "--discount-fallback"
    )
    assert not output.exists()
    assert build(text, "-o", output).code == 0


def test_symbols(tmp_path: Path) -> None:
    text, output = write(tmp_path / "text", ["a b", "a <s> b"]), tmp_path / "out.arpa"
    refused(build(text, "-o", output), 3, f"{text}, line 2", "<s>", "--skip-symbols")
    assert sorted(tmp_path.iterdir()) == [text]
    assert build(text, "-o", output, "--skip-symbols").code == 0
    assert unigrams(output) == {"a", "b"}
    # The built-in tokeniser cuts them up.
    assert build(text, "-o", output, "-l", "en").code == 0


@pytest.mark.parametrize(
    ("arguments", "code", "fact"),
    [
        (["-n", "0"], 2, "from 1 to 6"),
        (["-n", "7"], 2, "from 1 to 6"),
        (["--prune", "1"], 2, "unigrams"),
        (["--prune", "0", "2", "1"], 2, "decrease"),
        (["--prune", "0", "0", "0", "0"], 2, "4 pruning thresholds"),
        (["--prune", "0", "-1"], 2, "decrease"),
        (["--tokenize", "builtin"], 2, "-l en"),
        (["-l", "xxx"], 2, "xxx"),
    ],
)
def test_refused(tmp_path: Path, arguments: list[str], code: int, fact: str) -> None:
    text = write(tmp_path / "text", LINES)
    refused(build(text, "-o", tmp_path / "out.arpa", *arguments), code, fact)
    assert sorted(tmp_path.iterdir()) == [text]


@pytest.mark.parametrize("lines", [[], ["", " "]])
def test_no_words(tmp_path: Path, lines: list[str]) -> None:
    text = write(tmp_path / "text", lines)
    refused(build(text, "-o", tmp_path / "out.arpa"), 3, "no words")


def test_bad_files(tmp_path: Path) -> None:
    output = tmp_path / "out.arpa"
    refused(build(tmp_path / "gone", "-o", output), 3, "gone")
    refused(build("-", "-", "-o", output, stdin=b"a\n"), 2, "twice")
    text = write(tmp_path / "text", LINES)
    refused(build(text, "-o", tmp_path / "no" / "out"), 3, "folder")
    (tmp_path / "bad").write_bytes(b"a\n\xff\n")
    refused(build(tmp_path / "bad", "-o", output), 3, "bad, line 2")
    assert not output.exists()


def test_interrupted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text, output = write(tmp_path / "text", LINES), tmp_path / "out.arpa.gz"

    def interrupt(*rest: object, **named: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("tesla_metrics.resources.lm.arpa._format_rows", interrupt)
    result = build(text, "-o", output)
    assert (result.code, result.err) == (130, "tesla: interrupted\n")
    assert sorted(tmp_path.iterdir()) == [text]
