"""Find the strings of discourse connectives in texts, and list the senses of connectives."""

from collections.abc import Iterable, Iterator
from functools import cached_property
from types import MappingProxyType
from typing import NamedTuple, TypeAlias

from ...files.sentence import Sentence
from .relation import Document, Spans

# Separates the pieces of a discontinuous connective, for example `either .. or`.
PIECE_SEPARATOR = ".."
# Words of one piece of a connective.
PieceWords: TypeAlias = tuple[str, ...]


class ConnectiveCandidate(NamedTuple):
    """Occurrence of a connective string in a sentence, which may or may not be a connective.

    `text`            the connective string
    `sentence_index`  index of the sentence in the document
    `piece_spans`     first and last token of each piece, as indices in the sentence
    """

    text: str
    sentence_index: int
    piece_spans: Spans

    @property
    def first_token(self) -> int:
        """Index of the first token of its first piece."""
        return self.piece_spans[0][0]

    @property
    def last_token_of_first_piece(self) -> int:
        """Index of the last token of its first piece."""
        return self.piece_spans[0][1]

    @property
    def tokens(self) -> frozenset[int]:
        """Indices of all its tokens."""
        return frozenset(
            token for first, last in self.piece_spans for token in range(first, last + 1)
        )


class ConnectiveStrings:
    """Connective strings to search for, in lower case."""

    def __init__(self, strings: Iterable[str]) -> None:
        self._strings = tuple(strings)

    @cached_property
    def _strings_by_first_word(self) -> dict[str, list[tuple[str, tuple[PieceWords, ...]]]]:
        by_first_word: dict[str, list[tuple[str, tuple[PieceWords, ...]]]] = {}
        for string in self._strings:
            pieces = tuple(tuple(piece.split()) for piece in string.split(f" {PIECE_SEPARATOR} "))
            by_first_word.setdefault(pieces[0][0], []).append((string, pieces))
        return by_first_word

    def find_candidates(self, document: Document) -> Iterator[ConnectiveCandidate]:
        """Yield all occurrences from left to right; they may overlap."""
        for sentence_index, sentence in enumerate(document.sentences):
            yield from self._find_in_sentence(sentence_index, sentence)

    def _find_in_sentence(
        self, sentence_index: int, sentence: Sentence
    ) -> Iterator[ConnectiveCandidate]:
        words = [token.form.lower() for token in sentence.tokens]
        for index, word in enumerate(words):
            for string, pieces in self._strings_by_first_word.get(word, ()):
                spans = _match_pieces(words, index, pieces)
                if spans:
                    yield ConnectiveCandidate(string, sentence_index, spans)


def _match_pieces(words: list[str], first_index: int, pieces: tuple[PieceWords, ...]) -> Spans:
    """Return the spans of the pieces of a connective, or () if a piece is missing.

    The first piece must begin at `first_index`. Each other piece is the next match after the
    previous piece.
    """
    spans: list[tuple[int, int]] = []
    for piece in pieces:
        length = len(piece)
        possible_starts = range(first_index, len(words) - length + 1) if spans else (first_index,)
        start = next(
            (start for start in possible_starts if tuple(words[start : start + length]) == piece),
            None,
        )
        if start is None:
            return ()
        spans.append((start, start + length - 1))
        first_index = start + length
    return tuple(spans)


# Built-in list of connectives, which is needed for connectives that are missing in annotated text.
#
# Each connective is listed with its possible senses, the usual sense first. Prepositions
# (`because of`) are not listed, because most of them do not join clauses.

_CONCESSION_ARG1, _CONCESSION_ARG2 = (
    "Comparison.Concession.Arg1-as-denier",
    "Comparison.Concession.Arg2-as-denier",
)
_CONTRAST, _SIMILARITY = "Comparison.Contrast", "Comparison.Similarity"
_REASON, _RESULT = "Contingency.Cause.Reason", "Contingency.Cause.Result"
_CONDITION = "Contingency.Condition.Arg2-as-cond"
_NEGATIVE_CONDITION = "Contingency.Negative-condition.Arg2-as-negcond"
_PURPOSE = "Contingency.Purpose.Arg2-as-goal"
_CONJUNCTION, _DISJUNCTION = "Expansion.Conjunction", "Expansion.Disjunction"
_EQUIVALENCE, _EXCEPTION = "Expansion.Equivalence", "Expansion.Exception.Arg2-as-except"
_INSTANTIATION = "Expansion.Instantiation.Arg2-as-instance"
_DETAIL, _SUMMARY = (
    "Expansion.Level-of-detail.Arg2-as-detail",
    "Expansion.Level-of-detail.Arg1-as-detail",
)
_MANNER = "Expansion.Manner.Arg2-as-manner"
_SUBSTITUTION_ARG2 = "Expansion.Substitution.Arg2-as-subst"
_SUBSTITUTION_ARG1 = "Expansion.Substitution.Arg1-as-subst"
_PRECEDENCE, _SUCCESSION = "Temporal.Asynchronous.Precedence", "Temporal.Asynchronous.Succession"
_SYNCHRONOUS = "Temporal.Synchronous"

