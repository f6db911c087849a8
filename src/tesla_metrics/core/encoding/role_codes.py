"""Encoder of predicates and the words that fill their roles."""

from collections.abc import Sequence
from itertools import filterfalse
from typing import TYPE_CHECKING, cast

from ...files.item import Segment, text_of
from ...files.sentence import Token
from ...parsing.srl.frame import LabelledSentence
from ...parsing.srl.labeler import frame_tuples, is_auxiliary
from ...text.languages.scripts import is_written_in
from ...text.related_words import NO_RELATIONS
from ..matching.graded_matching import WeightedWords
from ..matching.ngram_bags import Words
from ..matching.role_matching import RoleFiller, RoleText
from .analysis import Analysis
from .graded_text import graded_encoder
from .session import TextCache
from .word_tables import open_frequencies, open_paraphrases

if TYPE_CHECKING:
    from ...parsing.srl.labeler import RoleLabeler

_BYTES_PER_CHARACTER = 130  # memory of an encoded text


class RoleReader:
    """Finds roles with a semantic role labeller and weights words as TESLA-X does.

    Codes depend only on the analysis and the labeller.
    """

    def __init__(self, analysis: Analysis, labeler: "RoleLabeler") -> None:
        session, lang = analysis.session, analysis.lang
        self.analysis, self.labeler = analysis, labeler
        frequencies = open_frequencies(session, lang, "auto")
        assert frequencies is not None  # every language with a labeller has a table
        self._graded = graded_encoder(
            analysis, frequencies, open_paraphrases(session, lang, "auto"), NO_RELATIONS, 1
        )
        self._cache = TextCache[RoleText](session.memory, _BYTES_PER_CHARACTER)

    @property
    def names(self) -> dict[str, str]:
        """The names of the role labeller and of the word tables, as printed in signatures."""
        labeler_names = self.labeler.names
        return {
            "trees": labeler_names["trees"],
            "roles": labeler_names["roles"],
            "frequencies": self._graded.frequencies.name,
            "paraphrases": self._graded.paraphrases.name,
        }

    def texts(self, segments: Sequence[Segment], *, cached: bool = False) -> list[RoleText]:
        """Return one `RoleText` per segment.

        Set `cached` to cache them: the same references usually occur again, candidates rarely do.
        """
        if not isinstance(segments[0], str):
            return self._make(segments)
        cache = self._cache if cached else TextCache[RoleText](0)
        return cache.get_all(cast(Sequence[str], segments), self._make)

    def sentences(self, segment: Segment) -> list[LabelledSentence]:
        """Return the labelled sentences of a segment; none if it is written in another script."""
        if not is_written_in(text_of(segment), self.analysis.lang):
            return []
        return self.labeler.read(segment)

    def _make(self, segments: Sequence[Segment]) -> list[RoleText]:
        analysed = not isinstance(segments[0], str)
        return [self.text(self.sentences(segment), analysed) for segment in segments]

    def text(self, sentences: Sequence[LabelledSentence], analysed: bool = False) -> RoleText:
        """Return what is matched of labelled sentences.

        Set `analysed` if the sentences were analysed input.
        """
        predicates, heads = _WordTokens(self.analysis), _WordTokens(self.analysis)
        filled: list[RoleFiller] = []
        nouns: set[int] = set()
        start = 0
        for labelled in sentences:
            tokens = labelled.sentence.tokens
            for frame in filterfalse(is_auxiliary, labelled.frames):
                # Use the lemma of the frame, which nouns share with verbs.
                token = tokens[frame.predicate]._replace(lemma=frame.lemma)
                predicate = predicates.add(token, start + frame.predicate)
                if predicate is None:
                    continue
                if frame.is_noun:
                    nouns.add(predicate)
                for _, role, head_index in frame_tuples(frame, labelled.tree):
                    head = heads.add(tokens[head_index], start + head_index)
                    if head is not None:
                        filled.append(RoleFiller(predicate, role, head))
            start += len(tokens)
        return RoleText(
            self._weighed(predicates, analysed),
            self._weighed(heads, analysed),
            filled,
            frozenset(nouns),
            predicates.positions,
            heads.positions,
        )

    def _weighed(self, counted: "_WordTokens", analysed: bool) -> WeightedWords:
        words = [self.analysis.word(token, analysed) for token in counted.tokens]
        columns = map(list, zip(*words, strict=True)) if words else ([], [], [], [])
        return self._graded.words(Words(*columns))


class _WordTokens:
    """Tokens that count as words, each once, in order of first occurrence."""

    def __init__(self, analysis: Analysis) -> None:
        self._counts = analysis.is_word
        self._ids: dict[int, int] = {}
        self.tokens: list[Token] = []

    @property
    def positions(self) -> list[int]:
        return list(self._ids)

    def add(self, token: Token, position: int) -> int | None:
        """Return the index of a token, or None if it is not a word."""
        if not self._counts(token.form):
            return None
        word_id = self._ids.setdefault(position, len(self._ids))
        if word_id == len(self.tokens):
            self.tokens.append(token)
        return word_id


def role_reader(analysis: Analysis) -> RoleReader:
    """Return the session's reader for this analysis, with the shipped labeller."""
    return analysis.session.once(_make_reader, analysis)


def _make_reader(analysis: Analysis) -> RoleReader:
    from ...parsing.srl.labeler import RoleLabeler

    labeler = RoleLabeler.load(
        lang=analysis.lang, analyzer=analysis.analyzer, core=analysis.session.core
    )
    return RoleReader(analysis, labeler)
