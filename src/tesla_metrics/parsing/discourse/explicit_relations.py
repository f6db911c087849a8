"""Find explicit relations: connectives, their arguments and senses."""

from collections.abc import Callable, Iterable, Iterator, Sequence

from ...resources.learning.linear_classifier import LinearClassifier
from .connective_context import PUNCTUATION, CandidateContext, ConnectiveContext, length_bucket
from .connectives import GAP, LISTED_SENSES, Candidate, ConnectiveStrings
from .relation import EXPLICIT, DiscourseModel, Document, Relation, Spans

# Candidates for the boundaries of arguments, and their features.
#
# An argument begins where a clause or a verb phrase begins, at a word that may introduce one, or
# after punctuation. It ends where a clause or a verb phrase ends, optionally including punctuation
# after it.

_CLAUSES = frozenset("S SBAR SINV SQ SBARQ VP FRAG PRN UCP TOP INTJ X PP".split())
_OPENING_TAGS = frozenset("CC IN TO WDT WP WRB RB -LRB- ``".split())


def possible_starts(spot: CandidateContext) -> list[int]:
    """Return the tokens that may be the first one of an argument."""
    tags = spot.tags
    starts = {0, spot.candidate.first}
    starts.update(node.start for node in spot.tree.nodes if node.label in _CLAUSES)
    for token, tag in enumerate(tags):
        if tag in _OPENING_TAGS or (token and tags[token - 1] in PUNCTUATION):
            starts.add(token)
    return sorted(starts)


def possible_ends(spot: CandidateContext) -> list[int]:
    """Return the tokens that may be the last one of an argument."""
    tags = spot.tags
    ends = {len(tags) - 1}
    for node in spot.tree.nodes:
        if node.label in _CLAUSES:
            end = node.end - 1
            ends.add(end)
            while end + 1 < len(tags) and tags[end + 1] in PUNCTUATION:
                end += 1
                ends.add(end)
    return sorted(ends)


def start_features(spot: CandidateContext, token: int, rank: int, *, first: int) -> list[str]:
    """Return the features of an argument that begins at a token.

    rank  number of possible starts between it and the connective
    first   first token of the other argument or of the connective
    """
    features = [
        *_start_context(spot, token, first),
        f"nearer={min(rank, 6)}",
        *_relation_to_connective(spot, token),
    ]
    return _with_connective(spot, features)


def end_features(spot: CandidateContext, token: int, rank: int) -> list[str]:
    """Return the features of an argument that ends at a token.

    rank  number of possible ends between it and the connective
    """
    features = [
        *_end_context(spot, token),
        f"nearer={min(rank, 6)}",
        *_relation_to_connective(spot, token),
    ]
    return _with_connective(spot, features)


def _with_connective(spot: CandidateContext, features: list[str]) -> list[str]:
    text = spot.candidate.text
    tag = spot.tag(spot.candidate.first)
    return [
        "bias",
        *features,
        *(f"{tag}|{feature}" for feature in features),
        *(f"{text}|{feature}" for feature in features),
    ]


def _start_context(spot: CandidateContext, token: int, first: int) -> Iterator[str]:
    tree = spot.tree
    leaf = tree.leaves[token]
    top = leaf
    for node in tree.ancestors(leaf):
        if tree.nodes[node].start != token or tree.nodes[node].end > first:
            break
        top = node
    yield f"t={spot.tag(token - 1)} {spot.tag(token)}"
    yield f"w={spot.word(token)}"
    yield f"w-1={spot.word(token - 1)}"
    yield f"top={spot.label(top)} {spot.label(spot.parent(top))}"
    reach = tree.nodes[top].end
    yield f"reach={spot.label(top)} {reach == first} {spot.tag(reach)}"
    yield f"zero={token == 0}"
    yield f"far={length_bucket(first - token)}"
    yield f"verbs={min(spot.count_verbs(token, first), 4)} {token == 0}"


