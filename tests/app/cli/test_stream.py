"""`tesla stream`: an answer a line, at once; wrong lines get one too."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from app.cli.running import Run, core, refused, run, score, write

REF = ["The cat sat there.", "Old dogs bark at night.", "Seven men came."]
OTHER = ["A cat was sitting there.", "Dogs bark.", "7 men came here."]
HYP = ["the cat was there .", "old dogs bark", "seven men came"]
COMMAND = [sys.executable, "-m", "tesla_metrics", "stream"]


@pytest.fixture
def refs(tmp_path: Path) -> list[Path]:
    return [write(tmp_path / "ref.txt", REF), write(tmp_path / "other.txt", OTHER)]


def asked(*lines: str) -> bytes:
    return "".join(f"{line}\n" for line in lines).encode()


ALL = asked(*(f"{number} ||| {text}" for number, text in enumerate(HYP)))


def answers(result: Run) -> list[str]:
    assert (result.code, result.err) == (0, ""), result
    return result.out.splitlines()


@pytest.mark.parametrize("name", ["native", "python"])
@pytest.mark.parametrize("metric", ["tesla-m", "bleu", "ter"])
def test_scores_are_those_of_segments(
    name: str, metric: str, refs: list[Path], tmp_path: Path
) -> None:
    how = ["-r", *refs, "-m", metric, *(["-l", "en"] if metric == "tesla-m" else [])]
    with core(name):
        found = answers(run("stream", *how, stdin=ALL))
        (record,) = score(write(tmp_path / "hyp.txt", HYP), *how)
    assert list(map(float, found)) == record["segments"]


def test_lines_come_in_any_order_and_as_decoders_write_them(refs: list[Path]) -> None:
    first, second, third = answers(run("stream", "-r", refs[0], "-m", "chrf", stdin=ALL))
    lines = asked(f"2|||{HYP[2]} ||| lm= -3 ||| -7", f" 0 ||| {HYP[0]}\r", f"002 ||| {HYP[2]}")
    again = run("stream", "-r", refs[0], "-m", "chrf", stdin=b"\xef\xbb\xbf" + lines)
    assert answers(again) == [third, first, third]
    unended = run("stream", "-r", refs[0], "-m", "chrf", stdin=ALL.removesuffix(b"\n"))
    assert answers(unended) == [first, second, third]
    assert answers(run("stream", "-r", refs[0], "-m", "chrf", stdin=b"")) == []


def test_whole_numbers_for_zmert(refs: list[Path]) -> None:
    how = ["-r", refs[0], "-l", "en", "-m", "tesla-m"]
    plain = list(map(float, answers(run("stream", *how, stdin=ALL))))
    found = answers(run("stream", *how, "--protocol", "zmert", stdin=ALL))
    assert found == [str(round(value * 100_000)) for value in plain]
    coarse = answers(run("stream", *how, "--protocol", "zmert", "--scale", 10, stdin=ALL))
    assert coarse == [str(round(value * 10)) for value in plain]
    # A perfect one has the same number whatever the metric calls perfect.
    perfect = asked(f"1 ||| {REF[1]}")
    for metric in ("bleu", "tesla-m"):
        how = ["-r", refs[0], "-l", "en", "-m", metric, "--protocol", "zmert"]
        assert answers(run("stream", *how, stdin=perfect)) == ["100000"]


@pytest.mark.parametrize("metric", ["tesla-m", "bleu", "chrf++", "ter"])
def test_what_meteor_does_for_moses(metric: str, refs: list[Path], tmp_path: Path) -> None:
    how = ["-m", metric, *(["-l", "en"] if metric == "tesla-m" else [])]
    lines = [
        f"SCORE ||| {one} ||| {two} ||| {text}"
        for one, two, text in zip(REF, OTHER, HYP, strict=True)
    ]
    rows = answers(run("stream", *how, "--protocol", "meteor", stdin=asked(*lines)))
    numbers = [list(map(int, row.split())) for row in rows]
    assert {len(row) for row in numbers} == {24 if metric == "chrf++" else 23}
    # As Moses writes it, in a process that has scored nothing.
    totals = "".join(f"{sum(column)} " for column in zip(*numbers, strict=True))
    (value,) = answers(
        run("stream", *how, "--protocol", "meteor", stdin=asked(f"EVAL |||{totals}"))
    )
    (record,) = score(write(tmp_path / "hyp.txt", HYP), "-r", *refs, *how)
    sign = -1 if metric == "ter" else 1
    assert float(value) == pytest.approx(sign * record["score"], abs=1e-5 if how[2:] else 1e-9)


BAD = [
    (b"", "is not ID ||| CANDIDATE"),
    (b"the cat", "is not ID ||| CANDIDATE"),
    (b"x ||| the cat", "is not ID ||| CANDIDATE"),
    (b"-1 ||| the cat", "is not ID ||| CANDIDATE"),
    ("\u00b2 ||| the cat".encode(), "is not ID ||| CANDIDATE"),
    (b"3 ||| the cat", "id 3 is unknown: there are 3 references"),
    (b"9" * 9000 + b" ||| the cat", "there are 3 references"),
    (b"0 ||| caf\xe9", "is not valid UTF-8"),
    (b"0 ||| a\0b", "NUL"),
    (b"0 ||| " + b"a" * 99_995, "longer than 100000 characters"),
    (b"0 ||| " + b"a" * 500_000, "longer than 100000 characters"),
]


@pytest.mark.parametrize(("line", "fact"), BAD, ids=range(len(BAD)))
def test_a_wrong_line_gets_an_error_line(line: bytes, fact: str, refs: list[Path]) -> None:
    how = ["-r", refs[0], "-m", "chrf"]
    first, second, third = answers(run("stream", *how, stdin=ALL))
    one, two, _ = ALL.splitlines(keepends=True)
    given = one + line + b"\n" + two + line
    result = run("stream", *how, "--max-line", 100_000, stdin=given)
    lines = result.out.splitlines()
    assert lines[0::2][:2] == [first, second]
    wrong = lines[1::2]
    assert len(wrong) == (2 if line else 1)  # nothing after the last line end is no line
    for number, answer in zip((2, 4), wrong, strict=False):
        assert answer.startswith(f"ERROR standard input, line {number}: ")
        assert fact in answer
    assert (result.code, result.err.count("\n")) == (3, 1)
    assert f"{len(wrong)} of {len(lines)} lines were wrong, the first: " in result.err
    assert third not in lines


@pytest.mark.parametrize(
    ("line", "fact"),
    [
        ("SCORE ||| only one", "is neither SCORE"),
        ("EVAL ||| 1 2 ||| 1 2", "is neither SCORE"),
        ("0 ||| the cat", "is neither SCORE"),
        ("EVAL ||| 1.5 2", "is not a whole number"),
        ("EVAL ||| 3 -3", "'-3' is not a whole number"),
        ("EVAL ||| -3 3", "'-3' is not a whole number"),
        ("EVAL ||| 1_0 2", "'1_0' is not a whole number"),
        ("EVAL ||| 1 nan", "is not a whole number"),
        ("EVAL ||| 1 15e-1", "is not a whole number"),
        ("EVAL ||| 1 1e19", "is not a whole number"),
        ("EVAL ||| \u0663 2", "is not a whole number"),
        (f"EVAL ||| 1 {'9' * 400}", "is not a whole number"),
        (f"EVAL ||| 1 {'9' * 9000}", "is not a whole number"),
        ("EVAL ||| 1 2 3", "3 statistics: give 2"),
        ("EVAL ||| 0 0", "the statistics contain no segment"),
        ("EVAL |||", "0 statistics: give 2"),
    ],
)
def test_what_meteor_would_not_understand(line: str, fact: str) -> None:
    result = run("stream", "-m", "ter", "--protocol", "meteor", stdin=asked(line, "EVAL ||| 1 2"))
    wrong, right = result.out.splitlines()
    assert wrong.startswith("ERROR standard input, line 1: ")
    assert fact in wrong
    assert (right, result.code) == ("-50.0", 3)


def test_sums_may_be_kept_as_floats() -> None:
    lines = asked("EVAL ||| 463585.0 5", "EVAL ||| 4.63585E5 5.", "EVAL ||| 463585 5e+0")
    found = answers(run("stream", "-m", "tesla-m", "-l", "en", "--protocol", "meteor", stdin=lines))
    assert list(map(float, found)) == pytest.approx([0.92717] * 3)


def test_strict_is_of_what_is_said_before_the_first_line(refs: list[Path]) -> None:
    how = ["-r", refs[0], "-m", "ter", "-l", "zh"]
    result = run("stream", *how, stdin=ALL)
    assert (result.code, len(result.out.splitlines())) == (0, 3)
    assert "splits words at spaces" in result.err
    strict = run("stream", *how, "--strict", stdin=ALL)
    assert (strict.code > 0, strict.out) == (True, "")


def test_no_sum_ends_a_stream() -> None:
    # Of a mean the score may be below 0 and is divided; of bleu nothing may be.
    meteor = ("--protocol", "meteor")
    lines = asked(f"EVAL ||| {'9' * 400} 1", "EVAL ||| -5 1", "EVAL ||| 5 -1", "SCORE ||| a ||| a")
    result = run("stream", "-m", "tesla-m", "-l", "en", *meteor, stdin=lines)
    huge, low, wrong, last = result.out.splitlines()
    assert (huge[:5], wrong[:5], result.code) == ("ERROR", "ERROR", 3)
    assert (low, last.split()[:2]) == ("-5e-05", ["100000", "1"])
    counts = " ".join(["-5", "-5", "-1", *["1"] * 7])
    negative = run("stream", "-m", "bleu", *meteor, stdin=asked(f"EVAL ||| {counts}"))
    assert "'-5' is not a whole number" in negative.out


@settings(
    max_examples=30, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(
    lines=st.lists(st.binary(max_size=12).map(lambda line: line.replace(b"\n", b"|||")), max_size=5)
)
def test_every_line_gets_one_answer(lines: list[bytes], refs: list[Path]) -> None:
    asking = [bytes([number]) + line for number, line in zip(b"012 |", lines, strict=False)]
    for protocol in (["-r", refs[0]], ["--protocol", "meteor"]):
        result = run("stream", "-m", "ter", *protocol, stdin=b"".join(b"%s\n" % x for x in asking))
        assert len(result.out.splitlines()) == len(asking)
        assert result.code == (3 if "ERROR" in result.out else 0)


def test_a_text_that_the_metric_refuses(refs: list[Path]) -> None:
    lines = asked("0 ||| the cat", "0 ||| ...", "1 ||| dogs")
    result = run("stream", "-r", refs[0], "-l", "en", "-m", "rouge-1", stdin=lines)
    first, wrong, last = result.out.splitlines()
    assert "line 2: segment 1 has no sentence" in wrong
    assert (float(first) > 0, float(last) > 0, result.code) == (True, True, 3)


def test_usage(refs: list[Path], tmp_path: Path) -> None:
    refused(run("stream", "-m", "chrf"), 2, "give -r REF")
    refused(run("stream", "-m", "chrf", "-r", "-"), 2, "standard input has the candidates")
    refused(run("stream", "-m", "chrf", "bleu", "-r", refs[0]), 2, "one metric, not 2")
    refused(run("stream", "-m", "chrf", "-r", refs[0], "--scale", 5), 2, "--protocol zmert")
    refused(run("stream", "-m", "chrf", "hyp.txt", "-r", refs[0]), 2, "come from standard input")
    bad = ("--protocol", "zmert", "--scale")
    refused(run("stream", "-m", "chrf", "-r", refs[0], *bad, 0), 2, "--scale 0")
    meteor = ("--protocol", "meteor")
    refused(run("stream", "-m", "chrf", "-r", refs[0], *meteor), 2, "leave -r and -s out")
    refused(run("stream", "-m", "chrf", "-r", refs[0], "-s", "nosuch"), 2, "leave -s out")
    refused(run("stream", "-m", "chrf", "-s", "nosuch", *meteor), 2, "leave -s out")
    both = ("-r", refs[0], "-s", refs[1])
    refused(run("stream", "-m", "pem", "-l", "en", *both), 2, "leave the other out")
    short = write(tmp_path / "short.txt", REF[:2])
    refused(run("stream", "-m", "chrf", "-r", refs[0], short), 3, "3 lines", "has 2")
    # Frequencies of the references cannot be learnt from lines to come.
    learning = ("-m", "tesla-x", "-l", "en", "--frequencies", "references")
    assert run("stream", *learning, *meteor).code == 2


@pytest.fixture
def process(refs: list[Path]) -> "Iterator[subprocess.Popen[bytes]]":
    command = [*COMMAND, "-r", str(refs[0]), "-m", "chrf"]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as found:
        yield found
        found.kill()


def test_an_answer_waits_for_nothing(process: "subprocess.Popen[bytes]") -> None:
    assert process.stdin is not None
    assert process.stdout is not None
    for line in ALL.splitlines(keepends=True):
        # In two pieces: a line is whole when its end has come.
        process.stdin.write(line[:7])
        process.stdin.flush()
        process.stdin.write(line[7:])
        process.stdin.flush()
        assert float(process.stdout.readline()) > 0
    process.stdin.close()
    assert (process.stdout.read(), process.wait(60)) == (b"", 0)


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such signal")
def test_interrupted(process: "subprocess.Popen[bytes]") -> None:
    assert process.stdin is not None
    assert process.stdout is not None
    assert process.stderr is not None
    process.stdin.write(ALL)
    process.stdin.flush()
    assert float(process.stdout.readline()) > 0
    process.send_signal(signal.SIGINT)
    assert (process.wait(60), process.stderr.read()) == (130, b"tesla: interrupted\n")


@pytest.mark.skipif(os.name == "nt", reason="Windows has no broken pipes")
def test_nobody_reads(process: "subprocess.Popen[bytes]") -> None:
    assert process.stdin is not None
    assert process.stdout is not None
    assert process.stderr is not None
    process.stdout.close()
    process.stdin.write(ALL)
    process.stdin.close()
    assert (process.wait(60), process.stderr.read()) == (1, b"")
