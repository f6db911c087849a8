"""Count matched words of the references, grouped by word class and by frequency."""

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
from .ngram_differences import compute_matched_shares
from .study import NumberedTexts, ReportVocabulary

_CLASS_NAMES = {
    "NOUN": "nouns", "PROPN": "names", "VERB": "verbs", "AUX": "auxiliaries", "ADJ": "adjectives",
    "ADV": "adverbs", "PRON": "pronouns", "DET": "determiners", "ADP": "adpositions",
    "CCONJ": "conjunctions", "SCONJ": "subordinators", "PART": "particles", "NUM": "numbers",
    "INTJ": "interjections", "SYM": "symbols", "X": "others",
}  # fmt: skip
# Groups by frequency in the language: a word of the first group occurs in at least one of 10
# sentences, a word of the second group in at least one of 100, and so on.
_SENTENCE_BOUNDS = (10, 100, 1_000, 10_000, 100_000)
# Groups by frequency in the references: maximum number of occurrences of the words of each group.
_COUNT_BOUNDS = (1, 2, 5, 20, 100)


class WordGroups(NamedTuple):
    """Words of the references, grouped by one property.

    title          name of the property
    note           explanation of the group names, or ""
    names          names of the groups, in the order in which they are shown
    group_indices  for each segment, the index of the group of each word; -1 for no group
    """

    title: str
    note: str
    names: Sequence[str]
    group_indices: Sequence[Indices]


class ReferenceWords(NamedTuple):
    """The words of the first reference of each segment.

    sentences  references without punctuation tokens
    starts     for each segment, the position of the first character of each word
    groups     groups of the words, by several properties
    """

    sentences: Sequence[Sentence]
    starts: Sequence[Indices]
    groups: Sequence[WordGroups]


def analyze_references(
    references: Sequence[Segment], metrics: Sequence[Metric[Any]]
) -> ReferenceWords | None:
    """Analyse the references like the first metric that has a language.

    Return None if no metric has a language and the references are plain text.
    """
    metric = next((item for item in metrics if getattr(item, "lang", "")), None)
    lang = "" if metric is None else parse_language(metric.lang)  # type: ignore[attr-defined]
    if isinstance(references[0], str):
        if not lang:
            return None
        analyzer_name = getattr(metric, "analyzer", "builtin")
        # Compounds are not split, because groups are about words of the text.
        analysed_sentences = load_analyzer(lang, analyzer_name, compounds="none").analyze(
            [str(reference) for reference in references]
        )
    else:
        analysed_sentences = [item for item in references if isinstance(item, Sentence)]
    sentences = [_remove_punctuation(item) for item in analysed_sentences]
    starts = [
        np.array(
            [start for start, _ in find_spans(text, [token.form for token in tokens])],
            dtype=np.intp,
        )
        for text, tokens in sentences
    ]
    groups = [*_group_by_class(sentences), _group_by_frequency(sentences, lang)]
    return ReferenceWords(sentences, starts, groups)


def _remove_punctuation(sentence: Sentence) -> Sentence:
    tokens = tuple(token for token in sentence.tokens if has_alphanumeric(token.form))
    return Sentence(sentence.text, tokens)


def _group_by_class(sentences: Sequence[Sentence]) -> Iterator[WordGroups]:
    """Yield the groups by word class; yield nothing if words have no word classes."""
    counts = Counter(token.upos for sentence in sentences for token in sentence.tokens)
    names = [name for name in counts if name != NO_VALUE]
    if len(names) < 2:
        return
    names.sort(key=lambda name: -counts[name])
    group_indices = {name: index for index, name in enumerate(names)}
    group_indices_by_segment = [
        _assign_groups(sentence, lambda token: group_indices.get(token.upos, -1))
        for sentence in sentences
    ]
    yield WordGroups(
        "word class", "", [_CLASS_NAMES.get(name, name) for name in names], group_indices_by_segment
    )


def _group_by_frequency(sentences: Sequence[Sentence], lang: str) -> WordGroups:
    """Group words by frequency in the language, or in the references if there is no table."""
    table = open_frequencies(default_session(), lang, "auto") if lang else None
    if table is not None:
        return _group_by_table(sentences, table)
    counts = Counter(token.form.lower() for sentence in sentences for token in sentence.tokens)
    group_indices = [
        _assign_groups(
            sentence, lambda token: bisect_left(_COUNT_BOUNDS, counts[token.form.lower()])
        )
        for sentence in sentences
    ]
    bounds = zip((0, *_COUNT_BOUNDS), _COUNT_BOUNDS, strict=False)
    names = ["once", "twice", *(f"{low + 1}–{high} times" for low, high in list(bounds)[2:])]
    note = "Number of occurrences in the references."
    return WordGroups("frequency", note, [*names, f"over {_COUNT_BOUNDS[-1]} times"], group_indices)


