"""Lines and segments that are too long are refused before they are in memory."""

import gzip
import io
import tracemalloc
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tesla_metrics import InputError, ResourceError, UsageError, read_testset
from tesla_metrics.evaluation.judgments import FaultCollector
from tesla_metrics.evaluation.readers.collector import read_csv
from tesla_metrics.files.conllu import iterate_conllu
from tesla_metrics.files.input_file import open_inputs
from tesla_metrics.files.lines import (
    count_total,
    get_max_line_length,
    iterate_decoded_lines,
    iterate_lines,
    iterate_raw_lines,
    set_line_limit,
)
from tesla_metrics.files.testsets.formats import detect_format
from tesla_metrics.resources.lm import load_language_model
from tesla_metrics.resources.pivot.alignment_links import check_line_count
from tesla_metrics.resources.pivot.bitext import ParallelFiles, TabSeparatedBitext, TmxBitext
from tesla_metrics.text.synonyms import load_synonyms

WORDS = "many words of a line that has no end at all "  # 44


def lines(content: bytes, most: int) -> list[str]:
    return list(iterate_decoded_lines(io.BytesIO(content), "a.txt", most))


@pytest.mark.parametrize("end", [b"", b"\n", b"\r\n"])
@pytest.mark.parametrize("mark", [b"", b"\xef\xbb\xbf"])
@pytest.mark.parametrize("sign", ["a", "ß", "牛", "𐍈"])
def test_as_many_characters_and_no_more(sign: str, mark: bytes, end: bytes) -> None:
    assert lines(mark + (sign * 10).encode() + end, 10) == [sign * 10]
    with pytest.raises(InputError, match=r"a.txt, line 1: longer than 10 char.*--max-line"):
        lines(mark + (sign * 11).encode() + end, 10)
    with pytest.raises(InputError, match="line 3: longer"):
        lines(b"a\nb\n" + (sign * 11).encode() + end + b"c\n", 10)


def test_what_is_no_text_is_told_first() -> None:
    with pytest.raises(InputError, match="NUL byte"):
        lines(bytes(1000), 10)
    with pytest.raises(InputError, match="compressed with gzip"):
        lines(b"\x1f\x8b" + b"a" * 1000, 10)


def test_the_limit_holds_for_what_is_opened_meanwhile(tmp_path: Path) -> None:
    path = tmp_path / "a"
    path.write_text("a" * 20)
    assert get_max_line_length() == 1_000_000
    with set_line_limit(10):
        with pytest.raises(InputError, match="than 10"):
            list(iterate_lines(str(path)))
        with set_line_limit(30):
            assert list(iterate_lines(str(path))) == ["a" * 20]
    assert list(iterate_lines(str(path))) == ["a" * 20]


@pytest.mark.parametrize("most", [-1, 0, 10**12 + 1, 10**20])
def test_limits_that_are_none(tmp_path: Path, most: int) -> None:
    with (
        pytest.raises(UsageError, match="characters: give a number from 1 to"),
        set_line_limit(most),
    ):
        pass
    path = tmp_path / "a"
    path.write_text("a")
    with pytest.raises(UsageError, match="characters: give a number from 1 to"):
        read_testset([str(path)], [str(path)], max_line=most)
    with set_line_limit(10**12):
        assert list(iterate_lines(str(path))) == ["a"]


@pytest.mark.parametrize("suffix", [".gz", ".xz", ".bz2", ".zst"])
def test_a_packed_line_is_not_unpacked_whole(tmp_path: Path, suffix: str) -> None:
    import bz2
    import lzma

    content = b"a" * (64 << 20)
    pack: dict[str, Callable[[bytes], bytes]] = {
        ".gz": gzip.compress, ".xz": lzma.compress, ".bz2": bz2.compress,
    }  # fmt: skip
    if suffix == ".zst":
        zstandard = pytest.importorskip("zstandard")
        pack[suffix] = zstandard.ZstdCompressor().compress
    path = tmp_path / f"a{suffix}"
    path.write_bytes(pack[suffix](content))
    del content
    tracemalloc.start()
    try:
        with pytest.raises(InputError, match="line 1: longer than 1000000"):
            list(iterate_lines(str(path)))
        assert tracemalloc.get_traced_memory()[1] < 48 << 20
    finally:
        tracemalloc.stop()


