"""LICENSES.md, NOTICE, pyproject.toml and the headers of the data files agree on licences."""

import json
import re
import tomllib
from collections import Counter
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from packaging import licenses

ROOT = Path(__file__).parents[1]
DATA = ROOT / "src" / "tesla_metrics" / "data"

# The identifier of each licence that headers of data files name. Wiktionary is their "CC BY-SA".
NAMED = {
    "Apache 2.0": "Apache-2.0",
    "CC BY 3.0": "CC-BY-3.0",
    "CC BY-SA": "CC-BY-SA-3.0",
    "CC BY-SA 3.0": "CC-BY-SA-3.0",
    "CC BY-SA 4.0": "CC-BY-SA-4.0",
    "LGPL-LR": "LGPLLR",
    "MIT": "MIT",
    "ODC-BY 1.0": "ODC-By-1.0",
    "WordNet": "LicenseRef-WordNet",
}
# The licences of each source that headers of data files name.
SOURCES = {
    r"(mono/)?europarl\..*": ["LicenseRef-European-Parliament"],
    r"news(2015)?\..*": ["LicenseRef-WMT"],
    r"tatoeba\..*": ["LicenseRef-CC-BY-2.0-FR"],
    r"tico19\..*": ["CC0-1.0"],
    r"captions3am\..*": ["MIT"],
    r"glove": ["PDDL-1.0", "MIT", "LicenseRef-WordNet"],
    r"wordnet-3\.0": ["LicenseRef-WordNet"],
    r"..\.wikt": ["CC-BY-SA-3.0"],
    r"fr\.wolf": ["CECILL-C"],
    r"..\.paraphrases": [],  # of this project, from texts that are listed after it
    r"wordfreq .*": ["CC-BY-SA-4.0"],
    r"frequent_words\.txt": [],  # written for this project
    r"simplemma .*": ["MIT", "ODbL-1.0"],
}
# Ends of names of files whose headers name all licences or sources.
NAMING = tuple("counts frequencies lm paraphrases profiles relations synonyms table tagger".split())
# Texts from which synonyms are found through translations into English.
PIVOT_TEXTS = {
    "cs": ["news.", "tatoeba."],
    "de": ["europarl.", "news."],
    "es": ["europarl.", "news."],
    "fr": ["europarl.", "news."],
}


class Row(NamedTuple):
    """One row of a table: files, identifiers of licences, numbers of entries in NOTICE."""

    files: str
    licences: frozenset[str]
    entry: str


def read_rows(section: str) -> list[Row]:
    """Return the rows of the table in a section of LICENSES.md."""
    text = (ROOT / "LICENSES.md").read_text("utf-8")
    body = text.split(f"\n## {section}\n")[1].split("\n## ")[0]
    lines = [line for line in body.splitlines() if line.startswith("|")]
    rows = []
    for line in lines[2:]:
        files, expression, _, entry = (cell.strip() for cell in line.strip("|").split("|"))
        licences = frozenset(expression.strip("`").split(" AND "))
        rows.append(Row(files, licences, entry))
    return rows


def read_project() -> dict[str, Any]:
    """Return the metadata of the project."""
    project: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    return project


def read_entries() -> dict[str, str]:
    """Return the entries of NOTICE by number."""
    parts = re.split(r"^(\d+)\. ", (ROOT / "NOTICE").read_text("utf-8"), flags=re.M)
    return dict(zip(parts[1::2], parts[2::2], strict=True))


def data_rows() -> dict[str, Row]:
    """Return the rows of data files by name, relative to the data folder."""
    return {row.files.strip("`"): row for row in read_rows("Data")}


def header_licences(path: Path) -> set[str]:
    """Return the identifiers that follow from what the header of a file names."""
    first, second = path.read_bytes().split(b"\n", 2)[:2]
    assert first.startswith(b"tesla-resource ")
    settings = json.loads(second)["settings"]
    names = list(settings.get("licences", []))
    sources = list(settings.get("sources", []))
    if path.suffix == ".tagger":
        names += [treebank["licence"] for treebank in settings["trained_on"]]
    if path.suffix == ".synonyms":
        if settings["source"].endswith("+pivots"):
            sources += PIVOT_TEXTS[path.stem]
        if "licences" not in settings:
            sources.append(settings["source"])
    identifiers = {NAMED[name] for name in names}
    for source in sources:
        matches = [ids for pattern, ids in SOURCES.items() if re.fullmatch(pattern, source)]
        assert len(matches) == 1, source
        identifiers.update(matches[0])
    return identifiers


