"""Encoder of semantic roles: predicates and the words that fill their roles."""

from collections.abc import Sequence
from itertools import filterfalse
from typing import TYPE_CHECKING, cast

from ...files.item import Segment, get_text
from ...files.sentence import Token
from ...parsing.srl.frame import LabelledSentence
from ...parsing.srl.labeler import get_role_tuples, is_auxiliary_frame
from ...text.languages.scripts import is_written_in
from ...text.related_words import NO_RELATIONS
from ..matching.graded_matching import WeightedWords
from ..matching.ngram_bags import Words
from ..matching.role_matching import RoleFiller, RoleText
from .analysis import Analysis
from .graded_text import get_graded_encoder
from .session import TextCache
from .word_tables import open_frequencies, open_paraphrases

if TYPE_CHECKING:
    from ...parsing.srl.labeler import RoleLabeler

_BYTES_PER_CHARACTER = 130  # estimated memory of an encoded text


class RoleEncoder:
    """Encoder that finds roles with a semantic role labeller and weights words as TESLA-X does.

    Its codes, `RoleText`, depend only on the analysis and the labeller.
    """

    def __init__(self, analysis: Analysis, labeler: "RoleLabeler") -> None:
        session, lang = analysis.session, analysis.lang
        self.analysis, self.labeler = analysis, labeler
        frequencies = open_frequencies(session, lang, "auto")
        assert frequencies is not None  # every language with a labeller has a table
        self._graded_encoder = get_graded_encoder(
            analysis, frequencies, open_paraphrases(session, lang, "auto"), NO_RELATIONS, 1
        )
        self._cache = TextCache[RoleText](session.memory, _BYTES_PER_CHARACTER)

    @property
    def signature_names(self) -> dict[str, str]:
        """The names of the role labeller and of the word tables, as printed in signatures."""
        labeler_names = self.labeler.names
        return {
            "trees": labeler_names["trees"],
            "roles": labeler_names["roles"],
            "frequencies": self._graded_encoder.frequencies.name,
            "paraphrases": self._graded_encoder.paraphrases.name,
        }

    def encode(self, segments: Sequence[Segment], *, use_cache: bool = False) -> list[RoleText]:
        """Return one `RoleText` per segment.

        If `use_cache` is true, they are cached. This pays for references, which usually occur
        again, but not for candidates.
        """
        if not isinstance(segments[0], str):
            return self._make_codes(segments)
        cache = self._cache if use_cache else TextCache[RoleText](0)
        return cache.get_all(cast(Sequence[str], segments), self._make_codes)

    def label_sentences(self, segment: Segment) -> list[LabelledSentence]:
        """Return the labelled sentences of a segment.

        The list is empty if the segment is not written in the script of its language.
        """
        if not is_written_in(get_text(segment), self.analysis.lang):
            return []
        return self.labeler.read(segment)

    def _make_codes(self, segments: Sequence[Segment]) -> list[RoleText]:
        is_analysed = not isinstance(segments[0], str)
        return [
            self.encode_sentences(self.label_sentences(segment), is_analysed)
            for segment in segments
        ]

    def encode_sentences(
        self, sentences: Sequence[LabelledSentence], is_analysed: bool = False
    ) -> RoleText:
        """Return the predicates and role fillers of a text that consists of these sentences.

        `is_analysed` says whether the sentences were analysed in the input.
        """
        predicates, heads = _WordTokens(self.analysis), _WordTokens(self.analysis)
        fillers: list[RoleFiller] = []
        nouns: set[int] = set()
        first_token = 0  # index of the sentence's first token among all tokens of the text
        for labelled in sentences:
            tokens = labelled.sentence.tokens
            for frame in filterfalse(is_auxiliary_frame, labelled.frames):
                # Use the lemma of the frame, which nouns share with verbs.
                token = tokens[frame.predicate]._replace(lemma=frame.lemma)
                predicate = predicates.add(token, first_token + frame.predicate)
                if predicate is None:
                    continue
                if frame.is_noun:
                    nouns.add(predicate)
                for _, role, head_index in get_role_tuples(frame, labelled.tree):
                    head = heads.add(tokens[head_index], first_token + head_index)
                    if head is not None:
                        fillers.append(RoleFiller(predicate, role, head))
            first_token += len(tokens)
        return RoleText(
            self._weight_words(predicates, is_analysed),
            self._weight_words(heads, is_analysed),
            fillers,
            frozenset(nouns),
            predicates.token_indices,
            heads.token_indices,
        )

    def _weight_words(self, word_tokens: "_WordTokens", is_analysed: bool) -> WeightedWords:
        words = [self.analysis.analyse_token(token, is_analysed) for token in word_tokens.tokens]
        columns = map(list, zip(*words, strict=True)) if words else ([], [], [], [])
        return self._graded_encoder.weight_words(Words(*columns))


class _WordTokens:
    """Tokens that count as words, each once, in the order in which they were added."""

    def __init__(self, analysis: Analysis) -> None:
        self._is_word = analysis.is_word
        self._ids: dict[int, int] = {}
        self.tokens: list[Token] = []

    @property
    def token_indices(self) -> list[int]:
        return list(self._ids)

    def add(self, token: Token, token_index: int) -> int | None:
        """Add a token; return its index in `tokens`, or None if it does not count as a word.

        `token_index` is the index of the token in the text. A token is added only once.
        """
        if not self._is_word(token.form):
            return None
        word_id = self._ids.setdefault(token_index, len(self._ids))
        if word_id == len(self.tokens):
            self.tokens.append(token)
        return word_id


def get_role_encoder(analysis: Analysis) -> RoleEncoder:
    """Return the encoder of roles with the shipped labeller, which the session shares."""
    return analysis.session.once(_make_reader, analysis)


def _make_reader(analysis: Analysis) -> RoleEncoder:
    from ...parsing.srl.labeler import RoleLabeler

    labeler = RoleLabeler.load(
        lang=analysis.lang, analyzer=analysis.analyzer, core=analysis.session.core
    )
    return RoleEncoder(analysis, labeler)
