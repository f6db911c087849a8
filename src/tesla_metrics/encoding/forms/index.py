"""The index of a language, where one is shipped, as the native core has it."""

import sys
from typing import TYPE_CHECKING, Any

from ...analysis.analyzer import WordByWord
from ...analysis.language_tables import shipped_table
from ...errors import ResourceError
from ...files.mapping import map_views
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
    """None where there is none, or it was made from anything else: words are worked out then."""
    path = shipped_table(KIND, analysis.lang)
    if path is None or sys.byteorder != "little":
        return None
    try:
        opened = map_views(path, KIND, VERSION)
    except ResourceError:  # nothing is lost but time
        return None
    if opened.settings != source_of(analysis, analyzer):
        return None
    native: Any = analysis.session.native
    return native.Forms(
        opened.views["text"].content,
        [opened.views[name].content.cast("I") for name in NUMBERS],
        facts=len(opened.settings["facts"]),
        labels=len(analyzer.labels),
    )
