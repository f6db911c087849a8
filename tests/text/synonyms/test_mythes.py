"""MyThes thesauri, of the three kinds there are."""

from pathlib import Path

import pytest

from tesla_metrics.errors import ResourceError
from tesla_metrics.text.synonyms import Synonyms, load_synonyms


def load(path: Path, text: str, encoding: str = "UTF-8") -> Synonyms:
    path.write_bytes(f"{encoding}\n{text}".encode(encoding))
    return load_synonyms("xx", str(path))


def alike(table: Synonyms, one: str, other: str) -> bool:
    return bool(table.synsets(one) & table.synsets(other))


def test_lines_that_name_their_headword(tmp_path: Path) -> None:
    # As in German: synsets repeat under each member, and some headwords are there by mistake.
    line = "-|Förderung|Zuschuss (ugs., regional)|(etwas) Beihilfe|Geld (Hauptform) (Oberbegriff)\n"
    heads = ["förderung", "zuschuss", "beihilfe", "forderung"]
    table = load(
        tmp_path / "th_xx.dat",
        "".join(f"{head}|1\n{line}" for head in heads)
        + "kies|2\n-|Geld|Kies (ugs. (derb))\n-|Kies|Schotter\n"
        + "schotter|1\n-|Kies|Schotter\n",
    )
    assert table.name.startswith("mythes:th_xx@")
    assert alike(table, "förderung", "zuschuss")
    assert alike(table, "zuschuss", "beihilfe")
    assert not alike(table, "förderung", "geld")
    assert not table.synsets("forderung")
    assert alike(table, "geld", "kies")
    assert len(table.synsets("förderung")) == 1
    assert len(table.synsets("kies")) == 2


def test_lines_whose_members_are_synonyms_of_each_other(tmp_path: Path) -> None:
    # As in Czech and Spanish: the headword is left out of its own line.
    table = load(
        tmp_path / "th.dat",
        "alto|1\n-|elevado|grande (fig.)|bajo (Antónimo)\n"
        "elevado|1\n-|alto|grande\ngrande|1\n-|alto|elevado\nbajo|1\n-|pequeño\n",
        "ISO8859-1",
    )
    assert alike(table, "alto", "grande")
    assert alike(table, "elevado", "grande")
    assert not alike(table, "alto", "bajo")
    assert alike(table, "bajo", "pequeño")
    assert table.synsets("alto") == table.synsets("grande")


def test_lines_whose_members_are_synonyms_of_the_headword_alone(tmp_path: Path) -> None:
    # As in French: the entries of the members do not know each other.
    table = load(
        tmp_path / "th.dat",
        "perdre|1\n(Verbe)|gaspiller|égarer|humilier\ngaspiller|1\n(Verbe)|perdre|dissiper\n"
        "égarer|1\n(Verbe)|perdre\nhumilier|1\n(Verbe)|perdre|abaisser\n",
    )
    assert alike(table, "perdre", "gaspiller")
    assert alike(table, "perdre", "humilier")
    assert alike(table, "humilier", "abaisser")
    assert not alike(table, "gaspiller", "humilier")
    assert not alike(table, "dissiper", "perdre")


@pytest.mark.parametrize(
    "mark", ["antonym", "Antonyme", "Antónimo", "generic term", "ugs., Oberbegriff", "Unterbegriff"]
)
def test_members_marked_as_other_than_synonyms_are_dropped(tmp_path: Path, mark: str) -> None:
    table = load(tmp_path / "th.dat", f"a|1\n-|bb|cc ({mark})|dd\n")
    assert alike(table, "a", "bb")
    assert alike(table, "a", "dd")
    assert not table.synsets("cc")


def test_other_encodings_and_line_ends(tmp_path: Path) -> None:
    path = tmp_path / "th.dat"
    path.write_bytes("microsoft-cp1251\r\nда|1\r\n-|ага|Так\xa0точно\r\n".encode("cp1251"))
    table = load_synonyms("ru", str(path))
    assert alike(table, "да", "ага")
    assert alike(table, "да", "так точно")


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("a|1\n-|b\nc\n-|d\n", "line 4: no entry"),
        ("a|1\n-|b\nc|2\n-|d\n", "line 4: the entry's lines are missing"),
    ],
)
def test_malformed_entries_are_refused(tmp_path: Path, text: str, fault: str) -> None:
    with pytest.raises(ResourceError, match=rf"th\.dat, {fault}"):
        load(tmp_path / "th.dat", text)


def test_bytes_that_do_not_fit_the_encoding(tmp_path: Path) -> None:
    path = tmp_path / "th.dat"
    path.write_bytes(b"UTF-8\na|1\n-|\xe4\n")
    with pytest.raises(ResourceError, match="line 3: the text is not utf-8"):
        load_synonyms("de", str(path))
