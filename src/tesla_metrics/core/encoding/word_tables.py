"""Functions that open frequency, paraphrase and relation tables for a session."""

from collections.abc import Callable, Iterable

from ...errors import UsageError
from ...files.item import Segment
from ...text.frequencies import (
    UNIFORM,
    Frequencies,
    SentenceCounts,
    count_sentences,
    load_frequencies,
    shipped_frequencies,
)
from ...text.related_words import (
    NO_PARAPHRASES,
    NO_RELATIONS,
    Paraphrases,
    Relations,
    load_paraphrases,
    load_relations,
    shipped_paraphrases,
    shipped_relations,
)
from .analysis import Analysis
from .session import Session


def open_frequencies(session: Session, lang: str, source: str | Frequencies) -> Frequencies | None:
    """Return the frequency table "auto", "none", a file or a table; None: count the references."""
    if isinstance(source, Frequencies):
        return source
    if source == "none":
        return UNIFORM
    if source == "references":
        return None
    path = shipped_frequencies(lang) if source == "auto" else source
    return session.of_file(load_frequencies, path, lang) if path else None


def count_references(
    metric: str, analysis: Analysis, references: Callable[[], Iterable[Segment]] | None
) -> SentenceCounts:
    """Count the sentences of all references for the frequency table of a metric."""
    if references is None:
        raise UsageError(
            f"{metric} counts frequencies of {analysis.lang!r} in all references, which are "
            "not known here: pass frequencies='none' or a file made by 'tesla build frequencies'"
        )
    return count_sentences(analysis.sentences(references()))


def open_paraphrases(session: Session, lang: str, source: str) -> Paraphrases:
    """Return the paraphrase table "auto", "none" or a file."""
    if source == "none":
        return NO_PARAPHRASES
    path = shipped_paraphrases(lang) if source == "auto" else source
    return session.of_file(load_paraphrases, path, lang) if path else NO_PARAPHRASES


def open_relations(session: Session, lang: str, source: str) -> Relations:
    """Return the table of word relations "auto" or "none"."""
    path = shipped_relations(lang) if source == "auto" else None
    return session.of_file(load_relations, path, lang) if path else NO_RELATIONS
