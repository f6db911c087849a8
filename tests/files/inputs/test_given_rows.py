"""Rows with their references."""

import warnings
from typing import Any

import pytest

from tesla_metrics import (
    Bleu,
    Chrf,
    InputError,
    Item,
    Sentence,
    TeslaM,
    TeslaS,
    TeslaWarning,
    TeslaX,
    Token,
    compare,
    rerank,
    score,
)

METRIC = TeslaX(lang="en")
HYP = ["the kettle sings", "a lamp is lit"]
REF = ["the kettle whistles", "someone lit a lamp"]


@pytest.mark.parametrize("names", [("candidate", "reference"), ("mt", "ref"), ("hyp", "references"),
                                   ("text", "Ref"), ("MT", "reference"), ("hypothesis", "ref"),
                                   ("prediction", "references"),
                                   ("translation", "reference")])  # fmt: skip
def test_names(names: tuple[str, str]) -> None:
    rows = [{**dict(zip(names, pair, strict=True)), "id": 7, "src": "…", 3: None}
            for pair in zip(HYP, REF, strict=True)]  # fmt: skip
    assert METRIC.score(rows) == METRIC.score(HYP, REF)
    assert METRIC.score(iter(rows)) == METRIC.score(HYP, REF)


def test_several_references() -> None:
    rows: list[dict[str, object]] = [{"mt": HYP[0], "references": [REF[0], "the kettle sang"]},
            {"mt": HYP[1], "references": (REF[1], None)}]  # fmt: skip
    assert METRIC.score(rows) == METRIC.score(
        HYP, [REF, ["the kettle sang", None]], references_by="set"
    )


def test_rows_with_as_many_references_as_rows() -> None:
    lists = [["the kettle sang", "a kettle whistles"], ["a lamp burns", "someone lit a lamp"]]
    rows = [{"mt": text, "references": own} for text, own in zip(HYP, lists, strict=True)]
    expected = METRIC.score(HYP, lists, references_by="segment")
    assert METRIC.score(rows) == expected
    systems = [{"system": name, **row} for name in ("a", "b") for row in rows]
    with pytest.warns(TeslaWarning):
        found = compare(systems, metrics=[METRIC])
    assert {standing.score for standing in found.standings} == {expected.score}


def test_items() -> None:
    items = [Item(HYP[0], (REF[0], "the kettle sang")), Item(HYP[1], (REF[1],), group="second")]
    assert METRIC.score(items) == METRIC.score(
        HYP, [REF, ["the kettle sang", None]], references_by="set"
    )
    lamp = Sentence("lamp", (Token("lamp", "lamp", "NOUN", "NN"),))
    assert METRIC.score([Item(lamp, (lamp,))]).signature.fields[1] == ("analyzer", "given")


def test_rows_of_one_system() -> None:
    rows = [{"mt": a, "ref": b, "system": "s"} for a, b in zip(HYP, REF, strict=True)]
    assert METRIC.score(rows) == METRIC.score(HYP, REF)
    rows[1]["system"] = "other"
    with pytest.raises(
        InputError, match=r"row 2 belongs to system 'other', .* one system at a time"
    ):
        METRIC.score(rows)
    with pytest.raises(
        InputError, match="row 2 belongs to system 'other', but earlier rows to 's'"
    ):
        METRIC.score([*rows, rows[0]])
    assert METRIC.score([{**row, "system": float("nan")} for row in rows]).segments


