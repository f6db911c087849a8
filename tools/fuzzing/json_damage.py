"""Damage to JSON: other types, other numbers, fields that are missing or strange."""

import copy
import json
import random
from typing import Any

_VALUES: tuple[Any, ...] = (
    None, True, False, 0, -1, 1, 2, 3, 255, 10**6, 2**31, 2**63, 10**30, 0.5, -0.0, 1.5, 1e308,
    1e-320, "", "en", "fr", "xx", "none", "auto", "../up", "\ud800", "a\nb", "a" * 300, "١", "<u4",
    "|O", "<f8", "<f1", [], [1], [0, 2**48, 2**40], ["en"], [[]], {}, {"en": 1}, {"": ""},
    {"en": {"frequencies": "none"}},
)  # fmt: skip


def damaged_json(rng: random.Random, value: Any) -> Any:
    """One to three places of it are something else."""
    changed = copy.deepcopy(value)
    for _ in range(rng.choice((1, 1, 1, 2, 3))):
        changed = _somewhere(rng, changed)
    return changed


def _somewhere(rng: random.Random, value: Any) -> Any:
    """One place of it is something else; deep places are as likely as the first ones."""
    if isinstance(value, dict) and value and rng.random() < 0.85:
        name = rng.choice(list(value))
        what = rng.randrange(12)
        if what == 0:
            del value[name]
        elif what == 1:
            value[rng.choice(("strange", "", "kind", name + "x"))] = value[name]
        else:
            value[name] = _somewhere(rng, value[name])
        return value
    if isinstance(value, list) and value and rng.random() < 0.85:
        place = rng.randrange(len(value))
        what = rng.randrange(8)
        if what == 0:
            del value[place]
        elif what == 1:
            value[place:place] = [value[place]]
        else:
            value[place] = _somewhere(rng, value[place])
        return value
    return _other(rng, value)


def _other(rng: random.Random, value: Any) -> Any:
    """Something like it, or something else."""
    if isinstance(value, bool) or rng.random() < 0.5:
        return copy.deepcopy(rng.choice(_VALUES))
    if isinstance(value, int | float):
        return rng.choice((value + 1, -value, value * 10**6, float(value), str(value), [value]))
    if isinstance(value, str):
        return rng.choice((value[:-1], value + "x", value.upper(), [value], {value: value}, ""))
    return copy.deepcopy(rng.choice(_VALUES))


def written(rng: random.Random, value: Any) -> bytes:
    """As a file has it: now and then with what JSON does not have, or Python is lax about."""
    text = json.dumps(value, ensure_ascii=rng.random() < 0.5)
    if rng.random() < 0.05:
        for name in ("0.5", "1", "true", '""'):
            text = text.replace(f": {name}", f": {rng.choice(('NaN', 'Infinity', '-Infinity'))}", 1)
    return text.encode("utf-8", "surrogatepass")