def _end_context(spot: CandidateContext, token: int) -> Iterator[str]:
    tree, tags, last = spot.tree, spot.tags, spot.candidate.last
    inner = token
    while inner > last and tags[inner] in PUNCTUATION:
        inner -= 1
    top = leaf = tree.leaves[inner]
    for node in tree.ancestors(leaf):
        if tree.nodes[node].end - 1 != inner or tree.nodes[node].start <= last:
            break
        top = node
    yield f"t={spot.tag(token)} {spot.tag(token + 1)}"
    yield f"w={spot.word(token)}"
    yield f"w+1={spot.word(token + 1)}"
    yield f"top={spot.label(top)} {spot.label(spot.parent(top))}"
    yield f"from={spot.label(top)} {tree.nodes[top].start == last + 1}"
    yield f"zero={token == len(tags) - 1}"
    yield f"far={length_bucket(token - last)}"
    yield f"marks={token - inner} {spot.tag(token + 1) in PUNCTUATION}"
    verbs = min(spot.count_verbs(min(last, token) + 1, token + 1), 4)
    yield f"verbs={verbs} {token == len(tags) - 1}"


def _relation_to_connective(spot: CandidateContext, token: int) -> Iterator[str]:
    """Yield features of the relation between a token and the connective in the tree."""
    tree, first, last = spot.tree, spot.candidate.first, spot.candidate.last
    low, high = min(token, first), max(token, last) + 1
    joint = tree.lowest_covering_node(low, high)
    node = tree.nodes[joint]
    inside = next(
        (
            child
            for child in tree.children[joint]
            if tree.nodes[child].start <= token < tree.nodes[child].end
        ),
        None,
    )
    yield f"joint={spot.label(joint)} {spot.label(inside)}"
    yield f"fills={spot.label(joint)} {node.start == low} {node.end == high}"
    steps = _count_clauses(spot, joint)
    yield f"steps={min(steps, 6)} {node.start == low} {node.end == high}"
    edge_node = tree.nodes[inside] if inside is not None else node
    yield f"edge={edge_node.label} {edge_node.start == token} {edge_node.end == token + 1}"


def _count_clauses(spot: CandidateContext, joint: int) -> int:
    """Return the number of clauses and verb phrases between the connective and a node above it."""
    count = 0
    for node in spot.tree.ancestors(spot.node):
        if node == joint:
            break
        count += spot.tree.nodes[node].label in _CLAUSES
    return count


# The two arguments of a connective.
#
# The first decision is whether Arg1 is in the same sentence. If not, Arg1 is the previous sentence,
# and Arg2 is the sentence of the connective. Otherwise two spans are found: that of Arg2 with the
# connective, and that of Arg1, which is before it, after it or around it. Arg1 is its span without
# that of Arg2; Arg2 is its span without the connective.
#
# Each argument has at least one word. If Arg2 has none, it becomes the words after the connective,
# or else its sentence. If Arg1 has none, it becomes the previous sentence, or in the first sentence
# the remaining words.

# Names of classifiers, and places of Arg1.
ARG1_PLACE = "explicit.place"
EARLIER, BEFORE, AFTER, AROUND = "earlier", "before", "behind", "around"
START2, END2, START1, END1 = (
    "explicit.arg2.start",
    "explicit.arg2.end",
    "explicit.arg1.start",
    "explicit.arg1.end",
)
YES, NO = "yes", "no"


def find_arguments(context: ConnectiveContext, model: DiscourseModel) -> tuple[Spans, Spans]:
    """Return Arg1 and Arg2 in document tokens; an argument without words is empty."""
    sentence, starts = context.candidate.sentence, context.document.starts
    first, second = _arguments_in_sentence(context, model)
    sentence_tokens = set(range(len(context.words))) - context.candidate.tokens
    if not _has_word(context, second):
        tokens_after = {token for token in sentence_tokens if token > context.candidate.last}
        second = tokens_after if _has_word(context, tokens_after) else sentence_tokens
        first -= second
    arg2 = _to_document_spans(second, starts[sentence]) if _has_word(context, second) else ()
    if _has_word(context, first):
        return _to_document_spans(first, starts[sentence]), arg2
    if sentence:
        return ((starts[sentence - 1], starts[sentence] - 1),), arg2
    remaining = sentence_tokens - second
    return _to_document_spans(remaining, 0) if _has_word(context, remaining) else (), arg2