@pytest.mark.parametrize(
    ("rows", "fact"),
    [
        ([{"mt": "a"}], "row 1 has no reference: add a field named reference or references or ref"),
        (
            [{"ref": "a"}],
            "row 1 has no candidate: add a field named candidate or hyp or mt or text",
        ),
        ([{"mt": "a", "hyp": "b", "ref": "c"}], "'mt' and 'hyp', which both name the candidate"),
        ([{"mt": "a", "ref": "b", "references": ["c"]}], "'ref' and 'references'"),
        ([{"mt": "a", "ref": "b"}, "c"], "row 2 is one text: give only mappings"),
        ([{"mt": "a", "ref": None}], "segment 1 has no reference"),
        ([{"mt": "a", "ref": "b"}, {"mt": None, "ref": "b"}], "hypotheses: item 2 is None"),
        ([{"mt": "a", "ref": {"b": "c"}}], "references of segment 1 are a dict"),
        ([Item("a")], "segment 1 has no reference"),
        (["a", {"mt": "a", "ref": "b"}], "hypotheses: item 2 is a dict"),
    ],
)
def test_refused(rows: Any, fact: str) -> None:
    with pytest.raises(InputError, match=fact):
        METRIC.score(rows)


def test_the_short_way() -> None:
    rows = [{"mt": a, "ref": b} for a, b in zip(HYP, REF, strict=True)]
    assert score(rows, lang="en") == score(HYP, REF, lang="en") == METRIC.score(HYP, REF)
    assert score(HYP, REF, metric="chrf++").metric == "chrf++"
    assert score(HYP, REF, lang="en", metric="tesla-m", synonyms="none").metric == "tesla-m"


def test_rows_of_several_systems() -> None:
    texts = {"ours": HYP * 10, "theirs": [f"so {text}" for text in REF * 10]}
    expected = compare(texts, REF * 10, [METRIC])
    rows = [
        {"system": name, "mt": text, "ref": reference}
        for name, own in texts.items()
        for text, reference in zip(own, REF * 10, strict=True)
    ]
    assert compare(rows, metrics=[METRIC]) == expected
    # In any order of systems, but one order of segments.
    mixed = [row for both in zip(rows[20:], rows[:20], strict=True) for row in both]
    assert compare(mixed, metrics=[METRIC]).systems == ("theirs", "ours")
    assert compare([rows[0], *rows[20:], *rows[1:20]], metrics=[METRIC]) == expected
    for bad, fact in [
        ([*rows[:20], *rows[:19:-1]], "segment 1 of system 'theirs' has different references"),
        ([*rows, rows[-1]], "system theirs: there are 21 hypotheses but references are of 20"),
        ([{**rows[0], "system": 7}], "row 1: the system is a int: give its name"),
        ([{"mt": "a", "ref": "b"}], "row 1 has no system: add a field named system"),
        (rows[:-1], "system theirs: there are 19 hypotheses but references are of 20"),
        (HYP, "systems have no names"),
    ]:
        with pytest.raises(InputError, match=fact):
            compare(bad, metrics=[METRIC])  # type: ignore[arg-type]
    with pytest.raises(InputError, match="leave references out"):
        compare(rows, REF * 10, [METRIC])


@pytest.mark.integrations
def test_rows_of_other_packages() -> None:
    rows = [{"mt": a, "references": [b]} for a, b in zip(HYP, REF, strict=True)]
    expected = METRIC.score(HYP, REF)
    arrow = pytest.importorskip("pyarrow").Table.from_pylist(rows)
    assert METRIC.score(arrow) == expected
    assert METRIC.score(arrow.column("mt"), REF) == expected
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        datasets = pytest.importorskip("datasets")
    dataset = datasets.Dataset.from_list(rows)
    assert METRIC.score(dataset) == expected
    assert METRIC.score(dataset["mt"], REF) == expected


def test_frames_that_are_refused() -> None:
    class SomeFrame:
        columns = ("mt", "ref", "mt")

    class LazyFrame:
        def collect(self) -> None: ...

    with pytest.raises(InputError, match="2 columns 'mt': keep one"):
        METRIC.score(SomeFrame())  # type: ignore[arg-type]
    with pytest.raises(InputError, match=r"lazy frame: give the result of its collect\(\)"):
        METRIC.score(LazyFrame())  # type: ignore[arg-type]


