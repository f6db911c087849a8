"""The index of a language, where one is shipped, as the native core has it."""

import sys
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from ...analysis.analyzer import WordByWord
from ...analysis.language_tables import shipped_table
from ...errors import ResourceError
from ...files.mapping import View, map_views
from .source import source_of

if TYPE_CHECKING:
    from ..analysis import Analysis

KIND = "forms"
VERSION = 1
# As src/native/core/forms.hpp says, in its order.
NUMBERS = (
    "starts",
    "slots",
    "words",
    "kinds",
    "candidates",
    "patterns",
    "lemma_lists",
    "lemmas",
    "synsets",
    "surfaces",
)


def open_forms(analysis: "Analysis", analyzer: WordByWord) -> Any:
    """None where none fits what is asked for: nothing is lost but time, words are worked out then.

    So it is too with one that is damaged or odd in any way.
    """
    path = shipped_table(KIND, analysis.lang)
    if path is None or sys.byteorder != "little":
        return None
    try:
        opened = map_views(path, KIND, VERSION)
    except ResourceError:
        return None
    if opened.settings != source_of(analysis, analyzer) or not _has_all(opened.views):
        return None
    text = opened.views["text"].content
    native: Any = analysis.session.native
    try:
        str(text, "ascii")
        return native.Forms(
            text,
            [opened.views[name].content.cast("I") for name in NUMBERS],
            facts=len(opened.settings["facts"]),
            labels=len(analyzer.labels),
        )
    except ValueError:  # no ASCII, or numbers that point nowhere
        return None


def _has_all(views: Mapping[str, View]) -> bool:
    """Whether every table is there, a row of what it should have."""
    types = {"text": "|u1", **dict.fromkeys(NUMBERS, "<u4")}
    return all(
        name in views and views[name].dtype == dtype and len(views[name].shape) == 1
        for name, dtype in types.items()
    )
