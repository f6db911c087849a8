"""Which words of a sentence are predicates."""

from .context import TreeContext
from .model import RoleModel, kind_of


def find_predicates(shared: TreeContext, model: RoleModel) -> list[int]:
    """Their places, in order: words of the kinds that the model labels."""
    return [place for place, tag in enumerate(shared.tags) if kind_of(tag) in model.kinds]
