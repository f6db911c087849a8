"""Tables that say more of words: how rare they are, and which are translated alike."""

from collections.abc import Callable, Iterable

from ..analysis.frequencies import (
    UNIFORM,
    Frequencies,
    SentenceCounts,
    count_sentences,
    load_frequencies,
    shipped_frequencies,
)
from ..analysis.kin.paraphrases import (
    NO_PARAPHRASES,
    Paraphrases,
    load_paraphrases,
    shipped_paraphrases,
)
from ..analysis.kin.relations import NO_RELATIONS, Relations, load_relations, shipped_relations
from ..errors import UsageError
from ..tasks import Segment
from .analysis import Analysis
from .session import Session


def open_frequencies(session: Session, lang: str, named: str | Frequencies) -> Frequencies | None:
    """auto, none, a file or a table itself; None: the references are the table."""
    if isinstance(named, Frequencies):
        return named
    if named == "none":
        return UNIFORM
    if named == "references":
        return None
    path = shipped_frequencies(lang) if named == "auto" else named
    return session.of_file(load_frequencies, path, lang) if path else None


def count_references(
    metric: str, analysis: Analysis, references: Callable[[], Iterable[Segment]] | None
) -> SentenceCounts:
    """What makes the table of the references, for a metric of that name."""
    if references is None:
        raise UsageError(
            f"{metric} takes the frequencies of {analysis.lang!r} from all references, which are "
            "not known here: give frequencies='none', or a file of 'tesla build frequencies'"
        )
    return count_sentences(analysis.sentences(references()))


def open_paraphrases(session: Session, lang: str, named: str) -> Paraphrases:
    """auto, none or a file."""
    if named == "none":
        return NO_PARAPHRASES
    path = shipped_paraphrases(lang) if named == "auto" else named
    return session.of_file(load_paraphrases, path, lang) if path else NO_PARAPHRASES


def open_relations(session: Session, lang: str, named: str) -> Relations:
    """auto or none."""
    path = shipped_relations(lang) if named == "auto" else None
    return session.of_file(load_relations, path, lang) if path else NO_RELATIONS
