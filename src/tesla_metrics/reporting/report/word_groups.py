"""Matched words of the references, by groups of word class and frequency."""

from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np

from ...arrays import Floats, Indices
from ...core.encoding.session import default_session
from ...core.encoding.word_tables import open_frequencies
from ...explanation.drawings import AlignmentArrays
from ...explanation.sides import find_spans
from ...files.item import Segment
from ...files.sentence import NO_VALUE, Sentence, has_alphanumeric
from ...metrics.base import Metric
from ...text.frequencies import Frequencies
from ...text.languages import parse_language
from ...text.loading import load_analyzer
from .ngram_differences import matched_words
from .study import NumberedTexts, WordNumbering

_CLASS_NAMES = {
    "NOUN": "nouns", "PROPN": "names", "VERB": "verbs", "AUX": "auxiliaries", "ADJ": "adjectives",
    "ADV": "adverbs", "PRON": "pronouns", "DET": "determiners", "ADP": "adpositions",
    "CCONJ": "conjunctions", "SCONJ": "subordinators", "PART": "particles", "NUM": "numbers",
    "INTJ": "interjections", "SYM": "symbols", "X": "others",
}  # fmt: skip
# Bounds of groups: the word occurs in at least one of this many sentences.
_SENTENCE_BOUNDS = (10, 100, 1_000, 10_000, 100_000)
# Bounds of groups: maximum number of occurrences in the references.
_COUNT_BOUNDS = (1, 2, 5, 20, 100)


class WordGroups(NamedTuple):
    """Words of the references, grouped by one property.

    note    meaning of the group names, if it is not obvious
    names   group names, in the order in which they are shown
    group_indices  for each segment, the group of each word
    """

    title: str
    note: str
    names: Sequence[str]
    group_indices: Sequence[Indices]


class ReferenceWords(NamedTuple):
    """The words of each segment's first reference, with their positions and groups."""

    sentences: Sequence[Sentence]
    starts: Sequence[Indices]
    groups: Sequence[WordGroups]


def reference_words(
    references: Sequence[Segment], metrics: Sequence[Metric[Any]]
) -> ReferenceWords | None:
    """Analyze the references as the first metric with a language does; None if none has one."""
    metric = next((item for item in metrics if getattr(item, "lang", "")), None)
    lang = "" if metric is None else parse_language(metric.lang)  # type: ignore[attr-defined]
    if isinstance(references[0], str):
        if not lang:
            return None
        spec = getattr(metric, "analyzer", "builtin")
        # Compounds are not split: they are one word of the text.
        analysed = load_analyzer(lang, spec, compounds="none").analyze(
            [str(reference) for reference in references]
        )
    else:
        analysed = [item for item in references if isinstance(item, Sentence)]
    sentences = [_only_words(item) for item in analysed]
    starts = [
        np.array(
            [start for start, _ in find_spans(text, [token.form for token in tokens])],
            dtype=np.intp,
        )
        for text, tokens in sentences
    ]
    groups = [*_by_class(sentences), _by_frequency(sentences, lang)]
    return ReferenceWords(sentences, starts, groups)


def _only_words(sentence: Sentence) -> Sentence:
    tokens = tuple(token for token in sentence.tokens if has_alphanumeric(token.form))
    return Sentence(sentence.text, tokens)


def _by_class(sentences: Sequence[Sentence]) -> Iterator[WordGroups]:
    """Yield groups by word class; nothing if no tagger distinguishes words."""
    counts = Counter(token.upos for sentence in sentences for token in sentence.tokens)
    names = [name for name in counts if name != NO_VALUE]
    if len(names) < 2:
        return
    names.sort(key=lambda name: -counts[name])
    group_indices = {name: index for index, name in enumerate(names)}
    group_of = [
        _assign_groups(s, lambda token: group_indices.get(token.upos, -1)) for s in sentences
    ]
    yield WordGroups("word class", "", [_CLASS_NAMES.get(name, name) for name in names], group_of)


def _by_frequency(sentences: Sequence[Sentence], lang: str) -> WordGroups:
    table = open_frequencies(default_session(), lang, "auto") if lang else None
    if table is not None:
        return _by_table(sentences, table)
    counts = Counter(token.form.lower() for sentence in sentences for token in sentence.tokens)
    group_of = [
        _assign_groups(s, lambda t: bisect_left(_COUNT_BOUNDS, counts[t.form.lower()]))
        for s in sentences
    ]
    bounds = zip((0, *_COUNT_BOUNDS), _COUNT_BOUNDS, strict=False)
    names = ["once", "twice", *(f"{low + 1}–{high} times" for low, high in list(bounds)[2:])]
    note = "Number of occurrences in the references."
    return WordGroups("frequency", note, [*names, f"over {_COUNT_BOUNDS[-1]} times"], group_of)


