"""Judged files: summaries by topic and system, rated pairs, and samples of their topics."""

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tesla_metrics import Chrf, TeslaM, evaluate, read_tracks, score_track
from tesla_metrics.errors import InputError, UsageError
from tesla_metrics.evaluation.judgments import SOURCE_UNIT, TOPIC_UNIT, FaultCollector
from tesla_metrics.evaluation.measures import MEASURES, get_default_measures
from tesla_metrics.evaluation.scored import build_scored_from_segments

WORDS = "river stone bridge lamp garden winter paper engine".split()
SYSTEMS, TOPICS = 5, 12


def summaries(seed: int = 1) -> list[dict[str, Any]]:
    """People and metrics see how many of the words a summary kept, with some noise."""
    generator = np.random.default_rng(seed)
    rows = []
    for number in range(TOPICS):
        words = generator.permutation(WORDS).tolist()
        systems = {}
        for place in range(SYSTEMS):
            kept = words[: place + 2] + ["nothing"] * int(generator.integers(0, 3))
            scores = {"content": place + round(float(generator.normal()), 2), "style": place % 2}
            systems[f"s{place}"] = {"summary": f"{' '.join(kept)} .", "scores": scores}
        references = [" ".join(words) + " .", "Some " + " ".join(words)][: 1 + number % 2]
        rows.append({
            "doc": f"d{number}", "source": f"Text {number}.", "references": references,
            "systems": systems,
        })  # fmt: skip
    return rows


def write(path: Path, rows: Iterable[dict[str, Any]]) -> Path:
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return path


def test_a_track_a_human_score(tmp_path: Path) -> None:
    rows = summaries()
    rows[3]["systems"]["s1"]["scores"]["content"] = None
    tracks = read_tracks([str(write(tmp_path / "set.jsonl", rows))], lang="en")
    assert [track.name for track in tracks] == ["set/content", "set/style"]
    track = tracks[0]
    assert (track.unit, track.lang, track.segments) == (TOPIC_UNIT, "en", TOPICS)
    assert tracks[0].outputs is tracks[1].outputs
    assert track.references["reference 2"][:2] == [None, rows[1]["references"][1]]
    assert track.sources == [row["source"] for row in rows]
    given = np.array(
        [
            [row["systems"][f"s{n}"]["scores"]["content"] or np.nan for row in rows]
            for n in range(SYSTEMS)
        ],
        dtype=float,
    )
    assert track.segment_scores is not None
    assert track.system_scores is not None
    assert np.array_equal(track.segment_scores, given, equal_nan=True)
    assert track.system_scores.tolist() == pytest.approx(np.nanmean(given, axis=1).tolist())
    (chosen,) = read_tracks([tmp_path / "set.jsonl"], human="style")
    assert chosen.pair == "style"


def test_rows_are_the_same_tracks(tmp_path: Path) -> None:
    topics = write(tmp_path / "set.jsonl", summaries())
    rows = [
        {
            "id": row["doc"], "system": system, "text": own["summary"],
            "references": row["references"], "source": row["source"], **facts(own["scores"]),
        }
        for facts in (lambda scores: {"scores": scores}, lambda scores: scores)
        for row in summaries()
        for system, own in row["systems"].items()
    ]  # fmt: skip
    half = len(rows) // 2
    wanted = read_tracks([topics], lang="en")
    for number, part in enumerate((rows[:half], rows[half:])):
        path = write(tmp_path / f"{number}.jsonl", part)
        human = [] if number == 0 else ["content", "style"]
        found = read_tracks([path], lang="en", human=human)
        assert [track.pair for track in found] == ["content", "style"]
        for one, other in zip(found, wanted, strict=True):
            assert one.outputs == other.outputs
            assert np.array_equal(one.segment_scores, other.segment_scores)  # type: ignore[arg-type]
            assert one.sources == other.sources
            assert list(one.references.values()) == list(other.references.values())


