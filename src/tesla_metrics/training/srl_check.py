"""How well a model finds predicates, and labels the roles of those that are given."""

from collections.abc import Iterable
from dataclasses import replace
from typing import NamedTuple

from ..srl.accuracy import (
    Tally,
    compare_frames,
    compare_labels,
    compare_predicates,
    compare_rolesets,
    total,
)
from ..srl.context import TreeContext
from ..srl.model import RoleModel, kind_of
from ..srl.predicates import find_predicates
from ..srl.records import LabelledSentence
from ..srl.senses import roleset
from ..srl.stages import label_predicate, label_spans, predicate_context


class RoleCheck(NamedTuple):
    """Predicates found and their rolesets where they are given; of given ones arguments found,
    labels of arguments that are given, and both stages together.
    """

    found: Tally
    rolesets: Tally
    identified: Tally
    classified: Tally
    combined: Tally


def check_roles_of(sentences: Iterable[LabelledSentence], model: RoleModel, kind: str) -> RoleCheck:
    """Of all predicates of a kind, over the trees that the sentences have."""
    predicates, rolesets, identified, classified, combined = [], [], [], [], []
    for one in sentences:
        gold = [frame for frame in one.frames if kind_of(one.tree.tags[frame.predicate]) == kind]
        shared = TreeContext(one.sentence, one.tree)
        pairs = [(frame, predicate_context(shared, frame.predicate, model)) for frame in gold]
        found = [
            replace(frame, arguments=label_predicate(own, model), roleset=roleset(own, model))
            for frame, own in pairs
        ]
        labelled = [
            replace(
                frame, arguments=label_spans(own, model, {part[1:] for part in frame.arguments})
            )
            for frame, own in pairs
        ]
        both = compare_frames(gold, found)
        places = (at for at in find_predicates(shared, model) if kind_of(shared.tags[at]) == kind)
        predicates.append(compare_predicates(gold, places))
        rolesets.append(compare_rolesets(gold, found))
        identified.append(both.identified)
        classified.append(compare_labels(gold, labelled))
        combined.append(both.combined)
    return RoleCheck(*map(total, (predicates, rolesets, identified, classified, combined)))
