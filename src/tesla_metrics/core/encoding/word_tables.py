"""Open the tables of word frequencies, paraphrases and word relations."""

from collections.abc import Callable, Iterable

from ...errors import UsageError
from ...files.item import Segment
from ...text.frequencies import (
    UNIFORM_FREQUENCIES,
    Frequencies,
    SentenceCounts,
    count_sentences,
    find_shipped_frequencies,
    load_frequencies,
)
from ...text.related_words import (
    NO_PARAPHRASES,
    NO_RELATIONS,
    Paraphrases,
    Relations,
    find_shipped_paraphrases,
    find_shipped_relations,
    load_paraphrases,
    load_relations,
)
from .analysis import Analysis
from .session import Session


def open_frequencies(session: Session, lang: str, source: str | Frequencies) -> Frequencies | None:
    """Return a table of word frequencies, or None if frequencies are counted in the references.

    `source` is a table, the path of a file, "auto" (the shipped table of the language, if there is
    one), "none" (equal frequencies) or "references".
    """
    if isinstance(source, Frequencies):
        return source
    if source == "none":
        return UNIFORM_FREQUENCIES
    if source == "references":
        return None
    path = find_shipped_frequencies(lang) if source == "auto" else source
    return session.of_file(load_frequencies, path, lang) if path else None


def count_references(
    metric: str, analysis: Analysis, references: Callable[[], Iterable[Segment]] | None
) -> SentenceCounts:
    """Count, for each word, the sentences of the references that contain it.

    `references` returns all references of the test set. `metric` is the name of the metric, for
    the message if `references` is None.
    """
    if references is None:
        raise UsageError(
            f"{metric} counts frequencies of {analysis.lang!r} in all references, which are "
            "not known here: pass frequencies='none' or a file made by 'tesla build frequencies'"
        )
    return count_sentences(analysis.iter_sentences(references()))


def open_paraphrases(session: Session, lang: str, source: str) -> Paraphrases:
    """Return a table of paraphrases.

    `source` is the path of a file, "auto" (the shipped table of the language, if there is one) or
    "none" (an empty table).
    """
    if source == "none":
        return NO_PARAPHRASES
    path = find_shipped_paraphrases(lang) if source == "auto" else source
    return session.of_file(load_paraphrases, path, lang) if path else NO_PARAPHRASES


def open_relations(session: Session, lang: str, source: str) -> Relations:
    """Return a table of word relations.

    `source` is "auto" (the shipped table of the language, if there is one) or "none" (an empty
    table).
    """
    path = find_shipped_relations(lang) if source == "auto" else None
    return session.of_file(load_relations, path, lang) if path else NO_RELATIONS