def _by_table(sentences: Sequence[Sentence], table: Frequencies) -> WordGroups:
    """Group words by a frequency table, where a weight of 1 means at most one sentence."""
    sentence_count = float(table.sentences + 1)
    # Only bounds within the table: it does not distinguish rarer words.
    bounds = [bound for bound in _SENTENCE_BOUNDS if bound < sentence_count / 2]

    def group(token: Any) -> int:
        return bisect_left(
            bounds, sentence_count ** table.word_weight(token.form.lower()) * (1 - 1e-9)
        )

    names = [f"1 in {bound:,}" for bound in bounds]
    group_of = [_assign_groups(sentence, group) for sentence in sentences]
    note = "1 in 100: at least one in 100 sentences of the language has the word."
    return WordGroups("frequency", note, [*names, "rarer"], group_of)


def _assign_groups(sentence: Sentence, group: Callable[[Any], int]) -> Indices:
    return np.array([group(token) for token in sentence.tokens], dtype=np.intp)


class GroupMatches:
    """Sums of matched shares (0 to 1) of words, by group and system."""

    def __init__(self, groups: Sequence[WordGroups], systems: int) -> None:
        self.groups = groups
        self.matched = [np.zeros((len(group.names), systems)) for group in groups]
        self.word_counts = [np.zeros((len(group.names), systems)) for group in groups]

    def add(self, group_index: int, word_groups: Indices, system: int, shares: Floats) -> None:
        """Add the shares of words, given their groups by one property; -1 is no group."""
        has_group = word_groups >= 0
        size = len(self.groups[group_index].names)
        self.matched[group_index][:, system] += np.bincount(
            word_groups[has_group], shares[has_group], size
        )
        self.word_counts[group_index][:, system] += np.bincount(
            word_groups[has_group], minlength=size
        )

    def records(self) -> list[dict[str, object]]:
        """Return plain values for the page, without empty groups."""
        tables: list[dict[str, object]] = []
        for group, got, words in zip(self.groups, self.matched, self.word_counts, strict=True):
            nonempty = np.flatnonzero(words.sum(axis=1)).tolist()
            with np.errstate(invalid="ignore"):
                shares = np.nan_to_num(got / words)
            tables.append(
                {
                    "title": group.title,
                    "note": group.note,
                    "names": [group.names[index] for index in nonempty],
                    "words": words[nonempty].max(axis=1).astype(int).tolist(),
                    "got": shares[nonempty].round(4).tolist(),
                }
            )
        return tables


def add_exact_matches(
    sums: GroupMatches,
    words: ReferenceWords,
    names: WordNumbering,
    systems: Sequence[NumberedTexts],
) -> None:
    """Add exact matches: the output has a word of the same form, and each word counts once."""
    references = names.read([sentence] for sentence in words.sentences)
    for system, texts in enumerate(systems):
        shares = matched_words(references, texts)
        for group_index, group in enumerate(sums.groups):
            sums.add(group_index, np.concatenate(group.group_indices), system, shares)


def add_graded_matches(
    sums: GroupMatches,
    words: ReferenceWords,
    drawn: AlignmentArrays,
    segments: Indices,
    systems: Indices,
) -> None:
    """Add graded matches: the share of a word's weight that flows, times the similarity.

    `segments` and `systems` are those of the drawn pairs.
    """
    pairs = np.arange(len(drawn.reference_indices))
    sizes = np.diff(drawn.x_offsets)
    pair_index = np.repeat(pairs, sizes)
    offset = np.arange(len(pair_index)) - drawn.x_offsets[:-1][pair_index]
    word_index = drawn.references.offsets[drawn.reference_indices][pair_index] + offset
    weights = drawn.references.weights[word_index]
    flow_pairs = np.repeat(pairs, np.diff(drawn.flow_offsets))
    matched_weights = drawn.amounts * drawn.similarities
    got = np.bincount(drawn.x_offsets[flow_pairs] + drawn.x, matched_weights, len(pair_index))
    weighted = np.flatnonzero(weights > 0)
    shares = np.clip(got[weighted] / weights[weighted], 0, 1)
    for group_index, group in enumerate(sums.groups):
        group_of = _find_groups(
            words,
            group,
            segments[pair_index[weighted]],
            drawn.references.starts[word_index[weighted]],
        )
        for system in np.unique(systems):
            is_system = systems[pair_index[weighted]] == system
            sums.add(group_index, group_of[is_system], int(system), shares[is_system])


def _find_groups(
    words: ReferenceWords, group: WordGroups, segments: Indices, starts: Indices
) -> Indices:
    """Return the groups of the words at these positions; segments are in order."""
    groups = np.full(len(starts), -1, dtype=np.intp)
    for segment in np.unique(segments):
        word_starts, in_segment = words.starts[segment], segments == segment
        if len(word_starts):
            indices = np.searchsorted(word_starts, starts[in_segment], "right") - 1
            groups[in_segment] = group.group_indices[segment][np.maximum(indices, 0)]
    return groups
