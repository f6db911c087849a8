"""Any column of texts as a list: Series of pandas and polars, arrays, tuples, generators."""

from collections.abc import Iterable, Mapping, Sequence, Set
from typing import Any

import numpy as np

from ..analysis.sentence import Sentence
from ..errors import InputError, warn_user

# Columns of other packages know best how their texts become Python's.
_OWN_WAYS = ("to_list", "tolist", "to_pylist")
# What pandas puts where nothing is; importing it to ask would take half a second.
_NOTHING = ("NAType", "NaTType")


def listed(name: str, value: object) -> Sequence[Any]:
    """The items of anything that has them in an order; lists and tuples are taken as they are."""
    if isinstance(value, str | bytes | Sentence | Set | Mapping) or is_frame(value):
        raise InputError(f"{name} are {kind_of(value)}: {_mend(value)}")
    if isinstance(value, list | tuple):  # after sentences, which are tuples too
        return value
    own = next((way for way in _OWN_WAYS if callable(getattr(value, way, None))), None)
    found = getattr(value, own)() if own else value
    if not isinstance(found, Iterable) or isinstance(found, str | bytes):  # an array of none
        raise InputError(f"{name} are {kind_of(value)}: give a list of texts, one a segment")
    return found if isinstance(found, list) else list(found)


def warn_of_order(one: object, other: object) -> None:
    """Series that have the same labels in another order: texts are paired by position."""
    labels = [getattr(column, "index", None) for column in (one, other)]
    if not all(hasattr(own, "equals") for own in labels) or labels[0].equals(labels[1]):  # type: ignore[union-attr]
        return
    if set(labels[0]) == set(labels[1]):  # type: ignore[arg-type]
        warn_user(
            "hypotheses and references have the same index in another order, and are paired by "
            "position; sort them alike"
        )


def is_missing(value: object) -> bool:
    """None, NaN, or pandas' NA."""
    if isinstance(value, float | np.floating):
        return bool(np.isnan(value))
    return value is None or type(value).__name__ in _NOTHING


def is_frame(value: object) -> bool:
    """A table of pandas, polars or one that is like them; iterating gives the names of columns."""
    return type(value).__name__.endswith("Frame")


def kind_of(value: object) -> str:
    """What it is, for an error."""
    if value is None:
        return "None"
    if is_missing(value):
        return "missing"
    return "one text" if isinstance(value, str | Sentence) else f"a {type(value).__name__}"


def _mend(value: object) -> str:
    if is_frame(value):
        return "give one of its columns"
    if isinstance(value, Set):
        return "give a list of texts, which has an order"
    return "give a list of texts, one a segment"
