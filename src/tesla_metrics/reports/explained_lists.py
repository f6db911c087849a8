"""What stands below the two texts: reasons, what is left over, and what the score is made of."""

from collections.abc import Iterator, Sequence
from math import fsum, isfinite, prod

from ..explaining.explanation import Against, Feature, Gram, Matched, Penalty, Reason, Side
from ..page.reasons import MISSING, SHOWN, STRANGE, Shown
from .interlinear import kind_of, of_words
from .lists import MOST_LINES, ListLine, render_list
from .terminal import COLOURS, LOST, Paper

# A smaller difference is one of rounding.
_CLOSE = 1e-6
# Between words and the pivot n-gram that is made of them.
_FROM = "→"


def render_lists(against: Against, paper: Paper, held: str) -> Iterator[str]:
    """Lines; `held`: what the hypothesis is held against."""
    feature = of_words(against)
    if feature:
        lines = list(_flows(feature.matched, against))
        yield from render_list(f"matched, though not the same ({feature.name})", lines, paper)
        for grams, side, other, shown in (
            (feature.missing, against.reference, "hypothesis", MISSING),
            (feature.strange, against.hypothesis, held, STRANGE),
        ):
            lines = list(_grams(grams, side, shown))
            key = f"; compared is what follows {_FROM}" * any(_FROM in one.about for one in lines)
            title = f"left without a partner in the {other} ({feature.name}{key})"
            yield from render_list(title, lines, paper)
    parts = list(_made_of(against))
    # All of them, or they would not add up.
    yield from render_list("made of", parts, paper, most=len(parts))


def _flows(matched: Sequence[Matched], against: Against) -> Iterator[ListLine]:
    """The same ones in one line."""
    alike: dict[tuple[str, str, float, tuple[Reason, ...]], list[Matched]] = {}
    for flow in matched:
        x = _written(flow.reference, against.reference, flow.reference_words)
        y = _written(flow.hypothesis, against.hypothesis, flow.hypothesis_words)
        if kind_of(flow) != "form" and x != y:
            key = (x, y, round(flow.similarity, 9), flow.reasons)
            alike.setdefault(key, []).append(flow)
    for (x, y, *_), flows in alike.items():
        kind = kind_of(flows[0])
        proofs = dict.fromkeys(proof for reason in flows[0].reasons for proof in reason.shown)
        proof = f" ({', '.join(proofs)})" if proofs else ""
        weight = fsum(flow.weight for flow in flows)
        yield ListLine(
            f"{SHOWN[kind].mark} {x} ↔ {y}{_times(flows)}",
            f"{weight:.3f} at similarity {flows[0].similarity:.2f}: {SHOWN[kind].title}{proof}",
            COLOURS[kind],
        )


def _written(text: str, side: Side, places: Sequence[int]) -> str:
    """An n-gram as the side has it: one of pivots is of another language."""
    words = " ".join(side.words[place].text for place in places)
    # Of the same letters: with the spaces that its language has.
    same = "".join(words.split()).casefold() == "".join(text.split()).casefold()
    return text if same or not words else words


def _grams(grams: Sequence[Gram], side: Side, shown: Shown) -> Iterator[ListLine]:
    """The same ones in one line, the most of them first."""
    alike: dict[tuple[str, str], list[Gram]] = {}
    for gram in grams:
        alike.setdefault((_written(gram.text, side, gram.words), gram.text), []).append(gram)
    for (written, text), own in sorted(alike.items(), key=lambda one: -_sum(one[1], "left")):
        said = [f"weight {_sum(own, 'left'):.3f}"]
        if _sum(own, "matched") > _CLOSE:
            said[0] += f" of {_sum(own, 'weight'):.3f}"
        if prices := [gram.price for gram in own if isfinite(gram.price)]:
            said.append(f"price {max(prices):.3f}")
        said.append(f"lost {_sum(own, 'lost'):.3f}")
        if written == text and len(own[0].words) == 1:
            in_all = fsum(side.words[place].lost for gram in own for place in gram.words)
            said[-1] += f" of {in_all:.3f} in all"
        about = text if written == text else f"{written} {_FROM} {text}"
        yield ListLine(f"{shown.mark} {about}{_times(own)}", ", ".join(said), LOST)


def _sum(grams: Sequence[Gram], what: str) -> float:
    return fsum(getattr(gram, what) for gram in grams)


def _times(same: Sequence[object]) -> str:
    return f" ({len(same)} times)" if len(same) > 1 else ""


def _made_of(against: Against) -> Iterator[ListLine]:
    """Where the score is the sum of features, times penalties, so that it can be added up."""
    factor = prod(penalty.factor for penalty in against.penalties)
    total = fsum(part.value * part.slope for part in against.features)
    summed = factor > 0 and abs(total - against.score) < _CLOSE
    for part in against.features:
        yield _feature(part, part.slope / factor if summed else None)
    yield from map(_penalty, against.penalties)
    told = fsum(part.lost for part in against.features)
    told += fsum(penalty.lost for penalty in against.penalties)
    if against.features and abs(rest := 1 - against.score - told) > _CLOSE:
        yield ListLine("the rest", f"lost {rest:.4f}, whatever the parts are")


def _feature(part: Feature, weight: float | None) -> ListLine:
    times = "" if weight is None else f" × {weight:.4f}"
    return ListLine(part.name, f"{part.value:.4f}{times}, lost {part.lost:.4f}")


def _penalty(penalty: Penalty) -> ListLine:
    causes = ", ".join(cause.shown for cause in penalty.causes[:MOST_LINES])
    said = f"all × {penalty.factor:.4f}, lost {penalty.lost:.4f}"
    return ListLine(penalty.name, f"{said}: {causes}" if causes else said)