_ADVERBS: dict[tuple[str, ...], str] = {
    (_CONCESSION_ARG2,): "even so; however; nevertheless; nonetheless; still; yet; all the same; "
    "just the same; that said; having said that; be that as it may; in any case; at any rate; "
    "in spite of this; in spite of that; despite this; despite that; for all that; "
    "notwithstanding; regardless; after all; admittedly; then again",
    (_CONTRAST,): "by contrast; in contrast; by comparison; in comparison; conversely; "
    "on the contrary; on the other hand; on the one hand; contrariwise; by way of contrast",
    (_SIMILARITY,): "similarly; likewise; in the same way; in a similar way; by the same token; "
    "in like manner; correspondingly; in similar fashion",
    (_RESULT,): "as a result; as a consequence; in consequence; consequently; therefore; thus; "
    "hence; accordingly; so; for this reason; for that reason; because of this; because of that; "
    "as such; ergo; thereby; that is why; this is why",
    (_NEGATIVE_CONDITION,): "otherwise; or else; failing that",
    (_CONDITION,): "in that case; if so; in that event",
    (_PURPOSE,): "to this end; to that end; for this purpose; for that purpose; "
    "with this in mind; with that in mind",
    (_CONJUNCTION,): "also; in addition; additionally; furthermore; moreover; besides; further; "
    "on top of that; on top of this; what is more; what 's more; as well; plus; not only that; "
    "in turn; by the way; incidentally; first of all; secondly; thirdly; lastly",
    (_DISJUNCTION,): "alternatively; as an alternative",
    (_EQUIVALENCE,): "in other words; that is; that is to say; put differently; put another way; "
    "to put it another way; to put it differently; put simply; i.e.",
    (_INSTANTIATION,): "for example; for instance; as an example; by way of example; e.g.; "
    "to give an example; to name one; as an illustration",
    (_DETAIL,): "in particular; specifically; more specifically; more precisely; namely; "
    "to be precise; to be specific; particularly; indeed; in fact; as a matter of fact; "
    "in truth; in reality; above all; notably",
    (_SUMMARY,): "in short; in sum; in summary; in brief; to sum up; to summarize; overall; "
    "in conclusion; to conclude; all in all; on the whole; in a nutshell; in general; briefly; "
    "altogether; in essence; all told",
    (_SUBSTITUTION_ARG2,): "instead; rather",
    (_PRECEDENCE,): "then; afterwards; afterward; later; later on; subsequently; thereafter; "
    "thereupon; after that; after this; next; finally; eventually; ultimately; at last; "
    "in the end; before long; soon after; soon afterwards; shortly after; shortly afterwards; "
    "shortly thereafter; from then on; since then; ever since; a little later; some time later",
    (_SUCCESSION,): "previously; earlier; before that; before this; beforehand; until then; "
    "by then; up to then; prior to that; prior to this; formerly",
    (_SYNCHRONOUS, _CONTRAST): "meanwhile; in the meantime; meantime; at the same time",
    (_SYNCHRONOUS,): "simultaneously; concurrently; in the meanwhile; all the while; at that time; "
    "at that moment; at that point; at this point",
}
_CONJUNCTIONS: dict[tuple[str, ...], str] = {
    (_CONCESSION_ARG1,): "although; though; even though; even if; much as; notwithstanding that; "
    "albeit; no matter how; no matter what; despite the fact that; in spite of the fact that",
    (_CONCESSION_ARG2, _CONTRAST): "but; yet",
    (_CONTRAST,): "whereas",
    (_CONTRAST, _SYNCHRONOUS): "while; whilst",
    (_SIMILARITY,): "just as; as though; as if",
    (_REASON,): "because; given that; seeing that; seeing as; in that; inasmuch as; "
    "insofar as; on the grounds that; in view of the fact that; due to the fact that; now that; "
    "considering that",
    (_REASON, _SUCCESSION): "since",
    (_RESULT, _PURPOSE): "so that; so",
    (_RESULT,): "with the result that; such that",
    (_PURPOSE,): "in order to; in order that; in order; so as to; lest; for fear that; "
    "in the hope that",
    (_CONDITION,): "if; provided; provided that; providing; providing that; as long as; "
    "so long as; on condition that; on the condition that; assuming; assuming that; in case; "
    "in the event that; only if; if and when; supposing; if .. then; if only",
    (_NEGATIVE_CONDITION,): "unless",
    (_CONJUNCTION,): "and; nor; not only .. but also; not only .. but; not just .. but; "
    "not just .. but also; both .. and; neither .. nor; not only .. also",
    (_DISJUNCTION,): "or; either .. or",
    (_EXCEPTION,): "except; except that; save that",
    (_MANNER,): "as though",
    (_SUBSTITUTION_ARG2,): "but rather; not .. but rather",
    (_SYNCHRONOUS,): "when; as; at the time when; just when; at the moment when; even as",
    (_SYNCHRONOUS, _CONDITION): "whenever; every time; each time",
    (_PRECEDENCE,): "before; until; till; by the time; up until",
    (_SUCCESSION,): "after; as soon as; once; immediately after; ever since; shortly after; "
    "right after; even after; only after; no sooner .. than",
}


def _map_strings_to_senses(*tables: dict[tuple[str, ...], str]) -> dict[str, tuple[str, ...]]:
    senses_by_string: dict[str, tuple[str, ...]] = {}
    for table in tables:
        for senses, strings in table.items():
            for string in strings.split("; "):
                senses_by_string.setdefault(string, senses)
    return senses_by_string


# Possible senses by connective string. A string in both tables (`so`) has its senses as a
# conjunction.
LISTED_SENSES = MappingProxyType(_map_strings_to_senses(_CONJUNCTIONS, _ADVERBS))
