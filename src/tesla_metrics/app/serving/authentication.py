"""Parse request heads, and check hosts, origins and the token."""

import hmac
import os
import re
import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from urllib.parse import urlsplit

from ...errors import UsageError
from .reply import RefusedError

# Parsing heads of HTTP/1.1 requests
#
# The parser is strict: it refuses heads that two parsers could interpret differently, namely folded
# lines, spaces before a colon, and lengths that are repeated or are not plain numbers.

# Maximum bytes of the head, and of its first line.
MAX_HEAD_BYTES, _MAX_LINE_BYTES = 16 << 10, 4 << 10
_MAX_HEADERS = 100
_HTTP_TOKEN = rb"[!#$%&'*+.^_`|~0-9A-Za-z-]+"
_REQUEST_LINE = re.compile(rb"(" + _HTTP_TOKEN + rb") (/[!-~]*) HTTP/1\.([01])")
_OTHER_VERSION = re.compile(rb"\S+ \S+ HTTP/\d+(?:\.\d+)?")
_HEADER = re.compile(rb"(" + _HTTP_TOKEN + rb"):[ \t]*([^\x00-\x08\x0a-\x1f\x7f]*)")
# Headers that must not be repeated.
_UNREPEATABLE_HEADERS = (
    "host",
    "content-length",
    "transfer-encoding",
    "authorization",
    "origin",
    "content-type",
)
_BODY_LENGTH = re.compile(r"\d{1,15}", re.ASCII)


@dataclass(frozen=True)
class RequestHead:
    """The head of a request.

    path        path without the query
    headers     values by name in lower case
    keep_alive  whether the client wants to send further requests on the connection
    """

    method: str
    path: str
    headers: Mapping[str, str]
    keep_alive: bool

    @property
    def has_body(self) -> bool:
        """Whether a body follows the head."""
        return "content-length" in self.headers or "transfer-encoding" in self.headers

    @property
    def body_length(self) -> int | None:
        """Number of bytes of the body; None if the head does not say it."""
        headers = self.headers
        coding = headers.get("transfer-encoding")
        if coding is not None and "content-length" in headers:
            raise _make_bad_request_error(
                "Content-Length and Transfer-Encoding exclude each other: send only the former"
            )
        if coding is not None:
            is_chunked = coding.lower() == "chunked"
            raise RefusedError(
                411 if is_chunked else 501,
                f"Transfer-Encoding {coding[:20]!r} is not supported: send a Content-Length",
            )
        length = headers.get("content-length")
        if length is None:
            return None
        if not _BODY_LENGTH.fullmatch(length):
            raise _make_bad_request_error(
                f"Content-Length {length[:20]!r}: send an integer number of bytes"
            )
        return int(length)


def parse_head(block: bytes) -> RequestHead:
    """Parse the head of a request; `block` ends with the empty line after the headers."""
    # Some clients send an empty line after the previous body (RFC 9112, 2.2).
    head = block.removeprefix(b"\r\n").removesuffix(b"\r\n\r\n")
    request_line, *lines = head.split(b"\r\n")
    match = _REQUEST_LINE.fullmatch(request_line)
    if len(request_line) > _MAX_LINE_BYTES:
        raise RefusedError(414, f"the first line is longer than {_MAX_LINE_BYTES} bytes")
    if match is None:
        if _OTHER_VERSION.fullmatch(request_line) and not request_line.endswith((b"/1.0", b"/1.1")):
            raise RefusedError(505, "this server supports HTTP/1.1 only")
        raise _make_bad_request_error("the first line is not METHOD /path HTTP/1.1")
    if len(lines) > _MAX_HEADERS:
        raise RefusedError(431, f"more than {_MAX_HEADERS} headers: send fewer")
    headers = _parse_headers(lines)
    method, target, minor_version = match[1].decode(), match[2].decode(), match[3]
    is_http_1_1 = minor_version == b"1"
    if is_http_1_1 and "host" not in headers:
        raise _make_bad_request_error("there is no Host header, which HTTP/1.1 requires")
    connection = headers.get("connection", "").lower()
    keep_alive = "close" not in connection if is_http_1_1 else "keep-alive" in connection
    return RequestHead(method, target.partition("?")[0], headers, keep_alive)


