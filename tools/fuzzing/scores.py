"""Texts scored: natively as in plain Python, within bounds, and as the documentation promises."""

import math
import random
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from tesla_metrics import Metric, Session

from .choices import random_metric
from .faults import NEAR, FoundError, check, check_equal, check_range
from .place import Place
from .texts import long_text, pick, random_pairs, random_text, shuffled, without_surrogates

# A text against itself; tesla-f has its 1 where its weights reward agreement alone.
IDENTITY = ("tesla-x", "tesla-m", "maxsim", "tesla-b", "tesla-celab", "tesla-celab-", "tesla-s")
# Languages with a table of frequencies inside.
_WITH_FREQUENCIES = "en de fr es cs zh".split()
# A model whose features are roles: forty pairs are eighty trees, which take plain Python ten
# seconds where machines are slow.
_PARSING = "roles.model"

Texts = Sequence[Any]


def segments(
    place: Place, metric: Metric[Any], hypotheses: Texts, references: Texts, **how: Any
) -> tuple[float, ...]:
    """The scores of the segments; the clock starts anew."""
    place.watchdog.again()
    return metric.score(hypotheses, references, **how).segments


def agreed(
    place: Place, metric: Metric[Any], hypotheses: Texts, references: Texts, jobs: int = 1
) -> tuple[float, ...]:
    """Both ways, which must agree; the native scores."""
    found = segments(place, metric, hypotheses, references, session=place.native, jobs=jobs)
    expected = segments(place, metric, hypotheses, references, session=place.python)
    for number, (one, two) in enumerate(zip(found, expected, strict=True)):
        if not abs(one - two) <= NEAR:
            pair = f"{hypotheses[number]!r} against {_of(references, number)!r}"
            raise FoundError(f"{metric}: native {one!r}, plain Python {two!r} for {pair}")
    check_range(str(metric), found)
    return found


def _of(references: Texts, number: int) -> Any:
    if isinstance(references[0], list | tuple) and not hasattr(references[0], "tokens"):
        return [column[number] for column in references]
    return references[number]


def fuzz_texts(rng: random.Random, place: Place) -> None:
    """Short texts in a batch, and one relation that must hold among their scores."""
    metric: Any = random_metric(rng, place)
    size = rng.choice((1, 5, 20, 40, 40))
    if _PARSING in str(metric):
        size = min(size, 5)
    hypotheses, references = random_pairs(rng, metric.lang, size)
    found = agreed(place, metric, hypotheses, references, rng.choice((1, 1, 2, 4)))
    rng.choice(_RELATIONS)(rng, place, Scored(metric, hypotheses, references, found))
    place.count(f"texts/{metric.name}", size)


class Scored(NamedTuple):
    """What relations are about."""

    metric: Any
    hypotheses: list[str]
    references: list[str]
    found: tuple[float, ...]


Relation = Callable[[random.Random, Place, Scored], None]


def _identity(rng: random.Random, place: Place, of: Scored) -> None:
    """A text has exactly 1 against itself, and an empty one 0 against one with words."""
    if of.metric.name not in IDENTITY:
        return
    for session in (place.native, place.python):
        own = segments(place, of.metric, of.references, of.references, session=session)
        wrong = [text for text, score in zip(of.references, own, strict=True) if score != 1]
        check(not wrong, f"{of.metric}: not 1 against itself: {wrong[:1]!r}")
    none = segments(
        place, of.metric, [""] * len(of.references), of.references, session=place.native
    )
    for text, score in zip(of.references, none, strict=True):
        wanted = 1 if not text.strip() else score if not any(map(str.isalnum, text)) else 0
        check(score == wanted, f"{of.metric}: {score} for nothing against {text!r}")


def _order(rng: random.Random, place: Place, of: Scored) -> None:
    """The order of segments does not matter, nor do jobs, nor who else is scored."""
    order = shuffled(rng, len(of.hypotheses))
    texts, others = pick(of.hypotheses, order), pick(of.references, order)
    again = segments(place, of.metric, texts, others, session=place.native, jobs=rng.randint(1, 4))
    check_equal(f"{of.metric}, in another order", again, [of.found[n] for n in order], 0)


