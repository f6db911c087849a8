"""Training DICOMER: from texts that people judged, or from texts and permutations of these."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from ..arrays import Indices
from ..coherence.features import KINDS, FeatureKind, coherence_features
from ..coherence.judge import FEWEST
from ..discourse.document import Document
from ..encoding.session import Session, default_session
from ..errors import InputError, UsageError
from ..judging.judgments import Track
from ..languages import parse_language
from ..learning.ranking import linear_svc
from ..learning.validation import FOLDS
from ..metrics.dicomer.model import DicomerModel, write_dicomer
from ..metrics.dicomer.reader import DiscourseReader, discourse_reader
from .coherence import CoherencePairs, LearntJudge, learn_judge
from .examples import judged_pairs, judgments
from .judged_outputs import MARGIN, JudgedOutputs, choose_method, judged_outputs
from .order import SEED, matrices, permutations, stretches

Told = Callable[[int], None]
FEATURES = "dicomer"
# Sentences: documents are cut into texts as long as summaries, too.
STRETCH = 6
# Permutations of each text: more of them make training slower, not better.
AGAINST = 5
_BATCH = 50


@dataclass(frozen=True, eq=False)
class TrainedDicomer:
    """A model, and what it was learnt from."""

    model: DicomerModel
    learnt: LearntJudge

    def write(self, path: str | Path) -> None:
        """The model as a file for `Dicomer`."""
        write_dicomer(Path(path), self.model)


def train_dicomer(
    tracks: Sequence[Track],
    *,
    lang: str = "en",
    features: str = FEATURES,
    margin: float = MARGIN,
    progress: Told | None = None,
    planned: Told | None = None,
    session: Session | None = None,
) -> TrainedDicomer:
    """A model of judged texts, in pairs within a topic whose scores are `margin` standard
    deviations apart.

    `features` are lin, lin+c, lin+e or dicomer. `planned` is told the number of texts before
    `progress` hears of any.
    """
    kind = feature_kind(features)
    if not tracks:
        raise UsageError("there are no judged texts: give a track at least")
    method = choose_method(tracks, "ranking", margin)
    judged = [judged_outputs(track, method, margin) for track in tracks]
    linear_svc()  # where it is missing, that is said before the long work
    reader = discourse_reader(session or default_session(), parse_language(lang))
    texts = [text for one in judged for text in one.texts()[0]]
    if planned is not None:
        planned(len(texts))
    pairs = _pairs(judged, list(_features(reader, texts, kind, progress)))
    learnt = learn_judge(pairs, kind)
    facts = {"margin": float(margin), "pairs": judgments(judged, method)}
    return _trained(reader, lang, learnt, facts)


def train_on_order(
    documents: Iterable[Document],
    *,
    lang: str = "en",
    features: str = FEATURES,
    most: int = AGAINST,
    seed: int = SEED,
    progress: Told | None = None,
    session: Session | None = None,
) -> TrainedDicomer:
    """A model of documents with trees: as they are, each is better than when it is permuted.

    So is each of their stretches, which are as long as summaries.
    """
    kind = feature_kind(features)
    linear_svc()
    reader = discourse_reader(session or default_session(), parse_language(lang))
    rows: list[dict[str, float]] = []
    sentences: list[int] = []
    pairs = list[tuple[int, int, int]]()
    for number, (group, text) in enumerate(training_texts(documents)):
        count, first = len(text.sentences), len(rows)
        orders = [tuple(range(count)), *permutations(count, number, most, seed)]
        found = matrices(text, orders, reader.parser)
        rows += [coherence_features(matrix, kind) for matrix in found]
        sentences += [count] * (len(rows) - first)
        pairs += [(first, worse, group) for worse in range(first + 1, len(rows))]
        if progress is not None:
            progress(1)
    better, worse, groups = np.array(pairs, dtype=np.intp).reshape(-1, 3).T
    own = CoherencePairs(rows, better, worse, groups, np.array(sentences))
    learnt = learn_judge(own, kind)
    facts = {"permutations": most, "seed": seed, "pairs": {"order": len(pairs)}}
    return _trained(reader, lang, learnt, facts)


def training_texts(documents: Iterable[Document]) -> Iterator[tuple[int, Document]]:
    """Documents of two sentences and more, whole and cut, each with its document's number."""
    for number, document in enumerate(documents):
        whole = len(document.sentences)
        texts = [document, *stretches(document, STRETCH)] if whole > STRETCH else [document]
        yield from ((number, text) for text in texts if len(text.sentences) >= FEWEST)


def feature_kind(name: str) -> FeatureKind:
    """By its name."""
    if name not in KINDS:
        raise UsageError(f"unknown features {name!r}: choose from {', '.join(KINDS)}")
    return KINDS[name]


def _trained(
    reader: DiscourseReader, lang: str, learnt: LearntJudge, facts: dict[str, Any]
) -> TrainedDicomer:
    groups, validated = len(np.unique(learnt.problem.groups)), learnt.validated
    training = {
        "method": learnt.problem.method,
        **facts,
        "segments": groups,
        "folds": min(FOLDS, groups),
        "c": validated.strength,
        learnt.problem.measure: validated.agreement,
    }
    model = DicomerModel(parse_language(lang), learnt.judge, reader.names, training)
    return TrainedDicomer(model, learnt)


def _features(
    reader: DiscourseReader, texts: Sequence[str], kind: FeatureKind, progress: Told | None
) -> Iterable[dict[str, float]]:
    for start in range(0, len(texts), _BATCH):
        batch = texts[start : start + _BATCH]
        for matrix in reader.matrices(batch):
            yield coherence_features(matrix, kind) if matrix.sentences >= FEWEST else {}
        if progress is not None:
            progress(len(batch))


def _pairs(judged: Sequence[JudgedOutputs], texts: Sequence[dict[str, float]]) -> CoherencePairs:
    better, worse = judged_pairs(judged)
    groups = _topics(judged)
    if len(np.unique(groups)) < 2:
        raise InputError(
            "there are judgments of 1 topic: two are the least that can be trained on and checked, "
            "and hundreds are wanted"
        )
    return CoherencePairs(texts, better, worse, groups[better])


def _topics(judged: Sequence[JudgedOutputs]) -> Indices:
    """Numbers of topics, those of each track apart."""
    found, first = [], 0
    for one in judged:
        found.append(first + one.segment)
        first += one.track.segments
    return np.concatenate(found)
