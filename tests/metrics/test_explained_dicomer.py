"""DICOMER says why: with a reader that knows one text."""

from collections.abc import Sequence

from explained_texts import RELATIONS, TEXT, WEIGHTS, document

from tesla_metrics import Session
from tesla_metrics.files.item import Segment
from tesla_metrics.metrics.dicomer import Dicomer, DicomerModel, DicomerScorer, DiscourseReader
from tesla_metrics.metrics.registry import get_explainable_names
from tesla_metrics.parsing.coherence import (
    FEATURE_KINDS,
    CoherenceModel,
    RoleMatrix,
    build_role_matrix,
)
from tesla_metrics.parsing.discourse.parser import Parsed


class OneText(DiscourseReader):
    def __init__(self) -> None:
        self.seen: list[Segment] = []

    @property
    def analysis_names(self) -> dict[str, str]:
        return {"analyzer": "none"}

    def parse(self, segments: Sequence[Segment]) -> list[Parsed]:
        self.seen += segments
        return [Parsed(document(*TEXT), tuple(RELATIONS)) for _ in segments]

    def compute_matrices(self, segments: Sequence[Segment]) -> list[RoleMatrix]:
        return [build_role_matrix(*one) for one in self.parse(segments)]


def scorer() -> DicomerScorer:
    judge = CoherenceModel(FEATURE_KINDS["dicomer"], WEIGHTS, slope=0.02, intercept=-25.0)
    model = DicomerModel("en", judge, {"analyzer": "none"})
    return DicomerScorer(Dicomer(lang="en"), Session(), model, OneText())


def test_the_score_is_the_one_that_is_explained() -> None:
    explanation = scorer().explain("A text.", [])
    assert explanation.held == "nothing"
    assert explanation.against == ()
    assert explanation.coherence is not None
    assert explanation.score == explanation.coherence.score
    assert len(explanation.coherence.relations) == len(RELATIONS)
    assert explanation.signature.startswith("dicomer|lang:en")


def test_it_is_among_those_that_explain() -> None:
    assert "dicomer" in get_explainable_names()
