"""Words with their candidates and scores, each worked out once and kept.

Scores for all labels at once are one integer, a *row*: the score of label i stands at bit 32 * i
(the sum of score * 2 ** (32 * i), so negative scores borrow from above). Adding two rows is then
one exact addition, however many labels there are. With 2 ** 31 added to every score, none is
negative and the bytes of the row are the scores, four bytes each, lowest first.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import starmap
from typing import Generic, TypeVar

from ..lemmas import Lemmatizer
from .body import Body, decode_weights
from .features import (
    BOUNDARY,
    joined,
    label_features,
    normal,
    unknown_kind,
    word_features,
)

LANE = 32
# Above this many words the memo starts afresh; an English entry takes about 3.5 kB.
MEMO_WORDS = 20_000


V = TypeVar("V")


@dataclass(slots=True, eq=False)
class Entry(Generic[V]):
    """All that tagging needs to know of one word: its scores, or its features' numbers.

    `before` is what it adds to the token after it, `before2` to the one after that, `after` to the
    token in front and `after2` to the one in front of that. Its own scores are `first` at the head
    of a sentence and else `inside`; with those of the previous label in `own` and of the kind of
    the next word in `with_next`, which fill up as they are met.
    """

    candidates: tuple[int, ...]
    kind: str
    before: V
    before2: V
    after: V
    after2: V
    first: V
    inside: V
    previous_stems: tuple[str, ...]
    next_stems: tuple[str, ...]
    only: int = -1  # the label of a word that has but one
    own: dict[int, V] = field(default_factory=dict)
    with_next: dict[str, V] = field(default_factory=dict)


Scored = Entry[int]


class TagLexicon:
    """From forms to entries, by the weights of one tagger."""

    def __init__(self, body: Body, lemmatizer: Lemmatizer) -> None:
        self._body = body
        self._lemmatizer = lemmatizer
        self._rows: dict[str, int] = {}
        self._entries: dict[str, Scored] = {}
        self._pairs: dict[tuple[int, int], int] = {}
        self.start = len(body.labels)
        self._fallback = tuple(range(self.start))
        self._names = (*body.labels, BOUNDARY)
        self._edge: Scored | None = None
        self._upos = tuple(name.partition(" ")[0] for name in self._names)

    @property
    def edge(self) -> Scored:
        """What stands before the first and after the last word."""
        # When first asked for: the core, where it tags, needs no weight from here.
        if self._edge is None:
            self._edge = self._make(BOUNDARY)
        return self._edge

    def entries(self, forms: Sequence[str]) -> list[Scored]:
        """What is known of each form, looked up or made and kept."""
        memo = self._entries
        if len(memo) > MEMO_WORDS:
            memo.clear()
        return [memo.get(form) or self.entry(form) for form in forms]

    def entry(self, form: str) -> Scored:
        """The entry of a word met for the first time."""
        made = self._entries[form] = self._make(form)
        return made

    def describe(self, form: str) -> tuple[tuple[int, ...], str, str, bool]:
        """Candidates, kind, lemma, and whether the lemmatiser knows the form."""
        body, lemmatizer = self._body, self._lemmatizer
        listed = body.words.get(normal(form))
        kind = unknown_kind(form) if listed is None else kind_of(listed)
        candidates = body.open.get(kind) if listed is None else listed
        return candidates or self._fallback, kind, lemmatizer.base(form), lemmatizer.knows(form)

    def own(self, entry: Scored, previous: int) -> int:
        """The scores of the word itself after a token labelled `previous` (`start`: none)."""
        upos = self._upos[previous]
        base = entry.first if previous == self.start else entry.inside
        more = self._sum(joined(stem, upos) for stem in entry.previous_stems)
        made = entry.own[previous] = base + more
        return made

    def with_next(self, entry: Scored, kind: str) -> int:
        """The scores of the word before a word of the given kind."""
        made = entry.with_next[kind] = self._sum(joined(stem, kind) for stem in entry.next_stems)
        return made

    def pair(self, before: int, previous: int) -> int:
        """The scores of the two labels to the left."""
        made = self._pairs.get((before, previous))
        if made is None:
            features = label_features(self._names[previous], self._names[before])
            made = self._pairs[before, previous] = self._sum(features)
        return made

    def _make(self, form: str) -> Scored:
        candidates, kind, lemma, known = self.describe(form)
        features = word_features(form, lemma, known, kind)
        only = candidates[0] if len(candidates) == 1 else -1
        alone = self._sum(features.own) if only < 0 else 0
        return Entry(
            candidates,
            kind,
            self._sum(features.before),
            self._sum(features.before2),
            self._sum(features.after),
            self._sum(features.after2),
            alone + self._sum(features.first),
            alone + self._sum(features.inside),
            features.with_previous,
            features.with_next,
            only,
        )

    def _sum(self, features: Iterable[str]) -> int:
        return sum(map(self._row, features))

    def _row(self, feature: str) -> int:
        row = self._rows.get(feature)
        if row is None:
            text = self._body.weights.get(feature)
            if text is None:
                return 0
            row = self._rows[feature] = sum(starmap(_lane, decode_weights(text)))
        return row


def _lane(label: int, weight: int) -> int:
    return weight << LANE * label


def kind_of(candidates: tuple[int, ...]) -> str:
    """The kind of a listed word: its candidates."""
    return ",".join(map(str, candidates))
