"""Assemble one HTML document from style, scripts and data."""

import json
import re
from base64 import b64encode
from collections.abc import Mapping, Sequence
from functools import cache
from hashlib import sha256
from html import escape
from pathlib import Path
from typing import NamedTuple


class ReasonSymbol(NamedTuple):
    """Symbol and title of a reason; the asset base.css has its colour."""

    mark: str
    title: str


REASON_SYMBOLS = {
    "form": ReasonSymbol("=", "the same form"),
    "lemma": ReasonSymbol("~", "the same lemma"),
    "derivation": ReasonSymbol("√", "the same word family"),
    "synonym": ReasonSymbol("≈", "synonyms"),
    "synset": ReasonSymbol("∩", "a shared sense"),
    "paraphrase": ReasonSymbol("¶", "paraphrases"),
    "spelling": ReasonSymbol("%", "similar in spelling"),
    "tag": ReasonSymbol("#", "the same word class"),
    "pivot": ReasonSymbol("↔", "the same in another language"),
    "cover": ReasonSymbol("⊂", "covered"),
    "context": ReasonSymbol("∿", "similar in context"),
}
# Symbols of unmatched words, as in a diff.
MISSING_SYMBOL = ReasonSymbol("−", "missing from the hypothesis")
UNMATCHED_SYMBOL = ReasonSymbol("+", "not in the reference")


_ASSETS = Path(__file__).parent / "assets"
# Asset of every page, with the theme and the helper functions of all scripts.
_BASE_ASSET = "base"
_HIDDEN_CLASS = ' class="unseen"'
_HEAD_TAGS = (
    '<meta name="color-scheme" content="light dark">',
    '<meta name="referrer" content="no-referrer">',
    '<link rel="icon" href="data:,">',
)
# Characters to escape in JSON: those with a meaning in HTML or in old versions of JavaScript, and
# surrogates, which cannot be encoded in UTF-8.
_SPECIAL_CHARACTERS = re.compile("[<>&\u2028\u2029\ud800-\udfff]")


def render_page(
    title: str,
    *,
    assets: Sequence[str],
    data: Mapping[str, object],
    body: str = "",
    packed: Mapping[str, bytes] | None = None,
    allow_requests: bool = False,
    is_framed: bool = False,
) -> str:
    """Return a complete HTML document.

    title           plain text
    assets          names of assets; their .css and .js files are included, if they exist
    data            JSON values by id, which scripts read with Tesla.data(id)
    body            markup, already escaped
    packed          data by id, compressed with zlib, which scripts read with Tesla.unpack(id)
    allow_requests  whether scripts may send requests to the server of the page
    is_framed       whether the page is inside another page, which shows the title
    """
    asset_names = (_BASE_ASSET, *assets)
    style = "\n".join(filter(None, (_read_asset(f"{name}.css") for name in asset_names)))
    base_script = _read_asset(f"{_BASE_ASSET}.js")
    script = "\n".join(filter(None, (_read_asset(f"{name}.js") for name in assets)))
    policy = _make_policy(style, [base_script, script], allow_requests)
    escaped_title = _escape_text(title)
    all_data = {"reasons": _describe_reasons(), **data}
    return "\n".join(
        [
            "<!DOCTYPE html>",
            '<html lang="en">',
            "<head>",
            '<meta charset="utf-8">',
            f'<meta http-equiv="Content-Security-Policy" content="{policy}">',
            '<meta name="viewport" content="width=device-width, initial-scale=1">',
            *_HEAD_TAGS,
            f"<title>{escaped_title}</title>",
            f"<style>{style}</style>",
            f"<script>{base_script}</script>",
            "</head>",
            "<body>",
            f"<header{_HIDDEN_CLASS * is_framed}><h1>{escaped_title}</h1></header>",
            f"<main>{body}</main>",
            *(_make_json_script(name, value) for name, value in all_data.items()),
            *(_make_packed_script(name, value) for name, value in (packed or {}).items()),
            f"<script>{script}</script>",
            "</body>",
            "</html>",
            "",
        ]
    )


@cache
def _read_asset(name: str) -> str:
    path = _ASSETS / name
    return path.read_text("utf-8") if path.is_file() else ""


def _make_policy(style: str, scripts: Sequence[str], live: bool) -> str:
    """Return a Content-Security-Policy that allows only the scripts and styles of the page.

    Requests are forbidden, except to the server of the page if `allow_requests` is true.
    """
    return "; ".join(
        [
            "default-src 'none'",
            f"style-src {_hash_source(style)}",
            f"script-src {' '.join(map(_hash_source, scripts))}",
            "img-src data:",
            "base-uri 'none'",
            "form-action 'none'",
            *(["connect-src 'self'"] if live else []),
        ]
    )


def _hash_source(text: str) -> str:
    return f"'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'"


def _describe_reasons() -> dict[str, object]:
    symbols = {**REASON_SYMBOLS, "missing": MISSING_SYMBOL, "strange": UNMATCHED_SYMBOL}
    return {name: symbol._asdict() for name, symbol in symbols.items()}


def _escape_text(text: str) -> str:
    return escape(
        _SPECIAL_CHARACTERS.sub(lambda match: "\ufffd" if match[0] > "\ud7ff" else match[0], text)
    )


def _make_json_script(name: str, value: object) -> str:
    text = json.dumps(value, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
    safe = _SPECIAL_CHARACTERS.sub(lambda match: f"\\u{ord(match[0]):04x}", text)
    return f'<script type="application/json" id="{escape(name)}">{safe}</script>'


def _make_packed_script(name: str, value: bytes) -> str:
    return f'<script type="text/plain" id="{escape(name)}">{b64encode(value).decode()}</script>'
