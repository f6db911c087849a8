"""The part-of-speech tagger, its lexicon and its file format."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import starmap
from pathlib import Path
from typing import Any, Generic, TypeVar

from ...files.resource import Resource, malformed_error, read_resource
from ...files.schema import (
    LANGUAGE,
    SchemaError,
    anything,
    decode_utf8,
    number,
    one_of,
    record,
    require,
    text,
)
from ...files.sentence import NO_VALUE
from ..language_tables import LazyTable, is_checked
from ..lemmatizer import Lemmatizer
from .features import (
    BOUNDARY,
    join_feature,
    label_features,
    normalize_form,
    unknown_kind,
    word_features,
)

# The text format of tagger files.
#
#     labels TAB label TAB label ...
#     open TAB kind TAB label-letters                 (one line per kind of unlisted word)
#     word TAB form TAB label-letters                 (one line per listed word)
#     <an empty line>
#     feature TAB letter weight letter weight ...     (sorted by feature)
#
# The letter of a label is chr(65 + its index). Weights are small integers: `A12B-4` adds 12 to
# label 0 and subtracts 4 from label 1. Weights are parsed when a word needs them, so that loading
# is fast, but their format is checked. The table of weights is created only if Python needs one,
# since the native core reads the weights directly.

KIND = "tagger"
VERSION = 1
# Training writes no larger weights, so that sums of a few dozen fit the core's 16 bits.
MAX_WEIGHT = 1_000
_PER_CENT = number(0, 100)
SETTINGS = record(
    {"language": LANGUAGE},
    {
        "labels": one_of("upos", "joint"),
        "lemmas": text(),
        "held_out": record({"upos": _PER_CENT, "function": _PER_CENT}, others=anything()),
    },
    others=anything(),
)
_FIRST_LETTER = 65
_MAX_LABELS = 10_000
_PAIR = re.compile(r"(.)(-?\d+)")


@dataclass(frozen=True)
class Body:
    """The content of a tagger file: labels, candidates by kind and by word, weights as text."""

    labels: tuple[str, ...]
    open: dict[str, tuple[int, ...]]
    words: dict[str, tuple[int, ...]]
    weights: Mapping[str, str]


def encode_weights(pairs: dict[int, int]) -> str:
    """Encode the weights of a feature as text: the letter of each label and its weight."""
    return "".join(f"{chr(_FIRST_LETTER + label)}{pairs[label]}" for label in sorted(pairs))


def decode_weights(text: str) -> list[tuple[int, int]]:
    """Decode the weights of a feature as pairs of label index and weight."""
    return [(ord(letter) - _FIRST_LETTER, int(weight)) for letter, weight in _PAIR.findall(text)]


def encode_body(body: Body) -> bytes:
    """Encode a body for a file; equal bodies result in equal bytes."""
    lines = ["\t".join(("labels", *body.labels))]
    lines += (f"open\t{kind}\t{_letters(body.open[kind])}" for kind in sorted(body.open))
    lines += (f"word\t{form}\t{_letters(body.words[form])}" for form in sorted(body.words))
    lines.append("")
    lines += (f"{feature}\t{body.weights[feature]}" for feature in sorted(body.weights))
    return ("\n".join(lines) + "\n").encode()


def decode_body(content: bytes, checked: bool = False) -> Body:
    """Decode and check a body; raise MisfitError if it does not have the right format.

    `checked` means that the weights are known to be valid.
    """
    head, between, tail = decode_utf8(content).partition("\n\n")
    require(between, "it has no empty line between words and weights")
    first, *rows = (line.split("\t") for line in head.split("\n"))
    labels = tuple(first[1:])
    require(first[0] == "labels" and labels and all(labels), "it has no labels")
    require(
        len(set(labels)) == len(labels) <= _MAX_LABELS, "it has duplicate labels or too many labels"
    )
    if not checked:
        _check_weights(tail, len(labels))
    tables: dict[str, dict[str, tuple[int, ...]]] = {"open": {}, "word": {}}
    indices: dict[str, tuple[int, ...]] = {}
    for row in rows:
        require(len(row) == 3 and row[0] in tables, "it does not follow the format")
        if row[2] not in indices:
            indices[row[2]] = _indices(row[2], len(labels))
        tables[row[0]][row[1]] = indices[row[2]]
    return Body(labels, tables["open"], tables["word"], LazyTable(lambda: _lines(tail)))


def _lines(text: str) -> dict[str, str]:
    return dict(line.split("\t") for line in text.split("\n")[:-1])


def _check_weights(text: str, labels: int) -> None:
    last = re.escape(chr(_FIRST_LETTER + labels - 1))
    weight = rf"[A-{last}]-?(?:{MAX_WEIGHT}|[0-9]{{1,3}}+)"
    form = re.compile(rf"(?>(?:[^\t\n]++\t(?>(?:{weight})+)\n)*)")
    require(form.fullmatch(text), "it has malformed weights")
    # The core searches sorted features and does not support duplicates.
    require(len(_lines(text)) == text.count("\n"), "it has duplicate features")


def _letters(indices: tuple[int, ...]) -> str:
    return "".join(chr(_FIRST_LETTER + index) for index in indices)


def _indices(letters: str, count: int) -> tuple[int, ...]:
    indices = tuple(ord(letter) - _FIRST_LETTER for letter in letters)
    require(all(0 <= index < count for index in indices), "it names a label it does not list")
    require(list(indices) == sorted(set(indices)), "it has candidates out of order")
    return indices


# Words with their candidates and scores, computed once and cached.
#
# The scores of all labels are one integer, a *row*: the score of label i is at bit 32 * i (the sum
# of score * 2 ** (32 * i), so negative scores borrow from higher bits). Adding two rows is then one
# exact addition for any number of labels. After adding 2 ** 31 to every score, none is negative and
# the bytes of the row are the scores, four bytes each, lowest first.

LANE = 32
# The cache is cleared above this number of words; an English entry takes about 3.5 kB.
MEMO_WORDS = 20_000


V = TypeVar("V")


@dataclass(slots=True, eq=False)
class Entry(Generic[V]):
    """The data of a word for tagging: its scores, or the indices of its features.

    `before` is added to the next token, `before2` to the second next, `after` to the previous token
    and `after2` to the second previous. The word's own scores are `first` at the beginning of a
    sentence and `inside` elsewhere. `by_previous` caches them together with the previous label, and
    `with_next` caches the scores with the kind of the next word.
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
    only: int = -1  # the label of a word with a single candidate
    by_previous: dict[int, V] = field(default_factory=dict)
    with_next: dict[str, V] = field(default_factory=dict)


