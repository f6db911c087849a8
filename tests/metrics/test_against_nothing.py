"""Metrics that look at texts by themselves, in Python."""

from typing import Any

import pytest
from alone import Wordy

from tesla_metrics import Bleu, Item, UsageError, compare, mbr, rerank, write_report
from tesla_metrics.errors import InputError
from tesla_metrics.evaluation.judgments import Track
from tesla_metrics.evaluation.scored import score_track

TEXTS = ["One two three.", "One two."]
MANY = [*TEXTS] * 10  # enough for a bootstrap
OTHERS = [*MANY[1:], "One."]


def test_texts_are_all_that_is_wanted() -> None:
    score = Wordy().score(TEXTS)
    assert score.segments == pytest.approx((0.03, 0.02))
    assert score.parts == pytest.approx({"words": 0.025})
    assert "refs" not in str(score.signature)


@pytest.mark.parametrize(
    "beside",
    [
        {"references": ["a", "b"]},
        {"references": [["a", "b"], ["c", None]]},
        {"references": ["too few"]},
        {"sources": ["a", "b"]},
        {"references": ["a", "b"], "sources": ["c", "d"]},
    ],
)
def test_what_stands_beside_is_not_looked_at(beside: dict[str, Any]) -> None:
    alone, other = Wordy().score(TEXTS), Wordy().score(TEXTS, **beside)
    assert (other.segments, str(other.signature)) == (alone.segments, str(alone.signature))


@pytest.mark.parametrize(
    "rows",
    [
        [{"text": text} for text in TEXTS],
        [{"summary": text, "reference": ["a", "b"]} for text in TEXTS],
        [Item(text) for text in TEXTS],
    ],
)
def test_rows_need_nothing_else(rows: Any) -> None:
    assert Wordy().score(rows).segments == pytest.approx((0.03, 0.02))


def test_a_row_without_text_is_refused() -> None:
    with pytest.raises(InputError, match="row 1 has no candidate"):
        Wordy().score([{"reference": "a"}])


def test_an_interval_is_drawn() -> None:
    score = Wordy().score([*TEXTS] * 10, confidence=0.9, samples=50)
    assert score.confidence is not None
    assert score.confidence.low <= score.score <= score.confidence.high


def test_systems_are_compared() -> None:
    found = compare({"a": MANY, "b": OTHERS}, metrics=Wordy(), samples=50)
    assert (found.segments, found.signatures["wordy"][:5]) == (20, "wordy")
    contrast = found.contrasts[0]
    assert (contrast.beside, contrast.reference) == ("nothing", "")
    assert sum(bucket.segments for bucket in found.buckets) == 20


def test_beside_one_that_compares_references_are_wanted() -> None:
    both = compare(
        {"a": MANY, "b": OTHERS},
        [*MANY[:-1], "One two four."],
        metrics=[Wordy(), Bleu()],
        samples=50,
    )
    assert "refs:1" not in both.signatures["wordy"]
    assert both.contrasts[0].reference
    with pytest.raises(InputError, match="references are None"):
        compare({"a": MANY, "b": OTHERS}, metrics=[Wordy(), Bleu()], samples=50)


def test_rows_of_systems_are_compared() -> None:
    rows = [{"system": name, "text": text} for name in "ab" for text in MANY]
    assert compare(rows, metrics=Wordy(), samples=50).segments == 20


def test_systems_of_different_length_are_refused() -> None:
    with pytest.raises(InputError, match="b has 1 hypotheses but a has 20"):
        compare({"a": MANY, "b": MANY[:1]}, metrics=Wordy())


def test_a_report_is_written(tmp_path: Any) -> None:
    for systems in ({"a": MANY}, {"a": MANY, "b": OTHERS}):
        write_report(tmp_path / "report.html", systems, metrics=Wordy())
        assert '"beside": "a"' in (tmp_path / "report.html").read_text().replace('":"', '": "')


def test_candidates_are_sorted() -> None:
    assert rerank([TEXTS[::-1]], metric=Wordy()).best == ["One two three."]


def test_tracks_are_scored() -> None:
    track = Track("t", "en", {"a": TEXTS, "b": TEXTS[::-1]}, {}, None, None, None)
    scored = score_track(Wordy(), track)
    assert scored.systems.tolist() == pytest.approx([0.025, 0.025])
    assert "refs" not in scored.signature


def test_where_texts_must_be_compared_it_is_refused() -> None:
    with pytest.raises(UsageError, match="a matrix has one column per reference"):
        Wordy().matrix(TEXTS, TEXTS)
    with pytest.raises(UsageError, match="comparing them with each other"):
        mbr([TEXTS], metric=Wordy())
