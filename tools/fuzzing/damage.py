"""Damage to bytes: what disks, networks, editors and enemies do to a file."""

import random
from collections.abc import Callable

# What breaks readers of text: other line ends, marks, separators, numbers that are none.
_INSERTS = (
    b"\n", b"\r\n", b"\r", b"\t", b" ", b"\0", b"\xff", b"\xc3", b"\xed\xa0\x80", b"\xef\xbb\xbf",
    b"\xe2\x80\xa8", b"\xc2\x85", b'"', b"'", b",", b"|", b"=", b"&", b"<", b">", b"</", b"]]>",
    b"-1", b"0", b"nan", b"inf", b"1e999", b"9" * 40, b"\xd9\xa3", b"\xc2\xb2", b"{", b"}", b"[",
    b"null", b"true", b"\\", b"\\u0000", b"\\ud800",
)  # fmt: skip


def damaged(rng: random.Random, content: bytes) -> bytes:
    """Never the same as before, unless there is nothing to change."""
    for _ in range(20):
        changed = rng.choice(_WAYS)(rng, content)
        if changed != content:
            return changed
    return content[:-1]


def _cut(rng: random.Random, content: bytes) -> bytes:
    return content[: _place(rng, content)]


def _flip(rng: random.Random, content: bytes) -> bytes:
    changed = bytearray(content)
    for _ in range(rng.randint(1, 4) if changed else 0):
        changed[_place(rng, content) % len(changed)] ^= rng.randint(1, 255)
    return bytes(changed)


def _insert(rng: random.Random, content: bytes) -> bytes:
    place = _place(rng, content)
    return content[:place] + rng.choice(_INSERTS) * rng.choice((1, 1, 1, 2, 50)) + content[place:]


def _replace(rng: random.Random, content: bytes) -> bytes:
    place, length = _place(rng, content), rng.choice((1, 1, 2, 4, 8))
    return content[:place] + rng.choice(_INSERTS) + content[place + length :]


def _leave_out(rng: random.Random, content: bytes) -> bytes:
    place = _place(rng, content)
    return content[:place] + content[place + rng.choice((1, 1, 2, 8, 100, 4096)) :]


def _double(rng: random.Random, content: bytes) -> bytes:
    one, two = sorted((_place(rng, content), _place(rng, content)))
    return content[:two] + content[one:]


def _blank(rng: random.Random, content: bytes) -> bytes:
    place, length = _place(rng, content), rng.choice((1, 16, 512, 4096))
    filler = rng.choice((b"\0", b"\xff", b" ", b"\n", b"0"))
    return content[:place] + filler * min(length, len(content) - place) + content[place + length :]


def _lines(rng: random.Random, content: bytes) -> bytes:
    """A line less, twice, or in another place."""
    lines = content.split(b"\n")
    place, other = rng.randrange(len(lines)), rng.randrange(len(lines))
    what = rng.randrange(3)
    if what == 0:
        del lines[place]
    elif what == 1:
        lines[other:other] = lines[place : place + 1]
    else:
        lines[place], lines[other] = lines[other], lines[place]
    return b"\n".join(lines)


def _place(rng: random.Random, content: bytes) -> int:
    """Anywhere, but often near the start, where a file says what it is."""
    most = len(content)
    return rng.randint(0, min(most, 200) if rng.random() < 0.3 else most)


_WAYS: tuple[Callable[[random.Random, bytes], bytes], ...] = (
    _cut, _flip, _flip, _insert, _replace, _leave_out, _double, _blank, _lines,
)  # fmt: skip
