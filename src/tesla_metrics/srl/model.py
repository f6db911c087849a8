"""The model of semantic roles: a file of classifiers and lists.

For nouns and for verbs a classifier that says what is an argument, and one that says which:
`noun.identify`, `noun.classify`, `verb.identify`, `verb.classify`. What else the labeller may ask
for has names of its own.
"""

from pathlib import Path

# Kinds of predicates, by how their tags begin.
NOUN, VERB = "noun", "verb"
KINDS = {"NN": NOUN, "VB": VERB}
IDENTIFY, CLASSIFY = "identify", "classify"
# Labels of what identifies, in this order.
NO, YES = "no", "yes"
_SHIPPED = Path(__file__).resolve().parents[1] / "data" / "srl"


def kind_of(tag: str) -> str:
    """Whether a predicate with this tag is a noun or a verb; "" if neither."""
    return KINDS.get(tag[:2], "")
