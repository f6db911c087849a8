"""Which sense of its lemma a predicate has."""

from .context import PredicateContext
from .model import RoleModel


def roleset(context: PredicateContext, model: RoleModel) -> str:
    """`acquire.01`; nothing where nothing tells."""
    return ""
