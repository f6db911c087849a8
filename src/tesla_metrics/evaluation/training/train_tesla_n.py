"""Train TESLA-N.

For rankings, training maximises the probability that the better output scores higher; for human
scores it maximises the correlation. Synthetic pairs of a better and a worse translation are added
to both.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

import numpy as np

from ...arrays import Float32s, Indices
from ...core.encoding.pairs import Pairs
from ...core.encoding.session import default_session
from ...errors import InputError, UsageError
from ...metrics.tesla_n import GradedPairComparer
from ...metrics.tesla_x import GradedScorer, TeslaX
from ...optional import requires_extra
from ...resources.contextual.encoder_file import AUTO, find_encoder
from ...resources.contextual.training.material import ContextSettings, TrainingMaterial
from ...resources.contextual.training.synthetic_pairs import JudgedSegment, make_synthetic_pairs
from ...resources.contextual.word_pieces import PieceTokenizer
from ...text.languages import parse_language
from ..judgments import Track

if TYPE_CHECKING:
    from ...resources.contextual.training.adapter import TrainedAdapter

DEVICES = (AUTO, "cpu", "cuda")
_EXTRA = "train-context"  # extra of the package that installs torch
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
    encoder : folder or file of the encoder; auto: the encoder for English
    device : auto, cpu or cuda
    jobs : number of parallel jobs
    progress : called with the number of newly finished steps
    planned : called once with the total number of steps

    Returns
    -------
    TrainedAdapter
    """
    with requires_extra("torch", _EXTRA):
        from ...resources.contextual.training.adapter import AdapterTraining
    lang = _get_target_language(tracks)
    settings = settings or ContextSettings()
    training = AdapterTraining(find_encoder(encoder, lang), settings, _choose_device(device))
    training_data = TrainingData(tracks)
    if settings.synthetic:
        training_data.add_synthetic(lang, settings.seed)
    return training.train(
        training_data.build_material(training.tokenizer, TeslaX(lang=lang), jobs),
        lang,
        {"judged sets": training_data.judgments},
        planned or _ignore_progress,
        progress or _ignore_progress,
    )


def _ignore_progress(count: int) -> None:
    """Do nothing with a count of finished steps."""


def _get_target_language(tracks: Sequence[Track]) -> str:
    languages = sorted({parse_language(track.lang) for track in tracks})
    if len(languages) != 1:
        raise UsageError(
            f"judged sets into {', '.join(languages) or 'no language'}: an adapter has one "
            "target language, choose tracks of one"
        )
    return languages[0]