def _arguments_in_sentence(
    context: ConnectiveContext, model: DiscourseModel
) -> tuple[set[int], set[int]]:
    """Return the tokens of Arg1 and Arg2 in the connective's sentence; Arg1 may be empty."""
    candidate = context.candidate
    arg1_place = model.classifier(ARG1_PLACE).predict(context.features)
    if candidate.sentence == 0 and arg1_place == EARLIER:
        arg1_place = BEFORE if candidate.first else AFTER
    if arg1_place == EARLIER:
        return set(), set(range(len(context.words))) - candidate.tokens
    second = set(_find_arg2(context, model))
    first = set(_find_arg1(context, model, arg1_place, min(second), max(second)))
    return first - second, second - candidate.tokens


def _has_word(context: ConnectiveContext, tokens: Iterable[int]) -> bool:
    """Check that an argument has more than punctuation."""
    return any(map(str.isalnum, "".join(context.words[token] for token in tokens)))


def _find_arg2(context: ConnectiveContext, model: DiscourseModel) -> range:
    candidate = context.candidate
    start = _best_boundary(
        model.classifier(START2),
        starts_before(context, candidate.first, inclusive=True),
        lambda token, rank: start_features(context, token, rank, first=candidate.first),
    )
    end = _best_boundary(
        model.classifier(END2),
        arg2_ends(context),
        lambda token, rank: end_features(context, token, rank),
    )
    last = candidate.pieces[-1][1]
    return range(candidate.first if start is None else start, (last if end is None else end) + 1)


def _find_arg1(
    context: ConnectiveContext, model: DiscourseModel, arg1_place: str, start2: int, end2: int
) -> range:
    start, end = end2 + 1, start2 - 1
    if arg1_place != AFTER:
        best = _best_boundary(
            model.classifier(START1),
            starts_before(context, start2),
            lambda token, rank: start_features(context, token, rank, first=start2),
        )
        start = 0 if best is None else best
    if arg1_place != BEFORE:
        best = _best_boundary(
            model.classifier(END1),
            ends_after(context, end2),
            lambda token, rank: end_features(context, token, rank),
        )
        end = len(context.words) - 1 if best is None else best
    return range(start, end + 1)


def starts_before(context: ConnectiveContext, token: int, inclusive: bool = False) -> list[int]:
    """Return the possible starts before a token, the nearest first."""
    limit = token + inclusive
    return [start for start in reversed(possible_starts(context)) if start < limit]


def arg2_ends(context: ConnectiveContext) -> list[int]:
    """Return the possible ends of Arg2, including the last piece of a split connective.

    For `if it rains, then` Arg2 may end at `then`.
    """
    pieces = context.candidate.pieces
    last_piece = [pieces[-1][1]] if len(pieces) > 1 else []
    return [*last_piece, *ends_after(context, pieces[-1][1])]


def ends_after(context: ConnectiveContext, token: int) -> list[int]:
    """Return the possible ends after a token, the nearest first."""
    return [end for end in possible_ends(context) if end > token]


def _best_boundary(
    classifier: LinearClassifier,
    tokens: Sequence[int],
    features: Callable[[int, int], list[str]],
) -> int | None:
    """Return the token with the highest score, the nearest of equals; None without tokens."""
    best: tuple[int, int] | None = None
    for rank, token in enumerate(tokens):
        no, yes = classifier.sums(features(token, rank))
        if best is None or yes - no > best[0]:
            best = (yes - no, token)
    return None if best is None else best[1]


def _to_document_spans(tokens: Iterable[int], offset: int) -> Spans:
    """Convert tokens of a sentence to spans of the document."""
    spans: list[tuple[int, int]] = []
    for index in sorted(tokens):
        document_token = index + offset
        if spans and spans[-1][1] == document_token - 1:
            spans[-1] = (spans[-1][0], document_token)
        else:
            spans.append((document_token, document_token))
    return tuple(spans)


# Senses: first one of the four top senses is chosen, then the most specific sense below it.
#
# A connective that is not in the training data has the usual sense of the built-in list.