def test_rows_with_ids_meet_in_any_order() -> None:
    """As those of a table do."""
    texts = {"ours": HYP * 10, "theirs": [f"so {text}" for text in REF * 10]}
    expected = compare(texts, REF * 10, [METRIC])
    rows = [
        {"system": name, "mt": text, "ref": reference, "doc": "d", "id": number}
        for name, own in texts.items()
        for number, (text, reference) in enumerate(zip(own, REF * 10, strict=True))
    ]
    turned: list[dict[str, object]] = [*rows[:20], *rows[:19:-1]]
    assert compare(turned, metrics=[METRIC]) == expected
    turned[20] = {**turned[20], "id": str(turned[20]["id"])}
    assert compare(turned, metrics=[METRIC]) == expected
    for bad, fact in [
        ([*rows, rows[-1]], "row 41: system 'theirs' has segment 19 of d twice"),
        (rows[:-1], "system 'theirs' lacks segment 19 of d, which 'ours' has"),
        ([*rows[:19], *rows[20:]], "system 'ours' lacks segment 19 of d, which 'theirs' has"),
        (
            [*rows[:-1], {**rows[-1], "ref": "x"}],
            "segment 19 of d of system 'theirs' has different",
        ),
        ([*rows[:-1], {**rows[-1], "id": None}], "row 40 has no id, but other rows have"),
    ]:
        with pytest.raises(InputError, match=fact):
            compare(bad, metrics=[METRIC])


def test_sentences_make_a_text() -> None:
    metric = TeslaS(lang="en")
    references = ["The kettle sings. A lamp is lit."]
    row = {"sentences": ["The kettle\nsings.", "A lamp."], "references": references}
    whole = {"text": "The kettle sings.\nA lamp.", "references": references}
    assert metric.score([row]) == metric.score([whole])
    once = {"sentences": ["He met Dr. No. Then he left."], "references": ["no then"]}
    apart = {**once, "sentences": ["He met Dr. No.", "Then he left."]}
    assert metric.score([once]).score > metric.score([apart]).score  # it is not cut again
    for other in (Bleu(), Chrf(), TeslaM(lang="en")):
        flat = {"text": " ".join(row["sentences"]), "references": references}
        assert other.score([row]).segments == other.score([flat]).segments
    for sentences, message in (
        ([], "segment 1 has no sentence"),
        ([" ", "..."], "segment 1 has no sentence"),
        (["One.", 2], "row 1: a sentence is"),
        (7, "sentences of row 1 are"),
    ):
        with pytest.raises(InputError, match=message):
            metric.score([{**row, "sentences": sentences}])
    assert metric.score([{**row, **whole}]) == metric.score([whole])
    with pytest.raises(InputError, match="'sentences' and 'summary', which both name"):
        metric.score([{**row, "summary": "A lamp."}])


def test_summaries_without_a_sentence() -> None:
    metric = TeslaS(lang="en")
    for empty in ("", " \n", "...", "— !"):
        with pytest.raises(InputError, match="segment 2 has no sentence: give texts"):
            metric.score(["A cat.", empty], ["A cat."] * 2)
        with pytest.raises(InputError, match="segment 1 has no sentence"):
            metric.score([{"text": empty, "reference": "A cat."}])
        with pytest.raises(InputError, match="system b: segment 1 has no sentence"):
            compare({"a": ["A cat."], "b": [empty]}, ["A cat."], metric)
        with pytest.raises(InputError, match="segment 1 has no sentence"):
            rerank([[empty, "A cat."]], references=["A cat."], metric=metric)
        for references in (["A cat.", empty], [["A cat.", empty], [None, empty]]):
            with pytest.raises(InputError, match="segment 2 has no reference"):
                metric.score(["A cat."] * 2, references, references_by="set")  # type: ignore[arg-type]
        mean = TeslaS(lang="en", multi="mean").score(["A cat."], [["A cat."], [empty]])
        assert (mean.score, "refs:1" in str(mean.signature)) == (1.0, True)
    with pytest.warns(TeslaWarning, match="empty"):
        assert TeslaM(lang="en").score([""], ["A cat."]).score == 0
