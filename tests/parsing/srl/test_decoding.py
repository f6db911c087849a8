"""Arguments from scored spans, against all sets of spans."""

from itertools import combinations, pairwise

from hypothesis import given, settings
from hypothesis import strategies as st

from tesla_metrics.parsing.srl.frame import Argument
from tesla_metrics.parsing.srl.role_assignment import (
    ScoredArgument,
    choose_independent_arguments,
    find_best_frame,
)

LABELS = ("ARG0", "ARG1", "ARG2", "ARGM-TMP", "C-ARG1")
SCORED = st.builds(
    lambda start, length, label, gain: ScoredArgument(start, start + length, label, gain),
    st.integers(0, 5),
    st.integers(1, 4),
    st.sampled_from(LABELS),
    st.integers(-3, 9),
)


def allowed(chosen: list[ScoredArgument], predicate: int | None) -> bool:
    spans = sorted(one[:2] for one in chosen)
    core = [one.label for one in chosen if one.label in ("ARG0", "ARG1", "ARG2")]
    return (
        all(first[1] <= second[0] for first, second in pairwise(spans))
        and len(set(core)) == len(core)
        and (predicate is None or not any(first <= predicate < last for first, last in spans))
    )


def worth(found: tuple[Argument, ...], scored: list[ScoredArgument]) -> float:
    best = dict(sorted((one.argument, one.gain) for one in scored))
    return sum(best[one] for one in found)


@settings(max_examples=150)
@given(
    st.lists(SCORED, max_size=9, unique_by=lambda one: one[:3]),
    st.none() | st.integers(0, 8),
)
def test_no_set_of_spans_is_worth_more(scored: list[ScoredArgument], predicate: int | None) -> None:
    found = find_best_frame(scored, predicate)
    most = max(
        sum(one.gain for one in chosen)
        for size in range(len(scored) + 1)
        for chosen in combinations(scored, size)
        if allowed(list(chosen), predicate)
    )
    assert allowed([ScoredArgument(one.start, one.end, one.label, 0) for one in found], predicate)
    assert worth(found, scored) == most


def test_two_subjects_of_which_one_becomes_an_object() -> None:
    scored = [
        ScoredArgument(0, 1, "ARG0", 5),
        ScoredArgument(2, 3, "ARG0", 4),
        ScoredArgument(2, 3, "ARG1", 2),
    ]
    assert choose_independent_arguments(scored) == (Argument("ARG0", 0, 1), Argument("ARG0", 2, 3))
    assert find_best_frame(scored) == (Argument("ARG0", 0, 1), Argument("ARG1", 2, 3))


def test_what_is_worth_nothing_never_enters() -> None:
    scored = [ScoredArgument(0, 1, "ARG0", 0.0), ScoredArgument(1, 2, "ARGM-TMP", -1.0)]
    assert choose_independent_arguments(scored) == find_best_frame(scored) == ()
    assert find_best_frame([]) == ()


def test_modifiers_and_parts_that_go_on_may_stand_twice() -> None:
    scored = [
        ScoredArgument(place, place + 1, label, 1.0)
        for place, label in enumerate(["ARGM-TMP", "ARGM-TMP", "C-ARG1", "C-ARG1", "ARG1"])
    ]
    assert len(find_best_frame(scored)) == 5


def test_many_overlapping_spans_of_a_long_sentence() -> None:
    """Without a bound on time: what grew with all sets would never end."""
    scored = [
        ScoredArgument(start, start + length, f"ARG{(start + length) % 6}", 1 + start % 7)
        for start in range(300)
        for length in range(1, 8)
    ]
    found = find_best_frame(scored, 150)
    assert len(found) == 6


def test_core_roles_are_eleven() -> None:
    """Time grows with sets of these: what looks like one must not be taken for it."""
    labels = [f"ARG{sign}" for sign in "0123456789AMBCDEFGHx"]
    core = [label for label in labels if Argument(label, 0, 1).is_core]
    assert core == labels[:11]
    scored = [
        ScoredArgument(place, place + 1, label, 1.0) for label in labels[11:] for place in range(40)
    ]
    assert len(find_best_frame(scored)) == 40
