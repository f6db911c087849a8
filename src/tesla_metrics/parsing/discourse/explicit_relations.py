"""Find explicit relations: connectives, their arguments and senses."""

from collections.abc import Callable, Iterable, Iterator, Sequence

from ...resources.learning.linear_classifier import LinearClassifier
from .connective_context import (
    PUNCTUATION_TAGS,
    CandidateContext,
    ConnectiveContext,
    get_length_bucket,
)
from .connectives import LISTED_SENSES, PIECE_SEPARATOR, ConnectiveCandidate, ConnectiveStrings
from .relation import EXPLICIT, DiscourseModel, Document, Relation, Spans

# Candidates for the boundaries of arguments, and their features.
#
# An argument begins where a clause or a verb phrase begins, at a word that may introduce a clause,
# or after punctuation. It ends where a clause or a verb phrase ends; the punctuation after it may
# be included.

_CLAUSE_LABELS = frozenset("S SBAR SINV SQ SBARQ VP FRAG PRN UCP TOP INTJ X PP".split())
_OPENING_TAGS = frozenset("CC IN TO WDT WP WRB RB -LRB- ``".split())


def find_possible_starts(context: CandidateContext) -> list[int]:
    """Return the tokens at which an argument may begin."""
    tags = context.tags
    starts = {0, context.candidate.first_token}
    starts.update(node.start for node in context.tree.nodes if node.label in _CLAUSE_LABELS)
    for token, tag in enumerate(tags):
        if tag in _OPENING_TAGS or (token and tags[token - 1] in PUNCTUATION_TAGS):
            starts.add(token)
    return sorted(starts)


def find_possible_ends(context: CandidateContext) -> list[int]:
    """Return the tokens with which an argument may end."""
    tags = context.tags
    ends = {len(tags) - 1}
    for node in context.tree.nodes:
        if node.label in _CLAUSE_LABELS:
            end = node.end - 1
            ends.add(end)
            while end + 1 < len(tags) and tags[end + 1] in PUNCTUATION_TAGS:
                end += 1
                ends.add(end)
    return sorted(ends)


def get_start_features(
    context: CandidateContext, token: int, rank: int, *, limit_token: int
) -> list[str]:
    """Return the features of an argument that begins at a token.

    `rank`         number of possible starts between the token and the connective
    `limit_token`  first token of the connective or of the other argument, which follows
    """
    features = [
        *_get_start_context_features(context, token, limit_token),
        f"nearer={min(rank, 6)}",
        *_get_tree_relation_features(context, token),
    ]
    return _combine_with_connective(context, features)


def get_end_features(context: CandidateContext, token: int, rank: int) -> list[str]:
    """Return the features of an argument that ends with a token.

    `rank` is the number of possible ends between the connective and the token.
    """
    features = [
        *_get_end_context_features(context, token),
        f"nearer={min(rank, 6)}",
        *_get_tree_relation_features(context, token),
    ]
    return _combine_with_connective(context, features)


def _combine_with_connective(context: CandidateContext, features: list[str]) -> list[str]:
    """Return features alone, with the tag of the connective, and with its string."""
    text = context.candidate.text
    tag = context.get_tag(context.candidate.first_token)
    return [
        "bias",
        *features,
        *(f"{tag}|{feature}" for feature in features),
        *(f"{text}|{feature}" for feature in features),
    ]


def _get_start_context_features(context: CandidateContext, token: int, first: int) -> Iterator[str]:
    """Yield features of a start token; `top` is the highest node that begins with it."""
    tree = context.tree
    leaf = tree.leaves[token]
    top = leaf
    for node in tree.iterate_ancestors(leaf):
        if tree.nodes[node].start != token or tree.nodes[node].end > first:
            break
        top = node
    yield f"t={context.get_tag(token - 1)} {context.get_tag(token)}"
    yield f"w={context.get_word(token)}"
    yield f"w-1={context.get_word(token - 1)}"
    yield f"top={context.get_label(top)} {context.get_label(context.get_parent(top))}"
    top_end = tree.nodes[top].end
    yield f"reach={context.get_label(top)} {top_end == first} {context.get_tag(top_end)}"
    yield f"zero={token == 0}"
    yield f"far={get_length_bucket(first - token)}"
    yield f"verbs={min(context.count_verbs(token, first), 4)} {token == 0}"


