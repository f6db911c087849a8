"""Damaged ARPA files are refused, with file and line."""

import gzip
from pathlib import Path

import pytest
from small_models import write_small

from tesla_metrics.errors import ResourceError, UsageError
from tesla_metrics.resources.lm import load_language_model

GOOD = """\
\\data\\
ngram 1=4
ngram 2=2

\\1-grams:
-1\t<unk>\t0
0\t<s>\t-0.5
-0.5\t</s>\t0
-0.6\ta\t-0.25

\\2-grams:
-0.1\t<s> a
-0.2\ta </s>

\\end\\
"""

CASES = {
    "no data": ("\\data\\", "\\date\\", 1, "is this an ARPA file"),
    "text before data": ("\\data\\", "hello\n\\data\\", 1, "is this an ARPA file"),
    "damaged settings": ("\\data\\", "# tesla-metrics {\n\\data\\", 1, "record of settings"),
    "settings of others": (
        "\\data\\",
        '# tesla-metrics {"kind": "x", "version": 1, "settings": {}}\n\\data\\',
        1,
        "expected 'lm'",
    ),
    "no counts": ("ngram 1=4\nngram 2=2\n", "", 3, "'ngram 1='"),
    "counts out of order": ("ngram 1=4\nngram 2=2", "ngram 2=2\nngram 1=4", 2, "'ngram 1='"),
    "no number": ("ngram 1=4", "ngram 1=four", 2, "ngram 1=four"),
    "too few": ("ngram 1=4", "ngram 1=5", 10, "only 4 1-grams, but"),
    "too many": ("ngram 1=4", "ngram 1=3", 9, "announces 3 1-grams"),
    "too few at the end": ("ngram 2=2", "ngram 2=3", 14, "only 2 2-grams"),
    "too many at the end": ("ngram 2=2", "ngram 2=1", 13, "announces 1 2-grams"),
    "no order": ("\\2-grams:", "\\3-grams:", 11, "instead of \\2-grams:"),
    "no end": ("\\end\\\n", "", 14, "incomplete"),
    "nan": ("-0.6\ta", "nan\ta", 9, "number up to 0"),
    "positive": ("-0.6\ta", "0.6\ta", 9, "number up to 0"),
    "infinite": ("-0.6\ta", "-inf\ta", 9, "number up to 0"),
    "back-off nan": ("a\t-0.25", "a\tnan", 9, "number"),
    "positive bigram": ("-0.2\ta </s>", "0.2\ta </s>", 13, "number up to 0"),
    "no probability": ("-0.6\ta", "x\ta", 9, "not a 1-gram"),
    "no back-off": ("a\t-0.25", "a\tx", 9, "not a 1-gram"),
    "too few words": ("-0.2\ta </s>", "-0.2\ta", 13, "not a 2-gram"),
    "too many words": ("-0.2\ta </s>", "-0.2\ta a </s>", 13, "not a 2-gram"),
    "too many fields": ("a\t-0.25", "a\t-0.25\t1", 9, "not a 1-gram"),
    "back-off at the highest order": ("a </s>", "a </s>\t-1", 13, "not a 2-gram"),
    "unknown word": ("-0.2\ta </s>", "-0.2\tb </s>", 13, "'b' is not among"),
    "word twice": ("-0.5\t</s>", "-0.5\ta", 9, "'a' occurs twice"),
    "n-gram twice": ("-0.2\ta </s>", "-0.2\t<s> a", 13, "a duplicate"),
    "no start": ("<s>\t-0.5", "b\t-0.5", 12, "'<s>' is not among"),
    "no start at all": (
        "0\t<s>\t-0.5\n-0.5\t</s>\t0\n-0.6\ta\t-0.25\n\n\\2-grams:\n-0.1\t<s> a",
        "0\tb\t-0.5\n-0.5\t</s>\t0\n-0.6\ta\t-0.25\n\n\\2-grams:\n-0.1\tb a",
        15,
        "not include <s>",
    ),
}


@pytest.mark.parametrize(("old", "new", "line", "fact"), CASES.values(), ids=CASES)
def test_refused(tmp_path: Path, old: str, new: str, line: int, fact: str) -> None:
    assert old in GOOD
    path = tmp_path / "bad.arpa"
    path.write_text(GOOD.replace(old, new), encoding="utf-8")
    with pytest.raises(ResourceError) as caught:
        load_language_model(path, "numpy")
    message = str(caught.value)
    assert message.startswith(f"language model {path}, line {line}: "), message
    assert fact in message
    assert "\n" not in message


