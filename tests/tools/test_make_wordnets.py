"""The shipped tables of synonyms, made of toy wordnets."""

import gzip
import runpy
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from tesla_metrics.files.resource import read_resource
from tesla_metrics.text.synonyms import Synonyms, load_synonyms

TOOL = Path(__file__).parents[2] / "tools" / "make_wordnets.py"


def wordnet(folder: Path, name: str, lines: Sequence[str]) -> None:
    text = "".join(line.replace(" = ", "\t") + "\n" for line in lines)
    (folder / f"{name}.tsv.gz").write_bytes(gzip.compress(text.encode(), mtime=0))


def make(folder: Path, output: Path, *langs: str) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(TOOL.parent)  # as when it is run
        patch.setattr(sys, "argv", [str(TOOL), str(folder), *langs, "-o", str(output)])
        runpy.run_path(str(TOOL), run_name="__main__")


def table(tmp_path: Path, lang: str, project: str, lines: Sequence[str]) -> Synonyms:
    wordnet(tmp_path, f"{lang}.{project}", lines)
    make(tmp_path, tmp_path / "made", lang)
    return load_synonyms(lang, str(tmp_path / "made" / f"{lang}.synonyms"))


def alike(made: Synonyms, one: str, other: str) -> bool:
    return bool(made.synsets(one) & made.synsets(other))


def test_projects_of_a_language_are_merged(tmp_path: Path) -> None:
    wordnet(tmp_path, "it.wikt", ["auto = 00000001-n", "casa = 00000002-n"])
    wordnet(tmp_path, "it.iwn", ["macchina = 00000001-n", "Bologna = 00000003-n"])
    make(tmp_path, tmp_path / "made")
    made = load_synonyms("it", str(tmp_path / "made" / "it.synonyms"))
    assert alike(made, "auto", "macchina")
    # What shares its synset with nothing is not kept.
    assert not made.synsets("casa")
    assert not made.synsets("bologna")
    settings = read_resource(tmp_path / "made" / "it.synonyms", "synonyms", 1).settings
    assert settings["source"] == "omw-it-iwn+wikt"
    assert settings["licences"] == ["ODC-BY 1.0", "CC BY-SA"]
    assert (settings["words"], settings["synsets"]) == (2, 1)
    assert made.name == f"omw-it-iwn+wikt@{settings['sha256'][:8]}"


def test_the_same_files_give_the_same_bytes(tmp_path: Path) -> None:
    lines = [f"{word} = 0000000{n}-n" for n in (1, 2, 3) for word in ("eno", "dve", "tri", str(n))]
    wordnet(tmp_path, "sl.slownet", lines)
    for folder in ("one", "other"):
        make(tmp_path, tmp_path / folder)
    one, other = (tmp_path / folder / "sl.synonyms" for folder in ("one", "other"))
    assert one.read_bytes() == other.read_bytes()


def test_only_what_was_asked_for_and_may_ship(tmp_path: Path) -> None:
    wordnet(tmp_path, "fa.pwn", ["a = 00000001-n", "b = 00000001-n"])
    wordnet(tmp_path, "th.wikt", ["ก = 00000001-n", "ข = 00000001-n"])
    wordnet(tmp_path, "vi.wikt", ["xe hơi = 00000001-n", "ô tô = 00000001-n"])
    make(tmp_path, tmp_path / "made", "fa", "vi")
    assert [path.name for path in (tmp_path / "made").iterdir()] == ["vi.synonyms"]
    assert alike(load_synonyms("vi", str(tmp_path / "made" / "vi.synonyms")), "xe hơi", "ô tô")


def test_synsets_within_others_add_nothing(tmp_path: Path) -> None:
    lines = [f"{word} = 00000001-n" for word in ("alfa", "beta", "gama")]
    lines += [f"{word} = 00000002-n" for word in ("alfa", "beta")]
    made = table(tmp_path, "hr", "crown", lines)
    assert alike(made, "alfa", "beta")
    assert len(made.synsets("alfa")) == 1


def test_words_are_as_texts_have_them(tmp_path: Path) -> None:
    made = table(
        tmp_path,
        "sk",
        "slkwn",
        [
            "Smiať sa = 00000001-v",
            "rehotať sa = 00000001-v",
            "chechtať (na niečom) = 00000001-v",
            "dať na známosť = 00000002-v",
            "hlásiť = 00000002-v",
            "1 = 00000003-n",
            "jeden = 00000003-n",
        ],
    )
    assert alike(made, "smiať", "rehotať")
    assert alike(made, "smiať", "chechtať")
    # Words of several parts are never looked up, and what is no word cannot be a synonym.
    assert not made.synsets("hlásiť")
    assert not made.synsets("jeden")


def test_chinese_particles(tmp_path: Path) -> None:
    made = table(tmp_path, "zh", "cow", ["美丽+的 = 00000001-a", "漂亮+的 = 00000001-a"])
    assert alike(made, "美丽", "漂亮")
    assert alike(made, "美丽的", "漂亮的")


def test_hebrew_points(tmp_path: Path) -> None:
    made = table(tmp_path, "he", "hwn", ["בַּיִת = 00000001-n", "דירה = 00000001-n"])
    assert alike(made, "בית", "דירה")


def test_words_are_found_by_our_lemmas_of_them(tmp_path: Path) -> None:
    # The Turkish infinitives gitmek and varmak have their stems for lemmas here.
    made = table(tmp_path, "tr", "wikt", ["gitmek = 00000001-v", "varmak = 00000001-v"])
    assert alike(made, "git", "var")
    assert alike(made, "gitmek", "varmak")