def _get_end_context_features(context: CandidateContext, token: int) -> Iterator[str]:
    """Yield features of an end token; `top` is the highest node that ends with its last word."""
    tree, tags, last = context.tree, context.tags, context.candidate.last_token_of_first_piece
    last_word = token
    while last_word > last and tags[last_word] in PUNCTUATION_TAGS:
        last_word -= 1
    top = leaf = tree.leaves[last_word]
    for node in tree.iterate_ancestors(leaf):
        if tree.nodes[node].end - 1 != last_word or tree.nodes[node].start <= last:
            break
        top = node
    yield f"t={context.get_tag(token)} {context.get_tag(token + 1)}"
    yield f"w={context.get_word(token)}"
    yield f"w+1={context.get_word(token + 1)}"
    yield f"top={context.get_label(top)} {context.get_label(context.get_parent(top))}"
    yield f"from={context.get_label(top)} {tree.nodes[top].start == last + 1}"
    yield f"zero={token == len(tags) - 1}"
    yield f"far={get_length_bucket(token - last)}"
    yield f"marks={token - last_word} {context.get_tag(token + 1) in PUNCTUATION_TAGS}"
    verbs = min(context.count_verbs(min(last, token) + 1, token + 1), 4)
    yield f"verbs={verbs} {token == len(tags) - 1}"


def _get_tree_relation_features(context: CandidateContext, token: int) -> Iterator[str]:
    """Yield features of the relation between a token and the connective in the tree."""
    tree, first, last = (
        context.tree,
        context.candidate.first_token,
        context.candidate.last_token_of_first_piece,
    )
    span_start, span_end = min(token, first), max(token, last) + 1
    common_node = tree.find_lowest_covering_node(span_start, span_end)
    node = tree.nodes[common_node]
    child_of_token = next(
        (
            child
            for child in tree.children[common_node]
            if tree.nodes[child].start <= token < tree.nodes[child].end
        ),
        None,
    )
    yield f"joint={context.get_label(common_node)} {context.get_label(child_of_token)}"
    label = context.get_label(common_node)
    yield f"fills={label} {node.start == span_start} {node.end == span_end}"
    n_clauses = _count_clauses(context, common_node)
    yield f"steps={min(n_clauses, 6)} {node.start == span_start} {node.end == span_end}"
    edge_node = tree.nodes[child_of_token] if child_of_token is not None else node
    yield f"edge={edge_node.label} {edge_node.start == token} {edge_node.end == token + 1}"


def _count_clauses(context: CandidateContext, upper_node: int) -> int:
    """Count the clauses and verb phrases between the connective and a node above it."""
    count = 0
    for node in context.tree.iterate_ancestors(context.node):
        if node == upper_node:
            break
        count += context.tree.nodes[node].label in _CLAUSE_LABELS
    return count


# The two arguments of a connective.
#
# The first decision is whether Arg1 is in the sentence of the connective. If not, Arg1 is the
# previous sentence, and Arg2 is the sentence of the connective. Otherwise the span of Arg2 is
# determined, which includes the connective, and then the span of Arg1, which is before it, after it
# or around it. Arg1 consists of its span without the span of Arg2. Arg2 consists of its span
# without the connective.
#
# If Arg2 then has no words, it becomes the words after the connective, or else the sentence. If
# Arg1 has no words, it becomes the previous sentence, or in the first sentence the remaining words.

