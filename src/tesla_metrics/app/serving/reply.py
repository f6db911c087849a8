"""HTTP replies."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from http import HTTPStatus
from typing import Any

from ..._version import __version__

JSON, HTML, TEXT = "application/json", "text/html; charset=utf-8", "text/plain; charset=utf-8"
# Headers that forbid caching, guessing of content types, and reading or framing by other sites.
_SECURITY_HEADERS = "".join(
    f"{name}: {value}\r\n"
    for name, value in {
        "Server": f"tesla-metrics/{__version__}",
        "Cache-Control": "no-store",
        "X-Content-Type-Options": "nosniff",
        "Referrer-Policy": "no-referrer",
        "Cross-Origin-Resource-Policy": "same-origin",
        "Cross-Origin-Opener-Policy": "same-origin",
        "X-Frame-Options": "DENY",
    }.items()
)
# Content security policy of all replies except HTML pages, which have their own.
_DEFAULT_POLICY = {"Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'"}


@dataclass(frozen=True)
class Reply:
    """An HTTP reply; `headers` are added to the default headers or replace them."""

    status: int
    body: bytes
    content_type: str = JSON
    headers: Mapping[str, str] = field(default_factory=dict)

    def encode(self, *, closes_connection: bool, head_only: bool = False) -> bytes:
        """Return the bytes to send; `closes_connection` announces the end of the connection."""
        headers = {
            "Content-Type": self.content_type,
            "Content-Length": str(len(self.body)),
            "Connection": "close" if closes_connection else "keep-alive",
            **_DEFAULT_POLICY,
            **self.headers,
        }
        lines = "".join(f"{name}: {value}\r\n" for name, value in headers.items())
        status_line = f"HTTP/1.1 {self.status} {HTTPStatus(self.status).phrase}\r\n"
        head = f"{status_line}{lines}{_SECURITY_HEADERS}\r\n".encode("latin-1")
        return head if head_only else head + self.body


class RefusedError(Exception):
    """An error that the client receives as an HTTP status and a message in JSON.

    `headers` are additional headers of the reply, with underscores instead of hyphens.
    """

    def __init__(self, status: int, message: str, **headers: str) -> None:
        super().__init__(message)
        self.status, self.message = status, message
        self._headers = {name.replace("_", "-"): value for name, value in headers.items()}

    @property
    def reply(self) -> Reply:
        body = encode_json({"error": self.message, "status": self.status})
        return Reply(self.status, body, headers=self._headers)


def make_json_reply(value: Any) -> Reply:
    """Return a successful reply with a value as JSON."""
    return Reply(200, encode_json(value))


def encode_json(value: Any) -> bytes:
    """Encode a value as JSON; refuse NaN and infinities, which JSON does not have."""
    return json.dumps(value, ensure_ascii=False, allow_nan=False).encode() + b"\n"
