"""The first lines of a request, by a strict reading of HTTP/1.1.

What two readers could take in two ways is refused: lines that go on in the next one, spaces before
a colon, lengths that are given twice or are no plain number.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass

from .reply import RefusedError

# Bytes of all lines together; of the first alone.
LONGEST, _LONGEST_LINE = 16 << 10, 4 << 10
_MOST_HEADERS = 100
_TOKEN = rb"[!#$%&'*+.^_`|~0-9A-Za-z-]+"
_START = re.compile(rb"(" + _TOKEN + rb") (/[!-~]*) HTTP/1\.([01])")
_OTHER_VERSION = re.compile(rb"\S+ \S+ HTTP/\d+(?:\.\d+)?")
_HEADER = re.compile(rb"(" + _TOKEN + rb"):[ \t]*([^\x00-\x08\x0a-\x1f\x7f]*)")
# Those that mean one thing only, and must not be there twice.
_ONCE = ("host", "content-length", "transfer-encoding", "authorization", "origin", "content-type")
_DIGITS = re.compile(r"\d{1,15}", re.ASCII)


@dataclass(frozen=True)
class Head:
    """A method and what it is for.

    path        without what follows a question mark
    headers     by names in lower case
    lasting     whether the client would go on with the same connection
    """

    method: str
    path: str
    headers: Mapping[str, str]
    lasting: bool

    @property
    def has_body(self) -> bool:
        """Whether more than this head belongs to the request, as far as it says."""
        return "content-length" in self.headers or "transfer-encoding" in self.headers

    @property
    def length(self) -> int | None:
        """Bytes of the body, None where nothing is said of one."""
        own = self.headers
        coding = own.get("transfer-encoding")
        if coding is not None and "content-length" in own:
            raise _bad("both Content-Length and Transfer-Encoding are given: give the former only")
        if coding is not None:
            known = coding.lower() == "chunked"
            raise RefusedError(
                411 if known else 501,
                f"Transfer-Encoding {coding[:20]!r} is not taken: give a Content-Length",
            )
        given = own.get("content-length")
        if given is None:
            return None
        if not _DIGITS.fullmatch(given):
            raise _bad(f"Content-Length {given[:20]!r}: give a whole number of bytes")
        return int(given)


def parse_head(block: bytes) -> Head:
    """All up to the empty line, which is among it."""
    # Some clients end a body with an empty line that is not counted (RFC 9112, 2.2).
    whole = block.removeprefix(b"\r\n").removesuffix(b"\r\n\r\n")
    start, *lines = whole.split(b"\r\n")
    found = _START.fullmatch(start)
    if len(start) > _LONGEST_LINE:
        raise RefusedError(414, f"the first line is longer than {_LONGEST_LINE} bytes")
    if found is None:
        if _OTHER_VERSION.fullmatch(start) and not start.endswith((b"/1.0", b"/1.1")):
            raise RefusedError(505, "this server speaks HTTP/1.1: ask in that")
        raise _bad("the first line is no METHOD /path HTTP/1.1")
    if len(lines) > _MOST_HEADERS:
        raise RefusedError(431, f"more than {_MOST_HEADERS} headers: send fewer")
    headers = _headers(lines)
    method, target, minor = found[1].decode(), found[2].decode(), found[3]
    if minor == b"1" and "host" not in headers:
        raise _bad("there is no Host header: HTTP/1.1 wants one")
    says = headers.get("connection", "").lower()
    lasting = "close" not in says if minor == b"1" else "keep-alive" in says
    return Head(method, target.partition("?")[0], headers, lasting)


def _headers(lines: list[bytes]) -> dict[str, str]:
    found: dict[str, str] = {}
    for line in lines:
        parts = _HEADER.fullmatch(line)
        if parts is None:
            raise _bad(f"a header is malformed: {line[:40].decode('latin-1')!a}")
        name, value = parts[1].decode().lower(), parts[2].decode("latin-1").strip(" \t")
        if name in found and name in _ONCE:
            raise _bad(f"{name} is there twice: give it once")
        found[name] = f"{found[name]}, {value}" if name in found else value
    return found


def _bad(message: str) -> RefusedError:
    return RefusedError(400, message)
