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
    get_label_features,
    get_unlisted_kind,
    get_word_features,
    join_feature,
    normalize_form,
)

# The text format of tagger files
#
#     labels TAB label TAB label ...
#     open TAB kind TAB candidates                    (one line per kind of unlisted word)
#     word TAB form TAB candidates                    (one line per listed word)
#     <an empty line>
#     feature TAB letter weight letter weight ...     (sorted by feature)
#
# A label is written as one letter, chr(65 + index of the label). The candidates of a word are the
# labels that it may get, as a string of letters. Weights are small integers: `A12B-4` adds 12 to
# the score of label 0 and subtracts 4 from the score of label 1.
#
# When a file is loaded, the format of all weights is checked, but each weight is parsed only when a
# word needs it. The native core does not need the table of weights, since it reads the lines.

KIND = "tagger"
VERSION = 1
# The limit of absolute weights in files: sums of a few dozen weights fit into the 16 bits of the
# native core.
MAX_WEIGHT = 1_000
_PERCENTAGE = number(0, 100)
SETTINGS = record(
    {"language": LANGUAGE},
    {
        "labels": one_of("upos", "joint"),
        "lemmas": text(),
        "held_out": record({"upos": _PERCENTAGE, "function": _PERCENTAGE}, other_fields=anything()),
    },
    other_fields=anything(),
)
_FIRST_LETTER_CODE = 65
_MAX_LABELS = 10_000
_LABEL_AND_WEIGHT = re.compile(r"(.)(-?\d+)")


@dataclass(frozen=True)
class TaggerContent:
    """The content of a tagger file. Candidates are tuples of label indices in ascending order."""

    labels: tuple[str, ...]  # UPOS, or UPOS and XPOS separated by a space
    candidates_by_kind: dict[str, tuple[int, ...]]  # kind of unlisted word -> candidates
    candidates_by_word: dict[str, tuple[int, ...]]  # normalised form of a listed word -> candidates
    weights: Mapping[str, str]  # feature -> weights as encoded by `encode_weights`


def encode_weights(weight_by_label: dict[int, int]) -> str:
    """Encode the weights of a feature as text: the letter of each label index and its weight."""
    return "".join(
        f"{chr(_FIRST_LETTER_CODE + label)}{weight_by_label[label]}"
        for label in sorted(weight_by_label)
    )


def decode_weights(text: str) -> list[tuple[int, int]]:
    """Decode the weights of a feature to pairs of a label index and its weight."""
    pairs = _LABEL_AND_WEIGHT.findall(text)
    return [(ord(letter) - _FIRST_LETTER_CODE, int(weight)) for letter, weight in pairs]


def encode_body(content: TaggerContent) -> bytes:
    """Encode the content of a tagger file; equal contents result in equal bytes."""
    lines = ["\t".join(("labels", *content.labels))]
    lines += (
        f"open\t{kind}\t{_encode_labels(content.candidates_by_kind[kind])}"
        for kind in sorted(content.candidates_by_kind)
    )
    lines += (
        f"word\t{form}\t{_encode_labels(content.candidates_by_word[form])}"
        for form in sorted(content.candidates_by_word)
    )
    lines.append("")
    lines += (f"{feature}\t{content.weights[feature]}" for feature in sorted(content.weights))
    return ("\n".join(lines) + "\n").encode()


def decode_body(content: bytes, weights_checked: bool = False) -> TaggerContent:
    """Decode and check the content of a tagger file; raise SchemaError if it is malformed.

    `weights_checked` means that the weights are known to be valid.
    """
    head, separator, weight_lines = decode_utf8(content).partition("\n\n")
    require(separator, "it has no empty line between words and weights")
    label_row, *candidate_rows = (line.split("\t") for line in head.split("\n"))
    labels = tuple(label_row[1:])
    require(label_row[0] == "labels" and labels and all(labels), "it has no labels")
    require(
        len(set(labels)) == len(labels) <= _MAX_LABELS, "it has duplicate labels or too many labels"
    )
    if not weights_checked:
        _check_weights(weight_lines, len(labels))
    tables: dict[str, dict[str, tuple[int, ...]]] = {"open": {}, "word": {}}
    candidates: dict[str, tuple[int, ...]] = {}  # many words have the same candidates
    for row in candidate_rows:
        require(len(row) == 3 and row[0] in tables, "it does not follow the format")
        table_name, key, letters = row
        if letters not in candidates:
            candidates[letters] = _decode_labels(letters, len(labels))
        tables[table_name][key] = candidates[letters]
    weights = LazyTable(lambda: _split_weight_lines(weight_lines))
    return TaggerContent(labels, tables["open"], tables["word"], weights)


