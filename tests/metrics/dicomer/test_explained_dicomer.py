"""DICOMER says why: with a reader that knows one text."""

from collections.abc import Sequence

from explained_texts import RELATIONS, TEXT, WEIGHTS, document

from tesla_metrics import Session
from tesla_metrics.coherence.features import KINDS
from tesla_metrics.coherence.judge import CoherenceJudge
from tesla_metrics.coherence.matrix import RoleMatrix
from tesla_metrics.coherence.roles import role_matrix
from tesla_metrics.discourse.parser import Parsed
from tesla_metrics.metrics.dicomer.metric import Dicomer, DicomerScorer
from tesla_metrics.metrics.dicomer.model import DicomerModel
from tesla_metrics.metrics.dicomer.reader import DiscourseReader
from tesla_metrics.metrics.registry import explained_names
from tesla_metrics.tasks import Segment


class OneText(DiscourseReader):
    def __init__(self) -> None:
        self.seen: list[Segment] = []

    @property
    def names(self) -> dict[str, str]:
        return {"analyzer": "none"}

    def read(self, segments: Sequence[Segment]) -> list[Parsed]:
        self.seen += segments
        return [Parsed(document(*TEXT), tuple(RELATIONS)) for _ in segments]

    def matrices(self, segments: Sequence[Segment]) -> list[RoleMatrix]:
        return [role_matrix(*one) for one in self.read(segments)]


def scorer() -> DicomerScorer:
    judge = CoherenceJudge(KINDS["dicomer"], WEIGHTS, slope=0.02, centre=-25.0)
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
    assert "dicomer" in explained_names()