def _system(rng: random.Random, place: Place, of: Scored) -> None:
    """The system's score is the mean; a small session and rows give the same."""
    rows = [{"mt": x, "ref": y} for x, y in zip(of.hypotheses, of.references, strict=True)]
    small = Session(memory=1 << 12) if rng.random() < 0.2 else place.native
    score = of.metric.score(rows, session=small)
    check_equal(f"{of.metric}, as rows", score.segments, of.found, 0)
    mean = math.fsum(of.found) / len(of.found)
    check(abs(score.score - mean) <= 1e-12, f"{of.metric}: {score.score!r} is no mean of segments")
    check("\n" not in str(score.signature), f"{of.metric}: a signature of two lines")


def _lowercase(rng: random.Random, place: Place, of: Scored) -> None:
    """--lowercase is lower-casing both sides first."""
    if not of.metric.lowercase:
        return
    lowered = [[text.lower() for text in texts] for texts in (of.hypotheses, of.references)]
    again = segments(place, of.metric, *lowered, session=place.native)
    check_equal(f"{of.metric}, lower-cased before", again, of.found, 0)


def _matrix(rng: random.Random, place: Place, of: Scored) -> None:
    """Every hypothesis against every reference; the pairs of lines are on the diagonal."""
    texts, others = of.hypotheses[:6], of.references[:6]
    place.watchdog.again()
    native = of.metric.matrix(texts, others, session=place.native, jobs=rng.randint(1, 3))
    plain = of.metric.matrix(texts, others, session=place.python)
    check_equal(f"matrix of {of.metric}", native.ravel().tolist(), plain.ravel().tolist(), NEAR)
    own = segments(place, of.metric, texts, others, session=place.native)
    check_equal(f"diagonal of {of.metric}", native.diagonal().tolist(), own, 0)
    place.count(f"matrix/{of.metric.name}", native.size)


_OF_F_MEASURES = ("maxsim", "tesla-b", "tesla-m", "tesla-s", "tesla-x")
_EXPLAINED = (*_OF_F_MEASURES, "pem", "tesla-celab", "tesla-celab-", "tesla-f")


def _explained(rng: random.Random, place: Place, of: Scored) -> None:
    """An explanation has the score, its shares what that lacks; flows make up the first F."""
    if of.metric.name not in _EXPLAINED:
        return
    for text, other in list(zip(of.hypotheses, of.references, strict=True))[:2]:
        place.watchdog.again()
        told = of.metric.explain(text, other, session=place.native)
        (score,) = segments(place, of.metric, [text], [other], session=place.native)
        check(abs(told.score - score) <= NEAR, f"{of.metric}: explained {told.score}, is {score}")
        what = f"{of.metric} for {text!r} against {other!r}"
        lost = told.best.lost
        check(abs(lost - (1 - score)) <= 1e-9, f"{what}: words lost {lost} of 1 - {score}")
        if of.metric.name in _OF_F_MEASURES:
            scorer = of.metric.open(place.native, lambda other=other: [other])
            alpha = scorer.constants["alpha"] if of.metric.name == "tesla-x" else of.metric.alpha
            check_flows(what, told, alpha)
        place.count(f"explain/{of.metric.name}")


def check_flows(what: str, told: Any, alpha: float) -> None:
    """F of words is that of the flows: their worth by all that there is on either side."""
    words = told.best.features[0]
    if not words.matched:
        return
    worth = math.fsum(flow.weight * flow.similarity for flow in words.matched)
    recall = worth / math.fsum(gram.weight for gram in words.reference)
    precision = worth / math.fsum(gram.weight for gram in words.hypothesis)
    below = alpha * precision + (1 - alpha) * recall
    f_measure = precision * recall / below if below else 0.0
    check(abs(f_measure - words.value) <= 1e-6, f"{what}: {f_measure} is not {words.value}")