def _split_weight_lines(text: str) -> dict[str, str]:
    """Split lines into a mapping from features to their encoded weights."""
    return dict(line.split("\t") for line in text.split("\n")[:-1])


def _check_weights(text: str, n_labels: int) -> None:
    last_letter = re.escape(chr(_FIRST_LETTER_CODE + n_labels - 1))
    weight = rf"[A-{last_letter}]-?(?:{MAX_WEIGHT}|[0-9]{{1,3}}+)"
    weight_lines = re.compile(rf"(?>(?:[^\t\n]++\t(?>(?:{weight})+)\n)*)")
    require(weight_lines.fullmatch(text), "it has malformed weights")
    # The core searches sorted features and does not support duplicates.
    require(len(_split_weight_lines(text)) == text.count("\n"), "it has duplicate features")


def _encode_labels(indices: tuple[int, ...]) -> str:
    return "".join(chr(_FIRST_LETTER_CODE + index) for index in indices)


def _decode_labels(letters: str, n_labels: int) -> tuple[int, ...]:
    indices = tuple(ord(letter) - _FIRST_LETTER_CODE for letter in letters)
    require(all(0 <= index < n_labels for index in indices), "it names a label it does not list")
    require(list(indices) == sorted(set(indices)), "it has candidates out of order")
    return indices


# The candidates and scores of words, which are computed once and cached
#
# A *row* has the scores of all labels in one integer: the sum of score[i] * 2 ** (32 * i) over the
# label indices i. To add the scores of all labels, it is sufficient to add two integers. A negative
# score changes the higher bits. Before scores are read, 2 ** 31 is added to each of them, so that
# none is negative and the row consists of one 32-bit number per label.

_BITS_PER_SCORE = 32  # bits per score in a row
# The cache is cleared if it has more words. An entry for an English word takes about 3.5 kB.
MEMO_WORDS = 20_000

# Type of the data of a group of features: a row of scores, or a list of feature indices.
ValueT = TypeVar("ValueT")


@dataclass(slots=True, eq=False)
class WordEntry(Generic[ValueT]):
    """The data of a word for tagging the word itself and its neighbours.

    Each field of type `ValueT` belongs to a group of features: it is the sum of their weights (a
    row) in a tagger, and the list of their indices during training.
    """

    candidates: tuple[int, ...]  # indices of the labels that the word may get
    kind: str  # feature of the word for its neighbours, see `get_unlisted_kind` and `format_kind`
    # Scores that the word contributes to its neighbours.
    for_next: ValueT  # to the next word
    for_second_next: ValueT  # to the second next word
    for_previous: ValueT  # to the previous word
    for_second_previous: ValueT  # to the second previous word
    # Scores of the word itself that do not depend on its neighbours.
    at_sentence_start: ValueT  # if it is the first word of the sentence
    inside_sentence: ValueT  # elsewhere
    # Stems of features of the word itself, see `join_feature`.
    previous_stems: tuple[str, ...]  # combined with the label of the previous word
    next_stems: tuple[str, ...]  # combined with the kind of the next word
    single_label: int = -1  # the label of a word with a single candidate, else -1
    # Caches of scores of the word itself.
    by_previous_label: dict[int, ValueT] = field(
        default_factory=dict
    )  # by label of the previous word
    by_next_kind: dict[str, ValueT] = field(default_factory=dict)  # by kind of the next word


ScoredWord = WordEntry[int]