# Name of the classifier of the position of Arg1, and its labels: in the previous sentence, or
# before, after or around Arg2 in the same sentence.
ARG1_PLACE = "explicit.place"
EARLIER, BEFORE, AFTER, AROUND = "earlier", "before", "behind", "around"
# Names of the classifiers of boundaries, and their labels.
ARG2_START, ARG2_END, ARG1_START, ARG1_END = (
    "explicit.arg2.start",
    "explicit.arg2.end",
    "explicit.arg1.start",
    "explicit.arg1.end",
)
YES_LABEL, NO_LABEL = "yes", "no"


def find_arguments(context: ConnectiveContext, model: DiscourseModel) -> tuple[Spans, Spans]:
    """Return the spans of Arg1 and Arg2 in the document; the span is () if there are no words."""
    sentence_index, starts = context.candidate.sentence_index, context.document.sentence_starts
    arg1_tokens, arg2_tokens = _find_arguments_in_sentence(context, model)
    sentence_tokens = set(range(len(context.words))) - context.candidate.tokens
    if not _has_word(context, arg2_tokens):
        tokens_after = {
            token
            for token in sentence_tokens
            if token > context.candidate.last_token_of_first_piece
        }
        arg2_tokens = tokens_after if _has_word(context, tokens_after) else sentence_tokens
        arg1_tokens -= arg2_tokens
    arg2 = (
        _to_document_spans(arg2_tokens, starts[sentence_index])
        if _has_word(context, arg2_tokens)
        else ()
    )
    if _has_word(context, arg1_tokens):
        return _to_document_spans(arg1_tokens, starts[sentence_index]), arg2
    if sentence_index:
        return ((starts[sentence_index - 1], starts[sentence_index] - 1),), arg2
    remaining = sentence_tokens - arg2_tokens
    return _to_document_spans(remaining, 0) if _has_word(context, remaining) else (), arg2


def _find_arguments_in_sentence(
    context: ConnectiveContext, model: DiscourseModel
) -> tuple[set[int], set[int]]:
    """Return the tokens of Arg1 and Arg2 in the connective's sentence; Arg1 may be empty."""
    candidate = context.candidate
    arg1_place = model.get_classifier(ARG1_PLACE).predict(context.features)
    if candidate.sentence_index == 0 and arg1_place == EARLIER:
        arg1_place = BEFORE if candidate.first_token else AFTER
    if arg1_place == EARLIER:
        return set(), set(range(len(context.words))) - candidate.tokens
    arg2_tokens = set(_find_arg2(context, model))
    arg1_tokens = set(_find_arg1(context, model, arg1_place, min(arg2_tokens), max(arg2_tokens)))
    return arg1_tokens - arg2_tokens, arg2_tokens - candidate.tokens


def _has_word(context: ConnectiveContext, tokens: Iterable[int]) -> bool:
    """Return whether one of the tokens is a word or a number."""
    return any(map(str.isalnum, "".join(context.words[token] for token in tokens)))


def _find_arg2(context: ConnectiveContext, model: DiscourseModel) -> range:
    """Return the tokens from the start to the end of Arg2, including the connective."""
    candidate = context.candidate
    start = _choose_boundary(
        model.get_classifier(ARG2_START),
        find_starts_before(context, candidate.first_token, inclusive=True),
        lambda token, rank: get_start_features(
            context, token, rank, limit_token=candidate.first_token
        ),
    )
    end = _choose_boundary(
        model.get_classifier(ARG2_END),
        find_arg2_ends(context),
        lambda token, rank: get_end_features(context, token, rank),
    )
    connective_end = candidate.piece_spans[-1][1]
    first = candidate.first_token if start is None else start
    last = connective_end if end is None else end
    return range(first, last + 1)


