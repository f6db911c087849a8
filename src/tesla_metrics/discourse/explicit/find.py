"""Finds explicit relations."""

from ..document import Document
from ..model import DiscourseModel
from ..relation import Relation


def find_explicit(document: Document, model: DiscourseModel) -> list[Relation]:
    """Those of a document, in the order of their connectives."""
    return []