def test_samples_draw_what_people_said_too(tmp_path: Path) -> None:
    # The value of a sample is that of a set in which topics stand as often as they are drawn.
    rows = summaries()
    (track, _) = read_tracks([write(tmp_path / "set.jsonl", rows)], lang="en")
    scored = score_track(Chrf(), track)
    assert scored.segments is not None
    weights = np.random.default_rng(5).multinomial(TOPICS, np.full(TOPICS, 1 / TOPICS), 4)
    mean = build_scored_from_segments("mean", scored.segments)
    for drawn in weights:
        again = [
            {**row, "doc": f"{row['doc']} {copy}"}
            for row, times in zip(rows, drawn.tolist(), strict=True)
            for copy in range(times)
        ]
        (repeated, _) = read_tracks([write(tmp_path / "again.jsonl", again)], lang="en")
        order = np.repeat(np.arange(TOPICS), drawn)
        own = build_scored_from_segments("mean", scored.segments[:, order])
        for measure in (*get_default_measures(track), MEASURES["accuracy-sys"]):
            found = measure.resampled_values(track, mean, drawn[None].astype(float))
            assert found is not None
            assert found[0] == pytest.approx(measure.value(repeated, own), abs=1e-9)


def test_usual_measures_and_tables_of_summaries(tmp_path: Path) -> None:
    tracks = read_tracks([write(tmp_path / "set.jsonl", summaries())], lang="en")
    scored = [[score_track(m, track) for m in (Chrf(), TeslaM(lang="en"))] for track in tracks]
    found = evaluate(tracks, scored, samples=50)
    names = [(block.test_set, block.measure.name) for block in found.blocks]
    levels = [f"{name}-{level}" for level in ("sys", "within")
              for name in ("pearson", "spearman", "kendall")]  # fmt: skip
    # Measures stand in one order, and each human score by itself.
    assert sorted(names) == sorted((f"set/{h}", n) for h in ("content", "style") for n in levels)
    assert all(len(block.tracks) == 1 for block in found.blocks)
    best = {block.measure.name: block.rows[0].mean for block in found.blocks[::2]}
    assert best["pearson-sys"] > 0.9
    assert 0.3 < best["kendall-within"] < best["kendall-sys"]


PAIR_ROWS = [
    ("The cat sat.", "A cat sat.", "80", "2"),
    ("The cat sat.", "Dogs run far.", "10", "2"),
    ("It rains.", "It is raining.", "90", "1.5"),
    ("The cat sat.", "Cat the sat.", "50", "NA"),
    ("We left.", "We went away.", "85", "2"),
]


def table(path: Path, rows: Iterable[tuple[str, ...]], header: str = "") -> Path:
    header = header or "original\trewrite\tmeaning\tfluency"
    path.write_text("\n".join([header, *map("\t".join, rows), ""]), encoding="utf-8")
    return path


COLUMNS = "src=original,hyp=rewrite"


def test_rated_pairs(tmp_path: Path) -> None:
    path = table(tmp_path / "rated.tsv", PAIR_ROWS)
    meaning, fluency = read_tracks([path], lang="en", human=["meaning", "fluency"], columns=COLUMNS)
    assert (meaning.name, meaning.unit, meaning.segments) == ("rated/meaning", SOURCE_UNIT, 3)
    assert meaning.sources == ["The cat sat.", "It rains.", "We left."]
    assert meaning.references == {"source": meaning.sources}
    assert meaning.output_count == 5
    scores = [[80, 90, 85], [10, np.nan, np.nan], [50, np.nan, np.nan]]
    assert np.array_equal(meaning.segment_scores, scores, equal_nan=True)  # type: ignore[arg-type]
    assert np.isfinite(fluency.segment_scores).sum() == 4  # type: ignore[arg-type]
    scored = score_track(Chrf(), meaning)
    expected = Chrf().score([row[1] for row in PAIR_ROWS], [row[0] for row in PAIR_ROWS]).segments
    assert scored.segments is not None
    assert scored.segments[:, 0].tolist() == [expected[0], expected[1], expected[3]]
    assert scored.segments[0, 1:].tolist() == [expected[2], expected[4]]
    assert np.isnan(scored.segments[1:, 1:]).all()
    names = [measure.name for measure in get_default_measures(meaning)]
    assert names == ["pearson-seg", "spearman-seg", "kendall-seg"]
    value = MEASURES["pearson-seg"].value(meaning, scored)
    human = [float(row[2]) for row in PAIR_ROWS]
    assert value == pytest.approx(float(np.corrcoef(expected, human)[0, 1]))
    assert not MEASURES["spa"].applies(meaning)


def test_one_column_of_numbers_is_the_score(tmp_path: Path) -> None:
    rows = [("A.", "B.", "news", "0.5"), ("C.", "D.", "news", "0.7")]
    path = table(tmp_path / "r.tsv", rows, "source\tcandidate\tgenre\tscore_0_1")
    (track,) = read_tracks([path], lang="en")
    assert track.pair == "score_0_1"
    several = [(*row, "1") for row in rows]
    path = table(path, several, "source\tcandidate\tgenre\tgood\tshort")
    with pytest.raises(UsageError, match=r"which columns .* with --human, from good, short$"):
        read_tracks([path], lang="en")


