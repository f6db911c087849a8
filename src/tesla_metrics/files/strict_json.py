"""JSON as our files have it: plain UTF-8, each name once, numbers that are numbers."""

import json
from math import isfinite
from typing import Any

from .schema import MisfitError, shown, within

# Ours are three or four deep.
_DEEPEST = 20


def parse_json(content: bytes | str) -> Any:
    """The value; what JSON readers elsewhere take in different ways is a MisfitError."""
    try:
        text = content if isinstance(content, str) else content.decode("utf-8-sig")
        value = json.loads(
            text, object_pairs_hook=_object, parse_float=_number, parse_constant=_number
        )
    except MisfitError:
        raise
    except UnicodeDecodeError as error:
        raise MisfitError(f"byte {error.start + 1} of the JSON is not UTF-8") from error
    except RecursionError as error:
        raise MisfitError(f"the JSON is nested deeper than {_DEEPEST}") from error
    except ValueError as error:
        raise MisfitError(f"no JSON: {str(error)[:80]}") from error
    _check(value, "", 0)
    return value


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        seen: set[str] = set()
        twice = next(name for name, _ in pairs if name in seen or seen.add(name))  # type: ignore[func-returns-value]
        raise MisfitError(f"{within('', twice)} is there twice")
    return found


def _number(digits: str) -> float:
    value = float(digits)
    if not isfinite(value):
        raise MisfitError(f"{shown(digits)} is no number")
    return value


def _check(value: Any, where: str, depth: int) -> None:
    """Nothing that cannot be written again."""
    if depth > _DEEPEST:
        raise MisfitError(f"the JSON is nested deeper than {_DEEPEST}")
    if isinstance(value, str):
        try:
            value.encode()
        except UnicodeEncodeError as error:
            raise MisfitError(
                f"{where or 'the whole'} is {shown(value)}, which is no text"
            ) from error
    elif isinstance(value, list):
        for place, one in enumerate(value):
            _check(one, f"{where}[{place}]", depth + 1)
    elif isinstance(value, dict):
        for name, one in value.items():
            _check(name, f"a name in {where or 'it'}", depth + 1)
            _check(one, within(where, name), depth + 1)
