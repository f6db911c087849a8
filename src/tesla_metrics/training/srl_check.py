"""How well a model labels the roles of predicates that are given."""

from collections.abc import Iterable
from dataclasses import replace
from typing import NamedTuple

from ..srl.accuracy import Tally, compare_frames, compare_labels, total
from ..srl.context import TreeContext
from ..srl.model import RoleModel, kind_of
from ..srl.records import LabelledSentence
from ..srl.stages import label_predicate, label_spans, predicate_context


class RoleCheck(NamedTuple):
    """Arguments found, labels of arguments that are given, and both stages together."""

    predicates: int
    identified: Tally
    classified: Tally
    combined: Tally


def check_roles_of(sentences: Iterable[LabelledSentence], model: RoleModel, kind: str) -> RoleCheck:
    """Of all predicates of a kind, over the trees that the sentences have."""
    predicates, identified, classified, combined = 0, [], [], []
    for one in sentences:
        gold = [frame for frame in one.frames if kind_of(one.tree.tags[frame.predicate]) == kind]
        shared = TreeContext(one.sentence, one.tree)
        pairs = [(frame, predicate_context(shared, frame.predicate, model)) for frame in gold]
        found = [replace(frame, arguments=label_predicate(own, model)) for frame, own in pairs]
        labelled = [
            replace(
                frame, arguments=label_spans(own, model, {part[1:] for part in frame.arguments})
            )
            for frame, own in pairs
        ]
        both = compare_frames(gold, found)
        predicates += len(gold)
        identified.append(both.identified)
        classified.append(compare_labels(gold, labelled))
        combined.append(both.combined)
    return RoleCheck(predicates, total(identified), total(classified), total(combined))
