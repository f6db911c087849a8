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
    discourse_reader,
    write_dicomer,
)
from ...parsing.coherence import (
    FEATURE_KINDS,
    MIN_SENTENCES,
    CoherenceModel,
    FeatureKind,
    RoleMatrix,
    coherence_features,
    role_matrix,
)
from ...parsing.discourse.relation import Document, Relation
from ...resources.learning.ranking import (
    SparseRanking,
    fit_logistic_curve,
    frequent_features,
    linear_svc_class,
)
from ...resources.learning.regression import FOLDS, ValidationResult, choose_c, make_folds
from ...text.languages import parse_language
from ..judgments import Track
from .judged_outputs import (
    DEFAULT_MARGIN,
    JudgedOutputs,
    choose_method,
    count_judgments,
    judged_pairs,
    select_outputs,
)

# Features that occur in fewer texts are left out.
MIN_TEXTS_PER_FEATURE = 3


@dataclass(frozen=True, eq=False)
class CoherencePairs:
    """Pairs of a better and a worse text, given by features; pairs of a group are in the same fold.

    Texts of one sentence have no features, and pairs with such a text are not used.

    texts           features of each text
    better, worse   indices of texts
    groups          cross-validation group of each pair
    sentences       number of sentences of each text, or None if those of a pair may differ; with
                    them the logistic function takes the length into account
    """

    texts: Sequence[Mapping[str, float]]
    better: Indices
    worse: Indices
    groups: Indices
    sentences: Indices | None = None

    @cached_property
    def usable_pairs(self) -> Indices:
        """Indices of the pairs whose texts both have features."""
        has_features = np.array([bool(text) for text in self.texts], dtype=bool)
        return np.flatnonzero(has_features[self.better] & has_features[self.worse])

    def ranking(self) -> SparseRanking:
        """Return the ranking problem of the usable pairs."""
        rows = self.usable_pairs
        if not len(rows):
            raise InputError(
                "no pair of judged texts has two sentences in each text: there is nothing to "
                "learn, give longer texts"
            )
        names = frequent_features(self.texts, MIN_TEXTS_PER_FEATURE) or frequent_features(
            self.texts, 1
        )
        return SparseRanking(
            self.texts, names, self.better[rows], self.worse[rows], self.groups[rows]
        )


@dataclass(frozen=True, eq=False)
class LearntJudge:
    """A learnt judge of coherence, its ranking problem, and its results on held-out groups."""

    judge: CoherenceModel
    problem: SparseRanking
    validated: ValidationResult


def learn_judge(
    pairs: CoherencePairs, kind: FeatureKind, validated: ValidationResult | None = None
) -> LearntJudge:
    """Learn a ranking SVM, and fit the logistic function to the margins of held-out texts.

    `validated` has the regularisation strength; by default it is chosen by cross-validation.
    """
    problem = pairs.ranking()
    validated = choose_c(problem) if validated is None else validated
    if validated.agreement <= 0.5:
        raise InputError(
            "nothing was learnt: of pairs of held-out texts "
            f"{validated.agreement:.1%} are ordered as people do, which is chance; check that "
            "scores belong to their texts, and give more of them"
        )
    all_rows = np.arange(len(problem.groups))
    weights = problem.fit(all_rows, np.arange(problem.n_features), validated.c)
    factor = MAX_WEIGHT / float(np.abs(weights).max())
    better, worse = _held_out_margins(problem, validated.c)
    inverse_lengths = None if pairs.sentences is None else 1.0 / pairs.sentences[problem.better]
    curve = fit_logistic_curve(better * factor, worse * factor, inverse_lengths)
    if curve.slope <= 0:
        raise InputError(
            "nothing was learnt: the better texts of held-out pairs do not have higher sums than "
            "the worse ones; give more texts"
        )
    rounded = np.rint(weights * factor).astype(int).tolist()
    weight_by_name = {
        name: weight for name, weight in zip(problem.feature_names, rounded, strict=True) if weight
    }
    judge = CoherenceModel(kind, weight_by_name, *curve)
    return LearntJudge(judge, problem, validated)


def _held_out_margins(problem: SparseRanking, strength: float) -> tuple[Floats, Floats]:
    """Return margins of the better and the worse texts, by weights learnt without their folds."""
    all_rows, columns = np.arange(len(problem.groups)), np.arange(problem.n_features)
    better, worse = np.empty(len(all_rows)), np.empty(len(all_rows))
    for fold in make_folds(problem.groups):
        weights = problem.fit(np.setdiff1d(all_rows, fold), columns, strength)
        margins = problem.margins(weights)
        better[fold], worse[fold] = margins[problem.better[fold]], margins[problem.worse[fold]]
    return better, worse


