"""What is seen of a predicate in its tree."""

from hypothesis import given, settings
from hypothesis import strategies as st
from small_frames import PURCHASE, node_of, parsed, text_of

from tesla_metrics.parsing.srl.predicate_context import LEFT, OVER, RIGHT, PredicateContext
from tesla_metrics.parsing.syntax.tree import NO_NODE, Tree


def test_paths_go_up_and_down() -> None:
    sentence, tree = parsed(PURCHASE)
    context = PredicateContext(sentence, tree, 4)
    paths = {text_of(tree, node): context.paths[node] for node in reversed(range(len(tree.nodes)))}
    assert paths["She"] == "NP^S!VP!NP!NP!NN"
    assert paths["quick"] == "JJ^NP!NN"
    assert paths["of the boats"] == "PP^NP!NP!NN"
    assert paths["purchase"] == "NN"
    assert paths["a quick purchase"] == "NP!NN"
    boats = node_of(tree, "of the boats")
    assert context.partial_paths[boats] == "PP^NP"
    assert context.path_lengths[boats] == 4


def slow_path(tree: Tree, node: int, leaf: int) -> str:
    own, other = [node, *tree.iterate_ancestors(node)], [leaf, *tree.iterate_ancestors(leaf)]
    meeting = next(one for one in own if one in other)
    up = own[: own.index(meeting) + 1]
    down = other[: other.index(meeting)][::-1]
    labels = [tree.nodes[one].label for one in (*up, *down)]
    return "^".join(labels[: len(up)]) + "".join(f"!{label}" for label in labels[len(up) :])


LEAVES = st.sampled_from(["(NN a)", "(VB b)", "(IN c)"])
TREES = st.recursive(
    LEAVES,
    lambda below: st.builds(
        lambda label, parts: f"({label} {' '.join(parts)})",
        st.sampled_from(["NP", "S", "PP"]),
        st.lists(below, min_size=1, max_size=3),
    ),
    max_leaves=12,
)


@settings(max_examples=50)
@given(TREES, st.data())
def test_paths_are_those_of_an_obvious_way(line: str, data: st.DataObject) -> None:
    sentence, tree = parsed(line)
    predicate = data.draw(st.integers(0, len(tree.words) - 1))
    context = PredicateContext(sentence, tree, predicate)
    for node in range(len(tree.nodes)):
        path = slow_path(tree, node, tree.leaves[predicate])
        assert context.paths[node] == path
        assert context.path_lengths[node] == path.count("^") + path.count("!") + 1
        assert context.partial_paths[node] == path.partition("!")[0]


def test_sisters_positions_and_what_is_between() -> None:
    sentence, tree = parsed(PURCHASE)
    context = PredicateContext(sentence, tree, 4)
    she, boats, last = (node_of(tree, one) for one in ("She", "of the boats", "last May"))
    assert context.tree_context.get_right_sister(she) == 3
    assert context.tree_context.get_left_sister(she) == NO_NODE
    assert (
        context.tree_context.get_label(NO_NODE) == context.tree_context.get_head_tag(NO_NODE) == ""
    )
    assert [context.get_side(one) for one in (she, boats, 0)] == [LEFT, RIGHT, OVER]
    assert context.get_span_between(she) == (1, 4)
    assert context.get_span_between(last) == (5, 8)
    assert context.get_span_between(0) == (5, 5)
    assert context.tree_context.get_chunk_labels(1, 4) == ["VP", "NP"]
    assert context.tree_context.get_chunk_labels(5, 5) == []
    assert context.subcategorisation == "NP>DT JJ NN"


def test_a_frame_gives_its_lemma() -> None:
    sentence, tree = parsed(PURCHASE)
    assert PredicateContext(sentence, tree, 4).frame_lemma == "purchase"
    context = PredicateContext(sentence, tree, 4, "buy")
    assert (context.frame_lemma, context.word_lemma, context.tag) == ("buy", "purchase", "NN")


def test_words_have_no_blanks() -> None:
    sentence, tree = parsed("(NP (DT A) (NN trip))")
    tokens = (sentence.tokens[0]._replace(form="A\tB\n"), sentence.tokens[1])
    assert (
        PredicateContext(sentence._replace(tokens=tokens), tree, 1).tree_context.words[0] == "a_b"
    )


def test_a_word_alone() -> None:
    context = PredicateContext(*parsed("(NN Sale)"), 0)
    assert context.subcategorisation == "NN"
    assert context.paths == ["NN"]


def test_long_ways_are_far() -> None:
    depth = 50
    line = "(S (NN Sale) " + "(NP (DT the) " * depth + "(NN trip)" + ")" * depth + ")"
    sentence, tree = parsed(line)
    first = PredicateContext(sentence, tree, 0)
    assert first.paths[-1] == first.partial_paths[-1] == "far"
    assert first.path_lengths[-1] == depth + 3
    assert first.partial_paths[2 + 2 * 19] == "^".join(["NP"] * 20 + ["S"])
    assert first.partial_paths[2 + 2 * 20] == "far"
    last = PredicateContext(sentence, tree, depth + 1)
    assert last.paths[1] == "far"
    assert last.partial_paths[1] == "NN^S"
    assert sum(path != "far" for path in last.paths) == 1 + 2 * 20