def _group_by_table(sentences: Sequence[Sentence], table: Frequencies) -> WordGroups:
    """Group words by a table of sentence frequencies.

    The weight w of a word is logarithmic: it occurs in one of (n + 1) ** w sentences, where n is
    the number of sentences of the table.
    """
    sentence_count = float(table.sentences + 1)
    # Words that occur in about one sentence of the table are in the last group.
    bounds = [bound for bound in _SENTENCE_BOUNDS if bound < sentence_count / 2]

    def find_group(token: Any) -> int:
        return bisect_left(
            bounds, sentence_count ** table.get_word_weight(token.form.lower()) * (1 - 1e-9)
        )

    names = [f"1 in {bound:,}" for bound in bounds]
    group_indices = [_assign_groups(sentence, find_group) for sentence in sentences]
    note = "1 in 100: at least one in 100 sentences of the language has the word."
    return WordGroups("frequency", note, [*names, "rarer"], group_indices)


def _assign_groups(sentence: Sentence, find_group: Callable[[Any], int]) -> Indices:
    return np.array([find_group(token) for token in sentence.tokens], dtype=np.intp)


class GroupMatches:
    """Sums of matched shares (0 to 1) of words, by group and system."""

    def __init__(self, groups: Sequence[WordGroups], n_systems: int) -> None:
        self.groups = groups
        self.matched_sums = [np.zeros((len(group.names), n_systems)) for group in groups]
        self.word_counts = [np.zeros((len(group.names), n_systems)) for group in groups]

    def add(self, group_index: int, word_groups: Indices, system: int, shares: Floats) -> None:
        """Add the matched shares of words of one system.

        `group_index` is the index of the property, and `word_groups` the group of each word; -1 for
        no group.
        """
        has_group = word_groups >= 0
        size = len(self.groups[group_index].names)
        self.matched_sums[group_index][:, system] += np.bincount(
            word_groups[has_group], shares[has_group], size
        )
        self.word_counts[group_index][:, system] += np.bincount(
            word_groups[has_group], minlength=size
        )

    def build_records(self) -> list[dict[str, object]]:
        """Return the results in types that JSON supports, without empty groups."""
        tables: list[dict[str, object]] = []
        for group, matched_sums, words in zip(
            self.groups, self.matched_sums, self.word_counts, strict=True
        ):
            nonempty = np.flatnonzero(words.sum(axis=1)).tolist()
            with np.errstate(invalid="ignore"):
                shares = np.nan_to_num(matched_sums / words)
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
    group_matches: GroupMatches,
    words: ReferenceWords,
    vocabulary: ReportVocabulary,
    systems: Sequence[NumberedTexts],
) -> None:
    """Add exact matches: words of a reference that occur in the output, each as often as there."""
    references = vocabulary.number_texts([sentence] for sentence in words.sentences)
    for system, texts in enumerate(systems):
        shares = compute_matched_shares(references, texts)
        for group_index, group in enumerate(group_matches.groups):
            group_matches.add(group_index, np.concatenate(group.group_indices), system, shares)


def add_graded_matches(
    group_matches: GroupMatches,
    words: ReferenceWords,
    alignments: AlignmentArrays,
    segments: Indices,
    systems: Indices,
) -> None:
    """Add graded matches: the matched share of a word's weight, times the similarity.

    `segments` and `n_systems` have the indices of the segment and the system of each pair.
    """
    pairs = np.arange(len(alignments.reference_indices))
    sizes = np.diff(alignments.x_offsets)
    pair_index = np.repeat(pairs, sizes)
    word_offset = np.arange(len(pair_index)) - alignments.x_offsets[:-1][pair_index]
    word_index = (
        alignments.references.offsets[alignments.reference_indices][pair_index] + word_offset
    )
    weights = alignments.references.weights[word_index]
    flow_pairs = np.repeat(pairs, np.diff(alignments.flow_offsets))
    matched_weights = alignments.amounts * alignments.similarities
    word_matches = np.bincount(
        alignments.x_offsets[flow_pairs] + alignments.x, matched_weights, len(pair_index)
    )
    weighted_indices = np.flatnonzero(weights > 0)
    shares = np.clip(word_matches[weighted_indices] / weights[weighted_indices], 0, 1)
    for group_index, group in enumerate(group_matches.groups):
        group_indices = _find_groups(
            words,
            group,
            segments[pair_index[weighted_indices]],
            alignments.references.starts[word_index[weighted_indices]],
        )
        for system in np.unique(systems):
            is_system = systems[pair_index[weighted_indices]] == system
            group_matches.add(group_index, group_indices[is_system], int(system), shares[is_system])


def _find_groups(
    words: ReferenceWords, word_groups: WordGroups, segments: Indices, starts: Indices
) -> Indices:
    """Return the group of each word by its segment and the position of its first character."""
    groups = np.full(len(starts), -1, dtype=np.intp)
    for segment in np.unique(segments):
        word_starts, is_in_segment = words.starts[segment], segments == segment
        if len(word_starts):
            indices = np.searchsorted(word_starts, starts[is_in_segment], "right") - 1
            groups[is_in_segment] = word_groups.group_indices[segment][np.maximum(indices, 0)]
    return groups