# Order discrimination (Barzilay & Lapata 2008): texts versus permutations of their sentences.

MAX_PERMUTATIONS = 20
SEED = 12345
# Longer texts have enough permutations, so that they need not be counted.
_MAX_COUNTED_SENTENCES = 8
_DrawOrder: TypeAlias = Callable[[int, np.random.Generator], tuple[int, ...]]


class RelationSource(Protocol):
    """Protocol of parsers that find the relations of a document with trees."""

    def relations(self, document: Document) -> Sequence[Relation]:
        """Return the relations of a document in any order."""


def permuted_orders(
    sentences: int, text_index: int = 0, max_orders: int = MAX_PERMUTATIONS, seed: int = SEED
) -> list[tuple[int, ...]]:
    """Return up to `max_orders` distinct orders of sentences, all different from the original
    order.

    `text_index` is the index of the text, so that every text has different random orders.
    """
    available = factorial(sentences) - 1 if sentences <= _MAX_COUNTED_SENTENCES else max_orders
    return _distinct_orders(sentences, text_index, min(max_orders, available), seed, _shuffle)


def single_move_orders(
    sentences: int, text_index: int = 0, max_orders: int = MAX_PERMUTATIONS, seed: int = SEED
) -> list[tuple[int, ...]]:
    """Return up to `max_orders` distinct orders in which exactly one sentence has moved."""
    available = (sentences - 1) ** 2
    return _distinct_orders(sentences, text_index, min(max_orders, available), seed, _move_one)


def _distinct_orders(
    sentences: int, text_index: int, count: int, seed: int, draw: _DrawOrder
) -> list[tuple[int, ...]]:
    generator = np.random.default_rng([seed, text_index])
    original = tuple(range(sentences))
    orders: dict[tuple[int, ...], None] = {}
    while len(orders) < count:
        order = draw(sentences, generator)
        if order != original:
            orders[order] = None
    return list(orders)


def _shuffle(sentences: int, generator: np.random.Generator) -> tuple[int, ...]:
    return tuple(generator.permutation(sentences).tolist())


def _move_one(sentences: int, generator: np.random.Generator) -> tuple[int, ...]:
    order = list(range(sentences))
    moved = order.pop(int(generator.integers(sentences)))
    order.insert(int(generator.integers(sentences)), moved)
    return tuple(order)


