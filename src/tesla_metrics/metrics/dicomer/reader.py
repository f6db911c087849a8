"""From texts to role matrices, by the discourse parser; what was made of texts is remembered."""

import textwrap
from collections.abc import Sequence
from typing import cast

from ...analysis.sentence import Sentence
from ...coherence.matrix import RoleMatrix
from ...coherence.roles import role_matrix
from ...discourse.parser import DiscourseParser, Parsed, load_discourse
from ...encoding.remembered import Remembered
from ...encoding.session import Session
from ...tasks import Segment, text_of

_MATRIX = 200  # bytes of a matrix for each character


class DiscourseReader:
    """Reads texts of a language, or analyses that were given."""

    def __init__(self, session: Session, lang: str) -> None:
        self.parser: DiscourseParser = session.once(load_discourse, lang)
        self._matrices = Remembered[RoleMatrix](session.memory, _MATRIX)

    @property
    def names(self) -> dict[str, str]:
        """What analyses texts and finds relations, as signatures print it."""
        return self.parser.names

    def fields(self, analysed: bool) -> list[tuple[str, str]]:
        """The same for a signature; `analysed`: of given analyses."""
        names = self.names | ({"analyzer": "given"} if analysed else {})
        return list(names.items())

    def matrices(self, segments: Sequence[Segment]) -> list[RoleMatrix]:
        """One a segment."""
        if isinstance(segments[0], str):
            return self._matrices.all(cast(Sequence[str], segments), self._make)
        return self._make(cast(Sequence[Sentence], segments))

    def read(self, segments: Sequence[Segment]) -> list[Parsed]:
        """Documents with their relations, whatever their paragraphs: as it was trained.

        An error quotes the text: whoever asks knows other numbers than ours.
        """
        parser = self.parser
        return [parser.read(parser.document(one).joined(), _quoted(one)) for one in segments]

    def _make(self, segments: Sequence[Segment]) -> list[RoleMatrix]:
        return [role_matrix(*parsed) for parsed in self.read(segments)]


def _quoted(segment: Segment) -> str:
    return f"the text {textwrap.shorten(text_of(segment), 60, placeholder='…')!r}"


def discourse_reader(session: Session, lang: str) -> DiscourseReader:
    """The session's reader of a language."""
    return session.once(DiscourseReader, session, lang)