def test_pairs_with_references_and_groups(tmp_path: Path) -> None:
    rows = [("a", "The cat.", "A cat.", "Cats.", "1"), ("b", "The cat.", "A cat.", "Cat.", "2")]
    path = table(tmp_path / "r.tsv", rows, "doc\tsource\treference\tcandidate\tscore")
    (track,) = read_tracks([path], lang="en")
    assert (track.segments, track.references) == (2, {"reference": ["A cat.", "A cat."]})
    several = [rows[0], ("a", "The dog.", "A dog.", "Dogs.", "3"), rows[0]]
    path = table(tmp_path / "s.tsv", several, "doc\tsource\treference\tcandidate\tscore")
    (track,) = read_tracks([path], lang="en")
    assert (track.segments, track.sources) == (2, ["The cat.", "The dog."])
    other = [rows[0], ("a", "The cat.", "One cat.", *rows[0][3:])]
    bad = table(tmp_path / "bad.tsv", other, "doc\tsource\treference\tcandidate\tscore")
    with pytest.raises(InputError, match=r"line 3: 'The cat.' has another reference than"):
        read_tracks([bad], lang="en")


def test_refused(tmp_path: Path) -> None:
    good = summaries()
    path = tmp_path / "set.jsonl"
    with pytest.raises(
        UsageError, match="no human score 'charm': choose with --human from content"
    ):
        read_tracks([write(path, good)], human=["charm"])
    bad = summaries()
    bad[4]["systems"]["s2"]["scores"]["style"] = "fine"
    with pytest.raises(InputError, match="line 5: style of s2 is 'fine', not a finite number"):
        read_tracks([write(path, bad)])
    faults = FaultCollector(skip_faults=True)
    tracks = read_tracks([path], faults=faults)
    assert np.isnan(tracks[1].segment_scores).sum() == 1  # type: ignore[arg-type]
    assert faults.counts == {"no score": 1}
    bad[4]["systems"]["s2"]["scores"] = 3
    with pytest.raises(InputError, match="line 5: the scores of s2 are not an object"):
        read_tracks([write(path, bad)])
    bad[4]["systems"]["s2"] = {"summary": " "}
    with pytest.raises(InputError, match="line 5: segment d4 of s2 has no sentence"):
        read_tracks([write(path, bad)])
    for row in bad:
        row["systems"] = {"a": {"summary": "One."}}
    with pytest.raises(
        InputError, match=r'set.jsonl: no summary has human scores.* "scores": {"DIM'
    ):
        read_tracks([write(path, bad)])
    with pytest.raises(InputError, match="no usable judgments of content"):
        read_tracks([write(path, [
            {**row, "systems": {"a": {"text": "One.", "scores": {"content": None}}}} for row in good
        ])])  # fmt: skip


@pytest.mark.parametrize(
    ("rows", "options", "message"),
    [
        ([("A.", "B.", "high", "1")], {"human": "meaning"}, "line 2: meaning is 'high', not a fin"),
        ([("A.", "B.", "inf", "1")], {"human": "meaning"}, "line 2: meaning is 'inf', not a fin"),
        ([("", "B.", "1", "1")], {"human": "meaning"}, "line 2: the source is empty"),
        ([("A.", "B.", "1", "1")], {}, "which columns have human scores.* from meaning, flu"),
        (
            [("A.", "B.", "x", "y")],
            {},
            r"no column has human scores \(the columns are .*meaning, flu",
        ),
        ([("A.", "B.", "1", "1")], {"human": "sense"}, "has no human score 'sense'"),
        (
            [("A.", "B.", "1", "1")],
            {"columns": "hyp=rewrite", "human": "meaning"},
            "name it with src= in --columns",
        ),
        ([("A.", "B.", "NA", "1")], {"human": "meaning"}, "no usable judgments of meaning"),
        ([("A.", "B.", "1")], {"human": "meaning"}, "line 2: 3 fields where line 1 has 4"),
    ],
)
def test_bad_pairs(
    tmp_path: Path, rows: list[tuple[str, ...]], options: dict[str, Any], message: str
) -> None:
    path = table(tmp_path / "rated.tsv", rows)
    with pytest.raises((InputError, UsageError), match=message):
        read_tracks([path], **{"lang": "en", "columns": COLUMNS, **options})
