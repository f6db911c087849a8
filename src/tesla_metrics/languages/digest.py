"""A short hash of facts, so that a signature names them."""

from collections.abc import Mapping, Set
from dataclasses import fields, is_dataclass
from hashlib import sha256


def digest(facts: object) -> str:
    """The same for the same facts, on any machine and in whatever order sets are kept."""
    return sha256(_written(facts).encode("utf-8", "surrogatepass")).hexdigest()[:8]


def _written(facts: object) -> str:
    if is_dataclass(facts):
        parts = (f"{field.name}={_written(getattr(facts, field.name))}" for field in fields(facts))
        return f"{type(facts).__name__}({','.join(parts)})"
    if isinstance(facts, Mapping):
        return f"{{{','.join(sorted(f'{_written(k)}:{_written(v)}' for k, v in facts.items()))}}}"
    if isinstance(facts, Set):
        return f"{{{','.join(sorted(map(_written, facts)))}}}"
    if isinstance(facts, tuple):
        return f"({','.join(map(_written, facts))})"
    return repr(facts)
