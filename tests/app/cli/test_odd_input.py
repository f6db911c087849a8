"""Input that looks odd and must work."""

import os
from pathlib import Path

import pytest

from app.cli.running import core, refused, run, score, write

HYP = ["a small boat", "two ships sail"]
REF = ["the small boat", "two boats sail"]


@pytest.fixture
def reference(tmp_path: Path) -> Path:
    return write(tmp_path / "ref", REF)


@pytest.mark.parametrize(
    "content",
    [
        b"\xef\xbb\xbfa small boat\ntwo ships sail\n",
        b"a small boat\r\ntwo ships sail\r\n",
        b"\xef\xbb\xbfa small boat\r\ntwo ships sail",
        b"a small boat\ntwo ships sail",
        b"  a\tsmall   boat \ntwo\xc2\xa0ships sail\n",
    ],
    ids=["bom", "crlf", "bom-crlf", "no-final-newline", "white-space"],
)
def test_spelt_otherwise_scored_the_same(tmp_path: Path, reference: Path, content: bytes) -> None:
    plain, odd = write(tmp_path / "plain", HYP), tmp_path / "odd"
    odd.write_bytes(content)
    expected, found = score(plain, odd, "-r", reference, "-l", "en")
    assert found["segments"] == pytest.approx(expected["segments"], rel=0, abs=1e-12)
    assert 0 < expected["score"] < 1


def test_line_separators_of_unicode_end_no_segment(tmp_path: Path) -> None:
    path = tmp_path / "hyp"
    path.write_bytes("one\u2028two\x0bthree\x85four\rfive\n".encode())
    (record,) = score(path, "-r", path, "-l", "en")
    assert record["segments"] == pytest.approx([1.0], rel=0, abs=1e-12)


@pytest.mark.parametrize("which", ["python", "native"])
def test_ten_thousand_tokens(tmp_path: Path, which: str) -> None:
    words = [f"{'red green old new'.split()[i % 4]} boat{i % 997}" for i in range(5000)]
    hyp = write(tmp_path / "hyp", [" ".join(words)])
    ref = write(tmp_path / "ref", [" ".join([*words[:2000], "lost", *words[2001:]])])
    with core(which):
        (record,) = score(hyp, "-r", ref, "-l", "en")
    assert 0.9 < record["score"] < 1


def test_punctuation_alone(tmp_path: Path) -> None:
    hyp = write(tmp_path / "hyp", ["...", "!", "boat", "?"])
    ref = write(tmp_path / "ref", ["?!", "—", "-", "boat"])
    for metric in ("tesla-m", "maxsim"):
        (record,) = score(hyp, "-r", ref, "-l", "en", "-m", metric)
        assert record["segments"] == [1.0, 1.0, 0.0, 0.0]


def test_emoji(tmp_path: Path) -> None:
    path = write(tmp_path / "hyp", ["good 👍🏽 boat", "👩‍👩‍👧", "🇫🇷 1️⃣"])
    (record,) = score(path, "-r", path, "-l", "en")
    assert record["segments"] == pytest.approx([1.0, 1.0, 1.0])
    bare = write(tmp_path / "bare", ["good boat", "😀", "1"])
    (record,) = score(path, "-r", bare, "-l", "en", "-m", "tesla-m")  # sees words alone
    assert record["segments"][:2] == pytest.approx([1.0, 1.0])


@pytest.mark.parametrize("metric", ["tesla-m", "maxsim"])
def test_empty_segments(tmp_path: Path, metric: str) -> None:
    hyp = write(tmp_path / "hyp", ["", "a boat", "", "a boat"])
    ref = write(tmp_path / "ref", ["a boat", "", "", "a boat"])
    (record,) = score(hyp, "-r", ref, "-l", "en", "-m", metric)
    assert record["segments"] == [0.0, 0.0, 1.0, 1.0]


@pytest.mark.parametrize("alpha", ["0", "1"])
@pytest.mark.parametrize("metric", ["tesla-m", "maxsim"])
@pytest.mark.parametrize("which", ["python", "native"])
def test_empty_segments_at_the_ends_of_alpha(
    tmp_path: Path, metric: str, alpha: str, which: str
) -> None:
    hyp = write(tmp_path / "hyp", ["", "a boat", "", "a boat"])
    ref = write(tmp_path / "ref", ["a boat", "", "", "a boat"])
    with core(which):
        (record,) = score(hyp, "-r", ref, "-l", "en", "-m", metric, "--alpha", alpha)
    assert record["segments"] == [0.0, 0.0, 1.0, 1.0]


def test_an_empty_reference_is_warned_about_once(tmp_path: Path) -> None:
    hyp = write(tmp_path / "hyp", ["a boat", "two boats", "x"])
    ref = write(tmp_path / "ref", ["a boat", "", "  "])
    result = run("score", hyp, hyp, "-r", ref, "-l", "en", "-m", "tesla-m", "-m", "maxsim")
    assert result.code == 0
    lines = result.err.splitlines()
    assert len(lines) == 1
    assert lines[0].startswith("tesla: warning: ")
    assert "segment 2" in lines[0]


def test_an_empty_hypothesis_is_warned_about(tmp_path: Path, reference: Path) -> None:
    result = run("score", write(tmp_path / "hyp", ["", "x"]), "-r", reference, "-l", "en")
    told = "tesla: warning: hyp: 1 of 2 segments are empty, the first is segment 1; check the file"
    assert (result.code, result.err) == (0, told + "\n")


def test_conllu_with_empty_blocks(tmp_path: Path) -> None:
    row = "1\tboats\tboat\tNOUN\tNNS" + "\t_" * 5
    path = write(tmp_path / "a.conllu", ["# text =", "", "", row, "", "# nothing", ""])
    other = write(tmp_path / "b.conllu", [row, "", row, "", "# sent_id = 3"])
    (record,) = score(path, "-r", other, "-l", "en", "--input", "conllu")
    assert record["segments"] == pytest.approx([0.0, 1.0, 1.0], rel=0, abs=1e-12)


@pytest.mark.skipif(os.name == "nt", reason="no such names")
def test_a_name_with_a_line_end_makes_no_second_line(tmp_path: Path, reference: Path) -> None:
    hyp = write(tmp_path / "new\nline\r.txt", ["one", "two", "three"])
    refused(run("score", hyp, "-r", reference, "-l", "en"), 3, "new\\nline\\r.txt has 3 segments")
    warned = write(tmp_path / "new\nline", ["", "x"])
    result = run("score", warned, "-r", reference, "-l", "en", "-f", "json")
    assert (result.code, result.err.count("\n")) == (0, 1)
