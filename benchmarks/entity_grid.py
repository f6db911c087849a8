"""The entity grid (Barzilay & Lapata 2008), the baseline of order discrimination.

Rows are sentences, columns the head nouns of noun phrases (by stem, as in the paper's grids without
coreference: pronouns, which these cannot resolve, are left out). A cell is S where the noun heads a
subject, O where it heads an object, X elsewhere and - where it is not there; of several the first
of these counts. Features are the probabilities of transitions of length 2 and 3, of entities that
are mentioned once and of those that are more often apart (salience).
"""

from collections import Counter
from collections.abc import Iterator

from tesla_metrics.parsing.coherence import TRANSITION_LENGTHS, RoleMatrix, count_transitions
from tesla_metrics.parsing.discourse.relation import Document
from tesla_metrics.parsing.syntax.tree import Tree
from tesla_metrics.text.stemming import stem_word

SUBJECT, OBJECT, OTHER = "S", "O", "X"
RANKS = {SUBJECT: 0, OBJECT: 1, OTHER: 2}
SALIENT = 2
CLAUSES = {"S", "SINV", "SQ", "SBAR"}


def head_nouns(tree: Tree) -> Iterator[tuple[int, str]]:
    """The last noun of each noun phrase that has none below it, and what it is there."""
    for place, node in enumerate(tree.nodes):
        nouns = [
            tree.nodes[child].start
            for child in tree.children[place]
            if not tree.children[child] and tree.nodes[child].label.startswith("NN")
        ]
        if node.label.startswith("NP") and nouns:
            yield nouns[-1], grammatical_role(tree, place)


def grammatical_role(tree: Tree, place: int) -> str:
    """Of a noun phrase: what the largest noun phrase is that has its head, its first part."""
    while True:
        above = tree.nodes[place].parent
        if above < 0 or not tree.nodes[above].label.startswith("NP"):
            break
        if tree.children[above][0] != place:
            return OTHER
        place = above
    if above < 0:
        return OTHER
    label = tree.nodes[above].label
    after = tree.children[above][tree.children[above].index(place) + 1 :]
    if label in CLAUSES and any(tree.nodes[one].label == "VP" for one in after):
        return SUBJECT
    return OBJECT if label == "VP" else OTHER


def entity_grid(document: Document) -> tuple[RoleMatrix, list[int]]:
    """The grid, as a role matrix with one role a cell, and how often each entity is mentioned."""
    found: dict[str, dict[int, str]] = {}
    mentions: Counter[str] = Counter()
    for number, tree in enumerate(document.trees):
        for word, role in head_nouns(tree):
            entity = stem_word(tree.words[word], "en")
            mentions[entity] += 1
            cells = found.setdefault(entity, {})
            cells[number] = min(cells.get(number, role), role, key=RANKS.__getitem__)
    columns = tuple(
        tuple((number, (role,)) for number, role in cells.items()) for cells in found.values()
    )
    grid = RoleMatrix(tuple(found), len(document.sentences), columns)
    return grid, [mentions[entity] for entity in found]


def grid_features(document: Document) -> dict[str, float]:
    """Probabilities of transitions, of salient entities and of the others."""
    grid, mentions = entity_grid(document)
    features: dict[str, float] = {}
    for name, salient in (("salient", True), ("other", False)):
        kept = [n for n, times in enumerate(mentions) if (times >= SALIENT) is salient]
        part = RoleMatrix(
            tuple(grid.terms[n] for n in kept),
            grid.n_sentences,
            tuple(grid.columns[n] for n in kept),
        )
        for length in TRANSITION_LENGTHS:
            counts: Counter[tuple[str, ...]] = count_transitions(part, length)
            total = counts.total()
            features |= {f"{name} {' '.join(one)}": n / total for one, n in counts.items()}
    return features
