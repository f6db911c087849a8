"""The user's own tab-separated file."""

import gzip
from pathlib import Path

import pytest

from tesla_metrics.errors import ResourceError
from tesla_metrics.text.synonyms import load_synonyms


def test_a_line_is_a_synset_and_words_may_stand_in_several(tmp_path: Path) -> None:
    path = tmp_path / "my.tsv"
    path.write_text("Car\tauto\n\nauto\tAutomat\nlone\n", encoding="utf-8")
    table = load_synonyms("en", str(path))
    assert table.synsets("car") == {0}
    assert table.synsets("auto") == {0, 1}
    assert table.synsets("automat") == {1}
    assert table.synsets("lone") == {2}
    assert table.synsets("other") == frozenset()
    assert table.name.startswith("file:my.tsv@")
    assert len(table.name) == len("file:my.tsv@") + 8


def test_spaces_are_stripped_and_empty_members_ignored(tmp_path: Path) -> None:
    path = tmp_path / "my.tsv"
    path.write_text(" big \t\tlarge\t \n\t\n  ice   cream\tgelato\n", encoding="utf-8")
    table = load_synonyms("en", str(path))
    assert table.synsets("big") == table.synsets("large") == {0}
    assert table.synsets("ice cream") == table.synsets("gelato") == {1}
    assert table.synsets("") == frozenset()


@pytest.mark.parametrize("head", [b"", b"\xef\xbb\xbf"])
@pytest.mark.parametrize("end", [b"\n", b"\r\n"])
@pytest.mark.parametrize("packed", [False, True])
def test_byte_order_mark_line_ends_and_gzip(
    tmp_path: Path, head: bytes, end: bytes, packed: bool
) -> None:
    content = head + "Größe\tUmfang".encode() + end + b"ja\tjawohl" + end
    path = tmp_path / "my.tsv"
    path.write_bytes(gzip.compress(content) if packed else content)
    table = load_synonyms("de", str(path))
    assert table.synsets("größe") == table.synsets("umfang") == {0}
    assert table.synsets("jawohl") == {1}


def test_full_width_forms_are_looked_up_as_usual_ones(tmp_path: Path) -> None:
    path = tmp_path / "my.tsv"
    path.write_text("Ａ型\t甲型\n", encoding="utf-8")
    assert load_synonyms("zh", str(path)).synsets("a型") == {0}


def test_what_is_not_utf8_is_refused_with_its_line(tmp_path: Path) -> None:
    path = tmp_path / "my.tsv"
    path.write_bytes(b"a\tb\nc\td\ngr\xf6\xdfe\tx\n")
    with pytest.raises(ResourceError, match=r"my\.tsv, line 3: the text is not UTF-8; convert"):
        load_synonyms("de", str(path))


def test_a_missing_file_a_folder_and_damaged_gzip(tmp_path: Path) -> None:
    with pytest.raises(ResourceError, match=r"no synonym file .*none\.tsv; check the path"):
        load_synonyms("de", str(tmp_path / "none.tsv"))
    with pytest.raises(ResourceError, match="cannot read"):
        load_synonyms("de", str(tmp_path))
    path = tmp_path / "my.tsv.gz"
    path.write_bytes(gzip.compress(b"a\tb\n" * 100)[:-9])
    with pytest.raises(ResourceError, match="damaged gzip"):
        load_synonyms("de", str(path))


def test_a_file_that_changes_is_read_again(tmp_path: Path) -> None:
    path = tmp_path / "my.tsv"
    path.write_text("a\tb\n", encoding="utf-8")
    before = load_synonyms("en", str(path))
    assert load_synonyms("en", str(path)) is before
    path.write_text("a\tb\tcc\n", encoding="utf-8")
    after = load_synonyms("en", str(path))
    assert after.synsets("cc")
    assert after.name != before.name
