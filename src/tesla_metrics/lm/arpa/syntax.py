"""The fixed lines of an ARPA file.

Comments before the data are legal. One of ours records how the model was made:

    # tesla-metrics {"kind": "lm", "version": 1, "settings": {...}}
"""

import json
from collections.abc import Mapping
from typing import Any

from ...files.schema import MisfitError, either, one_of, record, whole
from ...files.strict_json import parse_json
from ..text import SETTINGS

DATA, ENDING, COMMENT = "\\data\\", "\\end\\", "#"

_PREFIX = "# tesla-metrics "
_KIND, _VERSION = "lm", 1
_FACTS = record(
    {
        "kind": one_of(_KIND),
        "version": whole(_VERSION, _VERSION),
        "settings": either(record({}), SETTINGS),
    }
)


def heading(order: int) -> str:
    """What the n-grams of an order stand under."""
    return f"\\{order}-grams:"


def encode_settings(settings: Mapping[str, Any]) -> str:
    """The comment that records settings."""
    facts = {"kind": _KIND, "version": _VERSION, "settings": dict(settings)}
    return _PREFIX + json.dumps(facts, sort_keys=True)


def decode_settings(line: str) -> dict[str, Any] | None:
    """Settings where the line is such a comment, None where it is another one."""
    if not line.startswith(_PREFIX):
        return None
    try:
        facts = _FACTS(parse_json(line.removeprefix(_PREFIX)), "")
    except MisfitError as error:
        raise ValueError(f"a damaged record of settings ({error})") from error
    settings: dict[str, Any] = facts["settings"]
    return settings