EXPLICIT_TOP, EXPLICIT_SENSE = "explicit.top", "explicit.sense"
# The connective itself determines nearly everything. Its feature is repeated this often, so that
# regularisation hardly reduces its weight.
_CONNECTIVE_REPEATS = 20
# Repetitions of the feature with the senses in the built-in list, which many connectives share.
_MEANING_REPEATS = 10


def find_sense(context: ConnectiveContext, model: DiscourseModel) -> str:
    """Return the full sense of a connective, for example Contingency.Cause.Reason."""
    text, features = context.candidate.text, sense_features(context)
    if text in LISTED_SENSES and f"c={text}" not in model.classifier(EXPLICIT_TOP).weights:
        return LISTED_SENSES[text][0]
    top = model.classifier(EXPLICIT_TOP).predict(features)
    finer = model.classifier(EXPLICIT_SENSE)
    sums = finer.sums(features)
    candidates = [
        index for index, label in enumerate(finer.labels) if label.partition(".")[0] == top
    ]
    if not candidates:
        return top
    return finer.labels[max(candidates, key=lambda index: (sums[index], -index))]


def sense_features(context: ConnectiveContext) -> list[str]:
    """Return the features for the sense: mainly the connective and its listed senses."""
    text = context.candidate.text
    tops = sorted({sense.partition(".")[0] for sense in LISTED_SENSES.get(text, ())})
    return [
        *[f"c={text}"] * _CONNECTIVE_REPEATS,
        *(f"cw={word}" for word in text.split()),
        *[f"means={' '.join(tops)}"] * _MEANING_REPEATS,
        *context.features,
    ]


STRINGS = "connectives"
CONNECTIVE = "explicit.connective"


def find_explicit(document: Document, model: DiscourseModel) -> list[Relation]:
    """Return explicit relations in the order of their connectives, if both arguments exist."""
    relations = (
        _explicit_relation(context, model) for context in find_connectives(document, model)
    )
    return [relation for relation in relations if relation.arg1 and relation.arg2]


def find_connectives(document: Document, model: DiscourseModel) -> list[ConnectiveContext]:
    """Return the candidates that are connectives, in order; overlaps keep the highest score."""
    classifier = model.classifier(CONNECTIVE)
    positive: list[tuple[int, int, ConnectiveContext]] = []
    for order, candidate in enumerate(
        ConnectiveStrings(model.strings(STRINGS)).candidates(document)
    ):
        context = ConnectiveContext(document, candidate)
        no, yes = classifier.sums(context.features)
        if yes > no:
            positive.append((no - yes, order, context))
    taken: set[tuple[int, int]] = set()
    chosen = []
    for _, order, context in sorted(positive, key=lambda item: item[:2]):
        tokens = {
            (context.candidate.sentence, token_index) for token_index in context.candidate.tokens
        }
        if not tokens & taken:
            taken |= tokens
            chosen.append((order, context))
    return [context for _, context in sorted(chosen, key=lambda item: item[0])]


def _explicit_relation(context: ConnectiveContext, model: DiscourseModel) -> Relation:
    candidate = context.candidate
    offset = context.document.starts[candidate.sentence]
    arg1, arg2 = find_arguments(context, model)
    return Relation(
        EXPLICIT,
        find_sense(context, model),
        candidate.text.replace(f" {GAP} ", " "),
        arg1,
        arg2,
        tuple((first + offset, last + offset) for first, last in candidate.pieces),
    )


def connective_at(document: Document, relation: Relation) -> Candidate | None:
    """Return a relation's connective as a candidate; None if it is not within one sentence."""
    spans = relation.connective_tokens
    sentence_indices = {document.sentence_of[token] for span in spans for token in span}
    if len(sentence_indices) != 1:
        return None
    sentence_index = sentence_indices.pop()
    offset = document.starts[sentence_index]
    words = [token.form.lower() for token in document.sentences[sentence_index].tokens]
    pieces = tuple((first - offset, last - offset) for first, last in spans)
    text = f" {GAP} ".join(" ".join(words[first : last + 1]) for first, last in pieces)
    return Candidate(text, sentence_index, pieces)
