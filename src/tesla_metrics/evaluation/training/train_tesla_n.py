"""Train TESLA-N.

Rankings are learnt by the probability that the better output scores higher, and human scores by
correlation. Synthetic pairs of a better and a worse translation are added to both.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

import numpy as np

from ...arrays import Float32s, Indices
from ...core.encoding.pairs import Pairs
from ...core.encoding.session import default_session
from ...errors import InputError, UsageError
from ...metrics.tesla_n import GradedPairs
from ...metrics.tesla_x import GradedScorer, TeslaX
from ...optional import needs
from ...resources.contextual.encoder_file import AUTO, find_encoder
from ...resources.contextual.training.material import ContextSettings, TrainingMaterial
from ...resources.contextual.training.synthetic_pairs import JudgedSegment, synthetic_pairs
from ...resources.contextual.word_pieces import PieceTokenizer
from ...text.languages import parse_language
from ..judgments import Track

if TYPE_CHECKING:
    from ...resources.contextual.training.adapter import TrainedAdapter

DEVICES = (AUTO, "cpu", "cuda")
_EXTRA = "train-context"
_PAIRS_PER_BATCH = 5000


def train_tesla_n(
    tracks: Sequence[Track],
    settings: ContextSettings | None = None,
    *,
    encoder: str = AUTO,
    device: str = AUTO,
    jobs: int = 1,
    progress: Callable[[int], None] | None = None,
    planned: Callable[[int], None] | None = None,
) -> "TrainedAdapter":
    """Train an adapter of TESLA-N on judged tracks into one language.

    Parameters
    ----------
    tracks : judged test sets
    settings : training settings
    encoder : folder or file of the encoder; auto: the one for English
    device : auto, cpu or cuda
    jobs : number of parallel jobs
    progress, planned : called with the number of finished steps; first with the total

    Returns
    -------
    TrainedAdapter
    """
    with needs("torch", _EXTRA):
        from ...resources.contextual.training.adapter import AdapterTraining
    lang = _target_language(tracks)
    settings = settings or ContextSettings()
    training = AdapterTraining(find_encoder(encoder, lang), settings, _choose_device(device))
    gathered = TrainingData(tracks)
    if settings.synthetic:
        gathered.add_synthetic(lang, settings.seed)
    return training.train(
        gathered.material(training.pieces, TeslaX(lang=lang), jobs),
        lang,
        {"judged sets": gathered.judgments},
        planned or _ignore_progress,
        progress or _ignore_progress,
    )


def _ignore_progress(count: int) -> None:
    """Do nothing with a count of finished steps."""


def _target_language(tracks: Sequence[Track]) -> str:
    languages = sorted({parse_language(track.lang) for track in tracks})
    if len(languages) != 1:
        raise UsageError(
            f"judged sets into {', '.join(languages) or 'no language'}: an adapter has one "
            "target language, choose tracks of one"
        )
    return languages[0]


def _choose_device(device: str) -> str:
    with needs("torch", _EXTRA):
        import torch
    if device not in DEVICES:
        raise UsageError(f"unknown device {device!r}: choose from {', '.join(DEVICES)}")
    has_gpu = torch.cuda.is_available()
    if device == "cuda" and not has_gpu:
        raise UsageError("torch finds no GPU: leave --device out, or give --device cpu")
    return "cuda" if has_gpu and device != "cpu" else "cpu"


class TrainingData:
    """Training texts and judgments of all tracks, with each text and each pair stored once."""

    def __init__(self, tracks: Sequence[Track]) -> None:
        self._texts: dict[str, int] = {}
        self._pairs: dict[tuple[int, int], int] = {}
        self._segments: dict[int, JudgedSegment] = {}
        self._ranked: Counter[tuple[int, int, int]] = Counter()
        self._scored: list[tuple[int, int]] = []
        self._scores: list[float] = []
        self._synthetic: list[tuple[int, int, int, bool]] = []
        self.judgments: dict[str, dict[str, int]] = {}
        start = 0
        for track in tracks:
            rankings, scores = len(self._ranked), len(self._scores)
            self._add(track, start)
            start += track.segments
            self.judgments[track.name] = {
                "rankings": len(self._ranked) - rankings, "scores": len(self._scores) - scores,
            }  # fmt: skip
        if not self._ranked and len(self._scored) < 2:
            raise InputError(
                "there are no judgments to learn from: give rankings (human.rank.tsv) or segment "
                "scores (human.seg.tsv)"
            )

    def _add(self, track: Track, start: int) -> None:
        reference = next(iter(track.references.values()))
        outputs = list(track.outputs.values())

        def pair(system: int, segment: int) -> int:
            text = reference[segment] or ""
            output = outputs[system][segment]
            group = self._segments.setdefault(start + segment, JudgedSegment(text, []))
            assert isinstance(group.outputs, list)
            group.outputs.append(output)
            return self._pair(text, output)

        if track.rankings is not None:
            rankings = track.rankings
            columns = (rankings.segment, rankings.a, rankings.b, rankings.preference)
            rows = zip(*(column.tolist() for column in columns), strict=True)
            for segment, a, b, preference in rows:
                if preference and reference[segment]:
                    better, worse = (a, b) if preference > 0 else (b, a)
                    better_pair, worse_pair = pair(better, segment), pair(worse, segment)
                    if better_pair != worse_pair:
                        self._ranked[start + segment, better_pair, worse_pair] += 1
        if track.segment_scores is not None:
            scores = track.segment_scores
            standardised = (scores - np.nanmean(scores)) / (np.nanstd(scores) or 1.0)
            for system, segment in zip(*np.nonzero(np.isfinite(scores)), strict=True):
                if reference[segment]:
                    self._scored.append((start + int(segment), pair(system, int(segment))))
                    self._scores.append(float(standardised[system, segment]))

    def _pair(self, reference: str, candidate: str) -> int:
        left = self._texts.setdefault(reference, len(self._texts))
        right = self._texts.setdefault(candidate, len(self._texts))
        return self._pairs.setdefault((left, right), len(self._pairs))

    @property
    def texts(self) -> list[str]:
        """Texts in the order of their indices."""
        return list(self._texts)

    def add_synthetic(self, lang: str, seed: int) -> None:
        """Add synthetic translations that are made from the references and outputs."""
        groups = sorted(self._segments)
        segments = [self._segments[group] for group in groups]
        for synthetic in synthetic_pairs(segments, lang, seed):
            reference = segments[synthetic.segment].reference
            better, worse = (
                self._pair(reference, synthetic.better),
                self._pair(reference, synthetic.worse),
            )
            self._synthetic.append((groups[synthetic.segment], better, worse, synthetic.contrast))

    def material(self, pieces: PieceTokenizer, graded: TeslaX, jobs: int) -> TrainingMaterial:
        """Return arrays of texts, pairs and judgments, with results of tesla-x for each pair."""
        texts = self.texts
        piece_ids = [
            np.concatenate([pieces.start_ids, text_pieces.ids, pieces.end_ids])
            for text_pieces in pieces.tokenize(texts)
        ]
        pairs = _index_array(list(self._pairs), 2)
        synthetic = _index_array(self._synthetic, 4)
        graded_features = _graded_features(texts, pairs, graded, jobs)
        return TrainingMaterial(
            piece_ids,
            pairs,
            graded_features[:, 0],
            graded_features[:, 1:],
            self._rankings(),
            _index_array(self._scored, 2),
            np.array(self._scores, dtype=np.float32),
            synthetic[:, :3],
            synthetic[:, 3] > 0,
        )

    def _rankings(self) -> Indices:
        """Return one row per segment and two outputs, with the counts of both orders."""
        counts: Counter[tuple[int, int, int, bool]] = Counter()
        for (group, better, worse), times in self._ranked.items():
            first, second = sorted((better, worse))
            counts[group, first, second, better == first] += times
        keys = sorted({key[:3] for key in counts})
        return _index_array([(*key, counts[*key, True], counts[*key, False]) for key in keys], 5)


def _index_array(rows: Sequence[Sequence[int]], columns: int) -> Indices:
    return np.array(rows, dtype=np.intp).reshape(-1, columns)


def _graded_features(texts: Sequence[str], pairs: Indices, metric: TeslaX, jobs: int) -> Float32s:
    """Return tesla-x's score of each pair, and the features of its differences."""
    scorer = metric.open_in(default_session(), None)
    assert isinstance(scorer, GradedScorer)
    comparer = GradedPairs(scorer)
    features: Float32s = np.zeros((len(pairs), len(comparer.columns)), dtype=np.float32)
    # Pairs are ordered by reference, because adjacent equal references are analysed once.
    order = np.argsort(pairs[:, 0], kind="stable")
    for start in range(0, len(order), _PAIRS_PER_BATCH):
        part = order[start : start + _PAIRS_PER_BATCH]
        references, candidates = (
            [texts[text] for text in indices] for indices in pairs[part].T.tolist()
        )
        features[part] = comparer.compare(Pairs.of_lines(candidates, references), jobs)
    return features
