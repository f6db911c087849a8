"""Train DICOMER on judged texts or on permutations of sentences."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import factorial
from pathlib import Path
from typing import Any, Protocol, TypeAlias

import numpy as np

from ...arrays import Floats, Indices
from ...core.encoding.session import Session, default_session
from ...errors import InputError, UsageError
from ...metrics.dicomer import (
    MAX_WEIGHT,
    DicomerModel,
    DiscourseReader,
    get_discourse_reader,
    write_dicomer,
)
from ...parsing.coherence import (
    FEATURE_KINDS,
    MIN_SENTENCES,
    CoherenceModel,
    FeatureKind,
    RoleMatrix,
    build_role_matrix,
    compute_coherence_features,
)
from ...parsing.discourse.relation import Document, Relation
from ...resources.learning.ranking import (
    SparseRanking,
    find_frequent_features,
    fit_logistic_curve,
    import_linear_svc,
)
from ...resources.learning.regression import N_FOLDS, ValidationResult, choose_c, make_folds
from ...text.languages import parse_language
from ..judgments import Track
from .judged_outputs import (
    DEFAULT_MARGIN,
    JudgedOutputs,
    choose_method,
    collect_pairs,
    count_judgments,
    select_outputs,
)

# Features that occur in fewer texts are not used.
MIN_TEXTS_PER_FEATURE = 3


@dataclass(frozen=True, eq=False)
class CoherencePairs:
    """Pairs of a better and a worse text, which are represented by their features.

    texts           features of each text, by name; empty for texts of one sentence
    better, worse   indices of the texts of each pair
    groups          group of each pair; cross-validation keeps a group in the same fold
    sentences       number of sentences of each text, for a logistic function that depends on it;
                    None if the texts of a pair may have different numbers of sentences
    """

    texts: Sequence[Mapping[str, float]]
    better: Indices
    worse: Indices
    groups: Indices
    sentence_counts: Indices | None = None

    @cached_property
    def usable_pairs(self) -> Indices:
        """Indices of the pairs in which both texts have features."""
        has_features = np.array([bool(text) for text in self.texts], dtype=bool)
        return np.flatnonzero(has_features[self.better] & has_features[self.worse])

    def build_ranking(self) -> SparseRanking:
        """Return the ranking problem of the usable pairs."""
        pairs = self.usable_pairs
        if not len(pairs):
            raise InputError(
                "no pair of judged texts has two sentences in each text: there is nothing to "
                "learn, give longer texts"
            )
        feature_names = find_frequent_features(self.texts, MIN_TEXTS_PER_FEATURE)
        if not feature_names:
            feature_names = find_frequent_features(self.texts, 1)
        return SparseRanking(
            self.texts, feature_names, self.better[pairs], self.worse[pairs], self.groups[pairs]
        )


@dataclass(frozen=True, eq=False)
class LearntCoherence:
    """A learnt model of coherence.

    judge      the model
    problem    the ranking problem that it was learnt from
    validated  results on held-out groups
    """

    judge: CoherenceModel
    problem: SparseRanking
    validated: ValidationResult


def learn_coherence(
    pairs: CoherencePairs, kind: FeatureKind, validation: ValidationResult | None = None
) -> LearntCoherence:
    """Learn a ranking SVM, and fit the logistic function to the margins of held-out texts.

    `validation` has the regularisation strength C; by default it is chosen by cross-validation.
    """
    problem = pairs.build_ranking()
    validation = choose_c(problem) if validation is None else validation
    if validation.agreement <= 0.5:
        raise InputError(
            "nothing was learnt: of pairs of held-out texts "
            f"{validation.agreement:.1%} are ordered as people do, which is chance; check that "
            "scores belong to their texts, and give more of them"
        )
    all_pairs = np.arange(len(problem.groups))
    weights = problem.fit(all_pairs, np.arange(problem.n_features), validation.c)
    weight_scale = MAX_WEIGHT / float(np.abs(weights).max())
    better_margins, worse_margins = _compute_held_out_margins(problem, validation.c)
    inverse_lengths = (
        None if pairs.sentence_counts is None else 1.0 / pairs.sentence_counts[problem.better]
    )
    logistic_curve = fit_logistic_curve(
        better_margins * weight_scale, worse_margins * weight_scale, inverse_lengths
    )
    if logistic_curve.slope <= 0:
        raise InputError(
            "nothing was learnt: the better texts of held-out pairs do not have higher sums than "
            "the worse ones; give more texts"
        )
    integer_weights = np.rint(weights * weight_scale).astype(int).tolist()
    weight_by_name = {
        name: weight
        for name, weight in zip(problem.feature_names, integer_weights, strict=True)
        if weight
    }
    model = CoherenceModel(kind, weight_by_name, *logistic_curve)
    return LearntCoherence(model, problem, validation)


def _compute_held_out_margins(problem: SparseRanking, c: float) -> tuple[Floats, Floats]:
    """Return the margins of the better and the worse texts of each pair.

    The margins of a fold are computed by weights that were learnt from the other folds.
    """
    all_pairs, all_features = np.arange(len(problem.groups)), np.arange(problem.n_features)
    better_margins, worse_margins = np.empty(len(all_pairs)), np.empty(len(all_pairs))
    for fold in make_folds(problem.groups):
        weights = problem.fit(np.setdiff1d(all_pairs, fold), all_features, c)
        margins = problem.compute_margins(weights)
        better_margins[fold], worse_margins[fold] = (
            margins[problem.better[fold]],
            margins[problem.worse[fold]],
        )
    return better_margins, worse_margins


# Order discrimination (Barzilay & Lapata 2008): texts versus permutations of their sentences.

MAX_PERMUTATIONS = 20
SEED = 12345
# Longer texts have more permutations than are ever drawn, so that they need not be counted.
_MAX_COUNTED_SENTENCES = 8
# Function from a number of sentences and a generator to a random order of the sentences.
_DrawOrder: TypeAlias = Callable[[int, np.random.Generator], tuple[int, ...]]


class RelationParser(Protocol):
    """Protocol of discourse parsers: they find the relations of a document with trees."""

    def relations(self, document: Document) -> Sequence[Relation]:
        """Return the relations of a document in any order."""


def draw_orders(
    n_sentences: int, text_index: int = 0, max_orders: int = MAX_PERMUTATIONS, seed: int = SEED
) -> list[tuple[int, ...]]:
    """Draw up to `max_orders` distinct orders of sentences that differ from the original order.

    `text_index` is part of the seed, so that texts have different random orders.
    """
    n_available = (
        factorial(n_sentences) - 1 if n_sentences <= _MAX_COUNTED_SENTENCES else max_orders
    )
    return _draw_distinct_orders(
        n_sentences, text_index, min(max_orders, n_available), seed, _shuffle
    )


def draw_single_move_orders(
    n_sentences: int, text_index: int = 0, max_orders: int = MAX_PERMUTATIONS, seed: int = SEED
) -> list[tuple[int, ...]]:
    """Draw up to `max_orders` distinct orders in which exactly one sentence has moved."""
    n_available = (n_sentences - 1) ** 2
    return _draw_distinct_orders(
        n_sentences, text_index, min(max_orders, n_available), seed, _move_one
    )


def _draw_distinct_orders(
    n_sentences: int, text_index: int, count: int, seed: int, draw_order: _DrawOrder
) -> list[tuple[int, ...]]:
    generator = np.random.default_rng([seed, text_index])
    original_order = tuple(range(n_sentences))
    orders: dict[tuple[int, ...], None] = {}
    while len(orders) < count:
        order = draw_order(n_sentences, generator)
        if order != original_order:
            orders[order] = None
    return list(orders)


def _shuffle(n_sentences: int, generator: np.random.Generator) -> tuple[int, ...]:
    return tuple(generator.permutation(n_sentences).tolist())


def _move_one(n_sentences: int, generator: np.random.Generator) -> tuple[int, ...]:
    order = list(range(n_sentences))
    moved_sentence = order.pop(int(generator.integers(n_sentences)))
    order.insert(int(generator.integers(n_sentences)), moved_sentence)
    return tuple(order)


def split_document(document: Document, length: int) -> Iterator[Document]:
    """Yield the parts of a text with `length` sentences; the last may have up to 2 * length - 1."""
    n_parts = max(1, len(document.sentences) // length)
    for index in range(n_parts):
        start = index * length
        end = start + length if index + 1 < n_parts else len(document.sentences)
        yield document.reorder_sentences(range(start, end))


def build_permuted_matrices(
    document: Document, orders: Iterable[Sequence[int]], parser: RelationParser
) -> Iterator[RoleMatrix]:
    """Yield the role matrix of a text with its sentences in each order.

    The trees stay the same, but the relations are parsed again.
    """
    for order in orders:
        permuted_document = document.reorder_sentences(order)
        yield build_role_matrix(permuted_document, parser.relations(permuted_document))


ReportProgress = Callable[[int], None]
DEFAULT_FEATURES = "dicomer"
# Documents are also split into parts of this length, because summaries are short texts.
SENTENCES_PER_PART = 6
# More permutations make training slower without better results.
PERMUTATIONS_PER_TEXT = 5
_TEXTS_PER_BATCH = 50


@dataclass(frozen=True, eq=False)
class TrainedDicomer:
    """A trained DICOMER model, with the results of learning its coherence model."""

    model: DicomerModel
    learnt: LearntCoherence

    def write(self, path: str | Path) -> None:
        """Write the model to a file for `Dicomer`."""
        write_dicomer(Path(path), self.model)


def train_dicomer(
    tracks: Sequence[Track],
    *,
    lang: str = "en",
    features: str = DEFAULT_FEATURES,
    margin: float = DEFAULT_MARGIN,
    progress: ReportProgress | None = None,
    planned: ReportProgress | None = None,
    session: Session | None = None,
) -> TrainedDicomer:
    """Train DICOMER on pairs of judged texts of the same topic.

    Parameters
    ----------
    tracks : judged texts, from `read_tracks`
    lang : language of the texts
    features : lin, lin+c, lin+e or dicomer
    margin : minimum difference of scores in a pair, in standard deviations
    progress : called with the number of newly finished texts
    planned : called once with the total number of texts
    session : session that loads resources

    Returns
    -------
    TrainedDicomer
    """
    kind = get_feature_kind(features)
    if not tracks:
        raise UsageError("there are no judged texts: give at least one track")
    method = choose_method(tracks, "ranking", margin)
    judged_outputs = [select_outputs(track, method, margin) for track in tracks]
    import_linear_svc()  # raises an error early if scikit-learn is missing
    reader = get_discourse_reader(session or default_session(), parse_language(lang))
    texts = [text for track_outputs in judged_outputs for text in track_outputs.get_texts()[0]]
    if planned is not None:
        planned(len(texts))
    pairs = _build_pairs(judged_outputs, list(_compute_features(reader, texts, kind, progress)))
    learnt_coherence = learn_coherence(pairs, kind)
    training_data = {"margin": float(margin), "pairs": count_judgments(judged_outputs, method)}
    return _build_trained(reader, lang, learnt_coherence, training_data)


def train_on_order(
    documents: Iterable[Document],
    *,
    lang: str = "en",
    features: str = DEFAULT_FEATURES,
    max_permutations: int = PERMUTATIONS_PER_TEXT,
    seed: int = SEED,
    progress: ReportProgress | None = None,
    session: Session | None = None,
) -> TrainedDicomer:
    """Train DICOMER to prefer documents to permutations of their sentences.

    Parameters
    ----------
    documents : documents with trees; shorter parts of long documents are used too
    lang : language of the documents
    features : lin, lin+c, lin+e or dicomer
    max_permutations, seed : maximum permutations per text, and the seed that draws them
    progress : called with the number of newly finished texts
    session : session that loads resources

    Returns
    -------
    TrainedDicomer
    """
    kind = get_feature_kind(features)
    import_linear_svc()
    reader = get_discourse_reader(session or default_session(), parse_language(lang))
    text_features: list[dict[str, float]] = []
    sentence_counts: list[int] = []
    index_pairs = list[tuple[int, int, int]]()  # (better text, worse text, group)
    for text_index, (group, text) in enumerate(collect_training_texts(documents)):
        n_sentences, original_index = len(text.sentences), len(text_features)
        orders = [
            tuple(range(n_sentences)),
            *draw_orders(n_sentences, text_index, max_permutations, seed),
        ]
        role_matrices = build_permuted_matrices(text, orders, reader.parser)
        text_features += [compute_coherence_features(matrix, kind) for matrix in role_matrices]
        sentence_counts += [n_sentences] * (len(text_features) - original_index)
        index_pairs += [
            (original_index, index, group)
            for index in range(original_index + 1, len(text_features))
        ]
        if progress is not None:
            progress(1)
    better_indices, worse_indices, groups = np.array(index_pairs, dtype=np.intp).reshape(-1, 3).T
    coherence_pairs = CoherencePairs(
        text_features, better_indices, worse_indices, groups, np.array(sentence_counts)
    )
    learnt_coherence = learn_coherence(coherence_pairs, kind)
    training_data = {
        "permutations": max_permutations,
        "seed": seed,
        "pairs": {"order": len(index_pairs)},
    }
    return _build_trained(reader, lang, learnt_coherence, training_data)


def collect_training_texts(documents: Iterable[Document]) -> Iterator[tuple[int, Document]]:
    """Yield (document index, text) for documents and their parts of at least two sentences."""
    for index, document in enumerate(documents):
        texts = [document]
        if len(document.sentences) > SENTENCES_PER_PART:
            texts += split_document(document, SENTENCES_PER_PART)
        yield from ((index, text) for text in texts if len(text.sentences) >= MIN_SENTENCES)


def get_feature_kind(name: str) -> FeatureKind:
    """Return the feature kind with a name; raise a UsageError for an unknown name."""
    if name not in FEATURE_KINDS:
        raise UsageError(f"unknown features {name!r}: choose from {', '.join(FEATURE_KINDS)}")
    return FEATURE_KINDS[name]


def _build_trained(
    reader: DiscourseReader,
    lang: str,
    learnt_coherence: LearntCoherence,
    training_data: dict[str, Any],
) -> TrainedDicomer:
    """Build the model with its training record, which includes `training_data`."""
    n_groups = len(np.unique(learnt_coherence.problem.groups))
    training = {
        "method": learnt_coherence.problem.method,
        **training_data,
        "segments": n_groups,
        "folds": min(N_FOLDS, n_groups),
        "c": learnt_coherence.validated.c,
        learnt_coherence.problem.measure: learnt_coherence.validated.agreement,
    }
    model = DicomerModel(
        parse_language(lang), learnt_coherence.judge, reader.analysis_names, training
    )
    return TrainedDicomer(model, learnt_coherence)


def _compute_features(
    reader: DiscourseReader,
    texts: Sequence[str],
    kind: FeatureKind,
    progress: ReportProgress | None,
) -> Iterable[dict[str, float]]:
    """Yield the features of each text; a text of one sentence has none."""
    for start in range(0, len(texts), _TEXTS_PER_BATCH):
        batch = texts[start : start + _TEXTS_PER_BATCH]
        for matrix in reader.compute_matrices(batch):
            yield (
                compute_coherence_features(matrix, kind)
                if matrix.n_sentences >= MIN_SENTENCES
                else {}
            )
        if progress is not None:
            progress(len(batch))


def _build_pairs(
    judged_outputs: Sequence[JudgedOutputs], text_features: Sequence[dict[str, float]]
) -> CoherencePairs:
    better, worse = collect_pairs(judged_outputs)
    groups = _number_topics(judged_outputs)
    if len(np.unique(groups)) < 2:
        raise InputError(
            "there are judgments of 1 topic: training and validation need at least two, and "
            "hundreds are better"
        )
    return CoherencePairs(text_features, better, worse, groups[better])


def _number_topics(judged_outputs: Sequence[JudgedOutputs]) -> Indices:
    """Return the topic of each output; topics are numbered over all tracks."""
    groups, n_topics_before = [], 0
    for outputs in judged_outputs:
        groups.append(n_topics_before + outputs.segment)
        n_topics_before += outputs.track.segments
    return np.concatenate(groups)
