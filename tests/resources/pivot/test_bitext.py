"""Sentence pairs from every kind of file, and files that are no bitexts."""

import gzip
import lzma
from pathlib import Path

import pytest

from tesla_metrics.errors import InputError, UsageError
from tesla_metrics.resources.pivot.bitext import Pair, ParallelFiles, find_bitexts, pair_files

PAIRS = [("Good morning.", "Bonjour."), ("", "Vide."), ("Two cats", "Deux chats")]
TMX = """<?xml version="1.0" encoding="UTF-8"?>
<tmx version="1.4"><header srclang="en"/><body>
<tu><tuv xml:lang="EN-gb"><seg>Good <bpt i="1">&lt;b></bpt>morning<ept i="1">&lt;/b></ept>.</seg>
</tuv><tuv xml:lang="fr"><seg>Bonjour.</seg></tuv><tuv xml:lang="fr"><seg>Salut.</seg></tuv></tu>
<tu><tuv xml:lang="en"><seg>English alone</seg></tuv></tu>
<tu><tuv xml:lang="en"><seg></seg></tuv><tuv xml:lang="fr"><seg>Vide.</seg></tuv></tu>
<tu><tuv lang="fr-FR"><seg>Deux <hi>chats</hi></seg></tuv><tuv lang="en"><seg>Two cats</seg></tuv>
</tu></body></tmx>
"""


def write(path: Path, text: str) -> Path:
    content = text.encode()
    if path.suffix == ".gz":
        content = gzip.compress(content)
    elif path.suffix == ".xz":
        content = lzma.compress(content)
    path.write_bytes(content)
    return path


def pairs(*names: object, languages: tuple[str, str] = ("en", "fr")) -> list[Pair]:
    bitexts = find_bitexts([str(name) for name in names], *languages)
    return [pair for bitext in bitexts for pair in bitext.iter_pairs()]


def rows(order: str = "en fr") -> str:
    lines = ["\t".join(pair if order == "en fr" else pair[::-1]) for pair in PAIRS]
    return "".join(f"{line}\n" for line in lines)


@pytest.mark.parametrize("end", ["", ".gz", ".xz"])
def test_every_kind(tmp_path: Path, end: str) -> None:
    named = write(tmp_path / f"named.tsv{end}", f"FR\ten\n{rows('fr en')}")
    plain = write(tmp_path / f"plain.tsv{end}", rows())
    memory = write(tmp_path / f"memory.tmx{end}", TMX)
    for side, lang in enumerate(("en", "fr")):
        lines = "".join(f"{pair[side]}\r\n" for pair in PAIRS)
        write(tmp_path / f"both.{lang}{end}", lines)
        write(tmp_path / f"side{side}{end}", lines)
    both = tmp_path / f"both.en{end}", tmp_path / f"both.fr{end}"
    for names in (
        [named],
        [plain],
        [memory],
        [tmp_path / "both"],
        [both[0]],
        [both[1], both[0]],
        [tmp_path / f"side0{end}", tmp_path / f"side1{end}"],
    ):
        assert pairs(*names) == PAIRS, names
    assert pairs(named, memory, tmp_path / "both", plain) == PAIRS * 4
    (two,) = pair_files([str(tmp_path / f"side0{end}")], [str(tmp_path / f"side1{end}")])
    assert list(two.iter_pairs()) == PAIRS


def test_two_named_files_are_a_pair_whatever_their_stems(tmp_path: Path) -> None:
    english, french = (
        write(tmp_path / name, "".join(f"{pair[side]}\n" for pair in PAIRS))
        for side, name in enumerate(("news.en", "nouvelles.fr.gz"))
    )
    plain = write(tmp_path / "nouvelles.txt", "".join(f"{pair[1]}\n" for pair in PAIRS))
    for names in ((english, french), (french, english), (english, plain), (plain, english)):
        assert pairs(*names) == PAIRS, names
    # Two files of one language are two bitexts, each by one of its sides.
    for stem in ("a", "b"):
        for lang in ("en", "fr"):
            write(tmp_path / f"{stem}.{lang}", f"{stem} {lang}\n")
    assert pairs(tmp_path / "a.en", tmp_path / "b.en") == [("a en", "a fr"), ("b en", "b fr")]