def test_every_data_file_has_one_row_and_every_row_a_file() -> None:
    counts = Counter(row.files.strip("`") for row in read_rows("Data"))
    assert set(counts.values()) == {1}
    files = {path.relative_to(DATA).as_posix() for path in DATA.rglob("*") if path.is_file()}
    assert set(counts) == files


def test_rows_of_code_name_files_that_exist() -> None:
    patterns = [re.findall(r"`(src/[^`]*)`", row.files) for row in read_rows("Code")]
    assert [len(named) for named in patterns] == [0, 1, 1]
    # The compiled module is not in every checkout; its stub has the same name.
    assert all(list(ROOT.glob(named[0])) for named in patterns[1:])


def test_the_expression_of_the_package_has_the_licences_of_its_files() -> None:
    identifiers = read_project()["license"].split(" AND ")
    assert len(set(identifiers)) == len(identifiers)
    rows = [*read_rows("Code"), *read_rows("Data")]
    assert set(identifiers) == frozenset().union(*(row.licences for row in rows))


def test_the_expression_is_valid() -> None:
    expression = read_project()["license"]
    assert licenses.canonicalize_license_expression(expression) == expression
    with pytest.raises(licenses.InvalidLicenseExpression):
        licenses.canonicalize_license_expression(expression + " AND CC-BY-SA")


def test_every_identifier_is_explained_with_its_text() -> None:
    text = (ROOT / "LICENSES.md").read_text("utf-8").split("\n## Licence texts\n")[1]
    explained = dict(re.findall(r"^\| `([^`]+)` \|.*\| ([^|]+) \|$", text, flags=re.M))
    assert set(explained) == set(read_project()["license"].split(" AND "))
    entries = read_entries()
    for identifier, where in explained.items():
        if where.startswith("NOTICE "):
            assert where.removeprefix("NOTICE ") in entries
        elif link := re.fullmatch(r"\[(.*)\]\((.*)\)", where):
            assert link[1] == link[2]
            assert (ROOT / link[1]).is_file()
        else:
            assert re.fullmatch(r"<https://[^>]+>", where), identifier


def test_files_with_licence_texts_ship() -> None:
    patterns = read_project()["license-files"]
    shipped = {path for pattern in patterns for path in ROOT.glob(pattern)}
    assert shipped >= {ROOT / name for name in ("LICENSE", "LICENSES.md", "NOTICE")}
    assert shipped >= set((ROOT / "LICENSES").iterdir())
    assert all(list(ROOT.glob(pattern)) for pattern in patterns)


def test_entries_of_the_notice_are_numbered_in_order() -> None:
    assert list(read_entries()) == [str(number + 1) for number in range(len(read_entries()))]


def test_every_row_refers_to_the_entry_of_its_file() -> None:
    entries = read_entries()
    used = set()
    for name, row in data_rows().items():
        if row.entry == "–":
            assert row.licences == {"Apache-2.0"}
            continue
        used.add(row.entry)
        title = entries[row.entry].splitlines()[0]
        folder, _, file = f"src/tesla_metrics/data/{name}".rpartition("/")
        assert title.startswith(folder + "/")
        assert file in title or f"*.{file.rpartition('.')[2]}" in title
    for row in read_rows("Code")[1:]:
        used.add(row.entry)
        assert entries[row.entry].startswith(re.findall(r"`(.*)`", row.files)[0])
    assert used == set(entries)


def test_the_notice_refers_to_entries_that_exist() -> None:
    text = (ROOT / "NOTICE").read_text("utf-8")
    numbers = re.findall(r"\b(?:(?:as|text|is|listed|named|here and) in|to)\s+(\d{1,2})\b", text)
    assert len(numbers) > 20
    assert set(numbers) <= set(read_entries())


@pytest.mark.parametrize("name", [name for name in data_rows() if name.endswith(NAMING)])
def test_a_row_has_the_licences_that_the_header_names(name: str) -> None:
    expected = header_licences(DATA / name)
    if name == "synonyms/pt.synonyms":  # OpenWordnet-PT is "CC BY-SA" as well, without a version
        expected.add("LicenseRef-CC-BY-SA")
    assert data_rows()[name].licences == expected


def test_no_data_licence_forbids_commercial_use_or_changes() -> None:
    identifiers = read_project()["license"].split(" AND ")
    assert not [name for name in identifiers if re.search(r"\b(NC|ND)\b", name)]
