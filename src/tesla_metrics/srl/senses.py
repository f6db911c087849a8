"""Which sense of its lemma a predicate has."""

from .context import PredicateContext
from .features.word import sense_features
from .model import SENSE, RoleModel, kind_of


def roleset(context: PredicateContext, model: RoleModel) -> str:
    """`acquire.01`; nothing where nothing tells.

    The classifier's labels are places in the list of a word's rolesets.
    """
    known = model.rolesets.get((kind_of(context.tag), context.word_lemma), ())
    which = model.classifiers.get(SENSE)
    if len(known) < 2 or which is None:
        return known[0] if known else ""
    sums = which.sums(sense_features(context))
    ranked = zip(sums, which.labels, strict=True)
    allowed = [(total, -int(label)) for total, label in ranked if int(label) < len(known)]
    return known[-max(allowed)[1]] if allowed else known[0]
