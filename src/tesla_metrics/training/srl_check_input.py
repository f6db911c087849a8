"""Frames that a model's file could not hold, refused before the long work."""

import re
from collections.abc import Container, Iterable

from ..errors import InputError
from ..srl.model import ROLE, kind_of
from ..srl.records import LabelledSentence

# What parts columns and lines of a file.
_PARTING = re.compile(r"[\t\n\r]")


def check_learnable(sentences: Iterable[LabelledSentence], kinds: Container[str]) -> None:
    """InputError where a predicate of these kinds has a label that is no role, or such a lemma."""
    for number, one in enumerate(sentences, 1):
        for frame in one.frames:
            if kind_of(frame.tag) not in kinds:
                continue
            where = f"predicate {frame.predicate} of sentence {number}{_document(one)}"
            for label, _, _ in frame.arguments:
                if not ROLE.fullmatch(label):
                    raise InputError(
                        f"{where} has the label {label!r:.60}, which is no role: give labels such "
                        "as ARG0, ARGM-TMP, C-ARG1"
                    )
            if _PARTING.search(frame.lemma):
                raise InputError(
                    f"{where} has the lemma {frame.lemma!r:.60}: give one without tabs and line "
                    "ends"
                )


def _document(one: LabelledSentence) -> str:
    return f" ({one.document}, {one.number})" if one.document else ""