def _choose_device(device: str) -> str:
    with requires_extra("torch", _EXTRA):
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
        # A group is the index of a segment over all tracks; a pair is an index in `_pair_indices`.
        self._text_indices: dict[str, int] = {}
        self._pair_indices: dict[tuple[int, int], int] = {}  # by indices of the two texts
        self._segments: dict[int, JudgedSegment] = {}  # by group
        self._ranking_counts: Counter[tuple[int, int, int]] = Counter()  # group, better, worse
        self._scored_pairs: list[tuple[int, int]] = []  # group, pair
        self._scores: list[float] = []  # of the scored pairs
        # group, better, worse, contrast
        self._synthetic_pairs: list[tuple[int, int, int, bool]] = []
        self.judgments: dict[str, dict[str, int]] = {}  # counts by track
        first_group = 0
        for track in tracks:
            n_rankings, n_scores = len(self._ranking_counts), len(self._scores)
            self._add_track(track, first_group)
            first_group += track.segments
            self.judgments[track.name] = {
                "rankings": len(self._ranking_counts) - n_rankings,
                "scores": len(self._scores) - n_scores,
            }
        if not self._ranking_counts and len(self._scored_pairs) < 2:
            raise InputError(
                "there are no judgments to learn from: give rankings (human.rank.tsv) or segment "
                "scores (human.seg.tsv)"
            )

    def _add_track(self, track: Track, first_group: int) -> None:
        references = next(iter(track.references.values()))
        outputs = list(track.outputs.values())

        def add_output(system: int, segment: int) -> int:
            reference = references[segment] or ""
            output = outputs[system][segment]
            judged_segment = self._segments.setdefault(
                first_group + segment, JudgedSegment(reference, [])
            )
            assert isinstance(judged_segment.outputs, list)
            judged_segment.outputs.append(output)
            return self._index_pair(reference, output)

        if track.rankings is not None:
            rankings = track.rankings
            columns = (rankings.segment, rankings.a, rankings.b, rankings.preference)
            rows = zip(*(column.tolist() for column in columns), strict=True)
            for segment, a, b, preference in rows:
                if preference and references[segment]:
                    better, worse = (a, b) if preference > 0 else (b, a)
                    better_pair = add_output(better, segment)
                    worse_pair = add_output(worse, segment)
                    if better_pair != worse_pair:
                        self._ranking_counts[first_group + segment, better_pair, worse_pair] += 1
        if track.segment_scores is not None:
            scores = track.segment_scores
            standardised_scores = (scores - np.nanmean(scores)) / (np.nanstd(scores) or 1.0)
            for system, segment in zip(*np.nonzero(np.isfinite(scores)), strict=True):
                if references[segment]:
                    group = first_group + int(segment)
                    self._scored_pairs.append((group, add_output(system, int(segment))))
                    self._scores.append(float(standardised_scores[system, segment]))

    def _index_pair(self, reference: str, candidate: str) -> int:
        """Return the index of a pair of texts; new texts and pairs get the next index."""
        reference_index = self._text_indices.setdefault(reference, len(self._text_indices))
        candidate_index = self._text_indices.setdefault(candidate, len(self._text_indices))
        return self._pair_indices.setdefault(
            (reference_index, candidate_index), len(self._pair_indices)
        )

    @property
    def texts(self) -> list[str]:
        """Texts in the order of their indices."""
        return list(self._text_indices)

    def add_synthetic(self, lang: str, seed: int) -> None:
        """Add pairs of synthetic translations, which are made from the references and outputs."""
        groups = sorted(self._segments)
        segments = [self._segments[group] for group in groups]
        for pair in make_synthetic_pairs(segments, lang, seed):
            reference = segments[pair.segment_index].reference
            group = groups[pair.segment_index]
            better = self._index_pair(reference, pair.better)
            worse = self._index_pair(reference, pair.worse)
            self._synthetic_pairs.append((group, better, worse, pair.is_contrast))

    def build_material(
        self, tokenizer: PieceTokenizer, tesla_x: TeslaX, jobs: int
    ) -> TrainingMaterial:
        """Build arrays of texts, pairs and judgments, with features of TESLA-X for each pair."""
        texts = self.texts
        piece_ids = [
            np.concatenate([tokenizer.start_ids, text_pieces.ids, tokenizer.end_ids])
            for text_pieces in tokenizer.tokenize(texts)
        ]
        pairs = _make_index_array(list(self._pair_indices), 2)
        synthetic_array = _make_index_array(self._synthetic_pairs, 4)
        graded_features = _compute_graded_features(texts, pairs, tesla_x, jobs)
        return TrainingMaterial(
            piece_ids,
            pairs,
            graded_features[:, 0],
            graded_features[:, 1:],
            self._build_rankings(),
            _make_index_array(self._scored_pairs, 2),
            np.array(self._scores, dtype=np.float32),
            synthetic_array[:, :3],
            synthetic_array[:, 3] > 0,
        )

    def _build_rankings(self) -> Indices:
        """Return rows (group, first pair, second pair, times first is better, times second is)."""
        counts: Counter[tuple[int, int, int, bool]] = Counter()
        for (group, better, worse), count in self._ranking_counts.items():
            first_pair, second_pair = sorted((better, worse))
            counts[group, first_pair, second_pair, better == first_pair] += count
        keys = sorted({key[:3] for key in counts})
        return _make_index_array(
            [(*key, counts[*key, True], counts[*key, False]) for key in keys], 5
        )


def _make_index_array(rows: Sequence[Sequence[int]], n_columns: int) -> Indices:
    return np.array(rows, dtype=np.intp).reshape(-1, n_columns)


def _compute_graded_features(
    texts: Sequence[str], pairs: Indices, metric: TeslaX, jobs: int
) -> Float32s:
    """Return features of TESLA-X for each pair; the first column is the score."""
    scorer = metric.open_in(default_session(), None)
    assert isinstance(scorer, GradedScorer)
    comparer = GradedPairComparer(scorer)
    features: Float32s = np.zeros((len(pairs), len(comparer.columns)), dtype=np.float32)
    # Pairs are ordered by reference, because adjacent equal references are analysed once.
    order = np.argsort(pairs[:, 0], kind="stable")
    for start in range(0, len(order), _PAIRS_PER_BATCH):
        batch = order[start : start + _PAIRS_PER_BATCH]
        references, candidates = (
            [texts[index] for index in indices] for indices in pairs[batch].T.tolist()
        )
        features[batch] = comparer.compare(Pairs.from_lines(candidates, references), jobs)
    return features