class TagLexicon:
    """Creates and caches the entries of words from the weights of a tagger.

    Attributes
    ----------
    start : int
        The label index that stands for the boundary before the first word.
    """

    def __init__(self, body: TaggerContent, lemmatizer: Lemmatizer) -> None:
        self._body = body
        self._lemmatizer = lemmatizer
        self._row_cache: dict[str, int] = {}  # by feature
        self._entry_cache: dict[str, ScoredWord] = {}
        self._pair_cache: dict[tuple[int, int], int] = {}  # by second previous and previous label
        self.start_label = len(body.labels)
        self._all_labels = tuple(range(self.start_label))
        self._label_names = (*body.labels, BOUNDARY)
        self._boundary: ScoredWord | None = None
        self._upos = tuple(name.partition(" ")[0] for name in self._label_names)

    @property
    def boundary_entry(self) -> ScoredWord:
        """The entry that stands for the boundaries before the first and after the last word."""
        # Created on first access, since it needs the table of weights.
        if self._boundary is None:
            self._boundary = self._create_entry(BOUNDARY)
        return self._boundary

    def get_entries(self, forms: Sequence[str]) -> list[ScoredWord]:
        """Return the entry of each form; create and cache entries that are missing."""
        cache = self._entry_cache
        if len(cache) > MEMO_WORDS:
            cache.clear()
        return [cache.get(form) or self.create_entry(form) for form in forms]

    def create_entry(self, form: str) -> ScoredWord:
        """Create and cache the entry of a form."""
        entry = self._entry_cache[form] = self._create_entry(form)
        return entry

    def describe_form(self, form: str) -> tuple[tuple[int, ...], str, str, bool]:
        """Return candidates, kind, lemma, and whether the lemmatiser's dictionary has the form."""
        candidates = self._body.candidates_by_word.get(normalize_form(form))
        if candidates is None:
            kind = get_unlisted_kind(form)
            candidates = self._body.candidates_by_kind.get(kind)
        else:
            kind = format_kind(candidates)
        lemma, in_dictionary = self._lemmatizer.base_lemma(form), self._lemmatizer.is_listed(form)
        return candidates or self._all_labels, kind, lemma, in_dictionary

    def score_after_label(self, entry: ScoredWord, previous_label: int) -> int:
        """Return and cache the scores of a word itself if the previous label is `previous_label`.

        The label `start_label` means that the word is the first of the sentence.
        """
        upos = self._upos[previous_label]
        context_free_scores = (
            entry.at_sentence_start if previous_label == self.start_label else entry.inside_sentence
        )
        label_scores = self._sum_rows(join_feature(stem, upos) for stem in entry.previous_stems)
        scores = entry.by_previous_label[previous_label] = context_free_scores + label_scores
        return scores

    def score_before_kind(self, entry: ScoredWord, next_kind: str) -> int:
        """Return and cache the scores of a word that depend on the kind of the next word."""
        scores = entry.by_next_kind[next_kind] = self._sum_rows(
            join_feature(stem, next_kind) for stem in entry.next_stems
        )
        return scores

    def score_label_pair(self, second_previous: int, previous: int) -> int:
        """Return and cache the scores of a word that depend on the labels of the two previous."""
        scores = self._pair_cache.get((second_previous, previous))
        if scores is None:
            features = get_label_features(
                self._label_names[previous], self._label_names[second_previous]
            )
            scores = self._pair_cache[second_previous, previous] = self._sum_rows(features)
        return scores

    def _create_entry(self, form: str) -> ScoredWord:
        candidates, kind, lemma, in_dictionary = self.describe_form(form)
        features = get_word_features(form, lemma, in_dictionary, kind)
        single_label = candidates[0] if len(candidates) == 1 else -1
        own_scores = self._sum_rows(features.current) if single_label < 0 else 0
        return WordEntry(
            candidates,
            kind,
            self._sum_rows(features.for_next),
            self._sum_rows(features.for_second_next),
            self._sum_rows(features.for_previous),
            self._sum_rows(features.for_second_previous),
            own_scores + self._sum_rows(features.at_sentence_start),
            own_scores + self._sum_rows(features.inside_sentence),
            features.previous_stems,
            features.next_stems,
            single_label,
        )

    def _sum_rows(self, features: Iterable[str]) -> int:
        return sum(map(self._get_row, features))

    def _get_row(self, feature: str) -> int:
        row = self._row_cache.get(feature)
        if row is None:
            text = self._body.weights.get(feature)
            if text is None:
                return 0
            row = self._row_cache[feature] = sum(starmap(_shift_weight, decode_weights(text)))
        return row