def _parse_headers(lines: list[bytes]) -> dict[str, str]:
    """Return the headers by name in lower case; join values of repeated headers."""
    headers: dict[str, str] = {}
    for line in lines:
        match = _HEADER.fullmatch(line)
        if match is None:
            raise _make_bad_request_error(f"a header is malformed: {line[:40].decode('latin-1')!a}")
        name, value = match[1].decode().lower(), match[2].decode("latin-1").strip(" \t")
        if name in headers and name in _UNREPEATABLE_HEADERS:
            raise _make_bad_request_error(f"{name} is repeated: send it once")
        headers[name] = f"{headers[name]}, {value}" if name in headers else value
    return headers


def _make_bad_request_error(message: str) -> RefusedError:
    return RefusedError(400, message)


# Checking hosts, origins and the token

MIN_TOKEN_LENGTH = 16
_TOKEN_VARIABLE = "TESLA_TOKEN"
_LOCAL_HOST_NAMES = frozenset(("localhost", "127.0.0.1", "::1"))
_HOST_HEADER = re.compile(
    r"(?:(?P<name>[0-9A-Za-z._-]+)|\[(?P<address>[0-9A-Fa-f:.]+)\])(?::(?P<port>[0-9]{1,5}))?"
)
_MAX_PORT = 65535
_TOKEN_CHARACTERS = re.compile(r"[!-~]+")


def read_token(token: str | None) -> str:
    """Return the token of --token or of TESLA_TOKEN, or '' if there is none; check it."""
    user_token = token or os.environ.get(_TOKEN_VARIABLE, "")
    is_short = len(user_token) < MIN_TOKEN_LENGTH
    if user_token and (is_short or not _TOKEN_CHARACTERS.fullmatch(user_token)):
        raise UsageError(
            f"the token must have {MIN_TOKEN_LENGTH} or more letters, digits and signs, without "
            "spaces: give a longer one, or none to generate one"
        )
    return user_token


@dataclass(frozen=True)
class RequestGuard:
    """Checks of a request before its body is read.

    host    host name that the server listens on
    local   whether the server listens on the loopback interface; without a token, requests for
            other host names are then refused, because another site can make its host name resolve
            to this machine (DNS rebinding)
    token   token that every request must send; '' if none is needed
    """

    host: str
    is_local: bool
    token: str = ""

    def check_host(self, head: RequestHead) -> None:
        """Check that the request is addressed to this server."""
        if not self.is_local or self.token:
            return
        host_header = head.headers.get("host", "")
        if _parse_host_name(host_header) not in _LOCAL_HOST_NAMES | {self.host.lower()}:
            raise RefusedError(403, f"Host {host_header[:40]!r} is not this server: use localhost")

    def check_origin(self, head: RequestHead) -> None:
        """Check that the request was not sent by a web page of another site."""
        origin = head.headers.get("origin")
        host = head.headers.get("host", "")
        is_foreign = origin is not None and parse_origin_host(origin) != host.lower()
        fetch_site = head.headers.get("sec-fetch-site", "none")
        if is_foreign or fetch_site not in ("none", "same-origin"):
            raise RefusedError(403, "pages of other sites may not use this server")

    def check_token(self, head: RequestHead) -> None:
        """Check the token; the time of the comparison does not depend on the token."""
        if not self.token:
            return
        scheme, _, credentials = head.headers.get("authorization", "").partition(" ")
        is_correct = hmac.compare_digest(credentials.strip().encode("latin-1"), self.token.encode())
        if scheme.lower() != "bearer" or not is_correct:
            raise RefusedError(
                401,
                "the token is missing or wrong: send it as Authorization: Bearer TOKEN",
                WWW_Authenticate="Bearer",
            )


def make_request_guard(host: str, is_local: bool, token: str) -> RequestGuard:
    """Create the checks of a server; without `token`, generate one if it is not local."""
    generated_token = "" if is_local else secrets.token_urlsafe(24)
    return RequestGuard(host, is_local, token or generated_token)


def parse_origin_host(origin: str) -> str:
    """Return the host and port of an origin, or '' if it is not valid."""
    try:
        parts = urlsplit(origin)
    except ValueError:
        return ""
    return parts.netloc.lower() if parts.scheme in ("http", "https") else ""


def _parse_host_name(host: str) -> str:
    """Return the name in a Host header without the port, or '' if it is not valid."""
    match = _HOST_HEADER.fullmatch(host)
    if match is None or int(match["port"] or 0) > _MAX_PORT:
        return ""
    return (match["name"] or match["address"]).lower()
