"""What tells whether a word is a predicate, and which sense of its lemma it has."""

from ...syntax.tree import NO_NODE
from ..context import PredicateContext, TreeContext

_EDGE = "#"
_SUFFIX = 3


def predicate_features(shared: TreeContext, place: int, known: bool) -> list[str]:
    """Of a word; `known`: whether frames are known for it."""
    lemma, tag = shared.lemmas[place], shared.tags[place]
    parent = shared.label(shared.parents[shared.tree.leaves[place]])
    before, behind = _beside(shared.lemmas, place)
    tag_before, tag_behind = _beside(shared.tags, place)
    form = shared.sentence.tokens[place].form
    return [
        "bias",
        f"known={known:d} {tag}",
        f"lemma={lemma}",
        f"lemma&tag={lemma} {tag}",
        f"word={shared.words[place]}",
        f"suffix={lemma[-_SUFFIX:]} {tag} {known:d}",
        f"shape={form[:1].isupper():d} {form.isupper():d} {tag}",
        f"parent={parent} {tag}",
        f"before={before}",
        f"behind={behind}",
        f"tags={tag_before} {tag} {tag_behind}",
        f"lemma&before={lemma} {tag_before}",
        f"lemma&behind={lemma} {tag_behind}",
        f"lemma&word.before={lemma} {before}",
        f"lemma&word.behind={lemma} {behind}",
    ]


def sense_features(context: PredicateContext) -> list[str]:
    """Of a predicate, each with its lemma: senses of one say little of another's."""
    shared, lemma, leaf = context.shared, context.word_lemma, context.leaf
    around, place = context.surroundings, context.predicate
    before, behind = _beside(shared.lemmas, place)
    seen = [
        "",
        f"tag {context.tag}",
        f"word {shared.words[place]}",
        f"voice {around.voice}",
        f"rule {context.subcategorisation}",
        f"before {before}",
        f"behind {behind}",
        f"above {around.governor_lemma}",
        f"preposition {around.preposition}",
        f"inner {around.inner}",
    ]
    node = shared.right_sister(leaf)
    while node != NO_NODE:
        kind, _, _, _, marker, content, _ = shared.facts(node)
        seen += (f"behind {kind} {content}", f"marker {marker}", f"has {kind}")
        node = shared.right_sister(node)
    node = shared.left_sister(leaf)
    while node != NO_NODE:
        seen.append(f"modifier {shared.facts(node).lemma}")
        node = shared.left_sister(node)
    return ["bias", *(f"{lemma} {one}" for one in seen)]


def _beside(values: "list[str] | tuple[str, ...]", place: int) -> tuple[str, str]:
    last = len(values) - 1
    return values[place - 1] if place else _EDGE, values[place + 1] if place < last else _EDGE