def _find_arg1(
    context: ConnectiveContext,
    model: DiscourseModel,
    arg1_place: str,
    arg2_start: int,
    arg2_end: int,
) -> range:
    """Return the tokens from the start to the end of Arg1, which may contain Arg2."""
    start, end = arg2_end + 1, arg2_start - 1
    if arg1_place != AFTER:
        boundary = _choose_boundary(
            model.get_classifier(ARG1_START),
            find_starts_before(context, arg2_start),
            lambda token, rank: get_start_features(context, token, rank, limit_token=arg2_start),
        )
        start = 0 if boundary is None else boundary
    if arg1_place != BEFORE:
        boundary = _choose_boundary(
            model.get_classifier(ARG1_END),
            find_ends_after(context, arg2_end),
            lambda token, rank: get_end_features(context, token, rank),
        )
        end = len(context.words) - 1 if boundary is None else boundary
    return range(start, end + 1)


def find_starts_before(
    context: ConnectiveContext, token: int, inclusive: bool = False
) -> list[int]:
    """Return the possible starts before a token, the nearest first.

    With `inclusive`, the token itself may be a start.
    """
    limit = token + inclusive
    return [start for start in reversed(find_possible_starts(context)) if start < limit]


def find_arg2_ends(context: ConnectiveContext) -> list[int]:
    """Return the possible ends of Arg2, the nearest first.

    Arg2 may end with the last piece of a discontinuous connective, for example with `then` in `if
    it rains, then`.
    """
    pieces = context.candidate.piece_spans
    last_piece = [pieces[-1][1]] if len(pieces) > 1 else []
    return [*last_piece, *find_ends_after(context, pieces[-1][1])]


def find_ends_after(context: ConnectiveContext, token: int) -> list[int]:
    """Return the possible ends after a token, the nearest first."""
    return [end for end in find_possible_ends(context) if end > token]


def _choose_boundary(
    classifier: LinearClassifier,
    tokens: Sequence[int],
    get_features: Callable[[int, int], list[str]],
) -> int | None:
    """Return the token with the highest score, or None if there are no tokens.

    If scores are equal, the first token wins. `get_features` maps a token and its rank to features.
    """
    best: tuple[int, int] | None = None  # score and token
    for rank, token in enumerate(tokens):
        no_sum, yes_sum = classifier.sum_weights(get_features(token, rank))
        if best is None or yes_sum - no_sum > best[0]:
            best = (yes_sum - no_sum, token)
    return None if best is None else best[1]


def _to_document_spans(tokens: Iterable[int], offset: int) -> Spans:
    """Convert token indices in a sentence, which begins at `offset`, to spans of the document."""
    spans: list[tuple[int, int]] = []
    for sentence_token in sorted(tokens):
        document_token = sentence_token + offset
        if spans and spans[-1][1] == document_token - 1:
            spans[-1] = (spans[-1][0], document_token)
        else:
            spans.append((document_token, document_token))
    return tuple(spans)


# The sense of a connective is predicted in two steps: first one of the four top senses, then a
# full sense that begins with it. A connective that is not in the training data has its usual sense
# in the built-in list.

EXPLICIT_TOP_SENSE, EXPLICIT_SENSE = "explicit.top", "explicit.sense"
# The connective string nearly determines the sense. Its feature is repeated so many times, so that
# regularisation hardly reduces its weight.
_CONNECTIVE_REPEATS = 20
# Repetitions of the feature that consists of the top senses in the built-in list.
_MEANING_REPEATS = 10


def find_sense(context: ConnectiveContext, model: DiscourseModel) -> str:
    """Return the full sense of a connective, for example Contingency.Cause.Reason."""
    text, features = context.candidate.text, get_sense_features(context)
    if (
        text in LISTED_SENSES
        and f"c={text}" not in model.get_classifier(EXPLICIT_TOP_SENSE).weights
    ):
        return LISTED_SENSES[text][0]
    top = model.get_classifier(EXPLICIT_TOP_SENSE).predict(features)
    sense_classifier = model.get_classifier(EXPLICIT_SENSE)
    sums = sense_classifier.sum_weights(features)
    label_indices = [
        index
        for index, label in enumerate(sense_classifier.labels)
        if label.partition(".")[0] == top
    ]
    if not label_indices:
        return top
    return sense_classifier.labels[max(label_indices, key=lambda index: (sums[index], -index))]


