"""Where arguments may begin and end, and what is seen of such a place.

An argument begins where a clause or a verb phrase does, at a word that may introduce one, or behind
punctuation; it ends where a clause or a verb phrase ends, with some of the punctuation behind it.
"""

from collections.abc import Iterator

from .spot import PUNCTUATION, Spot, size

_CLAUSES = frozenset("S SBAR SINV SQ SBARQ VP FRAG PRN UCP TOP INTJ X PP".split())
_OPENING = frozenset("CC IN TO WDT WP WRB RB -LRB- ``".split())


def possible_starts(spot: Spot) -> list[int]:
    """Tokens that may be the first one of an argument."""
    tags = spot.tags
    found = {0, spot.candidate.first}
    found.update(node.start for node in spot.tree.nodes if node.label in _CLAUSES)
    for place, tag in enumerate(tags):
        if tag in _OPENING or (place and tags[place - 1] in PUNCTUATION):
            found.add(place)
    return sorted(found)


def possible_ends(spot: Spot) -> list[int]:
    """Tokens that may be the last one of an argument."""
    tags = spot.tags
    found = {len(tags) - 1}
    for node in spot.tree.nodes:
        if node.label in _CLAUSES:
            end = node.end - 1
            found.add(end)
            while end + 1 < len(tags) and tags[end + 1] in PUNCTUATION:
                end += 1
                found.add(end)
    return sorted(found)


def start_features(spot: Spot, place: int, nearer: int, *, first: int) -> list[str]:
    """Of an argument that begins at a place.

    nearer  how many possible starts lie between it and the connective
    first   the place before which the other argument or the connective begins
    """
    found = [*_start(spot, place, first), f"nearer={min(nearer, 6)}", *_relation(spot, place)]
    return _crossed(spot, found)


def end_features(spot: Spot, place: int, nearer: int) -> list[str]:
    """The same of its end."""
    found = [*_end(spot, place), f"nearer={min(nearer, 6)}", *_relation(spot, place)]
    return _crossed(spot, found)


def _crossed(spot: Spot, found: list[str]) -> list[str]:
    text = spot.candidate.text
    tag = spot.tag(spot.candidate.first)
    return [
        "bias",
        *found,
        *(f"{tag}|{feature}" for feature in found),
        *(f"{text}|{feature}" for feature in found),
    ]


def _start(spot: Spot, place: int, first: int) -> Iterator[str]:
    tree = spot.tree
    leaf = tree.leaves[place]
    top = leaf
    for node in tree.ancestors(leaf):
        if tree.nodes[node].start != place or tree.nodes[node].end > first:
            break
        top = node
    yield f"t={spot.tag(place - 1)} {spot.tag(place)}"
    yield f"w={spot.word(place)}"
    yield f"w-1={spot.word(place - 1)}"
    yield f"top={spot.label(top)} {spot.label(spot.above(top))}"
    reach = tree.nodes[top].end
    yield f"reach={spot.label(top)} {reach == first} {spot.tag(reach)}"
    yield f"zero={place == 0}"
    yield f"far={size(first - place)}"
    yield f"verbs={min(spot.verbs(place, first), 4)} {place == 0}"


def _end(spot: Spot, place: int) -> Iterator[str]:
    tree, tags, last = spot.tree, spot.tags, spot.candidate.last
    inner = place
    while inner > last and tags[inner] in PUNCTUATION:
        inner -= 1
    top = leaf = tree.leaves[inner]
    for node in tree.ancestors(leaf):
        if tree.nodes[node].end - 1 != inner or tree.nodes[node].start <= last:
            break
        top = node
    yield f"t={spot.tag(place)} {spot.tag(place + 1)}"
    yield f"w={spot.word(place)}"
    yield f"w+1={spot.word(place + 1)}"
    yield f"top={spot.label(top)} {spot.label(spot.above(top))}"
    yield f"from={spot.label(top)} {tree.nodes[top].start == last + 1}"
    yield f"zero={place == len(tags) - 1}"
    yield f"far={size(place - last)}"
    yield f"marks={place - inner} {spot.tag(place + 1) in PUNCTUATION}"
    yield f"verbs={min(spot.verbs(min(last, place) + 1, place + 1), 4)} {place == len(tags) - 1}"


def _relation(spot: Spot, place: int) -> Iterator[str]:
    """How place and connective hang together in the tree."""
    tree, first, last = spot.tree, spot.candidate.first, spot.candidate.last
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
    yield f"joint={spot.label(joint)} {spot.label(inside)}"
    yield f"fills={spot.label(joint)} {node.start == low} {node.end == high}"
    steps = _steps(spot, joint)
    yield f"steps={min(steps, 6)} {node.start == low} {node.end == high}"
    follows = tree.nodes[inside] if inside is not None else node
    yield f"edge={follows.label} {follows.start == place} {follows.end == place + 1}"


def _steps(spot: Spot, joint: int) -> int:
    """How many clauses and verb phrases lie between the connective and a node above it."""
    count = 0
    for node in spot.tree.ancestors(spot.node):
        if node == joint:
            break
        count += spot.tree.nodes[node].label in _CLAUSES
    return count