def _shift_weight(label: int, weight: int) -> int:
    return weight << _BITS_PER_SCORE * label


def format_kind(candidates: tuple[int, ...]) -> str:
    """Return the kind of a listed word: its candidates as text."""
    return ",".join(map(str, candidates))


class Tagger:
    """A part-of-speech tagger: an averaged perceptron with integer weights.

    Words are labelled from left to right with the candidate of the highest score, or with the first
    of several such candidates.
    """

    def __init__(self, resource: Resource) -> None:
        self.settings: dict[str, Any] = resource.settings
        self.language: str = resource.settings["language"]
        self.name = f"tagger-{self.language}"
        self.short_hash = resource.short_hash
        body = decode_body(resource.body, is_checked(resource))
        head, _, self.weights = resource.body.partition(b"\n\n")  # lines of features
        self.words = head.partition(b"\n")[2]  # lines of kinds and words with their candidates
        self.labels = body.labels
        self.lexicon = TagLexicon(body, Lemmatizer(self.language))
        self._row_bytes = _BITS_PER_SCORE // 8 * len(body.labels)
        # The row that adds 2 ** 31 to every score, so that none is negative.
        self._score_offset = sum(
            1 << _BITS_PER_SCORE * label + _BITS_PER_SCORE - 1 for label in range(len(body.labels))
        )
        self._tags = [_split_label(label) for label in body.labels]

    @classmethod
    def load(cls, path: Path) -> "Tagger":
        """Read a tagger from a file; raise a ResourceError if the file is damaged."""
        resource = read_resource(path, KIND, VERSION, SETTINGS)
        try:
            return cls(resource)
        except SchemaError as error:
            raise malformed_error(path, error, KIND) from error

    def tag(self, forms: Sequence[str]) -> list[tuple[str, str]]:
        """Return UPOS and XPOS (`_` if the tagger has none) of each form of a sentence."""
        tags = self._tags
        return [tags[label] for label in self.predict_labels(forms)]

    def predict_labels(self, forms: Sequence[str]) -> list[int]:
        """Return the index of the label of each form of a sentence."""
        lexicon = self.lexicon
        boundary = lexicon.boundary_entry
        entries = [boundary, boundary, *lexicon.get_entries(forms), boundary, boundary]
        row_bytes, score_offset = self._row_bytes, self._score_offset
        second_previous = previous = lexicon.start_label
        labels: list[int] = []
        for position in range(2, len(entries) - 2):
            entry = entries[position]
            label = entry.single_label
            if label < 0:  # several candidates
                following = entries[position + 1]
                own_scores = entry.by_previous_label.get(previous)
                if own_scores is None:
                    own_scores = lexicon.score_after_label(entry, previous)
                next_scores = entry.by_next_kind.get(following.kind)
                if next_scores is None:
                    next_scores = lexicon.score_before_kind(entry, following.kind)
                row = (
                    score_offset
                    + own_scores
                    + next_scores
                    + lexicon.score_label_pair(second_previous, previous)
                    + entries[position - 1].for_next
                    + entries[position - 2].for_second_next
                    + following.for_previous
                    + entries[position + 2].for_second_previous
                )
                scores = memoryview(row.to_bytes(row_bytes, "little")).cast("I")
                label = max(entry.candidates, key=scores.__getitem__)
            labels.append(label)
            second_previous, previous = previous, label
        return labels


def _split_label(label: str) -> tuple[str, str]:
    upos, _, xpos = label.partition(" ")
    return upos, xpos or NO_VALUE
