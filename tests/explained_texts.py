"""A text whose coherence is explained, made by hand."""

from tesla_metrics.explanation.coherence import explain_coherence
from tesla_metrics.explanation.coherence_values import TextCoherence
from tesla_metrics.explanation.explanation import Explanation
from tesla_metrics.files.sentence import Sentence, Token
from tesla_metrics.parsing.coherence import FEATURE_KINDS, CoherenceModel
from tesla_metrics.parsing.discourse.relation import Document, Relation

TEXT = (
    "The dam broke because the rain went on",
    "Repairs of the dam began",
    "But the rain came back and the repairs stopped",
)
RELATIONS = [
    Relation("Explicit", "Contingency.Cause", "because", ((0, 2),), ((4, 7),), ((3, 3),)),
    Relation("EntRel", "EntRel", "", ((0, 7),), ((8, 12),)),
    Relation("Explicit", "Comparison.Contrast", "but", ((8, 12),), ((14, 21),), ((13, 13),)),
    Relation("Implicit", "Comparison", "but", ((8, 12),), ((14, 17),)),
    Relation("Hypophora", "Hypophora", "", ((8, 12),), ((14, 17),)),
]
WEIGHTS = {"EntRel.Arg1→EntRel.Arg2": 300, "E.Comp.Arg1→nil": -200, "nil→nil": 50}
_FUNCTION = {"the": "DT", "of": "IN", "because": "IN", "and": "CC", "but": "CC", "on": "RP"}


def document(*sentences: str) -> Document:
    """Of words between spaces."""
    return Document(
        tuple(Sentence(text, tuple(_token(form) for form in text.split())) for text in sentences),
        (),
    )


def _token(form: str) -> Token:
    return Token(form, form, "X", _FUNCTION.get(form.lower(), "NN"))


def coherence() -> TextCoherence:
    """Of the text above."""
    judge = CoherenceModel(FEATURE_KINDS["dicomer"], WEIGHTS, slope=0.02, intercept=-25.0)
    return explain_coherence(document(*TEXT), RELATIONS, judge)


def explanation() -> Explanation:
    """Held against nothing."""
    told = coherence()
    return Explanation("dicomer", "dicomer|lang:en", told.score, "only", "nothing", (), {}, told)
