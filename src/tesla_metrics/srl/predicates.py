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
    known = [word_key(shared, place) in model.rolesets for place in places]
    return [
        place
        for place, own in zip(places, known, strict=True)
        if whether.decide(predicate_features(shared, place, own)) == YES
    ]


def word_key(shared: TreeContext, place: int) -> tuple[str, str]:
    """What rolesets and bases of a word go by: its kind and its lemma."""
    return kind_of(shared.tags[place]), shared.lemmas[place]
