"""Learning which words are predicates, and which senses they have."""

from collections import Counter
from collections.abc import Container, Iterable, Mapping, Sequence

from ..learning.linear import LinearClassifier
from ..learning.logistic import fit_logistic
from ..srl.context import TreeContext
from ..srl.features.word import predicate_features, sense_features
from ..srl.model import NO, NOUN, PREDICATE, ROLESETS, SENSE, VERB, YES, RoleModel, kind_of
from ..srl.predicates import word_key
from ..srl.records import LabelledSentence
from ..srl.stages import predicate_context

# Inventories of rolesets, by kind and word.
Rolesets = Mapping[tuple[str, str], Sequence[str]]
# Of a word's rolesets those beyond are too rare to be learnt.
_SENSES = 40


def learn_words(
    sentences: Sequence[LabelledSentence],
    inventory: Rolesets,
    kinds: Container[str] = (NOUN, VERB),
) -> RoleModel:
    """What `predicate`, `rolesets` and `sense` are of words of these kinds; the inventory adds what
    sentences lack.
    """
    own = {key: rolesets for key, rolesets in inventory.items() if key[0] in kinds}
    rolesets = learn_rolesets(sentences, own, kinds)
    lines = tuple("\t".join((*key, " ".join(known))) for key, known in sorted(rolesets.items()))
    lists = RoleModel("en", {}, {ROLESETS: lines})
    parts = {PREDICATE: _predicate(sentences, own, kinds), SENSE: _sense(sentences, lists)}
    return lists.joined(RoleModel("en", {name: one for name, one in parts.items() if one}, {}))


def learn_rolesets(
    sentences: Iterable[LabelledSentence],
    inventory: Rolesets,
    kinds: Container[str] = (NOUN, VERB),
) -> dict[tuple[str, str], tuple[str, ...]]:
    """Of each word, the most frequent first, then those that were never met."""
    counts: dict[tuple[str, str], Counter[str]] = {
        key: Counter(dict.fromkeys(own, 0)) for key, own in inventory.items()
    }
    for one in sentences:
        shared = TreeContext(one.sentence, one.tree)
        for frame in one.frames:
            key = kind_of(frame.tag), shared.lemmas[frame.predicate]
            told = frame.roleset and not set(" \t\n") & set(frame.roleset)
            if key[0] in kinds and key[1] and told:
                counts.setdefault(key, Counter())[frame.roleset] += 1
    return {
        key: tuple(sorted(own, key=lambda one: (-own[one], one))[:_SENSES])
        for key, own in counts.items()
        if own
    }


def _predicate(
    sentences: Sequence[LabelledSentence], inventory: Rolesets, kinds: Container[str]
) -> LinearClassifier | None:
    """Rolesets of a word are known where the inventory or another document has some: by those of
    its own document every predicate would be known, and what is not known never one.
    """
    met: dict[tuple[str, str], set[str]] = {}
    contexts = [TreeContext(one.sentence, one.tree) for one in sentences]
    documents = [one.document or str(number) for number, one in enumerate(sentences)]
    for one, shared, document in zip(sentences, contexts, documents, strict=True):
        for frame in one.frames:
            if frame.roleset:
                met.setdefault(word_key(shared, frame.predicate), set()).add(document)
    rows, labels = [], []
    for one, shared, document in zip(sentences, contexts, documents, strict=True):
        places = {frame.predicate for frame in one.frames}
        for place, tag in enumerate(shared.tags):
            if kind_of(tag) in kinds:
                key = word_key(shared, place)
                known = key in inventory or not met.get(key, set()) <= {document}
                rows.append(predicate_features(shared, place, known))
                labels.append(YES if place in places else NO)
    return _fitted(rows, labels)


def _sense(sentences: Iterable[LabelledSentence], lists: RoleModel) -> LinearClassifier | None:
    rows, labels = [], []
    for one in sentences:
        shared = TreeContext(one.sentence, one.tree)
        for frame in one.frames:
            known = lists.rolesets.get(word_key(shared, frame.predicate), ())
            if len(known) > 1 and frame.roleset in known:
                rows.append(sense_features(predicate_context(shared, frame.predicate, lists)))
                labels.append(str(known.index(frame.roleset)))
    return _fitted(rows, labels)


def _fitted(rows: list[list[str]], labels: list[str]) -> LinearClassifier | None:
    """None where there is nothing to tell apart."""
    return fit_logistic(rows, labels, strength=1.0) if len(set(labels)) > 1 else None
