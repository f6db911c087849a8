"""One self-contained document: style, scripts and data in one file, and no way to anywhere else."""

import json
import re
from base64 import b64encode
from collections.abc import Mapping, Sequence
from functools import cache
from hashlib import sha256
from html import escape
from pathlib import Path

from .reasons import MISSING, SHOWN, STRANGE

_ASSETS = Path(__file__).parent / "assets"
# What every page has: the theme, and the helpers of all scripts.
_BASE = "base"
_UNSEEN = ' class="unseen"'
_SETTINGS = (
    '<meta name="color-scheme" content="light dark">',
    '<meta name="referrer" content="no-referrer">',
    '<link rel="icon" href="data:,">',
)
# In JSON only: what HTML or old readers of JavaScript would take for something else, and halves
# of characters, which UTF-8 has not.
_SPECIAL = re.compile("[<>&\u2028\u2029\ud800-\udfff]")


def render_page(
    title: str,
    *,
    parts: Sequence[str],
    data: Mapping[str, object],
    body: str = "",
    packed: Mapping[str, bytes] | None = None,
    live: bool = False,
    framed: bool = False,
) -> str:
    """A whole HTML document.

    title   as plain text
    parts   names of assets: of each its .css and .js, whichever it has
    data    by id: plain values, which scripts have by Tesla.data(id)
    body    markup, already escaped
    packed  by id: zlib's bytes, which scripts have by `await Tesla.unpack(id)`
    live    whether scripts may ask the server that the page came from
    framed  inside another page, which has the title and the theme
    """
    names = (_BASE, *parts)
    style = "\n".join(filter(None, (_asset(f"{name}.css") for name in names)))
    first = _asset(f"{_BASE}.js")
    script = "\n".join(filter(None, (_asset(f"{name}.js") for name in parts)))
    policy, shown = _policy(style, [first, script], live), _plain(title)
    everything = {"reasons": _reasons(), **data}
    return "\n".join(
        [
            "<!DOCTYPE html>",
            '<html lang="en">',
            "<head>",
            '<meta charset="utf-8">',
            f'<meta http-equiv="Content-Security-Policy" content="{policy}">',
            '<meta name="viewport" content="width=device-width, initial-scale=1">',
            *_SETTINGS,
            f"<title>{shown}</title>",
            f"<style>{style}</style>",
            f"<script>{first}</script>",
            "</head>",
            "<body>",
            f"<header{_UNSEEN * framed}><h1>{shown}</h1></header>",
            f"<main>{body}</main>",
            *(_json(name, value) for name, value in everything.items()),
            *(_packed(name, value) for name, value in (packed or {}).items()),
            f"<script>{script}</script>",
            "</body>",
            "</html>",
            "",
        ]
    )


@cache
def _asset(name: str) -> str:
    path = _ASSETS / name
    return path.read_text("utf-8") if path.is_file() else ""


def _policy(style: str, scripts: Sequence[str], live: bool) -> str:
    """Only what stands in the page itself runs, and nothing is fetched."""
    return "; ".join(
        [
            "default-src 'none'",
            f"style-src {_hash(style)}",
            f"script-src {' '.join(map(_hash, scripts))}",
            "img-src data:",
            "base-uri 'none'",
            "form-action 'none'",
            *(["connect-src 'self'"] if live else []),
        ]
    )


def _hash(text: str) -> str:
    return f"'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'"


def _reasons() -> dict[str, object]:
    shown = {**SHOWN, "missing": MISSING, "strange": STRANGE}
    return {name: one._asdict() for name, one in shown.items()}


def _plain(text: str) -> str:
    return escape(_SPECIAL.sub(lambda found: "\ufffd" if found[0] > "\ud7ff" else found[0], text))


def _json(name: str, value: object) -> str:
    text = json.dumps(value, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
    safe = _SPECIAL.sub(lambda found: f"\\u{ord(found[0]):04x}", text)
    return f'<script type="application/json" id="{escape(name)}">{safe}</script>'


def _packed(name: str, value: bytes) -> str:
    return f'<script type="text/plain" id="{escape(name)}">{b64encode(value).decode()}</script>'
