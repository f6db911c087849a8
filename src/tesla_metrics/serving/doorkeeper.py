"""Who may ask: hosts, origins and the token."""

import hmac
import os
import re
import secrets
from dataclasses import dataclass
from urllib.parse import urlsplit

from ..errors import UsageError
from .head import Head
from .reply import RefusedError

LEAST_TOKEN = 16
_VARIABLE = "TESLA_TOKEN"
_LOCAL = frozenset(("localhost", "127.0.0.1", "::1"))
_HOST = re.compile(
    r"(?:(?P<name>[0-9A-Za-z._-]+)|\[(?P<address>[0-9A-Fa-f:.]+)\])(?::(?P<port>[0-9]{1,5}))?"
)
_LAST_PORT = 65535
_TOKENS = re.compile(r"[!-~]+")


def given_token(token: str | None) -> str:
    """The user's, if there is one: it can be sent, and is too long to be tried out."""
    found = token or os.environ.get(_VARIABLE, "")
    if found and (len(found) < LEAST_TOKEN or not _TOKENS.fullmatch(found)):
        raise UsageError(
            f"the token must have {LEAST_TOKEN} or more letters, digits and signs, without spaces: "
            "give a longer one, or none and one is made"
        )
    return found


@dataclass(frozen=True)
class Doorkeeper:
    """Looks at a request before its body is read.

    host    what the server listens on
    local   whether that is loopback: then, without a token, names of other hosts are refused, since
            a page elsewhere may have its own name lead here
    token   what every question must bring, if there is one
    """

    host: str
    local: bool
    token: str = ""

    def check_host(self, head: Head) -> None:
        """Whether the request was meant for us."""
        given = head.headers.get("host", "")
        if self.local and not self.token and _name(given) not in _LOCAL | {self.host.lower()}:
            raise RefusedError(403, f"Host {given[:40]!r} is not this server: ask localhost")

    def check_origin(self, head: Head) -> None:
        """Whether a page of ours asks, or no page at all."""
        origin = head.headers.get("origin")
        host = head.headers.get("host", "")
        foreign = origin is not None and urlsplit_host(origin) != host.lower()
        if foreign or head.headers.get("sec-fetch-site", "none") not in ("none", "same-origin"):
            raise RefusedError(403, "pages of other sites may not ask this server")

    def check_token(self, head: Head) -> None:
        """Whether the question brings the token, compared in time that tells nothing."""
        if not self.token:
            return
        kind, _, given = head.headers.get("authorization", "").partition(" ")
        right = hmac.compare_digest(given.strip().encode("latin-1"), self.token.encode())
        if kind.lower() != "bearer" or not right:
            raise RefusedError(
                401,
                "the token is missing or wrong: send it as Authorization: Bearer TOKEN",
                WWW_Authenticate="Bearer",
            )


def guard(host: str, local: bool, token: str) -> Doorkeeper:
    """Where others get to there is a token: if none is given one that nobody guesses."""
    made = "" if local else secrets.token_urlsafe(24)
    return Doorkeeper(host, local, token or made)


def urlsplit_host(origin: str) -> str:
    """Host and port of an origin; nothing where it is none."""
    try:
        parts = urlsplit(origin)
    except ValueError:
        return ""
    return parts.netloc.lower() if parts.scheme in ("http", "https") else ""


def _name(host: str) -> str:
    """Of a Host header, without its port, which may be forwarded; nothing where it is none."""
    found = _HOST.fullmatch(host)
    if found is None or int(found["port"] or 0) > _LAST_PORT:
        return ""
    return (found["name"] or found["address"]).lower()
