"""The sense of a connective: first one of the four at the top, then the finest below it.

Of a connective that was never met it is the usual one of our own list.
"""

from ..model import DiscourseModel
from .context import Context
from .listed import LISTED

TOP, SENSE = "explicit.top", "explicit.sense"
# What the connective is says nearly all: counted so often it is hardly held back by the penalty.
_WEIGHT = 20
# The same of what our own list says of it, which holds for many connectives.
_MEANING = 10


def find_sense(context: Context, model: DiscourseModel) -> str:
    """The whole name, Contingency.Cause.Reason."""
    text, features = context.candidate.text, sense_features(context)
    if text in LISTED and f"c={text}" not in model.classifier(TOP).weights:
        return LISTED[text][0]
    top = model.classifier(TOP).decide(features)
    finer = model.classifier(SENSE)
    sums = finer.sums(features)
    below = [place for place, label in enumerate(finer.labels) if label.partition(".")[0] == top]
    if not below:
        return top
    return finer.labels[max(below, key=lambda place: (sums[place], -place))]


def sense_features(context: Context) -> list[str]:
    """What is seen of the connective, and above all which one it is and what it may mean."""
    text = context.candidate.text
    tops = sorted({sense.partition(".")[0] for sense in LISTED.get(text, ())})
    return [
        *[f"c={text}"] * _WEIGHT,
        *(f"cw={word}" for word in text.split()),
        *[f"means={' '.join(tops)}"] * _MEANING,
        *context.features,
    ]
