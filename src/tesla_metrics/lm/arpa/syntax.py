"""The fixed lines of an ARPA file.

Comments before the data are legal. One of ours records how the model was made:

    # tesla-metrics {"kind": "lm", "version": 1, "settings": {...}}
"""

import json
from collections.abc import Mapping
from typing import Any

DATA, ENDING, COMMENT = "\\data\\", "\\end\\", "#"

_PREFIX = "# tesla-metrics "
_KIND, _VERSION = "lm", 1


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
        facts = json.loads(line.removeprefix(_PREFIX))
        known = facts["kind"], facts["version"]
        settings = facts["settings"]
    except (ValueError, KeyError, TypeError) as error:
        raise ValueError(f"a damaged record of settings ({error})") from error
    if known != (_KIND, _VERSION) or not isinstance(settings, dict):
        raise ValueError(f"settings of a {known[0]} of version {known[1]}, wanted is lm 1")
    return settings
