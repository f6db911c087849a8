"""Why a pair of texts has its score in TESLA-X."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from ...arrays import Floats
from ...comparing.graded import GradedComparer
from ...encoding.graded import GradedText
from ...encoding.one_number import joined_forms
from ...encoding.pairs import Pairs
from ...matching.alike import GradedWord
from ...matching.bags import Words
from ...matching.long import Shared
from ...tasks import Segment
from ..column import Column
from ..explanation import Against, Gram, Matched, Reason, Side, Word
from ..reasons import reason_of
from ..sides import Sides, filled, make_side, owners, written
from ..weighing import Gain, weigh, with_losses
from .characters import character_column
from .f_measure import LostSide, LostSides, lost_of_f
from .formula import Formula
from .penalties import (
    Rule,
    case_causes,
    ending_causes,
    negation_causes,
    number_causes,
    order_causes,
    share_out,
)
from .solved import SideGrams, Solved
from .ways import Bearers, Ways, native_ways, outlined, plain_ways, without_grams


class _Pair(NamedTuple):
    """Two texts, as they are matched and as they are shown."""

    comparer: GradedComparer
    reference: GradedText
    hypothesis: GradedText
    sides: Sides


class _Found(NamedTuple):
    """What is matched with what, in flows and in anchors, and the columns that it makes."""

    ways: Ways
    matchings: Sequence[Shared]
    row: Sequence[float]


def explain_graded(
    comparer: GradedComparer, formula: Formula, reference: Segment, hypothesis: Segment
) -> Against:
    """One hypothesis against one reference."""
    analysis = comparer.encoder.analysis
    texts = [comparer.encoder.make([own])[0] for own in (reference, hypothesis)]
    words = [analysis.words([own])[0] for own in (reference, hypothesis)]
    shown = [analysis.text(own) for own in (reference, hypothesis)]
    pair = _Pair(comparer, texts[0], texts[1], Sides(*map(_side, shown, texts, words)))
    ways, matchings, row = _found(comparer, reference, hypothesis) or _found_plainly(pair)
    columns, repeated = _columns(pair, ways, matchings, row)
    order = comparer.constants.order
    rules = _rules(pair, matchings, row[order + 1 :], formula)
    slopes = [*[formula.word_share / order] * order, 1 - formula.word_share]
    base = row[order] + formula.word_share * (sum(row[:order]) / order - row[order])
    factor = float(np.prod([1 - rule.cost for rule in rules]))
    gains = [
        Gain(factor * slope, factor * sum(slopes[k] for k in again))
        for slope, again in zip(slopes, repeated, strict=True)
    ]
    weighed = weigh(columns, slopes, pair.sides, gains)
    penalties, of_x, of_y = share_out(rules, base - base * factor, pair.sides)
    return Against(
        base * factor,
        1.0,
        with_losses(pair.sides.reference, weighed.of_reference + of_x),
        with_losses(pair.sides.hypothesis, weighed.of_hypothesis + of_y),
        weighed.features,
        penalties,
    )


def _found_plainly(pair: _Pair) -> _Found:
    matchings = pair.comparer.matchings(pair.reference, pair.hypothesis)
    ways = plain_ways(pair.comparer, pair.reference, pair.hypothesis, matchings)
    row = pair.comparer.columns_of(pair.reference, pair.hypothesis, matchings)
    return _Found(ways, matchings, row)


def _found(comparer: GradedComparer, reference: Segment, hypothesis: Segment) -> _Found | None:
    """Natively, where the core is there and takes these texts."""
    pairs = Pairs.of_sets([hypothesis], [[reference]])
    codes = comparer.encode(pairs)
    if codes.core is None or codes.plain is not None:
        return None
    words = [outlined(codes.core.outline(own)) for own in (codes.references, codes.candidates)]
    ways, told = native_ways(comparer, codes, pairs, words, 1)
    return _Found(ways, without_grams(ways, told), told.rows[0].tolist())


def _side(text: str, own: GradedText, words: Words) -> Side:
    lemmas, tags = ([getattr(word, name) for word in own.words.words] for name in ("lemma", "tag"))
    places = written(text, own.characters, filled(own.characters, own.places))
    forms = joined_forms(words.forms, own.numbers, text, places)
    return make_side(text, forms, own.words.weights, lemmas, tags, places=places)


def _rules(
    pair: _Pair, matchings: Sequence[Shared], shares: Sequence[float], formula: Formula
) -> list[Rule]:
    texts = pair.reference, pair.hypothesis
    causes = (
        number_causes(*texts),
        negation_causes(matchings, *texts),
        order_causes(matchings, pair.reference),
        case_causes(matchings, *texts, pair.sides),
        ending_causes(pair.sides),
    )
    named = zip(formula.penalties.items(), shares, causes, strict=True)
    return [Rule(name, share, most, own) for (name, most), share, own in named]


def _columns(
    pair: _Pair, ways: Ways, matchings: Sequence[Shared], row: Sequence[float]
) -> tuple[list[Column], list[list[int]]]:
    """Those of n-grams of words and of characters; and for each those that repeat it, too."""
    order = pair.comparer.constants.order
    letters = character_column(
        pair.comparer, pair.reference, pair.hypothesis, matchings, _owners(pair),
        (len(pair.sides.reference.words), len(pair.sides.hypothesis.words)), row[order],
    )  # fmt: skip
    columns: list[Column] = []
    repeated: list[list[int]] = [[] for _ in range(order + 1)]
    last, at = letters, order  # where neither side has n-grams: as for n - 1, without words as C
    unigrams: LostSides | None = None
    for solved in ways.grams:
        n, own = solved.n, last._replace(matched=(), reference=(), hypothesis=())
        if len(solved.x.way) or len(solved.y.way):
            lost = lost_of_f(solved, pair.comparer.constants.alpha, unigrams)
            unigrams = unigrams or lost
            last = own = _column(pair, solved, ways, lost, row[n - 1])
            at = n - 1
        repeated[at].append(n - 1)
        columns.append(own._replace(name=f"words-{n}", kind="words", n=n))
    repeated[order].append(order)
    return [*columns, letters], repeated


def _column(pair: _Pair, solved: Solved, ways: Ways, lost: LostSides, value: float) -> Column:
    sides = pair.sides
    return Column(
        "", "", solved.n, value, 1.0, _flows(pair, solved, ways),
        _grams(sides.reference, solved.n, solved.x, lost.reference, ways),
        _grams(sides.hypothesis, solved.n, solved.y, lost.hypothesis, ways),
        _words(sides.reference, ways.x, lost.reference, ways),
        _words(sides.hypothesis, ways.y, lost.hypothesis, ways),
    )  # fmt: skip


def _words(side: Side, bearing: Bearers, lost: LostSide, ways: Ways) -> Floats:
    shares = ways.share.repeat(np.diff(bearing.offsets))
    # A blank text has no word that could lose anything.
    return _mixed(shares * lost.words, ways)[: len(side.words)]


def _mixed(values: Floats, ways: Ways) -> Floats:
    """All ways have the same n-grams and words, one way after another."""
    mixed: Floats = values.reshape(len(ways.share), -1).sum(axis=0)
    return mixed


def _flows(pair: _Pair, solved: Solved, ways: Ways) -> tuple[Matched, ...]:
    n = solved.n
    starts = [
        (grams.first[flow] - side.offsets[grams.way[flow]]).tolist()
        for grams, flow, side in (
            (solved.x, solved.flow_x, ways.x), (solved.y, solved.flow_y, ways.y),
        )
    ]  # fmt: skip
    shares = ways.share[solved.x.way[solved.flow_x]] * solved.amounts
    amounts: dict[tuple[int, int], float] = {}
    alike: dict[tuple[int, int], float] = {}
    numbers = shares.tolist(), (solved.alike.sum(axis=1) / n).tolist()
    for i, j, amount, similarity in zip(*starts, *numbers, strict=True):
        amounts[i, j] = amounts.get((i, j), 0.0) + amount
        alike[i, j] = similarity
    xs, ys = pair.reference.words.words, pair.hypothesis.words.words
    return tuple(
        Matched(
            _text(pair.sides.reference.words[i : i + n]),
            _text(pair.sides.hypothesis.words[j : j + n]),
            amount,
            alike[i, j],
            tuple(_reason(pair, xs[i + k], ys[j + k]) for k in range(n)),
            tuple(range(i, i + n)),
            tuple(range(j, j + n)),
        )
        for (i, j), amount in amounts.items()
    )


def _reason(pair: _Pair, x: GradedWord, y: GradedWord) -> Reason:
    comparer = pair.comparer
    return reason_of(x, y, comparer.constants.levels, comparer.encoder.analysis.synonyms)


def _grams(side: Side, n: int, grams: SideGrams, lost: LostSide, ways: Ways) -> tuple[Gram, ...]:
    shares = ways.share[grams.way]
    numbers = (grams.weights, lost.matched, lost.prices, lost.lost)
    mixed = (_mixed(shares * each, ways).tolist() for each in numbers)
    return tuple(
        Gram(_text(side.words[k : k + n]), tuple(range(k, k + n)), *own)
        for k, own in enumerate(zip(*mixed, strict=True))
    )


def _text(words: Sequence[Word]) -> str:
    return " ".join(word.text for word in words)


def _owners(pair: _Pair) -> tuple[list[int], list[int]]:
    """For each character as it is counted the word that it counts to."""
    x, y = (
        owners(_as_counted(own, side))
        for own, side in zip((pair.reference, pair.hypothesis), pair.sides, strict=True)
    )
    return x, y


def _as_counted(own: GradedText, side: Side) -> Side:
    places = filled(own.characters, own.places) if own.places else [(0, len(own.characters))]
    words = zip(side.words, places, strict=False)
    return Side(own.characters, tuple(word._replace(start=a, end=b) for word, (a, b) in words))
