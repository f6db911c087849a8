"""What a model records of how it was found; nobody computes with it."""

from ..files.schema import either, mapping_of, number, text

_FIGURE = number(-1e12, 1e12)
TRAINING = mapping_of(either(_FIGURE, mapping_of(_FIGURE), text()))
