"""Learning which words are predicates, and which senses they have."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from ..learning.linear import LinearClassifier
from ..learning.logistic import fit_logistic
from ..srl.context import TreeContext
from ..srl.features.word import predicate_features, sense_features
from ..srl.model import NO, PREDICATE, ROLESETS, SENSE, YES, RoleModel, kind_of
from ..srl.predicates import is_known
from ..srl.records import LabelledSentence
from ..srl.stages import predicate_context

# Inventories of rolesets, by kind and word.
Rolesets = Mapping[tuple[str, str], Sequence[str]]
# Of a word's rolesets those beyond are too rare to be learnt.
_SENSES = 40


def learn_words(sentences: Sequence[LabelledSentence], inventory: Rolesets) -> RoleModel:
    """What `predicate`, `rolesets` and `sense` are; the inventory adds what sentences lack."""
    known = learn_rolesets(sentences, inventory)
    lines = tuple("\t".join((*key, " ".join(own))) for key, own in sorted(known.items()))
    lists = RoleModel("en", {}, {ROLESETS: lines})
    parts = {PREDICATE: _predicate(sentences, lists), SENSE: _sense(sentences, lists)}
    return lists.joined(RoleModel("en", {name: one for name, one in parts.items() if one}, {}))


def learn_rolesets(
    sentences: Iterable[LabelledSentence], inventory: Rolesets
) -> dict[tuple[str, str], tuple[str, ...]]:
    """Of each word, the most frequent first, then those that were never met."""
    counts: dict[tuple[str, str], Counter[str]] = {
        key: Counter(dict.fromkeys(own, 0)) for key, own in inventory.items()
    }
    for one in sentences:
        shared = TreeContext(one.sentence, one.tree)
        for frame in one.frames:
            kind = kind_of(frame.tag)
            if kind and frame.roleset and not set(" \t\n") & set(frame.roleset):
                counts.setdefault((kind, shared.lemmas[frame.predicate]), Counter())[
                    frame.roleset
                ] += 1
    return {
        key: tuple(sorted(own, key=lambda one: (-own[one], one))[:_SENSES])
        for key, own in counts.items()
        if own
    }


def _predicate(sentences: Iterable[LabelledSentence], lists: RoleModel) -> LinearClassifier | None:
    rows, labels = [], []
    for one in sentences:
        shared = TreeContext(one.sentence, one.tree)
        places = {frame.predicate for frame in one.frames}
        for place, tag in enumerate(shared.tags):
            if kind_of(tag):
                rows.append(predicate_features(shared, place, is_known(shared, place, lists)))
                labels.append(YES if place in places else NO)
    return _fitted(rows, labels)


def _sense(sentences: Iterable[LabelledSentence], lists: RoleModel) -> LinearClassifier | None:
    rows, labels = [], []
    for one in sentences:
        shared = TreeContext(one.sentence, one.tree)
        for frame in one.frames:
            kind = kind_of(shared.tags[frame.predicate])
            known = lists.rolesets.get((kind, shared.lemmas[frame.predicate]), ())
            if len(known) > 1 and frame.roleset in known:
                rows.append(sense_features(predicate_context(shared, frame.predicate, lists)))
                labels.append(str(known.index(frame.roleset)))
    return _fitted(rows, labels)


def _fitted(rows: list[list[str]], labels: list[str]) -> LinearClassifier | None:
    """None where there is nothing to tell apart."""
    return fit_logistic(rows, labels, strength=1.0) if len(set(labels)) > 1 else None
