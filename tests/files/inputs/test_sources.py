"""Python users name sources as they name references."""

from typing import Any

import pytest
from parted import Parted, PartedSource

from tesla_metrics import InputError, Item, TeslaWarning, UsageError, compare

HYP = ["a b x y", "a b c d", "v w x y"]
SRC = ["a b c d", "a b c d", "v w x d"]
REF = ["a b x y", "v b c d", "a b c d"]
SCORES = (1.0, 0.0, 0.75)


@pytest.mark.parametrize(
    "given",
    [
        (HYP, None, SRC),
        (HYP, SRC),
        (HYP, REF, SRC),
        ([Item(h, source=s) for h, s in zip(HYP, SRC, strict=True)],),
        ([Item(h, (s,)) for h, s in zip(HYP, SRC, strict=True)],),
        ([Item(h, (r,), s) for h, r, s in zip(HYP, REF, SRC, strict=True)],),
        ([{"text": h, "src": s} for h, s in zip(HYP, SRC, strict=True)],),
        ([{"text": h, "ref": s, "src": None} for h, s in zip(HYP, SRC, strict=True)],),
    ],
)
def test_sources_in_every_way(given: Any) -> None:
    hypotheses, references, sources = (*given, None, None)[:3]
    score = PartedSource().score(hypotheses, references, sources=sources)
    assert score.segments == SCORES


def test_a_metric_of_references_has_no_use_for_sources() -> None:
    assert Parted().score(HYP, REF, sources=SRC).segments == (0.0, 0.75, 0.0)
    rows = [{"mt": h, "src": 5, "ref": r} for h, r in zip(HYP, REF, strict=True)]
    assert Parted().score(rows).segments == (0.0, 0.75, 0.0)


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        ([{"mt": "a"}], "row 1 has no source: add a field named source or src"),
        ([{"mt": "a", "src": "b"}, {"mt": "a", "ref": "b"}], "row 2 has no source, but other rows"),
        ([Item("a")], "row 1 has no source: add a source or a reference"),
        ([{"mt": "a", "src": float("nan")}], "row 1 has no source: add a source or a reference"),
        ([{"mt": "a", "src": 5}], "references of segment 1 are a int"),
    ],
)
def test_bad_rows(rows: Any, message: str) -> None:
    with pytest.raises(InputError, match=message):
        PartedSource().score(rows)


def test_bad_sources() -> None:
    with pytest.raises(InputError, match="3 hypotheses but 2 sources: give one for each"):
        PartedSource().score(HYP, sources=SRC[:2])
    with pytest.raises(InputError, match="sources: item 2 is None"):
        PartedSource().score(HYP, sources=[SRC[0], None, SRC[2]])  # type: ignore[list-item]
    with pytest.raises(UsageError, match="compares with references"):
        Parted().score(HYP, sources=SRC)


def test_copies_of_the_source_are_told() -> None:
    with pytest.warns(TeslaWarning, match="all 21 segments are those of source set 1"):
        PartedSource().score(SRC * 7, sources=SRC * 7)


@pytest.mark.filterwarnings("ignore:.*do not look aligned")
def test_systems_are_compared_by_their_sources() -> None:
    systems = {"one": HYP * 7, "two": ["a x y z", *SRC[1:]] * 7}
    found = compare(systems, None, PartedSource(), sources=SRC * 7)
    rows = [
        {"system": name, "text": text, "src": source}
        for name, texts in systems.items()
        for text, source in zip(texts, SRC * 7, strict=True)
    ]
    assert [one.system for one in found.standings] == ["one", "two"]
    assert [one.score for one in found.standings] == pytest.approx([1.75 / 3, 0.25])
    assert compare(rows, metrics=PartedSource()) == found
    both = compare(systems, REF * 7, [PartedSource(), Parted()], sources=SRC * 7)
    alone = compare(systems, REF * 7, Parted())
    assert [one for one in both.standings if one.metric == "parted"] == list(alone.standings)
    with pytest.raises(UsageError, match="parted compares with references"):
        compare(systems, None, [PartedSource(), Parted()], sources=SRC * 7)
    with pytest.raises(InputError, match=r"segment 2 of system 'two' has a different source"):
        compare([*rows[:22], {**rows[22], "src": "other"}, *rows[23:]], metrics=PartedSource())
    with pytest.raises(InputError, match=r"system one: .* 2 sources"):
        compare(systems, None, PartedSource(), sources=SRC[:2])
