"""Texts as predicates and what fills their roles: who did what to whom."""

from collections.abc import Sequence
from itertools import filterfalse
from typing import TYPE_CHECKING, cast

from ..analysis.kin.relations import NO_RELATIONS
from ..analysis.sentence import Token
from ..languages.scripts import is_written_in
from ..matching.bags import Words
from ..matching.matching import WeighedWords
from ..matching.roles import Filled, RoleText
from ..srl.records import LabelledSentence
from ..srl.tuples import frame_tuples, is_auxiliary
from ..tasks import Segment, text_of
from .analysis import Analysis
from .graded import graded_encoder
from .remembered import Remembered
from .word_tables import open_frequencies, open_paraphrases

if TYPE_CHECKING:
    from ..srl.labeler import RoleLabeler

_TEXT = 130  # bytes of what is made of a text for each character


class RoleReader:
    """Finds roles by a labeller, and weighs words as TESLA-X does.

    Codes depend on both, on the analysis, and on nothing else.
    """

    def __init__(self, analysis: Analysis, labeler: "RoleLabeler") -> None:
        session, lang = analysis.session, analysis.lang
        self.analysis, self.labeler = analysis, labeler
        frequencies = open_frequencies(session, lang, "auto")
        assert frequencies is not None  # a language with a labeller has a table
        self._graded = graded_encoder(
            analysis, frequencies, open_paraphrases(session, lang, "auto"), NO_RELATIONS, 1
        )
        self._kept = Remembered[RoleText](session.memory, _TEXT)

    @property
    def names(self) -> dict[str, str]:
        """What finds roles and weighs words, as signatures print it."""
        found = self.labeler.names
        return {
            "trees": found["trees"],
            "roles": found["roles"],
            "frequencies": self._graded.frequencies.name,
            "paraphrases": self._graded.paraphrases.name,
        }

    def texts(self, segments: Sequence[Segment], *, kept: bool = False) -> list[RoleText]:
        """One a segment; `kept`: texts of references are met again, those of candidates seldom."""
        if not isinstance(segments[0], str):
            return self._make(segments)
        own = self._kept if kept else Remembered[RoleText](0)
        return own.all(cast(Sequence[str], segments), self._make)

    def sentences(self, segment: Segment) -> list[LabelledSentence]:
        """Those of one segment, with their frames; what is left in another script has none."""
        if not is_written_in(text_of(segment), self.analysis.lang):
            return []
        return self.labeler.read(segment)

    def _make(self, segments: Sequence[Segment]) -> list[RoleText]:
        analysed = not isinstance(segments[0], str)
        return [self.text(self.sentences(segment), analysed) for segment in segments]

    def text(self, sentences: Sequence[LabelledSentence], analysed: bool = False) -> RoleText:
        """What is matched of labelled sentences; `analysed`: of given analyses."""
        predicates, heads = _Counted(self.analysis), _Counted(self.analysis)
        filled: list[Filled] = []
        nouns: set[int] = set()
        start = 0
        for labelled in sentences:
            tokens = labelled.sentence.tokens
            for frame in filterfalse(is_auxiliary, labelled.frames):
                # Nouns share the lemma of their frame with verbs.
                own = tokens[frame.predicate]._replace(lemma=frame.lemma)
                predicate = predicates.add(own, start + frame.predicate)
                if predicate is None:
                    continue
                if frame.is_noun:
                    nouns.add(predicate)
                for _, role, place in frame_tuples(frame, labelled.tree):
                    head = heads.add(tokens[place], start + place)
                    if head is not None:
                        filled.append(Filled(predicate, role, head))
            start += len(tokens)
        return RoleText(
            self._weighed(predicates, analysed),
            self._weighed(heads, analysed),
            filled,
            frozenset(nouns),
            predicates.places,
            heads.places,
        )

    def _weighed(self, counted: "_Counted", analysed: bool) -> WeighedWords:
        words = [self.analysis.word(token, analysed) for token in counted.tokens]
        columns = map(list, zip(*words, strict=True)) if words else ([], [], [], [])
        return self._graded.words(Words(*columns))


class _Counted:
    """Tokens that count as words, each once, in the order in which they are met."""

    def __init__(self, analysis: Analysis) -> None:
        self._counts = analysis.counts
        self._known: dict[int, int] = {}
        self.tokens: list[Token] = []

    @property
    def places(self) -> list[int]:
        return list(self._known)

    def add(self, token: Token, place: int) -> int | None:
        """Its number; None where it is no word."""
        if not self._counts(token.form):
            return None
        number = self._known.setdefault(place, len(self._known))
        if number == len(self.tokens):
            self.tokens.append(token)
        return number


def role_reader(analysis: Analysis) -> RoleReader:
    """The session's reader with this analysis, and with the labeller that is shipped."""
    return analysis.session.once(_make_reader, analysis)


def _make_reader(analysis: Analysis) -> RoleReader:
    from ..srl.labeler import RoleLabeler

    own = RoleLabeler.load(
        lang=analysis.lang, analyzer=analysis.analyzer, core=analysis.session.core
    )
    return RoleReader(analysis, own)
