"""Which words of a sentence are predicates."""

from .context import TreeContext
from .features.word import predicate_features
from .model import PREDICATE, YES, RoleModel, kind_of


def find_predicates(shared: TreeContext, model: RoleModel) -> list[int]:
    """Their places, in order: words of the kinds that the model labels, of which it may know what
    is one.
    """
    places = [place for place, tag in enumerate(shared.tags) if kind_of(tag) in model.kinds]
    whether = model.classifiers.get(PREDICATE)
    if whether is None:
        return places
    return [
        place
        for place in places
        if whether.decide(predicate_features(shared, place, is_known(shared, place, model))) == YES
    ]


def is_known(shared: TreeContext, place: int, model: RoleModel) -> bool:
    """Whether the model has rolesets of a word."""
    return (kind_of(shared.tags[place]), shared.lemmas[place]) in model.rolesets
