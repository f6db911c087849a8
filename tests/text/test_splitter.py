"""The splitter of compounds: exact against brute force, and right on words that people know."""

import pickle
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tesla_metrics.files.resource import write_resource
from tesla_metrics.text.compounds import (
    CompoundSplitter,
    count_words,
    get_compound_rules,
    load_shipped_splitter,
    load_splitter,
)

GERMAN = get_compound_rules("de")
ANY_WORD = replace(GERMAN, never_parts=frozenset(), unsplit_words=frozenset())

# A split: its parts, each with how much of the word it covers and which joint follows it.
Split = list[tuple[str, int, int]]

# Divisible by every number of parts that is met.
POWER = 2520


def all_splits(word: str, counts: Mapping[str, int], first: bool = True) -> Iterator[Split]:
    """Every split there is, the unsplit word left out; by plain recursion."""
    if not first and word in counts and may_be_part(word):
        yield [(word, len(word), 0)]
    for size in range(1, len(word)):
        stem = word[:size]
        if stem not in counts:
            options = [(stem + "e", 0, "")] if size >= (3 if first else 4) else []
        else:
            options = [
                (stem, i, j.letters) for i, j in enumerate(GERMAN.joints) if j.can_follow(stem)
            ]
        for part, joint, drop in options:
            rest = word[size + len(drop) :]
            if part in counts and may_be_part(part) and rest and word[size:].startswith(drop):
                for others in all_splits(rest, counts, first=False):
                    yield [(part, size, joint), *others]


def may_be_part(part: str) -> bool:
    return len(part) >= 4 or part in GERMAN.short_parts


def brute_force(word: str, counts: Mapping[str, int]) -> tuple[str, ...]:
    """The best by the definition; roots are avoided by raising all to a common power."""
    best: tuple[str, ...] = (word,)
    spans: tuple[tuple[int, int], ...] = ((len(word), 0),)
    key = (counts.get(word, 0) ** POWER, -1, spans)
    for split in all_splits(word, counts):
        product = 1
        for part, _, _ in split:
            product *= counts[part]
        assert POWER % len(split) == 0
        spans = tuple((size, -joint) for _, size, joint in split)
        this = (product ** (POWER // len(split)), -len(split), spans)
        if this > key:
            best, key = tuple(part for part, _, _ in split), this
    return best


# Parts that overlap with linking letters and with each other.
PARTS = ("tag", "tage", "rad", "see", "aste", "enen", "nene", "sens", "esee", "kind", "radsee")


@st.composite
def tables_and_words(draw: st.DrawFn) -> tuple[dict[str, int], str]:
    """Counts, and a word made of words that have some, in which linking letters stand."""
    part = st.sampled_from(PARTS) | st.text("en", min_size=4, max_size=5)
    counts = draw(st.dictionaries(part, st.integers(1, 3), min_size=2, max_size=8))
    piece = st.sampled_from(sorted(counts)).flatmap(
        lambda word: st.sampled_from(
            [word + joint.letters for joint in GERMAN.joints] + [word[:-1]]
        )
    )
    pieces = draw(st.lists(piece, min_size=1, max_size=4))
    word = "".join(pieces) + draw(st.sampled_from(sorted(counts)))
    if draw(st.booleans()):
        counts[word] = draw(st.integers(1, 3))
    return counts, word


@settings(max_examples=400)
@given(tables_and_words())
def test_the_maximum_over_all_splits_is_found(case: tuple[dict[str, int], str]) -> None:
    counts, word = case
    splitter = CompoundSplitter(counts, rules=ANY_WORD)
    assert splitter.split(word) == by_force(word, counts)


def by_force(word: str, counts: dict[str, int]) -> tuple[str, ...]:
    """A part is split as if it stood alone."""
    parts = brute_force(word, counts) if len(word) >= 6 else (word,)
    if len(parts) == 1:
        return (word,)
    return tuple(smaller for part in parts for smaller in by_force(part, counts))


def test_a_part_is_split_as_if_it_stood_alone() -> None:
    counts = {"kranken": 30, "haus": 40, "krankenhaus": 33, "kinder": 50}
    splitter = CompoundSplitter(counts)
    assert splitter.split("Krankenhaus") == ("Kranken", "Haus")
    assert splitter.split("Kinderkrankenhaus") == ("Kinder", "Kranken", "Haus")


def test_the_geometric_mean_decides() -> None:
    counts = {"regen": 9, "schirm": 4, "regenschirm": 5}
    assert CompoundSplitter(counts).split("Regenschirm") == ("Regen", "Schirm")
    # 6 is the mean, and the unsplit word wins a tie.
    assert CompoundSplitter({**counts, "regenschirm": 6}).split("Regenschirm") == ("Regenschirm",)


def test_ties_go_to_fewer_parts_then_longer_ones_from_the_left() -> None:
    counts = {"haus": 2, "boot": 2, "hausboot": 2, "fest": 2, "bootfest": 2}
    assert CompoundSplitter(counts).split("Hausbootfest") == ("Hausboot", "Fest")


def test_what_is_left_alone() -> None:
    splitter = CompoundSplitter({"haus": 9, "boot": 9, "hof": 9})
    for word in ("", "Haus", "Haus-Boot", "HAUSBOOT", "HausBoot", "Haus2boot", "Hausbo"):
        assert splitter.split(word) == (word,)
    assert splitter.split("hausboot") == ("haus", "boot")


def test_nothing_falls_away_at_the_end() -> None:
    splitter = CompoundSplitter({"regierung": 9, "chef": 9})
    assert splitter.split("Regierungschef") == ("Regierung", "Chef")
    assert splitter.split("Regierungschefs") == ("Regierungschefs",)


def test_a_splitter_of_own_counts_pickles_and_has_a_name(tmp_path: Path) -> None:
    path = tmp_path / "a.counts"
    write_resource(path, count_words(["Regen Schirm"], "de", 1))
    splitter = load_splitter(path)
    assert splitter.name.startswith("compounds@")
    copy = pickle.loads(pickle.dumps(splitter))
    assert copy.split("Regenschirm") == splitter.split("Regenschirm") == ("Regen", "Schirm")


def test_the_memo_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tesla_metrics.text.compounds.MEMO_SIZE", 2)
    splitter = CompoundSplitter({})
    assert [splitter.split(word) for word in "abca"] == [("a",), ("b",), ("c",), ("a",)]
    assert len(splitter._memo) <= 2


def test_only_german_has_a_shipped_splitter() -> None:
    assert load_shipped_splitter("en") is None
    assert load_shipped_splitter("de") is load_shipped_splitter("de")


@pytest.mark.parametrize(
    ("word", "parts"),
    [
        ("Regenschirm", "Regen Schirm"),
        ("Regierungschef", "Regierung Chef"),
        ("Donaudampfschiff", "Donau Dampf Schiff"),
        ("Straßenbahn", "Straße Bahn"),
        ("Freitag", "Freitag"),
        ("Aktion", "Aktion"),
        ("Eltern", "Eltern"),
    ],
)
def test_the_shipped_counts(word: str, parts: str) -> None:
    german = load_shipped_splitter("de")
    assert german is not None
    assert german.split(word) == tuple(parts.split())


def test_what_is_no_word_is_not_split() -> None:
    splitter = load_shipped_splitter("de")
    assert splitter is not None
    assert splitter.split("wasser" * 20) == ("wasser" * 20,)
    assert splitter.split("a" * 100_000) == ("a" * 100_000,)
