"""`tesla score --input conllu` against the formulas written out, over arbitrary CoNLL-U."""

import tempfile
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from statistics import fmean
from typing import NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from oracles import tesla
from oracles.tesla import Word

from app.cli.running import core, score

Oracle = Callable[[Sequence[Word], Sequence[Word], Mapping[str, frozenset[int]]], float]
FUNCTION = {"ADP", "AUX", "CCONJ", "DET", "PART", "PRON", "SCONJ"}


class Row(NamedTuple):
    """A line of a block: a word, or what the reader must skip before it."""

    form: str
    lemma: str
    upos: str
    xpos: str
    skipped: str  # "", "range" or "decimal"


class Block(NamedTuple):
    """A segment; without rows it is comments alone."""

    rows: list[Row]
    comment: str


rows_of = st.builds(
    Row,
    st.sampled_from(["Cat", "CAT", "cats", "dog", "Hound", "É", "x-1", "9", "…", ",", "«", "_"]),
    st.sampled_from(["_", "_", "cat", "Cat", "DOG", "hound", "é", "9", "-"]),
    st.sampled_from(["_", "NOUN", "VERB", "X", "PUNCT", *sorted(FUNCTION)]),
    st.sampled_from(["_", "NN", "VBZ", "DT", "IN", "NOUN"]),
    st.sampled_from(["", "", "", "range", "decimal"]),
)
blocks_of = st.builds(
    Block,
    st.lists(rows_of, max_size=6),
    st.sampled_from(["# sent_id = 1", "# text = some text", "#"]),
)
synsets_of = st.lists(
    st.lists(st.sampled_from(["cat", "Dog", "HOUND", "é", "9", "x-1", "cats", "-"]), max_size=3),
    max_size=4,
).map(lambda synsets: [*synsets, ["ox", "cow"]])  # a dictionary without synonyms is refused


@st.composite
def columns_of(draw: st.DrawFn) -> list[list[Block]]:
    """A hypothesis file and two reference files of as many segments."""
    count = draw(st.integers(1, 3))
    return [draw(st.lists(blocks_of, min_size=count, max_size=count)) for _ in range(3)]


def conllu(blocks: Sequence[Block], newline: str) -> bytes:
    lines = []
    for block in blocks:
        lines.append(block.comment)
        for number, row in enumerate(block.rows, 1):
            if row.skipped == "range":
                lines.append(f"{number}-{number + 1}\tcatdog" + "\t_" * 8)
            elif row.skipped == "decimal":
                lines.append(f"{number - 1}.1\tcat\tcat\tNOUN\tNN" + "\t_" * 5)
            lines.append("\t".join([str(number), *row[:4], *"_____"]))
        lines.append("")
    return newline.join([*lines, ""]).encode()


def words(block: Block, tags: str) -> list[Word]:
    return [
        Word(
            (row.form if row.lemma == "_" else row.lemma).lower(),
            row.upos if tags == "upos" else row.xpos,
            row.upos in FUNCTION,
        )
        for row in block.rows
        if any(character.isalnum() for character in row.form)
    ]


def lookup(synsets: Sequence[Sequence[str]]) -> dict[str, frozenset[int]]:
    table: dict[str, set[int]] = {}
    for number, members in enumerate(synsets):
        for member in members:
            table.setdefault(member.lower(), set()).add(number)
    return {word: frozenset(numbers) for word, numbers in table.items()}


class Files(NamedTuple):
    """The three CoNLL-U files and the dictionary."""

    hypothesis: Path
    references: list[Path]
    synonyms: Path


def write_files(
    folder: str, columns: Sequence[Sequence[Block]], synsets: Sequence[Sequence[str]], newline: str
) -> Files:
    paths = [Path(folder, f"{name}.conllu") for name in ("hyp", "ref1", "ref2")]
    for path, blocks in zip(paths, columns, strict=True):
        path.write_bytes(conllu(blocks, newline))
    synonyms = Path(folder, "own.tsv")
    synonyms.write_bytes(newline.join(["\t".join(members) for members in synsets]).encode())
    return Files(paths[0], paths[1:], synonyms)


def maxsim(x: Sequence[Word], y: Sequence[Word], synsets: Mapping[str, frozenset[int]]) -> float:
    return fmean(tesla.f_measures(x, y, tesla.s_ms(synsets), discount=1.0))


@given(columns_of(), synsets_of, st.sampled_from(["upos", "xpos"]), st.sampled_from(["\n", "\r\n"]))
@settings(max_examples=40)
@pytest.mark.parametrize(("metric", "oracle"), [("tesla-m", tesla.tesla_m), ("maxsim", maxsim)])
@pytest.mark.parametrize("which", ["python", "native"])
def test_scores_equal_the_formulas(
    which: str,
    metric: str,
    oracle: Oracle,
    columns: list[list[Block]],
    synsets: list[list[str]],
    tags: str,
    newline: str,
) -> None:
    table = lookup(synsets)
    hyp, *refs = [[words(block, tags) for block in blocks] for blocks in columns]
    expected = [[oracle(x, y, table) for x, y in zip(ref, hyp, strict=True)] for ref in refs]
    with tempfile.TemporaryDirectory() as folder, core(which):
        files = write_files(folder, columns, synsets, newline)
        common = ["-l", "en", "--input", "conllu", "--tags", tags, "-m", metric]
        common += ["--synonyms", str(files.synonyms)]
        both = [files.hypothesis, "-r", files.references[0], "-r", files.references[1], *common]
        (single,) = score(files.hypothesis, "-r", files.references[0], *common)
        (mean,) = score(*both)
        (best,) = score(*both, "--multi", "max")
    pairs = list(zip(*expected, strict=True))
    assert single["segments"] == pytest.approx(expected[0], abs=1e-9)
    assert mean["segments"] == pytest.approx([fmean(pair) for pair in pairs], abs=1e-9)
    assert best["segments"] == pytest.approx([max(pair) for pair in pairs], abs=1e-9)
    for record in (single, mean, best):
        assert record["score"] == pytest.approx(fmean(record["segments"]), abs=1e-12)


@given(
    columns_of(),
    synsets_of,
    st.integers(1, 5),
    st.sampled_from([0.1, 0.5, 0.9]),
    st.sampled_from([0.1, 0.25, 0.37, 1.0]),
)
@settings(max_examples=40)
@pytest.mark.parametrize("which", ["python", "native"])
def test_any_order_alpha_and_discount(
    which: str,
    columns: list[list[Block]],
    synsets: list[list[str]],
    order: int,
    alpha: float,
    discount: float,
) -> None:
    table = lookup(synsets)
    hyp, ref, _ = [[words(block, "upos") for block in blocks] for blocks in columns]
    expected = [
        fmean(
            value
            for similarity in (tesla.s_ms(table), tesla.s_pos)
            for value in tesla.f_measures(
                x, y, similarity, discount=discount, order=order, alpha=alpha
            )
        )
        for x, y in zip(ref, hyp, strict=True)
    ]
    with tempfile.TemporaryDirectory() as folder, core(which):
        files = write_files(folder, columns, synsets, "\n")
        (record,) = score(
            files.hypothesis, "-r", files.references[0], "-l", "en", "--input", "conllu",
            "--synonyms", files.synonyms, "--order", str(order), "--alpha", str(alpha),
            "--discount", str(discount), "-m", "tesla-m",
        )  # fmt: skip
    assert record["segments"] == pytest.approx(expected, abs=1e-9)