_RELATIONS: tuple[Relation, ...] = (
    _identity, _identity, _order, _system, _lowercase, _matrix, _explained,
)  # fmt: skip


def fuzz_references(rng: random.Random, place: Place) -> None:
    """Several references with gaps: the mean or the best of single ones."""
    metric: Any = random_metric(rng, place)
    size, sets = rng.choice((2, 5, 10)), rng.choice((2, 2, 3))
    hypotheses, first = random_pairs(rng, metric.lang, size)
    columns: list[list[str | None]] = [list(first)]
    for _ in range(sets - 1):
        more = [random_text(rng, metric.lang) for _ in range(size)]
        columns.append([None if rng.random() < 0.3 else text for text in more])
    rng.shuffle(columns)
    by_set = {"references_by": "set"}
    found = segments(place, metric, hypotheses, columns, session=place.native, **by_set)
    plain = segments(place, metric, hypotheses, columns, session=place.python, **by_set)
    check_equal(f"{metric} with several references", found, plain, NEAR)
    check_range(str(metric), found)
    by_segment = [[text for text in row if text is not None] for row in zip(*columns, strict=True)]
    again = segments(
        place, metric, hypotheses, by_segment, session=place.native, references_by="segment"
    )
    check_equal(f"{metric} by segment", again, found, 0)
    _check_combined(place, metric, hypotheses, by_segment, found)
    place.count(f"references/{metric.name}", size * sets)


def _check_combined(
    place: Place,
    metric: Any,
    hypotheses: list[str],
    by_segment: list[list[str]],
    found: tuple[float, ...],
) -> None:
    frequencies = getattr(metric, "frequencies", "none")
    counted = frequencies == "auto" and metric.lang not in _WITH_FREQUENCIES
    if counted or frequencies == "references":
        return  # which are others where each stands by itself
    texts = [text for text, own in zip(hypotheses, by_segment, strict=True) for _ in own]
    others = [text for own in by_segment for text in own]
    single = list(segments(place, metric, texts, others, session=place.native))
    for own, score in zip(by_segment, found, strict=True):
        parts, single = single[: len(own)], single[len(own) :]
        best = getattr(metric, "multi", "mean") == "max"
        wanted = max(parts) if best else math.fsum(parts) / len(parts)
        check(abs(score - wanted) <= 1e-12, f"{metric}: {score} of {parts}")


def fuzz_long(rng: random.Random, place: Place) -> None:
    """A long or a looping text, natively: the clock is the judge of that."""
    metric: Any = random_metric(
        rng, place, rng.choice(("tesla-x", "tesla-m", "tesla-celab-", "tesla-s"))
    )
    lang = metric.lang
    length = rng.choice((60, 255, 256, 257, 400, 600))
    reference = long_text(rng, lang, length)
    hypothesis = rng.choice(
        (
            reference * rng.choice((2, 5)),
            long_text(rng, lang, rng.choice((3, 60, 300))),
            " ".join(reversed(reference.split(" "))),
        )
    )
    (score,) = segments(place, metric, [hypothesis], [reference], session=place.native)
    check_range(str(metric), [score])
    (own,) = segments(place, metric, [reference], [reference], session=place.native)
    check(own == 1, f"{metric}: {own!r} for a long text against itself")
    place.count(f"long/{metric.name}", 2)


def fuzz_surrogates(rng: random.Random, place: Place) -> None:
    """Lone surrogates are no text, but must not stop anybody, nor change the others' scores."""
    metric: Any = random_metric(rng, place)
    hypotheses, references = random_pairs(rng, metric.lang, 6)
    for texts in (hypotheses, references):
        texts[rng.randrange(6)] += rng.choice(("\ud800", " \udfff", "\udc80a", "\ud83d\ude00"))
    found = agreed(place, metric, hypotheses, references)
    clean = [without_surrogates(text) == text for text in hypotheses]
    check(len(found) == len(clean), "scores are missing")
    place.count(f"surrogates/{metric.name}", 6)
