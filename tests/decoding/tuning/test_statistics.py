"""Statistics of candidates: those of the scorer, each candidate once."""

import numpy as np
import pytest

from tesla_metrics import Bleu, InputError, Rouge1, Ter, TeslaM, TeslaWarning
from tesla_metrics.decoding.nbest.nbest import Nbest
from tesla_metrics.decoding.tuning.candidate_statistics import CandidateStatistics

REFERENCES = ["the cat sat on the mat", "a dog barked all night"]
LISTS = [
    ["the cat sat on a mat", "a cat is on the mat", "the cat sat on a mat"],
    ["a dog barked all night", "the cat sat on a mat"],
]


def lists(texts: list[list[str]], ids: tuple[int, ...] = (0, 1)) -> Nbest:
    flat = [text for own in texts for text in own]
    starts = np.cumsum([0, *map(len, texts)])
    return Nbest(ids, starts, flat, (), np.empty((len(flat), 0)))


@pytest.mark.parametrize("metric", [TeslaM(lang="en"), Bleu()], ids=lambda metric: metric.name)
def test_a_row_a_candidate(metric: TeslaM | Bleu) -> None:
    known = CandidateStatistics(metric, [REFERENCES])
    rows = known.compute(lists(LISTS))
    beside = [REFERENCES[0]] * 3 + [REFERENCES[1]] * 2
    expected = metric.open().statistics([*LISTS[0], *LISTS[1]], [beside])
    assert rows.tolist() == [list(row) for row in expected]
    assert str(known.get_signature()) == str(metric.signature(1))


def test_a_candidate_is_scored_once() -> None:
    known = CandidateStatistics(TeslaM(lang="en"), [REFERENCES])
    told: list[int] = []
    first = known.compute(lists(LISTS), progress=told.append)
    assert (known.n_scored, sum(told)) == (4, 5)
    again = known.compute(lists([[*LISTS[0], "a mat"], LISTS[1]]))
    assert known.n_scored == 5
    assert again[[0, 1, 2, 4, 5]].tolist() == first.tolist()


def test_what_is_kept_need_not_be_scored_again() -> None:
    known = CandidateStatistics(TeslaM(lang="en"), [REFERENCES])
    rows = known.compute(lists(LISTS))
    other = CandidateStatistics(TeslaM(lang="en"), [REFERENCES])
    other.add_cached(*known.get_cached())
    assert other.compute(lists(LISTS)).tolist() == rows.tolist()
    assert other.n_scored == 0


def test_empty_texts_are_told_of_once() -> None:
    known = CandidateStatistics(Ter(), [REFERENCES, ["a cat", " "]])
    with pytest.warns(TeslaWarning) as told:
        known.compute(lists([[*LISTS[0], ""], LISTS[1]]))
    assert [str(one.message) for one in told] == [
        "1 of 5 candidates are empty, the first is of id 0; check them",
        "1 of 2 references of set 2 are empty, the first is line 2; check them",
    ]
    known.compute(lists([[*LISTS[0], "", "more"], LISTS[1]]))


def test_several_references_with_gaps() -> None:
    known = CandidateStatistics(TeslaM(lang="en"), [REFERENCES, ["a cat is on the mat", None]])
    rows = known.compute(lists(LISTS))
    assert "refs:var" in str(known.get_signature())
    assert (
        rows[1, 0]
        > CandidateStatistics(TeslaM(lang="en"), [REFERENCES]).compute(lists(LISTS))[1, 0]
    )


def test_references_fewer_than_ids_are_refused() -> None:
    known = CandidateStatistics(Bleu(), [REFERENCES[:1]])
    with pytest.raises(
        InputError,
        match="candidates of id 1, but the list of references has 1 lines, of ids from 0",
    ):
        known.compute(lists(LISTS))


def test_gaps_are_refused() -> None:
    known = CandidateStatistics(Bleu(), [[*REFERENCES, "more"]])
    with pytest.raises(
        InputError, match="no candidate of id 1, line 2 of the list of references, but one"
    ):
        known.compute(lists(LISTS, (0, 2)))


def test_documents_without_a_sentence_are_refused() -> None:
    known = CandidateStatistics(Rouge1(lang="en"), [REFERENCES])
    with pytest.raises(InputError, match="sentence"):
        known.compute(lists([["one", ""], ["two"]]))