def get_sense_features(context: ConnectiveContext) -> list[str]:
    """Return the features that decide the sense: mainly the connective and its listed senses."""
    text = context.candidate.text
    tops = sorted({sense.partition(".")[0] for sense in LISTED_SENSES.get(text, ())})
    return [
        *[f"c={text}"] * _CONNECTIVE_REPEATS,
        *(f"cw={word}" for word in text.split()),
        *[f"means={' '.join(tops)}"] * _MEANING_REPEATS,
        *context.features,
    ]


# Name of the list of connective strings, and of the classifier that decides whether an occurrence
# of a string is a connective.
CONNECTIVE_LIST = "connectives"
CONNECTIVE_CLASSIFIER = "explicit.connective"


def find_explicit(document: Document, model: DiscourseModel) -> list[Relation]:
    """Return the explicit relations with two arguments, in the order of their connectives."""
    relations = (
        _make_explicit_relation(context, model) for context in find_connectives(document, model)
    )
    return [relation for relation in relations if relation.arg1 and relation.arg2]


def find_connectives(document: Document, model: DiscourseModel) -> list[ConnectiveContext]:
    """Return the candidates that are connectives, in the order of the text.

    If connectives overlap, only the one with the highest score is kept.
    """
    classifier = model.get_classifier(CONNECTIVE_CLASSIFIER)
    # Tuples of negative score, position among the candidates, and context.
    scored_contexts: list[tuple[int, int, ConnectiveContext]] = []
    for order, candidate in enumerate(
        ConnectiveStrings(model.get_strings(CONNECTIVE_LIST)).find_candidates(document)
    ):
        context = ConnectiveContext(document, candidate)
        no_sum, yes_sum = classifier.sum_weights(context.features)
        if yes_sum > no_sum:
            scored_contexts.append((no_sum - yes_sum, order, context))
    used_tokens: set[tuple[int, int]] = set()
    selected_contexts = []
    for _, order, context in sorted(scored_contexts, key=lambda item: item[:2]):
        tokens = {
            (context.candidate.sentence_index, token_index)
            for token_index in context.candidate.tokens
        }
        if not tokens & used_tokens:
            used_tokens |= tokens
            selected_contexts.append((order, context))
    return [context for _, context in sorted(selected_contexts, key=lambda item: item[0])]


def _make_explicit_relation(context: ConnectiveContext, model: DiscourseModel) -> Relation:
    candidate = context.candidate
    offset = context.document.sentence_starts[candidate.sentence_index]
    arg1, arg2 = find_arguments(context, model)
    return Relation(
        EXPLICIT,
        find_sense(context, model),
        candidate.text.replace(f" {PIECE_SEPARATOR} ", " "),
        arg1,
        arg2,
        tuple((first + offset, last + offset) for first, last in candidate.piece_spans),
    )


def find_annotated_connective(document: Document, relation: Relation) -> ConnectiveCandidate | None:
    """Return a relation's connective as a candidate; None if it is not within one sentence."""
    spans = relation.connective_tokens
    sentence_indices = {document.sentence_indices[token] for span in spans for token in span}
    if len(sentence_indices) != 1:
        return None
    sentence_index = sentence_indices.pop()
    offset = document.sentence_starts[sentence_index]
    words = [token.form.lower() for token in document.sentences[sentence_index].tokens]
    pieces = tuple((first - offset, last - offset) for first, last in spans)
    text = f" {PIECE_SEPARATOR} ".join(" ".join(words[first : last + 1]) for first, last in pieces)
    return ConnectiveCandidate(text, sentence_index, pieces)
