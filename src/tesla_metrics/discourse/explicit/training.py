"""Learns all that finding explicit relations needs, from annotated documents."""

from collections.abc import Sequence

from ..model import DiscourseModel
from ..records import AnnotatedDocument


def train_explicit(documents: Sequence[AnnotatedDocument], language: str = "en") -> DiscourseModel:
    """A model of explicit relations alone."""
    return DiscourseModel(language, {}, {})
