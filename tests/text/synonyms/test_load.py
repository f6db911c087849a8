"""Which dictionary is taken."""

from pathlib import Path

import pytest
from effort import lines_run

from tesla_metrics.errors import ResourceError, UsageError
from tesla_metrics.text.synonyms import Synonyms, load_synonyms
from tesla_metrics.text.synonyms import load as system_thesauri
from tesla_metrics.text.synonyms.base import SynsetMembers
from tesla_metrics.text.synonyms.load import (
    MYTHES_FOLDERS,
    find_mythes,
    find_shipped_synonyms,
    load_compiled,
)

THESAURUS = "UTF-8\nauto|1\n-|auto|wagen\n"


@pytest.fixture
def no_thesauri(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(system_thesauri, "MYTHES_FOLDERS", ())
    monkeypatch.delenv(system_thesauri.MYTHES_VARIABLE, raising=False)


def alike(table: Synonyms, one: str, other: str) -> bool:
    return bool(table.synsets(one) & table.synsets(other))


def test_english_has_wordnet() -> None:
    table = load_synonyms("en")
    assert isinstance(table, Synonyms)
    assert table.name == "wordnet-3.0"
    assert table is load_synonyms("en", "wordnet")
    for one, other in [("car", "automobile"), ("buy", "purchase"), ("big", "large")]:
        assert alike(table, one, other)
    for one, other in [("car", "house"), ("buy", "sell"), ("big", "small")]:
        assert not alike(table, one, other)
    assert not table.synsets("qwxz")


def test_parts_of_speech_do_not_share_numbers() -> None:
    # Offsets of different files may be equal; the numbers of these words would then meet.
    table = load_synonyms("en")
    words = ["quickly", "automobile", "purchase", "large", "rapidly", "physician"]
    found = [table.synsets(word) for word in words]
    assert all(found)
    assert [i for i, one in enumerate(found) for other in found[:i] if one & other] == [4]


def test_loading_wordnet_does_nothing_word_by_word() -> None:
    # No line of Python for each of its words: what must be done for all of them C does at once.
    wordnet = find_shipped_synonyms("en")
    assert wordnet is not None
    assert len(load_compiled(wordnet).synset_numbers) > 40_000
    assert lines_run(lambda: load_compiled(wordnet)) < 1000
    assert wordnet.stat().st_size < 900_000


def test_wordnet_is_what_ships_for_the_language() -> None:
    assert load_synonyms("de", "wordnet") is load_synonyms("de")
    assert load_synonyms("de").name.startswith("omw-de-")
    with pytest.raises(
        UsageError, match=r"no wordnet is shipped for 'sw' .*; use 'auto', 'mythes'"
    ):
        load_synonyms("sw", "wordnet")


def test_none() -> None:
    table = load_synonyms("en", "none")
    assert table.name == "none"
    assert table.synsets("car") is table.synsets("bus")
    assert not table.synsets("car")


@pytest.mark.usefixtures("no_thesauri")
def test_without_a_thesaurus_mythes_is_an_error() -> None:
    with pytest.raises(ResourceError, match="install the Debian package mythes-de or give --syn"):
        load_synonyms("de", "mythes")


@pytest.mark.usefixtures("no_thesauri")
@pytest.mark.parametrize("name", ["th_de_DE_v2.dat", "th_de_AT.dat", "thes_de.dat"])
def test_the_users_folder_of_thesauri(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    monkeypatch.setenv(system_thesauri.MYTHES_VARIABLE, str(tmp_path))
    (tmp_path / "th_fr_FR.dat").write_text(THESAURUS, encoding="utf-8")
    assert find_mythes("de") is None
    (tmp_path / name).write_text(THESAURUS, encoding="utf-8")
    table = load_synonyms("de", "mythes")
    assert table.name.startswith(f"mythes:{name.removesuffix('.dat')}@")
    assert alike(table, "auto", "wagen")
    assert load_synonyms("de").name.startswith("omw-de-")


@pytest.mark.usefixtures("no_thesauri")
def test_auto_is_what_ships_whatever_the_system_has(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(system_thesauri.MYTHES_VARIABLE, str(tmp_path))
    for lang in ("de", "sw"):
        (tmp_path / f"th_{lang}_XX.dat").write_text(THESAURUS, encoding="utf-8")
        assert load_synonyms(lang, "mythes").name == f"mythes:th_{lang}_XX@bb9973b2"
    assert load_synonyms("de").name.startswith("omw-de-")
    assert load_synonyms("sw").name == "none"


@pytest.mark.usefixtures("no_thesauri")
def test_the_country_named_like_the_language_comes_first(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(system_thesauri.MYTHES_VARIABLE, str(tmp_path))
    for name in ("th_es_AR_v2.dat", "th_es_ES_v2.dat"):
        (tmp_path / name).write_text(THESAURUS, encoding="utf-8")
    assert find_mythes("es") == tmp_path / "th_es_ES_v2.dat"


@pytest.mark.parametrize(
    ("lang", "synonyms", "others"),
    [
        ("de", ("auto", "wagen"), ("forderung", "förderung")),
        ("fr", ("voiture", "automobile"), ("humilier", "gaspiller")),
        ("es", ("coche", "automóvil"), ("alto", "bajo")),
        ("cs", ("automobil", "auto"), ("auto", "dům")),
        ("zh", ("雨伞", "伞"), ("雨伞", "房子")),
        ("pl", ("auto", "samochód"), ("auto", "dom")),
        ("tr", ("araba", "otomobil"), ("araba", "ev")),
    ],
)
def test_wordnets_that_ship(lang: str, synonyms: tuple[str, str], others: tuple[str, str]) -> None:
    table = load_synonyms(lang)
    assert alike(table, *synonyms)
    assert not alike(table, *others)


@pytest.mark.parametrize(
    ("lang", "synonyms", "others"),
    [
        ("de", ("auto", "wagen"), ("forderung", "förderung")),
        ("fr", ("voiture", "automobile"), ("humilier", "gaspiller")),
        ("es", ("coche", "automóvil"), ("alto", "bajo")),
        ("cs", ("auto", "vůz"), ("auto", "dům")),
    ],
)
def test_thesauri_of_the_system(
    lang: str, synonyms: tuple[str, str], others: tuple[str, str]
) -> None:
    if find_mythes(lang) is None:
        pytest.skip(f"no thesaurus of '{lang}' in {MYTHES_FOLDERS}")
    table = load_synonyms(lang, "mythes")
    assert alike(table, *synonyms)
    assert not alike(table, *others)


def test_the_words_of_a_synset() -> None:
    table = load_synonyms("en")
    assert isinstance(table, SynsetMembers)
    shared = table.synsets("doctor") & table.synsets("physician")
    assert {"doctor", "physician"} <= set(table.members(min(shared)))
    assert table.members(10**9) == ()
