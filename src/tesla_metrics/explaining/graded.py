"""Why a pair of texts has its score in TESLA-X."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np

from ..analysis.numbers.places import place_numbers
from ..arrays import Floats
from ..comparing.graded import GradedComparer
from ..encoding.graded import GradedText
from ..matching.alike import GradedWord
from ..matching.bags import Words
from ..matching.long import Shared
from ..tasks import Segment
from .characters import character_column
from .column import Column
from .explanation import Against, Gram, Matched, Reason, Side, Word
from .f_measure import LostSide, LostSides, lost_of_f
from .penalties import Rule, negation_causes, number_causes, order_causes, share_out
from .reasons import reason_of
from .sides import Sides, filled, make_side, owners
from .solved import Solved, solve_again
from .weighing import Gain, weigh, with_losses


class Formula(NamedTuple):
    """What TESLA-X makes of its columns: B = word_share W + (1 - word_share) C, times penalties."""

    word_share: float
    penalties: Mapping[str, float]  # by name


class _Pair(NamedTuple):
    """Two texts, as they are matched and as they are shown."""

    comparer: GradedComparer
    reference: GradedText
    hypothesis: GradedText
    sides: Sides


class _Share(NamedTuple):
    """What one way of matching says of n-grams of one length, and what it counts for."""

    share: float
    solved: Solved
    parts: LostSides


def explain_graded(
    comparer: GradedComparer, formula: Formula, reference: Segment, hypothesis: Segment
) -> Against:
    """One hypothesis against one reference."""
    analysis = comparer.encoder.analysis
    texts = [comparer.encoder.make([own])[0] for own in (reference, hypothesis)]
    words = [analysis.words([own])[0] for own in (reference, hypothesis)]
    shown = [analysis.text(own) for own in (reference, hypothesis)]
    pair = _Pair(comparer, texts[0], texts[1], Sides(*map(_side, shown, texts, words)))
    matchings = comparer.matchings(pair.reference, pair.hypothesis)
    row = comparer.columns_of(pair.reference, pair.hypothesis, matchings)
    columns, repeated = _columns(pair, matchings, row)
    order = comparer.constants.order
    rules = _rules(pair, words, matchings, row[order + 1 :], formula)
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


def _side(text: str, own: GradedText, words: Words) -> Side:
    lemmas, tags = ([getattr(word, name) for word in own.words.words] for name in ("lemma", "tag"))
    return make_side(text, words.forms, own.words.weights, lemmas, tags)


def _rules(
    pair: _Pair,
    words: Sequence[Words],
    matchings: Sequence[Shared],
    shares: Sequence[float],
    formula: Formula,
) -> list[Rule]:
    lang = pair.comparer.encoder.analysis.lang
    forms = ([form.lower() for form in own.forms] for own in words)
    placed = [place_numbers(own, lang) for own in forms]
    causes = (
        number_causes(*placed),
        negation_causes(pair.reference, pair.hypothesis),
        order_causes(matchings, pair.reference),
    )
    named = zip(formula.penalties.items(), shares, causes, strict=True)
    return [Rule(name, share, most, own) for (name, most), share, own in named]


def _columns(
    pair: _Pair, matchings: Sequence[Shared], row: Sequence[float]
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
    unigrams: list[_Share] = []
    for n in range(1, order + 1):
        shares = _matched(pair, matchings, n, unigrams)
        unigrams = unigrams or shares
        if shares:
            last, at = _column(pair, n, row[n - 1], shares), n - 1
        repeated[at].append(n - 1)
        own = (last.matched, last.reference, last.hypothesis) if shares else ((), (), ())
        lost = last.of_reference, last.of_hypothesis
        columns.append(Column(f"words-{n}", "words", n, last.value, 1.0, *own, *lost))
    repeated[order].append(order)
    return [*columns, letters], repeated


def _matched(
    pair: _Pair, matchings: Sequence[Shared], n: int, unigrams: Sequence[_Share]
) -> list[_Share]:
    """What each way of matching says; nothing where neither side has n-grams."""
    x, y, constants = pair.reference.words, pair.hypothesis.words, pair.comparer.constants
    found = []
    for k, (share, matching) in enumerate(matchings):
        grams = matching.grams[n - 1]
        if grams is not None:
            solved = solve_again(x, y, constants.levels, n, grams)
            parts = lost_of_f(solved, constants.alpha, unigrams[k].parts if unigrams else None)
            found.append(_Share(share, solved, parts))
    return found


def _column(pair: _Pair, n: int, value: float, shares: Sequence[_Share]) -> Column:
    first = shares[0].solved
    x, y = (_mixed([(own.share, own.parts[side]) for own in shares]) for side in (0, 1))
    return Column(
        f"words-{n}", "words", n, value, 1.0,
        _flows(pair, n, shares),
        _grams(pair.sides.reference, n, first.supply, x),
        _grams(pair.sides.hypothesis, n, first.demand, y),
        _on(pair.sides.reference, x.words), _on(pair.sides.hypothesis, y.words),
    )  # fmt: skip


def _mixed(parts: Sequence[tuple[float, LostSide]]) -> LostSide:
    (share, first), *others = parts
    mixed = [share * own for own in first]
    for share, part in others:
        mixed = [own + share * more for own, more in zip(mixed, part, strict=True)]
    return LostSide(*mixed)


def _on(side: Side, words: Floats) -> Floats:
    """A text without words is shown as one that weighs nothing."""
    return words if len(words) else np.zeros(len(side.words))


def _flows(pair: _Pair, n: int, shares: Sequence[_Share]) -> tuple[Matched, ...]:
    amounts: dict[tuple[int, int], float] = {}
    alike: dict[tuple[int, int], float] = {}
    for share, solved, _ in shares:
        flows = zip(solved.x.tolist(), solved.y.tolist(), solved.amounts.tolist(), strict=True)
        for k, (i, j, amount) in enumerate(flows):
            amounts[i, j] = amounts.get((i, j), 0.0) + share * amount
            alike[i, j] = float(solved.alike[k].mean())
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


def _grams(side: Side, n: int, weights: Floats, part: LostSide) -> tuple[Gram, ...]:
    numbers = (own.tolist() for own in (weights, part.matched, part.prices, part.lost))
    return tuple(
        Gram(_text(side.words[k : k + n]), tuple(range(k, k + n)), *own)
        for k, own in enumerate(zip(*numbers, strict=True))
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
