"""Words with their candidates and scores, each worked out once and kept.

Scores for all labels at once are one integer, a *row*: the score of label i stands at bit 32 * i
(the sum of score * 2 ** (32 * i), so negative scores borrow from above). Adding two rows is then
one exact addition, however many labels there are. With 2 ** 31 added to every score, none is
negative and the bytes of the row are the scores, four bytes each, lowest first.
"""

from collections.abc import Iterable, Sequence
from itertools import starmap

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


class Entry:
    """All that tagging needs to know of one word.

    `before` is what it adds to the token after it, `before2` to the one after that, `after` to the
    token in front and `after2` to the one in front of that. Its own scores are `first` at the head
    of a sentence and else `inside`; with those of the previous label in `own` and of the kind of
    the next word in `with_next`, which fill up as they are met.
    """

    __slots__ = (
        "after",
        "after2",
        "before",
        "before2",
        "candidates",
        "first",
        "inside",
        "kind",
        "next_stems",
        "only",
        "own",
        "previous_stems",
        "with_next",
    )

    candidates: tuple[int, ...]
    only: int  # the label of a word that has but one, else -1
    kind: str
    before: int
    before2: int
    after: int
    after2: int
    first: int
    inside: int
    previous_stems: tuple[str, ...]
    next_stems: tuple[str, ...]
    own: dict[int, int]
    with_next: dict[str, int]


class TagLexicon:
    """From forms to entries, by the weights of one tagger."""

    def __init__(self, body: Body, lemmatizer: Lemmatizer) -> None:
        self._body = body
        self._lemmatizer = lemmatizer
        self._rows: dict[str, int] = {}
        self._entries: dict[str, Entry] = {}
        self._pairs: dict[tuple[int, int], int] = {}
        self.start = len(body.labels)
        self._fallback = tuple(range(self.start))
        self._names = (*body.labels, BOUNDARY)
        self._upos = tuple(name.partition(" ")[0] for name in self._names)
        self.edge = self._make(BOUNDARY)

    def entries(self, forms: Sequence[str]) -> list[Entry]:
        """What is known of each form, looked up or made and kept."""
        memo = self._entries
        if len(memo) > MEMO_WORDS:
            memo.clear()
        return [memo.get(form) or self.entry(form) for form in forms]

    def entry(self, form: str) -> Entry:
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

    def own(self, entry: Entry, previous: int) -> int:
        """The scores of the word itself after a token labelled `previous` (`start`: none)."""
        upos = self._upos[previous]
        base = entry.first if previous == self.start else entry.inside
        more = self._sum(joined(stem, upos) for stem in entry.previous_stems)
        made = entry.own[previous] = base + more
        return made

    def with_next(self, entry: Entry, kind: str) -> int:
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

    def _make(self, form: str) -> Entry:
        entry = Entry()
        entry.candidates, entry.kind, lemma, known = self.describe(form)
        features = word_features(form, lemma, known, entry.kind)
        entry.only = entry.candidates[0] if len(entry.candidates) == 1 else -1
        entry.before = self._sum(features.before)
        entry.before2 = self._sum(features.before2)
        entry.after = self._sum(features.after)
        entry.after2 = self._sum(features.after2)
        alone = self._sum(features.own) if entry.only < 0 else 0
        entry.first = alone + self._sum(features.first)
        entry.inside = alone + self._sum(features.inside)
        entry.previous_stems, entry.next_stems = features.with_previous, features.with_next
        entry.own, entry.with_next = {}, {}
        return entry

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