Scored = Entry[int]


class TagLexicon:
    """Creates and caches the entries of forms from the weights of a tagger."""

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
        """The entry for positions before the first and after the last word."""
        # Created on first access, since the native core does not need the weights.
        if self._edge is None:
            self._edge = self._make(BOUNDARY)
        return self._edge

    def entries(self, forms: Sequence[str]) -> list[Scored]:
        """Return the entry of each form, from the cache or newly created."""
        memo = self._entries
        if len(memo) > MEMO_WORDS:
            memo.clear()
        return [memo.get(form) or self.entry(form) for form in forms]

    def entry(self, form: str) -> Scored:
        """Create and cache the entry of a form."""
        entry = self._entries[form] = self._make(form)
        return entry

    def describe(self, form: str) -> tuple[tuple[int, ...], str, str, bool]:
        """Return candidates, kind, lemma, and whether the lemmatiser knows the form."""
        body, lemmatizer = self._body, self._lemmatizer
        listed = body.words.get(normalize_form(form))
        kind = unknown_kind(form) if listed is None else kind_of(listed)
        candidates = body.open.get(kind) if listed is None else listed
        return candidates or self._fallback, kind, lemmatizer.base(form), lemmatizer.knows(form)

    def score_after(self, entry: Scored, previous: int) -> int:
        """Return the scores of the word after a token labelled `previous` (`start`: no token)."""
        upos = self._upos[previous]
        base = entry.first if previous == self.start else entry.inside
        label_scores = self._sum(join_feature(stem, upos) for stem in entry.previous_stems)
        scores = entry.by_previous[previous] = base + label_scores
        return scores

    def with_next(self, entry: Scored, kind: str) -> int:
        """Return the scores of the word before a word of the given kind."""
        scores = entry.with_next[kind] = self._sum(
            join_feature(stem, kind) for stem in entry.next_stems
        )
        return scores

    def pair(self, second_previous: int, previous: int) -> int:
        """Return the scores of the two labels to the left."""
        scores = self._pairs.get((second_previous, previous))
        if scores is None:
            features = label_features(self._names[previous], self._names[second_previous])
            scores = self._pairs[second_previous, previous] = self._sum(features)
        return scores

    def _make(self, form: str) -> Scored:
        candidates, kind, lemma, known = self.describe(form)
        features = word_features(form, lemma, known, kind)
        only = candidates[0] if len(candidates) == 1 else -1
        own_scores = self._sum(features.current) if only < 0 else 0
        return Entry(
            candidates,
            kind,
            self._sum(features.before),
            self._sum(features.before2),
            self._sum(features.after),
            self._sum(features.after2),
            own_scores + self._sum(features.first),
            own_scores + self._sum(features.inside),
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
            row = self._rows[feature] = sum(starmap(_shift_weight, decode_weights(text)))
        return row


def _shift_weight(label: int, weight: int) -> int:
    return weight << LANE * label


def kind_of(candidates: tuple[int, ...]) -> str:
    """Return the kind of a listed word, which consists of its candidates."""
    return ",".join(map(str, candidates))


class Tagger:
    """An averaged perceptron with integer weights; the first label wins ties."""

    def __init__(self, resource: Resource) -> None:
        self.settings: dict[str, Any] = resource.settings
        self.language: str = resource.settings["language"]
        self.name = f"tagger-{self.language}"
        self.short_hash = resource.short_hash
        body = decode_body(resource.body, is_checked(resource))
        head, _, self.weights = resource.body.partition(b"\n\n")
        self.words = head.partition(b"\n")[2]  # lines of kinds and words with their labels
        self.labels = body.labels
        self.lexicon = TagLexicon(body, Lemmatizer(self.language))
        self._size = LANE // 8 * len(body.labels)
        # Added to a row so that no score is negative and each score stays in its own 32 bits.
        self._lift = sum(1 << LANE * label + LANE - 1 for label in range(len(body.labels)))
        self._tags = [_split_label(label) for label in body.labels]

    @classmethod
    def load(cls, path: Path) -> "Tagger":
        """Read a tagger file; refuse a damaged one."""
        resource = read_resource(path, KIND, VERSION, SETTINGS)
        try:
            return cls(resource)
        except SchemaError as error:
            raise malformed_error(path, error, KIND) from error

    def tag(self, forms: Sequence[str]) -> list[tuple[str, str]]:
        """Return UPOS and XPOS (`_` if the tagger has none) of each form of a sentence."""
        tags = self._tags
        return [tags[label] for label in self.indices(forms)]

    def indices(self, forms: Sequence[str]) -> list[int]:
        """Return the index of the label of each form of a sentence."""
        lexicon = self.lexicon
        edge = lexicon.edge
        entries = [edge, edge, *lexicon.entries(forms), edge, edge]
        size, lift = self._size, self._lift
        second_previous = previous = lexicon.start
        labels: list[int] = []
        for position in range(2, len(entries) - 2):
            entry = entries[position]
            label = entry.only
            if label < 0:
                following = entries[position + 1]
                own_scores = entry.by_previous.get(previous)
                if own_scores is None:
                    own_scores = lexicon.score_after(entry, previous)
                next_scores = entry.with_next.get(following.kind)
                if next_scores is None:
                    next_scores = lexicon.with_next(entry, following.kind)
                row = (
                    lift
                    + own_scores
                    + next_scores
                    + lexicon.pair(second_previous, previous)
                    + entries[position - 1].before
                    + entries[position - 2].before2
                    + following.after
                    + entries[position + 2].after2
                )
                scores = memoryview(row.to_bytes(size, "little")).cast("I")
                label = max(entry.candidates, key=scores.__getitem__)
            labels.append(label)
            second_previous, previous = previous, label
        return labels


def _split_label(label: str) -> tuple[str, str]:
    upos, _, xpos = label.partition(" ")
    return upos, xpos or NO_VALUE
