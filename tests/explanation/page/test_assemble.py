"""Pages: one file, nothing else needed, and nothing in it is taken for markup."""

import json
import re
import zlib
from base64 import b64decode, b64encode
from hashlib import sha256
from html.parser import HTMLParser
from pathlib import Path

import pytest

from tesla_metrics.explanation.explanation import REASONS
from tesla_metrics.explanation.page import document
from tesla_metrics.explanation.page.document import REASON_SYMBOLS, render_page

ASSETS = sorted((Path(document.__file__).parent / "assets").iterdir())


class Blocks(HTMLParser):
    """The scripts and styles of a page, and all that it asks for."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.blocks: list[tuple[str, dict[str, str | None], str]] = []
        self.tags: list[str] = []
        self.addresses: list[str] = []
        self._open = False
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self._open = tag in ("script", "style")
        self.addresses += [value or "" for name, value in attrs if name in ("src", "href")]
        if self._open:
            self.blocks.append((tag, dict(attrs), ""))

    def handle_endtag(self, tag: str) -> None:
        self._open = False

    def handle_data(self, data: str) -> None:
        if self._open:
            tag, attrs, text = self.blocks[-1]
            self.blocks[-1] = tag, attrs, text + data


def by_id(page: str, name: str) -> str:
    (text,) = (text for _, attrs, text in Blocks(page).blocks if attrs.get("id") == name)
    return text


NASTY = "</script><script>alert(1)</script><!-- & \u2028\u2029 \" ' \\ \ud800"


def test_data_are_what_they_were_and_never_markup() -> None:
    page = render_page("t", assets=(), data={"d": {NASTY: [NASTY, 1.5, None]}})
    text = by_id(page, "d")
    assert json.loads(text) == {NASTY: [NASTY, 1.5, None]}
    assert not re.search("[<>&\u2028\u2029]", text)
    page.encode()  # no half of a character is left


def test_titles_are_text() -> None:
    page = render_page(NASTY, assets=(), data={})
    assert "<script>alert" not in page
    page.encode()


def test_packed_bytes_come_back() -> None:
    page = render_page("t", assets=(), data={}, packed={"p": zlib.compress(b"many")})
    assert zlib.decompress(b64decode(by_id(page, "p"))) == b"many"


def test_only_what_stands_in_the_page_may_run_and_nothing_is_fetched() -> None:
    page = Blocks(text := render_page("t", assets=("view",), data={}))
    policy = re.search('Security-Policy" content="([^"]*)"', text)
    assert policy
    for tag, attrs, block in page.blocks:
        if "type" not in attrs:
            digest = b64encode(sha256(block.encode()).digest()).decode()
            assert f"'sha256-{digest}'" in policy[1], tag
    assert "default-src 'none'" in policy[1]
    assert "unsafe" not in policy[1]
    assert "connect-src" not in policy[1]
    assert page.addresses == ["data:,"]


def test_a_live_page_may_ask_its_own_server_only() -> None:
    assert "connect-src 'self'" in render_page("t", assets=(), data={}, allow_requests=True)


@pytest.mark.parametrize("path", ASSETS, ids=lambda path: path.name)
def test_assets_stand_in_a_page_as_they_are(path: Path) -> None:
    text = path.read_text("utf-8")
    assert not re.search("</(script|style)|<!--", text, re.IGNORECASE)
    assert "innerHTML" not in text
    assert "http" not in text.replace("http://www.w3.org/2000/svg", "")


def test_every_reason_has_its_own_mark_and_a_colour() -> None:
    assert tuple(REASON_SYMBOLS) == REASONS
    assert len({one.mark for one in REASON_SYMBOLS.values()}) == len(REASON_SYMBOLS)
    theme = next(path for path in ASSETS if path.name == "base.css").read_text("utf-8")
    assert all(f"--{name}:" in theme for name in REASONS)