def split_document(document: Document, length: int) -> Iterator[Document]:
    """Split a text into texts of `length` sentences; the last one may have up to 2 * length - 1."""
    count = max(1, len(document.sentences) // length)
    for index in range(count):
        start = index * length
        end = start + length if index + 1 < count else len(document.sentences)
        yield document.permuted(range(start, end))


def permuted_matrices(
    document: Document, orders: Iterable[Sequence[int]], parser: RelationSource
) -> Iterator[RoleMatrix]:
    """Yield the role matrix of a text in each order, with the same trees and new relations."""
    for order in orders:
        permuted = document.permuted(order)
        yield role_matrix(permuted, parser.relations(permuted))


ReportProgress = Callable[[int], None]
DEFAULT_FEATURES = "dicomer"
# Sentences per part: documents are also split into texts as long as summaries.
SENTENCES_PER_PART = 6
# Permutations per text: more of them make training slower without better results.
PERMUTATIONS_PER_TEXT = 5
_TEXTS_PER_BATCH = 50


@dataclass(frozen=True, eq=False)
class TrainedDicomer:
    """A trained model, and the judge and problem that it was learnt from."""

    model: DicomerModel
    learnt: LearntJudge

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
    progress, planned : called with the number of finished texts; first with the total
    session : session that loads resources

    Returns
    -------
    TrainedDicomer
    """
    kind = feature_kind(features)
    if not tracks:
        raise UsageError("there are no judged texts: give at least one track")
    method = choose_method(tracks, "ranking", margin)
    judged = [select_outputs(track, method, margin) for track in tracks]
    linear_svc_class()  # raises an error early if scikit-learn is missing
    reader = discourse_reader(session or default_session(), parse_language(lang))
    texts = [text for track_outputs in judged for text in track_outputs.texts()[0]]
    if planned is not None:
        planned(len(texts))
    pairs = _pairs(judged, list(_features(reader, texts, kind, progress)))
    learnt = learn_judge(pairs, kind)
    facts = {"margin": float(margin), "pairs": count_judgments(judged, method)}
    return _make_trained(reader, lang, learnt, facts)


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
    """Train DICOMER on documents with trees, which are better than their permutations.

    Parameters
    ----------
    documents : parsed documents; their parts, as long as summaries, are used too
    lang : language of the documents
    features : lin, lin+c, lin+e or dicomer
    max_permutations, seed : maximum permutations per text, and the seed that draws them
    progress : called with the number of newly finished texts
    session : session that loads resources

    Returns
    -------
    TrainedDicomer
    """
    kind = feature_kind(features)
    linear_svc_class()
    reader = discourse_reader(session or default_session(), parse_language(lang))
    rows: list[dict[str, float]] = []
    sentences: list[int] = []
    pairs = list[tuple[int, int, int]]()
    for text_index, (group, text) in enumerate(training_texts(documents)):
        count, first = len(text.sentences), len(rows)
        orders = [tuple(range(count)), *permuted_orders(count, text_index, max_permutations, seed)]
        role_matrices = permuted_matrices(text, orders, reader.parser)
        rows += [coherence_features(matrix, kind) for matrix in role_matrices]
        sentences += [count] * (len(rows) - first)
        pairs += [(first, worse, group) for worse in range(first + 1, len(rows))]
        if progress is not None:
            progress(1)
    better, worse, groups = np.array(pairs, dtype=np.intp).reshape(-1, 3).T
    coherence_pairs = CoherencePairs(rows, better, worse, groups, np.array(sentences))
    learnt = learn_judge(coherence_pairs, kind)
    facts = {"permutations": max_permutations, "seed": seed, "pairs": {"order": len(pairs)}}
    return _make_trained(reader, lang, learnt, facts)


def training_texts(documents: Iterable[Document]) -> Iterator[tuple[int, Document]]:
    """Yield documents of two sentences or more, and their parts, with the index of the document."""
    for index, document in enumerate(documents):
        length = len(document.sentences)
        texts = (
            [document, *split_document(document, SENTENCES_PER_PART)]
            if length > SENTENCES_PER_PART
            else [document]
        )
        yield from ((index, text) for text in texts if len(text.sentences) >= MIN_SENTENCES)


def feature_kind(name: str) -> FeatureKind:
    """Return the kind of features of a name."""
    if name not in FEATURE_KINDS:
        raise UsageError(f"unknown features {name!r}: choose from {', '.join(FEATURE_KINDS)}")
    return FEATURE_KINDS[name]


def _make_trained(
    reader: DiscourseReader, lang: str, learnt: LearntJudge, facts: dict[str, Any]
) -> TrainedDicomer:
    groups, validated = len(np.unique(learnt.problem.groups)), learnt.validated
    training = {
        "method": learnt.problem.method,
        **facts,
        "segments": groups,
        "folds": min(FOLDS, groups),
        "c": validated.c,
        learnt.problem.measure: validated.agreement,
    }
    model = DicomerModel(parse_language(lang), learnt.judge, reader.names, training)
    return TrainedDicomer(model, learnt)


def _features(
    reader: DiscourseReader,
    texts: Sequence[str],
    kind: FeatureKind,
    progress: ReportProgress | None,
) -> Iterable[dict[str, float]]:
    for start in range(0, len(texts), _TEXTS_PER_BATCH):
        batch = texts[start : start + _TEXTS_PER_BATCH]
        for matrix in reader.matrices(batch):
            yield coherence_features(matrix, kind) if matrix.n_sentences >= MIN_SENTENCES else {}
        if progress is not None:
            progress(len(batch))


def _pairs(judged: Sequence[JudgedOutputs], texts: Sequence[dict[str, float]]) -> CoherencePairs:
    better, worse = judged_pairs(judged)
    groups = _topic_groups(judged)
    if len(np.unique(groups)) < 2:
        raise InputError(
            "there are judgments of 1 topic: training and validation need at least two, and "
            "hundreds are better"
        )
    return CoherencePairs(texts, better, worse, groups[better])


def _topic_groups(judged: Sequence[JudgedOutputs]) -> Indices:
    """Return indices of topics over all tracks; topics of different tracks are different."""
    groups, first = [], 0
    for outputs in judged:
        groups.append(first + outputs.segment)
        first += outputs.track.segments
    return np.concatenate(groups)
