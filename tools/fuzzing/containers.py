"""The library's own files taken apart and put together again, with a checksum that fits.

As docs/architecture.md has it: a line with a checksum of all that follows (and how large the body
is), a line of JSON, a body packed with zlib or xz (phrase tables: arrays, not compressed); models
are JSON with a checksum of the rest.
"""

import hashlib
import json
import lzma
import random
import re
import zlib
from collections.abc import Callable
from typing import Any

from tesla_metrics.files.compression import detect_compression

from .damage import damaged
from .json_damage import damaged_json, written

Mend = Callable[[random.Random, bytes], bytes]

_DIGEST = re.compile(rb"\b[0-9a-f]{64}\b")
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
        is_xz = detect_compression(packed) == ".xz"
        whole = lzma.decompress(packed) if is_xz else zlib.decompress(packed)
        body = damaged(rng, whole)
        rest = header + b"\n" + _pack(body, is_xz)
        if rng.random() < 0.95:
            first = _resized(first, len(whole), len(body))
    elif rng.random() < 0.02:
        rest = header + b"\n" + _pack(bytes(_BOMB), detect_compression(packed) == ".xz")
    else:
        rest = damaged(rng, rest)
    return _signed(first, rest)


def _pack(body: bytes, is_xz: bool) -> bytes:
    return lzma.compress(body, preset=0) if is_xz else zlib.compress(body, 1)


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
    digest = hashlib.sha256(rest).hexdigest().encode()
    return _DIGEST.sub(digest, first, count=1) + b"\n" + rest


def _resized(first: bytes, old: int, new: int) -> bytes:
    """A first line that states the size of the body states the new one."""
    return re.sub(rb"(?<= )%d$" % old, b"%d" % new, first)