def test_dictionaries(tmp_path: Path) -> None:
    path = tmp_path / "a.tsv.gz"
    path.write_bytes(gzip.compress(b"big\tlarge\n" + b"a" * 100))
    with set_line_limit(50), pytest.raises(ResourceError, match="line 2: longer than 50"):
        load_synonyms("en", str(path))


def test_language_models(tmp_path: Path) -> None:
    path = tmp_path / "a.arpa"
    path.write_text("\n\\data\\\nngram 1=" + "1" * 100)
    with set_line_limit(50), pytest.raises(ResourceError, match="line 3: longer than 50"):
        load_language_model(path)


def test_rows_of_quoted_cells(tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    path.write_text("mt,ref\na,b\n" + '"a\n",' * 100 + "b\n")
    with pytest.raises(InputError, match=r"line 3: a row .* longer than 50"):
        read_all(read_testset([str(path)], kind="csv", columns="hyp=mt,ref=ref", max_line=50))
    with set_line_limit(50), pytest.raises(InputError, match=r"line 3: a row .* longer than 50"):
        list(read_csv(path, ["mt"], FaultCollector(skip_faults=False)))


def test_rows_of_long_lines_are_fine(tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    path.write_text("mt,ref\n" + f"{'a' * 48},b\n" * 3)
    read_all(read_testset([str(path)], kind="csv", columns="hyp=mt,ref=ref", max_line=50))


def test_blank_rows_are_not_kept(tmp_path: Path) -> None:
    path = tmp_path / "a.tsv.gz"
    path.write_bytes(gzip.compress(b"mt\tref\na\tb\n" + b"\n" * 300_000))
    testset = read_testset([str(path)], kind="tsv", columns="hyp=mt,ref=ref")
    tracemalloc.start()
    try:
        read_all(testset)
        assert tracemalloc.get_traced_memory()[1] < 4 << 20
    finally:
        tracemalloc.stop()


def test_sentences_of_conllu() -> None:
    row = "1\tword\tword\tNOUN\tNN\t_\t_\t_\t_\t_"
    with pytest.raises(InputError, match=r"a.conllu, line 13: a sentence .* longer than 50"):
        list(iterate_conllu([row] * 100, "a.conllu", 50))


WMT = '<dataset><doc id="d"><src><seg id="1">{}</seg></src><hyp system="A">{}</hyp></doc></dataset>'


@pytest.mark.parametrize(
    ("text", "kind", "told"),
    [
        (WMT.format(WORDS * 5, ""), "wmt-xml", "a segment is longer than 100"),
        (WMT.format("a\n" * 100, ""), "wmt-xml", "a segment is longer than 100"),
        (f'<dataset>\n<doc id="{"a" * 200_000}"/>', "wmt-xml", "line 2: a tag is longer than 100"),
        ("<dataset>" + "<a>" * 200, "wmt-xml", "elements are nested more than 100 deep"),
        ("<dataset>&what;</dataset>", "wmt-xml", "undefined entity"),
        ('<!DOCTYPE d SYSTEM "a.dtd"><d>&what;</d>', "wmt-xml", "the entity &what; is unknown"),
        (
            f"<tstset>\n<seg>a\n{'b' * 60}\n{'b' * 60}\n</seg>",
            "sgml",
            "line 4: a segment is longer",
        ),
        ("<tstset>\n<seg>" + "< \n" * 60, "sgml", "a segment is longer than 100"),
    ],
)
def test_markup(tmp_path: Path, text: str, kind: str, told: str) -> None:
    path = tmp_path / "a.xml"
    path.write_text(text)
    with pytest.raises(InputError, match=told):
        read_testset([str(path)], [str(path)], kind=kind, max_line=100)


def test_markup_may_be_one_line(tmp_path: Path) -> None:
    path, ref = tmp_path / "a.txt", tmp_path / "ref.xml"
    path.write_text("a\n" * 30)
    segments = "".join(f'<seg id="{number}">a</seg>' for number in range(30))
    ref.write_text(f'<dataset><doc id="d"><ref translator="A">{segments}</ref></doc></dataset>')
    read_all(read_testset([str(path)], [str(ref)], kind="wmt-xml", max_line=100))


def test_memories_of_translations(tmp_path: Path) -> None:
    path = tmp_path / "a.tmx"
    unit = '<tu><tuv xml:lang="en"><seg>{}</seg></tuv><tuv xml:lang="fr"><seg>{}</seg></tuv></tu>'
    bitext = TmxBitext(str(path), "en", "fr")
    path.write_text(f"<tmx><body>{unit.format('a <ph><x>no</x></ph>b', 'c')}</body></tmx>")
    assert list(bitext.iter_pairs()) == [("a b", "c")]
    bomb = '<!DOCTYPE t [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;">]>'
    for text, told in (
        (unit.format(WORDS * 5, "c"), "a segment is longer than 100"),
        (unit.format("<hi>" * 500, "c"), "elements are nested more than"),
        (bomb + unit.format("&b;", "c"), "entity declarations"),
    ):
        path.write_text(text)
        with set_line_limit(100), pytest.raises(InputError, match=told):
            list(bitext.iter_pairs())


def test_a_long_rest_is_not_counted() -> None:
    assert count_total(3, iter(range(7))) == "10"
    assert count_total(3, iter(range(10_000))) == "10003"
    endless: Iterator[int] = iter(int, 1)
    assert count_total(3, endless) == "more than 10003"


def test_files_that_differ_in_length_are_told_soon(tmp_path: Path) -> None:
    short, long = tmp_path / "short", tmp_path / "long.gz"
    short.write_text("a\n" * 5)
    long.write_bytes(gzip.compress(b"a\n" * 200_000)[:-200])  # damaged near its end
    for files, told in (((short, long), r"short has 5 "), ((long, short), "short has 5")):
        with pytest.raises(InputError, match="more than") as caught:
            read_all(read_testset([str(files[0])], [str(files[1])]))
        assert told in str(caught.value)
    with pytest.raises(InputError, match=r"has 5 lines and .*long.gz has more than 10006"):
        list(ParallelFiles(str(short), str(long)).iter_pairs())
    pairs = TabSeparatedBitext(str(tmp_path / "pairs.tsv"), "en", "fr")
    Path(pairs.path).write_text("a\tb\n" * 5)
    with pytest.raises(InputError, match=r"more than 10006 lines and the bitext 5"):
        check_line_count(str(long), pairs.iter_pairs())


def test_raw_lines_are_bounded_too() -> None:
    with pytest.raises(InputError, match="line 2: longer"):
        list(iterate_raw_lines(io.BytesIO(b"a\n" + b"b" * 100), "a", 10))


def read_all(testset: Any) -> None:
    for system in testset.systems:
        for _ in testset.iterate_chunks(system):
            pass


def test_other_languages_of_a_unit_are_not_kept(tmp_path: Path) -> None:
    path = tmp_path / "a.tmx.gz"
    variant = '<tuv xml:lang="{}"><seg>{}</seg></tuv>'
    others = "".join(variant.format(code, "a" * 500_000) for code in [*range(100), *["en"] * 20])
    unit = f"<tu>{variant.format('en', 'one')}{others}{variant.format('fr', 'un')}</tu>"
    path.write_bytes(gzip.compress(f"<tmx>{unit}</tmx>".encode(), 1))
    del others, unit
    tracemalloc.start()
    try:
        assert list(TmxBitext(str(path), "en", "fr").iter_pairs()) == [("one", "un")]
        assert tracemalloc.get_traced_memory()[1] < 8 << 20
    finally:
        tracemalloc.stop()


def test_cells_may_be_as_long_as_lines(tmp_path: Path) -> None:
    path, long = tmp_path / "a.csv", "a " * 100_000
    path.write_text(f'mt,ref\n"{long}",b\n')
    testset = read_testset([str(path)], kind="csv", columns="hyp=mt,ref=ref")
    read_all(testset)
    assert detect_format(open_inputs([str(path)])[0]) == "csv"
    assert list(read_csv(path, ["mt"], FaultCollector(skip_faults=False))) == [(2, [long])]


def test_the_limit_is_that_of_the_call_not_of_the_first_line(tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    path.write_text(f"mt\n{'a' * 100}\n")
    tmx = tmp_path / "a.tmx"
    tmx.write_text(f'<tmx><tu><tuv xml:lang="en"><seg>{WORDS * 5}</seg></tuv></tu></tmx>')
    with set_line_limit(50):
        late = [
            iterate_lines(str(path)),
            read_csv(path, ["mt"], FaultCollector(skip_faults=False)),
            TmxBitext(str(tmx), "en", "fr").iter_pairs(),
        ]
    for rows in late:
        with pytest.raises(InputError, match="longer than 50"):
            list(rows)
