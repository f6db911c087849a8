"""Training TESLA-N: what to change in an encoder, and its head, from rankings and scores.

People's rankings are learnt by how likely the better output is to score higher, their scores by
correlation, and beside both translations that were made, one worse than the other.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

import numpy as np

from ..arrays import Indices, Singles
from ..context.finding import AUTO, find_encoder
from ..context.pieces import PieceCutter
from ..context.training.material import Material
from ..context.training.settings import ContextSettings
from ..context.training.synthetic.pairs import JudgedSegment, synthetic_pairs
from ..encoding.pairs import Pairs
from ..encoding.session import default_session
from ..errors import InputError, UsageError
from ..judging.judgments import Track
from ..languages import parse_language
from ..metrics.tesla_n.metric import GradedPairs
from ..metrics.tesla_x import GradedScorer, TeslaX
from ..optional import needs

if TYPE_CHECKING:
    from ..context.training.adapter import TrainedAdapter

DEVICES = (AUTO, "cpu", "cuda")
_EXTRA = "train-context"
_AT_ONCE = 5000


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
    """An adapter of tracks that are all into one language.

    `encoder` is a folder or a file, or auto: the one for English. `planned` is told the number of
    steps before `progress` hears of any.
    """
    with needs("torch", _EXTRA):
        from ..context.training.adapter import AdapterTraining
    lang = _language(tracks)
    settings = settings or ContextSettings()
    training = AdapterTraining(find_encoder(encoder, lang), settings, _device(device))
    gathered = Gathered(tracks)
    if settings.synthetic:
        gathered.add_made(lang, settings.seed)
    return training.train(
        gathered.material(training.pieces, TeslaX(lang=lang), jobs),
        lang,
        {"judged sets": gathered.judgments},
        planned or _nobody,
        progress or _nobody,
    )


def _nobody(count: int) -> None:
    """Nobody wants to hear of it."""


def _language(tracks: Sequence[Track]) -> str:
    languages = sorted({parse_language(track.lang) for track in tracks})
    if len(languages) != 1:
        raise UsageError(
            f"judged sets into {', '.join(languages) or 'no language'}: an adapter is of one "
            "target language, choose tracks of one"
        )
    return languages[0]


def _device(named: str) -> str:
    with needs("torch", _EXTRA):
        import torch
    if named not in DEVICES:
        raise UsageError(f"unknown device {named!r}: choose from {', '.join(DEVICES)}")
    there = torch.cuda.is_available()
    if named == "cuda" and not there:
        raise UsageError("torch finds no GPU here: leave --device out, or give --device cpu")
    return "cuda" if there and named != "cpu" else "cpu"


class Gathered:
    """Texts and judgments of all tracks, each text and each pair once."""

    def __init__(self, tracks: Sequence[Track]) -> None:
        self._texts: dict[str, int] = {}
        self._pairs: dict[tuple[int, int], int] = {}
        self._segments: dict[int, JudgedSegment] = {}
        self._ranked: Counter[tuple[int, int, int]] = Counter()
        self._scored: list[tuple[int, int]] = []
        self._scores: list[float] = []
        self._made: list[tuple[int, int, int, bool]] = []
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
                "nothing to learn from: give rankings (human.rank.tsv) or scores of segments "
                "(human.seg.tsv)"
            )

    def _add(self, track: Track, start: int) -> None:
        reference = next(iter(track.references.values()))
        outputs = list(track.outputs.values())

        def pair(system: int, segment: int) -> int:
            text = reference[segment] or ""
            own = outputs[system][segment]
            group = self._segments.setdefault(start + segment, JudgedSegment(text, []))
            assert isinstance(group.outputs, list)
            group.outputs.append(own)
            return self._pair(text, own)

        if track.rankings is not None:
            rankings = track.rankings
            columns = (rankings.segment, rankings.a, rankings.b, rankings.preference)
            rows = zip(*(column.tolist() for column in columns), strict=True)
            for segment, a, b, preference in rows:
                if preference and reference[segment]:
                    better, worse = (a, b) if preference > 0 else (b, a)
                    one, two = pair(better, segment), pair(worse, segment)
                    if one != two:
                        self._ranked[start + segment, one, two] += 1
        if track.segment_scores is not None:
            scores = track.segment_scores
            standard = (scores - np.nanmean(scores)) / (np.nanstd(scores) or 1.0)
            for system, segment in zip(*np.nonzero(np.isfinite(scores)), strict=True):
                if reference[segment]:
                    self._scored.append((start + int(segment), pair(system, int(segment))))
                    self._scores.append(float(standard[system, segment]))

    def _pair(self, reference: str, candidate: str) -> int:
        left = self._texts.setdefault(reference, len(self._texts))
        right = self._texts.setdefault(candidate, len(self._texts))
        return self._pairs.setdefault((left, right), len(self._pairs))

    @property
    def texts(self) -> list[str]:
        """By number."""
        return list(self._texts)

    def add_made(self, lang: str, seed: int) -> None:
        """Translations that are made of the references and outputs."""
        groups = sorted(self._segments)
        segments = [self._segments[group] for group in groups]
        for one in synthetic_pairs(segments, lang, seed):
            reference = segments[one.segment].reference
            better, worse = self._pair(reference, one.better), self._pair(reference, one.worse)
            self._made.append((groups[one.segment], better, worse, one.contrast))

    def material(self, pieces: PieceCutter, graded: TeslaX, jobs: int) -> Material:
        """As numbers, with what tesla-x says of each pair."""
        texts = self.texts
        cut = [np.concatenate([pieces.before, one.ids, pieces.after]) for one in pieces.cut(texts)]
        pairs = _table(list(self._pairs), 2)
        made = _table(self._made, 4)
        beside = _graded(texts, pairs, graded, jobs)
        return Material(
            cut,
            pairs,
            beside[:, 0],
            beside[:, 1:],
            self._rankings(),
            _table(self._scored, 2),
            np.array(self._scores, dtype=np.float32),
            made[:, :3],
            made[:, 3] > 0,
        )

    def _rankings(self) -> Indices:
        """One row for both orders of two outputs."""
        counts: Counter[tuple[int, int, int, bool]] = Counter()
        for (group, better, worse), times in self._ranked.items():
            first, second = sorted((better, worse))
            counts[group, first, second, better == first] += times
        keys = sorted({key[:3] for key in counts})
        return _table([(*key, counts[*key, True], counts[*key, False]) for key in keys], 5)


def _table(rows: Sequence[Sequence[int]], columns: int) -> Indices:
    return np.array(rows, dtype=np.intp).reshape(-1, columns)


def _graded(texts: Sequence[str], pairs: Indices, metric: TeslaX, jobs: int) -> Singles:
    """tesla-x's scores, and what has changed."""
    scorer = metric.open_in(default_session(), None)
    assert isinstance(scorer, GradedScorer)
    comparer = GradedPairs(scorer)
    found: Singles = np.zeros((len(pairs), len(comparer.columns)), dtype=np.float32)
    # References that stand together are analysed once.
    order = np.argsort(pairs[:, 0], kind="stable")
    for start in range(0, len(order), _AT_ONCE):
        part = order[start : start + _AT_ONCE]
        references, candidates = ([texts[text] for text in one] for one in pairs[part].T.tolist())
        found[part] = comparer.compare(Pairs.of_lines(candidates, references), jobs)
    return found
