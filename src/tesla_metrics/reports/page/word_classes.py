"""Word classes and frequencies of the references' words: where systems get what."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from ...analysis.frequencies import Frequencies
from ...analysis.loading import load_analyzer
from ...analysis.sentence import NONE, Sentence, has_alphanumeric
from ...arrays import Floats, Indices
from ...encoding.session import default_session
from ...encoding.word_tables import open_frequencies
from ...errors import TeslaError
from ...languages import parse_language
from ...metrics.base import Metric
from ...tasks import Segment

# In one of so many sentences at least; what is rarer comes last.
_SHARES = (10, 100, 1_000, 10_000, 100_000)
_COUNTS = (1, 2, 5, 20, 100)  # at most so often in the references
_CLASSES = {
    "NOUN": "nouns", "PROPN": "names", "VERB": "verbs", "AUX": "auxiliaries", "ADJ": "adjectives",
    "ADV": "adverbs", "PRON": "pronouns", "DET": "determiners", "ADP": "adpositions",
    "CCONJ": "conjunctions", "SCONJ": "subordinators", "PART": "particles", "NUM": "numbers",
    "INTJ": "interjections", "SYM": "symbols", "X": "other",
}  # fmt: skip


class Sorted(NamedTuple):
    """Words of the references, sorted into groups by one property.

    groups  their names, in the order in which they are shown
    of      the group of each word, segment by segment
    """

    title: str
    groups: Sequence[str]
    of: Indices


def analysed(references: Sequence[Segment], metrics: Sequence[Metric[Any]]) -> list[Sentence]:
    """The references as the first metric that has a language analyses them; none without one."""
    if not isinstance(references[0], str):
        return [one for one in references if isinstance(one, Sentence)]
    metric = next((one for one in metrics if getattr(one, "lang", "")), None)
    if metric is None:
        return []
    spec = getattr(metric, "analyzer", "builtin")
    # Never split: a compound is one word of a text.
    analyzer = load_analyzer(parse_language(metric.lang), spec, compounds="none")  # type: ignore[attr-defined]
    return analyzer.analyze([str(one) for one in references])