def test_other_columns_are_ignored(tmp_path: Path) -> None:
    table = write(tmp_path / "x.tsv", "date\tde\ten\tfr\n2000\tGuten Tag\tHello\tBonjour\n")
    assert pairs(table) == [("Hello", "Bonjour")]
    assert pairs(table, languages=("de", "en")) == [("Guten Tag", "Hello")]
    with pytest.raises(InputError, match="'en' and 'cs'"):
        pairs(table, languages=("en", "cs"))


def test_regions_and_scripts_in_a_header(tmp_path: Path) -> None:
    for header in ("en-US\tfr-FR", "EN_gb\tFR", "eng\tfr-Latn-CA", " en \tfra"):
        assert pairs(write(tmp_path / "x.tsv", f"{header}\n{rows()}")) == PAIRS, header
    # The plain code goes before its regions.
    table = write(tmp_path / "y.tsv", "en-GB\ten\tfr\nlorry\ttruck\tcamion\n")
    assert pairs(table) == [("truck", "camion")]


@pytest.mark.parametrize(
    ("header", "shown"),
    [("es\tit", "es, it"), ("pt-BR\tzh_Hans", "pt-BR, zh_Hans"), ("date\tde\tfr", "date, de, fr")],
)
def test_a_header_of_other_languages(tmp_path: Path, header: str, shown: str) -> None:
    table = write(tmp_path / "x.tsv", f"{header}\na\tb\n")
    with pytest.raises(InputError, match=f"the columns 'en' and 'fr', the names are {shown}: give"):
        pairs(table)


@pytest.mark.parametrize(
    "first", [("No", "Si"), ("en-suite", "fr"), ("is", "Bonjour"), ("to", "to"), ("", "fr")]
)
def test_words_that_look_like_codes(tmp_path: Path, first: Pair) -> None:
    assert pairs(write(tmp_path / "x.tsv", "\t".join(first) + "\n" + rows())) == [first, *PAIRS]


def test_differing_line_counts(tmp_path: Path) -> None:
    write(tmp_path / "x.en", "a\nb\nc\n")
    write(tmp_path / "x.fr", "a\n")
    with pytest.raises(InputError, match=r"x\.en has 3 lines and .*x\.fr has 1"):
        pairs(tmp_path / "x")
    with pytest.raises(InputError, match=r"x\.fr has 1 lines and .*x\.en has 3"):
        list(ParallelFiles(str(tmp_path / "x.fr"), str(tmp_path / "x.en")).iter_pairs())


def test_bad_files(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"neither a file .*none nor a file .*none\.en"):
        pairs(tmp_path / "none")
    with pytest.raises(InputError, match="is empty"):
        pairs(write(tmp_path / "empty.tsv", ""))
    with pytest.raises(InputError, match="1 columns"):
        pairs(write(tmp_path / "mono.txt", "Only English\n"))
    with pytest.raises(InputError, match="line 3: has 1 "):
        pairs(write(tmp_path / "ragged.tsv", "a\tb\nc\td\ne\n"))
    (tmp_path / "latin.tsv").write_bytes("a\tb\nété\tsummer\n".encode("latin1"))
    with pytest.raises(InputError, match="line 2: byte 1 is not valid UTF-8"):
        pairs(tmp_path / "latin.tsv")
    with pytest.raises(UsageError, match="2 files and --pivot-file 1"):
        pair_files(["a", "b"], ["c"])


def test_bad_memories(tmp_path: Path) -> None:
    broken = TMX.replace("<tu><tuv lang=", "<tu><tuv <lang=")
    with pytest.raises(InputError, match="line 7: not well-formed XML at column 10"):
        pairs(write(tmp_path / "bad.tmx", broken))
    (tmp_path / "bad.tmx.gz").write_bytes(gzip.compress(TMX.encode())[:-20])
    with pytest.raises(InputError, match="gzip"):
        pairs(tmp_path / "bad.tmx.gz")
    with pytest.raises(InputError, match="does not exist"):
        pairs(tmp_path / "none.tmx")
