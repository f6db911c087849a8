"""The library's own files taken apart and put together again, with a checksum that fits.

As docs/architecture.md has it: a line with a checksum of all that follows, a line of JSON, a zlib
body (phrase tables: arrays, not compressed); models are JSON with a checksum of the rest.
"""

import hashlib
import json
import random
import zlib
from collections.abc import Callable
from typing import Any

from .damage import damaged
from .json_damage import damaged_json, written

Mend = Callable[[random.Random, bytes], bytes]

# More than any file of the library has inside.
_BOMB = 1 << 28


def mended_resource(rng: random.Random, content: bytes) -> bytes:
    """Damage to the header, to the body, or to the bytes of either, under a checksum that fits."""
    first, _, rest = content.partition(b"\n")
    header, _, packed = rest.partition(b"\n")
    what = rng.randrange(10)
    if what < 4:
        facts = damaged_json(rng, json.loads(header))
        rest = written(rng, facts) + b"\n" + packed
    elif what < 9:
        whole = zlib.decompress(packed)
        body = damaged(rng, whole)
        facts = _resized(json.loads(header), len(whole), len(body) if rng.random() < 0.9 else 7)
        rest = json.dumps(facts).encode() + b"\n" + zlib.compress(body, 1)
    elif rng.random() < 0.02:
        rest = header + b"\n" + zlib.compress(bytes(_BOMB), 1)
    else:
        rest = damaged(rng, rest)
    return _signed(first, rest)


def mended_mapped(rng: random.Random, content: bytes) -> bytes:
    """The same of a file of arrays."""
    first, _, rest = content.partition(b"\n")
    header, _, arrays = rest.partition(b"\n")
    what = rng.randrange(10)
    if what < 4:
        new = written(rng, damaged_json(rng, json.loads(header)))
        # Arrays begin at a multiple of 64, which the header's length must not move.
        room = len(header) - len(new)
        rest = (new[:-1] + b" " * room + new[-1:] if room > 0 else new) + b"\n" + arrays
    elif what < 9:
        rest = header + b"\n" + damaged(rng, arrays)
    else:
        rest = damaged(rng, rest)
    return _signed(first, rest)


def mended_model(rng: random.Random, content: bytes) -> bytes:
    """The same of a model, whose checksum is of its content."""
    facts = json.loads(content)
    del facts["checksum"]
    changed = damaged_json(rng, facts)
    if isinstance(changed, dict):
        changed["checksum"] = _checksum(changed)
    return written(rng, changed)


def _checksum(facts: Any) -> str:
    text = json.dumps(facts, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def _signed(first: bytes, rest: bytes) -> bytes:
    magic = first[: first.rindex(b" ") + 1]
    return magic + hashlib.sha256(rest).hexdigest().encode() + b"\n" + rest


def _resized(value: Any, old: int, new: int) -> Any:
    """A header that states the size of its body states the new one."""
    if isinstance(value, dict):
        return {name: _resized(one, old, new) for name, one in value.items()}
    if isinstance(value, list):
        return [_resized(one, old, new) for one in value]
    same = isinstance(value, int) and not isinstance(value, bool) and value == old
    return new if same else value
