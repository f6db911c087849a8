"""Test sets that sacreBLEU has downloaded; here a made-up folder of them."""

from pathlib import Path
from typing import Any

import pytest
from sacrebleu.dataset import DATASETS

from tesla_metrics.errors import ResourceError, UsageError
from tesla_metrics.files.testsets.sacrebleu_cache import (
    find_testset,
    get_cache_folder,
    iterate_cached_testsets,
)


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where sacreBLEU would keep its sets; whoever tried to fetch one would be noticed."""

    def fetch(*arguments: object) -> None:
        raise AssertionError("nothing may be downloaded")

    monkeypatch.setattr("sacrebleu.dataset.base.download_file", fetch)
    monkeypatch.setattr("sacrebleu.utils.SACREBLEU_DIR", str(tmp_path / "cache"))
    return tmp_path / "cache"


def put(path: Path, *lines: str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("".join(f"{line}\n" for line in lines), "utf-8")
    return path


def test_nothing_there(cache: Path) -> None:
    assert list(iterate_cached_testsets()) == []
    with pytest.raises(ResourceError, match="sacrebleu --download wmt22 -l en-de"):
        find_testset("wmt22", "en-de")
    assert not cache.exists()


def test_the_xml_of_wmt(cache: Path) -> None:
    put(cache / "wmt22" / "wmt22.en-de.src", "a")
    reference = put(cache / "wmt22" / "wmt22.en-de.ref-A", "ein")
    put(cache / "wmt22" / "wmt22.en-de.ref-B", "eine")  # not sacreBLEU's choice
    put(cache / "wmt22" / "wmt22.cs-en.ref-B", "one")  # here it is
    assert find_testset("wmt22", "en-de").references == (reference,)
    assert find_testset("wmt22", "en-de").labels == ("A",)
    assert [(one.name, one.pair, one.labels) for one in iterate_cached_testsets()] == [
        ("wmt22", "cs-en", ("B",)),
        ("wmt22", "en-de", ("A",)),
    ]


def test_several_references(cache: Path) -> None:
    folder = cache / "wmt21" / "AB"
    both = [put(folder / f"wmt21_AB.en-de.ref-{name}", "x") for name in "AB"]
    assert find_testset("wmt21/AB", "en-de").references == tuple(both)


def test_older_sets(cache: Path) -> None:
    reference = put(cache / "wmt14" / "wmt14.de-en.ref", "one")
    assert find_testset("wmt14", "de-en").references == (reference,)
    assert find_testset("wmt14", "de-en").labels == ("ref",)


def test_half_a_set_is_none(cache: Path) -> None:
    name, pair = next(
        (name, pair)
        for name, dataset in DATASETS.items()
        for pair, paths in dataset.langpairs.items()
        if not hasattr(dataset, "_get_langpair_allowed_refs") and len(paths) > 2
    )
    flat = name.replace("/", "_")
    put(cache / name / f"{flat}.{pair}.ref-0", "x")
    with pytest.raises(ResourceError):
        find_testset(name, pair)


@pytest.mark.usefixtures("cache")
def test_slips() -> None:
    with pytest.raises(UsageError, match="no test set 'wmt222': did you mean wmt22"):
        find_testset("wmt222", "en-de")
    with pytest.raises(UsageError, match="sacrebleu --list"):
        find_testset("qqqqqqq", "en-de")
    with pytest.raises(UsageError, match="wmt22 has no language pair 'en-sw': choose from cs-en"):
        find_testset("wmt22", "en-sw")


def test_the_folder_is_sacrebleus(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As it was when sacreBLEU was imported: it looks nowhere else."""
    monkeypatch.setenv("SACREBLEU", str(cache / "later"))
    assert get_cache_folder() == cache


def _named(dataset: Any, pair: str, field: str) -> str:
    path: str = dataset._get_txt_file_path(pair, field)
    return path


def test_names_are_those_of_sacrebleu(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What we look for is what sacreBLEU itself would read."""
    for name, dataset in DATASETS.items():
        monkeypatch.setattr(dataset, "_outdir", str(cache / name))
        if hasattr(dataset, "_get_langpair_allowed_refs"):
            continue
        for pair in dataset.langpairs:
            fields = [field for field in dataset.fieldnames(pair) if field.startswith("ref")]
            paths = [Path(_named(dataset, pair, field)) for field in fields]
            for path in paths:
                put(path, "x")
            assert find_testset(name, pair).references == tuple(paths)


def test_xml_as_sacrebleu_unpacks_it(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sacrebleu.dataset.base.download_file", lambda *_, **__: None)
    for name, pair, labels in [("wmt22", "cs-en", ["A", "B"]), ("wmt21/AB", "en-de", ["A", "B"])]:
        dataset: Any = DATASETS[name]
        monkeypatch.setattr(dataset, "_outdir", str(cache / name))
        monkeypatch.setattr(dataset, "_rawdir", str(cache / name / "raw"))
        found = "".join(
            f'<ref lang="y" translator="{label}"><p><seg id="1">x {label}</seg></p></ref>'
            for label in labels
        )
        source = '<src lang="z"><p><seg id="1">a</seg></p></src>'
        document = f'<doc origlang="z" id="d">{source}{found}</doc>'
        put(Path(dataset._get_langpair_path(pair)), f"<dataset>{document}</dataset>")
        theirs = tuple(map(Path, dataset.get_reference_files(pair)))
        assert sorted(find_testset(name, pair).references) == sorted(theirs)  # its order is a set's
        assert theirs
