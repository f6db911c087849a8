"""Which n-grams of two texts are matched with which, where both are covered best."""

from collections.abc import Iterator, Mapping

from ..._core.covering import Covering
from ...analysis.synonyms.phrases import Phrases
from ...comparing.covers import CoverPair
from ...matching.grams import Grams
from ...matching.served import serve_both
from ..explanation import COVER, FORM, SYNONYM, Matched, Reason
from ..reasons import synset_words

# Weights are fractions of small numbers.
_DUST = 1e-9

Tokens = tuple[str, ...]


def cover_flows(
    x: Grams, y: Grams, pair: CoverPair, covers: tuple[Covering, Covering], phrases: Phrases
) -> Iterator[Matched]:
    """One matching that covers either text as much as can be, and is as full as it goes.

    Equal n-grams have the first choice, and the first one of a kind goes with the first.
    """
    links = [(kind, other) for kind, own in enumerate(pair.x.partners) for other in own]
    links.sort(key=lambda link: _tokens(x, link[0]) != _tokens(y, link[1]))
    needs = _by_kind(x, covers[0]), _by_kind(y, covers[1])
    flows = serve_both(links, (x.counts, y.counts), needs)
    left = _Places(x, covers[0]), _Places(y, covers[1])
    for kind, weight in _totals(flows, 0).items():
        left[0].fill(kind, weight)
    for kind, weight in _totals(flows, 1).items():
        left[1].fill(kind, weight)
    for (i, j), flow in flows.items():
        tokens = _tokens(x, i), _tokens(y, j)
        shown = [phrases.joint.join(own) for own in tokens]
        reasons = (_reason(*tokens, phrases),)
        for a, b, weight in _paired(left[0].weights[i], left[1].weights[j], flow):
            places = tuple(range(a, a + len(tokens[0]))), tuple(range(b, b + len(tokens[1])))
            yield Matched(shown[0], shown[1], weight, 1.0, reasons, *places)


def _tokens(grams: Grams, kind: int) -> Tokens:
    start = grams.starts[kind][0]
    return grams.tokens[start : start + grams.lengths[kind]]


def _by_kind(grams: Grams, cover: Covering) -> dict[int, float]:
    needs: dict[int, float] = {}
    for (start, stop), weight in cover.weights.items():
        kind = grams.at[stop - start - 1][start]
        needs[kind] = needs.get(kind, 0.0) + weight
    return needs


def _totals(flows: Mapping[tuple[int, int], float], side: int) -> dict[int, float]:
    totals: dict[int, float] = {}
    for link, flow in flows.items():
        totals[link[side]] = totals.get(link[side], 0.0) + flow
    return totals


class _Places:
    """The weights that n-grams of a kind have at each of their places."""

    def __init__(self, grams: Grams, cover: Covering) -> None:
        self._grams, self._cover = grams, cover
        self.weights: dict[int, dict[int, float]] = {}

    def fill(self, kind: int, weight: float) -> None:
        """What is more than the cover needs goes to the first places that have room."""
        n, starts = self._grams.lengths[kind], self._grams.starts[kind]
        own = {start: self._cover.weights.get((start, start + n), 0.0) for start in starts}
        more = weight - sum(own.values())
        for start in starts:
            added = min(max(more, 0.0), 1 - own[start])
            own[start] += added
            more -= added
        self.weights[kind] = own


def _paired(
    xs: dict[int, float], ys: dict[int, float], flow: float
) -> Iterator[tuple[int, int, float]]:
    """So much, the first with the first; it is taken from both."""
    while flow > _DUST and xs and ys:
        x, y = next(iter(xs)), next(iter(ys))
        amount = min(xs[x], ys[y], flow)
        if amount > _DUST:
            yield x, y, amount
        flow -= amount
        for own, place in ((xs, x), (ys, y)):
            own[place] -= amount
            if own[place] <= _DUST:
                del own[place]


def _reason(x: Tokens, y: Tokens, phrases: Phrases) -> Reason:
    if x == y:
        return Reason(FORM)
    shared = phrases.synsets(x) & phrases.synsets(y)
    if shared:
        return Reason(SYNONYM, synset_words(shared, phrases.synonyms))
    pieces = [piece for piece in _pieces(x, y, phrases) or [] if piece[0] != piece[1]]
    return Reason(COVER, tuple(" = ".join(map(phrases.joint.join, piece)) for piece in pieces))


def _pieces(x: Tokens, y: Tokens, phrases: Phrases) -> list[tuple[Tokens, Tokens]] | None:
    """Both cut into as few pieces as can be that mean the same in order; None: there are none."""
    if not set(phrases.codes(x)).isdisjoint(phrases.codes(y)):
        return [(x, y)]
    best = None
    for i in range(1, len(x)):
        for j in range(1, len(y)):
            if set(phrases.codes(x[:i])).isdisjoint(phrases.codes(y[:j])):
                continue
            rest = _pieces(x[i:], y[j:], phrases)
            if rest is not None and (best is None or len(rest) + 1 < len(best)):
                best = [(x[:i], y[:j]), *rest]
    return best
