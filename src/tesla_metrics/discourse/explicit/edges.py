"""Where arguments may begin and end, and what is seen of such a place.

An argument begins where a clause or a verb phrase does, at a word that may introduce one, or behind
punctuation; it ends where a clause ends, with the punctuation that follows, or before a word that
may introduce the next.
"""

from collections.abc import Iterator

from .context import PUNCTUATION, Context, size

_CLAUSES = frozenset("S SBAR SINV SQ SBARQ VP FRAG PRN UCP TOP INTJ X PP".split())
_OPENING = frozenset("CC IN TO WDT WP WRB RB -LRB- ``".split())


def possible_starts(context: Context) -> list[int]:
    """Tokens that may be the first one of an argument."""
    tags = context.tags
    found = {0, context.candidate.first}
    found.update(node.start for node in context.tree.nodes if node.label in _CLAUSES)
    for place, tag in enumerate(tags):
        if tag in _OPENING or (place and tags[place - 1] in PUNCTUATION):
            found.add(place)
    return sorted(found)


def possible_ends(context: Context) -> list[int]:
    """Tokens that may be the last one of an argument."""
    tags = context.tags
    found = {len(tags) - 1}
    for node in context.tree.nodes:
        if node.label in _CLAUSES:
            end = node.end - 1
            found.add(end)
            while end + 1 < len(tags) and tags[end + 1] in PUNCTUATION:
                end += 1
                found.add(end)
    return sorted(found)


def start_features(context: Context, place: int, nearer: int, *, first: int) -> list[str]:
    """Of an argument that begins at a place.

    nearer  how many possible starts lie between it and the connective
    first   the place before which the other argument or the connective begins
    """
    found = [*_start(context, place, first), f"nearer={min(nearer, 6)}", *_relation(context, place)]
    return _crossed(context, found)


def end_features(context: Context, place: int, nearer: int) -> list[str]:
    """The same of its end."""
    found = [*_end(context, place), f"nearer={min(nearer, 6)}", *_relation(context, place)]
    return _crossed(context, found)


def _crossed(context: Context, found: list[str]) -> list[str]:
    text = context.candidate.text
    tag = context.tag(context.candidate.first)
    return [
        "bias",
        *found,
        *(f"{tag}|{feature}" for feature in found),
        *(f"{text}|{feature}" for feature in found),
    ]


def _start(context: Context, place: int, first: int) -> Iterator[str]:
    tree = context.tree
    leaf = tree.leaves[place]
    top = leaf
    for node in tree.ancestors(leaf):
        if tree.nodes[node].start != place or tree.nodes[node].end > first:
            break
        top = node
    yield f"t={context.tag(place - 1)} {context.tag(place)}"
    yield f"w={context.word(place)}"
    yield f"w-1={context.word(place - 1)}"
    yield f"top={context.label(top)} {context.label(context.above(top))}"
    reach = tree.nodes[top].end
    yield f"reach={context.label(top)} {reach == first} {context.tag(reach)}"
    yield f"zero={place == 0}"
    yield f"far={size(first - place)}"
    verbs = sum(tag.startswith(("VB", "MD")) for tag in context.tags[place:first])
    yield f"verbs={min(verbs, 4)} {place == 0}"


def _end(context: Context, place: int) -> Iterator[str]:
    tree, tags, last = context.tree, context.tags, context.candidate.last
    inner = place
    while inner > last and tags[inner] in PUNCTUATION:
        inner -= 1
    top = leaf = tree.leaves[inner]
    for node in tree.ancestors(leaf):
        if tree.nodes[node].end - 1 != inner or tree.nodes[node].start <= last:
            break
        top = node
    yield f"t={context.tag(place)} {context.tag(place + 1)}"
    yield f"w={context.word(place)}"
    yield f"w+1={context.word(place + 1)}"
    yield f"top={context.label(top)} {context.label(context.above(top))}"
    yield f"from={context.label(top)} {tree.nodes[top].start == last + 1}"
    yield f"zero={place == len(tags) - 1}"
    yield f"far={size(place - last)}"
    yield f"marks={place - inner} {context.tag(place + 1) in PUNCTUATION}"
    verbs = sum(tag.startswith(("VB", "MD")) for tag in tags[last + 1 : place + 1])
    yield f"verbs={min(verbs, 4)} {place == len(tags) - 1}"


def _relation(context: Context, place: int) -> Iterator[str]:
    """How place and connective hang together in the tree."""
    tree, first, last = context.tree, context.candidate.first, context.candidate.last
    low, high = min(place, first), max(place, last) + 1
    joint = tree.covering(low, high)
    node = tree.nodes[joint]
    inside = next(
        (
            child
            for child in tree.children[joint]
            if tree.nodes[child].start <= place < tree.nodes[child].end
        ),
        None,
    )
    yield f"joint={context.label(joint)} {context.label(inside)}"
    yield f"fills={context.label(joint)} {node.start == low} {node.end == high}"
    steps = _steps(context, joint)
    yield f"steps={min(steps, 6)} {node.start == low} {node.end == high}"
    follows = tree.nodes[inside] if inside is not None else node
    yield f"edge={follows.label} {follows.start == place} {follows.end == place + 1}"


def _steps(context: Context, joint: int) -> int:
    """How many clauses and verb phrases lie between the connective and a node above it."""
    count = 0
    for node in context.tree.ancestors(context.node):
        if node == joint:
            break
        count += context.tree.nodes[node].label in _CLAUSES
    return count