def test_the_good_one_is_good(tmp_path: Path) -> None:
    path = tmp_path / "good.arpa"
    path.write_text(GOOD, encoding="utf-8")
    assert load_language_model(path, "numpy").log10(["a"]) == pytest.approx(-0.3)


def test_an_empty_file_has_no_line_to_blame(tmp_path: Path) -> None:
    path = tmp_path / "empty.arpa"
    path.write_bytes(b"")
    with pytest.raises(ResourceError, match=r"empty\.arpa is empty: build or fetch"):
        load_language_model(path)


def test_context_missing(tmp_path: Path) -> None:
    path = write_small(tmp_path / "m.arpa")
    lines = path.read_text("utf-8").splitlines()
    gone = next(i for i, line in enumerate(lines) if "\tthe cat\t" in line)
    trigram = next(i for i, line in enumerate(lines) if "\tthe cat " in line)
    count = next(i for i, line in enumerate(lines) if line.startswith("ngram 2="))
    lines[count] = f"ngram 2={int(lines[count].partition('=')[2]) - 1}"
    del lines[gone]
    path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    with pytest.raises(ResourceError, match=f"line {trigram}: .*first 2 words are not an n-gram"):
        load_language_model(path, "numpy")


def test_not_whole(tmp_path: Path) -> None:
    path = write_small(tmp_path / "m.arpa.gz")
    whole = path.read_bytes()
    for part in (whole[: len(whole) // 2], whole[:-4]):
        path.write_bytes(part)
        with pytest.raises(ResourceError, match="not a complete gzip file"):
            load_language_model(path, "numpy")


def test_checksum_of_a_packed_file(tmp_path: Path) -> None:
    path = write_small(tmp_path / "m.arpa.gz")
    content = bytearray(path.read_bytes())
    content[-6] ^= 1
    path.write_bytes(content)
    with pytest.raises(ResourceError, match="not a complete gzip file"):
        load_language_model(path, "numpy")


def test_not_utf8(tmp_path: Path) -> None:
    path = tmp_path / "bad.arpa"
    path.write_bytes(GOOD.encode().replace(b"\ta\t", b"\t\xff\t"))
    with pytest.raises(ResourceError, match=r"line 9: byte .* UTF-8"):
        load_language_model(path, "numpy")


@pytest.mark.parametrize("engine", ["numpy", "kenlm"])
def test_missing(tmp_path: Path, engine: str) -> None:
    with pytest.raises(ResourceError, match=r"cannot read language model .*gone"):
        load_language_model(tmp_path / "gone.arpa", engine)
    with pytest.raises(ResourceError, match=r"cannot read language model"):
        load_language_model(tmp_path, engine)


@pytest.mark.parametrize(
    ("settings", "fact"),
    [
        ('{"lower": 3}', "settings.language is missing"),
        ('{"lower": 3, "language": "en", "tokenizer": "none"}', "lower is 3, expected true"),
        ('{"lower": true, "language": null, "tokenizer": "x"}', "tokenizer is 'x'"),
        ('{"lower": true, "language": null, "tokenizer": "builtin"}', "invalid settings"),
        ('{"lower": true, "language": "\\ud800", "tokenizer": "none"}', "not valid text"),
        ('{"lower": true, "language": ["en"], "tokenizer": "none"}', "a language code"),
        ('{"lower": true, "lower": true}', "lower occurs twice"),
        ('{"x": NaN}', "is not a finite number"),
        ("[" * 3000 + "]" * 3000, "nested deeper"),
        ("[]", "settings is a list of 0"),
    ],
)
def test_settings_that_are_none(tmp_path: Path, settings: str, fact: str) -> None:
    path = tmp_path / "bad.arpa.gz"
    comment = f'# tesla-metrics {{"kind": "lm", "version": 1, "settings": {settings}}}\n'
    path.write_bytes(gzip.compress((comment + GOOD).encode()))
    with pytest.raises(ResourceError, match=fact):
        load_language_model(path, "numpy")


def test_unknown_engine(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="'srilm'"):
        load_language_model(tmp_path, "srilm")
